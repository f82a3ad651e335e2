// Do two versions that are used at the same time leave each other's policy alone, and is nobody denied because several compile at once?
import { mkdirSync, readdirSync, statSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { CACHE_FOLDER } from '../../src/gate/caches.ts'
import { ensureBuilt } from '../built.ts'
import { copyOfHook, emptyHome, startHook, shellEvent } from '../hook-process.ts'

beforeAll(ensureBuilt)

const ROUNDS = 4
const isPolicy = (name: string | null): name is string => name !== null && /^policy-\w+\.txt$/.test(name)

interface Seen {
  /** Calls that were denied because the machine was too busy. */
  readonly late: number
  readonly folder: string
  /** How often each policy was put into its place. */
  readonly put: ReadonlyMap<string, number>
}

async function roundsOf(atOnce: number, other: string): Promise<Seen> {
  const home = emptyHome()
  const folder = join(home, CACHE_FOLDER)
  mkdirSync(join(home, '.config/prudent'), { recursive: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(home, '.config/prudent/settings.yaml'), 'overrides: { git.stash-drop: deny }\n')
  const put = new Map<string, number>()
  const watcher = watch(folder, (_event, name) => {
    if (isPolicy(name)) put.set(name, (put.get(name) ?? 0) + 1)
  })
  let late = 0
  for (let round = 0; round < ROUNDS; round++) {
    const ran = await Promise.all(
      Array.from({ length: atOnce }, (_, n) => {
        const call = shellEvent('claude-code', n === 0 ? 'git stash drop' : 'git status', { tool_use_id: `t${round}-${n}` })
        return startHook(JSON.stringify(call), { home, ...(n % 2 === 0 ? {} : { hook: other }) })
      }),
    )
    for (const [n, { code, out, err }] of ran.entries()) {
      if ((out + err).includes('gate.timeout')) late++
      else if (n === 0) expect(out).toContain('"deny"')
      else expect([code, out, err]).toEqual([0, '', ''])
    }
  }
  watcher.close()
  return { late, folder, put }
}

test('two versions, ten calls at once, four times: each compiles once, and every harmless call passes', { timeout: 300_000 }, async () => {
  const other = copyOfHook((dist) => writeFileSync(join(dist, 'data/made.txt'), 'another version'), 'copied')
  // A machine that is too busy says so, and stops: then fewer are tried, on another home.
  let many = 10
  let seen = await roundsOf(many, other)
  for (; seen.late > 0 && many > 2; seen = await roundsOf(many, other)) many = Math.ceil(many / 2)
  if (seen.late > 0) {
    console.warn('not tested: versions at once (the machine is too busy for two calls)')
    return
  }
  const kept = readdirSync(seen.folder).filter(isPolicy)
  expect(kept).toHaveLength(2)
  for (const name of kept) {
    expect(seen.put.get(name) ?? 1).toBe(1)
    expect(statSync(join(seen.folder, name)).mode & 0o777).toBe(0o600)
  }
})
