// What stands in for `node:vm` in the hook's bundles? Node's own class of scripts without the module round it, where we know how that is called; else that module.
import type { ScriptOptions } from 'node:vm'
import { binding } from './native.ts'

interface Native {
  readonly cachedDataRejected?: boolean | undefined
  readonly createCachedData: () => Buffer
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
export const IS_KNOWN = process.version.startsWith('v20.19.') || process.version.startsWith('v20.2')

/** As much of it as the engine uses. */
export class Script {
  readonly #run: (timeout: number) => unknown

  constructor(code: string, { filename }: { readonly filename: string }) {
    let native: NativeScript | undefined
    if (IS_KNOWN) binding<{ readonly ContextifyScript: NativeScript }>('contextify', ({ ContextifyScript }) => (native = ContextifyScript))
    if (native !== undefined) {
      const script = new native(code, filename, 0, 0, undefined, false, undefined, Symbol(filename))
      this.#run = (timeout) => script.runInContext(null, timeout, true, false, false)
    } else {
      const script = new (process.getBuiltinModule('node:vm').Script)(code, { filename })
      this.#run = (timeout) => script.runInThisContext({ timeout })
    }
  }

  runInThisContext({ timeout }: { readonly timeout: number }): unknown {
    return this.#run(timeout)
  }
}
