// Did the gate itself judge what the doctor tried? The log has the call, with a digest that only who holds this installation's key can make; and there it is told from an agent's.
import { randomUUID } from 'node:crypto'
import { TRIED, answerTo, storiesOf } from '../audit/stories.ts'
import type { Story } from '../audit/stories.ts'
import { deedsOf, isMadeName } from '../audit/record.ts'
import type { JsonObject, Verdict } from '../core/model.ts'
import { sealOf } from '../gate/cache-key.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { endCall } from './marks.ts'

/** `unsigned`: the log has it, and nobody with our key wrote it. */
export type Proof = { readonly is: 'ours'; readonly verdict: Verdict } | { readonly is: 'missing' | 'unsigned' }

/** What is logged of a call whose id or session is this one. */
export const triedIn = (stories: readonly Story[], id: string): Story | undefined =>
  stories.find(({ call, session }) => call.includes(id) || session.includes(id))

/** `holds`: what the log must say of it. Where the settings keep no content, the digest alone cannot be compared, and the verdict has to do. */
export function proofOf(story: Story | undefined, holds: string, digest: (text: string) => string | null): Proof {
  const { attempt } = story ?? {}
  const verdict = story === undefined ? undefined : answerTo(story)
  if (attempt === undefined || verdict === undefined) return { is: 'missing' }
  if (attempt.input === undefined) return { is: 'ours', verdict }
  const input = readInput(attempt.input)
  // What was too long for the log cannot be compared either.
  if (input === null && attempt.size > LONG && attempt.input.includes(holds)) return { is: 'ours', verdict }
  const deeds = input === null ? null : deedsOf([{ tool: attempt.tool, input }])
  if (deeds === null || !attempt.input.includes(JSON.stringify(holds).slice(1, -1))) return { is: 'unsigned' }
  return attempt.digest !== null && attempt.digest === digest(deeds) ? { is: 'ours', verdict } : { is: 'unsigned' }
}

/** Less than what is ever cut there. */
const LONG = 400

function readInput(text: string): JsonObject | null {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as JsonObject) : null
  } catch {
    return null
  }
}

export const storiesSince = (state: string, since: string): readonly Story[] => storiesOf(openJsonLines({ state }).entries({ since }))

/** They were trials, and are over: nothing that happens from now on is their doing. Never throws. */
export function tellTrials(state: string, home: string, stories: readonly Story[], now = Date.now()): void {
  const at = new Date(now).toISOString()
  try {
    const notices = stories.map(({ host, session, call }) => ({
      kind: 'notice' as const,
      event: TRIED,
      text: 'tried by prudent doctor',
      at,
      id: randomUUID().slice(0, 8),
      host,
      session,
      call,
    }))
    if (notices.length > 0) openJsonLines({ state }).append(notices)
    const seal = sealOf(home)
    // Where a host gives its calls no id, the log names them by what they do, and the marks by their session alone.
    if (seal !== null) for (const { host, session, call } of stories) endCall(state, { at: now, host, session, call: isMadeName(call) ? '' : call }, seal)
  } catch {
    // They stand there as calls, then.
  }
}
