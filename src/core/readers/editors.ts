// sed and vim: small languages that can run commands and write files.
import type { Part, Word } from '../model.ts'
import { contentOf, keepContent } from '../disk/paths.ts'
import type { PathEffect } from '../machine/effect.ts'
import { hasGlob, knownStart, toWord, wordFrom } from '../value/fields.ts'
import { afford, bulkOfText, doerOf, leaveOut } from '../log/process.ts'
import { fork } from '../machine/process.ts'
import type { Shell } from '../machine/process.ts'
import { literal, union, unknownWord } from '../value/text.ts'
import { compileGlob } from '../text/glob.ts'
import { isWithin } from '../text/path.ts'
import { execute } from '../machine/execute.ts'
import { patternOf } from '../disk/globs.ts'
import { has, valuesOf } from '../meaning/options.ts'
import { fromFile, readingAll, runData, typedText } from '../machine/on-data.ts'
import type { WithData } from '../machine/on-data.ts'
import { runShell } from '../machine/run-shell.ts'
import { runSed } from '../languages/sed/script.ts'
import { act, actAll } from '../machine/act.ts'

/** Of a file that people write by hand. */
const MOST_ROWS = 1_000
const rowsOf = ({ shell, command }: WithData, text: string): readonly string[] =>
  shell.trace.budget.cut(text.split('\n'), MOST_ROWS, doerOf(shell, command.span), 'more lines for an editor than are read')

/** Every line goes: `d`, `1,$d`, `//d`. */
const DELETES_ALL = /^\s*(?:(?:(?:0|1),\s*\$|\/(?:\.\*|\^)?\/)\s*)?d(?:\s*;)?\s*$/

/** The `e` and `w` commands and flags; `-i` writes its files. */
export function readSed(line: WithData): Word | null {
  const { shell, command, parsed } = line
  const inPlace = has(parsed.options, ['--in-place'])
  // `sed -i '' …`: how macOS says that no copy is kept.
  const operands = inPlace && parsed.operands[0]?.text === '' ? parsed.operands.slice(1) : parsed.operands
  const isGiven = has(parsed.options, ['--expression', '--file'])
  const scripts = [...valuesOf(parsed.options, '--expression'), ...(isGiven ? [] : operands.slice(0, 1))]
  const files = isGiven ? operands : operands.slice(1)
  const marks = scripts.some(({ text }) => text !== null && DELETES_ALL.test(text)) ? ['emptied'] : []
  const reading = readingAll(line, files)
  const ran: string[] = []
  const outcome = sedOf(line, scripts, ran)
  for (const file of inPlace ? files : []) {
    const before = contentOf(shell, file)
    act({ do: 'write', path: file, how: 'edit', marks }, shell, command.span)
    const from = union(before?.from, union([line.id], reading.data))
    if (shell.disk.contents.size > 0 && (file.text === null || file.deep !== undefined || hasGlob(file))) editLike(shell, file, outcome, from)
    if (before?.text == null) continue
    const after = outcome(before.text)
    keepContent(shell, file, after === null ? unknownWord('file', true, from) : literal(after, from))
  }
  for (const file of valuesOf(parsed.options, '--file')) fromFile(reading, file, (inner, text) => rowsOf(inner, text).forEach((row) => readSedText(inner, row)))
  for (const script of scripts) {
    if (script.text !== null) readSedText(reading, script.text)
    else if (/(?:^|[;\n{}/\d$a-zA-Z])\s*[wW]\s+[^;\n}]*$/.test(knownStart(script)))
      act({ do: 'write', path: unknownWord('sed', false, script.from), how: 'truncate' }, shell, command.span)
  }
  const printed = inPlace ? null : sedOutput(reading, files, outcome)
  for (const one of ran) runShell(reading, one)
  return printed
}

/** A pattern, or names that something lists: of what is known by now and about to run, whatever fits may be meant. */
function editLike(shell: Shell, file: Word, outcome: ReturnType<typeof sedOf>, from: readonly number[]): void {
  const { trace, disk } = shell
  const pattern = patternOf(shell, file)
  const fits = pattern === null ? null : compileGlob(pattern)
  let left = MOST_LIKE
  for (const [path, { text }] of disk.contents) {
    if (text === null || !isWithin(path, trace.scene.project) || fits?.(path) === false) continue
    left -= text.length
    if (left < 0) {
      disk.doubt(path)
      disk.unsettle(path)
      keepContent(shell, literal(path), unknownWord('sed', true, from))
      continue
    }
    const after = outcome(text)
    if (after === null || after === text) continue
    disk.doubt(path)
    disk.unsettle(path)
    keepContent(shell, literal(path), literal(after, from))
  }
}
/** Characters; what runs is short beside what a project holds, and the rest of it is not known afterwards. */
const MOST_LIKE = 60_000

/** What it makes of a text: the scripts one after the other, those in files among them. Null where that is not followed. */
function sedOf({ shell, parsed }: WithData, scripts: readonly Word[], ran: string[]): (text: string) => string | null {
  return (text) => {
    const all = [...scripts, ...valuesOf(parsed.options, '--file').map((file) => contentOf(shell, file))]
    if (
      !all.every((script) => script?.text != null) ||
      has(parsed.options, ['--null-data', '--debug', '--posix', '--sandbox', '--line-length']) ||
      !afford(shell, bulkOfText(text.length))
    )
      return null
    const options = { extended: has(parsed.options, ['--regexp-extended']), quiet: has(parsed.options, ['--quiet']), ran }
    return runSed(text, all.map((script) => script?.text ?? '').join('\n'), options)
  }
}

/** What it prints, where all that it reads is known. */
function sedOutput({ shell, command, data }: WithData, files: readonly Word[], outcome: ReturnType<typeof sedOf>): Word | null {
  // A pattern stands for names that are not written there.
  if (files.length === 0 ? command.stdin?.text == null || command.stdin.items !== undefined : shell.disk.contents.size === 0) return null
  const inputs = files.length === 0 ? [command.stdin] : files.map((file) => contentOf(shell, file))
  if (inputs.some((input) => input?.text == null)) return null
  const after = outcome(inputs.map((input) => input?.text ?? '').join(''))
  return after === null || !afford(shell, bulkOfText(after.length)) ? null : literal(after, data)
}

/** A line begins anew: only blanks stand between that and a command, so nothing is looked through twice. */
function readSedText(line: WithData, text: string): void {
  const { shell, command } = line
  if (text.length > 20_000) return leaveOut(shell, 'a longer script for sed than is read', command.span)
  const command1 = /(?:^|[;\n{]|\d|\$|\/)[ \t]*e\s+([^\n;}]+)/.exec(text)
  if (command1?.[1] !== undefined && !/^\s*s\W/.test(text)) runShell(line, command1[1])
  if (/^\s*(?:(?:[\d$,]+|\/[^/]*\/)\s*)?e\s*(?:;|$)/.test(text)) runData(line, 'sed')
  const flags = /^\s*(?:(?:[\d$,]+|\/[^/]*\/)\s*)?s(.)((?:\\.|(?!\1)[^\\])*)\1((?:\\.|(?!\1)[^\\])*)\1([a-zA-Z0-9]*)/.exec(text)
  if (flags?.[4]?.includes('e') === true) {
    const replacement = flags[3] ?? ''
    if (/[&\\]/.test(replacement)) runData(line, 'sed')
    else runShell(line, replacement)
  }
  const shown = /(?:^|[;\n{}]|\d|\$|\/)[ \t]*(?:![ \t]*)?[rR](?:\s+([^\n;}]+)|([/~.][^\n;}]+))/.exec(text)
  const file = shown?.[1] ?? shown?.[2]
  if (file !== undefined && !/^\s*s\W/.test(text)) act({ do: 'read', path: literal(file.trim()), how: 'whole' }, shell, command.span)
  const written = /(?:\/[a-zA-Z]*|^|[;\n{}]|\d|\$)[ \t]*(?:![ \t]*)?[wW](?:\s+([^\n;}]+)|([/~.][^\n;}]+))/.exec(text)
  const named = written?.[1] ?? written?.[2]
  if (named === undefined) return
  const target = literal(named.trim())
  act({ do: 'write', path: target, how: 'truncate', takes: line.data ?? [] }, shell, command.span)
  keepContent(shell, target, command.stdin?.text != null ? command.stdin : unknownWord('file', true, line.data))
}

/** Longer is no command line anybody typed, and is taken for one that nobody can read; what is below stays quick however it is written. */
const LONGEST_EX = 2_000
const WRITES = /^(?:\d+,(?:\d+|\$)|%|\.)?\s*(?:w|write|up|update|sav|saveas|wq|x)!?\s+(?:>>\s*)?([^!\s].*)$/

/** `vim -c ':!cmd'`, `+'!cmd'`, `:w file`, `:call system("cmd")`. */
export function readVim(line: WithData): Word | null {
  const words = line.command.words.slice(1)
  const typed = typedText(line.command.stdin)
  // `ex -s`, `vim -es`: its commands come in by standard input.
  if (typed !== null && (has(line.parsed.options, ['-es', '-Es', '-e', '-E']) || /(?:^|\/)ex$/.test(line.command.words[0]?.text ?? '')))
    rowsOf(line, typed).forEach((row) => readExCommands(line, row))
  const given: string[] = typed === null ? [] : [typed]
  words.forEach((word, at) => {
    const text = word.text ?? ''
    const command = /^-[eEsnNR]*c$/.test(text) || text === '--cmd' ? words[at + 1] : knownStart(word).startsWith('+') ? wordFrom(word, 1) : undefined
    const commands = typedText(command)
    if (commands !== null) {
      given.push(commands)
      readExCommands(line, commands)
    }
    // Commands in a file, or keys that are typed.
    const file = /^-[Ssu]$/.test(text) ? words[at + 1] : undefined
    if (file?.text != null && !/^(?:NONE|NORC|DEFAULTS)$/.test(file.text))
      fromFile(line, file, (inner, rows) =>
        rowsOf(inner, rows).forEach((row) => (text !== '-s' || row.startsWith(':') ? readExCommands(inner, row) : undefined)),
      )
  })
  if (line.shell.trust === 'nobody' && given.length > 0) line.shell.trace.notes.keepCode(line.id, given.join('\n'))
  if (given.some((one) => SAVES.test(one))) saveAll(line)
  return null
}

/** `:wq`, `:x`, `:update`: the files themselves are written. */
const SAVES = /(?:^|[|\n:])\s{0,9}(?:w|wq|wqa|wa|xa?|up|update|write)!?\s{0,9}(?:$|[|\n])/

function saveAll({ shell, command, parsed, id }: WithData): void {
  for (const file of parsed.operands.filter(({ text }) => text?.startsWith('+') !== true)) {
    act({ do: 'write', path: file, how: 'edit' }, shell, command.span)
    keepContent(shell, file, unknownWord('file', true, [id]))
  }
}

const DEED = /\b(writefile|delete|rename|filecopy|setfperm)\(((?:"(?:[^"\\]|\\.)*"|'[^']*'|\([^()]*\)|[^()"'])*)/g

/** `writefile([], expand("~/x"))`, `delete($HOME . "/x", "rf")`, `rename(a, b)` */
function* effectsOf(text: string): Generator<PathEffect> {
  for (const [, name = '', given = ''] of text.matchAll(DEED)) {
    const args = given.split(/,(?![^[]*\])(?![^(]*\))/)
    const [first = '', second = ''] = args
    if (name === 'delete') yield { do: 'delete', path: said(first), how: 'whole', recursive: /rf/.test(second) }
    else if (name === 'setfperm') yield { do: 'write', path: said(first), how: 'edit' }
    else {
      if (name === 'rename') yield { do: 'delete', path: said(first), how: 'move', recursive: true }
      yield { do: 'write', path: said(second), how: name === 'rename' ? 'move' : name === 'filecopy' ? 'copy' : 'truncate' }
    }
  }
}

/** What an expression of vim's says, where it is texts, variables of the environment and what expands these. */
function said(expression: string): Word {
  const parts: Part[] = []
  const rest = expression.replaceAll(
    /"((?:[^"\\]|\\.)*)"|'([^']*)'|\$([A-Za-z_]\w*)/g,
    (_, double: string | undefined, single: string | undefined, name: string) => {
      const text = double ?? single
      if (text === undefined) parts.push({ kind: 'unknown', name, mayBeEmpty: false })
      else parts.push(...(homeward(text).parts ?? [{ kind: 'text' as const, text }]))
      return ' '
    },
  )
  return /[A-Za-z_]/.test(rest.replaceAll(/\b(?:vim\.fn\.)?(?:expand|fnameescape|resolve|fnamemodify)\s*\(/g, ' ')) || parts.length === 0
    ? unknownWord('vim', false)
    : toWord(parts, [])
}

/** vim expands the tilde and variables itself. */
function homeward(path: string): Word {
  const home = /^(?:~|\$\{?HOME\}?)(?=\/|$)/.exec(path)
  if (home === null) return literal(path)
  const parts: Part[] = [{ kind: 'unknown', name: 'HOME', mayBeEmpty: false }]
  return toWord(path.length > home[0].length ? [...parts, { kind: 'text', text: path.slice(home[0].length) }] : parts, [])
}

/** `printf 'w file\n' | ed x`, `!command` */
export function readEd(line: WithData): Word | null {
  const { shell, command } = line
  const typed = typedText(command.stdin)
  if (typed === null) return null
  for (const row of rowsOf(line, typed)) {
    const run = /^\s*(?:[\d,$%.;]{0,20}[rewW]?)?\s*!(.+)$/.exec(row)
    if (run?.[1] !== undefined) runShell(line, run[1])
    const file = /^\s*[\d,$%.;]{0,20}\s*(?:[wW]q?|f)!?\s+([^!\s].*)$/.exec(row)?.[1]
    if (file !== undefined) act({ do: 'write', path: literal(file.trim()), how: 'truncate' }, shell, command.span)
    const read = /^\s*[\d,$%.;]{0,20}\s*[reE]\s+([^!\s].*)$/.exec(row)?.[1]
    if (read !== undefined) act({ do: 'read', path: literal(read.trim()), how: 'whole' }, shell, command.span)
  }
  return null
}

/** `less +'!command'`, `less ++'|$ command'`. */
export function readPager(line: WithData): Word | null {
  for (const { text } of line.command.words) {
    const given = text === null ? null : /^\+\+?[^!|#]{0,40}(?:!!?|#|\|.)([^]+)$/.exec(text)
    if (given?.[1] !== undefined) runShell(line, given[1])
  }
  return null
}

/** `|` parts commands, but after `!` it belongs to the shell. */
function readExCommands(line: WithData, given: string): void {
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
    actAll(effectsOf(piece), shell, command.span)
    const written = WRITES.exec(one)?.[1]
    if (written !== undefined) act({ do: 'write', path: homeward(written.trim()), how: 'truncate' }, shell, command.span)
    rest = bar < 0 || call !== null ? '' : piece.slice(bar + 1)
  }
}
