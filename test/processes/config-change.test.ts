// Does a change of the host's settings that would take us out of them count? Not in that session, and it is written down as a violation.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '../../src/core/model.ts'
import { emptyHome, ensureBuilt, linesOf, prudent } from '../built.ts'
import { clear } from '../clear.ts'
import { runHook } from '../hook-process.ts'
import { incoming } from '../host-fixtures.ts'

let home = ''
let file = ''
const made: string[] = []
beforeAll(ensureBuilt, 60_000)
beforeEach(() => {
  home = emptyHome()
  made.push(home)
  file = join(home, '.claude/settings.json')
  mkdirSync(join(home, '.claude'))
  writeFileSync(file, '{\n  "model": "opus"\n}\n')
  expect(prudent(['init', '--yes', '--host', 'claude-code'], { env: { HOME: home } }).code).toBe(0)
})
afterAll(() => {
  clear(...made)
})

interface Heard {
  readonly code: number | null
  readonly out: string
}
const changed = (path = file, source = 'user_settings'): Heard => {
  const event = { ...incoming('claude-code', 'config-change').payload, source, file_path: path, cwd: home }
  const { code, out } = runHook(JSON.stringify(event), { home, words: ['--host', 'claude-code'] })
  return { code, out }
}
const settings = (): JsonObject => JSON.parse(readFileSync(file, 'utf8')) as JsonObject
const blocked = ({ out }: Heard): boolean => out !== '' && (JSON.parse(out) as JsonObject)['decision'] === 'block'
const log = (): Record<string, unknown>[] => {
  const folder = join(home, '.local/state/prudent/audit')
  const days = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name)) : []
  return days.flatMap((name) => linesOf(readFileSync(join(folder, name), 'utf8').trim().replaceAll(/\n+/g, '\n')))
}

test('init registers the event', () => {
  expect(Object.keys(settings()['hooks'] as JsonObject)).toContain('ConfigChange')
})

test('what leaves us in place counts, and is nobody’s business', () => {
  expect(changed()).toEqual({ code: 0, out: '' })
  writeFileSync(file, JSON.stringify({ ...settings(), model: 'haiku', permissions: { deny: [] } }))
  expect(changed()).toEqual({ code: 0, out: '' })
  expect(log()).toEqual([])
})

describe('what takes us out does not count', () => {
  test.each<readonly [name: string, change: () => void]>([
    ['no hooks at all', () => writeFileSync(file, '{ "model": "opus" }')],
    ['nothing before a call', () => writeFileSync(file, JSON.stringify({ ...settings(), hooks: { ...(settings()['hooks'] as JsonObject), PreToolUse: [] } }))],
    ['a matcher that matches little', () => writeFileSync(file, readFileSync(file, 'utf8').replace('"matcher": "*"', '"matcher": "Read"'))],
    ['another program', () => writeFileSync(file, readFileSync(file, 'utf8').replaceAll('prudent-hook --host', 'true --host'))],
    ['no block when we fail', () => writeFileSync(file, readFileSync(file, 'utf8').replace('"onFailure": "block"', '"onFailure": "continue"'))],
    ['all hooks switched off', () => writeFileSync(file, JSON.stringify({ ...settings(), disableAllHooks: true }))],
    ['a file that cannot be read', () => writeFileSync(file, '{ "hooks": ')],
    ['no file', () => rmSync(file)],
  ])('%s', (_name, change) => {
    change()
    const heard = changed()
    expect(heard.code).toBe(0)
    expect(blocked(heard)).toBe(true)
    expect((JSON.parse(heard.out) as JsonObject)['reason']).toMatch(/would no longer ask this gate/)
    const kinds = log().map(({ kind, verdict, of }) => [kind, of, verdict].filter((part) => typeof part === 'string').join(' '))
    expect(kinds).toEqual(['attempt', 'decision deny', 'violation self-protection deny'])
  })
  test('hooks switched off in a file that never named us', () => {
    const project = join(home, 'work')
    mkdirSync(join(project, '.claude'), { recursive: true })
    const local = join(project, '.claude/settings.local.json')
    writeFileSync(local, '{ "model": "opus" }')
    expect(changed(local, 'local_settings')).toEqual({ code: 0, out: '' })
    writeFileSync(local, '{ "disableAllHooks": true }')
    expect(blocked(changed(local, 'local_settings'))).toBe(true)
  })
  test('it holds while the gate only watches', () => {
    writeFileSync(join(home, '.config/prudent/settings.yaml'), 'mode: observe\n')
    writeFileSync(file, '{}')
    expect(blocked(changed())).toBe(true)
  })
})

test('what the person does with `prudent uninstall` counts', () => {
  expect(prudent(['uninstall', '--yes'], { env: { HOME: home } }).code).toBe(0)
  expect(changed()).toEqual({ code: 0, out: '' })
})

test('files that are no settings are not looked at', () => {
  for (const path of [join(home, '.claude/skills/x/SKILL.md'), 'relative.json', '']) expect(changed(path, 'skills').code).toBe(0)
  expect(log()).toEqual([])
})
