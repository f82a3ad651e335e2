// Is what changed of the gate's own ground since the last call said, whoever changed it and however? Real files.
import { appendFileSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sealFor } from '../../src/gate/cache-keeping.ts'
import { acceptAll, sinceLast } from '../../src/install/since-last.ts'
import type { LastPlace } from '../../src/install/since-last.ts'

let place: LastPlace
const at = (name: string): string => path.join(place.home, name)
const SETTINGS = '.config/prudent/settings.yaml'

beforeEach(() => {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'prudent-last-')))
  place = { home, state: path.join(home, '.local/state/prudent'), project: path.join(home, 'app') }
  for (const folder of ['.config/prudent/bin', '.local/state/prudent', 'app/.claude']) mkdirSync(at(folder), { recursive: true })
  for (const file of ['.config/prudent/ground.json', '.config/prudent/installed.json', '.config/prudent/bin/prudent-hook']) writeFileSync(at(file), '{}')
  sealFor(home)
  sinceLast(place)
})
afterEach(() => rmSync(place.home, { recursive: true, force: true }))

const WAYS: Readonly<Record<string, (file: string) => void>> = {
  written: (file) => writeFileSync(file, 'preset: bare\n'),
  'written with an old time': (file) => {
    writeFileSync(file, 'preset: bare\n')
    utimesSync(file, new Date(2020, 1, 1), new Date(2020, 1, 1))
  },
  appended: (file) => appendFileSync(file, 'mode: observe\n'),
  moved: (file) => {
    writeFileSync(`${file}.x`, 'preset: bare\n')
    renameSync(`${file}.x`, file)
  },
  linked: (file) => {
    writeFileSync(`${file}.x`, 'preset: bare\n')
    rmSync(file, { force: true })
    symlinkSync(`${file}.x`, file)
  },
}

describe("the person's settings", () => {
  test.each(Object.entries(WAYS))('made: %s', (_how, make) => {
    make(at(SETTINGS))
    expect(sinceLast(place).says).toEqual([`\`${at(SETTINGS)}\` was made since the last call: see whether it was you`])
    expect(sinceLast(place).says).toEqual([])
  })
  test.each(Object.entries(WAYS))('changed: %s', (_how, make) => {
    writeFileSync(at(SETTINGS), 'preset: strict\n')
    sinceLast(place)
    make(at(SETTINGS))
    expect(sinceLast(place).says).toEqual([`\`${at(SETTINGS)}\` was changed since the last call: see whether it was you`])
  })
  test('taken away', () => {
    writeFileSync(at(SETTINGS), 'preset: strict\n')
    sinceLast(place)
    rmSync(at(SETTINGS))
    expect(sinceLast(place).says[0]).toContain('was taken away since the last call')
  })
  test('not where nothing changed, nor what `prudent` itself has written', () => {
    expect(sinceLast(place)).toEqual({ says: [], touched: false })
    writeFileSync(at(SETTINGS), 'preset: strict\n')
    acceptAll(place)
    expect(sinceLast(place)).toEqual({ says: [], touched: false })
  })
})

describe('our script and the record', () => {
  test.each(['.config/prudent/bin/prudent-hook', '.config/prudent/installed.json', '.config/prudent/ground.json'])('%s', (file) => {
    writeFileSync(at(file), '[]')
    expect(sinceLast(place).touched).toBe(true)
    expect(sinceLast(place).touched).toBe(false)
  })
  test('the record gone is said', () => {
    rmSync(at('.config/prudent/ground.json'))
    expect(sinceLast(place).says[0]).toContain('ground.json` is gone')
  })
  test('signs that somebody else wrote count for nothing', () => {
    writeFileSync(at(SETTINGS), 'preset: bare\n')
    writeFileSync(path.join(place.state, 'ground/last'), '{}')
    // Without signs of ours there is nothing to compare with: it is as at the first call.
    expect(sinceLast(place).says).toEqual([])
    writeFileSync(at(SETTINGS), 'preset: strict\n')
    expect(sinceLast(place).says.length).toBe(1)
  })
})

describe("a project's agent settings", () => {
  test.each(['.claude/settings.json', '.claude/settings.local.json', '.gemini/settings.json', '.qwen/settings.json'])('%s that switch hooks off', (name) => {
    const file = path.join(place.project, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, '{"model":"x"}')
    expect(sinceLast(place).says).toEqual([])
    writeFileSync(file, '{"disable\\u0041llHooks":true}')
    expect(sinceLast(place).says).toEqual([`\`${file}\` switches hooks off: from its next session on, the agent may run here without this gate`])
    expect(sinceLast(place).says).toEqual([])
  })
  test('also where the project brings them', () => {
    const other = { ...place, project: path.join(place.home, 'cloned') }
    mkdirSync(path.join(other.project, '.claude'), { recursive: true })
    writeFileSync(path.join(other.project, '.claude/settings.json'), '{"disableAllHooks":true}')
    expect(sinceLast(other).says.length).toBe(1)
  })
})
