// Reads the words of one PowerShell command, and what comes out of it.
import type { Word } from '../../model.ts'
import { addWord, finishWord, literal, mergeInputs, sizeOf, unknownPart, unknownWord } from '../_windows/words.ts'
import type { WinCommand } from '../_windows/words.ts'
import type { Meaning } from '../_book/book.ts'
import { spend, step } from '../_windows/budget.ts'
import { commandOf, own } from '../_windows/tongue.ts'
import { append, emit, expandTilde, isDouble, isLineEnd, isSingle, isSpace, NOTHING, oneWord, skip, textOf, unknownValue, valueOf } from './state.ts'
import type { Body, State, Value } from './state.ts'
import type { Given } from './bodies.ts'
import { flush, readQuoted, readVariableName, takeNext, variableValue } from './text.ts'
import type { Making } from './text.ts'
import { readMembers, readPostfix, readScriptBlock, splatWords } from './expression.ts'
import { invoked, joinPaths, typeName } from './dotnet.ts'

const REDIRECT = /(?:[1-6*])?>>?(&[1-6])?/y
const PARAMETER = /([-\u2013\u2014\u2015][A-Za-z_?][\w-]{0,100}):(?![\\/])/y
const STATIC = /\[[A-Za-z_][\w.]{0,120}\]::/y
const DASHES = /^[\u2013\u2014\u2015]/
const ENDS = ';|&(){},>'

function ends(c: string | undefined): boolean {
  return c === undefined || isSpace(c) || isLineEnd(c) || ENDS.includes(c)
}

/** A command whose name has been read, and what else it is given. */
interface Named {
  readonly word: Word
  readonly start: number
  readonly given?: Value
}

/** Reads a command and writes it down; null where there was none. */
export function readCommand(state: State, from: number | null, name: Named | null): number | null {
  const start = name?.start ?? state.at
  const read = readWords(state, name === null ? [] : [name.word, ...(name.given?.words ?? [])], name?.given?.inputs ?? [])
  if (read.words.length === 0) return null
  const after = state.at
  state.at = read.end
  const index = writeDown(state, read, from, start)
  state.at = Math.max(state.at, after)
  return index
}

/** What is behind a script block that is called. */
export function readGiven(state: State): { readonly words: readonly Word[]; readonly inputs: readonly number[] } {
  const { words, inputs } = readWords(state, [{ text: '' }], [])
  return { words: words.slice(1), inputs }
}

interface ReadWords {
  readonly words: Word[]
  readonly inputs: readonly number[]
  readonly redirects: WinCommand['redirects']
  readonly first: Value | null
  readonly blocks: readonly Body[]
  readonly end: number
}

function readWords(state: State, before: readonly Word[], known: readonly number[]): ReadWords {
  const words: Word[] = [...before]
  const redirects: WinCommand['redirects'][number][] = []
  const blocks: Body[] = []
  let inputs = known
  let first: Value | null = null
  let end = state.at
  for (;;) {
    step(state)
    skip(state, false)
    const before = state.at
    const c = state.text[before]
    if (c === undefined || isLineEnd(c) || c === ';' || c === '|' || c === '&' || c === ')' || c === '}') break
    const redirect = readRedirect(state)
    if (redirect !== null) {
      if (redirect.target !== null) redirects.push({ append: redirect.append, target: redirect.target })
      inputs = mergeInputs(inputs, redirect.inputs)
    } else if (c === ',') {
      state.at++
      skip(state, true)
    } else if (words.length > 0 && state.text.startsWith('--%', before) && isSpace(state.text[before + 3])) {
      readVerbatim(state, words)
    } else {
      const value = readArgument(state, words.length > 0)
      if (first === null) first = value
      if (value.body !== undefined) blocks.push(value.body)
      append(state, words, value.words.length === 0 && words.length === 0 ? [unknownWord(null)] : value.words)
      inputs = mergeInputs(inputs, value.inputs)
    }
    if (state.at === before) break
    end = state.at
  }
  return { words, inputs, redirects, first, blocks, end }
}

function writeDown(state: State, { words, inputs, redirects, first, blocks }: ReadWords, from: number | null, start: number): number | null {
  const draft = { words, inputs, redirects, pipedFrom: from, start }
  const given = { words: words.slice(1), inputs, from }
  if (first?.kind === 'code') return emit(state, { ...draft, words: invoked(state, words.slice(0, 1)) })
  // A block in a variable: what it runs is listed where it was written, or here if it is called with something.
  if (first?.kind === 'scriptblock') {
    if (first.body !== undefined && given.words.length > 0) state.callBody(state, first.body, given)
    return inputs[inputs.length - 1] ?? null
  }
  const name = words[0]?.text?.toLowerCase() ?? ''
  const body = state.functions.get(name)
  if (body !== undefined) {
    const value = state.callBody(state, body, given)
    // What the text defines itself is no cmdlet of that name.
    const index = emit(state, { ...draft, words: [literal(`function:${name}`), ...words.slice(1)], inputs: mergeInputs(inputs, (value ?? body.value).inputs) })
    if (value !== null) state.outputs.set(index, { ...value, inputs: mergeInputs([index], value.inputs) })
    return index
  }
  const index = emit(state, draft)
  callBlocks(state, blocks, given)
  const meant = meaningOf(state, name)
  const [named, value] =
    meant?.gives?.startsWith('names-') === true ? draft.words.slice(1).filter((word) => word.text === null || !word.text.startsWith('-')) : []
  if (typeof named?.text !== 'string' || value === undefined) return index
  if (meant?.gives === 'names-alias') {
    if (value.text !== null) state.aliases.set(named.text.toLowerCase(), value)
  } else state.variables.set(named.text.toLowerCase(), state.conditional > 0 ? unknownValue(named.text, draft.inputs) : valueOf(value, draft.inputs))
  return index
}

const ARGUMENTS = /^-arg(?:s|u[a-z]*)?$/i

/** `Invoke-Command { param($p) … } -ArgumentList x` */
function callBlocks(state: State, blocks: readonly Body[], given: Given): void {
  const at = blocks.length === 0 ? -1 : given.words.findIndex(({ text }) => text !== null && ARGUMENTS.test(text))
  if (at >= 0) for (const block of blocks) state.callBody(state, block, { ...given, words: given.words.slice(at + 1) })
}

function readRedirect(state: State): { readonly append: boolean; readonly target: Word | null; readonly inputs: readonly number[] } | null {
  REDIRECT.lastIndex = state.at
  const found = REDIRECT.exec(state.text)
  if (found === null) return null
  state.at += found[0].length
  if (found[1] !== undefined) return { append: false, target: null, inputs: [] }
  skip(state, false)
  const nowhere = /^\$null\b|^nul\b/i.test(state.text.slice(state.at, state.at + 6))
  if (ends(state.text[state.at]) && state.text[state.at] !== '(') return { append: false, target: null, inputs: [] }
  const value = readArgument(state, true)
  return { append: found[0].includes('>>'), target: nowhere || value.words.length === 0 ? null : oneWord(state, value), inputs: value.inputs }
}

/** After `--%` the line is taken as it is. */
function readVerbatim(state: State, words: Word[]): void {
  const from = state.at + 3
  while (state.at < state.text.length && !isLineEnd(state.text[state.at]) && state.text[state.at] !== '|') state.at++
  for (const [piece] of state.text.slice(from, state.at).matchAll(/"[^"]*"?|[^\s"]+/g)) words.push(literal(piece.replaceAll('"', '')))
}

function readArgument(state: State, argument: boolean): Value {
  const { text } = state
  const start = state.at
  const c = text[start]
  const next = text[start + 1]
  if (c === '{') return readScriptBlock(state)
  if (c === '(') return readPostfix(state)
  if ((c === '$' || c === '@') && next === '(') return continueBare(state, readPostfix(state))
  if (c === '@' && next === '{') return readPostfix(state)
  if (c === '@' && /\w/.test(next ?? '')) return readSplat(state)
  if (c === '[') {
    STATIC.lastIndex = start
    if (STATIC.test(text)) return readPostfix(state)
  }
  const quoted = readQuoted(state)
  if (quoted !== null) return /^\.\w{1,40}\(/.test(text.slice(state.at, state.at + 45)) ? readMembers(state, quoted, start) : continueBare(state, quoted)
  if (c === '$') {
    const name = readVariableName(state)
    if (name !== null) return continueBare(state, readMembers(state, variableValue(state, name), start))
  }
  if (argument) {
    const parameter = readParameter(state)
    if (parameter !== null) return parameter
  }
  return continueBare(state, NOTHING)
}

/** `-Name:value`: two words, or one where the value says no. */
function readParameter(state: State): Value | null {
  PARAMETER.lastIndex = state.at
  const found = PARAMETER.exec(state.text)
  if (found === null) return null
  state.at += found[0].length
  const name = (found[1] ?? '').replace(DASHES, '-')
  const c = state.text[state.at]
  if (ends(c) && c !== '(') return valueOf(literal(name))
  const value = readArgument(state, false)
  const text = textOf(value)?.toLowerCase()
  if (text === '$true') return valueOf(literal(name))
  if (text === '$false') return valueOf(literal(`${name}:$false`))
  return spend(state, value.words.length) ? { words: [literal(name), ...value.words], inputs: value.inputs } : valueOf(literal(name))
}

function readSplat(state: State): Value {
  const from = ++state.at
  while (/[\w:]/.test(state.text[state.at] ?? '')) state.at++
  const written = state.text.slice(from, state.at)
  const value = variableValue(state, { key: written.toLowerCase(), written })
  return { words: splatWords(state, value), inputs: value.inputs }
}

/** Takes the unquoted text that follows directly: `$home\x`, `"$a"b`, `plain`. */
function continueBare(state: State, first: Value): Value {
  const { text } = state
  if (first !== NOTHING && (ends(text[state.at]) || first.kind === 'scriptblock')) return first
  const making: Making = { parts: [], from: state.at, inputs: first.inputs, quoted: false }
  if (first !== NOTHING) {
    const word = oneWord(state, first)
    if (spend(state, sizeOf([word]))) addWord(making.parts, word)
    else making.parts.push(unknownPart(null))
  }
  while (!ends(text[state.at])) {
    const c = text[state.at]
    if (c === '`' && isLineEnd(text[state.at + 1])) break
    if (isSingle(c) || isDouble(c)) {
      flush(state, making)
      const quoted = readQuoted(state)
      if (quoted !== null) addWord(making.parts, oneWord(state, quoted))
      making.inputs = mergeInputs(making.inputs, quoted?.inputs ?? [])
      making.from = state.at
    } else takeNext(state, making)
  }
  flush(state, making)
  const { inputs } = making
  const word = expandTilde(finishWord(making.parts))
  return valueOf(word.text !== null && word.parts === undefined && DASHES.test(word.text) ? literal(word.text.replace(DASHES, '-')) : word, inputs)
}

const TAKES_VALUE = /^-(?:path|literalpath|childpath|additionalchildpath|name|typename|comobject|argumentlist|inputobject)$/i

/** What comes out of a command: known for the few that only pass text on. */
export function commandOutput(state: State, index: number): Value {
  const command = state.commands[index]
  const words = command?.words ?? []
  const name = words[0]?.text ?? null
  const operands = words.slice(1).filter((word) => word.text === null || !/^-[A-Za-z]/.test(word.text))
  const unknown = unknownValue(name, [index])
  const first = operands[0]
  const output = state.outputs.get(index)
  if (output !== undefined) return output
  if (command === undefined || command.pipedFrom !== null || !spend(state, words.length)) return unknown
  const plain = words.slice(1).every((word) => word.text === null || !/^-[A-Za-z]/.test(word.text) || TAKES_VALUE.test(word.text))
  const passed: Value = { words: operands, inputs: [index] }
  const gives = name === null ? undefined : meaningOf(state, name)?.gives
  if (gives?.startsWith('thing:') === true) return { ...unknown, kind: gives.slice(6) }
  switch (gives) {
    case 'path-join':
      return plain && operands.length > 1 ? joinPaths(state, operands, [index]) : unknown
    case 'command':
      // `gcm Remove-It*` finds whatever it finds.
      return plain && operands.length > 0 && !operands.some((word) => /[*?]/.test(word.text ?? '')) ? passed : unknown
    case 'words':
      return plain && operands.length > 0 ? passed : unknown
    case 'variable:PWD':
      return unknownValue('PWD', [index])
    case 'named-variable':
      return typeof first?.text !== 'string' ? unknown : variableValue(state, { key: first.text.toLowerCase(), written: first.text })
    case 'object': {
      const kind = typeof first?.text !== 'string' ? '' : typeName(first.text)
      const info = /^io\.(?:file|directory)info$/.test(kind) && operands[1] !== undefined
      return { ...(info && operands[1] !== undefined ? valueOf(operands[1], [index]) : unknown), kind }
    }
    default:
      return unknown
  }
}

/** What languages/powershell.yaml says of a command, under whichever of its names. */
const meaningOf = ({ tongue }: State, name: string): Meaning | undefined => own(tongue.calls, commandOf(tongue, name))
