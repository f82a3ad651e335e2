// Does the example configuration of each page count as it is, by include, and as what `prudent rules import` makes of it?
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadIncluded, patternFilesIn } from '../../src/config/included.ts'
import { compileUserRegex } from '../../src/config/user-regex.ts'
import { emptyHome, ensureBuilt, prudent } from '../built.ts'
import { FIXTURES, gateWith } from './origin.ts'
import type { Call } from './origin.ts'

beforeAll(ensureBuilt, 120_000)
/** What each asks about or denies, and what it must not mind; for settings that hold nothing but this file. */
const CONFIGURATIONS: readonly (readonly [file: string, stopped: readonly (readonly [Call, string])[], passed: readonly Call[]])[] = [
  [
    'skills/shell/SKILL.md',
    [
      ['chmod 777 x', 'deny'],
      ['mkfs x', 'deny'],
      ['npm install', 'ask'],
      ['docker rm c', 'ask'],
    ],
    ['npm test', 'docker ps'],
  ],
  [
    'anteroom.yaml',
    [
      ['heroku restart --force', 'ask'],
      [['Write', { file_path: '/home/dev/.config/gh/hosts.yml', content: 'x' }], 'ask'],
    ],
    ['heroku ps', ['Write', { file_path: 'gh/hosts.yml', content: 'x' }]],
  ],
  [
    'leashd.yaml',
    [
      ['git push x --force', 'deny'],
      [['Read', { file_path: 'a.pem' }], 'deny'],
      ['make', 'ask'],
    ],
    ['ls', ['Read', { file_path: 'a.ts' }]],
  ],
  [
    'rune.yaml',
    [
      ['kubectl delete pod x', 'deny'],
      ['rm -r -f x', 'deny'],
      ['terraform apply -var-file=prod.tfvars', 'deny'],
    ],
    ['kubectl get pods', 'git push --force-with-lease', 'terraform apply'],
  ],
  [
    'cpi-si/dangerous-patterns.jsonc',
    [
      ['deploy --production', 'ask'],
      ['git reset --hard', 'ask'],
    ],
    ['deploy --staging', 'git reset --soft HEAD~1'],
  ],
  [
    'cpi-si/critical-paths.jsonc',
    [
      [['Write', { file_path: '/etc/hosts', content: 'x' }], 'ask'],
      [['Write', { file_path: '/home/x/shops/ledger/a', content: 'x' }], 'ask'],
    ],
    [
      ['Write', { file_path: 'a.ts', content: 'x' }],
      ['Read', { file_path: '/etc/hosts' }],
    ],
  ],
  [
    'claude-settings.json',
    [
      ['git push origin main', 'deny'],
      ['npm publish', 'ask'],
    ],
    ['git status', 'npm test'],
  ],
]

describe.each(CONFIGURATIONS)('%s', (file, stopped, passed) => {
  const whole = path.join(FIXTURES, file)
  test('counts as it is, and nothing of it is lost', async () => {
    const gate = await gateWith(`preset: bare\ninclude:\n  - ${whole}\n`)
    expect(gate.notes).toEqual([])
    expect(stopped.map(([call]) => gate.verdict(call))).toEqual(stopped.map(([, verdict]) => verdict))
    expect(passed.map((call) => gate.verdict(call))).toEqual(passed.map(() => 'allow'))
  })
  test('imported, it says the same', async () => {
    const home = emptyHome()
    const { code, out, err } = prudent(['rules', 'import', whole])
    expect([code, err]).toEqual([0, ''])
    // Each rule stands under the line it comes from.
    expect(out).toMatch(new RegExp(`# \\S*${path.basename(file).replaceAll('.', '\\.')}:\\d+\\n`))
    mkdirSync(path.join(home, '.config/prudent'), { recursive: true })
    writeFileSync(path.join(home, 'pack.yaml'), out)
    const gate = await gateWith('preset: bare\ninclude:\n  - ~/pack.yaml\n', home)
    expect(stopped.map(([call]) => gate.verdict(call))).toEqual(stopped.map(([, verdict]) => verdict))
    expect(passed.map((call) => gate.verdict(call))).toEqual(passed.map(() => 'allow'))
  })
})

test('the secrets of CPI-SI become kinds, which cover what they find', async () => {
  const file = path.join(FIXTURES, 'cpi-si/secret-patterns.jsonc')
  const found = loadIncluded(file, readFileSync(file, 'utf8'), compileUserRegex)
  expect([found.packs, found.problems]).toEqual([[], []])
  expect(found.kinds.length).toBeGreaterThan(3)
  const gate = await gateWith(`preset: cpi-si\ninclude:\n  - ${file}\n`)
  const told = gate.decision(['Write', { file_path: 'a.ts', content: 'x = corp_tok_9f8e7d6c5b4a' }])
  expect([told.verdict, told.warnings.length, JSON.stringify(told).includes('9f8e7d6c')]).toEqual(['allow', 1, false])
  expect(gate.decision(['Write', { file_path: 'a.ts', content: 'x = corp' }]).warnings).toEqual([])
})
test('a section that switches the gate off is told, not followed', () => {
  const file = path.join(emptyHome(), 'config.yaml')
  writeFileSync(file, 'safety:\n  enabled: false\n')
  const { code, err } = prudent(['rules', 'import', file])
  expect(code).not.toBe(0)
  expect(err).toContain('enabled')
})
test('a folder brings the files that are patterns, and no others', () => {
  expect(patternFilesIn(path.join(FIXTURES, 'cpi-si')).map((file) => path.basename(file))).toEqual([
    'critical-paths.jsonc',
    'dangerous-patterns.jsonc',
    'secret-patterns.jsonc',
  ])
  expect(patternFilesIn(path.join(FIXTURES, 'skills')).map((file) => path.relative(FIXTURES, file))).toEqual(['skills/shell/SKILL.md'])
})
