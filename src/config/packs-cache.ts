// Is the policy compiled from the person's own files still true to them, and which was the last good one?
import { isUtf8 } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  futimesSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import type { Stats } from 'node:fs'
import path from 'node:path'
import type { CompiledPolicy } from '../core/policy/compile.ts'
import type { PolicyParts } from '../core/policy/compiled.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import { sha256 } from '../core/text/sha256.ts'
import { latinOf } from '../gate/bytes.ts'
import { makeFolder } from '../gate/make-folder.ts'
import { SUM_LENGTH, timeOfSum } from '../gate/time-of-sum.ts'
import type { Conduct } from './conduct.ts'
import { packPolicy, readPolicy } from './policy-table.ts'
import { readFrom, slicesOf } from './slices.ts'

/** A file the policy was made from; `digest` is null when it was not there. `stamp`: while it has this, it says the same. */
export interface SourceMark {
  readonly path: string
  readonly digest: string | null
  readonly stamp?: string
}
interface About {
  /** Version and data of the package that compiled it. */
  readonly made: string
  readonly savedAt: string
  readonly sources: readonly SourceMark[]
  readonly conduct: Conduct
  /** Kinds of secrets from included files. */
  readonly kinds?: SecretBookData
}
export interface KeptPolicy extends About {
  readonly parts: PolicyParts
}
export type FileText =
  | { readonly kind: 'text'; readonly text: string; readonly stamp?: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly message: string }

const LARGEST = 1_000_000
const LARGEST_KEPT = 50_000_000
/** No process takes that long to write one. */
const HALF_MS = 60_000

/** Above this the system's own is faster, loading it included. */
const SHORT = 8192

export function digestOf(text: string): string {
  const bytes = Buffer.from(text)
  return bytes.length <= SHORT ? Buffer.from(sha256(bytes)).toString('hex') : createHash('sha256').update(bytes).digest('hex')
}

/** Regular files of bounded size only, opened so that a pipe cannot hold us. */
export function readRegularFile(file: string, largest = LARGEST): FileText {
  const read = readBytes(file, largest)
  if (read.kind !== 'bytes') return read
  // What is no text is told by the bytes: decoding would replace them.
  return isUtf8(read.bytes)
    ? { kind: 'text', text: read.bytes.toString().replace(/^\uFEFF/, ''), ...(read.stamp === null ? {} : { stamp: read.stamp }) }
    : { kind: 'unreadable', message: 'it is not UTF-8 text: save it as UTF-8' }
}

interface Bytes {
  readonly kind: 'bytes'
  readonly bytes: Buffer
  readonly stamp: string | null
}

/** `own`: nobody else's, and no link. */
function readBytes(file: string, largest: number, own = false): Bytes | Exclude<FileText, { kind: 'text' }> {
  let handle: number
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (own ? (constants.O_NOFOLLOW ?? 0) : 0))
  } catch (error) {
    const code = (error as { code?: string }).code
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'absent' } : { kind: 'unreadable', message: 'it cannot be opened: check its permissions' }
  }
  try {
    const about = fstatSync(handle)
    if (!about.isFile()) return { kind: 'unreadable', message: 'it is not a regular file: write a file' }
    if (own && !isOurs(about)) return { kind: 'unreadable', message: 'others may write it: make it yours alone' }
    if (about.size > largest) return { kind: 'unreadable', message: `it has ${about.size} bytes: keep it below ${largest}` }
    return { kind: 'bytes', stamp: isSettled(about) ? stampOf(about) : null, bytes: readFileSync(handle) }
  } catch {
    return { kind: 'unreadable', message: 'it cannot be read: check its permissions' }
  } finally {
    closeSync(handle)
  }
}

/** Nobody changes a file without changing one of these, but for who does it in the same moment. */
const stampOf = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string => `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`
/** In milliseconds. Where times are whole seconds, they may be of two. */
const MOMENT_MS = { fine: 100, coarse: 3000 }
function isSettled({ mtimeMs, ctimeMs }: Stats): boolean {
  const last = Math.max(mtimeMs, ctimeMs)
  return Date.now() - last > (last % 1000 === 0 ? MOMENT_MS.coarse : MOMENT_MS.fine)
}

const isOurs = ({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean =>
  process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)

export const markOf = (file: string, content: FileText): SourceMark => ({
  path: file,
  digest: content.kind === 'text' ? digestOf(content.text) : content.kind === 'absent' ? null : content.kind,
  ...(content.kind === 'text' && content.stamp !== undefined ? { stamp: content.stamp } : {}),
})

/**
 * It holds everything twice, so that a torn or edited file is no policy: comparing is the cheapest check there is. Null when there is none to trust.
 * `isBrief`: for a process that judges one call. It reads what that needs, where the time of the last change says that the file is whole; the file stays open.
 */
export function readKept(file: string, isBrief = false): KeptPolicy | null {
  const brief = isBrief ? readBriefly(file) : null
  if (brief !== null) return brief
  const content = readBytes(file, LARGEST_KEPT, true)
  if (content.kind !== 'bytes') return null
  const { bytes } = content
  const half = (bytes.length - SUM_LENGTH) / 2
  if (half <= 0 || !Number.isInteger(half) || bytes.compare(bytes, half, 2 * half, 0, half) !== 0) return null
  return keptIn(() => readPolicy(bytes.subarray(0, half)))
}

function readBriefly(file: string): KeptPolicy | null {
  let handle: number | undefined
  let kept: KeptPolicy | null = null
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
    const about = fstatSync(handle)
    if (about.isFile() && isOurs(about) && about.size > SUM_LENGTH) {
      const sum = Number.parseInt(latinOf(readFrom(handle, about.size - SUM_LENGTH, SUM_LENGTH)), 16)
      const slices = slicesOf(handle)
      if (about.mtimeMs === timeOfSum(sum)) kept = keptIn(() => readPolicy(slices))
    }
  } catch {
    // None, or it is read the long way.
  }
  if (kept === null && handle !== undefined) closeSync(handle)
  return kept
}

function keptIn(read: () => ReturnType<typeof readPolicy>): KeptPolicy | null {
  try {
    const { about, ...parts } = read()
    const kept = about as About | null
    return kept?.conduct === undefined ? null : { ...kept, parts }
  } catch {
    return null
  }
}

/** Made by this very package, and every source still says what it said. */
export const isFresh = (kept: KeptPolicy, made: string): boolean => kept.made === made && kept.sources.every(isUnchanged)

function isUnchanged({ path: file, digest, stamp }: SourceMark): boolean {
  if (digest === null || stamp !== undefined)
    try {
      const about = statSync(file, { throwIfNoEntry: false })
      if (about === undefined ? digest === null : stampOf(about) === stamp) return true
    } catch {
      // It is opened, which tells what is the matter.
    }
  return markOf(file, readRegularFile(file)).digest === digest
}

/** Replaced whole by a rename. A cache that cannot be written is only slower, so nothing is said. */
export function keepPolicy(file: string, policy: CompiledPolicy, about: About): void {
  const fresh = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    makeFolder(path.dirname(file), 0o700)
    const body = packPolicy(policy, about)
    const sum = digestOf(body).slice(0, SUM_LENGTH)
    const handle = openSync(fresh, 'wx', 0o600)
    try {
      writeFileSync(handle, body + body + sum)
      fsyncSync(handle)
      renameSync(fresh, file)
      // Of this very file, whatever may have its name by now.
      futimesSync(handle, Date.now() / 1000, timeOfSum(Number.parseInt(sum, 16)) / 1000)
    } finally {
      closeSync(handle)
    }
    tidy(file)
  } catch {
    try {
      rmSync(fresh, { force: true })
    } catch {
      // Not even its folder is there.
    }
  }
}

/** Whoever was killed or ran out of time while writing left its half behind: nobody reads it, and it is large. */
function tidy(file: string): void {
  const folder = path.dirname(file)
  for (const name of readdirSync(folder)) {
    const half = path.join(folder, name)
    if (name.startsWith(`${path.basename(file)}.`) && Date.now() - statSync(half).mtimeMs > HALF_MS) rmSync(half, { force: true })
  }
}
