// Are settings that took too long to compile there for the next call, although this one was denied?
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { CACHE_FOLDER } from '../../src/gate/caches.ts'
import { ensureBuilt, ROOT } from '../built.ts'
import { copyOfHook, emptyHome, shellEvent, startHook } from '../hook-process.ts'

beforeAll(ensureBuilt)

test('two calls at once are denied, one process finishes what they began, and then calls pass', async () => {
  // On a machine so busy that compiling never ends.
  const hook = copyOfHook((dist) => {
    rmSync(join(dist, 'hook-slow.js'))
    writeFileSync(
      join(dist, 'hook-slow.js'),
      `export * from ${JSON.stringify(pathToFileURL(join(ROOT, 'dist/hook-slow.js')).href)}\nexport const compileSettings = () => { for (;;); }\n`,
    )
    writeFileSync(join(dist, '../package.json'), '{"type":"module"}')
  })
  const home = emptyHome()
  const folder = join(home, CACHE_FOLDER)
  mkdirSync(join(home, '.config/prudent'), { recursive: true })
  writeFileSync(join(home, '.config/prudent/settings.yaml'), 'overrides: { git.stash-drop: deny }\n')
  const call = (command: string, id: string): ReturnType<typeof startHook> =>
    startHook(JSON.stringify(shellEvent('claude-code', command, { tool_use_id: id })), { home, hook })
  for (const { out, err } of await Promise.all([call('git status', 't1'), call('git status', 't2')])) expect(out + err).toContain('gate.timeout')
  const names = (): readonly string[] => readdirSync(folder).filter((name) => name.startsWith('policy-'))
  for (let tries = 0; tries < 600 && (names().length !== 1 || names()[0]?.endsWith('.txt') !== true); tries++) await new Promise((done) => setTimeout(done, 50))
  expect(names()).toEqual([expect.stringMatching(/^policy-\w+\.txt$/)])
  const [denied, passed] = await Promise.all([call('git stash drop', 't3'), call('git status', 't4')])
  expect(denied.out).toContain('"deny"')
  expect([passed.code, passed.out, passed.err]).toEqual([0, '', ''])
})
