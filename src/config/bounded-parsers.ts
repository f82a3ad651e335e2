// How long may the full parsers of inline code work for one call? A text that is read again, because more is known, is not parsed again and costs the same.
import type { CodeParsers } from '../core/languages/_code/parsers.ts'
import type { SyntaxTree } from '../core/languages/_code/syntax.ts'

export interface Parser {
  readonly startParse: (text: string) => { readonly advance: () => SyntaxTree | null }
}

/**
 * Milliseconds of processor time, for all the code of a call. Text that is not the language at all is repaired token by token, and each repair may copy all
 * that was read so far: past this the rest is read loosely.
 */
const LIMIT_MS = 120
/** Asking the clock is cheap, asking for processor time is not. */
const BETWEEN_LOOKS_MS = 4
const MS_A_CHARACTER = 0.0005
/** Shorter texts cost less than remembering them. */
const SHORT = 256
/** Characters that are remembered together, a language. */
const MOST_KEPT = 262_144

/** Each parser is asked for when the first such code appears. */
export function boundedParsers(python: () => Parser, javascript: () => Parser): CodeParsers {
  let left = LIMIT_MS
  const within = (load: () => Parser) => {
    const kept = new Map<string, { readonly tree: SyntaxTree; readonly cost: number }>()
    let characters = 0
    const spend = (cost: number): null => {
      left -= cost
      return null
    }
    const keep = (text: string, tree: SyntaxTree, cost: number): SyntaxTree => {
      left -= cost
      if (text.length < SHORT || text.length > MOST_KEPT) return tree
      if ((characters += text.length) > MOST_KEPT) {
        kept.clear()
        characters = text.length
      }
      kept.set(text, { tree, cost })
      return tree
    }
    return (text: string): SyntaxTree | null => {
      if (left <= 0) return null
      const known = kept.get(text)
      if (known !== undefined) {
        left -= known.cost
        return known.tree
      }
      const { tree, cost } = parseWithin(load(), text, left)
      return tree === null ? spend(cost) : keep(text, tree, cost)
    }
  }
  return {
    python: within(python),
    javascript: within(javascript),
    begin: () => {
      left = LIMIT_MS
    },
  }
}

/** `left`: milliseconds; without a tree where they were not enough. */
function parseWithin(parser: Parser, text: string, left: number): { readonly tree: SyntaxTree | null; readonly cost: number } {
  const parsing = parser.startParse(text)
  let began: number | null = null
  for (let looked = performance.now(); ;) {
    const tree = parsing.advance()
    // Most code is read before the first look, and then costs what its length says.
    if (tree !== null && began === null) return { tree, cost: text.length * MS_A_CHARACTER }
    if (tree === null && performance.now() - looked < BETWEEN_LOOKS_MS) continue
    looked = performance.now()
    began ??= processorNow() - BETWEEN_LOOKS_MS
    const cost = processorNow() - began
    if (tree !== null || cost > left) return { tree, cost }
  }
}

/** Not by the clock: how code is read must not depend on what else the machine does. */
function processorNow(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
