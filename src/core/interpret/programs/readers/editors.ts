// awk, sed and vim: small languages that can run commands and write files.
import type { Word } from '../../../model.ts'
import { addPath, contentOf, keepContent, locate } from '../../paths.ts'
import { hasGlob } from '../../shell/fields.ts'
import { afford, bulkOfText, doerOf, fork } from '../../shell/state.ts'
import type { Shell } from '../../shell/state.ts'
import { addNeed, addUnknown, literal, readingFile, union, unknownWord } from '../../trace.ts'
import { unescape } from '../../../text/escapes.ts'
import { compileGlob } from '../../../text/glob.ts'
import { isWithin } from '../../../text/path.ts'
import { asFile, execute, noteUnread } from '../execute.ts'
import { patternOf } from '../matching.ts'
import { has, valuesOf } from '../options.ts'
import { runShell } from './run-shell.ts'
import type { ReaderLine } from './run-shell.ts'
import { runSed } from './sed-script.ts'

/** Of a file that people write by hand. */
const MOST_ROWS = 1_000

type WithId = ReaderLine & {
  /** The reads of what it works on: code that is made of it comes from there. */
  readonly data?: readonly number[]
}

/** What a file holds that says what to do, read as one that is run; asked for where it is not known. */
function fromFile(line: WithId, file: Word, read: (line: WithId, text: string) => void): void {
  const { shell, command } = line
  const { resolved } = locate(shell, file)
  if (resolved === null || shell.at !== 'here' || resolved.includes('\0')) return
  const text = contentOf(shell, file)?.text
  if (text === undefined) addNeed(shell.trace, { kind: 'file', path: resolved })
  if (text == null) return noteUnread(shell, 'other', resolved, command.span)
  const inner = asFile(shell, resolved, 'other')
  readingFile(shell.trace, doerOf(inner, command.span), () => read({ ...line, shell: inner }, text), undefined)
}

function readingAll(line: WithId, files: readonly Word[]): WithId {
  const doer = doerOf(line.shell, line.command.span)
  const ids = files.map((file) => addPath(line.shell, doer, file, { does: 'read', how: 'whole', recursive: false }))
  return {
    ...line,
    data: union(
      line.command.stdin?.from,
      ids.filter((id) => id !== null),
    ),
  }
}

/** Text made of what is read, run by a shell. */
const runData = (line: WithId, name: string): void => {
  const { stdin } = line.command
  runShell(line, stdin?.text != null && (line.data?.length ?? 0) <= (stdin.from?.length ?? 0) ? stdin : unknownWord(name, true, line.data))
}

/** `system("…")`, `print | "…"`, `"…" | getline`, `print > "file"`. */
export function readAwk(line: WithId): Word | null {
  const { parsed } = line
  const files = ['-f', '--file'].flatMap((option) => valuesOf(parsed.options, option))
  const sources = valuesOf(parsed.options, '--source')
  const isGiven = files.length > 0 || sources.length > 0
  const [program] = isGiven ? [] : parsed.operands
  const inputs = (isGiven ? parsed.operands : parsed.operands.slice(1)).filter((file) => !/^\w+=/.test(file.text ?? ''))
  const reading = readingAll(line, inputs)
  for (const file of files) fromFile(reading, file, readAwkText)
  for (const one of [...sources, program]) if (one?.text != null) readAwkText(reading, one.text)
  return null
}

function readAwkText(line: WithId, text: string): void {
  const { shell, command } = line
  if (text.length > 40_000) return void addUnknown(shell.trace, doerOf(shell, command.span), 'too-large', 'high', `${text.length} characters of awk`)
  const strings = [...text.matchAll(STRING)]
  // What stands in a string neither ends a statement nor begins one.
  const bare = text.replaceAll(STRING, (one) => `"${'_'.repeat(one.length - 2)}"`)
  for (const found of strings) {
    const before = bare.slice(Math.max(0, found.index - 60), found.index)
    const after = text.slice(found.index + found[0].length, found.index + found[0].length + 40)
    const content = unescape((found[1] ?? '').replaceAll('\\/', '/'))
    if (/\bsystem\s*\(\s*$/.test(before) || /\|&?\s*$/.test(before) || /^\s*\|&?\s*getline/.test(after)) {
      // What it prints to a shell, the shell runs.
      if (/\|&?\s*$/.test(before) && /^\s*(?:\S*\/)?(?:ba|z|da|k)?sh(?:\s+-s?)?\s*$/.test(content)) runData(line, 'awk')
      else if (content.trim() !== '') runShell(line, /^\s*[^)|\s;}]/.test(after) ? `${content} "$item"` : content)
    } else if (/\bprintf?\b[^;{}|]*>>?\s*$/.test(before)) {
      addPath(shell, doerOf(shell, command.span), literal(content), { does: 'write', how: 'truncate', recursive: false })
      keepContent(shell, literal(content), unknownWord('file', true, union([line.id], line.data)))
    }
  }
  for (const [, name = '', index] of bare.matchAll(PRINTED_TO)) {
    const targets = name === 'ARGV' ? argument(line, index) : valuesOf(line.parsed.options, '--assign').flatMap((given) => assigned(given, name))
    for (const target of targets)
      addPath(shell, doerOf(shell, command.span), target, { does: 'write', how: 'truncate', recursive: false, takes: line.data ?? [] })
  }
  if (/\bsystem\s*\(\s*[$A-Za-z_]/.test(text) || /(?:print[^;{}]{0,400})\|\s*(?:\$|[A-Za-z_]\w*\s*[;}])/.test(text)) runData(line, 'awk')
}

const STRING = /"((?:[^"\\\n]|\\.)*)"/g
/** `print > ARGV[1]`, `print > f`. */
const PRINTED_TO = /\bprintf?\b[^;{}|>\n]{0,200}>>?\s{0,9}([A-Za-z_]\w{0,40})(?:\[\s{0,9}(\w{1,9})\s{0,9}\])?/g

/** Its words after the program, from one on; any of them where it is not known which. */
function argument({ parsed: { operands } }: WithId, index: string | undefined): readonly Word[] {
  const known = index !== undefined && /^\d+$/.test(index) ? operands[Number(index)] : undefined
  return known === undefined ? operands.slice(1, 1 + MOST_ARGUMENTS) : [known]
}
const MOST_ARGUMENTS = 16

const assigned = (given: Word, name: string): readonly Word[] =>
  given.text?.startsWith(`${name}=`) === true ? [literal(given.text.slice(name.length + 1))] : []

/** Every line goes: `d`, `1,$d`, `//d`. */
const DELETES_ALL = /^\s*(?:(?:0|1),\s*\$|\/(?:\.\*|\^)?\/)?\s*d\s*;?\s*$/

/** The `e` and `w` commands and flags; `-i` writes its files. */
export function readSed(line: WithId): Word | null {
  const { shell, command, parsed } = line
  const inPlace = has(parsed.options, ['--in-place'])
  // `sed -i '' …`: how macOS says that no copy is kept.
  const operands = inPlace && parsed.operands[0]?.text === '' ? parsed.operands.slice(1) : parsed.operands
  const isGiven = has(parsed.options, ['--expression', '--file'])
  const scripts = [...valuesOf(parsed.options, '--expression'), ...(isGiven ? [] : operands.slice(0, 1))]
  const files = isGiven ? operands : operands.slice(1)
  const marks = scripts.some(({ text }) => text !== null && DELETES_ALL.test(text)) ? ['emptied'] : []
  const reading = readingAll(line, files)
  const outcome = sedOf(line, scripts)
  for (const file of inPlace ? files : []) {
    const before = contentOf(shell, file)
    addPath(shell, doerOf(shell, command.span), file, { does: 'write', how: 'edit', recursive: false, marks })
    const from = union(before?.from, union([line.id], reading.data))
    if (shell.files.size > 0 && (file.text === null || file.deep !== undefined || hasGlob(file))) editLike(shell, file, outcome, from)
    if (before?.text == null) continue
    const after = outcome(before.text)
    keepContent(shell, file, after === null ? unknownWord('file', true, from) : literal(after, from))
  }
  for (const file of valuesOf(parsed.options, '--file'))
    fromFile(reading, file, (inner, text) => text.split('\n', MOST_ROWS).forEach((row) => readSedText(inner, row)))
  for (const { text } of scripts) if (text !== null) readSedText(reading, text)
  return inPlace ? null : sedOutput(reading, files, outcome)
}

/** A pattern, or names that something lists: of what is known by now and about to run, whatever fits may be meant. */
function editLike(shell: Shell, file: Word, outcome: ReturnType<typeof sedOf>, from: readonly number[]): void {
  const { trace, files } = shell
  const pattern = patternOf(shell, file)
  const fits = pattern === null ? null : compileGlob(pattern)
  let left = MOST_LIKE
  for (const [path, { text }] of files) {
    if (text === null || text.length > left || !isWithin(path, trace.scene.project) || fits?.(path) === false) continue
    left -= text.length
    const after = outcome(text)
    if (after === null || after === text) continue
    trace.doubtful.add(path)
    shell.settled.delete(path)
    keepContent(shell, literal(path), literal(after, from))
  }
}
/** Characters; what runs is short beside what a project holds. */
const MOST_LIKE = 60_000

/** What it makes of a text: the scripts one after the other, those in files among them. Null where that is not followed. */
function sedOf({ shell, parsed }: WithId, scripts: readonly Word[]): (text: string) => string | null {
  return (text) => {
    const all = [...scripts, ...valuesOf(parsed.options, '--file').map((file) => contentOf(shell, file))]
    if (!all.every((script) => script?.text != null) || has(parsed.options, ['--null-data']) || !afford(shell, bulkOfText(text.length))) return null
    const options = { extended: has(parsed.options, ['--regexp-extended']), quiet: has(parsed.options, ['--quiet']) }
    return runSed(text, all.map((script) => script?.text ?? '').join('\n'), options)
  }
}

/** What it prints, where all that it reads is known. */
function sedOutput({ shell, command, data }: WithId, files: readonly Word[], outcome: ReturnType<typeof sedOf>): Word | null {
  if (files.length === 0 ? command.stdin?.text == null : shell.files.size === 0) return null
  const inputs = files.length === 0 ? [command.stdin] : files.map((file) => contentOf(shell, file))
  if (inputs.some((input) => input?.text == null)) return null
  const after = outcome(inputs.map((input) => input?.text ?? '').join(''))
  return after === null || !afford(shell, bulkOfText(after.length)) ? null : literal(after, data)
}

function readSedText(line: WithId, text: string): void {
  const { shell, command } = line
  if (text.length > 20_000) return
  const command1 = /(?:^|[;\n{]|\d|\$|\/)\s*e\s+([^\n;}]+)/.exec(text)
  if (command1?.[1] !== undefined && !/^\s*s\W/.test(text)) runShell(line, command1[1])
  if (/^\s*(?:[\d$,]+|\/[^/]*\/)?\s*e\s*(?:;|$)/.test(text)) runData(line, 'sed')
  const flags = /^\s*(?:[\d$,]+|\/[^/]*\/)?\s*s(.)((?:\\.|(?!\1)[^\\])*)\1((?:\\.|(?!\1)[^\\])*)\1([a-zA-Z0-9]*)/.exec(text)
  if (flags?.[4]?.includes('e') === true) {
    const replacement = flags[3] ?? ''
    if (/[&\\]/.test(replacement)) runData(line, 'sed')
    else runShell(line, replacement)
  }
  const shown = /(?:^|[;\n{}]|\d|\$|\/)\s*!?\s*[rR](?:\s+([^\n;}]+)|([/~.][^\n;}]+))/.exec(text)
  const file = shown?.[1] ?? shown?.[2]
  if (file !== undefined && !/^\s*s\W/.test(text))
    addPath(shell, doerOf(shell, command.span), literal(file.trim()), { does: 'read', how: 'whole', recursive: false })
  const written = /(?:\/[a-zA-Z]*|^|[;\n{}]|\d|\$)\s*!?\s*[wW](?:\s+([^\n;}]+)|([/~.][^\n;}]+))/.exec(text)
  const named = written?.[1] ?? written?.[2]
  if (named === undefined) return
  const target = literal(named.trim())
  addPath(shell, doerOf(shell, command.span), target, { does: 'write', how: 'truncate', recursive: false, takes: line.data ?? [] })
  keepContent(shell, target, command.stdin?.text != null ? command.stdin : unknownWord('file', true, line.data))
}

/** Longer is no command line anybody typed; what is below stays quick however it is written. */
const LONGEST_EX = 2_000
const WRITES = /^(?:\d+,(?:\d+|\$)|%|\.)?\s*(?:w|write|up|update|sav|saveas|wq|x)!?\s+(?:>>\s*)?([^!\s].*)$/

/** `vim -c ':!cmd'`, `+'!cmd'`, `:w file`, `:call system("cmd")`. */
export function readVim(line: WithId): Word | null {
  const words = line.command.words.slice(1)
  const typed = line.command.stdin?.text
  // `ex -s`, `vim -es`: its commands come in by standard input.
  if (typed != null && (has(line.parsed.options, ['-es', '-Es', '-e', '-E']) || /(?:^|\/)ex$/.test(line.command.words[0]?.text ?? '')))
    typed.split('\n', MOST_ROWS).forEach((row) => readExCommands(line, row))
  const said: string[] = typed == null ? [] : [typed]
  words.forEach((word, at) => {
    const text = word.text ?? ''
    const given = /^-[eEsnNR]*c$/.test(text) || text === '--cmd' ? (words[at + 1]?.text ?? '') : text.startsWith('+') ? text.slice(1) : null
    if (given !== null) {
      said.push(given)
      readExCommands(line, given)
    }
    // Commands in a file, or keys that are typed.
    const file = /^-[Ssu]$/.test(text) ? words[at + 1] : undefined
    if (file?.text != null && !/^(?:NONE|NORC|DEFAULTS)$/.test(file.text))
      fromFile(line, file, (inner, rows) =>
        rows.split('\n', MOST_ROWS).forEach((row) => (text !== '-s' || row.startsWith(':') ? readExCommands(inner, row) : undefined)),
      )
  })
  if (said.some((one) => SAVES.test(one.slice(0, LONGEST_EX)))) saveAll(line)
  return null
}

/** `:wq`, `:x`, `:update`: the files themselves are written. */
const SAVES = /(?:^|[|\n:])\s{0,9}(?:w|wq|wqa|wa|xa?|up|update|write)!?\s{0,9}(?:$|[|\n])/

function saveAll({ shell, command, parsed, id }: WithId): void {
  for (const file of parsed.operands.filter(({ text }) => text?.startsWith('+') !== true)) {
    addPath(shell, doerOf(shell, command.span), file, { does: 'write', how: 'edit', recursive: false })
    keepContent(shell, file, unknownWord('file', true, [id]))
  }
}

/** `less +'!command'`, `less ++'|$ command'`. */
export function readPager(line: WithId): Word | null {
  for (const { text } of line.command.words) {
    const given = text === null ? null : /^\+\+?[^!|#]{0,40}(?:!!?|#|\|.)([^]+)$/.exec(text)
    if (given?.[1] !== undefined) runShell(line, given[1])
  }
  return null
}

/** `|` parts commands, but after `!` it belongs to the shell. */
function readExCommands(line: WithId, given: string): void {
  const { shell, command } = line
  let rest = given
  if (rest.length > LONGEST_EX) {
    execute(fork(shell, { by: line.id }), { language: 'shell', code: unknownWord('editor'), origin: 'argument', span: command.span, stdin: null })
    return
  }
  while (rest !== '') {
    const piece = rest.replace(/^[\s:]+/, '').replace(/^(?:sil(?:ent)?!?|noautocmd|keepjumps|verbose)\s+/, '')
    const quoted = /^exe\w*\s+(['"])(.*)\1\s*$/.exec(piece)
    if (quoted?.[2] !== undefined) return readExCommands(line, quoted[2])
    const shellOut = /^(?:r(?:ead)?\s*|w(?:rite)?\s+|ter(?:minal)?\s+)?(?:%|\.|[\d,$]+)?!\s*([^]+)$/.exec(piece)
    if (shellOut?.[1] !== undefined && !/^(?:w|write|q|x)!/.test(piece)) return void runShell(line, shellOut[1])
    const terminal = /^ter(?:minal)?\s+(?:\+\+\S+\s+)*([^]+)$/.exec(piece)
    if (terminal?.[1] !== undefined) return void runShell(line, terminal[1])
    const bar = piece.indexOf('|')
    const one = (bar < 0 ? piece : piece.slice(0, bar)).trim()
    const call = /\b(?:system|systemlist|job_start|jobstart|term_start|termopen|os\.execute|io\.popen)\(\s*(['"])(.*?)\1/.exec(piece)
    if (call?.[2] !== undefined) runShell(line, call[2])
    const gone = /\bdelete\(\s*(['"])(.*?)\1(\s*,\s*['"]rf['"])?/.exec(one)
    if (gone?.[2] !== undefined)
      addPath(shell, doerOf(shell, command.span), literal(gone[2]), { does: 'delete', how: 'whole', recursive: gone[3] !== undefined })
    const written = WRITES.exec(one)?.[1]
    if (written !== undefined) addPath(shell, doerOf(shell, command.span), literal(written.trim()), { does: 'write', how: 'truncate', recursive: false })
    rest = bar < 0 || call !== null ? '' : piece.slice(bar + 1)
  }
}
