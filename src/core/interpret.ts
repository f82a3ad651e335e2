// What would this tool call do? The first verb: a call in, typed actions out. Pure; never throws.
import { noteHanded } from './machine/trust.ts'
import type { Facts, Reading, Scene, ToolCall } from './model.ts'
import { hasUnreadWrite, touchesOfOurs } from './self/computed.ts'
import { speaksOfOurs } from './self/own-code.ts'
import { Disk } from './disk/disk.ts'
import { confirmBarred } from './machine/publish-login.ts'
import { findTool } from './meaning/entries.ts'
import type { Meaning, ToolSpec } from './meaning/entries.ts'
import { perform } from './machine/run.ts'
import { markUnseenInput } from './self/unseen-input.ts'
import { runTraps } from './languages/bash/traps.ts'
import { LONG_TO_READ, refuel, wasStopped } from './languages/bash/parse.ts'
import { newShell } from './machine/process.ts'
import type { ParsedTexts } from './languages/bash/parse.ts'
import { callFunction, walkScript, walkText } from './languages/bash/walk.ts'
import { builtinOf } from './languages/bash/builtins.ts'
import type { ParsedScript } from './languages/bash/parse.ts'
import { isPlainScript } from './languages/bash/plain-script.ts'
import type { Registry } from './machine/shell.ts'
import { readerOf } from './readers/index.ts'
import { readMade } from './tools/content.ts'
import { fewerFields } from './tools/fewer-fields.ts'
import { readShellCall } from './tools/shell-call.ts'
import { readTool } from './tools/tool.ts'
import { newTrace } from './log/trace.ts'
import type { Books } from './log/trace.ts'
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
    } else readShellCall(shell, call, spec, shellKind, field)
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
