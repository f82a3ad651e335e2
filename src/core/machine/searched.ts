// Does a search show only what was looked for, or all that it reads?
import type { Place } from '../model.ts'
import { NO_PLACES } from '../value/text.ts'
import { has, valuesOf } from '../meaning/options.ts'
import type { Parsed } from '../meaning/options.ts'

export const SEARCHED: readonly Place[] = ['searched']
/** What stands for other things than itself: sets, groups that say how, escapes. */
const NOT_ITSELF = /\\[pPxuNo]\{[^}]{0,80}\}|\\[^]|\[\^?\]?(?:\[[:.=][^\]]{0,40}\]|[^\]])*\]|\(\?[^)]{0,200}/g
const WORD = /[A-Za-z0-9_]{3}(?![A-Za-z0-9_]?[*?{])/

/** Each of its alternatives names something: three letters in a row that must be there. */
export function isNarrow(pattern: string): boolean {
  if (pattern.length > 4000 || /\)\s{0,4}(?:[*?]|\{0?,|\{0)/.test(pattern)) return false
  return pattern
    .replaceAll('\\|', '|')
    .replaceAll(NOT_ITSELF, ' ')
    .split(/[|\n]/)
    .every((one) => WORD.test(one))
}

/** Marks what is read for lines that a pattern finds. */
export function searchedBy({ node, operands, options, depth }: Parsed): readonly Place[] {
  if (node.prints !== 'lines' || has(options, ['--invert-match', '--file'])) return NO_PLACES
  const given = valuesOf(options, '--regexp')
  const patterns = given.length > 0 ? given : operands.slice(depth, depth + 1)
  return patterns.length > 0 && patterns.every(({ text }) => text !== null && isNarrow(text)) ? SEARCHED : NO_PLACES
}
