// How should V8 run a process that lives for some milliseconds? Without compiling to machine code what will not run again.

/** Part of what V8 compares a code cache by: set before one is made or loaded, and the same every time. */
const FLAGS = ['--no-opt', '--no-sparkplug', '--no-flush-bytecode']

/** `node:v8` has the same function and loads all of streams for it. Where there is no such way any more, V8 runs as it likes. */
export function setEngineFlags(): void {
  const { noDeprecation } = process
  try {
    process.noDeprecation = true
    const { setFlagsFromString } = (process as unknown as { binding: (name: string) => { readonly setFlagsFromString: (flag: string) => void } }).binding('v8')
    for (const flag of FLAGS) setFlagsFromString(flag)
  } catch {
    // Only slower.
  } finally {
    if (noDeprecation === undefined) delete process.noDeprecation
    else process.noDeprecation = noDeprecation
  }
}
