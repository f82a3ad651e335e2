// What happens when a host runs `prudent hook`? This file loads the engine, in a fraction of the time it takes to compile it where V8's own cache of it is kept; the engine reads, judges, answers and leaves. Straight on, in as few functions as can be: each is compiled at every start.
import type * as NodeVm from 'node:vm'
import { SUM_LENGTH, timeOfSum } from '../gate/time-of-sum.ts'
import { CODE_FOLDER, LARGEST_CODE } from './code-file.ts'
import type { Engine, Kept, Loaded, Start } from './contract.ts'
import { ENGINE_FLAGS, NODE_FLAGS } from '../gate/start-flags.ts'
import { IS_KNOWN } from './plain-vm.ts'
import type { NativeScript } from './plain-vm.ts'

declare const __ENGINE_DIGEST__: string

try {
  // Without what `require` looks at besides.
  const { closeSync, constants, fstatSync, lstatSync, openSync, readSync } = process.getBuiltinModule('node:fs')
  const { latin1Slice } = Buffer.prototype as unknown as { readonly latin1Slice: (this: Uint8Array) => string }
  const { argv, binding, env, execArgv } = process as unknown as { readonly binding: (name: string) => unknown } & NodeJS.Process
  // What Node has built in, without the modules round it. Where there is no such way any more, everything is only slower.
  let native: NativeScript | undefined
  let vm: typeof NodeVm | undefined
  const { noDeprecation } = process
  try {
    // Who was started by the installed script has these flags, and Node's own cache is not needed.
    if (!IS_KNOWN || !execArgv.includes(ENGINE_FLAGS[0])) {
      process.noDeprecation = true
      // Node 24 has none.
      const { setFlagsFromString } = binding('v8') as { readonly setFlagsFromString: (flag: string) => void }
      // V8 compares a cache by its flags: the one Node has of its own module by those Node was built with, ours by those set after it.
      for (const flag of NODE_FLAGS) setFlagsFromString(flag)
      if (!IS_KNOWN) vm = process.getBuiltinModule('node:vm')
      for (const flag of ENGINE_FLAGS) setFlagsFromString(flag)
    }
    if (IS_KNOWN) ({ ContextifyScript: native } = binding('contextify') as { readonly ContextifyScript: NativeScript })
  } catch {
    // As it is.
  } finally {
    if (noDeprecation === undefined) delete process.noDeprecation
    else process.noDeprecation = noDeprecation
  }

  // V8 takes a cache only from its own version started with the same flags; whether they were the same it tells itself.
  const flags = `${execArgv.join('')}${env['NODE_OPTIONS'] ?? ''}`.length
  // Where the installed script says; without it nothing is kept.
  const home = argv[argv.indexOf('--home') + 1] ?? ''
  const folder = `${home}/${CODE_FOLDER}`
  const code = home.startsWith('/') || home[1] === ':' ? `${folder}/code-${process.version}-${process.arch}-${__ENGINE_DIGEST__}-${flags}-` : null
  // One after the other: memory that was touched before costs nothing the second time.
  const room = new Uint8Array(1 << 20)
  const loaded: Loaded[] = []

  /** Without what the general ways look at besides. `isOurs`: null for one that others may write, or that is too large. */
  const read = (file: string, isOurs: boolean): { readonly bytes: Uint8Array | null; readonly madeAt: number } => {
    const handle = openSync(file, isOurs ? constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0) : constants.O_RDONLY)
    try {
      const { size, mode, uid, mtimeMs: madeAt } = fstatSync(handle)
      if (isOurs) {
        if ((mode & constants.S_IFMT) !== constants.S_IFREG || size > LARGEST_CODE) return { bytes: null, madeAt }
        const user = process.getuid?.()
        if (user !== undefined) {
          const owner = lstatSync(folder)
          if (uid !== user || owner.uid !== user || ((mode | owner.mode) & 0o022) !== 0) return { bytes: null, madeAt }
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
  const open = (name: string): unknown => {
    const file = `${__dirname}/hook-${name}.cjs`
    const source = latin1Slice.call(read(file, false).bytes as Uint8Array)
    const cache = code === null ? null : `${code}${name}`
    let kept: Kept | null = null
    let data: Uint8Array | undefined
    try {
      const { bytes, madeAt } = cache === null ? { bytes: null, madeAt: 0 } : read(cache, true)
      kept = { madeAt }
      if (bytes !== null) {
        kept = { madeAt: 0 }
        // V8 trusts what it is given: a sum stands before it, and the time says that nobody has written to it since.
        if (bytes.length > SUM_LENGTH && madeAt === timeOfSum(Number.parseInt(latin1Slice.call(bytes.subarray(0, SUM_LENGTH)), 16)))
          data = bytes.subarray(SUM_LENGTH)
      }
    } catch {
      // None.
    }
    const script =
      native === undefined
        ? new (vm ?? process.getBuiltinModule('node:vm')).Script(source, { filename: file, ...(data === undefined ? {} : { cachedData: data }) })
        : new native(source, file, 0, 0, data, false, undefined, Symbol(file))
    loaded.push({ script, cache, kept, taken: data !== undefined && script.cachedDataRejected === false })
    return 'runInThisContext' in script ? script.runInThisContext() : script.runInContext(null, -1, true, false, false)
  }
  const engine = {} as Engine
  const load = ((id: string): unknown => process.getBuiltinModule(id) ?? require(id)) as NodeJS.Require
  ;(open('engine') as Load)(engine, load, __filename, __dirname, open)
  const start: Start = { folder: __dirname, loaded, load: (one) => import(one) }
  engine.run(engine, start)
} catch (error) {
  // Whatever it was, it is answered from a file of its own; without that, the exit code denies.
  try {
    ;(require('./hook-rescue.cjs') as { readonly rescue: (error: unknown) => void }).rescue(error)
  } catch {
    process.getBuiltinModule('node:fs').writeSync(2, 'the gate is not whole, so this is not let through; install prudent again\n')
    process.exit(2)
  }
}

type Load = (exports: object, load: NodeJS.Require, filename: string, folder: string, open: (part: string) => unknown) => void
