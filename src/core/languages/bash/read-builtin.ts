// What does a shell's own command leave in its variables when it reads lines? `read`, `mapfile`.
import type { Word } from '../../model.ts'
import { fork } from '../../machine/process.ts'
import type { Performed, Shell } from '../../machine/process.ts'
import { toWord } from '../../value/fields.ts'
import { literal, unknownWord } from '../../value/text.ts'
import { execute } from '../../machine/execute.ts'
import { assign, lookup, setVariable } from '../../machine/env.ts'

const NOTHING: Word = { text: '' }
const BLANKS = ' \t\n'

/** Words that can be names of variables. */
const namesIn = ({ words }: Performed): readonly string[] => words.slice(1).flatMap(({ text }) => (text !== null && /^[A-Za-z_]\w*$/.test(text) ? [text] : []))

export function readLine(shell: Shell, command: Performed): Word {
  const { stdin } = command
  const options = command.words.flatMap(({ text }) => (text !== null && /^-[a-zA-Z]+$/.test(text) ? [text] : [])).join('')
  // With a time to wait it may give up.
  const isHasty = options.includes('t')
  const names = namesIn(command)
  const separators = (command.assigns.find(({ name }) => name === 'IFS')?.value ?? lookup(shell, 'IFS')?.words[0] ?? literal(BLANKS)).text
  const line = separators === null ? undefined : stdin?.text?.split('\n')[0]
  const unknown = (name: string): Word => unknownWord(variableIn(stdin) ?? name, true, stdin?.from)
  if (names.length === 0) setVariable(shell, 'REPLY', line === undefined ? unknown('REPLY') : literal(line, stdin?.from))
  const isList = options.includes('a') && names.length === 1
  const pieces = line === undefined ? [] : piecesOf(line, separators ?? BLANKS, isList ? MOST_ROWS : names.length)
  names.forEach((name, at) => {
    const value = line === undefined ? (listed(stdin, names.length) ?? partly(stdin, names.length) ?? unknown(name)) : literal(pieces[at] ?? '', stdin?.from)
    const list = isList && line !== undefined ? pieces.map((piece) => literal(piece, stdin?.from)) : [value]
    assign(shell, name, { words: list, array: isList }, isHasty)
  })
  return NOTHING
}

/** The one variable that all which is not known comes from: it goes on under another name. */
function variableIn(stdin: Word | null): string | null {
  if (stdin === null || stdin.from !== undefined) return null
  const unknown = (stdin.parts ?? []).flatMap((part) => (part.kind === 'unknown' ? [part.name] : []))
  return unknown.length === 1 ? (unknown[0] ?? null) : null
}

/** At most so many: the last one keeps what is left. */
function piecesOf(line: string, separators: string, most: number): readonly string[] {
  const blanks = [...separators].filter((one) => BLANKS.includes(one)).join('')
  const trimmed = trim(line, blanks)
  const out: string[] = []
  let start = 0
  for (let at = 0; at < trimmed.length && out.length < most - 1; at++) {
    if (!separators.includes(trimmed[at] ?? '')) continue
    out.push(trimmed.slice(start, at))
    // Blanks around one separator belong to it.
    let hard = !blanks.includes(trimmed[at] ?? '')
    while (at + 1 < trimmed.length && (blanks.includes(trimmed[at + 1] ?? '') || (!hard && separators.includes(trimmed[at + 1] ?? '')))) {
      at++
      hard ||= !blanks.includes(trimmed[at] ?? '')
    }
    start = at + 1
  }
  if (start < trimmed.length) out.push(trimmed.slice(start))
  return out
}

function trim(text: string, blanks: string): string {
  let [start, end] = [0, text.length]
  while (start < end && blanks.includes(text[start] ?? '')) start++
  while (end > start && blanks.includes(text[end - 1] ?? '')) end--
  return text.slice(start, end)
}

/** One name of a list, whichever: the pattern that all of them fit. */
const listed = (stdin: Word | null, names: number): Word | null => (names === 1 && stdin?.items?.length === 1 ? (stdin.items[0] ?? null) : null)

/** One line, of which only some is known: it stays that under another name. */
function partly(stdin: Word | null, names: number): Word | null {
  const parts = stdin?.parts
  const last = parts?.at(-1)
  if (names !== 1 || parts === undefined || last?.kind !== 'text') return null
  const line = [...parts.slice(0, -1), { ...last, text: last.text.replace(/\n$/, '') }].filter((part) => part.kind !== 'text' || part.text !== '')
  return line.every((part) => part.kind === 'unknown' || (part.kind === 'text' && !/\s/.test(part.text))) ? toWord(line, stdin?.from ?? []) : null
}

const MOST_ROWS = 500

const LINE = '_line'
/** What is done to one line is done to the others. */
const MOST_CALLS = 8

export function readLines(shell: Shell, command: Performed): Word {
  const words = command.words.slice(1)
  const callback = words.findIndex((word) => word.text === '-C')
  const code = callback < 0 ? undefined : words[callback + 1]
  const name = namesIn(command).at(-1) ?? 'MAPFILE'
  const lines = command.stdin?.text?.split('\n').filter((line) => line !== '')
  const rows =
    lines === undefined
      ? (command.stdin?.items ?? [partly(command.stdin, 1) ?? unknownWord(variableIn(command.stdin) ?? name, true, command.stdin?.from)])
      : [
          ...lines.slice(0, MOST_ROWS).map((line) => literal(line, command.stdin?.from)),
          ...(lines.length > MOST_ROWS ? [unknownWord(name, false, command.stdin?.from)] : []),
        ]
  // It is called with the number of a line, and the line.
  if (code?.text != null)
    for (const line of rows.slice(0, MOST_CALLS)) {
      const inner = fork(shell)
      setVariable(inner, LINE, line)
      execute(inner, {
        language: 'shell',
        code: literal(`${code.text} 0 "$${LINE}"`, code.from),
        origin: 'argument',
        span: command.span,
        stdin: null,
        here: true,
      })
    }
  else if (code !== undefined) execute(fork(shell), { language: 'shell', code, origin: 'argument', span: command.span, stdin: null, here: true })
  assign(shell, name, { words: rows, array: true })
  return NOTHING
}
