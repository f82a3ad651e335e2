// Follows .NET, COM and WMI calls in PowerShell: each becomes the command line that languages/powershell.yaml says is the same.
import type { Word } from '../../model.ts'
import type { Meaning } from '../_book/book.ts'
import { own } from '../_windows/tongue.ts'
import { joinWords, mergeInputs, sizeOf, unknownWord } from '../_windows/words.ts'
import { spend } from '../_windows/budget.ts'
import { emit, expandTilde, oneWord, textOf, unknownValue, valueOf } from './state.ts'
import type { State, Value } from './state.ts'
import { bytesOfBase64, utf16Of, utf8Of } from '../../text/decode.ts'
import { foldCast, foldOperator, foldStringMethod } from './fold.ts'
import { fillTemplate } from './template.ts'

export interface Call {
  readonly start: number
  /** In lower case; null when the name is computed and not known. */
  readonly method: string | null
  readonly args: readonly Value[]
}
/** What a call is made on. */
interface Target {
  readonly names: Readonly<Record<string, string>>
  readonly self: Value | null
}

export function typeName(written: string): string {
  return written
    .replace(/\s+/g, '')
    .toLowerCase()
    .replace(/^system\./, '')
}

const inputsOf = (args: readonly Value[], also: readonly number[] = []): readonly number[] => args.reduce((all, arg) => mergeInputs(all, arg.inputs), also)

function argument(state: State, call: Call, index: number): Word {
  const value = call.args[index]
  return value === undefined ? unknownWord(null) : oneWord(state, value)
}
function allWords(call: Call): Word[] {
  return call.args.flatMap((arg) => arg.words)
}
/** Every word of one argument: a loop over an array acts on each. */
function targets(call: Call, index: number): readonly Word[] {
  const words = call.args[index]?.words ?? []
  return words.length === 0 ? [unknownWord(null)] : words
}

function decodeBytes(state: State, wide: boolean, value: Value | undefined): Value {
  if (value === undefined) return unknownValue(null)
  let bytes = value.bytes
  if (bytes === undefined && value.number === true && spend(state, value.words.length)) {
    bytes = value.words.map(({ text }) => String.fromCharCode(Number(text) & 0xff)).join('')
  }
  if (bytes === undefined || !spend(state, bytes.length)) return { words: value.words.length === 1 ? value.words : [unknownWord(null)], inputs: value.inputs }
  return valueOf({ text: wide ? utf16Of(bytes) : utf8Of(bytes) }, value.inputs)
}

/** Writes down the command line that the call is the same as. */
function stand(state: State, call: Call, meaning: Meaning, { names, self }: Target): Value {
  // What is not said of it is not taken from it: a web client is no part of the address.
  const inputs = inputsOf(call.args, /\$(?:self|method)/.test(meaning.is ?? '') ? self?.inputs : [])
  const words = fillTemplate(meaning.is ?? '', {
    count: call.args.length,
    item: (at) => argument(state, call, at),
    items: (at) => targets(call, at),
    all: allWords(call),
    self: self === null || self.words.length === 0 ? [unknownWord(null)] : self.words,
    names,
  })
  if (!spend(state, words.length)) return unknownValue(null, inputs)
  const index = emit(state, { words, inputs, start: call.start })
  return unknownValue(words[0]?.text ?? null, [index])
}

/** The command that runs code: `& ([scriptblock]::Create('…'))`. */
export function invoked(state: State, code: readonly Word[]): Word[] {
  const meaning = own(state.tongue.calls, 'code#invoke')
  const nothing = unknownWord(null)
  return fillTemplate(meaning?.is ?? '$self', { count: 0, item: () => nothing, items: () => [], all: [], self: code, names: {} })
}

/** What the call does, and what comes back from it. */
function follow(state: State, call: Call, meaning: Meaning, target: Target): Value {
  if (meaning.and !== undefined) follow(state, call, meaning.and, target)
  const made = meaning.is === undefined ? unknownValue(null, inputsOf(call.args, target.self?.inputs)) : stand(state, call, meaning, target)
  return meaning.gives === undefined ? made : given(state, call, meaning.gives, made, target)
}

function given(state: State, call: Call, gives: string, made: Value, { self }: Target): Value {
  const { inputs } = made
  const [what, detail = ''] = gives.split(/:(.*)/s)
  const first = call.args[0]
  switch (what) {
    case 'thing':
      return { ...made, kind: detail }
    case 'registry':
      return { ...valueOf({ text: detail }, inputs), kind: 'registrykey' }
    case 'key-below':
      return { ...valueOf(joinWords([self === null ? unknownWord(null) : oneWord(state, self), argument(state, call, 0)], '\\'), inputs), kind: 'registrykey' }
    case 'variable':
      return unknownValue(detail === '' ? argument(state, call, 0).text : detail + (argument(state, call, 0).text ?? '').toLowerCase(), inputs)
    case 'temp':
      return valueOf(joinWords([unknownWord('TMPDIR'), { text: '/' }], ''))
    case 'text':
      return valueOf({ text: detail }, inputs)
    case 'path':
      return valueOf(expandTilde({ text: detail }), inputs)
    case 'first':
      return first === undefined ? made : { ...valueOf(argument(state, call, 0), inputs), ...(detail === '' ? {} : { kind: detail }) }
    case 'path-join':
      return joinPaths(state, allWords(call), inputs)
    case 'char':
      return first === undefined ? made : foldCast(state, what, first)
    case 'integer':
      return toInteger(call, inputs)
    case 'decode':
      return decodeBytes(state, detail === 'wide', first)
    case 'base64': {
      const { text } = argument(state, call, 0)
      const bytes = text === null || !spend(state, text.length) ? null : bytesOfBase64(text)
      return bytes === null ? made : { ...made, bytes }
    }
    case 'called':
      return (self?.body === undefined ? null : state.callBody(state, self.body, { words: allWords(call), inputs, from: null })) ?? made
    case 'string':
      return stringCall(state, call, inputs)
    default:
      return made
  }
}

/** `[Type]::Method(…)`. */
export function staticCall(state: State, type: string, call: Call): Value {
  const { method } = call
  const inputs = inputsOf(call.args)
  if (method === null) return unknownValue(null, inputs)
  const { calls } = state.tongue
  const meaning = own(calls, `${type}.${method}`) ?? own(calls, `*.${method}`)
  const made = meaning === undefined ? unknownValue(null, inputs) : follow(state, call, meaning, { names: { type, method }, self: null })
  return made.kind === 'own' ? { ...made, kind: type } : made
}

/** `[Type]::Name` and `value.Name`, as far as it is told; null: nobody said. */
export function memberOf(state: State, type: string, name: string): Value | null {
  const meaning = own(state.tongue.calls, `${type}.${name}`)
  return meaning?.gives === undefined
    ? null
    : given(state, { start: state.at, method: name, args: [] }, meaning.gives, unknownValue(null), { names: {}, self: null })
}

function toInteger(call: Call, inputs: readonly number[]): Value {
  const [text, base] = [call.args[0] === undefined ? null : textOf(call.args[0]), call.args[1] === undefined ? '10' : textOf(call.args[1])]
  const number = text === null || base === null || !/^(?:2|8|10|16)$/.test(base) ? Number.NaN : Number.parseInt(text, Number(base))
  return Number.isNaN(number) ? unknownValue(null, inputs) : { words: [{ text: String(number) }], inputs, number: true }
}

function stringCall(state: State, call: Call, inputs: readonly number[]): Value {
  const words = allWords(call)
  const [first, ...rest] = words
  if (first === undefined || !spend(state, sizeOf(words))) return unknownValue(null, inputs)
  if (call.method === 'concat') return valueOf(joinWords(words, ''), inputs)
  if (call.method === 'join') return first.text === null ? unknownValue(null, inputs) : foldOperator(state, 'join', { words: rest, inputs }, valueOf(first))
  return foldOperator(state, 'f', valueOf(first), { words: rest, inputs })
}

/** One path of several; the separator the first one uses, a backslash otherwise. */
export function joinPaths(state: State, words: readonly Word[], inputs: readonly number[]): Value {
  if (!spend(state, sizeOf(words))) return unknownValue(null, inputs)
  const separator = words.some((word) => word.text?.includes('/') === true) ? '/' : '\\'
  const trimmed = words.map((word, index) => {
    if (word.text === null || word.parts !== undefined) return word
    const from = index > 0 ? word.text.search(/[^\\/]|$/) : 0
    let to = word.text.length
    if (index < words.length - 1) while (to > from && (word.text[to - 1] === '/' || word.text[to - 1] === '\\')) to--
    return { text: word.text.slice(from, to) }
  })
  return valueOf(joinWords(trimmed, separator), inputs)
}

/** `value.Method(…)`. */
export function instanceCall(state: State, value: Value, call: Call): Value {
  const { method } = call
  const inputs = inputsOf(call.args, value.inputs)
  if (method === null) return unknownValue(null, inputs)
  const { calls } = state.tongue
  const meaning = (value.kind === undefined ? undefined : own(calls, `${value.kind}#${method}`)) ?? own(calls, `*#${method}`)
  if (meaning !== undefined) return follow(state, call, meaning, { names: { method }, self: value })
  const folded = value.kind === undefined || value.kind === 'char' ? foldStringMethod(state, value, method, call.args) : null
  // The result of an unread method on something unknown is still that unknown thing, for what may be in it.
  return folded ?? { words: value.words.length === 1 && value.words[0]?.text === null ? value.words : [unknownWord(null)], inputs }
}
