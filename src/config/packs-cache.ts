// Is the policy compiled from the person's own files still true to them, and which was the last good one?
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Shards } from '../core/policy/compiled.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import type { Conduct } from './conduct.ts'

/** A file the policy was made from; `digest` is null when it was not there. */
export interface SourceMark {
  readonly path: string
  readonly digest: string | null
}
export interface KeptPolicy {
  /** Version and data of the package that compiled it. */
  readonly made: string
  readonly savedAt: string
  readonly sources: readonly SourceMark[]
  readonly conduct: Conduct
  readonly shards: Shards
  /** Kinds of secrets from included files. */
  readonly kinds?: SecretBookData
}
export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unreadable'; readonly message: string }

const LARGEST = 1_000_000
const LARGEST_KEPT = 50_000_000

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Regular files of bounded size only, opened so that a pipe cannot hold us. */
export function readRegularFile(file: string, largest = LARGEST): FileText {
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
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(handle)) }
  } catch {
    return { kind: 'unreadable', message: 'it is not UTF-8 text: save it as UTF-8' }
  } finally {
    closeSync(handle)
  }
}

export const markOf = (file: string, content: FileText): SourceMark => ({
  path: file,
  digest: content.kind === 'text' ? digestOf(content.text) : content.kind === 'absent' ? null : content.kind,
})

/** The first line seals the rest, so that a torn or edited file is no policy. Null when there is none to trust. */
export function readKept(file: string): KeptPolicy | null {
  const content = readRegularFile(file, LARGEST_KEPT)
  if (content.kind !== 'text') return null
  const end = content.text.indexOf('\n')
  const body = content.text.slice(end + 1)
  if (end < 0 || content.text.slice(0, end) !== digestOf(body)) return null
  try {
    const kept = JSON.parse(body) as KeptPolicy
    return kept.shards.index.format === 1 && kept.conduct !== undefined ? kept : null
  } catch {
    return null
  }
}

/** Made by this very package, and every source still says what it said. */
export const isFresh = (kept: KeptPolicy, made: string): boolean =>
  kept.made === made && kept.sources.every((source) => markOf(source.path, readRegularFile(source.path)).digest === source.digest)

/** Replaced whole by a rename. A cache that cannot be written is only slower, so nothing is said. */
export function keepPolicy(file: string, kept: KeptPolicy): void {
  const fresh = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    const body = JSON.stringify(kept)
    writeFileSync(fresh, `${digestOf(body)}\n${body}`, { mode: 0o600, flag: 'wx' })
    renameSync(fresh, file)
  } catch {
    try {
      rmSync(fresh, { force: true })
    } catch {
      // Not even its folder is there.
    }
  }
}
