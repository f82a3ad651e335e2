// The modes that are on, known to every view: whoever looks at the page sees that questions are being skipped.
import type { Modes, ModeView } from '../src/desk/api.ts'
import { leftUntil } from './clock.ts'
import { get } from './client.ts'
import { signal } from './lib.ts'
import { secretNow } from './session.ts'

export const modes = signal<readonly ModeView[]>([])

/** Only a change is one: what is drawn anew moves the cards. */
export function takeModes({ modes: on }: Modes): void {
  if (JSON.stringify(on) !== JSON.stringify(modes.value)) modes.value = on
}

export async function refreshModes(): Promise<void> {
  if (secretNow() === null) return
  const result = await get<Modes>('/api/modes')
  if (result.ok) takeModes(result.value)
}

export const modeText = ({ what, tool = '', session, cap, by, expiresAt }: ModeView, at: number): string =>
  `${what === 'all' ? 'everything' : tool === 'edit' ? 'every edit of a file' : `every call of \`${tool}\``} up to ${cap} risk passes without a question${session === null ? '' : ` in ${session}`}, for ${leftUntil(expiresAt, at)} more (${by})`
