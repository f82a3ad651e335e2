// How is the engine loaded in a fraction of the time it takes to compile it? From V8's own cache, where there is one of ours that fits.
import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, readSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Script } from 'node:vm'
import type { Engine } from './contract.ts'
import { setEngineFlags } from './engine-flags.ts'
import { binding } from './native.ts'

declare const __ENGINE_DIGEST__: string

const LARGEST = 32 * 1024 * 1024
/** A cache that V8 does not take is not made anew more often than this. */
const AGAIN_AFTER_MS = 60_000

export interface LoadedEngine {
  readonly engine: Engine
  /** Writes the cache, where it is missing. For after the answer. */
  readonly keepCode: (() => void) | null
  /** V8 took what was kept. */
  readonly cached: boolean
}

export function loadEngine(folder: string, home: string | undefined): LoadedEngine {
  setEngineFlags()
  const file = path.join(folder, 'hook-engine.cjs')
  const source = readWhole(file)
  const cache = home === undefined || !path.isAbsolute(home) ? null : path.join(home, '.cache/prudent', cacheName(folder))
  const kept = cache === null ? null : readCode(cache)
  const script = new Script(source, { filename: file, ...(kept?.data === undefined ? {} : { cachedData: kept.data }) })
  const wrapped = script.runInThisContext() as (exports: object, load: NodeJS.Require, filename: string, dirname: string) => void
  const engine = {} as Engine
  wrapped(engine, require, file, folder)
  const cached = kept?.data !== undefined && script.cachedDataRejected === false
  const due = cache !== null && !cached && (kept === null || Math.abs(Date.now() - kept.madeAt) > AGAIN_AFTER_MS)
  return { engine, cached, keepCode: due ? () => keepCode(cache, script.createCachedData()) : null }
}

/** In characters of one byte; the general way looks at more than is needed here. */
function readWhole(file: string): string {
  const handle = openSync(file, constants.O_RDONLY)
  try {
    const bytes = Buffer.allocUnsafeSlow(fstatSync(handle).size)
    let at = 0
    for (let count = 1; count > 0 && at < bytes.length; at += count) count = readSync(handle, bytes, at, bytes.length - at, at)
    return bytes.toString('latin1', 0, at)
  } finally {
    closeSync(handle)
  }
}

/** V8 takes a cache only from its own version started with the same options. */
function cacheName(folder: string): string {
  const options = `${process.execArgv.join(' ')} ${process.env['NODE_OPTIONS'] ?? ''} ${folder}`
  let sum = 5381
  for (let at = 0; at < options.length; at++) sum = (Math.imul(sum, 33) ^ options.charCodeAt(at)) >>> 0
  return `code-${process.version}-${process.arch}-${__ENGINE_DIGEST__}-${sum.toString(36)}`
}

/** Ours alone, and undamaged: V8 trusts what it is given, so a sum stands before it. */
function readCode(file: string): { readonly data?: Buffer; readonly madeAt: number } | null {
  let handle: number
  try {
    handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  } catch {
    return null
  }
  try {
    const about = fstatSync(handle)
    if (!about.isFile() || about.size > LARGEST) return { madeAt: about.mtimeMs }
    if (!isOurs(about) || !isOurs(statSync(path.dirname(file)))) return { madeAt: about.mtimeMs }
    const bytes = readFileSync(handle)
    const data = bytes.subarray(HEAD)
    return data.length > 0 && bytes.toString('latin1', 0, HEAD) === sumOf(data) ? { data, madeAt: about.mtimeMs } : { madeAt: 0 }
  } catch {
    return null
  } finally {
    closeSync(handle)
  }
}

const HEAD = 8

/** Null where nobody can tell: then there is no cache. */
function sumOf(data: Buffer): string | null {
  let sum: string | null = null
  binding<{ readonly crc32: (data: Buffer, start: number) => number }>('zlib', ({ crc32 }) => {
    sum = crc32(data, 0).toString(16).padStart(HEAD, '0')
  })
  return sum
}

const isOurs = ({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean =>
  process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)

function keepCode(file: string, data: Buffer): void {
  const fresh = `${file}.${process.pid}`
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    const sum = sumOf(data)
    if (sum === null) return
    writeFileSync(fresh, Buffer.concat([Buffer.from(sum), data]), { mode: 0o600, flag: 'wx' })
    renameSync(fresh, file)
  } catch {
    // Only slower without it.
    try {
      rmSync(fresh, { force: true })
    } catch {
      // Not even its folder is there.
    }
  }
}
