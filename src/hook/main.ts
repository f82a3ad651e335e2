// What happens when a host runs `prudent hook`? This file loads the engine, in a fraction of the time it takes to compile it where V8's own cache of it is kept; the engine reads, judges, answers and leaves. Straight on, in as few functions as can be: each is compiled at every start.
import { closeSync, constants, fstatSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import type * as NodeVm from 'node:vm'
import { codeFile, LARGEST_CODE, SUM_LENGTH, timeOfSum } from './code-file.ts'
import type { Engine, Kept, Loaded, Start } from './contract.ts'
import { ENGINE_FLAGS, NODE_FLAGS } from './engine-flags.ts'
import { IS_KNOWN } from './plain-vm.ts'
import type { NativeScript } from './plain-vm.ts'
import { sumOf } from './sum.ts'

declare const __ENGINE_DIGEST__: string

/** One after the other: memory that was touched before costs nothing the second time. */
const room = new Uint8Array(1 << 20)
const { latin1Slice } = Buffer.prototype as unknown as { readonly latin1Slice: (this: Uint8Array) => string }

/** Without what the general ways look at besides. `ours`: the folder of a file that only we may write; null where it is not so, or too large. */
function read(file: string, ours?: string): { readonly bytes: Uint8Array | null; readonly madeAt: number } {
  const handle = openSync(file, ours === undefined ? constants.O_RDONLY : constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
  try {
    const { size, mode, uid, mtimeMs: madeAt } = fstatSync(handle)
    if (ours !== undefined) {
      if ((mode & constants.S_IFMT) !== constants.S_IFREG || size > LARGEST_CODE) return { bytes: null, madeAt }
      const user = process.getuid?.()
      if (user !== undefined) {
        const folder = statSync(ours)
        if (uid !== user || folder.uid !== user || ((mode | folder.mode) & 0o022) !== 0) return { bytes: null, madeAt }
      }
    }
    const bytes = size > room.length ? new Uint8Array(size) : room.subarray(0, size)
    let at = 0
    for (let count = 1; count > 0 && at < size; at += count) count = readSync(handle, bytes, at, size - at, at)
    return { bytes: bytes.subarray(0, at), madeAt }
  } finally {
    closeSync(handle)
  }
}

try {
  // What Node has built in, without the modules round it. Where there is no such way any more, everything is only slower.
  let native: NativeScript | undefined
  let vm: typeof NodeVm | undefined
  const { noDeprecation } = process
  try {
    process.noDeprecation = true
    const { binding } = process as unknown as { readonly binding: (name: string) => unknown }
    // Node 24 has none.
    const { setFlagsFromString } = binding('v8') as { readonly setFlagsFromString: (flag: string) => void }
    // V8 compares a cache by its flags: the one Node has of its own module by those Node was built with, ours by those set after it.
    for (const flag of NODE_FLAGS) setFlagsFromString(flag)
    if (IS_KNOWN) ({ ContextifyScript: native } = binding('contextify') as { readonly ContextifyScript: NativeScript })
    else vm = process.getBuiltinModule('node:vm')
    for (const flag of ENGINE_FLAGS) setFlagsFromString(flag)
  } catch {
    // As it is.
  } finally {
    if (noDeprecation === undefined) delete process.noDeprecation
    else process.noDeprecation = noDeprecation
  }
  const loaded: Loaded[] = []
  const cache = codeFile(process.env['HOME'] ?? process.env['USERPROFILE'], __ENGINE_DIGEST__, __dirname)
  const open = (name: string): unknown => {
    const file = `${__dirname}/hook-${name}.cjs`
    const source = latin1Slice.call(read(file).bytes as Uint8Array)
    const place = cache === null ? null : `${cache.file}-${name}`
    let kept: Kept | null = null
    let data: Uint8Array | undefined
    try {
      const { bytes, madeAt } = cache === null ? { bytes: null, madeAt: 0 } : read(`${cache.file}-${name}`, cache.folder)
      kept = { madeAt }
      if (bytes !== null) {
        kept = { madeAt: 0 }
        const body = bytes.subarray(SUM_LENGTH)
        const sum = Number.parseInt(latin1Slice.call(bytes.subarray(0, SUM_LENGTH)), 16)
        // V8 trusts what it is given, so a sum stands before it; what nobody has written to since needs no adding up.
        if (body.length > 0 && (madeAt === timeOfSum(sum) || sum === sumOf(body))) data = body
      }
    } catch {
      // None, or nobody can tell whether it is whole.
    }
    const options = { filename: file, ...(data === undefined ? {} : { cachedData: data }) }
    const script =
      native === undefined
        ? new (vm ?? process.getBuiltinModule('node:vm')).Script(source, options)
        : new native(source, file, 0, 0, data, false, undefined, Symbol(file))
    loaded.push({ script, cache: place, kept, taken: data !== undefined && script.cachedDataRejected === false })
    return 'runInThisContext' in script ? script.runInThisContext() : script.runInContext(null, -1, true, false, false)
  }
  const engine = {} as Engine
  ;(open('engine') as Load)(engine, require, __filename, __dirname, open)
  const start: Start = { folder: __dirname, loaded, load: (one) => import(one) }
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

type Load = (exports: object, load: NodeJS.Require, filename: string, folder: string, open: (part: string) => unknown) => void
