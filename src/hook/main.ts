// What happens when a host runs `prudent hook`? This file loads the engine, in a fraction of the time it takes to compile it where V8's own cache of it is kept; the engine reads, judges, answers and leaves. Straight on, in as few functions as can be: each is compiled at every start.
import type * as NodeFs from 'node:fs'
import { bindsUs, sealOf } from '../gate/cache-key.ts'
import { CACHE_FOLDER, LARGEST_CACHE } from '../gate/caches.ts'
import type { Engine, Kept, Loaded, Start } from './contract.ts'

declare const __ENGINE_DIGEST__: string

try {
  // Without what `require` looks at besides.
  const { closeSync, constants, fstatSync, openSync, readSync } = process.getBuiltinModule('node:fs')
  const vm = process.getBuiltinModule('node:vm')
  const { latin1Slice } = Buffer.prototype as unknown as { readonly latin1Slice: (this: Uint8Array) => string }
  const { argv, env, execArgv } = process

  // V8 takes a cache only from its own version started with the same flags; whether they were the same it tells itself.
  const flags = `${execArgv.join('')}${env['NODE_OPTIONS'] ?? ''}`.length
  // Where the installed script says; without it nothing is kept.
  const home = argv[argv.indexOf('--home') + 1 || argv.length] ?? ''
  const isKept = (home.startsWith('/') || home[1] === ':') && !bindsUs()
  const set = `code-${process.version}-${process.arch}-${__ENGINE_DIGEST__}-${flags}-`
  const seal = isKept ? sealOf(home) : null
  const loaded: Loaded[] = []

  /** Without what the general ways look at besides. `room`: null for what is no file, or too large. */
  const read = (file: string, mode: number, room: (size: number) => Uint8Array): { readonly bytes: Uint8Array | null; readonly madeAt: number } => {
    const handle = openSync(file, mode)
    try {
      const { size, mode: kind, mtimeMs: madeAt } = fstatSync(handle)
      if ((kind & constants.S_IFMT) !== constants.S_IFREG || size > LARGEST_CACHE) return { bytes: null, madeAt }
      const bytes = room(size)
      let at = 0
      for (let count = 1; count > 0 && at < size; at += count) count = readSync(handle, bytes, at, size - at, at)
      return { bytes: bytes.subarray(0, at), madeAt }
    } finally {
      closeSync(handle)
    }
  }
  const open = (part: string): unknown => {
    const file = `${__dirname}/hook-${part}.cjs`
    let source: string
    try {
      // Into the room that the cache needs afterwards: memory that nobody touched yet costs a fault a page.
      source = latin1Slice.call(read(file, constants.O_RDONLY, seal?.room ?? ((size) => new Uint8Array(size))).bytes as Uint8Array)
    } catch (error) {
      // At once: whoever asked for this part may take its absence for a text that cannot be read.
      ;(require('./hook-rescue.cjs') as { readonly rescue: (error: unknown) => void }).rescue(error)
      throw error
    }
    const name = `${set}${part}`
    const cache = isKept ? `${home}/${CACHE_FOLDER}/${name}` : null
    let kept: Kept | null = null
    let data: Uint8Array | null = null
    try {
      if (seal !== null && cache !== null) {
        const { bytes, madeAt } = read(cache, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0), seal.room)
        // V8 runs what it is given: only what we wrote ourselves, for this very part.
        data = bytes === null ? null : seal.opened(name, bytes.length)
        if (data !== null) kept = { madeAt }
      }
    } catch {
      // None.
    }
    const script = new vm.Script(source, { filename: file, ...(data === null ? {} : { cachedData: data }) })
    loaded.push({ script, cache, kept, taken: data !== null && script.cachedDataRejected === false })
    return script.runInThisContext()
  }
  const engine = {} as Engine
  const load = ((id: string): unknown => process.getBuiltinModule(id) ?? require(id)) as NodeJS.Require
  ;(open('engine') as Load)(engine, load, __filename, __dirname, open)
  const start: Start = { folder: __dirname, home, seal, loaded, load: (one) => import(one) }
  engine.run(engine, start)
} catch (error) {
  // Whatever it was, it is answered from a file of its own; without that, the exit code denies.
  try {
    ;(require('./hook-rescue.cjs') as { readonly rescue: (error: unknown) => void }).rescue(error)
  } catch {
    ;(require('node:fs') as typeof NodeFs).writeSync(
      2,
      `Prudent denied this call: a part of it is missing beside \`${__filename}\`; the user can repair it with: npm install --global prudent, then prudent init\n`,
    )
    process.exit(2)
  }
}

type Load = (exports: object, load: NodeJS.Require, filename: string, folder: string, open: (part: string) => unknown) => void
