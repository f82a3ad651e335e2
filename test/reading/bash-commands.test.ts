// Does bash ever run a command that we did not see? Random scripts of made-up names, run by a bash that can find no program.
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { buildGate } from '../built-gate.ts'
import { clear } from '../clear.ts'
import { script, seeded, soup } from '../shell-scripts.ts'
import type { Random } from '../shell-scripts.ts'

const { check } = await buildGate()
const bash = spawnSync('bash', ['-c', 'command -v bash'], { encoding: 'utf8' }).stdout?.trim() ?? ''
const folder = mkdtempSync(path.join(tmpdir(), 'prudent-fuzz-'))
afterAll(() => clear(folder))
const handler = path.join(folder, 'handler')
// Whether a made-up command succeeds depends on its name and on the round: the same every time.
writeFileSync(
  handler,
  `command_not_found_handle(){ printf '%s\\1' "$1" >&9; local n=\${1//[!0-9]/}; return $(((10#\${n:-0} * 2654435761 + ROUND * 40503 >> 9) % 2)); }\n`,
)

let rounds = 0

/** The names of the commands bash tried to run; null when bash refuses the text. */
function ran(text: string): string[] | null {
  const parsed = spawnSync(bash, ['-O', 'extglob', '-n', '-c', text], { env: { LC_ALL: 'C' }, timeout: 2000 })
  if (parsed.status !== 0 || parsed.stderr.length > 0) return null
  // A job left in the background may still write: each round has a folder and a log of its own.
  const box = path.join(folder, `box-${++rounds}`)
  mkdirSync(box)
  const log = path.join(folder, `log-${rounds}`)
  writeFileSync(log, '')
  const descriptor = openSync(log, 'a')
  const ignore = 'ignore' as const
  spawnSync(bash, ['-O', 'extglob', '-c', text], {
    cwd: box,
    env: { PATH: '/nonexistent', BASH_ENV: handler, LC_ALL: 'C', ROUND: String(rounds) },
    timeout: 1500,
    killSignal: 'SIGKILL',
    stdio: [ignore, ignore, ignore, ignore, ignore, ignore, ignore, ignore, ignore, descriptor],
  })
  closeSync(descriptor)
  return readFileSync(log, 'utf8').split('\x01').slice(0, -1)
}

function unseen(make: (random: Random) => string, seed: number, limit: number): { unseen: unknown[]; valid: number; loud: number } {
  const random = seeded(seed)
  const missed: unknown[] = []
  let valid = 0
  let loud = 0
  for (let round = 0; round < limit; round++) {
    const text = make(random)
    const names = ran(text)
    if (names === null) continue
    valid++
    const { actions } = check(text).reading
    if (actions.some((action) => action.does === 'unknown')) {
      loud++
      continue
    }
    const seen = new Set(actions.flatMap((action) => (action.does === 'run' ? [action.program] : [])))
    const missing = names.filter((name) => !seen.has(name) && /^c\d+$/.test(name))
    if (missing.length > 0) missed.push({ text, missing, seen: [...seen] })
  }
  return { unseen: missed, valid, loud }
}

describe.skipIf(bash === '')('every command bash would run is seen, or the text is called unread', () => {
  const wanted = Number(process.env['PRUDENT_FUZZ_ROUNDS'] ?? 400)
  it('in scripts that follow the grammar', { timeout: 600_000 }, () => {
    const result = unseen(script, Number(process.env['PRUDENT_FUZZ_SEED'] ?? 7), wanted)
    expect(result.unseen.slice(0, 5)).toEqual([])
    expect(result.valid).toBeGreaterThan(wanted / 3)
    expect(result.loud).toBeLessThan(result.valid / 3)
  })
  it('in token soup', { timeout: 600_000 }, () => {
    expect(unseen(soup, Number(process.env['PRUDENT_FUZZ_SEED'] ?? 7), wanted).unseen.slice(0, 5)).toEqual([])
  })
})
