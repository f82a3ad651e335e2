// How are words put together from literal text, globs and parts that are not known?
import type { Part, Word } from '../../model.ts'

export interface WinCommand {
  /** The command name as written (quotes removed, aliases not resolved), then its arguments. */
  readonly words: readonly Word[]
  readonly redirects: readonly { readonly append: boolean; readonly target: Word }[]
  /** Index of the command whose output is piped in. */
  readonly pipedFrom: number | null
  /** Indexes of commands whose output is used inside the arguments. */
  readonly inputs: readonly number[]
  /** Inside if, for, foreach, while, switch, function, catch or a script block. */
  readonly conditional: boolean
  /** Read again elsewhere, with what is known there: counts no more. */
  readonly forgotten?: true
  readonly start: number
  readonly end: number
}

/** Names under which several systems keep the same folder. */
const SHARED: Readonly<Record<string, string>> = {
  home: 'HOME',
  userprofile: 'HOME',
  temp: 'TMPDIR',
  tmp: 'TMPDIR',
  tmpdir: 'TMPDIR',
  pwd: 'PWD',
  cd: 'PWD',
  psscriptroot: 'PSScriptRoot',
}
const NEVER_EMPTY = new Set(['HOME', 'TMPDIR', 'PWD', 'PSScriptRoot'])
const MOST_INPUTS = 64

export function unknownPart(name: string | null): Part {
  const own = name === null ? null : Object.hasOwn(SHARED, name.toLowerCase()) ? (SHARED[name.toLowerCase()] ?? name) : name
  return { kind: 'unknown', name: own, mayBeEmpty: own === null || !NEVER_EMPTY.has(own) }
}

export function unknownWord(name: string | null): Word {
  return { text: null, parts: [unknownPart(name)] }
}

export function literal(text: string): Word {
  return { text }
}

/** Adds literal text, growing the last part where that is text already. */
export function addText(parts: Part[], text: string): void {
  const last = parts[parts.length - 1]
  if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + text }
  else if (text !== '') parts.push({ kind: 'text', text })
}

export function addWord(parts: Part[], word: Word): void {
  if (word.parts === undefined) addText(parts, word.text ?? '')
  else {
    for (const part of word.parts) {
      if (part.kind === 'text') addText(parts, part.text)
      else parts.push(part)
    }
  }
}

export function finishWord(parts: readonly Part[]): Word {
  if (parts.length === 0) return { text: '' }
  const only = parts[0]
  if (parts.length === 1 && only?.kind === 'text') return { text: only.text }
  let text: string | null = ''
  for (const part of parts) text = text === null || part.kind === 'unknown' ? null : text + part.text
  return { text, parts }
}

export function joinWords(words: readonly Word[], separator: string): Word {
  const parts: Part[] = []
  words.forEach((word, index) => {
    if (index > 0) addText(parts, separator)
    addWord(parts, word)
  })
  return finishWord(parts)
}

/** How much of the reading's allowance a word takes. */
export function sizeOf(words: readonly Word[]): number {
  let size = 0
  for (const word of words) size += 1 + (word.text?.length ?? 8 * (word.parts?.length ?? 1))
  return size
}

/**
 * Windows programs expand wildcards themselves, inside quotes too: marks `*`, `?` and `[…]` as globs
 * in a word that may name files (no option, no address, not a text of several lines).
 */
export function markGlobs(word: Word, brackets: boolean): Word {
  const parts = word.parts ?? [{ kind: 'text' as const, text: word.text ?? '' }]
  const has = brackets ? /[*?[]/ : /[*?]/
  if (!parts.some((part) => part.kind === 'text' && has.test(part.text))) return word
  const first = parts[0]
  if (first?.kind === 'text' && (first.text.startsWith('-') || first.text.includes('://') || first.text.length > 1000 || first.text.includes('\n'))) return word
  const marked: Part[] = []
  for (const part of parts) {
    if (part.kind !== 'text') {
      marked.push(part)
      continue
    }
    for (const piece of part.text.split(brackets ? /(\*+|\?|\[[^[\]]{1,40}\])/ : /(\*+|\?)/)) {
      if (piece === '') continue
      if (piece[0] === '*' || piece === '?' || (brackets && piece[0] === '[' && piece.endsWith(']'))) marked.push({ kind: 'glob', text: piece })
      else marked.push({ kind: 'text', text: piece })
    }
  }
  return finishWord(marked)
}

/** Both lists, each index once, the number bounded so that long chains stay linear. */
export function mergeInputs(a: readonly number[], b: readonly number[]): readonly number[] {
  if (b.length === 0) return a
  if (a.length === 0) return b
  const merged = new Set(a)
  for (const index of b) {
    if (merged.size >= MOST_INPUTS) break
    merged.add(index)
  }
  return merged.size === a.length ? a : [...merged]
}
