// How do tests call the hook's engine as it is built, in their own process?
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Script } from 'node:vm'
import type { Engine } from '../../src/hook/contract.ts'

type Load = (exports: object, load: NodeJS.Require, filename: string, folder: string, open: (part: string) => unknown) => void

interface BuiltEngine {
  readonly engine: Engine
  readonly open: (part: string) => unknown
  /** Names of parts that were asked for and could not be opened. */
  readonly missing: ReadonlySet<string>
  /** Names of those that could. */
  readonly opened: ReadonlySet<string>
}

/** `dist`: as the build leaves it. `changed`: what is read instead of a part's text. */
export function builtEngine(dist: string, changed: (part: string, text: string) => string = (_part, text) => text): BuiltEngine {
  const missing = new Set<string>()
  const opened = new Set<string>()
  const open = (part: string): unknown => {
    const filename = join(dist, `hook-${part}.cjs`)
    try {
      const made: unknown = new Script(changed(part, readFileSync(filename, 'latin1')), { filename }).runInThisContext()
      opened.add(part)
      return made
    } catch (error) {
      missing.add(part)
      throw error
    }
  }
  const file = join(dist, 'hook-engine.cjs')
  const engine = {} as Engine
  ;(open('engine') as Load)(engine, createRequire(file), file, dist, open)
  return { engine, open, missing, opened }
}
