// Was this very event recorded already, because two configurations fired for it? Each is judged and answered; only the first is written down.
//
// Whoever has an event appends a line that names it, by one write with O_APPEND, and reads back what stands above it: the order in the file says
// who was first, to every process the same, without a lock and without a file for each event. A file serves for an hour.
//
// What was answered is not kept: a file that says `allow` would be worth forging. Judging the same event again says the same.
import { constants, fstatSync, openSync, readdirSync, readSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { deedsOf } from '../audit/record.ts'
import { latinOf } from '../gate/bytes.ts'
import { makeFolder } from '../gate/make-folder.ts'
import type { HostEvent } from '../gate/seams.ts'
import { closeQuietly, codeOf, FILE_MODE, FOLDER_MODE } from '../stores/json-lines/append.ts'
import type { Surroundings } from './given.ts'
import { stateFolderOf } from './state.ts'

/** Two hosts' copies of one event come at once; without an id of the call, later ones are calls of their own. */
const TOGETHER_MS = 2000
const FORGET_MS = 600_000
/** Longer than anything is remembered, so that the file before this one is looked at only for a while. */
const SPAN_MS = 3600_000
/** More than come in the meantime, and no more than a process that only passes by has time for. */
const TIDIED = 1000
/** An ordinary hour. */
const FEW_BYTES = 16_384
/** Of a busy one: the last 1,300 events or so. */
const MOST_BYTES = 65_536

// Neither a link nor a pipe in the file's place may lead us elsewhere or hold us. (Absent on Windows.)
const SAFELY = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
const APPENDING = constants.O_RDWR | constants.O_APPEND | SAFELY

/** Best effort: when in doubt, it is the first. */
export function isFirst(at: Surroundings, event: HostEvent, digest: (text: string) => string | null): boolean {
  const { session, toolUse } = event
  if (session === '' || event.calls.length === 0) return true
  try {
    // The digest that its record has too: each takes long. Ids are nobody's secret, and whose sums are the same would have to have done the same.
    const deeds = deedsOf(event.calls)
    const name = deeds === null ? null : digest(deeds)
    if (name === null) return true
    const told = `${plainSum(JSON.stringify([session, toolUse]))}-${name.slice(name.indexOf(':') + 1).slice(0, 22)}`
    return isNew(stateFolderOf(at), told, toolUse === undefined ? TOGETHER_MS : FORGET_MS)
  } catch {
    return true
  }
}

function plainSum(text: string): string {
  let sum = 5381
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 33) ^ text.charCodeAt(at)) >>> 0
  return sum.toString(36)
}

function isNew(state: string, name: string, within: number): boolean {
  const now = Date.now()
  const span = Math.floor(now / SPAN_MS)
  const folder = path.join(state, 'seen')
  const key = `\n${name} `
  // Ours alone: two may write the same in the same millisecond.
  const line = `${key}${now.toString(36)} ${Math.floor(Math.random() * 2 ** 31).toString(36)}`
  const handle = openMarks(folder, span)
  try {
    // As bytes: Node's way to write a text costs a process that does it once far more.
    if (writeSync(handle, Buffer.from(line, 'utf8')) !== line.length) return true
    const marks = tailOf(handle)
    // The earliest of this file may itself repeat one of the file before.
    const before = timeAt(marks, marks.indexOf(key) + key.length) - span * SPAN_MS < within ? marksIn(path.join(folder, String(span - 1))) : ''
    return isFirstOf(before + marks, key, line, within)
  } finally {
    closeQuietly(handle)
  }
}

/** Only a first makes those after it repeats: a call that is repeated for long is written down now and then. */
function isFirstOf(marks: string, key: string, line: string, within: number): boolean {
  const own = marks.indexOf(line)
  let first = Number.NaN
  for (let at = marks.indexOf(key); at !== -1 && at <= own; at = marks.indexOf(key, at + key.length)) {
    const time = timeAt(marks, at + key.length)
    if (!(Math.abs(time - first) <= within)) first = time
    else if (at === own) return false
  }
  return true
}

const timeAt = (marks: string, at: number): number => Number.parseInt(marks.slice(at, at + 9), 36)

function openMarks(folder: string, span: number): number {
  const file = path.join(folder, String(span))
  try {
    return openSync(file, APPENDING)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  makeFolder(folder, FOLDER_MODE)
  // Only the one before counts besides; the next may be somebody's whose clock is a moment ahead.
  tidy(folder, (name) => !(Math.abs(Number(name) - span) <= 1))
  return openSync(file, APPENDING | constants.O_CREAT, FILE_MODE)
}

function marksIn(file: string): string {
  let handle: number | null = null
  try {
    handle = openSync(file, constants.O_RDONLY | SAFELY)
    return tailOf(handle)
  } catch {
    return ''
  } finally {
    if (handle !== null) closeQuietly(handle)
  }
}

function tailOf(handle: number): string {
  const few = new Uint8Array(FEW_BYTES)
  const length = readSync(handle, few, 0, FEW_BYTES, 0)
  if (length < FEW_BYTES) return latinOf(few.subarray(0, length))
  const most = new Uint8Array(MOST_BYTES)
  return latinOf(most.subarray(0, readSync(handle, most, 0, MOST_BYTES, Math.max(0, fstatSync(handle).size - MOST_BYTES))))
}

function tidy(folder: string, isOld: (name: string) => boolean): void {
  try {
    const names = readdirSync(folder)
    const start = Math.floor(Math.random() * names.length)
    for (const name of [...names.slice(start), ...names.slice(0, start)].slice(0, TIDIED)) if (isOld(name)) rmSync(path.join(folder, name), { force: true })
  } catch {
    // Another process is at it, or there is no such folder.
  }
}
