// The words that all other nouns are made of.

export type Severity = 'low' | 'medium' | 'high' | 'critical'
export interface ToolName {
  readonly server: string | null
  readonly name: string
}
/** Which input field, from where to where (UTF-16 offsets). */
export interface Span {
  readonly field: string
  readonly start: number
  readonly end: number
}
/** Where does a run send commits or a package to? For the person who is asked; judges nothing. */
export interface DestinationNeed {
  readonly kind: 'destination'
  /** The folder it works in. */
  readonly path: string
  readonly run: number
  readonly to: 'remote' | 'registry'
  /** The remote or registry that the command names; '' for none. */
  readonly named: string
  /** The file that names the package, and files with the key that may say where to, as the program's entry has them. */
  readonly of: string
  readonly settings: readonly string[]
}
/** As it is configured now. */
export interface Destination {
  readonly run: number
  readonly to: 'remote' | 'registry'
  /** The remote's name, or the package and its version. */
  readonly what: string
  /** Its login covered; null where nobody says. */
  readonly address: string | null
}
