// What is one word of cmd.exe text, and how far does it reach?
import type { Part, Word } from '../../model.ts'
import { spend } from '../_windows/budget.ts'
import type { Budget } from '../_windows/budget.ts'
import { addText, addWord, finishWord, literal, mergeInputs, sizeOf, unknownPart, unknownWord } from '../_windows/words.ts'
import { own } from '../_windows/tongue.ts'
import type { Tongue } from '../_windows/tongue.ts'
import type { WinCommand } from '../_windows/words.ts'

export interface Value {
  readonly words: readonly Word[]
  readonly inputs: readonly number[]
  /** A blank ends it, which counts where more follows. */
  readonly blank?: true
}
export interface State extends Budget {
  readonly tongue: Tongue
  readonly commands: WinCommand[]
  /** Variables set in the text; loop variables under `%` and their letter. */
  readonly variables: Map<string, Value>
  conditional: number
}
export interface Read {
  readonly word: Word
  /** All values of a loop variable that stands alone. */
  readonly each?: readonly Word[]
  readonly inputs: readonly number[]
}

export const blank = (c: string | undefined): boolean => c === ' ' || c === '\t' || c === '\f' || c === '\v' || c === '\u00a0'
export const lineEnd = (c: string | undefined): boolean => c === '\n' || c === '\r'

export function skipBlank(state: State, also = ''): void {
  for (;;) {
    const c = state.text[state.at]
    if (c !== undefined && (blank(c) || also.includes(c))) state.at++
    else if (c === '^' && lineEnd(state.text[state.at + 1])) state.at += state.text[state.at + 1] === '\r' && state.text[state.at + 2] === '\n' ? 3 : 2
    else return
  }
}
export function skipLine(state: State): void {
  while (state.at < state.text.length && !lineEnd(state.text[state.at])) state.at++
}

/** One word: quotes removed, `^` taken away, variables expanded. Null where there is none. */
export function readWord(state: State, dividers: string): Read | null {
  const { text } = state
  const parts: Part[] = []
  const start = state.at
  let inputs: readonly number[] = []
  let each: readonly Word[] | undefined
  let pieces = 0
  let quoted = false
  let plain = true
  let expanded = false
  let from = state.at
  const flush = (): void => {
    if (state.at <= from) return
    addText(parts, text.slice(from, state.at))
    pieces++
  }
  for (;;) {
    const c = text[state.at]
    if (c === undefined || lineEnd(c)) break
    if (!quoted && (blank(c) || '&|<>'.includes(c) || dividers.includes(c) || (c === ')' && state.depth > 0))) break
    if (c === '"') {
      flush()
      quoted = !quoted
      plain = false
      from = ++state.at
    } else if (c === '^' && !quoted) {
      flush()
      state.at++
      if (lineEnd(text[state.at])) state.at += text[state.at] === '\r' && text[state.at + 1] === '\n' ? 2 : 1
      from = state.at
      if (state.at < text.length && !lineEnd(text[state.at])) state.at++
    } else if (c === '%' || c === '!') {
      const found = readVariable(state)
      if (found === null) {
        state.at++
        continue
      }
      flush()
      state.at += found.length
      from = state.at
      pieces++
      expanded = true
      inputs = mergeInputs(inputs, found.value.inputs)
      each = found.value.words.length > 1 ? found.value.words : quoted ? undefined : severalWords(found.value)
      const word = found.value.words.length === 1 ? (found.value.words[0] ?? unknownWord(found.name)) : unknownWord(found.name)
      if (spend(state, sizeOf([word]))) addWord(parts, word)
      else parts.push(unknownPart(found.name))
      if (found.value.blank === true && !quoted && /[\w!%"~.\\/:-]/.test(text[state.at] ?? '')) addText(parts, ' ')
    } else state.at++
  }
  flush()
  if (state.at === start) return null
  const word = finishWord(parts)
  // `!a!!b!`, where `a` is `rd /s `: what is put together is divided too.
  if (pieces > 1 && expanded && plain) each = dividedParts(parts)
  return (pieces === 1 || plain) && each !== undefined ? { word, each, inputs } : { word, inputs }
}

/** Cmd puts a value in as text: what is divided in it is divided in the command. */
function severalWords({ words: [word] }: Value): readonly Word[] | undefined {
  const pieces = word?.text?.trim().split(/\s+/) ?? []
  return pieces.length > 1 && !word?.text?.includes('"') ? pieces.map((text) => ({ text })) : undefined
}

/** Undefined: there is nothing to divide. */
function dividedParts(parts: readonly Part[]): readonly Word[] | undefined {
  const words: Part[][] = [[]]
  for (const part of parts) {
    if (part.kind !== 'text') {
      words.at(-1)?.push(part)
      continue
    }
    part.text.split(/[ \t]+/).forEach((piece, at) => {
      if (at > 0) words.push([])
      if (piece !== '') words.at(-1)?.push({ kind: 'text', text: piece })
    })
  }
  const found = words.filter((one) => one.length > 0)
  return found.length > 1 ? found.map(finishWord) : undefined
}

const NAMED = /([%!])([A-Za-z_][\w()]{0,100})(?::(~-?\d{1,5}(?:,-?\d{1,5})?|[^%!\r\n]{1,100}))?\1/y
const PLACED = /%(~[a-z$:]{0,20}\d|[\d*])|%{1,2}(~[a-z]{0,10})?([A-Za-z#])(?![\w])/iy

function readVariable(state: State): { readonly name: string; readonly length: number; readonly value: Value } | null {
  NAMED.lastIndex = state.at
  const named = NAMED.exec(state.text)
  if (named !== null) {
    const name = named[2] ?? ''
    const known = state.variables.get(name.toLowerCase())
    const given = known ?? (named[3] === undefined ? undefined : everywhere(state.tongue, name.toLowerCase()))
    const value = given === undefined ? { words: [unknownWord(name)], inputs: [] } : named[3] === undefined ? given : cut(given, named[3], name)
    return { name, length: named[0].length, value }
  }
  if (state.text[state.at] === '!') return null
  PLACED.lastIndex = state.at
  const placed = PLACED.exec(state.text)
  if (placed === null) return null
  const name = placed[1] ?? placed[3] ?? ''
  const known = placed[3] === undefined ? undefined : state.variables.get(`%${name}`)
  if (placed[1] === undefined && known === undefined) return null
  const words = known === undefined || known.words.length === 0 || placed[2] !== undefined ? [unknownWord(name)] : known.words
  return { name, length: placed[0].length, value: { words, inputs: known?.inputs ?? [] } }
}

/** Letters are cut out of what nearly every Windows has to spell commands. */
function everywhere({ values }: Tongue, name: string): Value | undefined {
  const held = own(values, name)
  return typeof held === 'object' && 'text' in held ? { words: [literal(held.text)], inputs: [] } : undefined
}

/** `%NAME:~from,length%` and `%NAME:this=that%` of a known value. */
function cut(value: Value, how: string, name: string): Value {
  const partly = cutParts(value.words.length === 1 ? value.words[0]?.parts : undefined, how)
  if (partly !== null) return { words: [partly], inputs: value.inputs }
  const text = value.words.length === 1 ? (value.words[0]?.text ?? null) : null
  const numbers = /^~(-?\d+)(?:,(-?\d+))?$/.exec(how)
  const equals = how.indexOf('=')
  if (text !== null && numbers === null && equals > 0 && !how.startsWith('*'))
    return { words: [literal(swap(text, how.slice(0, equals), how.slice(equals + 1)))], inputs: value.inputs }
  if (text === null || numbers === null) return { words: [unknownWord(name)], inputs: value.inputs }
  const from = Number(numbers[1]) < 0 ? Math.max(0, text.length + Number(numbers[1])) : Number(numbers[1])
  const length = numbers[2] === undefined ? text.length : Number(numbers[2])
  return { words: [literal(text.slice(from, length < 0 ? text.length + length : from + length))], inputs: value.inputs }
}

/** The same where only some of the value is known, and it is known that the rest stays. */
function cutParts(parts: readonly Part[] | undefined, how: string): Word | null {
  const [first, ...rest] = parts ?? []
  const from = Number(/^~(\d+)$/.exec(how)?.[1] ?? Number.NaN)
  const equals = how.indexOf('=')
  if (parts === undefined || first === undefined) return null
  if (first.kind === 'text' && from <= first.text.length) return finishWord([{ kind: 'text', text: first.text.slice(from) }, ...rest])
  if (equals <= 0 || /^[*~]/.test(how)) return null
  return finishWord(parts.map((part) => (part.kind === 'text' ? { kind: 'text', text: swap(part.text, how.slice(0, equals), how.slice(equals + 1)) } : part)))
}

/** Every `what`, in any case, becomes `by`; no longer than can be of use. */
function swap(text: string, what: string, by: string): string {
  const low = text.toLowerCase()
  const wanted = what.toLowerCase()
  let out = ''
  let from = 0
  for (let at = low.indexOf(wanted); at >= 0 && out.length < MOST_LETTERS; at = low.indexOf(wanted, from)) {
    out += text.slice(from, at) + by
    from = at + what.length
  }
  return out + text.slice(from)
}
const MOST_LETTERS = 8192
