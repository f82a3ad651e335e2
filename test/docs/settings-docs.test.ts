// Does docs/settings.md say what the settings do, and every key there is?
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { CONDUCT_KEYS } from '../../src/config/conduct.ts'
import { ADJUST_KEYS } from '../../src/config/context.ts'
import { readSettings } from '../../src/config/settings.ts'
import { packageData } from '../../src/config/package-files.ts'
import { settingsShape } from '../../src/core/policy/shapes.ts'
import { openGate } from '../../src/gate/open.ts'
import * as library from '../../src/index.ts'
import { ensureBuilt, ROOT } from '../built.ts'

beforeAll(ensureBuilt, 120_000)
const text = readFileSync(path.join(ROOT, 'docs/settings.md'), 'utf8')
const blocks = [...text.matchAll(/^```yaml\n([^]*?)^```/gm)].map(([, block = '']) => block)

describe.each(blocks.map((block) => [block.split('\n')[0] ?? '', block] as const))('%s', (_first, block) => {
  const home = mkdtempSync(path.join(tmpdir(), 'prudent-docs-'))
  const administrator = block.startsWith('# /etc/')
  const file = path.join(home, '.config/prudent/settings.yaml')
  mkdirSync(path.dirname(file), { recursive: true })
  mkdirSync(path.join(home, 'rules'))
  writeFileSync(path.join(home, 'rules/mine.yaml'), 'pack: mine\ntitle: Mine\nrules: []\n')
  writeFileSync(file, block)
  const none = { home, administrator: null, user: null, project: null }

  test.skipIf(administrator && process.getuid?.() !== 0)('needs no correction', () => {
    const files = administrator ? { ...none, administrator: file } : { ...none, user: file }
    expect(
      readSettings(
        files,
        packageData().presets.map(({ name }) => name),
      ).problems,
    ).toEqual([])
  })
  const claims = [...block.matchAll(/^# (.+) → (allow|ask|deny)$/gm)].map(([, command = '', verdict = '']) => [command, verdict] as const)
  test.each(claims)('%s → %s', async (command, verdict) => {
    const { gate } = await openGate({ ...none, user: file }, null, '2030-01-01T00:00:00.000Z')
    const call = { id: '', host: 'test', session: '', tool: { server: null, name: 'Bash' }, input: { command }, cwd: '/home/dev/app' }
    expect(gate.check(call, { home: '/home/dev', project: '/home/dev/app' }).decision.verdict).toBe(verdict)
  })
})

test('every key is there', () => {
  const keys = [...(settingsShape.is === 'object' ? Object.keys(settingsShape.keys) : []), ...CONDUCT_KEYS, ...ADJUST_KEYS, 'include']
  expect(keys.length).toBeGreaterThan(15)
  expect(keys.filter((key) => !new RegExp(`^(?:# )?${key}:`, 'm').test(blocks.join('\n')) && !text.includes(`\`${key}\``))).toEqual([])
})

test('the program uses what the library exports', () => {
  const names = /^import \{ (.+) \} from 'prudent'$/m.exec(text)?.[1]?.split(', ') ?? []
  expect(names.length).toBeGreaterThan(3)
  expect(names.filter((name) => !(name in library))).toEqual([])
})
