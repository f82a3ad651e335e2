// Lifts questions without a date, as the modes of other systems do: until it is taken back or the process ends, and never what is critical or denied.
import { randomBytes } from 'node:crypto'
import type { Lifts } from '../gate/records.ts'

const NEVER = '9999-12-31T00:00:00.000Z'

/** A tool by its name; null: every tool. */
export async function lift(lifts: Lifts, tool: string | null, by: string): Promise<void> {
  const now = new Date()
  const what = tool === null ? ({ what: 'all' } as const) : ({ what: 'tool', tool } as const)
  const mode = { ...what, id: randomBytes(8).toString('hex'), session: null, cap: 'high', madeAt: now.toISOString(), expiresAt: NEVER } as const
  await lifts.modes.add({ ...mode, by, channel: 'library' }, now)
}
