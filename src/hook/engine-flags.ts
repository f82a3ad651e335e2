// How should V8 run a process that lives for some milliseconds? Without compiling to machine code what will not run again.
import { binding } from './native.ts'

/** Part of what V8 compares a code cache by: set before one is made or loaded, and the same every time. */
const FLAGS = ['--no-opt', '--no-sparkplug', '--no-flush-bytecode']

/** Where there is no such way any more, V8 runs as it likes. */
export function setEngineFlags(): void {
  try {
    binding<{ readonly setFlagsFromString: (flag: string) => void }>('v8', ({ setFlagsFromString }) => FLAGS.forEach((flag) => setFlagsFromString(flag)))
  } catch {
    // Only slower.
  }
}
