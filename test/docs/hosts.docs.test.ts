// Does docs/hosts.md list the hosts as they are, and what each of their versions holds to? Its tables are made from them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { factsOf } from '../../src/cli/commands/hosts.ts'
import { rangeText, remarksOf } from '../../src/cli/view/guarantees.ts'
import { BY_SCRIPT, GUARANTEES, MEANINGS, RUNS_ON } from '../../src/hosts/_frame/guarantees.ts'
import type { Fact, Range } from '../../src/hosts/_frame/guarantees.ts'
import { HOST_GUARANTEES } from '../../src/hosts/guarantees.gen.ts'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { root } from '../built-gate.ts'

const FILE = join(root, 'docs/hosts.md')
const rows = HOSTS.map(factsOf).map(
  ({ name, title, runs, asks, allow, waits, after, evidence }) =>
    `| \`${name}\` | ${title} | ${runs} | ${asks} | ${allow} | ${[waits, after].filter((text) => text !== '').join(', then ')} | ${evidence} |`,
)
const table = ['<!-- hosts -->', '| name | host | we run | asks | allow | waits | known |', '|---|---|---|---|---|---|---|', ...rows, '<!-- /hosts -->'].join(
  '\n',
)

/** Tried facts are bold; reported ones say so. */
const cell = ({ is, by }: Fact): string => (is === 'not known' ? '?' : by === 'tried' ? `**${is}**` : by === 'reported' ? `${is}, reported` : is)
const versions = HOST_GUARANTEES.flatMap(({ host, ranges }) =>
  ranges.flatMap((range, at) =>
    isUnseen(range) ? [] : [`| \`${host}\` | ${rangeText(ranges, at)} | ${GUARANTEES.map((name) => cell(range[name])).join(' | ')} | ${remarks(range)} |`],
  ),
)
function isUnseen(range: Range): boolean {
  return GUARANTEES.every((name) => range[name].is === 'not known')
}
function remarks(range: Range): string {
  const tried = [...new Set(GUARANTEES.flatMap((name) => range[name].version ?? []))].map((version) => `tried with ${version}`)
  return [...tried, ...remarksOf(range).map(({ of, says }) => `${MEANINGS[of].short}: ${says}`)].join('; ')
}
const guarantees = [
  '<!-- guarantees -->',
  ...GUARANTEES.map((name) => `- *${MEANINGS[name].short}*: ${MEANINGS[name].says}`),
  '',
  `*in part* under *${MEANINGS.failure.short}*, where nothing else is said: ${BY_SCRIPT}. *no* under *${MEANINGS.timeout.short}*: ${RUNS_ON}. Versions that no row names were not looked at.`,
  '',
  `| name | versions | ${GUARANTEES.map((name) => MEANINGS[name].short).join(' | ')} | what to know |`,
  `|---|---|${GUARANTEES.map(() => '---|').join('')}---|`,
  ...versions,
  '<!-- /guarantees -->',
].join('\n')

test('docs/hosts.md says what each version holds to', () => {
  const text = readFileSync(FILE, 'utf8')
  const due = text.replace(/<!-- guarantees -->[^]*<!-- \/guarantees -->/, () => guarantees)
  expect(due).toContain('<!-- guarantees -->')
  if (process.env['PRUDENT_WRITE_DOCS'] === '1') writeFileSync(FILE, due)
  else expect(text).toBe(due)
})

test('docs/hosts.md lists the hosts as they are', () => {
  const text = readFileSync(FILE, 'utf8')
  const due = text.replace(/<!-- hosts -->[^]*<!-- \/hosts -->/, () => table)
  if (process.env['PRUDENT_WRITE_DOCS'] === '1') writeFileSync(FILE, due)
  else expect(text).toBe(due)
})

test('hosts known from reports only are set up by hand there', () => {
  const text = readFileSync(FILE, 'utf8')
  const untold = HOSTS.filter(({ evidence }) => evidence === 'third-party').filter(({ title }) => !text.includes(`**${title.replace(/ CLI$/, '')}**:`))
  expect(untold.map(({ name }) => name)).toEqual([])
})
