// Does what is published work without the repository around it? Only what `files` names is there.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as compat from '../../src/compat/index.ts'
import { emptyHome, ensureBuilt, ROOT } from '../built.ts'
import { clear } from '../clear.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-published-'))
const HOME = emptyHome()
afterAll(() => clear(FOLDER, HOME))
beforeAll(() => {
  ensureBuilt()
  const { files } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { readonly files: readonly string[] }
  for (const one of ['package.json', ...files]) cpSync(path.join(ROOT, one), path.join(FOLDER, one), { recursive: true })
}, 120_000)

const PACK = `pack: own
title: Own
rules:
  - id: own.no-frob
    title: frobs
    why: it is only an example
    severity: high
    match: { run: frob }
    hits: ['frob now', 'sudo frob']
    misses: ['echo frob', 'ls']
`

test.each([
  [['check', 'rm -rf ~'], 4],
  [['test', 'git'], 0],
  [['test', 'own.yaml'], 0],
  [['rules', 'push'], 0],
  [['hosts'], 0],
  [['explain', 'python3 -c "print(1)"'], 0],
])('prudent %j', (words, code) => {
  writeFileSync(path.join(FOLDER, 'own.yaml'), PACK)
  const ran = spawnSync(process.execPath, [path.join(FOLDER, 'dist/cli.js'), ...words], {
    cwd: FOLDER,
    env: { PATH: process.env['PATH'] ?? '', HOME },
    encoding: 'utf8',
  })
  expect([ran.status, ran.stderr]).toEqual([code, ''])
})

test('the package gives what it exports, by its own name', () => {
  const script = "const [a, b] = [await import('prudent'), await import('prudent/compat')]; console.log(typeof a.decide, Object.keys(b).join(' '))"
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: FOLDER,
    env: { PATH: process.env['PATH'] ?? '', HOME },
    encoding: 'utf8',
  })
  expect([ran.status, ran.stderr, ran.stdout]).toEqual([0, '', `function ${Object.keys(compat).join(' ')}\n`])
})
