// Shows that scripts/proof.mjs tells two builds apart, and that calls are recorded as it reads them.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { ensureBuilt, ROOT } from '../built.ts'

ensureBuilt()

const folder = mkdtempSync(join(tmpdir(), 'prudent-proof-'))
const CASES = [
  { call: { tool: 'Bash', input: { command: 'git status' } } },
  { call: { tool: 'Bash', input: { command: 'sh run.sh' } }, facts: { files: { '/home/dev/app/run.sh': 'rm -rf ~' } } },
  { call: { tool: 'mcp__filesystem__read_text_file', input: { path: '/home/dev/.ssh/id_rsa' } } },
]
const cases = join(folder, 'cases.jsonl')
writeFileSync(cases, CASES.map((one) => `${JSON.stringify(one)}\n`).join(''))

/** Our build, with what it says of a call changed by a line of code. */
function otherBuild(name: string, change: string): string {
  const other = join(folder, name)
  mkdirSync(join(other, 'dist'), { recursive: true })
  const real = JSON.stringify(pathToFileURL(join(ROOT, 'dist/index.js')).href)
  const made = `(policy, books) => {
    const gate = real(policy, books)
    return { ...gate, check: (call, ...rest) => { const checked = gate.check(call, ...rest); ${change}; return checked } }
  }`
  writeFileSync(join(other, 'package.json'), '{ "type": "module" }')
  writeFileSync(
    join(other, 'dist/index.js'),
    `export { loadBuiltin } from ${real}\nimport { makeGate as real } from ${real}\nexport const makeGate = ${made}\n`,
  )
  return other
}

const prove = (after: string) => {
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'scripts/proof.mjs'), ROOT, after, cases], { encoding: 'utf8' })
  return { status, out: stdout }
}

describe('two builds compared', () => {
  test('a build is like itself, and facts count', () => {
    const { status, out } = prove(ROOT)
    expect(status).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ cases: 3, differ: 0, verdicts: { allow: 1, deny: 1, ask: 1 } })
  })
  test('a changed verdict is named first, with its case', () => {
    const { status, out } = prove(
      otherBuild('milder', "if (checked.decision.verdict === 'deny') return { ...checked, decision: { ...checked.decision, verdict: 'ask' } }"),
    )
    expect(status).toBe(1)
    expect(out).toContain('deny → ask')
    expect(out).toContain('sh run.sh')
    expect(out).toContain('"differ": 1')
  })
  test('a changed reading is told where the decision is the same', () => {
    const { status, out } = prove(otherBuild('blind', 'return { ...checked, reading: { ...checked.reading, actions: checked.reading.actions.slice(1) } }'))
    expect(status).toBe(1)
    expect(out).toContain('"reading alone": 3')
  })
  test('order of keys and empty lists are no difference', () => {
    const { status } = prove(
      otherBuild('ordered', 'return { ...checked, reading: { notes: [], ...Object.fromEntries(Object.entries(checked.reading).reverse()) } }'),
    )
    expect(status).toBe(0)
  })
})

test('what reaches `interpret` is recorded once, with scene and facts', async () => {
  const { recordCalls } = (await import(pathToFileURL(join(ROOT, 'scripts/record-calls.mjs')).href)) as {
    readonly recordCalls: (folder: string) => readonly { readonly transform: (code: string, id: string) => { readonly code: string } | null }[]
  }
  const into = join(folder, 'recorded')
  const [plugin] = recordCalls(into)
  const source = 'export function interpret(call, scene, books, facts) { return [call.id, facts] }\n'
  const { code } = plugin?.transform(source, '/x/src/core/interpret.ts') ?? { code: '' }
  const file = join(folder, 'interpret.mjs')
  writeFileSync(file, code)
  const { interpret } = (await import(pathToFileURL(file).href)) as { readonly interpret: (...given: unknown[]) => unknown }
  expect(interpret({ id: '1' }, { cwd: '/a' }, {}, { files: {} })).toEqual(['1', { files: {} }])
  interpret({ id: '1' }, { cwd: '/a' }, {}, { files: {} })
  interpret({ id: '2' }, { cwd: '/a' }, {})
  const lines = readdirSync(into).flatMap((name) => readFileSync(join(into, name), 'utf8').trimEnd().split('\n'))
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { call: { id: '1' }, scene: { cwd: '/a' }, facts: { files: {} } },
    { call: { id: '2' }, scene: { cwd: '/a' } },
  ])
  expect(recordCalls('')).toEqual([])
  expect(() => plugin?.transform('export const other = 1', '/x/src/core/interpret.ts')).toThrow('declares no `interpret`')
})
