// How is a word made that is known, one that is not, and one that comes from elsewhere?
import type { Place, Word } from '../model.ts'

export const NONE: readonly never[] = []
export const NO_PLACES: readonly Place[] = []

export const literal = (text: string, from?: readonly number[]): Word => (from === undefined || from.length === 0 ? { text } : { text, from })

export function unknownWord(name: string | null, mayBeEmpty = true, from: readonly number[] = NONE): Word {
  const parts = [{ kind: 'unknown' as const, name, mayBeEmpty }]
  return from.length > 0 ? { text: null, parts, from } : { text: null, parts }
}

/** The same word, from elsewhere. */
export function withFrom(word: Word, from: readonly number[]): Word {
  const { text, parts, items, deep } = word
  if (items !== undefined || deep !== undefined) return { ...word, from }
  return parts === undefined ? { text, from } : { text, parts, from }
}

export function union(a: readonly number[] | undefined, b: readonly number[] | undefined): readonly number[] {
  if (a === undefined || a.length === 0) return b ?? NONE
  if (b === undefined || b.length === 0 || a === b) return a
  if (a.length * b.length > 256) return [...new Set([...a, ...b])]
  const out = [...a]
  for (const id of b) if (!out.includes(id)) out.push(id)
  return out
}
