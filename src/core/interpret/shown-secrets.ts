// Which secrets of the environment would end up on the call's own output, where the agent and its logs see them?
import type { Word } from '../model.ts'
import { doerOf } from './shell/state.ts'
import type { Shell } from './shell/state.ts'
import { add } from './trace.ts'

/** Names that say what they hold. Small letters are seldom the environment's. */
const SECRET_NAME = /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|PRIVATE_KEY|ACCESS_KEY|SECRET_KEY)$/
/** How each of them ends: nearly every name is none. */
const ENDS = /[DENTY]$/
const MOST = 8

/** `printed` is what reaches standard output; what is piped, captured or redirected elsewhere is not in it. */
export function noteShownSecrets(shell: Shell, printed: Word, text: string): void {
  const names = new Set<string>()
  for (const part of printed.parts ?? [])
    if (part.kind === 'unknown' && part.name !== null && !part.name.startsWith('#') && ENDS.test(part.name) && SECRET_NAME.test(part.name)) names.add(part.name)
  if (names.size === 0) return
  for (const name of [...names].slice(0, MOST)) {
    // Set by this text: not the environment's.
    if (shell.vars.has(name)) continue
    const at = text.indexOf(name)
    const span = { field: shell.trace.field, start: Math.max(at, 0), end: at < 0 ? text.length : at + name.length }
    add(shell.trace, doerOf(shell, span), { does: 'read', how: 'pattern', path: { text: name }, resolved: null, places: ['environment'], recursive: false })
  }
}
