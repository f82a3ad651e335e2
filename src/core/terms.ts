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
