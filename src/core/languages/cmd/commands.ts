// Reads cmd.exe text into the commands it would run.
import type { Part, Word } from '../../model.ts'
import { addText, addWord, finishWord, literal, markGlobs, mergeInputs, sizeOf, unknownWord } from '../_windows/words.ts'
import type { WinCommand } from '../_windows/words.ts'
import type { Tongue } from '../_windows/tongue.ts'
import { DEEPEST, nested, spend, step } from '../_windows/budget.ts'
import { blank, lineEnd, readWord, skipBlank, skipLine } from './words.ts'
import type { Read, State, Value } from './words.ts'

const MOST_STEPS = 50_000
/** A built-in command may have its argument written to it directly: `rd/s`, `cd..`, `echo.`. */
const BUILT_IN = /^([a-z]+)([/\\.:,;=+([].*)?$/is
const SWITCHES = /^(?:\/[A-Za-z?]){2,20}$/

export function readCmd(text: string, tongue: Tongue): { commands: WinCommand[]; complete: boolean } {
  const state: State = {
    tongue,
    text,
    at: 0,
    commands: [],
    variables: new Map(),
    conditional: 0,
    depth: 0,
    allowance: 500_000 + text.length,
    steps: MOST_STEPS,
    complete: true,
  }
  readLines(state, false)
  return { commands: state.commands, complete: state.complete }
}

/** Commands up to the end, or to the bracket that closes this block. Returns the last command. */
function readLines(state: State, block: boolean): number | null {
  let last: number | null = null
  for (;;) {
    step(state)
    skipBlank(state, '\r\n&,;=@')
    const c = state.text[state.at]
    if (c === undefined) {
      if (block) state.complete = false
      return last
    }
    if (c === ')') {
      state.at++
      if (block) return last
      continue
    }
    if (c === '|') {
      state.at++
      if (state.text[state.at] === '|') {
        state.at++
        last = readPipeline(state, block, null)
      } else last = readPipeline(state, block, last)
      continue
    }
    const before = state.at
    last = readPipeline(state, block, null) ?? last
    if (state.at === before) state.at++
  }
}

function readPipeline(state: State, block: boolean, pipedFrom: number | null): number | null {
  let from = pipedFrom
  for (;;) {
    skipBlank(state, '@,;=')
    from = readOne(state, block, from)
    skipBlank(state)
    if (state.text[state.at] !== '|' || state.text[state.at + 1] === '|') return from
    state.at++
  }
}

/** One command, block, condition or loop. */
function readOne(state: State, block: boolean, from: number | null): number | null {
  const { text } = state
  if (text[state.at] === '(') {
    state.at++
    const last = nested(state, () => readLines(state, true), null)
    return readCommand(state, block, from, true) ?? last
  }
  if (text[state.at] === ':') {
    skipLine(state)
    return null
  }
  const head = /^(?:rem(?![\w.-])|if(?=[\s(/])|for(?=[\s/])|else(?=[\s(]))/i.exec(text.slice(state.at, state.at + 6))?.[0].toLowerCase()
  if (head === 'rem') {
    skipLine(state)
    return null
  }
  if (head === undefined) return readCommand(state, block, from, false)
  state.at += head.length
  if (head === 'if') readCondition(state)
  const loop = head === 'for' ? readLoop(state) : null
  state.conditional++
  skipBlank(state)
  const last = nested(state, () => readPipeline(state, block, from), null)
  state.conditional--
  if (loop !== null) state.variables.delete(loop)
  return last
}

function readCondition(state: State): void {
  const word = (): string => {
    skipBlank(state)
    return readWord(state, '')?.word.text?.toLowerCase() ?? ''
  }
  let first = word()
  while (first === '/i' || first === 'not') first = word()
  if (first === 'exist' || first === 'defined' || first === 'errorlevel' || first === 'cmdextversion') {
    word()
    return
  }
  // `a==b`, `a == b`, `"a"=="b"` or `a equ b`.
  skipBlank(state)
  if (first.endsWith('==') || state.text.startsWith('==', state.at)) {
    if (state.text[state.at] === '=') state.at += 2
    word()
  } else if (!first.includes('==')) {
    const operator = /^(?:equ|neq|lss|leq|gtr|geq)\b/i.test(state.text.slice(state.at, state.at + 4))
    if (operator) {
      word()
      word()
    }
  }
}

/** The header of a loop up to `do`. Returns the name its variable is kept under. */
function readLoop(state: State): string | null {
  const { text } = state
  let command = false
  let variable: string | null = null
  for (;;) {
    skipBlank(state)
    const c = text[state.at]
    if (c === undefined || lineEnd(c) || c === '(') break
    const start = state.at
    const name = /^%{1,2}([A-Za-z#])(?=\s)/.exec(text.slice(start, start + 4))
    if (name !== null) {
      variable = `%${name[1] ?? ''}`
      state.at += name[0].length
    } else {
      const word = readWord(state, '')?.word.text?.toLowerCase()
      if (word === '/f') command = true
    }
    if (state.at === start) state.at++
  }
  if (text[state.at] !== '(') return variable
  state.at++
  const value = nested(state, () => readSet(state, command), { words: [], inputs: [] })
  if (variable !== null) state.variables.set(variable, value)
  skipBlank(state)
  if (/^do\b/i.test(text.slice(state.at, state.at + 3))) state.at += 2
  return variable
}

/** What stands in the loop's brackets: words, or with `/f` a command in quotes. */
function readSet(state: State, command: boolean): Value {
  const { text } = state
  skipBlank(state, '\r\n')
  const quote = text[state.at]
  if (command && (quote === "'" || quote === '`')) {
    const end = closingQuote(text, state.at + 1, quote)
    const start = state.at + 1
    const first = state.commands.length
    const inner = readCmdPart(state, start, end)
    state.at = Math.min(text.length, end + 1)
    skipBlank(state, '\r\n')
    if (text[state.at] === ')') state.at++
    return { words: [], inputs: inner > first ? [inner - 1] : [] }
  }
  const words: Word[] = []
  for (;;) {
    step(state)
    skipBlank(state, '\r\n,;=')
    const c = text[state.at]
    if (c === undefined || c === ')') {
      if (c === undefined) state.complete = false
      state.at++
      return { words: words.slice(0, 200), inputs: [] }
    }
    const before = state.at
    const read = readWord(state, ',;=')
    if (read !== null) words.push(read.word)
    if (state.at === before) state.at++
  }
}

/** The quote before the bracket that closes the set, on the same line. */
function closingQuote(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length && !lineEnd(text[at]); at++) {
    if (text[at] !== quote) continue
    let next = at + 1
    while (blank(text[next])) next++
    if (text[next] === ')') return at
  }
  return text.length
}

/** Reads a part of the text on its own, offsets kept. Returns how many commands there are after it. */
function readCmdPart(state: State, start: number, end: number): number {
  const part: State = { ...state, text: state.text.slice(0, end), at: start, depth: state.depth + 1 }
  if (part.depth < DEEPEST) readLines(part, false)
  state.complete = state.complete && part.complete && part.depth < DEEPEST
  state.allowance = part.allowance
  state.steps = part.steps
  return state.commands.length
}

function readCommand(state: State, block: boolean, from: number | null, onlyRedirects: boolean): number | null {
  const { text } = state
  const start = state.at
  const words: Word[] = []
  const redirects: WinCommand['redirects'][number][] = []
  let inputs: readonly number[] = []
  let dividers = ''
  let end = start
  for (;;) {
    step(state)
    skipBlank(state, words.length === 0 ? ',;=' : dividers)
    const c = text[state.at]
    if (c === undefined || lineEnd(c) || c === '&' || c === '|' || (c === ')' && block)) break
    const before = state.at
    const redirect = /^(?:\d?>>?|\d?<)(&\d)?/.exec(text.slice(before, before + 6))
    if (redirect !== null) {
      state.at += redirect[0].length
      const target = redirect[1] === undefined ? readTarget(state) : null
      if (target !== null && !redirect[0].includes('<')) redirects.push({ append: redirect[0].includes('>>'), target })
    } else if (onlyRedirects || (c === '(' && words.length === 0)) break
    else {
      const read = readWord(state, words.length === 0 ? ',;=' : dividers)
      if (read === null) state.at++
      else {
        addArgument(state, words, read)
        inputs = mergeInputs(inputs, read.inputs)
        if (words.length <= 2 && state.tongue.commands.divided.includes(words[0]?.text?.toLowerCase() ?? '')) dividers = ',;='
      }
    }
    end = state.at
  }
  if (words.length === 0 && redirects.length === 0) return null
  if (words.length === 0) {
    if (!onlyRedirects || state.commands.length === 0) words.push(literal('type'))
    else return redirectLast(state, redirects)
  }
  const name = words[0]?.text?.toLowerCase()
  if (name === 'set') remember(state, words, inputs)
  state.commands.push({
    words: [words[0] ?? unknownWord(null), ...words.slice(1).map((word) => markGlobs(word, false))],
    redirects,
    pipedFrom: from,
    inputs,
    conditional: state.conditional > 0,
    start,
    end,
  })
  return state.commands.length - 1
}

/** `( … ) > file`: the block's last command stands for its output. */
function redirectLast(state: State, redirects: WinCommand['redirects']): number {
  const index = state.commands.length - 1
  const last = state.commands[index]
  if (last !== undefined) state.commands[index] = { ...last, redirects: [...last.redirects, ...redirects] }
  return index
}

function readTarget(state: State): Word | null {
  skipBlank(state)
  const word = readWord(state, '')?.word ?? null
  return word?.text?.toLowerCase() === 'nul' ? null : word
}

function addArgument(state: State, words: Word[], read: Read): void {
  const { word } = read
  const isName = words.length === 0
  if (words.length === 0 && read.each !== undefined) words.push(...read.each.slice(0, 1))
  else if (words.length === 0) {
    const split = word.text === null ? null : BUILT_IN.exec(word.text)
    const [name, rest] = [split?.[1], split?.[2]]
    if (name === undefined || rest === undefined || !state.tongue.commands.builtins.includes(name.toLowerCase())) {
      words.push(word)
      return
    }
    words.push(literal(name))
    if (/^[,;=]/.test(rest)) return addArgument(state, words, { word: literal(rest.slice(1)), inputs: [] })
    if (/^echo$/i.test(name)) {
      if (rest.length > 1) words.push(literal(rest.slice(1)))
      return
    }
    return addArgument(state, words, { word: literal(rest), inputs: [] })
  }
  if (read.each !== undefined && spend(state, read.each.length)) for (const item of read.each.slice(isName ? 1 : 0)) words.push(item)
  // `rd/s/q` and `del /s/q`: each switch its own word.
  else if (word.text !== null && SWITCHES.test(word.text)) for (const letter of word.text.slice(1).split('/')) words.push(literal(`/${letter}`))
  else words.push(word)
}

function remember(state: State, words: readonly Word[], inputs: readonly number[]): void {
  const parts: Part[] = []
  if (!spend(state, sizeOf(words))) return
  words.slice(1).forEach((word, index) => {
    if (index > 0) addText(parts, ' ')
    addWord(parts, word)
  })
  const first = parts[0]
  const found = first?.kind === 'text' ? /^([\w.()-]{1,100})=/.exec(first.text) : null
  if (found === null || first?.kind !== 'text') return
  const key = (found[1] ?? '').toLowerCase()
  const rest: Part[] = []
  addText(rest, first.text.slice(found[0].length))
  for (const part of parts.slice(1)) rest.push(part)
  const value = state.conditional > 0 && state.variables.has(key) ? unknownWord(key) : finishWord(rest)
  state.variables.set(key, { words: [value], inputs, ...(blank(state.text[state.at - 1]) ? { blank: true } : {}) })
}
