// How long may the full parsers of inline code work for one call?
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

/** Each parser is asked for when the first such code appears. */
export function boundedParsers(python: () => Parser, javascript: () => Parser): CodeParsers {
  let left = LIMIT_MS
  const within = (load: () => Parser) => (text: string) => {
    if (left <= 0) return null
    const parsing = load().startParse(text)
    let began: number | null = null
    for (let looked = performance.now(); ;) {
      const tree = parsing.advance()
      // Most code is read before the first look, and then costs what its length says.
      if (tree !== null && began === null) {
        left -= text.length * MS_A_CHARACTER
        return tree
      }
      if (tree === null && performance.now() - looked < BETWEEN_LOOKS_MS) continue
      looked = performance.now()
      began ??= processorNow() - BETWEEN_LOOKS_MS
      const spent = processorNow() - began
      if (tree === null && spent <= left) continue
      left -= spent
      return tree
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

/** Not by the clock: how code is read must not depend on what else the machine does. */
function processorNow(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
