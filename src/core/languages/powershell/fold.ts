// What text do PowerShell's operators, casts and string methods produce when everything is literal?
import type { Word } from '../../model.ts'
import { joinWords, mergeInputs, sizeOf } from '../_windows/words.ts'
import { spend } from '../_windows/budget.ts'
import { textOf, unknownValue, valueOf } from './state.ts'
import type { State, Value } from './state.ts'

const LONGEST = 65_536
const MOST_ITEMS = 4096

function numberOf(value: Value): number | null {
  const text = textOf(value)
  if (text === null || !/^-?(?:0x[\da-f]{1,8}|\d{1,15}(?:\.\d{1,9})?)$/i.test(text)) return null
  return text.startsWith('-') ? -Number(text.slice(1)) : Number(text)
}
function numberValue(number: number, inputs: readonly number[]): Value {
  return { words: [{ text: String(number) }], inputs, number: true }
}
function textsOf(value: Value): readonly string[] | null {
  const texts: string[] = []
  for (const { text } of value.words) {
    if (text === null) return null
    texts.push(text)
  }
  return texts
}
function wordsOf(texts: readonly string[], inputs: readonly number[]): Value {
  return texts.length > MOST_ITEMS ? unknownValue(null, inputs) : { words: texts.map((text) => ({ text })), inputs }
}

function add(a: Value, b: Value, inputs: readonly number[]): Value {
  const [x, y] = [numberOf(a), numberOf(b)]
  if (a.number === true && x !== null && y !== null) return numberValue(x + y, inputs)
  if (a.words.length > 1) return { words: [...a.words, ...b.words], inputs }
  return { words: [joinWords([...a.words, ...b.words], '')], inputs }
}

function repeat(a: Value, b: Value, inputs: readonly number[]): Value {
  const [x, times, text] = [numberOf(a), numberOf(b), textOf(a)]
  if (times === null) return unknownValue(null, inputs)
  if (a.number === true && x !== null) return numberValue(x * times, inputs)
  return text === null || times < 0 || text.length * times > LONGEST ? unknownValue(null, inputs) : valueOf({ text: text.repeat(times) }, inputs)
}

function range(a: Value, b: Value, inputs: readonly number[]): Value {
  const [from, to] = [numberOf(a), numberOf(b)]
  if (from === null || to === null || Math.abs(to - from) >= MOST_ITEMS) return unknownValue(null, inputs)
  const words: Word[] = []
  for (let i = 0; i <= Math.abs(to - from); i++) words.push({ text: String(from < to ? from + i : from - i) })
  return { words, inputs, number: true }
}

function format(a: Value, b: Value, inputs: readonly number[]): Value {
  const pattern = textOf(a)
  if (pattern === null || pattern.length > LONGEST) return unknownValue(null, inputs)
  const pieces: Word[] = []
  let size = 0
  for (const piece of pattern.split(/(\{\d{1,4}\}|\{\{|\}\})/)) {
    const item = /^\{\d/.test(piece) ? b.words[Number(piece.slice(1, -1))] : undefined
    const word = item ?? { text: piece === '{{' ? '{' : piece === '}}' ? '}' : piece }
    size += sizeOf([word])
    if (size > LONGEST) return unknownValue(null, inputs)
    pieces.push(word)
  }
  return valueOf(joinWords(pieces, ''), inputs)
}

/** Only patterns without special characters: the rest would need .NET's regular expressions. */
function plainPattern(pattern: string | null): string | null {
  if (pattern === null || pattern === '' || /[[\]().*+?^$|{}]/.test(pattern.replace(/\\[^\w\s]/g, ''))) return null
  const bare = pattern.replace(/\\([^\w\s])/g, '$1')
  return /\\\w/.test(pattern) ? null : bare
}

function replaceAll(text: string, what: string, by: string, anyCase: boolean): string | null {
  if (what === '' || text.length * (by.length + 1) > LONGEST * 16) return null
  if (!anyCase) return text.split(what).join(by)
  const [lower, needle] = [text.toLowerCase(), what.toLowerCase()]
  if (lower.length !== text.length) return null
  let out = ''
  let from = 0
  for (let at = lower.indexOf(needle); at >= 0; at = lower.indexOf(needle, from)) {
    out += text.slice(from, at) + by
    from = at + needle.length
  }
  return out + text.slice(from)
}

function replacement(a: Value, b: Value, inputs: readonly number[], exact: boolean): Value {
  const [texts, what, by] = [textsOf(a), plainPattern(b.words[0]?.text ?? null), b.words.length < 2 ? '' : (b.words[1]?.text ?? null)]
  if (texts === null || what === null || by === null || by.includes('$')) return unknownValue(null, inputs)
  const out = texts.map((text) => replaceAll(text, what, by, !exact))
  return out.some((text) => text === null)
    ? unknownValue(null, inputs)
    : wordsOf(
        out.map((text) => text ?? ''),
        inputs,
      )
}

function split(a: Value, b: Value, inputs: readonly number[]): Value {
  const [text, by] = [textOf(a), plainPattern(b.words[0]?.text ?? null)]
  return text === null || by === null || b.words.length > 1 ? unknownValue(null, inputs) : wordsOf(text.split(by), inputs)
}

/** `a operator b`; the operator in lower case, without its dash and without the letter for case. */
export function foldOperator(state: State, operator: string, a: Value, b: Value): Value {
  const inputs = mergeInputs(a.inputs, b.inputs)
  if (!spend(state, sizeOf(a.words) + sizeOf(b.words))) return unknownValue(null, inputs)
  switch (operator) {
    case '+':
      return add(a, b, inputs)
    case '*':
      return repeat(a, b, inputs)
    case '-': {
      const [x, y] = [numberOf(a), numberOf(b)]
      return x === null || y === null ? unknownValue(null, inputs) : numberValue(x - y, inputs)
    }
    case '..':
      return range(a, b, inputs)
    case 'f':
      return format(a, b, inputs)
    case 'join':
      return a.oneOf === true ? unknownValue(null, inputs) : valueOf(joinWords(a.words, textOf(b) ?? ''), inputs)
    case 'replace':
    case 'ireplace':
      return replacement(a, b, inputs, false)
    case 'creplace':
      return replacement(a, b, inputs, true)
    case 'split':
    case 'isplit':
    case 'csplit':
      return split(a, b, inputs)
    case 'bxor': {
      const [x, y] = [numberOf(a), numberOf(b)]
      return x === null || y === null ? unknownValue(null, inputs) : numberValue(x ^ y, inputs)
    }
    case 'as':
    case '??':
      return { ...a, inputs }
    default:
      return unknownValue(null, inputs)
  }
}

function charOf(word: Word): Word | null {
  const { text } = word
  if (text === null) return null
  if (/^(?:0x[\da-f]{1,4}|\d{2,5})$/i.test(text)) return { text: String.fromCharCode(Number(text) & 0xffff) }
  return text.length === 1 ? word : null
}

/** `[type]value`; the type in lower case, without `system.`. */
export function foldCast(state: State, type: string, value: Value): Value {
  const { inputs } = value
  if (!spend(state, sizeOf(value.words))) return unknownValue(null, inputs)
  if (type === 'char') {
    const word = value.words.length === 1 && value.words[0] !== undefined ? charOf(value.words[0]) : null
    return word === null ? unknownValue(null, inputs) : { words: [word], inputs, kind: 'char' }
  }
  if (type === 'char[]') {
    const text = textOf(value)
    if (text !== null && value.number !== true) return wordsOf([...text], inputs)
    const words = value.words.map(charOf)
    return words.some((word) => word === null) ? unknownValue(null, inputs) : { words: words.map((word) => word ?? { text: '' }), inputs }
  }
  if (/^(?:int|int16|int32|int64|long|byte|uint16|uint32)$/.test(type)) {
    const text = textOf(value)
    if (value.kind === 'char' && text !== null) return numberValue(text.charCodeAt(0), inputs)
    const number = numberOf(value)
    return number === null ? unknownValue(null, inputs) : numberValue(Math.trunc(number), inputs)
  }
  if (type === 'string') return value.words.length === 1 ? { words: value.words, inputs } : valueOf(joinWords(value.words, ' '), inputs)
  if (type === 'scriptblock') return { ...value, kind: value.kind === 'scriptblock' ? 'scriptblock' : 'code' }
  if (type === 'void') return { words: [], inputs }
  return /^(?:io\.)?(?:fileinfo|directoryinfo)$|^(?:net\.)?webclient$|^wmiclass$|^wmi$|^adsi$/.test(type) ? { ...value, kind: type } : value
}

/** `value[index]` on a text or an array. */
export function foldIndex(state: State, value: Value, index: Value): Value {
  const inputs = mergeInputs(value.inputs, index.inputs)
  if (!spend(state, 1 + index.words.length)) return unknownValue(null, inputs)
  if (value.oneOf === true) return unknownValue(null, inputs)
  const text = value.list === true ? null : textOf(value)
  const items: number[] = []
  for (const word of index.words) {
    if (word.text === null || !/^-?\d{1,7}$/.test(word.text))
      return text === null && value.words.length === 1 ? { words: value.words, inputs } : unknownValue(null, inputs)
    items.push(Number(word.text))
  }
  const found: Word[] = []
  for (const item of items) {
    if (text !== null) found.push({ text: text[item < 0 ? text.length + item : item] ?? '' })
    else if (value.words.length > 1 || (value.list === true && item !== 0 && item !== -1))
      found.push(value.words[item < 0 ? value.words.length + item : item] ?? { text: '' })
    else return { words: value.words, inputs }
  }
  return { words: found, inputs }
}

/** `'text'.Method(…)` for the methods that disguises use; null where it is another method. */
export function foldStringMethod(state: State, value: Value, method: string, args: readonly Value[]): Value | null {
  const inputs = args.reduce((all, arg) => mergeInputs(all, arg.inputs), value.inputs)
  const text = textOf(value)
  if (text === null || text.length > LONGEST || !spend(state, text.length + 1)) return null
  const [first, second] = [args[0] === undefined ? null : textOf(args[0]), args[1] === undefined ? null : textOf(args[1])]
  const [x, y] = [args[0] === undefined ? null : numberOf(args[0]), args[1] === undefined ? null : numberOf(args[1])]
  const say = (result: string | null): Value => (result === null ? unknownValue(null, inputs) : valueOf({ text: result }, inputs))
  switch (method) {
    case 'replace':
      return first === null ? say(null) : say(replaceAll(text, first, second ?? '', false))
    case 'tolower':
    case 'tolowerinvariant':
      return say(text.toLowerCase())
    case 'toupper':
    case 'toupperinvariant':
      return say(text.toUpperCase())
    case 'tostring':
    case 'normalize':
      return say(text)
    case 'trim':
      return args.length === 0 ? say(text.trim()) : say(null)
    case 'substring':
      return x === null ? say(null) : say(text.slice(x, y === null ? undefined : x + y))
    case 'remove':
      return x === null ? say(null) : say(text.slice(0, x) + (y === null ? '' : text.slice(x + y)))
    case 'insert':
      return x === null || second === null ? say(null) : say(text.slice(0, x) + second + text.slice(x))
    case 'tochararray':
      return wordsOf([...text], inputs)
    case 'split':
      return first === null || first === '' ? say(null) : wordsOf(text.split(first), inputs)
    case 'invoke':
      return value.kind === 'code' ? null : say(text)
    default:
      return null
  }
}
