// Which secrets of the environment would end up on the call's own output, where the agent and its logs see them?
import type { Action, PathAction, Word } from '../model.ts'
import { locate } from '../disk/paths.ts'
import { doerOf } from '../log/process.ts'
import type { Shell } from './process.ts'
import { saysSecret } from '../secrets/secret-names.ts'
import { hasTrait } from '../meaning/traits.ts'
import { knownText } from '../value/fields.ts'
import { add } from '../log/trace.ts'

const MOST = /* quiet */ 8

/** What code reads of the environment, where its name says that it is a secret. */
const ONE_SECRET = 'one secret of the environment'
export const readOfEnvironment = (one: boolean): Omit<PathAction, 'id' | 'by' | 'at' | 'as' | 'certain' | 'span' | 'takes'> => ({
  does: 'read',
  how: 'whole',
  path: { text: one ? ONE_SECRET : 'environment' },
  resolved: null,
  places: ['environment'],
  recursive: false,
})

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
  for (const name of [...names].slice(0, MOST)) {
    // Set by this text: not the environment's.
    if (shell.vars.has(name) && !sourced.has(name)) continue
    const at = text.indexOf(name)
    const span = { field: shell.trace.field, start: Math.max(at, 0), end: at < 0 ? text.length : at + name.length }
    add(shell.trace, doerOf(shell, span), { does: 'read', how: 'pattern', path: { text: name }, resolved: null, places: ['environment'], recursive: false })
  }
}

/** The same, where code prints it. */
function noteShownByCode(shell: Shell, printed: Word): void {
  if (printed.text === '' || printed.from === undefined) return
  for (const id of printed.from) {
    const action = shell.trace.actions[id]
    if (action?.does !== 'read' || action.path.text !== ONE_SECRET) continue
    const run = action.by === null ? undefined : shell.trace.actions[action.by]
    if (run?.does === 'run' && run.assigns.some(({ name }) => saysSecret(name))) continue
    const doer = { ...doerOf(shell, action.span), by: action.by }
    add(shell.trace, doer, { does: 'read', how: 'pattern', path: action.path, resolved: null, places: ['environment'], recursive: false })
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
    const doer = { ...doerOf(shell, dump.span), by: dump.by }
    add(shell.trace, doer, { does: 'read', how: 'pattern', path: dump.path, resolved: null, places: ['environment'], recursive: false })
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
