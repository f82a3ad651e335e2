// Writes shell text of which some parts are unknown, with a variable in place of each.
import type { Part, Word } from '../model.ts'
import { toWord } from './fields.ts'

/** Stands in a text for what is not known of it, where the language has no better name for that. */
export const BLANK = '__hole'

/** A word of such a text. */
export function wordOfBlanks(text: string, from: readonly number[]): Word {
  const parts = text
    .split(BLANK)
    .flatMap((piece, at): readonly Part[] => [
      ...(at === 0 ? [] : [{ kind: 'unknown' as const, name: null, mayBeEmpty: false }]),
      ...(piece === '' ? [] : [{ kind: 'text' as const, text: piece }]),
    ])
  return toWord(parts, from)
}

/** Shell text in which unknown parts are variables again, so that what surrounds them can be read; null when nothing is known. */
export function textWithHoles(code: Word, spelt?: (name: string) => string): string | null {
  if (code.text !== null) return code.text
  const { parts = [] } = code
  if (!parts.some((part) => part.kind !== 'unknown' && part.text.trim() !== '')) return null
  let quote = ''
  return parts
    .map((part) => {
      if (part.kind === 'unknown') return spelt?.(nameOf(part.name)) ?? variableIn(quote, nameOf(part.name))
      if (spelt === undefined) quote = quoteAfter(part.text, quote)
      return part.text
    })
    .join('')
}

/** Between single quotes a variable would be its own name. */
const variableIn = (quote: string, name: string): string => (quote === "'" ? `'"\${${name}}"'` : `\${${name}}`)

/** Which quotes are open behind a text. */
function quoteAfter(text: string, before: string): string {
  let quote = before
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string
    if (char === '\\' && quote !== "'") at++
    else if (quote === '' ? char === "'" || char === '"' : char === quote) quote = quote === '' ? char : ''
  }
  return quote
}

/** The variables that stand for what is not known of it. */
export const holesOf = ({ parts = [] }: Word): readonly string[] => parts.flatMap((part) => (part.kind === 'unknown' ? [nameOf(part.name)] : []))
const nameOf = (name: string | null): string => (name !== null && /^[A-Za-z_]\w*$/.test(name) ? name : '_unknown')

/** Whether the end of a path says which file it is. */
export function isNamed(file: Word): boolean {
  const last = file.parts?.at(-1)
  return last?.kind === 'text' && /\/[^/]+$/.test(last.text)
}
