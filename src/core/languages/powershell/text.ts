// What do PowerShell's strings and variables stand for?
import type { Part } from '../../model.ts'
import { addText, addWord, finishWord, mergeInputs, sizeOf, unknownPart } from '../_windows/words.ts'
import { nested, spend } from '../_windows/budget.ts'
import { isDouble, isLineEnd, isSingle, NOTHING, oneWord, unknownValue, valueOf } from './state.ts'
import type { State, Value } from './state.ts'

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', 0: '\0', a: '\x07', b: '\b', e: '\x1b', f: '\f', v: '\v' }
const NAME = /\$(?:\{([^{}]{1,200})\}|((?:env|global|script|local|private|using|variable|function):\w{1,200}|\w{1,200}|[$?^]))/iy
const SHARED = /^(?:global|script|env):/i
const SCOPE = /^(?:global|script|local|private|using|variable):/

/** The variable's name at this place (lower case, without its scope), or null. Moves on where there is one. */
export function readVariableName(state: State): { readonly key: string; readonly written: string; readonly shared: boolean } | null {
  NAME.lastIndex = state.at
  const match = NAME.exec(state.text)
  if (match === null) return null
  state.at = NAME.lastIndex
  const written = (match[1] ?? match[2] ?? '').replaceAll('`', '')
  return { key: written.toLowerCase().replace(SCOPE, ''), written, shared: SHARED.test(written) }
}

export function variableValue(state: State, name: { readonly key: string; readonly written: string }): Value {
  const { key, written } = name
  const known = state.variables.get(key)
  if (known !== undefined) return known
  const given = state.given.get(written) ?? state.given.get(key) ?? (key.startsWith('env:') ? state.given.get(written.slice(4)) : undefined)
  if (given !== undefined) return valueOf(given)
  if (key === 'true' || key === 'false') return valueOf({ text: `$${key}` })
  if (key === 'null') return NOTHING
  if ((key === '_' || key === 'psitem') && state.items !== null) return state.items
  if (key === '_' || key === 'psitem' || key === 'input') return unknownValue('_', state.item === null ? [] : [state.item])
  return unknownValue(key.startsWith('env:') ? written.slice(4) : written.replace(/^[a-z]+:/i, ''))
}

/** A backtick and what follows it; the cursor is on the backtick. */
function readEscape(state: State): string {
  const c = state.text[state.at + 1]
  state.at += 2
  if (c === undefined) return ''
  if (c === 'u' && state.text[state.at] === '{') {
    const end = state.text.indexOf('}', state.at)
    if (end > 0 && end - state.at < 9) {
      const point = Number.parseInt(state.text.slice(state.at + 1, end), 16)
      if (point >= 0 && point <= 0x10ffff) {
        state.at = end + 1
        return String.fromCodePoint(point)
      }
    }
  }
  return ESCAPES[c] ?? c
}

/** `$x`, `${x}` or `$( … )` inside text. Returns false, without moving, where the dollar is only a dollar. */
function addExpansion(state: State, parts: Part[]): { readonly inputs: readonly number[] } | null {
  if (state.text[state.at + 1] === '(') {
    state.at += 2
    const value = nested(state, () => state.readStatements(state, ')'), NOTHING)
    addSpent(state, parts, value, null)
    return value
  }
  const name = readVariableName(state)
  if (name === null) return null
  const value = variableValue(state, name)
  addSpent(state, parts, value, name.written)
  return value
}

function addSpent(state: State, parts: Part[], value: Value, name: string | null): void {
  const word = oneWord(state, value, name)
  if (spend(state, sizeOf([word]))) addWord(parts, word)
  else parts.push(unknownPart(name))
}

function readSingle(state: State): Value {
  const { text } = state
  const pieces: string[] = []
  let from = ++state.at
  for (; state.at < text.length; state.at++) {
    if (!isSingle(text[state.at])) continue
    pieces.push(text.slice(from, state.at))
    if (!isSingle(text[state.at + 1])) {
      state.at++
      return valueOf({ text: pieces.join('') })
    }
    from = ++state.at
  }
  state.complete = false
  pieces.push(text.slice(from))
  return valueOf({ text: pieces.join('') })
}

/** A word in the making: what was read of it, and where the plain text behind that begins. */
export interface Making {
  readonly parts: Part[]
  from: number
  inputs: readonly number[]
  readonly quoted: boolean
}
export function flush(state: State, making: Making): void {
  if (state.at > making.from) addText(making.parts, state.text.slice(making.from, state.at))
}
/** Takes an escape or an expansion, or moves on by one character of plain text. */
export function takeNext(state: State, making: Making): void {
  const c = state.text[state.at]
  if (c !== '`' && c !== '$') {
    state.at++
    return
  }
  flush(state, making)
  const expansion = c === '`' ? undefined : addExpansion(state, making.parts)
  // Windows PowerShell knows no escape `e`: outside quotes it is a letter.
  const isLetter = !making.quoted && /^[eE]$/.test(state.text[state.at + 1] ?? '')
  if (expansion === undefined) addText(making.parts, isLetter ? state.text.charAt((state.at += 2) - 1) : readEscape(state))
  making.from = state.at
  if (expansion === null) state.at++
  else making.inputs = mergeInputs(making.inputs, expansion?.inputs ?? [])
}

function readDouble(state: State, here: boolean): Value {
  const { text } = state
  const making: Making = { parts: [], from: state.at, inputs: [], quoted: true }
  const finished = (): Value => ({ words: [finishWord(making.parts)], inputs: making.inputs })
  while (state.at < text.length) {
    const c = text[state.at]
    if (here ? isLineEnd(c) && closesHere(text, state.at) : isDouble(c)) {
      flush(state, making)
      if (here || !isDouble(text[state.at + 1])) {
        state.at = here ? text.indexOf('@', state.at) + 1 : state.at + 1
        return finished()
      }
      addText(making.parts, '"')
      state.at += 2
      making.from = state.at
    } else takeNext(state, making)
  }
  flush(state, making)
  state.complete = false
  return finished()
}

function closesHere(text: string, at: number): boolean {
  const quote = text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
  return isDouble(text[quote]) && text[quote + 1] === '@'
}

function readHere(state: State): Value {
  const { text } = state
  const double = isDouble(text[state.at + 1])
  state.at += 2
  while (state.at < text.length && !isLineEnd(text[state.at])) state.at++
  // The closing mark may follow at once: an empty here-string.
  if (double) {
    if (!closesHere(text, state.at)) state.at += text[state.at] === '\r' && text[state.at + 1] === '\n' ? 2 : 1
    return readDouble(state, true)
  }
  const end = text.indexOf("\n'@", state.at)
  if (end < 0) state.complete = false
  const body = text.slice(state.at + (text[state.at] === '\r' ? 2 : 1), end < 0 ? text.length : Math.max(end, state.at))
  state.at = end < 0 ? text.length : end + 3
  return valueOf({ text: body.endsWith('\r') ? body.slice(0, -1) : body })
}

/** A quoted text of any kind at the cursor, or null. */
export function readQuoted(state: State): Value | null {
  const c = state.text[state.at]
  if (isSingle(c)) return readSingle(state)
  if (isDouble(c)) {
    state.at++
    return readDouble(state, false)
  }
  const next = state.text[state.at + 1]
  return c === '@' && (isSingle(next) || isDouble(next)) ? readHere(state) : null
}
