// Which entries does the log hold, and which are new since somebody last looked?
import { lstatSync, readdirSync } from 'node:fs'
import type { AuditEntry, EntryFilter } from '../../gate/seams.ts'
import { dayFile, daysIn } from './layout.ts'
import { readUnits } from './units.ts'

/** How far each day was read. */
export type Cursor = ReadonlyMap<string, number>

type Fields = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Fields => value !== null && typeof value === 'object' && !Array.isArray(value)
const isText = (value: unknown): boolean => typeof value === 'string'
const isVerdict = (value: unknown): boolean => value === 'allow' || value === 'ask' || value === 'deny'
const isAbsentOr = (value: unknown, is: (value: unknown) => boolean): boolean => value === undefined || is(value)
const areAll = (value: unknown, is: (value: unknown) => boolean): boolean => Array.isArray(value) && value.every((one) => is(one))

/** What others rely on, by kind: somebody else may have written into the file. */
const SHAPES: Readonly<Record<AuditEntry['kind'], (entry: Fields) => boolean>> = {
  attempt: ({ tool, cwd, input }) =>
    isObject(tool) && isText(tool['name']) && (tool['server'] === null || isText(tool['server'])) && isText(cwd) && isAbsentOr(input, isText),
  decision: ({ verdict, findings, mode, would }) =>
    isVerdict(verdict) &&
    isAbsentOr(mode, isText) &&
    isAbsentOr(would, isVerdict) &&
    areAll(findings, (one) => isObject(one) && isText(one['rule']) && isVerdict(one['verdict'])),
  violation: ({ of, rules }) => isText(of) && areAll(rules, isText),
  approval: ({ event, verdict, by, channel }) => isText(event) && isAbsentOr(verdict, isVerdict) && isAbsentOr(by, isText) && isAbsentOr(channel, isText),
  outcome: ({ ok, text }) => typeof ok === 'boolean' && isAbsentOr(text, isText),
  mark: ({ as }) => as === 'false-alarm' || as === 'harmful',
  notice: ({ event, text }) => isText(event) && isText(text),
}

/** A record stands in the file of the day it was written, its time was taken a moment before. */
const LEEWAY_MS = 3_600_000

export function* readEntries(folder: string, filter: EntryFilter = {}): Generator<AuditEntry> {
  const since = filter.since === undefined ? null : Date.parse(filter.since)
  const firstDay = since === null || Number.isNaN(since) ? '' : new Date(since - LEEWAY_MS).toISOString().slice(0, 10)
  for (const day of knownDays(folder)) {
    if (day < firstDay) continue
    for (const { bytes } of readUnits(dayFile(folder, day))) {
      const entry = entryOf(bytes)
      if (entry !== null && passes(entry, filter, since)) yield entry
    }
  }
}

/** What was written behind the cursor, and the cursor behind that. */
export function readAfter(folder: string, cursor: Cursor): { readonly entries: readonly AuditEntry[]; readonly cursor: Cursor } {
  const entries: AuditEntry[] = []
  const next = new Map<string, number>()
  for (const day of knownDays(folder)) {
    let end = cursor.get(day) ?? 0
    for (const unit of readUnits(dayFile(folder, day), end)) {
      end = unit.end
      const entry = entryOf(unit.bytes)
      if (entry !== null) entries.push(entry)
    }
    next.set(day, end)
  }
  return { entries, cursor: next }
}

/** The cursor behind all that is there: only what comes is read then. */
export const endOf = (folder: string): Cursor =>
  new Map(knownDays(folder).map((day) => [day, lstatSync(dayFile(folder, day), { throwIfNoEntry: false })?.size ?? 0]))

function knownDays(folder: string): string[] {
  try {
    return daysIn(readdirSync(folder))
  } catch {
    return []
  }
}

const passes = (entry: AuditEntry, { host, session, call }: EntryFilter, since: number | null): boolean =>
  (since === null || Date.parse(entry.at) >= since) &&
  (host === undefined || entry.host === host) &&
  (session === undefined || entry.session === session) &&
  (call === undefined || entry.call === call)

/** Null for a torn line and for whatever else is no entry of ours. */
export function entryOf(bytes: Uint8Array): AuditEntry | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
    if (!isObject(value) || !['at', 'id', 'call', 'host', 'session'].every((key) => isText(value[key]))) return null
    const { kind } = value
    const isSound = typeof kind === 'string' && Object.hasOwn(SHAPES, kind) && SHAPES[kind as AuditEntry['kind']](value)
    return isSound ? (value as unknown as AuditEntry) : null
  } catch {
    return null
  }
}
