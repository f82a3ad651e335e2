// What happens when a host runs `prudent hook`? This file loads the engine, in a fraction of the time it takes to compile it where V8's own cache of it is kept; the engine reads, judges, answers and leaves. Straight on, in few functions: all of it is compiled at every start.
import { closeSync, constants, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import type * as NodeVm from 'node:vm'
import { latinOf } from '../gate/bytes.ts'
import { codeFile, LARGEST_CODE, SUM_LENGTH } from './code-file.ts'
import type { Engine, Kept, Start } from './contract.ts'
import { ENGINE_FLAGS, NODE_FLAGS } from './engine-flags.ts'
import { binding } from './native.ts'

declare const __ENGINE_DIGEST__: string

/** Without what the general ways look at besides. Null where it is not ours alone, or too large. */
const read = (file: string, wanted: 'text' | 'ours'): { readonly bytes: Uint8Array | null; readonly madeAt: number } => {
  const handle = openSync(file, wanted === 'text' ? constants.O_RDONLY : constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const about = fstatSync(handle)
    if (wanted === 'ours') {
      const user = process.getuid?.()
      const isOurs = ({ uid, mode }: typeof about): boolean => user === undefined || (uid === user && (mode & 0o022) === 0)
      if (!about.isFile() || about.size > LARGEST_CODE || !isOurs(about) || !isOurs(statSync(path.dirname(file)))) return { bytes: null, madeAt: about.mtimeMs }
    }
    const bytes = new Uint8Array(about.size)
    let at = 0
    for (let count = 1; count > 0 && at < bytes.length; at += count) count = readSync(handle, bytes, at, bytes.length - at, at)
    return { bytes: bytes.subarray(0, at), madeAt: about.mtimeMs }
  } finally {
    closeSync(handle)
  }
}

try {
  // V8 compares a cache by its flags: the one Node has of its own module by those Node was built with, ours by those set after it.
  // Where there is no such way any more, it runs as it likes.
  let vm: typeof NodeVm | undefined
  try {
    binding<{ readonly setFlagsFromString: (flag: string) => void }>('v8', (v8) => {
      for (const flag of NODE_FLAGS) v8.setFlagsFromString(flag)
      vm = process.getBuiltinModule('node:vm')
      for (const flag of ENGINE_FLAGS) v8.setFlagsFromString(flag)
    })
  } catch {
    // Only slower.
  }
  const file = `${__dirname}/hook-engine.cjs`
  const source = latinOf(read(file, 'text').bytes as Uint8Array)
  const cache = codeFile(process.env['HOME'] ?? process.env['USERPROFILE'], __ENGINE_DIGEST__, __dirname)
  let kept: Kept | null = null
  let data: Uint8Array | undefined
  try {
    const { bytes, madeAt } = cache === null ? { bytes: null, madeAt: 0 } : read(cache, 'ours')
    kept = { madeAt }
    if (bytes !== null) {
      kept = { madeAt: 0 }
      const body = bytes.subarray(SUM_LENGTH)
      // V8 trusts what it is given, so a sum stands before it.
      binding<{ readonly crc32: (data: Uint8Array, start: number) => number }>('zlib', ({ crc32 }) => {
        if (body.length > 0 && Number.parseInt(latinOf(bytes.subarray(0, SUM_LENGTH)), 16) === crc32(body, 0)) data = body
      })
    }
  } catch {
    // None, or nobody can tell whether it is whole.
  }
  const { Script } = vm ?? process.getBuiltinModule('node:vm')
  const script = new Script(source, { filename: file, ...(data === undefined ? {} : { cachedData: data }) })
  const engine = {} as Engine
  ;(script.runInThisContext() as (exports: object, load: NodeJS.Require, filename: string, folder: string) => void)(engine, require, file, __dirname)
  const start: Start = { folder: __dirname, script, cache, kept, taken: data !== undefined && script.cachedDataRejected === false, load: (one) => import(one) }
  engine.run(engine, start)
} catch (error) {
  // Whatever it was, it is answered from a file of its own; without that, the exit code denies.
  try {
    ;(require('./hook-rescue.cjs') as { readonly rescue: (error: unknown) => void }).rescue(error)
  } catch {
    writeSync(2, 'the gate is not whole, so this is not let through; install prudent again\n')
    process.exit(2)
  }
}
