// What stands in for `node:vm` in the hook's bundles? Node's own class of scripts without the module round it, where we know how that is called; else that module.
import type { RunningScriptOptions, ScriptOptions } from 'node:vm'
import { binding } from './native.ts'

interface Compiled {
  readonly cachedDataRejected?: boolean | undefined
  readonly createCachedData: () => Buffer
}
interface Native extends Compiled {
  readonly runInContext: (context: null, timeout: number, displayErrors: boolean, breakOnSigint: boolean, breakFirstLine: boolean) => unknown
}
export type NativeScript = new (
  code: string,
  filename: string,
  line: number,
  column: number,
  cache: ScriptOptions['cachedData'],
  produce: boolean,
  context: undefined,
  id: symbol,
) => Native

/** The last releases of Node 20: none will follow that calls it otherwise, and a wrong call would end the process. */
export const IS_KNOWN = /^v20\.(?:19|2\d)\./.test(process.version)

let native: NativeScript | undefined

/** As much of it as we use. */
export class Script implements Compiled {
  readonly #compiled: Compiled
  readonly #run: (timeout: number) => unknown

  constructor(code: string, { filename = '', cachedData }: Pick<ScriptOptions, 'filename' | 'cachedData'>) {
    if (IS_KNOWN) binding<{ readonly ContextifyScript: NativeScript }>('contextify', ({ ContextifyScript }) => (native ??= ContextifyScript))
    if (native !== undefined) {
      const script = new native(code, filename, 0, 0, cachedData, false, undefined, Symbol(filename))
      this.#compiled = script
      this.#run = (timeout) => script.runInContext(null, timeout, true, false, false)
    } else {
      const script = new (process.getBuiltinModule('node:vm').Script)(code, { filename, ...(cachedData === undefined ? {} : { cachedData }) })
      this.#compiled = script
      this.#run = (timeout) => script.runInThisContext(timeout < 0 ? {} : { timeout })
    }
  }

  get cachedDataRejected(): boolean | undefined {
    return this.#compiled.cachedDataRejected
  }
  createCachedData(): Buffer {
    return this.#compiled.createCachedData()
  }
  runInThisContext({ timeout = -1 }: Pick<RunningScriptOptions, 'timeout'> = {}): unknown {
    return this.#run(timeout)
  }
}
