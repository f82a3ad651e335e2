// Asks our own command line for what takes long to find out, as a process of its own: hooks that are answered here, and keys, do not wait for it.
import { spawn } from 'node:child_process'
import path from 'node:path'
import { packageFolder } from '../config/package-files.ts'
import type { Environment } from '../gate/seams.ts'

export type Said = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: string }
/** Words of ours, never of a page; what a page says goes to standard input. */
export type Ask = (words: readonly string[], input?: string) => Promise<Said>

const MOST_BYTES = 32 * 1024 * 1024
const MOST_MS = 60_000
const MOST_AT_ONCE = 2
const MOST_WAITING = 32

/** `ending`: whatever still runs then is ended. */
export function makeAsk(env: Environment, cwd: string, ending?: AbortSignal): Ask {
  let running = 0
  const waiting: (() => void)[] = []
  const program = path.join(packageFolder(), 'dist/cli.js')
  const one = (words: readonly string[], input: string): Promise<Said> =>
    new Promise((done) => {
      const child = spawn(process.execPath, [program, ...words], {
        cwd,
        env: { ...env, NO_COLOR: '1' },
        stdio: ['pipe', 'pipe', 'pipe'],
        timeout: MOST_MS,
        ...(ending === undefined ? {} : { signal: ending }),
      })
      const chunks: Buffer[] = []
      let size = 0
      let said = ''
      child.stdout.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > MOST_BYTES) child.kill()
        else chunks.push(chunk)
      })
      child.stderr.on('data', (chunk: Buffer) => void (said = (said + chunk.toString('utf8')).slice(0, 500)))
      child.stdin.on('error', () => {})
      child.on('error', (error) => done({ ok: false, error: error.message }))
      child.on('close', () => done(size > MOST_BYTES ? { ok: false, error: 'there is too much of it: ask for less' } : valueIn(chunks, said)))
      child.stdin.end(input)
    })
  return async (words, input = '') => {
    if (waiting.length >= MOST_WAITING) return { ok: false, error: 'too much is asked at once' }
    if (running >= MOST_AT_ONCE) await new Promise<void>((go) => void waiting.push(go))
    running++
    try {
      return await one(words, input)
    } finally {
      running--
      waiting.shift()?.()
    }
  }
}

/** One JSON text, or one a line. */
function valueIn(chunks: readonly Buffer[], said: string): Said {
  const text = Buffer.concat(chunks).toString('utf8').trim()
  for (const read of [() => JSON.parse(text) as unknown, () => text.split('\n').map((line) => JSON.parse(line) as unknown)]) {
    try {
      return { ok: true, value: read() }
    } catch {
      // Told below.
    }
  }
  return text === '' && said === '' ? { ok: true, value: [] } : { ok: false, error: said.split('\n')[0] || 'it could not be found out' }
}

/** For so long the same is not asked again. */
export function makeCached(ask: Ask, now: () => number = Date.now): (millis: number, ...given: Parameters<Ask>) => Promise<Said> {
  const kept = new Map<string, { readonly until: number; readonly said: Promise<Said> }>()
  return (millis, words, input) => {
    const key = JSON.stringify([words, input])
    const known = kept.get(key)
    if (known !== undefined && known.until > now()) return known.said
    const said = ask(words, input)
    kept.set(key, { until: now() + millis, said })
    for (const [name, { until }] of kept) if (until <= now()) kept.delete(name)
    return said
  }
}
