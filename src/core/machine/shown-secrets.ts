// Notes which secrets of the environment would end up on the call's own output, where the agent and its logs see them.
import type { Action, Word } from '../model.ts'
import { locate } from '../disk/paths.ts'
import type { Shell } from './process.ts'
import { saysSecret } from '../secrets/secret-names.ts'
import { hasTrait } from '../meaning/traits.ts'
import { knownText } from '../value/fields.ts'
import { act } from './act.ts'

/** More of them are no other finding. */
const MOST = 8

/** What code reads of the environment, where its name says that it is a secret. */
const ONE_SECRET: Word = { text: 'one secret of the environment' }
export const ONE: Readonly<Record<'printed' | 'sent', Word>> = { printed: ONE_SECRET, sent: { text: 'a secret that is sent' } }

/** After a file of the environment was read into the shell. */
export function noteSourced({ trace, vars }: Shell): void {
  for (const [name, { words }] of vars) {
    const value = words[0]?.text
    if (value != null && value.length >= SHORTEST && saysSecret(name)) trace.notes.source(name, value)
  }
}
const SHORTEST = 6

/** `printed` is what reaches standard output; what is piped, captured or redirected elsewhere is not in it. */
export function noteShownSecrets(shell: Shell, printed: Word, text: string): void {
  noteShownByCode(shell, printed)
  noteShownWhole(shell, printed)
  const names = new Set<string>()
  const { sourced } = shell.trace.notes
  if (sourced.size > 0) {
    const known = knownText(printed)
    for (const [name, value] of sourced) if (known.includes(value)) names.add(name)
  }
  for (const part of printed.parts ?? [])
    if (part.kind === 'unknown' && part.name !== null && !part.name.startsWith('#') && saysSecret(part.name)) names.add(part.name)
  if (names.size === 0) return
  // Set by this text: not the environment's.
  for (const name of [...names].filter((one) => !shell.vars.has(one) || sourced.has(one)).slice(0, MOST)) {
    const at = text.indexOf(name)
    const span = { field: shell.trace.field, start: Math.max(at, 0), end: at < 0 ? text.length : at + name.length }
    act({ do: 'environment', how: 'pattern', name: { text: name } }, shell, span)
  }
}

/** The same, where code prints it. */
function noteShownByCode(shell: Shell, printed: Word): void {
  if (printed.text === '' || printed.from === undefined) return
  for (const id of printed.from) {
    const action = shell.trace.actions[id]
    if (action?.does !== 'read' || action.path.text !== ONE_SECRET.text) continue
    const run = action.by === null ? undefined : shell.trace.actions[action.by]
    if (run?.does === 'run' && run.assigns.some(({ name }) => saysSecret(name))) continue
    act({ do: 'environment', how: 'pattern', name: action.path, by: action.by }, shell, action.span)
    return
  }
}

/** All of the environment, after a file of it was read into the shell. */
function noteShownWhole(shell: Shell, printed: Word): void {
  if (printed.from === undefined) return
  const { actions } = shell.trace
  const from = new Set(printed.from)
  for (const id of from) for (const before of actions[id]?.takes ?? []) from.add(before)
  for (const id of from) {
    const dump = actions[id]
    if (dump?.does !== 'read' || dump.how !== 'whole' || dump.path.text !== 'environment' || dump.at !== 'here') continue
    if (actions.some((one) => one.does === 'run' && one.takes.includes(id) && !hasTrait(shell.trace.books.meaning, one.program, 'passes-all'))) continue
    if (!actions.slice(0, id).some((one) => isTakenIn(shell, one))) continue
    act({ do: 'environment', how: 'pattern', name: dump.path, by: dump.by }, shell, dump.span)
    return
  }
}

const SOURCES = new Set(['source', '.'])
function isTakenIn(shell: Shell, action: Action): boolean {
  if (action.at !== 'here') return false
  if (action.does === 'read') return action.how !== 'list' && action.places.includes('environment-file')
  const file = action.does === 'run' && SOURCES.has(action.program) ? action.operands[0] : undefined
  return file !== undefined && locate(shell, file).places.includes('environment-file')
}
