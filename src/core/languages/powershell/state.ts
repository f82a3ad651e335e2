// What does a reading of PowerShell text know at any moment?
import type { Part, Word } from '../../model.ts'
import { spend } from '../_windows/budget.ts'
import type { Budget } from '../_windows/budget.ts'
import { addText, addWord, finishWord, markGlobs, mergeInputs, sizeOf, unknownPart, unknownWord } from '../_windows/words.ts'
import { commandOf } from '../_windows/tongue.ts'
import type { Tongue } from '../_windows/tongue.ts'
import type { WinCommand } from '../_windows/words.ts'

/** What an expression stands for: several words where it is an array. */
export interface Value {
  readonly words: readonly Word[]
  /** Commands whose output is in it. */
  readonly inputs: readonly number[]
  readonly number?: boolean
  /** The .NET type where it matters, lower case and without `system.`; also `scriptblock`, `code` and `char`. */
  readonly kind?: string
  /** Bytes as characters 0 to 255. */
  readonly bytes?: string
  readonly table?: readonly (readonly [string, Value])[]
  /** The words are alternatives (a loop variable), not one array. */
  readonly oneOf?: boolean
  /** An array, of one word too: an index finds a word in it, not a letter. */
  readonly list?: true
  /** Of a script block. */
  readonly body?: Body
}

/** Code that may be called: where its parameters or its bracket begin, and the commands that were written down when it was first read. */
export interface Body {
  readonly start: number
  readonly from: number
  readonly to: number
  /** What it puts out, whatever it is called with. */
  readonly value: Value
}

export interface State extends Budget {
  readonly tongue: Tongue
  readonly commands: WinCommand[]
  variables: Map<string, Value>
  /** Variables of what calls the body that is being read, outermost first. */
  readonly scopes: Map<string, Value>[]
  /** The bodies that are being read for a call, by where they begin. */
  readonly calling: Set<number>
  /** What calls of functions put out, by their command. */
  readonly outputs: Map<number, Value>
  readonly aliases: Map<string, Word>
  /** Functions defined in the text. */
  readonly functions: Map<string, Body>
  readonly given: ReadonlyMap<string, Word>
  /** Over zero inside anything that need not happen. */
  conditional: number
  /** The command `$_` comes from. */
  item: number | null
  /** What `$_` may be, where the text says all of it. */
  items: Value | null
  /** Reads statements up to the closing character; here because expressions and statements hold each other. */
  readonly readStatements: (state: State, closer: string) => Value
  readonly callBody: (
    state: State,
    body: Body,
    given: { readonly words: readonly Word[]; readonly inputs: readonly number[]; readonly from: number | null },
  ) => Value | null
}

export const NOTHING: Value = { words: [], inputs: [] }

export function valueOf(word: Word, inputs: readonly number[] = []): Value {
  return { words: [word], inputs }
}
export function unknownValue(name: string | null, inputs: readonly number[] = []): Value {
  return { words: [unknownWord(name)], inputs }
}

export function append(state: State, target: Word[], words: readonly Word[]): void {
  if (words.length <= 1 || spend(state, words.length)) for (const word of words) target.push(word)
  else target.push(unknownWord(null))
}

/** Two outputs one after the other. */
export function together(state: State, a: Value, b: Value): Value {
  if (a.words.length === 0 && a.inputs.length === 0) return b
  if (b.words.length === 0 && b.inputs.length === 0) return a
  const inputs = mergeInputs(a.inputs, b.inputs)
  return spend(state, a.words.length + b.words.length) ? { words: [...a.words, ...b.words], inputs } : unknownValue(null, inputs)
}

/** The value as one word: an array becomes its items with spaces, alternatives become unknown. */
export function oneWord(state: State, value: Value, name: string | null = null): Word {
  const first = value.words[0]
  if (first === undefined) return { text: '' }
  if (value.words.length === 1) return first
  if (value.oneOf === true || !spend(state, sizeOf(value.words))) return unknownWord(name)
  const parts: Part[] = []
  value.words.forEach((word, index) => {
    if (index > 0) addWord(parts, { text: ' ' })
    addWord(parts, word)
  })
  return finishWord(parts)
}

export function textOf(value: Value): string | null {
  return value.words.length === 1 ? (value.words[0]?.text ?? null) : null
}

export interface Draft {
  readonly words: readonly Word[]
  readonly inputs: readonly number[]
  readonly redirects?: WinCommand['redirects']
  readonly pipedFrom?: number | null
  readonly start: number
}
export function emit(state: State, draft: Draft): number {
  const name = draft.words[0]?.text?.toLowerCase()
  const alias = name === undefined ? undefined : state.aliases.get(name)
  // Cmdlets find the home folder by this name in whatever they are given, quoted or not.
  const isCmdlet = name !== undefined && commandOf(state.tongue, alias?.text?.toLowerCase() ?? name).includes('-')
  const rest = draft.words.slice(1).map((word) => markGlobs(isCmdlet ? expandTilde(word) : word, true))
  state.commands.push({
    words: [alias ?? draft.words[0] ?? unknownWord(null), ...rest],
    redirects: draft.redirects ?? [],
    pipedFrom: draft.pipedFrom ?? null,
    inputs: draft.inputs,
    conditional: state.conditional > 0,
    start: draft.start,
    end: state.at,
  })
  return state.commands.length - 1
}

export function isSpace(c: string | undefined): boolean {
  return c === ' ' || c === '\t' || c === '\u00a0' || c === '\f' || c === '\v' || c === '\u3000' || c === '\u0085'
}
export function isLineEnd(c: string | undefined): boolean {
  return c === '\n' || c === '\r'
}
/** PowerShell takes typographic quotes for quotes. */
export function isSingle(c: string | undefined): boolean {
  return c === "'" || c === '\u2018' || c === '\u2019' || c === '\u201a' || c === '\u201b'
}
export function isDouble(c: string | undefined): boolean {
  return c === '"' || c === '\u201c' || c === '\u201d' || c === '\u201e'
}

/** Skips white space, line continuations and comments; line ends too where `lines` says so. */
export function skip(state: State, lines: boolean): void {
  const { text } = state
  for (;;) {
    const c = text[state.at]
    if (isSpace(c) || (lines && isLineEnd(c))) state.at++
    else if (c === '`' && isLineEnd(text[state.at + 1])) state.at += text[state.at + 1] === '\r' && text[state.at + 2] === '\n' ? 3 : 2
    else if (c === '#') {
      while (state.at < text.length && !isLineEnd(text[state.at])) state.at++
    } else if (c === '<' && text[state.at + 1] === '#') {
      const end = text.indexOf('#>', state.at + 2)
      if (end < 0) state.complete = false
      state.at = end < 0 ? text.length : end + 2
    } else return
  }
}

/** `~` at the beginning of a path is the home folder. */
export function expandTilde(word: Word): Word {
  if (word.text === '~') return unknownWord('HOME')
  const first = word.parts?.[0] ?? (word.text === null ? undefined : { kind: 'text' as const, text: word.text })
  if (first?.kind !== 'text' || !/^~[\\/]/.test(first.text)) return word
  const parts: Part[] = [unknownPart('HOME')]
  addText(parts, first.text.slice(1))
  for (const part of word.parts?.slice(1) ?? []) parts.push(part)
  return finishWord(parts)
}
