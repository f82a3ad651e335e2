// What does an awk program write, read and run? Its expressions are put together as far as they are known.
import type { Word } from '../../model.ts'
import { unescape } from '../../text/escapes.ts'
import { contentOf, keepContent } from '../../disk/paths.ts'
import { afford, bulkOfText } from '../../log/process.ts'
import { awkOutput } from './output.ts'
import { hasGlob, joinWords, wordFrom } from '../../value/fields.ts'
import { literal, union, unknownWord } from '../../value/text.ts'
import { has, valuesOf } from '../../meaning/options.ts'
import { printf } from '../../machine/text-output.ts'
import { fromFile, readingAll, runData, typedText } from '../../machine/on-data.ts'
import type { WithData } from '../../machine/on-data.ts'
import { runShell } from '../../machine/run-shell.ts'
import { notRead } from '../../machine/effect.ts'
import { act } from '../../machine/act.ts'

const LONGEST = 40_000

export function readAwk(line: WithData): Word | null {
  const { parsed } = line
  const files = ['-f', '--file'].flatMap((option) => valuesOf(parsed.options, option))
  const sources = valuesOf(parsed.options, '--source')
  const isGiven = files.length > 0 || sources.length > 0
  const [program] = isGiven ? [] : parsed.operands
  const given = isGiven ? parsed.operands : parsed.operands.slice(1)
  const inputs = given.filter((file) => !SETS.test(file.text ?? ''))
  const reading = readingAll(line, inputs)
  const beside: Beside = { inputs, sets: [...valuesOf(parsed.options, '--assign'), ...given.filter((word) => SETS.test(word.text ?? ''))] }
  for (const file of files) fromFile(reading, file, (inner, text) => readProgram(inner, text, beside))
  for (const text of [...sources, program].map(typedText)) if (text !== null) readProgram(reading, text, beside)
  return isGiven || program?.text == null ? null : printedOf(line, program, beside)
}

/** What it prints of its input, where all of that is known. */
function printedOf({ shell, command, parsed }: WithData, program: Word, { inputs, sets }: Beside): Word | null {
  const [separator] = valuesOf(parsed.options, '--field-separator')
  const known = new Map<string, string>()
  for (const { text } of sets) {
    const equals = text?.indexOf('=') ?? -1
    if (text == null || text.includes('\\') || equals < 0) return null
    known.set(text.slice(0, equals), text.slice(equals + 1))
  }
  if (separator !== undefined) known.set('FS', separator.text === '\\t' ? '\t' : (separator.text ?? '\\'))
  const input = inputs.length === 0 ? command.stdin : inputs.length === 1 ? contentOf(shell, inputs[0] ?? literal('')) : unknownWord('input')
  if (parsed.options.some(({ name }) => !PLAIN.includes(name)) || !afford(shell, bulkOfText((input?.text?.length ?? 0) * 4))) return null
  // A pattern stands for names that are not written there.
  const printed = input?.items !== undefined || (input != null && hasGlob(input)) ? null : awkOutput(program.text ?? '', input?.text ?? null, known)
  return printed === null ? null : literal(printed, input?.from)
}
const PLAIN = ['--field-separator', '--assign']
const SETS = /^[A-Za-z_]\w*=/

/** What the program is given besides its text. */
interface Beside {
  readonly inputs: readonly Word[]
  readonly sets: readonly Word[]
}
interface Token {
  readonly kind: 'string' | 'name' | 'number' | 'regex' | 'other'
  readonly text: string
}
/** Names, with all that the program ever puts into them; `x[]` for whatever stands in an array. */
interface Program {
  readonly line: WithData
  readonly beside: Beside
  readonly values: Map<string, readonly (readonly Token[])[]>
  /** What commands print that a variable is read from. */
  readonly read: Map<string, Word>
  /** Named by a function for what it is given, or changed by one: anything. */
  readonly unknown: Set<string>
  left: number
  /** How many more tokens may be looked at for the end of something: brackets that nobody closes lead to the end of the text each time. */
  looks: number
}
const MOST_STEPS = 4_000
const LOOKS_A_TOKEN = 60
const MOST_LOOKS = 40_000

function readProgram(line: WithData, text: string, beside: Beside): void {
  const { shell, command } = line
  if (text.length > LONGEST) return void act(notRead('too-large', 'high', `${text.length} characters of awk`), shell, command.span)
  if (shell.trust === 'nobody') shell.trace.notes.keepCode(line.id, text)
  const tokens = tokensOf(text)
  const program: Program = {
    line,
    beside,
    values: new Map(),
    read: new Map(),
    unknown: new Set(),
    left: MOST_STEPS,
    looks: MOST_LOOKS + LOOKS_A_TOKEN * tokens.length,
  }
  const each = (look: (token: Token, at: number) => void): void => {
    for (const [at, token] of tokens.entries()) if (program.looks > 0) look(token, at)
  }
  each((_, at) => noteValue(program, tokens, at))
  each(({ text: said }, at) => {
    if (said === '|' || said === '|&') readFromCommand(program, tokens, at)
  })
  each(({ kind, text: said }, at) => {
    if (kind !== 'name') return
    if (said === 'system' && tokens[at + 1]?.text === '(') runAll(program, tokens.slice(at + 2, closing(program, tokens, at + 1)))
    else if (said === 'print' || said === 'printf') readOutput(program, tokens, at)
    else if (said === 'getline') readFromFile(program, tokens, at)
  })
  if (program.looks <= 0) act(notRead('too-much', 'high', 'an awk program whose expressions are too long to follow'), shell, command.span)
}

const TOKEN = /"(?:[^"\\\n]|\\[^])*"|[A-Za-z_]\w*|\d[\w.]*|\n|>>|\|&|\|\||&&|[=!<>+\-*/%^]=|\+\+|--|#[^\n]*|\\\n|[^\s]/y
/** After these a slash begins a pattern. */
const BEFORE_PATTERN = /^(?:[({,;!~\n&|?:=]|&&|\|\||[!=]=|}|print|return)$/
const PATTERN = /\/(?:[^/\\\n]|\\.)*\//y

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const char = text[at] ?? ''
    if (char !== '\n' && /\s/.test(char)) {
      at++
      continue
    }
    const isPattern = char === '/' && (tokens.length === 0 || BEFORE_PATTERN.test(tokens.at(-1)?.text ?? ''))
    PATTERN.lastIndex = TOKEN.lastIndex = at
    const found = (isPattern ? PATTERN.exec(text)?.[0] : undefined) ?? TOKEN.exec(text)?.[0] ?? char
    at += found.length
    if (found.startsWith('#') || found === '\\\n') continue
    tokens.push({ kind: kindOf(found), text: found })
  }
  return tokens
}
function kindOf(text: string): Token['kind'] {
  if (text.length > 1 && text.startsWith('"')) return 'string'
  if (text.length > 1 && text.startsWith('/') && text.endsWith('/')) return 'regex'
  return /^[A-Za-z_]/.test(text) ? 'name' : /^\d/.test(text) ? 'number' : 'other'
}

const OPENS = '([{'
const CLOSES = ')]}'

/** Of a bracket. */
function closing(program: Program, tokens: readonly Token[], open: number): number {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    if (--program.looks < 0) break
    const { text } = tokens[at] as Token
    if (OPENS.includes(text)) depth++
    else if (CLOSES.includes(text) && --depth === 0) return at
  }
  return tokens.length
}
/** Where what begins here ends: at one of these, or with the bracket that it stands in. */
function endOf(program: Program, tokens: readonly Token[], from: number, ends: readonly string[]): number {
  let depth = 0
  for (let at = from; at < tokens.length; at++) {
    if (--program.looks < 0) break
    const { kind, text } = tokens[at] as Token
    if (kind !== 'other') continue
    if (depth === 0 && (ends.includes(text) || CLOSES.includes(text))) return at
    if (OPENS.includes(text)) depth++
    else if (CLOSES.includes(text)) depth--
  }
  return tokens.length
}
const STATEMENT = [';', '\n', '{']

function noteValue(program: Program, tokens: readonly Token[], at: number): void {
  const { kind, text } = tokens[at] as Token
  if (kind !== 'name') return
  const next = tokens[at + 1]?.text
  // What a function is given, and what these change in place.
  if (text === 'function' || text === 'func')
    for (const { kind: what, text: name } of tokens.slice(at + 2, closing(program, tokens, at + 2))) if (what === 'name') program.unknown.add(name)
  if (/^(?:g?sub|split|match|asorti?|patsplit)$/.test(text) && next === '(')
    for (const { kind: what, text: name } of tokens.slice(at + 2, closing(program, tokens, at + 1))) if (what === 'name') program.unknown.add(name)
  if (text === 'for' && next === '(') {
    const name = tokens[at + 2]
    if (tokens[at + 3]?.text === 'in' && name?.kind === 'name') program.unknown.add(name.text)
  }
  const end = next === '[' ? closing(program, tokens, at + 1) + 1 : at + 1
  if (tokens[end]?.text !== '=') return
  const name = next === '[' ? `${text}[]` : text
  const value = tokens.slice(end + 1, endOf(program, tokens, end + 1, [...STATEMENT, ',']))
  program.values.set(name, [...(program.values.get(name) ?? []), value])
}

/** `"command" | getline name` */
function readFromCommand(program: Program, tokens: readonly Token[], at: number): void {
  if (tokens[at + 1]?.text !== 'getline') return
  let start = at
  for (let depth = 0; start > 0; start--) {
    const { kind, text } = tokens[start - 1] as Token
    if (kind !== 'other') continue
    if (CLOSES.includes(text) && text !== '}') depth++
    else if (OPENS.includes(text) && depth-- === 0) break
    else if (depth === 0 && (STATEMENT.includes(text) || text === '}' || text === '&&' || text === '||' || text === '!')) break
  }
  const name = tokens[at + 2]
  const printed = runAll(program, tokens.slice(start, at))
  const said = printed.text === null ? printed : literal(printed.text.split('\n', 1)[0] ?? '', printed.from)
  program.read.set(name?.kind === 'name' && name.text !== 'getline' ? name.text : '$', said)
}

/** `getline < file`, `getline x < file` */
function readFromFile(program: Program, tokens: readonly Token[], at: number): void {
  const { shell, command } = program.line
  const from = endOf(program, tokens, at + 1, ['<', ...STATEMENT])
  if (tokens[from]?.text !== '<' || from > at + 6) return
  for (const file of evaluate(program, tokens.slice(from + 1, endOf(program, tokens, from + 1, [...STATEMENT, '>', '&&', '||', '==', '!='])), 0))
    act({ do: 'read', path: file, how: 'whole' }, shell, command.span)
}

/** `print … > file`, `print … | command` */
function readOutput(program: Program, tokens: readonly Token[], at: number): void {
  const { line } = program
  const { shell, command } = line
  const to = endOf(program, tokens, at + 1, ['>', '>>', '|', '|&', ...STATEMENT])
  const sign = tokens[to]?.text
  if (sign === undefined || !['>', '>>', '|', '|&'].includes(sign)) return
  const target = tokens.slice(to + 1, endOf(program, tokens, to + 1, ['|', '|&', ...STATEMENT]))
  if (sign.startsWith('|')) return void runAll(program, target, printedBy(program, tokens, at, to))
  for (const file of evaluate(program, target, 0)) {
    act({ do: 'write', path: file, how: 'truncate', takes: line.data ?? [] }, shell, command.span)
    keepContent(shell, file, unknownWord('file', true, union([line.id], line.data)))
  }
}

/** What `print` says itself; alone it prints its data. */
const printedBy = (program: Program, tokens: readonly Token[], at: number, to: number): readonly Word[] =>
  tokens[at]?.text === 'print' && to > at + 1 ? evaluate(program, tokens.slice(at + 1, to), 0) : anything(program)

const SHELL = /^\s*(?:\S*\/)?(?:ba|z|da|k)?sh(?:\s+-s?)?\s*$/

/** What it prints, where it is read again. */
function runAll(program: Program, tokens: readonly Token[], fed?: readonly Word[]): Word {
  const { line } = program
  let printed: Word = unknownWord('awk', true, [line.id])
  for (const word of evaluate(program, tokens, 0)) {
    if (word.text?.trim() === '') continue
    // What it prints to a shell, the shell runs; and so is what it makes of its data.
    if (fed !== undefined && word.text !== null && SHELL.test(word.text)) {
      for (const text of fed) {
        if (isUnknown(text)) runData(line, 'awk')
        else runShell(line, text)
      }
    } else if (isUnknown(word)) runData(line, 'awk')
    else printed = runShell(line, word)
  }
  return printed
}

const isUnknown = ({ parts }: Word): boolean => parts?.every((part) => part.kind === 'unknown') === true

const MOST_ALTERNATIVES = 8
const COMPUTES = ['+', '-', '*', '/', '%', '^', '**', '++', '--', '!', '<', '>', '<=', '>=', '==', '!=', '~', '!~', '&&', '||', '=', '+=', '-=']
/** What awk sets itself. */
const ITS_OWN = /^(?:N[RF]|FNR|O?[FR]S|FIELDWIDTHS|FPAT|RSTART|RLENGTH|SUBSEP|ENVIRON|CONVFMT|OFMT|ERRNO|PROCINFO|RT|IGNORECASE)$/
const MOST_DEPTH = 12
const anything = ({ line }: Program): readonly Word[] => [unknownWord('awk', true, union([line.id], line.data))]

/** All that an expression may be. */
function evaluate(program: Program, tokens: readonly Token[], depth: number): readonly Word[] {
  if (depth > MOST_DEPTH || (program.left -= tokens.length + 1) < 0) return anything(program)
  const question = endOf(program, tokens, 0, ['?'])
  if (tokens[question]?.text === '?') {
    const colon = endOf(program, tokens, question + 1, [':'])
    const both = [...evaluate(program, tokens.slice(question + 1, colon), depth + 1), ...evaluate(program, tokens.slice(colon + 1), depth + 1)]
    return both.length > MOST_ALTERNATIVES ? anything(program) : both
  }
  // Only texts put side by side are computed.
  if (tokens[endOf(program, tokens, 0, COMPUTES)] !== undefined) return anything(program)
  let all: readonly Word[] = [literal('')]
  for (let at = 0; at < tokens.length;) {
    const { values, next } = valueAt(program, tokens, at, depth)
    all = all.flatMap((left) => values.map((right) => (left.text === '' ? right : joinWords([left, right], ''))))
    if (all.length > MOST_ALTERNATIVES) return anything(program)
    at = next
  }
  return all
}

function valueAt(program: Program, tokens: readonly Token[], at: number, depth: number): { readonly values: readonly Word[]; readonly next: number } {
  const { kind, text } = tokens[at] as Token
  const next = tokens[at + 1]?.text
  // Other escapes are read in other ways by other awks.
  if (kind === 'string' && /\\(?![\\"nt]|[0-7]{3}|x[0-9a-fA-F]{2}(?![0-9a-fA-F]))/.test(text)) return { values: anything(program), next: at + 1 }
  if (kind === 'string') return { values: [literal(unescape(text.slice(1, -1).replaceAll('\\/', '/')))], next: at + 1 }
  if (kind === 'number') return { values: [literal(text)], next: at + 1 }
  if (text === '(') {
    const end = closing(program, tokens, at)
    return { values: evaluate(program, tokens.slice(at + 1, end), depth + 1), next: end + 1 }
  }
  if (text === '$') return { values: fieldOf(program, tokens[at + 1]), next: next === '(' ? closing(program, tokens, at + 1) + 1 : at + 2 }
  if (kind !== 'name') return { values: anything(program), next: tokens.length }
  if (next === '(') {
    const end = closing(program, tokens, at + 1)
    return { values: called(program, text, tokens.slice(at + 2, end), depth), next: end + 1 }
  }
  if (next === '[') {
    const end = closing(program, tokens, at + 1)
    return { values: elementOf(program, text, tokens.slice(at + 2, end), depth), next: end + 1 }
  }
  if (text === 'FILENAME')
    return { values: program.beside.inputs.length === 0 ? anything(program) : program.beside.inputs.slice(0, MOST_ALTERNATIVES), next: at + 1 }
  return { values: variable(program, text, depth), next: at + 1 }
}

function variable(program: Program, name: string, depth: number): readonly Word[] {
  if (program.unknown.has(name)) return anything(program)
  if (ITS_OWN.test(name)) return anything(program)
  const set = program.beside.sets.filter(({ text, parts }) => (text ?? (parts?.[0]?.kind === 'text' ? parts[0].text : '')).startsWith(`${name}=`))
  const read = program.read.get(name)
  const found = [
    // Escapes are read in what an option sets.
    ...set.map((word) => (word.text?.includes('\\') === true ? unknownWord('awk', true, word.from) : wordFrom(word, name.length + 1))),
    ...(read === undefined ? [] : [read]),
    ...(program.values.get(name) ?? []).flatMap((value) => evaluate(program, value, depth + 1)),
  ]
  return found.length > MOST_ALTERNATIVES ? anything(program) : found.length === 0 ? [literal('')] : found
}

function elementOf(program: Program, name: string, index: readonly Token[], depth: number): readonly Word[] {
  const { parsed } = program.line
  const keys = evaluate(program, index, depth + 1)
  if (name === 'ENVIRON') return keys.flatMap(({ text }) => (text === null ? anything(program) : environment(program, text)))
  if (name !== 'ARGV') return variable(program, program.unknown.has(name) ? name : `${name}[]`, depth)
  const [key] = keys
  const known = key?.text != null && /^\d+$/.test(key.text) ? parsed.operands[Number(key.text)] : undefined
  if (known !== undefined) return [known]
  return parsed.operands.length > 1 + MOST_ARGUMENTS ? anything(program) : parsed.operands.slice(1)
}
const MOST_ARGUMENTS = 16

function environment({ line: { shell } }: Program, name: string): readonly Word[] {
  const words = shell.vars.get(name)?.words
  return words?.length === 1 && words[0] !== undefined ? [words[0]] : [unknownWord(name)]
}

/** `$1` of what it is fed, where that is known. */
function fieldOf(program: Program, token: Token | undefined): readonly Word[] {
  const fed = program.beside.inputs.length === 0 ? program.line.command.stdin?.text : null
  const read = program.read.get('$')
  if (read !== undefined) return [read]
  if (fed == null || token?.kind !== 'number' || !/^[^\n]{0,4000}\n?$/.test(fed) || (token.text !== '0' && cutsOtherwise(program))) return anything(program)
  const from = program.line.command.stdin?.from
  return [literal(token.text === '0' ? fed.trimEnd() : (fed.trim().split(/\s+/)[Number(token.text) - 1] ?? ''), from)]
}

/** Fields that are not cut at blanks. */
const cutsOtherwise = ({ line, beside, values, unknown }: Program): boolean =>
  has(line.parsed.options, ['--field-separator']) ||
  ['FS', 'FPAT', 'FIELDWIDTHS'].some(
    (name) => values.has(name) || unknown.has(name) || beside.sets.some(({ text }) => text === null || text.startsWith(`${name}=`)),
  )

function called(program: Program, name: string, given: readonly Token[], depth: number): readonly Word[] {
  const args: (readonly Word[])[] = []
  for (let at = 0; at < given.length;) {
    const end = endOf(program, given, at, [','])
    args.push(evaluate(program, given.slice(at, end), depth + 1))
    at = end + 1
  }
  const words = args.map(([first]) => first ?? literal(''))
  if (name === 'sprintf') return [printf(words, true)]
  if ((name === 'tolower' || name === 'toupper') && words[0]?.text != null) {
    const { text, from } = words[0]
    return [literal(name === 'tolower' ? text.toLowerCase() : text.toUpperCase(), from)]
  }
  // What is known of what it was given may stand in it.
  return anything(program)
}
