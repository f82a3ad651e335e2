// What would a shell's tool run? Its command, in the shell that it was written for, and what is given besides.
import type { ToolCall } from '../model.ts'
import { locate } from '../disk/paths.ts'
import { guessDialect } from '../languages/_windows/dialect.ts'
import { walkText } from '../languages/bash/walk.ts'
import { doerOf } from '../log/process.ts'
import { act } from '../machine/act.ts'
import { notRead } from '../machine/effect.ts'
import { standIn } from '../machine/folders.ts'
import { fork } from '../machine/process.ts'
import type { Shell } from '../machine/process.ts'
import { noteShownSecrets } from '../machine/shown-secrets.ts'
import { noteHanded } from '../machine/trust.ts'
import { userPath } from '../machine/user-path.ts'
import { lookupsOf } from '../machine/windows-programs.ts'
import { runWindows } from '../machine/windows-text.ts'
import type { ToolSpec } from '../meaning/entries.ts'
import { unknownWord } from '../value/text.ts'
import { readArguments } from './arguments.ts'

/** `field`: where the command stands. */
export function readShellCall(shell: Shell, call: ToolCall, spec: ToolSpec | undefined, kind: string, field: string | undefined): void {
  // Nothing is said besides the command.
  const alone = field !== undefined && Object.keys(call.input).length === 1
  if (!alone) {
    enterFolder(shell, call, spec)
    readBeside(shell, call, spec, field)
  }
  readCommand(shell, field === undefined ? undefined : call.input[field], kind)
}

/** Some hosts say in which folder the command runs. */
function enterFolder(shell: Shell, call: ToolCall, spec: ToolSpec | undefined): void {
  const field = spec?.fields['folder']?.find((name) => typeof call.input[name] === 'string' && call.input[name] !== '')
  const folder = field === undefined ? undefined : call.input[field]
  if (typeof folder !== 'string') return
  const { resolved } = locate(shell, userPath(shell, folder))
  standIn(shell, resolved === null ? unknownWord('folder') : { text: resolved })
}

/** What people are told, and how long to wait. */
const QUIET =
  /^(?:description|explanation|justification|reason|summary|title|goal|thought|timeout\w*|\w*background\w*|\w*_?id|yield_time_ms|max_output_\w+|is\w+)$/i

/** A shell's tool may be given variables, input and further commands besides the one it is known for. */
function readBeside(shell: Shell, call: ToolCall, spec: ToolSpec | undefined, field: string | undefined): void {
  const others = Object.entries(call.input).filter(([name, value]) => name !== field && typeof value !== 'number' && !QUIET.test(name))
  const rest = others.filter(([name]) => spec?.fields['folder']?.includes(name) !== true)
  if (rest.length === 0) return
  noteHanded(shell)
  const span = { field: '', start: 0, end: 0 }
  for (const [name, value] of rest) {
    if (!/^(?:env|environment|env_?vars|variables)$/i.test(name) || typeof value !== 'object' || value === null) continue
    for (const [key, text] of Object.entries(value))
      if (typeof text === 'string') shell.read.perform(shell, { words: [{ text: 'export' }, { text: `${key}=${text}` }], assigns: [], stdin: null, span })
  }
  // What it is fed it may run.
  const unread = rest.filter(([name]) => !/^(?:env|environment|env_?vars|variables)$/i.test(name))
  const fed = unread.filter(([name, value]) => typeof value === 'string' && (FED.test(name) || spec?.fields['command']?.includes(name) === true))
  for (const [, value] of fed) if (typeof value === 'string') walkText(fork(shell, { certain: false }), value, null)
  readArguments(shell, Object.fromEntries(unread.filter((entry) => !fed.includes(entry))))
}

const FED = /^(?:stdin|std_?in|input|input_?text|pipe|heredoc)$/i

function readCommand(shell: Shell, value: unknown, kind: string): void {
  const { trace } = shell
  // Cline sends several commands in one call.
  if (
    Array.isArray(value) &&
    value.some((item) => typeof item === 'object' || (typeof item === 'string' && /\s/.test(item) && value.length > 1 && trace.field === 'commands'))
  ) {
    for (const item of value as readonly unknown[])
      if (!trace.budget.spend(1, doerOf(shell, { field: trace.field, start: 0, end: 0 }))) break
      else readCommand(shell, typeof item === 'object' && item !== null ? (item as { command?: unknown }).command : item, kind)
    return
  }
  const argv = Array.isArray(value) && value.every((word) => typeof word === 'string') ? value : null
  if (argv !== null) {
    const text = argv.join(' ')
    const printed = shell.read.perform(shell, {
      words: argv.map((word) => ({ text: word })),
      assigns: [],
      stdin: null,
      span: { field: trace.field, start: 0, end: text.length },
    })
    noteShownSecrets(shell, printed, text)
    return
  }
  if (typeof value !== 'string') {
    act(notRead('shape', 'high', 'the call has no command text'), shell, { field: trace.field, start: 0, end: 0 })
    return
  }
  const text = value.includes('\r') ? value.replace(/\r\n/g, '\n') : value
  const dialect = kind === 'powershell' || kind === 'cmd' ? kind : guessDialect(text, lookupsOf(trace.books))
  act({ do: 'carry', what: 'command', text, secrets: 'alone' }, shell, { field: trace.field, start: 0, end: text.length })
  if (dialect === 'bash') noteShownSecrets(shell, walkText(shell, text, null), text)
  else runWindows(shell, dialect, text, { field: trace.field, start: 0, end: text.length })
}
