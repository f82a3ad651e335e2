// Is the package what npm installed? npm keeps what it fetched in its cache, under a digest: it can be compared here, without asking anybody.
import { createHash } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

/** `unknown`: nothing tells. Who can change the package can change npm's notes as well: `same` says that nobody changed only the one. */
export type NpmRecord =
  | { readonly is: 'same'; readonly version: string }
  | { readonly is: 'differs'; readonly files: readonly string[] }
  | { readonly is: 'unknown'; readonly says: string }

/** A package of ours has some megabytes. */
const LARGEST = 64 * 1024 * 1024

/** `folder`: of the package. `caches`: where npm's may lie. Never throws. */
export function npmRecordOf(folder: string, caches: readonly string[]): NpmRecord {
  const unknown = (says: string): NpmRecord => ({ is: 'unknown', says })
  const modules = path.dirname(folder)
  const name = path.basename(folder)
  if (path.basename(modules) !== 'node_modules') return unknown('it was not installed by npm')
  const noted = notedBy(modules, name) ?? fetchedAs(name, versionIn(folder), caches)
  const tarball = noted === null ? null : tarballOf(noted.integrity, caches)
  if (noted === null || tarball === null) return unknown('what npm fetched is not in its cache')
  try {
    const held = filesIn(gunzipSync(tarball, { maxOutputLength: LARGEST }))
    if (held.size === 0) return unknown('what npm fetched cannot be read')
    const differing = [...held].filter(([file, bytes]) => isRun(file) && !isSame(path.join(folder, file), bytes)).map(([file]) => file)
    return differing.length > 0 ? { is: 'differs', files: differing } : { is: 'same', version: noted.version }
  } catch {
    return unknown('what npm fetched cannot be read')
  }
}

function versionIn(folder: string): string {
  try {
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { readonly version?: unknown }
    return typeof version === 'string' ? version : ''
  } catch {
    return ''
  }
}

/** What a call can run or read. */
const isRun = (name: string): boolean => name === 'package.json' || (name.startsWith('dist/') && !name.startsWith('dist/types/'))

interface Noted {
  readonly version: string
  readonly integrity: string
}

/** Beside what is installed in a project. */
function notedBy(modules: string, name: string): Noted | null {
  try {
    const { packages } = JSON.parse(readFileSync(path.join(modules, '.package-lock.json'), 'utf8')) as {
      readonly packages?: Readonly<Record<string, { readonly version?: unknown; readonly integrity?: unknown }>>
    }
    const { version, integrity } = packages?.[`node_modules/${name}`] ?? {}
    return typeof version === 'string' && typeof integrity === 'string' ? { version, integrity } : null
  } catch {
    return null
  }
}

/** More than anybody's cache lists. */
const MOST_LISTED = 50_000

/** Of what is installed for all of a person's projects, only the list of what was fetched tells: by the name and version in its address. */
function fetchedAs(name: string, version: string, caches: readonly string[]): Noted | null {
  const address = `/${name}/-/${name}-${version}.tgz"`
  let listed = 0
  for (const cache of caches)
    for (const file of filesBelow(path.join(cache, '_cacache/index-v5'))) {
      if (++listed > MOST_LISTED) return null
      const line = readFileSync(file, 'utf8')
        .split('\n')
        .findLast((one) => one.includes(address))
      const integrity = line === undefined ? undefined : /"integrity":"([^"]+)"/.exec(line)?.[1]
      if (integrity !== undefined) return { version, integrity }
    }
  return null
}

function filesBelow(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((one) => (one.isFile() ? [path.join(one.parentPath, one.name)] : []))
  } catch {
    return []
  }
}

/** By its digest, which it must have. */
function tarballOf(integrity: string, caches: readonly string[]): Buffer | null {
  const [, algorithm, base64] = /^(sha512|sha256|sha1)-([\w+/]+=*)/.exec(integrity) ?? []
  if (algorithm === undefined || base64 === undefined) return null
  const hex = Buffer.from(base64, 'base64').toString('hex')
  for (const cache of caches) {
    const file = path.join(cache, '_cacache/content-v2', algorithm, hex.slice(0, 2), hex.slice(2, 4), hex.slice(4))
    try {
      if ((lstatSync(file, { throwIfNoEntry: false })?.size ?? LARGEST) >= LARGEST) continue
      const bytes = readFileSync(file)
      if (createHash(algorithm).update(bytes).digest('hex') === hex) return bytes
    } catch {
      // The next one, then.
    }
  }
  return null
}

const BLOCK = 512

/** Ordinary files of a tar archive, without the folder that all of them are in. Long names stand in blocks before. */
function filesIn(tar: Buffer): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>()
  const text = (from: number, length: number): string => tar.toString('utf8', from, from + length).replace(/\0[^]*$/, '')
  let long: string | null = null
  for (let at = 0; at + BLOCK <= tar.length;) {
    const size = Number.parseInt(text(at + 124, 12).trim() || '0', 8)
    const kind = String.fromCharCode(tar[at + 156] ?? 0)
    const [start, end] = [at + BLOCK, at + BLOCK + size]
    if (Number.isNaN(size) || end > tar.length) break
    const prefix = text(at + 345, 155)
    const name: string = long ?? (prefix === '' ? text(at, 100) : `${prefix}/${text(at, 100)}`)
    long = null
    if (kind === 'x') long = /\d+ path=([^\n]*)\n/.exec(tar.toString('utf8', start, end))?.[1] ?? null
    else if (kind === 'L') long = text(start, size)
    else if (kind === '0' || kind === '\0') files.set(name.slice(name.indexOf('/') + 1), tar.subarray(start, end))
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
  files.delete('')
  return files
}

function isSame(file: string, bytes: Buffer): boolean {
  try {
    return readFileSync(file).equals(bytes)
  } catch {
    return false
  }
}
