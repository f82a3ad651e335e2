// Does docs/hosts.md tell which agents were really started? Its table is made from what scripts/try-hosts.mjs recorded.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOSTS } from '../src/hosts/registry.gen.ts'
import { root } from './built-gate.ts'

type Tried =
  | { readonly cannot: string }
  | (Readonly<Record<'version' | 'on' | 'asked', string>> &
      Readonly<Record<'runs' | 'stops' | 'tells' | 'logs' | 'outcome' | 'restored', boolean>> & { readonly stays?: boolean })

const FILE = join(root, 'docs/hosts.md')
const found = HOSTS.flatMap(({ name, title }) => {
  const file = join(root, 'src/hosts', name, 'tried.json')
  return existsSync(file) ? [{ name, title, tried: JSON.parse(readFileSync(file, 'utf8')) as Tried }] : []
})
const yes = (held: boolean): string => (held ? 'yes' : '**no**')
const rows = found.flatMap(({ name, tried }) =>
  'cannot' in tried
    ? []
    : [
        `| \`${name}\` | ${tried.version} | ${tried.on} | ${yes(tried.runs && tried.stops)} | ${yes(tried.tells)} | ${tried.asked} | ${yes(tried.logs)} | ${yes(tried.outcome)} | ${yes(tried.restored)} | ${tried.stays === undefined ? '' : yes(tried.stays)} |`,
      ],
)
const reasons = found.flatMap(({ title, tried }) => ('cannot' in tried ? [`- ${title}: ${tried.cannot}`] : []))
const table = [
  '<!-- tried -->',
  '| name | version | on | runs and is stopped | hears why | our question, nobody there | logged | with outcome | taken back byte for byte | judges on when its settings are emptied |',
  '|---|---|---|---|---|---|---|---|---|---|',
  ...rows,
  '',
  'Not started:',
  '',
  ...reasons,
  '<!-- /tried -->',
].join('\n')

test('docs/hosts.md tells what was tried', () => {
  const text = readFileSync(FILE, 'utf8')
  const due = text.replace(/<!-- tried -->[^]*<!-- \/tried -->/, () => table)
  expect(due).toContain('<!-- tried -->')
  if (process.env['PRUDENT_WRITE_DOCS'] === '1') writeFileSync(FILE, due)
  else expect(text).toBe(due)
})

test('no agent that was tried runs what we deny or ask about', () => {
  const bad = found.filter(({ tried }) => !('cannot' in tried) && (!tried.stops || tried.asked === 'RUNS'))
  expect(bad.map(({ name }) => name)).toEqual([])
})
