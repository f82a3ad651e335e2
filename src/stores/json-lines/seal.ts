// How are records sealed: chained, signed, and removed when they are old, so that a later change is noticed?
//
// Order matters. First the chain beside the records, then the signed checkpoint that vouches for it; first the checkpoint that says "cut here",
// then the removal. Killed in between, the next pass does the same again and arrives at the same bytes.
import { closeSync, constants, fdatasyncSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import type { AuditEntry } from '../../gate/seams.ts'
import { appendLines, FILE_MODE } from './append.ts'
import { hashOf, linkAfter, unchained } from './chain.ts'
import type { Chained } from './chain.ts'
import { readCheckpoint, writeCheckpoint } from './checkpoint.ts'
import type { Checkpoint, Cut } from './checkpoint.ts'
import type { Keys, Signer } from './keys.ts'
import { checkpointFile, dayFile, dayOf, daysIn, lockFile, sealedDaysIn, sealFile } from './layout.ts'
import type { Folders } from './layout.ts'
import { withLock } from './lock.ts'
import { daysToRemove, isBehind } from './retention.ts'
import type { KeptDay } from './retention.ts'
import { readUnits } from './units.ts'

export interface Limits {
  readonly keepDays: number
  readonly keepBytes: number
}
export type Sealed =
  | { readonly ok: true; readonly lines: number; readonly removed: readonly string[] }
  /** `busy`: somebody else is at it. `doubt`: what was sealed is not as it was, `verify` says how; nothing is sealed over it. */
  | { readonly ok: false; readonly code: 'busy' | 'doubt' | 'no-key' | 'failed' }

/** A pass takes no longer than this many bytes need (some 50 ms); the rest waits for the next. */
const MOST_BYTES = 1024 * 1024

/** Never waits, never throws. */
export function sealRecords(folders: Folders, keys: Keys, limits: Limits, now: Date): Sealed {
  try {
    const sealed = withLock(lockFile(folders.audit), () => sealUnderLock(folders.audit, keys, limits, now))
    return sealed === 'busy' ? { ok: false, code: 'busy' } : sealed
  } catch {
    return { ok: false, code: 'failed' }
  }
}

function sealUnderLock(folder: string, keys: Keys, limits: Limits, now: Date): Sealed {
  const names = readdirSync(folder)
  const read = readCheckpoint(checkpointFile(folder))
  // A key that is in force has signed a checkpoint.
  if (read.kind === 'bad' || (read.kind === 'absent' && (sealedDaysIn(names).length > 0 || keys.isInForce()))) return { ok: false, code: 'doubt' }
  const signer = keys.signer(read.kind === 'absent')
  if (signer === null) return { ok: false, code: 'no-key' }
  if (read.kind === 'good' && read.key !== signer.key) return { ok: false, code: 'doubt' }
  for (const name of names) if (/^checkpoint\.jsonl\..+\.tmp$/.test(name)) rmSync(path.join(folder, name), { force: true })
  const at = now.toISOString()
  const before: Checkpoint = read.kind === 'good' ? read.checkpoint : { v: 1, at, since: at, days: {}, cut: null, thinned: '' }
  // A chain without a checkpoint would look like a checkpoint taken away.
  if (read.kind === 'absent') writeCheckpoint(folder, before, signer)
  keys.putInForce()

  const days: Record<string, Chained> = { ...before.days }
  const last = Object.keys(days).at(-1)
  if (last !== undefined && isBehind(dayOf(now), last)) appendLines(dayFile(folder, dayOf(now)), [JSON.stringify(setBack(last, now))], false)
  let left = MOST_BYTES
  let lines = 0
  for (const day of daysIn(names)) {
    const from = days[day] ?? unchained(day)
    const size = sizeOf(dayFile(folder, day))
    if (left <= 0 || size <= from.bytes || Math.max(0, sizeOf(sealFile(folder, day))) < from.seal) continue
    const to = sealDay(folder, day, from, size, left)
    left -= to.bytes - from.bytes
    lines += to.lines - from.lines
    if (to.lines === from.lines) continue
    // Last in the order: the days stand as they were last written.
    delete days[day]
    days[day] = to
  }
  const removed = before.thinned === dayOf(now) ? [] : tooOld(folder, days, limits, now)
  if (lines > 0 || before.thinned !== dayOf(now)) commit(folder, before, days, removed, signer, now)
  for (const day of removed) for (const file of [dayFile(folder, day), sealFile(folder, day)]) rmSync(file, { force: true })
  return { ok: true, lines, removed }
}

function commit(folder: string, before: Checkpoint, days: Record<string, Chained>, removed: readonly string[], signer: Signer, now: Date): void {
  const cut = removed.reduce((cut: Cut | null, day) => cutAfter(cut, day, days[day] as Chained), before.cut)
  const kept = Object.fromEntries(Object.entries(days).filter(([day]) => !removed.includes(day)))
  writeCheckpoint(folder, { v: 1, at: now.toISOString(), since: before.since, days: kept, cut, thinned: dayOf(now) }, signer)
}

const cutAfter = (cut: Cut | null, day: string, { lines, head }: Chained): Cut => ({
  through: cut !== null && cut.through > day ? cut.through : day,
  days: (cut?.days ?? 0) + 1,
  lines: (cut?.lines ?? 0) + lines,
  head: hashOf(`${cut?.head ?? ''} ${day} ${lines} ${head}`),
})

/** Links for what is new, at their place in the file beside. Both files are safe on disk before anything vouches for them. */
function sealDay(folder: string, day: string, from: Chained, size: number, most: number): Chained {
  let to = from
  let text = ''
  for (const unit of readUnits(dayFile(folder, day), from.bytes, size)) {
    const next = linkAfter(to, unit)
    text += next.text
    to = next.after
    if (to.bytes - from.bytes >= most) break
  }
  if (to === from) return from
  const records = openSync(dayFile(folder, day), constants.O_RDWR | (constants.O_NOFOLLOW ?? 0))
  const seals = openSync(sealFile(folder, day), constants.O_RDWR | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), FILE_MODE)
  try {
    fdatasyncSync(records)
    // Over what a pass that did not reach its checkpoint may have left: the same links again.
    const data = Buffer.from(text, 'latin1')
    if (writeSync(seals, data, 0, data.length, from.seal) !== data.length) throw new Error('the disk is full')
    fdatasyncSync(seals)
  } finally {
    closeSync(records)
    closeSync(seals)
  }
  return to
}

/** Whole days, oldest first, never today's and none that is not sealed to its end. */
function tooOld(folder: string, days: Readonly<Record<string, Chained>>, limits: Limits, now: Date): readonly string[] {
  const kept = Object.entries(days).map(([day, { bytes }]): KeptDay => {
    const size = sizeOf(dayFile(folder, day))
    return { day, size: size + sizeOf(sealFile(folder, day)), whole: size === bytes }
  })
  return daysToRemove(kept, dayOf(now), limits.keepDays, limits.keepBytes)
}

/** So that a person sees why the dates of the log do not run on. */
const setBack = (from: string, now: Date): AuditEntry => ({
  at: now.toISOString(),
  id: `clock${now.getTime().toString(36).slice(-3)}`,
  call: '',
  host: '',
  session: '',
  kind: 'notice',
  event: 'clock-set-back',
  text: `records of ${dayOf(now)} are written after records of ${from}: the clock was set back; no day is removed for its age until seven more are written`,
})

/** -1 where there is none: less than any that was sealed. */
function sizeOf(file: string): number {
  const about = statSync(file, { throwIfNoEntry: false })
  return about?.isFile() === true ? about.size : -1
}
