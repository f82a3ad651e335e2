// How is the engine loaded in a fraction of the time it takes to compile it? From V8's own cache, where there is one of ours that fits.
import { closeSync, constants, fstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Script } from 'node:vm'
import type { Engine } from './contract.ts'
import { setEngineFlags } from './engine-flags.ts'

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
  const source = readFileSync(file, 'latin1')
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

/** V8 takes a cache only from its own version started with the same options. */
function cacheName(folder: string): string {
  const options = `${process.execArgv.join(' ')} ${process.env['NODE_OPTIONS'] ?? ''} ${folder}`
  let sum = 5381
  for (let at = 0; at < options.length; at++) sum = (Math.imul(sum, 33) ^ options.charCodeAt(at)) >>> 0
  return `code-${process.version}-${process.arch}-${__ENGINE_DIGEST__}-${sum.toString(36)}`
}

/** Ours alone, and undamaged: it holds everything twice, since V8 trusts what it is given and comparing is the cheapest check there is. */
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
    const half = bytes.length / 2
    const whole = bytes.length > 0 && Number.isInteger(half) && bytes.compare(bytes, half, bytes.length, 0, half) === 0
    return whole ? { data: bytes.subarray(0, half), madeAt: about.mtimeMs } : { madeAt: 0 }
  } catch {
    return null
  } finally {
    closeSync(handle)
  }
}

const isOurs = ({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean =>
  process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)

function keepCode(file: string, data: Buffer): void {
  const fresh = `${file}.${process.pid}`
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(fresh, Buffer.concat([data, data]), { mode: 0o600, flag: 'wx' })
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
