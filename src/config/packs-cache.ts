// Is the policy compiled from the person's own files still true to them, and which was the last good one?
import { isUtf8 } from 'node:buffer'
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { CompiledPolicy } from '../core/policy/compile.ts'
import type { PolicyParts } from '../core/rules/compiled.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import { sha256 } from '../core/text/sha256.ts'
import { bindsUs, isRoots, rootAlone, sealOf } from '../gate/cache-key.ts'
import { sealFor, takePlace } from '../gate/cache-keeping.ts'
import { CACHE_FOLDER } from '../gate/caches.ts'
import { makeFolder } from '../gate/make-folder.ts'
import { TAG } from '../gate/seal.ts'
import type { Seal } from '../gate/seal.ts'
import type { Conduct } from './conduct.ts'
import type { Shipped } from './package-files.ts'
import { packPolicy, readPolicy } from './policy-table.ts'
import { isThere } from './settings-files.ts'
import type { SettingsFiles } from './settings-files.ts'
import { readInto } from './slices.ts'

/** A file the policy was made from; `digest` is null when it was not there. */
export interface SourceMark {
  readonly path: string
  readonly digest: string | null
}
interface About {
  /** Version and data of the package that compiled it. */
  readonly made: string
  readonly savedAt: string
  readonly sources: readonly SourceMark[]
  /** A tag of what they said. */
  readonly same: string
  readonly conduct: Conduct
  /** Kinds of secrets from included files. */
  readonly kinds?: SecretBookData
}
export interface KeptPolicy extends About {
  readonly parts: PolicyParts
}
export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly message: string }

const LARGEST = 1_000_000
const LARGEST_KEPT = 50_000_000
/** No process takes that long to write one. */
const HALF_MS = 60_000
const UNUSED_MS = 7 * 24 * 3_600_000

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
    ? { kind: 'text', text: read.bytes.toString().replace(/^\uFEFF/, '') }
    : { kind: 'unreadable', message: 'it is not UTF-8 text: save it as UTF-8' }
}

/** The same for a folder, which is named with a slash behind it: what it has in it. */
export function readSource(file: string): FileText {
  if (!file.endsWith('/')) return readRegularFile(file)
  try {
    return { kind: 'text', text: readdirSync(file).sort().join('\n') }
  } catch {
    return { kind: 'absent' }
  }
}

interface Bytes {
  readonly kind: 'bytes'
  readonly bytes: Buffer
}

function readBytes(file: string, largest: number): Bytes | Exclude<FileText, { kind: 'text' }> {
  let handle: number
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    const code = (error as { code?: string }).code
    return code === 'ENOENT' || code === 'ENOTDIR' ? { kind: 'absent' } : { kind: 'unreadable', message: 'it cannot be opened: check its permissions' }
  }
  try {
    const about = fstatSync(handle)
    if (!about.isFile()) return { kind: 'unreadable', message: 'it is not a regular file: write a file' }
    if (about.size > largest) return { kind: 'unreadable', message: `it has ${about.size} bytes: keep it below ${largest}` }
    return { kind: 'bytes', bytes: readFileSync(handle) }
  } catch {
    return { kind: 'unreadable', message: 'it cannot be read: check its permissions' }
  } finally {
    closeSync(handle)
  }
}

export const markOf = (file: string, content: FileText): SourceMark => ({
  path: file,
  digest: content.kind === 'text' ? digestOf(content.text) : content.kind === 'absent' ? null : content.kind,
})

/**
 * One compiled policy for each set of files, preset and package: two versions that run at the same time do not take each other's away.
 * `made`: the package and its data.
 */
export const keptFile = ({ home, administrator, user, project }: SettingsFiles, preset: string | null, made: string): string =>
  path.join(home, CACHE_FOLDER, `policy-${digestOf(JSON.stringify([administrator, user, project, preset, made])).slice(0, 16)}.txt`)

/**
 * The last good one: what we wrote ourselves, as the key of its tag says, and nothing else. Null when there is none, and where an administrator has said
 * something, for the key is the user's.
 */
export function readKept(files: SettingsFiles, preset: string | null, shipped: Shipped): KeptPolicy | null {
  if (bindsUs(files.administrator)) return null
  const seal = sealOf(files.home)
  return seal === null ? null : readWith(seal, files, preset, shipped)
}

function readWith(seal: Seal, files: SettingsFiles, preset: string | null, shipped: Shipped): KeptPolicy | null {
  const made = shipped.made()
  const file = keptFile(files, preset, made)
  let handle: number | undefined
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
    const about = fstatSync(handle)
    if (!about.isFile() || about.size > LARGEST_KEPT) return null
    readInto(handle, seal.room(about.size))
    // A copy: the same room is used for the next.
    const content = seal.opened(path.basename(file), about.size)?.slice()
    if (content === undefined) return null
    const { about: said, ...parts } = readPolicy(content, shipped.policyTable())
    const kept = said as About | null
    return kept?.made === made ? { ...kept, parts } : null
  } catch {
    return null
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** The same where every source still says what it said: each is read, whatever its times are. */
export function readFresh(files: SettingsFiles, preset: string | null, shipped: Shipped): KeptPolicy | null {
  if (bindsUs(files.administrator)) return preset === null ? readForAll(files, shipped) : null
  const seal = sealOf(files.home)
  const kept = seal === null ? null : readWith(seal, files, preset, shipped)
  return kept !== null && seal !== null && kept.same === sameOf(seal, kept.sources) ? kept : null
}

/**
 * Where an administrator binds us and others say something below: what root kept of the administrator's file alone, and what we kept of all. The second may be
 * anybody's who runs as we do: it is not to be used for what the first does not allow.
 */
export function readBelow(files: SettingsFiles, shipped: Shipped): { readonly above: KeptPolicy; readonly own: KeptPolicy } | null {
  const above = bindsUs(files.administrator) ? readForAll({ ...files, user: null, project: null }, shipped) : null
  const seal = above === null ? null : sealOf(files.home)
  const own = seal === null ? null : readWith(seal, files, null, shipped)
  return above === null || own === null || seal === null || own.same !== sameOf(seal, own.sources) ? null : { above, own }
}

/** Where root keeps what an administrator's file says by itself, for all whom it binds. */
export const fileForAll = (administrator: string, made: string): string =>
  path.join(path.dirname(administrator), 'cache', path.basename(keptFile({ home: '', administrator, user: null, project: null }, null, made)))

/** That, where nobody below says anything: what else they say is never read out of a cache that they could have written. */
function readForAll({ administrator, user, project }: SettingsFiles, shipped: Shipped): KeptPolicy | null {
  if (administrator === null || [user, project].some((file) => file !== null && isThere(file))) return null
  const made = shipped.made()
  const file = fileForAll(administrator, made)
  if (!rootAlone(path.dirname(file))) return null
  let handle: number | undefined
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0))
    const about = fstatSync(handle)
    if (!about.isFile() || !isRoots(about) || about.size > LARGEST_KEPT) return null
    const content = new Uint8Array(about.size)
    readInto(handle, content)
    const { about: said, ...parts } = readPolicy(content, shipped.policyTable())
    const kept = said as About | null
    const isTrue = kept?.made === made && kept.sources.every((source) => markOf(source.path, readSource(source.path)).digest === source.digest)
    return isTrue ? { ...kept, parts } : null
  } catch {
    return null
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** A tag of all that these files hold: to make one takes a fraction of the time of their digests. */
function sameOf(seal: Seal, sources: readonly SourceMark[]): string {
  const texts = sources.map(({ path: file }) => [file, readSource(file)])
  return Buffer.from(seal.sealed('sources', Buffer.from(JSON.stringify(texts))).subarray(0, TAG)).toString('hex')
}

/**
 * Only what is otherwise than in the package, which is the same for who reads it. Replaced whole by a rename, whatever lies there. A cache that cannot be
 * written is only slower, so nothing is said.
 */
export function keepPolicy(files: SettingsFiles, preset: string | null, policy: CompiledPolicy, about: Omit<About, 'same'>, shipped: Shipped): void {
  // Below an administrator's file it is compiled again and again for what that stops.
  if (bindsUs(files.administrator) && (preset !== null || readBelow(files, shipped) !== null)) return
  const file = keptFile(files, preset, about.made)
  const fresh = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    makeFolder(path.dirname(file), 0o700)
    const seal = sealFor(files.home)
    const same = sameOf(seal, about.sources)
    // What was changed while it was compiled is compiled again by the next.
    if (about.sources.some((source) => markOf(source.path, readSource(source.path)).digest !== source.digest)) return
    const bytes = seal.sealed(path.basename(file), Buffer.from(packPolicy(policy, { ...about, same } satisfies About, shipped.basePolicy())))
    writeFileSync(fresh, bytes, { mode: 0o600, flag: 'wx' })
    takePlace(fresh, file)
    tidy(file)
  } catch {
    try {
      rmSync(fresh, { force: true })
    } catch {
      // Not even its folder is there.
    }
  }
}

/** What nobody read for a week goes, of whichever version; and what somebody who was killed left half written. */
function tidy(file: string): void {
  const folder = path.dirname(file)
  for (const name of readdirSync(folder)) {
    const [, half] = /^policy-[0-9a-f]{16}\.txt(\.[\w.]+)?$/.exec(name) ?? [null, null]
    if (half === null || name === path.basename(file)) continue
    const { atimeMs, mtimeMs } = statSync(path.join(folder, name))
    if (Date.now() - Math.max(atimeMs, mtimeMs) > (half === undefined ? UNUSED_MS : HALF_MS)) rmSync(path.join(folder, name), { recursive: true, force: true })
  }
}
