// What happens when `prudent` is started? As a hook it is the hook and nothing besides; everything else is read from disk only when it is asked for.
import { createRequire } from 'node:module'

const [word, next] = process.argv.slice(2)
try {
  if (word === 'hook' && next !== '--help' && next !== '-h') {
    // It answers and leaves by itself; whatever keeps it from that is a denial.
    process.exitCode = 2
    createRequire(import.meta.url)('./hook.cjs')
  } else await (await import('./start.ts')).start(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`prudent: this failed: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}; install prudent again\n`)
  process.exitCode = 2
}
