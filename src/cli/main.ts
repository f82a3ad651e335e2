// What happens when `prudent` is started: the words, the terminal, the exit code.
import { createRequire } from 'node:module'
import path from 'node:path'
import { packageFolder } from '../config/package-files.ts'
import { EXIT } from './command.ts'
import type { Io } from './command.ts'
import { runProgram } from './program.ts'
import { wantsColour } from './view/paint.ts'
import { safe } from './view/safe-text.ts'

// Whoever read our output has left (`prudent rules | head`): nothing more to do.
process.stdout.on('error', (error: { code?: string }) => process.exit(error.code === 'EPIPE' ? EXIT.allow : EXIT.usage))
process.stderr.on('error', () => {})

const io: Io = {
  out: (text) => void process.stdout.write(text),
  note: (text) => void process.stderr.write(`prudent: ${safe(text)}\n`),
  colour: wantsColour(process.env, process.stdout.isTTY),
  columns: Math.min(Math.max(process.stdout.columns ?? 80, 40), 120),
  interactive: process.stdout.isTTY && process.stdin.isTTY,
  piped: !process.stdin.isTTY,
}

try {
  // A process of its own in all but name: it answers and leaves by itself.
  if (process.argv[2] === 'hook') createRequire(import.meta.url)(path.join(packageFolder(), 'dist/hook.cjs'))
  else process.exitCode = await runProgram(process.argv.slice(2), io)
} catch (error) {
  // Never a stack trace: the line says what, and nothing was allowed.
  io.note(`this failed: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = EXIT.usage
}
