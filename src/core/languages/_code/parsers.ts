// Which full parsers of code are there?
import type { SyntaxTree } from './syntax.ts'

/** Full parsers, given by the caller: they are loaded only where such code appears. Null: given up, too much work. */
export interface CodeParsers {
  readonly python?: (text: string) => SyntaxTree | null
  readonly javascript?: (text: string) => SyntaxTree | null
  /** A new call: what they may cost is counted from here. */
  readonly begin?: () => void
}
