// How is a computation that does not end interrupted? V8 stops it from another thread, a runaway regular expression too.
import { Script } from 'node:vm'

const SLOT = Symbol.for('prudent.hook.run')
let script: Script | undefined

/** Throws ERR_SCRIPT_EXECUTION_TIMEOUT when the time is over. */
export function runWithin<T>(millis: number, work: () => T): T {
  Object.defineProperty(globalThis, SLOT, { value: work, configurable: true })
  script ??= new Script(`globalThis[Symbol.for('prudent.hook.run')]()`, { filename: 'prudent-hook' })
  return script.runInThisContext({ timeout: Math.max(1, millis) }) as T
}
