// What does a file say that is about to be run? Its text, or why that is not known.
import { createHash } from 'node:crypto'
import type { UnreadFile } from '../core/model.ts'
import { readRegular, readStart } from './read-file.ts'

export interface ScriptFile {
  /** Null for what is not all text, or too much of it, and for a file that is not there. */
  readonly text: string | null
  readonly unread: UnreadFile | null
  /** Its bytes, also of files too large to be read as text, so that they can be compared with what was committed. */
  readonly bytes: Buffer | null
  readonly seen: string
}

/** Larger files are not even compared. */
const LARGEST_COMPARED = 8 * 1024 * 1024
const LONGEST_HEAD = 512
const NOTHING: ScriptFile = { text: null, unread: null, bytes: null, seen: 'none' }

export function readScript(path: string, most: number): ScriptFile {
  const bytes = readRegular(path, most)
  if (bytes !== null) return scriptIn(bytes)
  const begun = readStart(path, LONGEST_HEAD)
  if (begun === null || begun.size <= most) return NOTHING
  const whole = readRegular(path, LARGEST_COMPARED)
  const unread: UnreadFile = { because: 'too-large', detail: `a file of ${begun.size} bytes`, ...headOf(begun.start) }
  return { text: null, unread, bytes: whole, seen: whole === null ? 'none' : digestOf(whole) }
}

function scriptIn(bytes: Buffer): ScriptFile {
  const seen = digestOf(bytes)
  if (!bytes.includes(0)) return { text: bytes.toString('utf8'), unread: null, bytes, seen }
  // Shells pass over such bytes and run what follows; behind a few lines of script may lie a whole archive.
  const text = bytes.toString('utf8')
  if (!isProgram(bytes) && !text.includes('\uFFFD')) return { text: text.replaceAll('\0', ''), unread: null, bytes, seen }
  return {
    text: null,
    unread: { because: 'unparsed', detail: 'a file that is not all text', ...headOf(bytes) },
    bytes,
    seen,
  }
}

const digestOf = (bytes: Buffer): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

function firstLine(bytes: Buffer): Buffer {
  const end = bytes.indexOf(10)
  return bytes.subarray(0, Math.min(end < 0 ? bytes.length : end, LONGEST_HEAD))
}

const headOf = (bytes: Buffer): Pick<UnreadFile, 'head' | 'program'> => ({
  head: firstLine(bytes).toString('utf8'),
  ...(isProgram(bytes) ? { program: true } : {}),
})

/** As bash tells: a zero byte in the first line, or in what it looks at of it. */
const isProgram = (bytes: Buffer): boolean => firstLine(bytes).subarray(0, 80).includes(0)
