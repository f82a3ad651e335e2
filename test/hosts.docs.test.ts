// Does docs/hosts.md list the hosts as they are? Its table is made from them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { factsOf } from '../src/cli/commands/hosts.ts'
import { HOSTS } from '../src/hosts/registry.gen.ts'
import { root } from './built-gate.ts'

const FILE = join(root, 'docs/hosts.md')
const rows = HOSTS.map(factsOf).map(
  ({ name, title, runs, asks, allow, waits, after, evidence }) =>
    `| \`${name}\` | ${title} | ${runs} | ${asks} | ${allow} | ${[waits, after].filter((text) => text !== '').join(', then ')} | ${evidence} |`,
)
const table = ['<!-- hosts -->', '| name | host | we run | asks | allow | waits | known |', '|---|---|---|---|---|---|---|', ...rows, '<!-- /hosts -->'].join(
  '\n',
)

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
