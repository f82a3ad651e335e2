// What would this tool call do? The first verb: a call in, typed actions out. Pure; never throws.
import { noteHanded } from './machine/trust.ts'
import type { Facts, Reading, Scene, ToolCall } from './model.ts'
import { hasUnreadWrite, touchesOfOurs } from './self/computed.ts'
import { speaksOfOurs } from './self/own-code.ts'
import { Disk } from './disk/disk.ts'
import { locate } from './disk/paths.ts'
import { confirmBarred } from './machine/publish-login.ts'
import { findTool } from './meaning/entries.ts'
import type { Meaning, ToolSpec } from './meaning/entries.ts'
import { perform } from './machine/run.ts'
import { markUnseenInput } from './self/unseen-input.ts'
import { runWindows } from './machine/windows-text.ts'
import { runTraps } from './languages/bash/traps.ts'
import { LONG_TO_READ, refuel, wasStopped } from './languages/bash/parse.ts'
import { doerOf } from './log/process.ts'
import { fork, newShell } from './machine/process.ts'
import type { ParsedTexts } from './languages/bash/parse.ts'
import type { Shell } from './machine/process.ts'
import { callFunction, walkScript, walkText } from './languages/bash/walk.ts'
import { builtinOf } from './languages/bash/builtins.ts'
import type { ParsedScript } from './languages/bash/parse.ts'
import { isPlainScript } from './languages/bash/plain-script.ts'
import type { Registry } from './machine/shell.ts'
import { readerOf } from './readers/index.ts'
import { noteShownSecrets } from './machine/shown-secrets.ts'
import { readArguments } from './tools/arguments.ts'
import { readMade } from './tools/content.ts'
import { fewerFields } from './tools/fewer-fields.ts'
import { readTool } from './tools/tool.ts'
import { userPath } from './machine/user-path.ts'
import { newTrace } from './log/trace.ts'
import { unknownWord } from './value/text.ts'
import type { Books } from './log/trace.ts'
import { guessDialect } from './languages/_windows/dialect.ts'
import { lookupsOf } from './machine/windows-programs.ts'
import { standIn } from './machine/folders.ts'
import { notRead } from './machine/effect.ts'
import { act, actAfter } from './machine/act.ts'

/** `texts`: for who reads the same call again. */
export function interpret(given: ToolCall, scene: Scene, books: Books, facts: Facts = NO_FACTS, texts?: ParsedTexts): Reading {
  const spec = given.tool.server === null ? toolOf(books.meaning, given.tool.name) : undefined
  const few = fewerFields(given.input, () => new Set(Object.values(spec?.fields ?? {}).flat()))
  const call = few === null ? given : { ...given, input: few }
  const shellKind = spec?.kind === 'shell' || spec?.kind === 'powershell' || spec?.kind === 'cmd' ? spec.kind : null
  const field = shellKind === null ? undefined : spec?.fields['command']?.find((name) => Object.hasOwn(call.input, name))
  const trace = newTrace(books, scene, field ?? '', facts)
  books.parsers.begin?.()
  refuel(texts)
  const shell = newShell(trace, Disk.of(facts), READ_WITH)
  if (few !== null) act(notRead('too-much', 'high', 'more arguments than are read'), shell, { field: '', start: 0, end: 0 })
  try {
    if (shellKind === null) {
      // What else such a tool sets is not known.
      noteHanded(shell)
      readTool(shell, call, spec)
    } else {
      // Nothing is said besides the command.
      const alone = field !== undefined && Object.keys(call.input).length === 1
      if (!alone) {
        enterFolder(shell, call, spec)
        readBeside(shell, call, spec, field)
      }
      readShellCall(shell, field === undefined ? undefined : call.input[field], shellKind)
    }
    runTraps(shell)
    if (shellKind !== null && shell.disk.written.size > 0) readMade(shell)
  } catch (error) {
    if (wasStopped()) act(notRead('too-much', 'high', LONG_TO_READ), shell, { field: trace.field, start: 0, end: 0 })
    // There was no room left to go deeper.
    else if (error instanceof RangeError) act(notRead('too-deep', 'high', 'deeper than can be read'), shell, { field: trace.field, start: 0, end: 0 })
    // A bug of ours must not become silence.
    else act(notRead('too-deep', 'critical', 'could not be read to its end'), shell, { field: trace.field, start: 0, end: 0 })
  }
  if (trace.actions.some((action) => action.does === 'run' && action.barred === true)) confirmBarred(trace)
  for (const { run, target, places, what = 'touch' } of touchesOfOurs(trace)) actAfter(trace, run, { do: 'change', what, target, places, by: run.id })
  markUnseenInput(trace, facts.asking === true)
  const reading: Reading =
    hasUnreadWrite(trace) || speaksOfOurs(trace)
      ? { actions: trace.actions, needs: trace.needs, unreadWrite: true }
      : { actions: trace.actions, needs: trace.needs }
  steps.set(reading, trace.budget.taken)
  return reading
}

const steps = new WeakMap<Reading, number>()
/** How much work a reading was: no part of what the call would do, so it stands beside it. */
export const stepsOf = (reading: Reading): number => steps.get(reading) ?? 0

/** Of a call that would have to be read once more than there are steps for: the same, and that there is more. */
export function unfinished(reading: Reading): Reading {
  const { actions } = reading
  if (actions.some((action) => action.does === 'unknown' && action.because === 'too-much' && action.could === 'high')) return reading
  const span = actions.at(-1)?.span ?? { field: '', start: 0, end: 0 }
  const doer = { by: null, at: 'here', as: 'user', certain: true, span } as const
  const rest = { does: 'unknown', because: 'too-much', could: 'high', detail: 'more to look up and read again than the budget allows' } as const
  return { ...reading, actions: [...actions, { takes: [], id: actions.length, ...doer, ...rest }] }
}

/** All that reads a language: nothing else knows which there are. */
const READ_WITH: Registry = {
  script: (shell, script, stdin) => walkScript(shell, script as ParsedScript, stdin),
  text: walkText,
  perform,
  call: callFunction,
  isPlain: isPlainScript,
  builtin: builtinOf,
  reader: readerOf,
}

const NO_FACTS: Facts = {}

const toolOf = (meaning: Meaning, name: string): ToolSpec | undefined => findTool(meaning, name.toLowerCase())

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

function readShellCall(shell: Shell, value: unknown, kind: string): void {
  const { trace } = shell
  // Cline sends several commands in one call.
  if (
    Array.isArray(value) &&
    value.some((item) => typeof item === 'object' || (typeof item === 'string' && /\s/.test(item) && value.length > 1 && trace.field === 'commands'))
  ) {
    for (const item of value as readonly unknown[])
      if (!trace.budget.spend(1, doerOf(shell, { field: trace.field, start: 0, end: 0 }))) break
      else readShellCall(shell, typeof item === 'object' && item !== null ? (item as { command?: unknown }).command : item, kind)
    return
  }
  const argv = Array.isArray(value) && value.every((word) => typeof word === 'string') ? value : null
  if (argv !== null) {
    const text = argv.join(' ')
    const printed = perform(shell, {
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
