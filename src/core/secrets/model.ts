// What is a kind of secret, as written and as compiled, and what is a finding?
import type { Automaton } from './automaton.ts'

/** How unlike ordinary words the value must be: not at all, somewhat, clearly. */
export type Randomness = 'none' | 'low' | 'high'
/**
 * Where the pattern is looked for: anywhere in the text round a keyword, or as the whole value of an assignment
 * whose name holds a keyword. `password`, `secret` and `key` have no pattern: any value that could be one counts. `random` has no keyword either: what
 * looks generated.
 */
export type Where = 'text' | 'value' | 'password' | 'secret' | 'key' | 'random'

/** `jwt`: the header must decode. `password`: neither a stand-in nor a word everybody uses. `login`: the same for the password in base64. */
export type SecretCheck = 'jwt' | 'password' | 'login'

/** One kind, as the YAML files say it. */
export interface SecretSpec {
  readonly id: string
  readonly title: string
  /** Lower case; one of them must be there before any pattern is tried. None for `where: random`. */
  readonly keywords?: readonly string[]
  /** Whose it is: domains, with all below them, or words that a name of such a machine has in it; none of either: it is sent to nobody. Absent: nobody knows. */
  readonly hosts?: readonly string[]
  /** The value is the group `secret`, else the whole match. `(?i)` at the start: any case. */
  readonly regex?: string
  readonly where?: Where
  readonly randomness?: Randomness
  /** One of these words must stand nearby. */
  readonly context?: readonly string[]
  /** For `where: value`: the name alone is enough, it need not say key, token or secret. */
  readonly bare?: boolean
  /** A named function that has the last word. */
  readonly check?: SecretCheck
  readonly hits?: readonly string[]
  readonly misses?: readonly string[]
}

/** One kind, as the engine and the shipped data have it. */
export interface SecretKind {
  readonly id: string
  readonly title: string
  /** Null: nobody knows whose it is. */
  readonly hosts: readonly string[] | null
  readonly where: Where
  readonly source: string
  readonly flags: string
  readonly randomness: Randomness
  readonly context: readonly string[]
  readonly bare: boolean
  readonly check: SecretCheck | null
  /** Each match begins with the keyword, so that one look at its place is enough. */
  readonly led: boolean
  /** How often it may be tried in vain on one text. */
  readonly looks: number
}

/** How a kind is looked for, as the book numbers it: at its keyword, round it, as the value of a name, or without any. */
export const SORTS = ['led', 'round', 'value', 'password', 'secret', 'key', 'random'] as const

/** Kinds are read one by one: most texts need none of them, and the others few. */
export interface SecretBook {
  readonly kindAt: (index: number) => SecretKind
  /** For each kind the number of its sort. */
  readonly sorts: Uint8Array
  /** For each kind how long a text must at least be: shorter ones need not be looked at. */
  readonly least: Uint8Array
  readonly automaton: Automaton
  /** The kinds that a keyword of the automaton wakes: `wakes[wakesFrom[keyword]]` up to `wakes[wakesFrom[keyword + 1]]`. */
  readonly wakesFrom: Uint16Array
  readonly wakes: Uint16Array
  /** Compiled on first use, by index of the kind. */
  readonly regexes: (RegExp | undefined)[]
}

/** Never the text: what was found, where, how long. */
export interface SecretFinding {
  readonly kind: string
  readonly title: string
  readonly start: number
  readonly end: number
  readonly length: number
}

export interface SecretProblem {
  readonly id: string
  readonly message: string
}

export interface ScanOptions {
  /** Stop after this many. */
  readonly most?: number
  /** Also what is a secret only once a shell, or whoever opens an address, has put it together. */
  readonly pieces?: boolean
}
