// How do words on the command line become output and an exit code?
import { EXIT } from './command.ts'
import type { Io } from './command.ts'
import { runProgram } from './program.ts'
import { wantsColour } from './view/paint.ts'
import { safe, wrap } from './view/safe-text.ts'

export async function start(words: readonly string[]): Promise<void> {
  // Whoever read our output has left (`prudent rules | head`): nothing more to do.
  process.stdout.on('error', (error: { code?: string }) => process.exit(error.code === 'EPIPE' ? EXIT.allow : EXIT.usage))
  process.stderr.on('error', () => {})
  const io: Io = {
    out: (text) => void process.stdout.write(text),
    note: (text) =>
      void process.stderr.write(`${(process.stderr.isTTY ? wrap(`prudent: ${text}`, width(process.stderr)) : [`prudent: ${safe(text)}`]).join('\n')}\n`),
    colour: wantsColour(process.env, process.stdout.isTTY),
    // Only a terminal has an edge: what is piped is searched and kept, so nothing in it is cut or broken.
    columns: process.stdout.isTTY ? width(process.stdout) : Infinity,
    interactive: process.stdout.isTTY && process.stdin.isTTY,
    piped: !process.stdin.isTTY,
  }
  try {
    process.exitCode = await runProgram(words, io)
  } catch (error) {
    // Never a stack trace: the line says what, and nothing was allowed.
    io.note(`this failed: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = EXIT.usage
  }
}

const width = ({ columns }: { readonly columns?: number }): number => Math.min(Math.max(columns ?? 80, 40), 120)
