// Which statement of which origin system holds, by which test? Written down as docs/origins.md.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readYaml } from '../../src/config/yaml.ts'
import { ROOT } from '../built.ts'
import { gateWith } from './origin.ts'
import type { Call } from './origin.ts'

interface Item {
  readonly id: string
  readonly kind: 'S' | 'R' | 'S≠R'
  readonly says: string
  readonly status: string
}
const FOLDER = import.meta.dirname
const { items } = readYaml(readFileSync(path.join(FOLDER, 'items.yaml'), 'utf8')).value as { items: readonly Item[] }
const SYSTEMS = { WF: 'Wolffish', AN: 'Anteroom', LE: 'leashd', RU: 'rune', CP: 'CPI-SI' } as const

/** Ids with the words and the file of their test. */
const tests = new Map(
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.test.ts') && name !== 'origins.test.ts')
    .flatMap((name) =>
      [...readFileSync(path.join(FOLDER, name), 'utf8').matchAll(/^(?:test(?:\.skipIf\(\S+\))?\(|  \[)\s*(['"])([A-Z]{2}-\w+) (.*?)\1,/gm)].map(
        ([, , id = '', words = '']) => [id, { name, words }] as const,
      ),
    ),
)

/** Learning, sharing, telemetry and plug-ins come later; of everything else that is owed there is a test. */
const LATER = ['CP-039', 'CP-042', 'CP-043', 'CP-F5', 'CP-F6', 'CP-F7']
const owedWithoutTest = (all: readonly Pick<Item, 'id' | 'kind'>[], tested: ReadonlySet<string>): readonly string[] =>
  all.flatMap(({ id, kind }) => (kind === 'S' && !LATER.includes(id) && !tested.has(id) ? [id] : []))

/** What nobody wrote a test for is said plainly. */
const TRIED = 'holds as tried by hand on 2026-11-16; no test of its own'

/** Calls that their makers' own cases answer otherwise than the preset of that name. */
const OTHERWISE: readonly (readonly [preset: string, call: Call, there: string, here: string, why: string])[] = [
  ['anteroom', 'rm -rf /', 'ask', 'deny', 'its function for commands asks about every `rm`; its own hard blocks, and the floor here, deny this one'],
  ['anteroom', 'echo x > /dev/sda', 'ask', 'deny', 'as above: it writes over a disk'],
  ['cpi-si', ['Write', { file_path: '/sys/x', content: 'x' }], 'ask', 'deny', 'the kernel’s own files are out of bounds in every preset'],
]

const page = (): string => {
  const stated = items.filter(({ kind }) => kind === 'S')
  const held = stated.filter(({ id }) => tests.has(id))
  const lines = [
    '# Origins',
    '',
    `Prudent replaces five gates. This is every behaviour of theirs that is known: S stands on their pages and is owed, R was found in their code only, S≠R where the two disagree. Of ${stated.length} that are owed, ${held.length} hold by a test of their own in \`test/origins\`; the others say how they stand. [Moving](migrating.md) tells how to come over.`,
  ]
  for (const [prefix, name] of Object.entries(SYSTEMS)) {
    lines.push('', `## ${name}`, '', '| id | | statement | status |', '|---|---|---|---|')
    for (const { id, kind, says, status } of items.filter((one) => one.id.startsWith(`${prefix}-`))) {
      const tested = tests.get(id)
      const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
      lines.push(
        `| ${id} | ${kind} | ${cell(tested?.words.replaceAll("\\'", "'") ?? says)} | ${tested === undefined ? cell(status === 'holds' ? TRIED : status) : `holds ([test](../test/origins/${tested.name}))`} |`,
      )
    }
  }
  lines.push(
    '',
    '## Answered otherwise',
    '',
    'Of the cases that stand in the five systems’ own pages and tests, under the preset of that name, these alone are answered otherwise, on purpose:',
    '',
    '| preset | call | there | here | why |',
    '|---|---|---|---|---|',
    ...OTHERWISE.map(
      ([preset, call, there, here, why]) =>
        `| ${preset} | \`${typeof call === 'string' ? call : `${call[0]} ${JSON.stringify(call[1])}`}\` | ${there} | ${here} | ${why} |`,
    ),
  )
  return `${lines.join('\n')}\n`
}

test('every test is about a statement that is known, and every statement is listed once', () => {
  const ids = items.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect([...tests.keys()].filter((id) => !ids.includes(id))).toEqual([])
  expect(ids.length).toBeGreaterThan(290)
})
test('every statement that is owed has a test of its own', () => {
  const tested = new Set(tests.keys())
  expect(items.filter(({ kind }) => kind === 'S').length).toBeGreaterThan(120)
  expect(owedWithoutTest(items, tested)).toEqual([])
  // Nobody says `later` of anything else, and nothing that is there is called later.
  expect(items.flatMap(({ id, status }) => (status === 'later' ? [id] : []))).toEqual(LATER)
  expect(LATER.filter((id) => tested.has(id))).toEqual([])
  // One test taken away, or one statement more, is noticed.
  for (const id of ['WF-008', 'CP-F4']) expect(owedWithoutTest(items, new Set([...tested].filter((one) => one !== id)))).toEqual([id])
  expect(owedWithoutTest([...items, { id: 'LE-999', kind: 'S' }], tested)).toEqual(['LE-999'])
})
test('what is answered otherwise than there is answered as the page says', async () => {
  const said = await Promise.all(OTHERWISE.map(async ([preset, call]) => (await gateWith(`preset: ${preset}\n`)).verdict(call)))
  expect(said).toEqual(OTHERWISE.map(([, , , here]) => here))
  for (const [, , there, here] of OTHERWISE) expect(here).not.toBe(there)
})
test('of what stands only in their code, each is said to hold, to differ, or to be left out, with a reason; tests that are named exist', () => {
  const others = items.filter(({ kind, id }) => kind !== 'S' && !tests.has(id))
  expect(others.filter(({ status }) => !/^(?:holds|differs|partly|later|out of scope|see)\b/.test(status)).map(({ id, status }) => [id, status])).toEqual([])
  const named = others.flatMap(({ status }) => [...status.matchAll(/(?:test|src|docs|packs)\/[\w./-]*\w/g)].map(([file]) => file))
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
})
test('docs/origins.md says how each stands', async () => {
  await expect(page()).toMatchFileSnapshot(path.join(ROOT, 'docs/origins.md'))
})
