// Reads PowerShell text into the commands it would run.
import type { Word } from '../../model.ts'
import { mergeInputs, unknownWord } from '../_windows/words.ts'
import type { Tongue } from '../_windows/tongue.ts'
import type { WinCommand } from '../_windows/words.ts'
import { nested, spend, step } from '../_windows/budget.ts'
import { append, emit, isDouble, isLineEnd, isSingle, isSpace, NOTHING, oneWord, skip, together, unknownValue } from './state.ts'
import type { State, Value } from './state.ts'
import { readVariableName } from './text.ts'
import { readExpression } from './expression.ts'
import { callBody, readParameters } from './bodies.ts'
import { commandOutput, readCommand, readGiven } from './command.ts'

const MOST_STEPS = 50_000

/** Commands in the order they would start; what is inside another's arguments comes before it. */
export function readPowershell(text: string, tongue: Tongue, variables: ReadonlyMap<string, Word> = new Map()): { commands: WinCommand[]; complete: boolean } {
  const state: State = {
    tongue,
    text,
    at: 0,
    commands: [],
    variables: new Map(),
    scopes: [],
    calling: new Set(),
    outputs: new Map(),
    aliases: new Map(),
    functions: new Map(),
    given: variables,
    conditional: 0,
    item: null,
    items: null,
    depth: 0,
    allowance: 500_000 + text.length,
    steps: MOST_STEPS,
    complete: true,
    readStatements,
    callBody,
  }
  readStatements(state, '')
  return { commands: state.commands, complete: state.complete }
}

function readStatements(state: State, closer: string): Value {
  let value = NOTHING
  for (;;) {
    step(state)
    skip(state, true)
    const c = state.text[state.at]
    if (c === undefined) {
      if (closer !== '') state.complete = false
      return value
    }
    if (c === closer) {
      state.at++
      return value
    }
    const before = state.at
    if (c === ';') state.at++
    else value = together(state, value, readStatement(state))
    if (state.at === before) {
      // A character no statement begins with: a stray bracket, half of a language we do not read.
      state.complete = false
      state.at++
    }
  }
}

function readStatement(state: State): Value {
  let value = readPipeline(state)
  for (;;) {
    skip(state, false)
    const two = state.text.slice(state.at, state.at + 2)
    if (two === '&&' || two === '||') {
      state.at += 2
      skip(state, true)
      value = together(state, value, readPipeline(state))
    } else {
      if (two[0] === '&') state.at++
      return value
    }
  }
}

interface Element {
  readonly value: Value
  /** The command whose output it is; null for an expression. */
  readonly command: number | null
}

function readPipeline(state: State): Value {
  const [outer, outerItems] = [state.item, state.items]
  let from: number | null = null
  for (;;) {
    if (from !== null) state.item = from
    step(state)
    const start = state.at
    const element = readElement(state, from)
    skip(state, false)
    if (isLineEnd(state.text[state.at])) continueOnNextLine(state)
    if (state.text[state.at] !== '|' || state.text[state.at + 1] === '|') {
      Object.assign(state, { item: outer, items: outerItems })
      return element.value
    }
    from =
      element.command ??
      sourceOf(element.value) ??
      emit(state, { words: [{ text: 'Write-Output' }, ...element.value.words], inputs: element.value.inputs, start })
    state.items = element.command === null && isSaid(element.value) ? { ...element.value, oneOf: true } : null
    state.at++
    skip(state, true)
  }
}

/** Whether the text says all of it: no command puts out what is not known of it. */
const isSaid = ({ words, inputs }: Value): boolean => words.length > 0 && (inputs.length === 0 || words.every(({ text }) => text !== null))

/** The command whose output the value is and nothing else. */
function sourceOf(value: Value): number | null {
  const [word] = value.words
  const whole = value.words.length === 1 && word?.text === null && word.parts?.length === 1 && value.inputs.length === 1
  return whole ? (value.inputs[0] ?? null) : null
}

/** A line may begin with the bar that continues the one before. */
function continueOnNextLine(state: State): void {
  let at = state.at
  while (isSpace(state.text[at]) || isLineEnd(state.text[at])) at++
  if (state.text[at] === '|' && state.text[at + 1] !== '|') state.at = at
}

const CAST_TARGET = /(?:\[[\w.]{1,100}(?:\[\])?\]\s{0,20}){1,5}(?=\$)/y
const ASSIGN = /\s{0,200}(\+|-|\*|\/|%|\?\?)?=(?!=)/y

function readElement(state: State, from: number | null): Element {
  const { text } = state
  const c = text[state.at] ?? ''
  const next = text[state.at + 1]
  const called = c === '&' || (c === '.' && (isSpace(next) || isSingle(next) || isDouble(next) || next === '$' || next === '(' || next === '{'))
  if (called) return readCalled(state, from)
  if (c === '$' || c === '[') {
    const assigned = readAssignment(state)
    if (assigned !== null) return { value: assigned, command: null }
  }
  if (/[$([@{\d,!+]/.test(c) || isSingle(c) || isDouble(c) || (c === '-' && /[\d(.$'"jsnb-]/i.test(next ?? ''))) return readExpressionElement(state, from)
  const keyword = readKeyword(state)
  return keyword === null ? fromCommand(state, readCommand(state, from, null)) : { value: keyword, command: null }
}

function fromCommand(state: State, index: number | null): Element {
  return index === null ? { value: NOTHING, command: null } : { value: commandOutput(state, index), command: index }
}

/** `& name …` and `. name …`. */
function readCalled(state: State, from: number | null): Element {
  state.at++
  skip(state, false)
  if (state.text[state.at] !== '{') return fromCommand(state, readCommand(state, from, null))
  // Run at once: as certain as the call itself.
  const [start, first] = [state.at, state.commands.length]
  state.at++
  const read = nested(state, () => state.readStatements(state, '}'), NOTHING)
  const body = { start, from: first, to: state.commands.length, value: read }
  const given = readGiven(state)
  const value = given.words.length === 0 ? read : (callBody(state, body, { ...given, from }) ?? read)
  const last = value.inputs[value.inputs.length - 1]
  return { value, command: last ?? null }
}

function readExpressionElement(state: State, from: number | null): Element {
  const start = state.at
  const count = state.commands.length
  const value = readExpression(state)
  skip(state, false)
  const c = state.text[state.at]
  const assigns = match(ASSIGN, state)
  if (assigns !== null) {
    state.at += assigns[0].length
    skip(state, true)
    const right = nested(state, () => readStatement(state), NOTHING)
    return { value: { words: [], inputs: right.inputs }, command: null }
  }
  // A quoted program with arguments is no PowerShell, but it is plain what was meant.
  const quoted = isSingle(state.text[start]) || isDouble(state.text[start])
  if (quoted && c !== undefined && value.words.length === 1 && /[\w\-/.$"']/.test(c) && state.commands.length === count) {
    return fromCommand(state, readCommand(state, from, { word: oneWord(state, value), start }))
  }
  // `"text" > file` writes what would be shown.
  if (c === '>') return fromCommand(state, readCommand(state, null, { word: { text: 'Write-Output' }, start, given: value }))
  return { value, command: null }
}

function match(pattern: RegExp, state: State): RegExpExecArray | null {
  pattern.lastIndex = state.at
  return pattern.exec(state.text)
}

/** `$name = …`, a type before it or not; null, without moving, for anything else. */
function readAssignment(state: State): Value | null {
  const start = state.at
  const cast = match(CAST_TARGET, state)
  if (cast !== null) state.at += cast[0].length
  const name = readVariableName(state)
  const assigns = name === null ? null : match(ASSIGN, state)
  if (name === null || assigns === null) {
    state.at = start
    return null
  }
  state.at += assigns[0].length
  skip(state, true)
  const right = nested(state, () => readStatement(state), NOTHING)
  const before = state.variables.get(name.key)
  // What a body sets for everybody, its caller sees.
  if (name.shared)
    for (const scope of state.scopes) scope.set(name.key, assigns[1] === undefined && state.conditional === 0 ? right : unknownValue(name.written))
  if (assigns[1] === '+' && before !== undefined && state.conditional === 0 && before.oneOf !== true) {
    const words: Word[] = []
    append(state, words, before.words)
    append(state, words, right.words)
    const inputs = mergeInputs(before.inputs, right.inputs)
    const sum = words.length === 2 ? { words: [oneWordOf(state, words)], inputs } : { words, inputs }
    state.variables.set(name.key, sum)
  } else if (assigns[1] !== undefined || (state.conditional > 0 && before !== undefined && before !== right)) {
    // One of several values by the time it is used.
    state.variables.set(name.key, unknownValue(name.written, mergeInputs(before?.inputs ?? [], right.inputs)))
  } else state.variables.set(name.key, right)
  return { words: [], inputs: [] }
}

function oneWordOf(state: State, words: readonly Word[]): Word {
  const [a, b] = words
  if (typeof a?.text === 'string' && typeof b?.text === 'string')
    return spend(state, a.text.length + b.text.length) ? { text: a.text + b.text } : unknownWord(null)
  return {
    text: null,
    parts: [...(a?.parts ?? [{ kind: 'text' as const, text: a?.text ?? '' }]), ...(b?.parts ?? [{ kind: 'text' as const, text: b?.text ?? '' }])].slice(0, 100),
  }
}

const CONTROL = 'if|elseif|else|while|until|do|for|foreach|switch|try|catch|finally|trap|begin|process|end|default'
const KEYWORD = new RegExp(`(?:${CONTROL}|function|filter|class|param|return|throw|exit|break|continue|using)(?![\\w\\-.\\\\/:])`, 'iy')
const FOLLOWS = /(?:elseif|else|catch|finally|while|until)(?![\w\-.\\/:])/iy
const CERTAIN = new Set(['try', 'finally', 'begin', 'process', 'end', 'do'])

/** A statement that begins with a word of the language; null for anything else. */
function readKeyword(state: State): Value | null {
  let found = match(KEYWORD, state)
  if (found === null) return null
  let [value, several] = [NOTHING, false]
  while (found !== null) {
    const word = found[0].toLowerCase()
    const start = state.at
    state.at += word.length
    skip(state, word !== 'return' && word !== 'exit' && word !== 'throw' && word !== 'break' && word !== 'continue')
    if (/^(?:return|throw|exit)$/.test(word)) return nested(state, () => readStatement(state), NOTHING)
    if (word === 'foreach' && state.text[state.at] !== '(') {
      // The alias of ForEach-Object, in the middle of a pipeline.
      state.at = start
      return null
    }
    const piece = readControlled(state, word)
    several ||= value.words.length > 0
    value = together(state, value, piece)
    const end = state.at
    skip(state, true)
    found = match(FOLLOWS, state)
    if (found === null) state.at = end
  }
  return several ? { ...value, oneOf: true } : value
}

function readControlled(state: State, word: string): Value {
  if (word === 'using' || word === 'break' || word === 'continue') {
    while (state.at < state.text.length && !/[;}\r\n]/.test(state.text[state.at] ?? '')) state.at++
    return NOTHING
  }
  if (word === 'param') {
    readUnbound(state)
    return NOTHING
  }
  let name = ''
  let start: number | null = null
  if (word === 'function' || word === 'filter' || word === 'class') {
    while (state.at < state.text.length && !/[\s({]/.test(state.text[state.at] ?? '')) name += state.text[state.at++]
    skip(state, true)
    start = state.at
    if (word === 'class') while (state.at < state.text.length && state.text[state.at] !== '{') state.at++
    else readUnbound(state)
  } else if (word === 'switch') {
    while (state.text[state.at] === '-') {
      while (/[\w-]/.test(state.text[state.at] ?? '')) state.at++
      skip(state, true)
    }
  } else if (word === 'catch' || word === 'trap') {
    while (state.at < state.text.length && /[[\]\w.,\s]/.test(state.text[state.at] ?? '')) state.at++
  }
  if (state.text[state.at] === '(') readHeader(state, word)
  skip(state, true)
  if (state.text[state.at] !== '{') return NOTHING
  const from = state.commands.length
  const value = readBlock(state, CERTAIN.has(word))
  if (name === '' || word === 'class' || start === null) return value
  state.functions.set(name.toLowerCase().replace(/^(?:global|script|local|private):/, ''), { start, from, to: state.commands.length, value })
  return NOTHING
}

/** Parameters of what nobody has called yet: their values come from outside. */
function readUnbound(state: State): void {
  for (const { key, written } of readParameters(state)) state.variables.set(key, unknownValue(written))
}

function readBlock(state: State, certain: boolean): Value {
  state.at++
  if (!certain) state.conditional++
  const value = nested(state, () => state.readStatements(state, '}'), NOTHING)
  if (!certain) state.conditional--
  return value
}

function readHeader(state: State, word: string): void {
  state.at++
  skip(state, true)
  if (word === 'foreach' && state.text[state.at] === '$') {
    const name = readVariableName(state)
    skip(state, true)
    if (name !== null && /^in\b/i.test(state.text.slice(state.at, state.at + 3))) {
      state.at += 2
      skip(state, true)
      const items = nested(state, () => state.readStatements(state, ')'), NOTHING)
      state.variables.set(name.key, isSaid(items) ? { ...items, oneOf: true } : unknownValue(name.written, items.inputs))
      return
    }
  }
  nested(state, () => state.readStatements(state, ')'), NOTHING)
}
