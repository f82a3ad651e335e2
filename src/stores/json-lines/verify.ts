// Is everything that was sealed still as it was, and if not, where was it changed?
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { hashOf, linkAfter, nextLink, unchained } from './chain.ts'
import type { Chained, Link } from './chain.ts'
import { parseCheckpoint, readCheckpoint } from './checkpoint.ts'
import type { Checkpoint, Cut } from './checkpoint.ts'
import type { Keys } from './keys.ts'
import { checkpointFile, dayFile, daysIn, sealedDaysIn, sealFile } from './layout.ts'
import type { Folders } from './layout.ts'
import { readUnits } from './units.ts'

export interface Verified {
  readonly ok: boolean
  readonly problems: readonly Problem[]
  readonly sealed: { readonly days: number; readonly lines: number; readonly since: string | null; readonly at: string | null; readonly cut: Cut | null }
  /** What nobody vouches for yet. `torn`: bytes behind the last newline, and lines that are no record. */
  readonly unsealed: { readonly lines: number; readonly bytes: number; readonly torn: number }
  /** What was verified against, to be kept where the agent cannot write. */
  readonly checkpoint: string | null
}
export interface Problem {
  readonly code: ProblemCode
  readonly day: string | null
  /** Counted from 1, and the byte where it begins. */
  readonly line: number | null
  readonly byte: number | null
  readonly message: string
}
export type ProblemCode =
  | 'changed'
  | 'removed'
  | 'inserted'
  | 'reordered'
  | 'cut'
  | 'day-missing'
  | 'seal-changed'
  | 'checkpoint-missing'
  | 'checkpoint-forged'
  | 'key-changed'
  | 'key-missing'
  | 'not-as-kept'

/** `kept`: the text of a checkpoint from elsewhere, which must agree too. Changes nothing. */
export function verifyRecords(folders: Folders, keys: Keys, kept: string | null = null): Verified {
  return whileNothingMoves(folders, () => verifyOnce(folders, keys, kept, 'whole'))
}

/** What a glance shows: whether seals and days are there, as long as they were, and the last day as it was sealed. The rest is for who verifies. */
export const glanceAtRecords = (folders: Folders, keys: Keys): readonly Problem[] =>
  whileNothingMoves(folders, () => verifyOnce(folders, keys, null, 'glance')).problems

/** What is cut off or sealed meanwhile is not a change: look again when the checkpoint moved under us. */
function whileNothingMoves({ audit }: Folders, look: () => Verified): Verified {
  let result = look()
  for (let again = 0; again < 3 && !result.ok; again++) {
    const now = readCheckpoint(checkpointFile(audit))
    if ((now.kind === 'good' ? now.text : null) === result.checkpoint) break
    result = look()
  }
  return result
}

function verifyOnce({ audit: folder }: Folders, keys: Keys, kept: string | null, how: 'whole' | 'glance'): Verified {
  const problems: Problem[] = []
  const note = (code: ProblemCode, message: string, day: string | null = null, line: number | null = null, byte: number | null = null): void =>
    void problems.push({ code, day, line, byte, message })
  const read = readCheckpoint(checkpointFile(folder))
  const names = namesIn(folder)
  // The key is put in force once a checkpoint is signed with it.
  if (read.kind === 'absent' && (sealedDaysIn(names).length > 0 || keys.isInForce()))
    note('checkpoint-missing', 'the checkpoint is gone, though records were sealed here')
  if (read.kind === 'bad') note('checkpoint-forged', 'the checkpoint is not as we signed it')
  const checkpoint = read.kind === 'good' ? read.checkpoint : null
  if (read.kind === 'good') {
    const signer = keys.signer(false)
    if (signer === null) note('key-missing', 'our signing key is gone: who signed the checkpoint cannot be told')
    else if (signer.key !== read.key) note('key-changed', 'the checkpoint is signed with another key than ours')
  }
  const marks = kept === null ? new Map<string, Chained>() : keptMarks(kept, checkpoint, read.kind === 'good' ? read.key : null, note)

  const days = checkpoint?.days ?? {}
  const last = Object.keys(days).at(-1)
  for (const [day, sealed] of Object.entries(days))
    problems.push(...(how === 'whole' || day === last ? verifyDay(folder, day, sealed, marks.get(day)) : missedAtAGlance(folder, day, sealed)))
  return {
    ok: problems.length === 0,
    problems,
    sealed: {
      days: Object.keys(days).length,
      lines: Object.values(days).reduce((sum, { lines }) => sum + lines, 0),
      since: checkpoint?.since ?? null,
      at: checkpoint?.at ?? null,
      cut: checkpoint?.cut ?? null,
    },
    unsealed: how === 'whole' ? unsealedIn(folder, daysIn(names), days) : { lines: 0, bytes: 0, torn: 0 },
    checkpoint: read.kind === 'good' ? read.text : null,
  }
}

type Note = (code: ProblemCode, message: string, day?: string | null) => void

/** Where the chains were when that checkpoint was removed. */
function keptMarks(kept: string, now: Checkpoint | null, key: string | null, note: Note): Map<string, Chained> {
  const then = parseCheckpoint(kept)
  if (then.kind !== 'good') {
    note('not-as-kept', 'the checkpoint to compare with is not as we signed it')
    return new Map()
  }
  if (key !== null && then.key !== key) note('key-changed', 'the checkpoint to compare with is signed with another key')
  const marks = Object.entries(then.checkpoint.days)
  for (const [day] of marks) {
    const removed = now?.cut != null && now.cut.through >= day
    if (now?.days[day] === undefined && !removed) note('not-as-kept', 'this day was sealed when the checkpoint was kept, and is not any more', day)
  }
  return new Map(marks)
}

/** By their lengths alone. */
function missedAtAGlance(folder: string, day: string, { bytes, seal }: Chained): Problem[] {
  const at = (code: ProblemCode, message: string): Problem[] => [{ code, day, line: null, byte: null, message }]
  const size = statSync(dayFile(folder, day), { throwIfNoEntry: false })?.size
  if (size === undefined) return at('day-missing', 'the records of this day are gone')
  if (size < bytes) return at('cut', 'sealed records are missing at the end')
  return (statSync(sealFile(folder, day), { throwIfNoEntry: false })?.size ?? 0) < seal
    ? at('seal-changed', 'the links beside the records were cut or taken away')
    : []
}

function verifyDay(folder: string, day: string, sealed: Chained, mark: Chained | undefined): Problem[] {
  const file = dayFile(folder, day)
  const problem = (code: ProblemCode, message: string, line: number | null = null, byte: number | null = null): Problem => ({ code, day, line, byte, message })
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return [problem('day-missing', 'the records of this day are gone')]
  let at = unchained(day)
  const text: string[] = []
  let asKept = mark === undefined || mark.lines === 0
  for (const unit of readUnits(file, 0, sealed.bytes)) {
    const next = linkAfter(at, unit)
    at = next.after
    text.push(next.text)
    if (mark?.lines === at.lines) asKept = mark.head === at.head
  }
  const recorded = sealText(folder, day, sealed.seal)
  if (at.head === sealed.head && at.bytes === sealed.bytes && at.lines === sealed.lines && at.seal === sealed.seal) {
    return [
      ...(recorded === text.join('') ? [] : [problem('seal-changed', 'the links beside the records were changed; the records are as they were sealed')]),
      ...(asKept ? [] : [problem('not-as-kept', 'the records are not those the kept checkpoint vouches for')]),
    ]
  }
  const links = trueLinks(recorded, day, sealed)
  if (links === null) return [problem('changed', 'the records are not as they were sealed, and neither are the links that would say where')]
  return [{ ...whereChanged(file, links), day }]
}

/** Only the links that the checkpoint vouches for can be a witness. */
function trueLinks(text: string | null, day: string, sealed: Chained): readonly Link[] | null {
  if (text === null) return null
  try {
    const links = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Link)
    let at: Pick<Chained, 'lines' | 'head'> = unchained(day)
    for (const { hash, end } of links) {
      const next = nextLink(at, hash, end)
      at = { lines: next.n, head: next.chain }
    }
    return at.head === sealed.head && at.lines === sealed.lines ? links : null
  } catch {
    return null
  }
}

function whereChanged(file: string, links: readonly Link[]): Problem {
  const found: string[] = []
  for (const unit of readUnits(file)) found.push(hashOf(unit.bytes))
  const first = Math.max(
    0,
    links.findIndex(({ hash }, i) => hash !== found[i]),
  )
  const at = (code: ProblemCode, message: string): Problem => ({ code, day: null, line: first + 1, byte: links[first - 1]?.end ?? 0, message })
  const there = new Map<string, number>()
  for (const hash of found) there.set(hash, (there.get(hash) ?? 0) + 1)
  let missing = 0
  for (const { hash } of links) {
    const left = there.get(hash) ?? 0
    if (left === 0) missing++
    else there.set(hash, left - 1)
  }
  if (missing === 0) {
    let next = 0
    for (const hash of found) if (hash === links[next]?.hash) next++
    return next === links.length ? at('inserted', 'something was put between sealed records') : at('reordered', 'sealed records stand in another order')
  }
  if (found.length <= first) return at('cut', `${links.length - first} sealed records are missing at the end`)
  const again = links.findIndex(({ hash }, i) => i > first && hash === found[first])
  if (again > 0 && again - first <= missing) return at('removed', `${again - first} sealed records were taken out here`)
  return at('changed', 'this record is not as it was sealed')
}

function sealText(folder: string, day: string, bytes: number): string | null {
  try {
    return readFileSync(sealFile(folder, day)).subarray(0, bytes).toString('latin1')
  } catch {
    return null
  }
}

function unsealedIn(folder: string, days: readonly string[], sealed: Checkpoint['days']): Verified['unsealed'] {
  let [lines, bytes, torn] = [0, 0, 0]
  for (const day of days) {
    const from = sealed[day]?.bytes ?? 0
    const size = statSync(dayFile(folder, day), { throwIfNoEntry: false })?.size ?? 0
    if (size <= from) continue
    bytes += size - from
    let end = from
    for (const unit of readUnits(dayFile(folder, day), from, size)) {
      if (isRecord(unit.bytes)) lines++
      else torn++
      end = unit.end
    }
    if (end < size) torn++
  }
  return { lines, bytes, torn }
}

function isRecord(bytes: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(bytes).toString('utf8'))
    return true
  } catch {
    return false
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
