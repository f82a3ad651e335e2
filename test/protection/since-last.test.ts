// Is what changed of the gate's own ground since the last call said, whoever changed it and however? Real files.
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sealFor } from '../../src/gate/cache-keeping.ts'
import { acceptAll, sinceLast } from '../../src/install/since-last.ts'
import type { LastPlace, SinceLast } from '../../src/install/since-last.ts'
import { clear } from '../clear.ts'

let place: LastPlace
const looked = (where: LastPlace): SinceLast => sinceLast(where, (variable) => (variable === 'CLAUDE_CODE_SAFE_MODE' ? 'off' : null))
const at = (name: string): string => path.join(place.home, name)

beforeEach(() => {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'prudent-last-')))
  place = { home, state: path.join(home, '.local/state/prudent'), project: path.join(home, 'app') }
  for (const folder of ['.config/prudent/bin', '.local/state/prudent', 'app/.claude']) mkdirSync(at(folder), { recursive: true })
  for (const file of ['.config/prudent/ground.json', '.config/prudent/installed.json', '.config/prudent/bin/prudent-hook']) writeFileSync(at(file), '{}')
  sealFor(home)
  looked(place)
})
afterEach(() => clear(place.home))

describe('our script and the record', () => {
  test.each(['.config/prudent/bin/prudent-hook', '.config/prudent/installed.json', '.config/prudent/ground.json'])('%s', (file) => {
    writeFileSync(at(file), '[]')
    expect(looked(place).touched).toBe(true)
    expect(looked(place).touched).toBe(false)
  })
  test('not where nothing changed, nor what `prudent` itself has written', () => {
    expect(looked(place)).toMatchObject({ says: [], touched: false })
    writeFileSync(at('.config/prudent/installed.json'), '[]')
    acceptAll(place)
    expect(looked(place)).toMatchObject({ says: [], touched: false })
  })
  test('signs that somebody else wrote count for nothing', () => {
    writeFileSync(at('.config/prudent/installed.json'), '[]')
    writeFileSync(path.join(place.state, 'ground/last'), '{}')
    // Without signs of ours there is nothing to compare with: it is as at the first call.
    expect(looked(place).touched).toBe(false)
    writeFileSync(at('.config/prudent/installed.json'), '[{}]')
    expect(looked(place).touched).toBe(true)
  })
})

describe("a project's agent settings", () => {
  test.each([
    ['what a shell loads first', '{"env":{"BASH_ENV":"./x.sh"}}', true],
    ['where settings lie', '{"env":{"XDG_CONFIG_HOME":"./x"}}', true],
    ['what Node loads first', '{"env":{"NODE_OPTIONS":"--require ./x.js"}}', true],
    ['how much memory Node has', '{"env":{"NODE_OPTIONS":"--max-old-space-size=4096"}}', false],
    ['a model', '{"model":"x","env":{"FOO":"1"}}', false],
  ])('that say %s', (_, text, said) => {
    const file = path.join(place.project, '.claude/settings.json')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
    expect(looked(place).says.join().includes('may start it without prudent')).toBe(said)
    // Once.
    expect(looked(place).says).toEqual([])
  })
  test.each(['.claude/settings.json', '.claude/settings.local.json', '.gemini/settings.json', '.qwen/settings.json'])('%s that switch hooks off', (name) => {
    const file = path.join(place.project, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, '{"model":"x"}')
    expect(looked(place).says).toEqual([])
    writeFileSync(file, '{"disable\\u0041llHooks":true}')
    expect(looked(place).says).toEqual([`\`${file}\` switches hooks off: from its next session on, the agent may run here without prudent`])
    expect(looked(place).says).toEqual([])
  })
  test('by a variable that agents start without hooks by', () => {
    const file = path.join(place.project, '.claude/settings.json')
    writeFileSync(file, '{"env":{"NODE_ENV":"test"}}')
    expect(looked(place).says).toEqual([])
    writeFileSync(file, '{"env":{"CLAUDE_CODE_SAFE_MODE":"1"}}')
    expect(looked(place).says.length).toBe(1)
  })
  test('also where the project brings them', () => {
    const other = { ...place, project: path.join(place.home, 'cloned') }
    mkdirSync(path.join(other.project, '.claude'), { recursive: true })
    writeFileSync(path.join(other.project, '.claude/settings.json'), '{"disableAllHooks":true}')
    expect(looked(other).says.length).toBe(1)
  })
})
