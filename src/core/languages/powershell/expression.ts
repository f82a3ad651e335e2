// What does a PowerShell expression stand for, and what would evaluating it run?
import type { Word } from '../../model.ts'
import { mergeInputs, sizeOf, unknownWord } from '../_windows/words.ts'
import { nested, spend, step } from '../_windows/budget.ts'
import { isDouble, isLineEnd, isSingle, isSpace, NOTHING, oneWord, skip, textOf, unknownValue, valueOf } from './state.ts'
import type { State, Value } from './state.ts'
import { readQuoted, readVariableName, variableValue } from './text.ts'
import { foldCast, foldIndex, foldOperator } from './fold.ts'
import { instanceCall, memberOf, staticCall, typeName } from './dotnet.ts'

const TYPE = /\[\s*([A-Za-z_][\w.+`]{0,120}(?:\[[\w., ]{0,120}\])?)\s*\]/y
const NUMBER = /(?:0x[\da-f]+|\d+(?:\.\d+)?(?:e\d+)?)(?:[kmgtp]b|l|d)?/iy
const CASED = 'join|split|replace|eq|ne|gt|ge|lt|le|like|notlike|match|notmatch|contains|notcontains|in|notin'
const WORD_OPERATOR = new RegExp(`[-\u2013\u2014\u2015](f|[ic]?(?:${CASED})|is|isnot|as|and|or|xor|band|bor|bxor|shl|shr)(?![\\w-])`, 'iy')
const UNARY = /[-\u2013\u2014\u2015](join|[ic]?split|not|bnot)(?![\w-])/iy
const BARE = /[\w.\\:/*?~-]{1,400}/y
const SIGN = /[-+*/%]/

function match(pattern: RegExp, state: State): RegExpExecArray | null {
  pattern.lastIndex = state.at
  return pattern.exec(state.text)
}

/** Reads one expression. Without `commas`, a comma ends it (arguments of a method, default values). */
export function readExpression(state: State, commas = true): Value {
  let value = readSum(state, commas)
  for (;;) {
    skip(state, false)
    const found = match(WORD_OPERATOR, state)
    const other = state.text.startsWith('??', state.at) && state.text[state.at + 2] !== '='
    if (found === null && !other) {
      if (state.text[state.at] !== '?' || !isSpace(state.text[state.at + 1])) return value
      return readChoice(state, value, commas)
    }
    state.at += found === null ? 2 : found[0].length
    skip(state, true)
    value = foldOperator(state, found?.[1]?.toLowerCase().replace(/^[ic](?=join)/, '') ?? '??', value, readSum(state, commas))
  }
}

function readChoice(state: State, condition: Value, commas: boolean): Value {
  state.at++
  skip(state, true)
  const yes = nested(state, () => readExpression(state, commas), NOTHING)
  skip(state, true)
  if (state.text[state.at] !== ':') return unknownValue(null, mergeInputs(condition.inputs, yes.inputs))
  state.at++
  skip(state, true)
  const no = nested(state, () => readExpression(state, commas), NOTHING)
  const inputs = mergeInputs(yes.inputs, no.inputs)
  return spend(state, yes.words.length + no.words.length) ? { words: [...yes.words, ...no.words], inputs, oneOf: true } : unknownValue(null, inputs)
}

function readSum(state: State, commas: boolean): Value {
  let value = readProduct(state, commas)
  for (;;) {
    skip(state, false)
    const c = state.text[state.at]
    const next = state.text[state.at + 1]
    // `-name` is an operator of another level or not ours; `+=` is an assignment.
    if ((c !== '+' && c !== '-') || next === '=' || next === c || (c === '-' && /[A-Za-z]/.test(next ?? ''))) return value
    state.at++
    skip(state, true)
    value = foldOperator(state, c, value, readProduct(state, commas))
  }
}

function readProduct(state: State, commas: boolean): Value {
  let value = readList(state, commas)
  for (;;) {
    skip(state, false)
    const c = state.text[state.at]
    const range = c === '.' && state.text[state.at + 1] === '.'
    const format = c === '-' ? match(WORD_OPERATOR, state) : null
    const isFormat = format?.[1]?.toLowerCase() === 'f'
    if (!range && !isFormat && ((c !== '*' && c !== '/' && c !== '%') || state.text[state.at + 1] === '=')) return value
    state.at += range || isFormat ? 2 : 1
    skip(state, true)
    value = foldOperator(state, range ? '..' : isFormat ? 'f' : (c ?? ''), value, readList(state, commas || isFormat))
  }
}

function readList(state: State, commas: boolean): Value {
  const first = readUnary(state)
  if (!commas) return first
  skip(state, false)
  if (state.text[state.at] !== ',') return first
  const words: Word[] = [...first.words]
  let { inputs } = first
  let number = first.number === true
  let allowed = true
  while (state.text[state.at] === ',') {
    state.at++
    skip(state, true)
    const next = readUnary(state)
    allowed = allowed && spend(state, next.words.length)
    if (allowed) for (const word of next.words) words.push(word)
    inputs = mergeInputs(inputs, next.inputs)
    number = number && next.number === true
    skip(state, false)
  }
  return { words: allowed ? words : [unknownWord(null)], inputs, number }
}

function readUnary(state: State): Value {
  step(state)
  const c = state.text[state.at]
  const word = match(UNARY, state)
  if (word !== null) {
    state.at += word[0].length
    skip(state, true)
    const value = nested(state, () => readList(state, true), NOTHING)
    const operator = word[1]?.toLowerCase() ?? ''
    if (operator === 'join') return foldOperator(state, 'join', value, valueOf({ text: '' }))
    return operator.endsWith('split') ? foldOperator(state, 'split', value, valueOf({ text: ' ' })) : unknownValue(null, value.inputs)
  }
  if (c === '!' || c === ',' || c === '+' || c === '-') {
    state.at += state.text[state.at + 1] === c ? 2 : 1
    skip(state, false)
    const value = nested(state, () => readUnary(state), NOTHING)
    const text = textOf(value)
    if (c === '-' && value.number === true && text !== null && !text.startsWith('-'))
      return { words: [{ text: `-${text}` }], inputs: value.inputs, number: true }
    return c === '!' ? unknownValue(null, value.inputs) : value
  }
  if (c === '[') {
    const type = match(TYPE, state)
    if (type !== null && !state.text.startsWith('::', state.at + type[0].length)) {
      const start = state.at
      state.at += type[0].length
      skip(state, false)
      const next = state.text[state.at]
      // A type alone, as after `-is` or in a list of types.
      if (next === undefined || !(/[$(@[\w\-+!{]/.test(next) || isSingle(next) || isDouble(next))) return valueOf({ text: state.text.slice(start, state.at) })
      const value = nested(state, () => readUnary(state), NOTHING)
      return foldCast(state, typeName(type[1] ?? ''), value)
    }
  }
  return readPostfix(state)
}

/** A value and what follows it directly: members, calls, indexes. */
export function readPostfix(state: State): Value {
  const start = state.at
  return readMembers(state, readPrimary(state), start)
}

export function readMembers(state: State, first: Value, start: number): Value {
  let value = first
  for (;;) {
    step(state)
    const { text } = state
    const c = text[state.at]
    const next = text[state.at + 1]
    if (c === '[' && value !== NOTHING) {
      state.at++
      skip(state, true)
      const index = nested(state, () => readExpression(state), NOTHING)
      skip(state, true)
      if (text[state.at] === ']') state.at++
      else if (state.at >= text.length) state.complete = false
      value = foldIndex(state, value, index)
    } else if ((c === '.' && next !== undefined && next !== '.' && memberStart(next)) || (c === '?' && next === '.') || (c === ':' && next === ':')) {
      state.at += c === '.' ? 1 : 2
      value = readMember(state, value, start)
    } else if ((c === '+' && next === '+') || (c === '-' && next === '-')) {
      state.at += 2
      value = unknownValue(null, value.inputs)
    } else return value
    if (state.at >= text.length) return value
  }
}

function memberStart(c: string): boolean {
  return /[\w$(]/.test(c) || isSingle(c) || isDouble(c)
}

function readMember(state: State, value: Value, start: number): Value {
  const name = readMemberName(state)
  if (state.text[state.at] !== '(' && state.text[state.at] !== '{') return property(state, value, name)
  const args = state.text[state.at] === '(' ? readArguments(state) : [readPrimary(state)]
  const call = { start, method: name?.toLowerCase() ?? null, args }
  return value.kind?.startsWith('type:') === true ? staticCall(state, value.kind.slice(5), call) : instanceCall(state, value, call)
}

function readMemberName(state: State): string | null {
  const c = state.text[state.at]
  if (c !== undefined && /\w/.test(c)) {
    const from = state.at
    while (/[\w`]/.test(state.text[state.at] ?? '')) state.at++
    return state.text.slice(from, state.at).replaceAll('`', '')
  }
  return textOf(nested(state, () => readPrimary(state), NOTHING))
}

function property(state: State, value: Value, name: string | null): Value {
  const key = name?.toLowerCase() ?? ''
  if (value.kind?.startsWith('type:') === true) {
    return memberOf(state, value.kind.slice(5), key) ?? unknownValue(name, value.inputs)
  }
  const member = value.kind === undefined ? null : memberOf(state, value.kind, key)
  if (member !== null) return { ...member, inputs: value.inputs }
  const entry = value.table?.find(([own]) => own.toLowerCase() === key)
  if (entry !== undefined) return entry[1]
  // What names a file stays that file: `(Get-Item x).FullName`, `$PWD.Path`, `$_.FullName`.
  if (/^(?:fullname|path|pspath|providerpath|psparentpath|value)$/.test(key)) return { words: value.words, inputs: value.inputs, oneOf: value.oneOf === true }
  if (value.words.length === 1 && value.words[0]?.text === null) return { words: value.words, inputs: value.inputs }
  return unknownValue(null, value.inputs)
}

function readArguments(state: State): readonly Value[] {
  state.at++
  return nested(state, () => {
    const args: Value[] = []
    for (;;) {
      skip(state, true)
      const c = state.text[state.at]
      if (c === undefined) {
        state.complete = false
        return args
      }
      if (c === ')') {
        state.at++
        return args
      }
      const before = state.at
      if (c === ',') state.at++
      else args.push(readExpression(state, false))
      if (state.at === before) state.at++
    }
  }, [])
}

function readPrimary(state: State): Value {
  const { text } = state
  const c = text[state.at]
  const next = text[state.at + 1]
  if (c === undefined) return NOTHING
  const quoted = readQuoted(state)
  if (quoted !== null) return quoted
  if (c === '(') return readGroup(state, 1)
  if ((c === '$' || c === '@') && next === '(') return readGroup(state, 2)
  if (c === '@' && next === '{') return readTable(state)
  if (c === '$') {
    const name = readVariableName(state)
    if (name !== null) return variableValue(state, name)
  }
  if (c === '[') {
    const type = match(TYPE, state)
    if (type !== null) {
      state.at += type[0].length
      return { words: [{ text: type[1] ?? '' }], inputs: [], kind: `type:${typeName(type[1] ?? '')}` }
    }
  }
  if (c === '{') return readScriptBlock(state)
  const number = match(NUMBER, state)
  if (number !== null) {
    state.at += number[0].length
    return { words: [{ text: number[0] }], inputs: [], number: true }
  }
  const bare = SIGN.test(c) ? null : match(BARE, state)
  if (bare === null) return NOTHING
  state.at += bare[0].length
  return valueOf({ text: bare[0] })
}

function readGroup(state: State, opening: number): Value {
  const isList = state.text[state.at] === '@'
  state.at += opening
  const value = nested(state, () => state.readStatements(state, ')'), NOTHING)
  return isList && value.kind === undefined && value.words.length > 0 ? { ...value, list: true } : value
}

/** `{ … }` as a value: what it would run is listed now, as something that need not happen. */
export function readScriptBlock(state: State): Value {
  const [start, from] = [state.at, state.commands.length]
  state.at++
  state.conditional++
  const value = nested(state, () => state.readStatements(state, '}'), NOTHING)
  state.conditional--
  const body = { start, from, to: state.commands.length, value }
  return { words: [{ text: state.text.slice(start, state.at) }], inputs: value.inputs, kind: 'scriptblock', body }
}

/** `@{ name = value; … }`. */
function readTable(state: State): Value {
  state.at += 2
  return nested<Value>(
    state,
    () => {
      const table: (readonly [string, Value])[] = []
      let inputs: readonly number[] = []
      for (;;) {
        skip(state, true)
        const c = state.text[state.at]
        if (c === undefined || c === '}') {
          if (c === undefined) state.complete = false
          state.at++
          return { words: [unknownWord(null)], inputs, table }
        }
        const before = state.at
        const key = c === ';' || c === ',' ? null : textOf(readPostfix(state))
        skip(state, true)
        if (state.text[state.at] === '=') {
          state.at++
          skip(state, true)
          const value = readEntry(state)
          inputs = mergeInputs(inputs, value.inputs)
          if (key !== null) table.push([key, value])
        }
        if (state.at === before) state.at++
      }
    },
    NOTHING,
  )
}

/** The right side of an entry ends at a line end, `;` or `}`: a command there must stand in brackets to be common. */
function readEntry(state: State): Value {
  const value = readExpression(state)
  skip(state, false)
  const c = state.text[state.at]
  if (c !== undefined && c !== ';' && c !== '}' && !isLineEnd(c)) {
    while (state.at < state.text.length && !/[;}\r\n]/.test(state.text[state.at] ?? '')) state.at++
  }
  return value
}

/** The words to give for `@name`: each entry of a known table as a parameter. */
export function splatWords(state: State, value: Value): readonly Word[] {
  if (value.table === undefined) return value.words
  const words: Word[] = []
  for (const [name, entry] of value.table) {
    if (!spend(state, 2 + sizeOf(entry.words))) return [unknownWord(null)]
    const word = oneWord(state, entry)
    if (word.text === '$false') continue
    words.push({ text: `-${name}` })
    if (word.text !== '$true') for (const item of entry.words) words.push(item)
  }
  return words
}
