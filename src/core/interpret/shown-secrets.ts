// Which secrets of the environment would end up on the call's own output, where the agent and its logs see them?
import type { Word } from '../model.ts'
import { doerOf } from './shell/state.ts'
import type { Shell } from './shell/state.ts'
import { add } from './trace.ts'

/** Names that say what they hold. Small letters are seldom the environment's. */
const SECRET_NAME = /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|PRIVATE_KEY|ACCESS_KEY|SECRET_KEY)$/
const MOST = 8
export const saysSecret = (name: string): boolean => SECRET_NAME.test(name)

/** What code reads of the environment, where its name says that it is a secret. */
export const ONE_SECRET = 'one secret of the environment'

/** `printed` is what reaches standard output; what is piped, captured or redirected elsewhere is not in it. */
export function noteShownSecrets(shell: Shell, printed: Word, text: string): void {
  const names = new Set(
    (printed.parts ?? []).flatMap((part) =>
      part.kind === 'unknown' && part.name !== null && !part.name.startsWith('#') && SECRET_NAME.test(part.name) ? [part.name] : [],
    ),
  )
  for (const id of printed.text === '' ? [] : (printed.from ?? [])) {
    const action = shell.trace.actions[id]
    if (action?.does !== 'read' || action.path.text !== ONE_SECRET || !action.places.includes('environment')) continue
    const run = action.by === null ? undefined : shell.trace.actions[action.by]
    if (run?.does === 'run' && run.assigns.some(({ name }) => saysSecret(name))) continue
    const doer = { ...doerOf(shell, action.span), by: action.by }
    add(shell.trace, doer, { does: 'read', how: 'pattern', path: action.path, resolved: null, places: ['environment'], recursive: false })
    break
  }
  for (const name of [...names].slice(0, MOST)) {
    // Set by this text: not the environment's.
    if (shell.vars.has(name)) continue
    const at = text.indexOf(name)
    const span = { field: shell.trace.field, start: Math.max(at, 0), end: at < 0 ? text.length : at + name.length }
    add(shell.trace, doerOf(shell, span), { does: 'read', how: 'pattern', path: { text: name }, resolved: null, places: ['environment'], recursive: false })
  }
}
