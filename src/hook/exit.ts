// How does the answer leave the process? Written whole or not at all counted as said.
import { writeSync } from 'node:fs'
import { pause, uptime } from './moment.ts'
import { wordAfter } from './started.ts'

/** False when standard output could not take it. */
export function say(stdout: string, stderr: string, millis: number): boolean {
  const until = uptime() + millis
  const said = stdout === '' || writeAll(1, stdout, until)
  if (stderr !== '') writeAll(2, stderr.endsWith('\n') ? stderr : `${stderr}\n`, until)
  else if (!said) writeAll(2, 'the answer could not be written, so the call is not let through\n', until)
  return said
}

function writeAll(handle: number, text: string, until: number): boolean {
  const bytes = Buffer.from(text, 'utf8')
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(handle, bytes, at)
    } catch (error) {
      // A pipe that is full for the moment; anything else stays so.
      if ((error as { readonly code?: string }).code !== 'EAGAIN' || uptime() > until) return false
      pause(1)
    }
  }
  return true
}

/** At once: what Node does besides at an exit costs more than all that is left to do. Our script wants to hear by a code of its own that we were here: whatever lies in Node's place may leave with 0. */
export function leave(code: number): never {
  const { reallyExit } = process as { readonly reallyExit?: (this: NodeJS.Process, code: number) => never }
  const said = code === 0 ? Number(wordAfter('--judged') ?? 0) : code
  return reallyExit === undefined ? process.exit(said) : reallyExit.call(process, said)
}
