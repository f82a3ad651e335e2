// What do tmux's and screen's own commands do? Those that type are read as what they type; those that hold others in a text, a file or their input, as these.
import type { Word } from '../model.ts'
import { unescape } from '../text/escapes.ts'
import { contentOf, locate } from '../disk/paths.ts'
import { fork } from '../machine/process.ts'
import { doerOf } from '../log/process.ts'
import { askFile } from '../disk/globs.ts'
import { subcommandOf } from '../meaning/entries.ts'
import type { Program } from '../meaning/entries.ts'
import { has, valuesOf } from '../meaning/options.ts'
import { noteTyped, typed } from './keys.ts'
import { runShell } from '../machine/run-shell.ts'
import type { ReaderLine } from '../machine/shell.ts'
import { notRead } from '../machine/effect.ts'
import { act } from '../machine/act.ts'

const MOST_COMMANDS = 64
const LONGEST = 20_000

/** One of tmux's commands, as if it stood on the command line. */
function performTmux(line: ReaderLine, words: readonly string[]): void {
  const { shell, command, id } = line
  const inner = fork(shell, { by: id, depth: shell.depth + 1, span: shell.span ?? command.span })
  shell.read.perform(inner, { words: [{ text: 'tmux' }, ...words.map((text) => ({ text }))], assigns: [], stdin: null, span: command.span })
}

/** The commands of a text in tmux's language: words with quotes as in a shell, `;`, line ends and braces between commands. */
function tmuxCommands({ shell, command }: ReaderLine, text: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]]
  const found = text.slice(0, LONGEST).matchAll(/\\\n|#[^\n]*|'([^']*)'|"((?:\\[^]|[^"\\])*)"|\\([^\n])|([\n;{}])|([^\s'"\\;{}#]+)|(\s)/g)
  let isOpen = false
  for (const [, single, double, escaped, end, plain, blank] of found) {
    if (end !== undefined) commands.push([])
    if (end !== undefined || blank !== undefined) {
      isOpen = false
      continue
    }
    const piece = single ?? (double === undefined ? undefined : unescape(double)) ?? escaped ?? plain
    if (piece === undefined) continue
    const words = commands.at(-1) ?? []
    if (isOpen) words[words.length - 1] += piece
    else words.push(piece)
    isOpen = true
  }
  const by = doerOf(shell, command.span)
  if (text.length > LONGEST) act(notRead('too-much', 'high', 'a longer text of commands than is read'), shell, command.span)
  return shell.trace.budget.cut(
    commands.filter((words) => words.length > 0),
    MOST_COMMANDS,
    by,
    'more commands in one text than are read',
  )
}

function readText(line: ReaderLine, text: string): void {
  for (const words of tmuxCommands(line, text)) performTmux(line, words)
}

/** `tmux -C attach` takes commands from its input; `tmux source-file x` from a file. */
export function readTmux(line: ReaderLine): null {
  const { shell, command, parsed } = line
  const [verb, ...rest] = parsed.operands
  const { stdin } = command
  if (has(parsed.options, ['-C', '-CC']) && stdin !== null) {
    if (stdin.text === null) noteTyped(line, null)
    else readText(line, stdin.text)
  }
  runFormats(line)
  if (verb?.text?.startsWith('set') === true) readSetting(line, rest)
  const files = [...valuesOf(parsed.options, '-f'), ...(verb?.text?.startsWith('so') === true ? rest : [])]
  for (const file of files) {
    const content = file.text === '-' ? stdin : contentOf(shell, file)
    const { resolved } = locate(shell, file)
    if (content?.text != null) readText(line, content.text)
    else if (content !== null || file.text === null) noteTyped(line, null)
    else if (resolved !== null && shell.at === 'here') askFile(shell, resolved)
  }
  return null
}

/** `set -g default-command x`: what it starts is a shell's text; what it calls a command of its own is one of tmux's. */
function readSetting(line: ReaderLine, words: readonly Word[]): void {
  const lists = line.parsed.chain.find((node) => node.lists !== undefined)?.lists
  const at = words.findIndex(({ text }) => lists?.['starts']?.includes(settingOf(text)) === true || lists?.['names']?.includes(settingOf(text)) === true)
  const [name, ...values] = at < 0 ? [] : words.slice(at)
  if (name === undefined) return
  for (const value of values) {
    if (lists?.['starts']?.includes(settingOf(name.text)) === true) runShell(line, value)
    else if (value.text === null) noteTyped(line, null)
    else readText(line, value.text.slice(value.text.indexOf('=') + 1))
  }
}
/** `command-alias[3]` is one of a list. */
const settingOf = (text: string | null): string => (text ?? '').replace(/\[\d*\]$/, '')

/** `display-message '#(cmd)'`: a format holds what a shell prints. */
function runFormats(line: ReaderLine): void {
  const { operands, options } = line.parsed
  const texts = [...operands, ...options.flatMap(({ value }) => (value === true ? [] : [value]))].map(({ text }) => text ?? '')
  for (const text of texts) for (const [, code = ''] of text.matchAll(/#\(([^)]+)\)/g)) runShell(line, code)
}

/** In full, or by a beginning with a part of its second word. */
const isCommand = (entry: Program, text: string): boolean =>
  subcommandOf(entry, text) !== undefined || (/^[a-z]+-[a-z]+$/.test(text) && Object.keys(entry.subcommands).some((name) => name.startsWith(text)))

/** `tmux if-shell x 'send-keys y'`, `bind-key F1 send-keys y`, `set-hook …`: words that are commands, or texts of them. */
export function readTmuxText(line: ReaderLine): null {
  const { chain, operands, depth, node } = line.parsed
  const [entry] = chain
  runFormats(line)
  if (entry === undefined) return null
  if (node.name.startsWith('set')) readSetting(line, operands.slice(depth))
  const words = operands
    .slice(depth)
    .map(({ text }) => text ?? '')
    .filter((text) => text !== '{' && text !== '}')
  // What is not run as a shell's text is tmux's own.
  if (node.name.startsWith('run') && !has(line.parsed.options, ['-C'])) return null
  words.forEach((text, at) => {
    // A key may be called like a command; what follows a command is its own.
    if (isCommand(entry, text)) {
      if (!line.shell.trace.budget.spent) performTmux(line, words.slice(at))
    } else if (/[\s;{]/.test(text) && tmuxCommands(line, text).some(([name = '']) => isCommand(entry, name))) readText(line, text)
  })
  return null
}

/** `tmux load-buffer x`: what is to be pasted. */
export function readTypedFile(line: ReaderLine): null {
  const [file] = line.parsed.operands.slice(line.parsed.depth)
  const content = file === undefined ? null : file.text === '-' ? line.command.stdin : contentOf(line.shell, file)
  if (content?.text != null) typed(line, [content.text], false)
  return null
}

/** `tmux paste-buffer`: what this call has put there was read then; whatever else is there, nobody knows. */
export function readPasted(line: ReaderLine): null {
  const { actions } = line.shell.trace
  const isSet = actions.some(
    (action) =>
      action.does === 'run' &&
      action.program === 'tmux' &&
      /^set-?b/.test(action.operands[0]?.text ?? '') &&
      action.operands.every(({ text }) => text !== null),
  )
  if (!isSet) noteTyped(line, null)
  return null
}

/** `screen -X stuff 'y\n'`, `screen -X eval 'stuff y' 'stuff \015'`, `screen -X paste .` */
export function readScreen(line: ReaderLine): null {
  if (!has(line.parsed.options, ['-X'])) return null
  const words = line.parsed.operands.slice(line.parsed.depth)
  for (const word of words) if (word.text === null) runShell(line, word)
  screenCommand(
    line,
    words.map(({ text }) => text ?? ''),
    0,
  )
  return null
}
const DEEPEST = 8

function screenCommand(line: ReaderLine, [name = '', ...rest]: readonly string[], depth: number): void {
  if (name === '') return
  if (depth > DEEPEST) return noteTyped(line, null)
  switch (name) {
    case 'stuff':
      return typed(
        line,
        rest.map((text) => unescape(text).replace(/\^[MJ]/g, '\n')),
        false,
      )
    case 'register':
      return typed(line, [unescape(rest[1] ?? '')], false)
    case 'paste':
    case 'process':
    case 'readreg':
      return noteTyped(line, null)
    case 'eval':
      for (const text of rest) for (const words of tmuxCommands(line, text)) screenCommand(line, words, depth + 1)
      return
    case 'source': {
      const text = contentOf(line.shell, { text: rest[0] ?? '' })?.text
      if (text == null) return
      for (const words of tmuxCommands(line, text)) screenCommand(line, words, depth + 1)
      return
    }
    case 'at':
    case 'bind':
    case 'bindkey':
      // Keys, windows and options stand before what is done.
      return rest.forEach((text, at) => {
        if (line.parsed.node.lists?.['types']?.includes(text) === true) screenCommand(line, rest.slice(at), depth + 1)
      })
    default:
      // Its other commands name programs.
      runShell(line, [name, ...rest].join(' '))
  }
}
