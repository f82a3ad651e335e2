// Can the person still mend a gate that is damaged so that it denies, or says nothing at all?
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { emptyHome, ensureBuilt, prudent } from '../built.ts'

const home = realpathSync(emptyHome())
const file = (name: string): string => join(home, name)
const WRAPPER = file('.config/prudent/bin/prudent-hook')
const SETTINGS = file('.claude/settings.json')

beforeAll(() => {
  ensureBuilt()
  for (const folder of ['.claude', '.config/prudent']) mkdirSync(file(folder), { recursive: true })
  writeFileSync(file('.config/prudent/settings.yaml'), 'preset: strict\n')
  expect(prudent(['init', '--host', 'claude-code', '--yes'], { env: { HOME: home } }).code).toBe(0)
  // A first call keeps its policy and compiled code.
  expect(answer('rm -rf ~')).toBe('deny')
}, 120_000)

function answer(command: string): string {
  if (!existsSync(WRAPPER) || !readFileSync(SETTINGS, 'utf8').includes('prudent-hook')) return 'none'
  const input = JSON.stringify({ session_id: 's', cwd: home, hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, tool_use_id: command })
  const ran = spawnSync(WRAPPER, ['--host', 'claude-code'], { input, env: { PATH: process.env['PATH'] ?? '', HOME: home }, encoding: 'utf8', timeout: 60_000 })
  return ran.status !== 0 ? 'deny' : (/"permissionDecision":"(\w+)"/.exec(ran.stdout)?.[1] ?? 'pass')
}
const filesIn = (folder: string): readonly string[] =>
  existsSync(file(folder))
    ? readdirSync(file(folder), { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : []
const garbage = (text: string): string => [...text].map((char, at) => (at % 7 === 3 ? '#' : char)).join('')

test.each<readonly [name: string, damage: () => void]>([
  ['the script is gone', () => rmSync(WRAPPER)],
  ['the script says yes to everything', () => writeFileSync(WRAPPER, '#!/bin/sh\nexit 0\n')],
  ['our entry is gone', () => writeFileSync(SETTINGS, '{}\n')],
  ['what was recorded is gone', () => ['ground.json', 'installed.json'].forEach((name) => rmSync(file(`.config/prudent/${name}`), { force: true }))],
  ['what was recorded is no record', () => ['ground.json', 'installed.json'].forEach((name) => writeFileSync(file(`.config/prudent/${name}`), '{ "'))],
  ['all that is cached is garbage', () => filesIn('.cache/prudent').forEach((name) => writeFileSync(name, garbage(readFileSync(name, 'latin1')), 'latin1'))],
])('%s: doctor ends and says what to do, init mends it', (_name, damage) => {
  damage()
  const told = prudent(['doctor'], { env: { HOME: home } })
  expect([0, 1]).toContain(told.code)
  expect(told.out).toContain('\nagents: ')
  expect(prudent(['init', '--host', 'claude-code', '--yes'], { env: { HOME: home } })).toMatchObject({ code: 0 })
  expect([answer('rm -rf ~'), answer('ls')]).toEqual(['deny', 'pass'])
})
