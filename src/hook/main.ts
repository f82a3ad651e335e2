// What happens when a host runs `prudent hook`? This file loads the engine, in a fraction of the time it takes to compile it where V8's own cache of it is kept; the engine reads, judges, answers and leaves. Straight on, in as few functions as can be: each is compiled at every start.
import type * as NodeFs from 'node:fs'
import { bindsUs, isRoots, rootAlone, sealOf } from '../gate/cache-key.ts'
import { ADMINISTRATORS_CACHE, CACHE_FOLDER, LARGEST_CACHE } from '../gate/caches.ts'
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
  const isBound = bindsUs()
  const isKept = home.startsWith('/') || home[1] === ':'
  // Where an administrator binds us, what root has kept, and nothing else.
  const kept = isBound ? (rootAlone(ADMINISTRATORS_CACHE) ? ADMINISTRATORS_CACHE : null) : isKept ? `${home}/${CACHE_FOLDER}` : null
  const set = `code-${process.version}-${process.arch}-${__ENGINE_DIGEST__}-${flags}-`
  const seal = isKept && !isBound ? sealOf(home) : null
  const loaded: Loaded[] = []

  /** Without what the general ways look at besides. */
  const read = (file: string, mode: number, room: (size: number) => Uint8Array): Read => {
    const handle = openSync(file, mode)
    try {
      const about = fstatSync(handle)
      const { size, mode: kind } = about
      if ((kind & constants.S_IFMT) !== constants.S_IFREG || size > LARGEST_CACHE) return { bytes: null, about }
      const bytes = room(size)
      let at = 0
      for (let count = 1; count > 0 && at < size; at += count) count = readSync(handle, bytes, at, size - at, at)
      return { bytes: bytes.subarray(0, at), about }
    } finally {
      closeSync(handle)
    }
  }
  const room = seal?.room ?? ((size: number): Uint8Array => new Uint8Array(size))
  const open = (part: string): unknown => {
    const file = `${__dirname}/hook-${part}.cjs`
    let source: string
    try {
      // Into the room that the cache needs afterwards: memory that nobody touched yet costs a fault a page.
      source = latin1Slice.call(read(file, constants.O_RDONLY, room).bytes as Uint8Array)
    } catch (error) {
      // At once: whoever asked for this part may take its absence for a text that cannot be read.
      ;(require('./hook-rescue.cjs') as { readonly rescue: (error: unknown) => void }).rescue(error)
      throw error
    }
    const name = `${set}${part}`
    const cache = kept === null ? null : `${kept}/${name}`
    let found: Kept | null = null
    let data: Uint8Array | null = null
    try {
      if (cache !== null && (seal !== null || isBound)) {
        const { bytes, about } = read(cache, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0), room)
        // V8 runs what it is given: only what we wrote ourselves, for this very part, or what root wrote.
        data = bytes === null ? null : seal !== null ? seal.opened(name, bytes.length) : isRoots(about) ? bytes : null
        if (data !== null) found = { madeAt: about.mtimeMs }
      }
    } catch {
      // None.
    }
    const script = new vm.Script(source, { filename: file, ...(data === null ? {} : { cachedData: data }) })
    loaded.push({ script, cache: isBound ? null : cache, kept: found, taken: data !== null && script.cachedDataRejected === false })
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

interface Read {
  /** Null for what is no file, or too large. */
  readonly bytes: Uint8Array | null
  readonly about: NodeFs.Stats
}
type Load = (exports: object, load: NodeJS.Require, filename: string, folder: string, open: (part: string) => unknown) => void
