// How the pieces of a word become the fields a program gets: splitting, quoting, globs.
import type { Part, Word } from '../model.ts'
import { globPieces } from '../text/glob.ts'
import { union } from './text.ts'

/** Collects parts into fields as the shell does after expansion. */
export interface Fields {
  readonly done: Word[]
  parts: Part[]
  from: readonly number[]
  /** The current field exists even if it has no text (it was quoted). */
  open: boolean
  /** What the field stands for below a folder, as long as nothing is added to it. */
  deep: Word | null
  /** The current field is this word of a list as it is, as long as nothing is added to it. */
  held: Word | null
}
export const newFields = (): Fields => ({ done: [], parts: [], from: [], open: false, deep: null, held: null })

export function pushText(fields: Fields, text: string): void {
  fields.open = true
  if (text === '') return
  if (fields.held !== null) addHeld(fields)
  const last = fields.parts.at(-1)
  if (last?.kind === 'text' && last.text.length + text.length <= LONGEST) fields.parts[fields.parts.length - 1] = { kind: 'text', text: last.text + text }
  else pushPart(fields, last?.kind === 'text' || text.length > LONGEST ? MORE : { kind: 'text', text })
}

/** Past these the rest of a word is not known: what can be doubled must end. */
const MOST_PARTS = 1000
const LONGEST = 2_000_000
const MORE: Part = { kind: 'unknown', name: null, mayBeEmpty: true }

export const isFull = (fields: Fields): boolean => fields.parts.length > MOST_PARTS

function pushPart(fields: Fields, part: Part): void {
  if (fields.held !== null) addHeld(fields)
  if (fields.parts.length < MOST_PARTS) fields.parts.push(part)
  else if (fields.parts.length === MOST_PARTS) fields.parts.push(MORE)
}

/** `$(ls -d a/*)/x`: something is added to the last word of a list. */
function addHeld(fields: Fields): void {
  const { held } = fields
  fields.held = null
  if (held !== null) pushItem(fields, held)
}

/** A word of a list behind what stands before it: `of=$(ls a/*)`. */
function pushItem(fields: Fields, item: Word): void {
  fields.open = true
  fields.from = union(fields.from, item.from)
  if (item.text !== null && !hasGlob(item)) pushText(fields, item.text)
  else pushParts(fields, item.parts ?? [])
}

export function pushParts(fields: Fields, parts: readonly Part[]): void {
  for (const part of parts) pushPart(fields, part)
}

export function pushGlob(fields: Fields, text: string): void {
  fields.open = true
  pushPart(fields, { kind: 'glob', text })
}

/** Adds a word's parts without splitting (quoted, or an assignment). Globs of a value were expanded before: they stand for names that exist. */
export function pushQuoted(fields: Fields, word: Word, globs: 'kept' | 'text' = 'kept'): void {
  noteDeep(fields, word)
  fields.open = true
  fields.from = union(fields.from, word.from)
  if (word.text !== null && (globs === 'text' || !hasGlob(word))) return pushText(fields, word.text)
  for (const part of word.parts ?? []) {
    if (part.kind === 'unknown' || (part.kind === 'glob' && globs === 'kept')) pushPart(fields, part)
    else if (!isBehindFolder(fields.parts, part)) pushText(fields, part.text)
  }
}

/** `x/$f` for what `ls x` printed: the name alone. */
export const isBehindFolder = (before: readonly Part[], part: Part): boolean => {
  const last = part.kind === 'text' && part.listed === true ? before.at(-1) : undefined
  return last?.kind === 'text' && last.text.endsWith('/')
}

/** Adds the result of an unquoted expansion: it splits at the separators and its globs are live. */
export function pushSplit(fields: Fields, word: Word, separators: string): void {
  noteDeep(fields, word)
  fields.from = union(fields.from, word.from)
  if (word.items !== undefined) {
    const isBehindText = fields.open
    word.items.forEach((item, at) => {
      if (at > 0) closeField(fields)
      if (at === 0 && isBehindText) pushItem(fields, item)
      else fields.held = item
    })
    return
  }
  const [first] = word.parts ?? []
  const isListed = first?.kind === 'text' && first.listed === true
  const parts: readonly Part[] = word.text === null || isListed ? (word.parts ?? []) : [{ kind: 'text', text: word.text }]
  for (const part of parts) {
    if (part.kind !== 'text') {
      fields.open = true
      pushPart(fields, part)
      continue
    }
    if (isBehindFolder(fields.parts, part)) continue
    let start = 0
    for (let at = 0; at <= part.text.length; at++) {
      const atEnd = at === part.text.length
      if (!atEnd && !separators.includes(part.text.charAt(at))) continue
      if (at > start) pushLive(fields, part.text.slice(start, at))
      if (!atEnd) closeField(fields, word.from)
      start = at + 1
    }
  }
}

function pushLive(fields: Fields, text: string): void {
  if (!/[*?[]/.test(text)) return pushText(fields, text)
  for (const piece of globPieces(text)) {
    if (piece === '*' || piece === '?' || (piece.length > 1 && piece.startsWith('['))) pushGlob(fields, piece)
    else pushText(fields, piece)
  }
}

function noteDeep(fields: Fields, word: Word): void {
  if (word.deep !== undefined && fields.parts.length === 0) fields.deep = word
}

export function closeField(fields: Fields, keepFrom?: readonly number[]): void {
  if (fields.held !== null) fields.done.push(fields.held)
  else if (fields.open) {
    const word = toWord(fields.parts, fields.from)
    const { deep } = fields
    fields.done.push(deep?.deep === undefined || deep.text !== word.text ? word : { ...word, deep: deep.deep })
  }
  fields.held = null
  fields.deep = null
  fields.parts = []
  fields.from = keepFrom ?? []
  fields.open = false
}

export function toWord(parts: readonly Part[], from: readonly number[]): Word {
  const [only] = parts
  if (only === undefined || (parts.length === 1 && only.kind === 'text')) return textWord(only?.text ?? '', from)
  let text: string | null = ''
  for (const part of parts) {
    if (part.kind === 'unknown') {
      text = null
      break
    }
    text += part.text
  }
  return from.length > 0 ? { text, parts, from } : { text, parts }
}
const textWord = (text: string, from: readonly number[]): Word => (from.length > 0 ? { text, from } : { text })

/** Several words as one text, as `"$*"` or `eval` joins them. */
export function joinWords(words: readonly Word[], separator = ' '): Word {
  const fields = newFields()
  fields.open = true
  words.forEach((word, at) => {
    if (at > 0) pushText(fields, separator)
    pushQuoted(fields, word, 'text')
  })
  return toWord(fields.parts, fields.from)
}

/** What is known of a word's text before its first unknown part. */
export function knownStart(word: Word): string {
  if (word.text !== null) return word.text
  let text = ''
  for (const part of word.parts ?? []) {
    if (part.kind === 'unknown') break
    text += part.text
  }
  return text
}

export const hasGlob = (word: Word): boolean => word.parts?.some((part) => part.kind === 'glob') ?? false

/** A word whose `*` and `?` are live, as in a search pattern. */
export function globWord(word: Word): Word {
  const fields = newFields()
  for (const part of word.text === null ? (word.parts ?? []) : [{ kind: 'text' as const, text: word.text }]) {
    if (part.kind === 'text') pushLive(fields, part.text)
    else pushPart(fields, part)
  }
  return toWord(fields.parts, word.from ?? [])
}

/** The part of a word from an offset of its known start on, keeping unknown parts. */
export function wordFrom(word: Word, offset: number): Word {
  if (word.parts === undefined) return { ...word, text: word.text === null ? null : word.text.slice(offset) }
  const parts: Part[] = []
  let skip = offset
  for (const part of word.parts) {
    if (skip > 0 && part.kind !== 'unknown') {
      const rest = part.text.slice(skip)
      skip = Math.max(0, skip - part.text.length)
      if (rest !== '') parts.push({ ...part, text: rest })
    } else parts.push(part)
  }
  return toWord(parts, word.from ?? [])
}

/** All that is known of a word, with a space for each part that is not. */
export const knownText = (word: Word): string => word.text ?? (word.parts ?? []).map((part) => (part.kind === 'unknown' ? ' ' : part.text)).join('')
