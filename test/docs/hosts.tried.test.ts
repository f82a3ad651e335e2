// Does docs/hosts.md tell which agents were really started? Its table is made from what scripts/try-hosts.mjs recorded.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { root } from '../built-gate.ts'

/** What `prudent doctor --live` found: on versions as they are, and where something was broken. */
interface Live {
  readonly version: string
  readonly which: string
  readonly node: string
  readonly on: string
  readonly held: boolean
  readonly tools: Readonly<Record<'shell' | 'write' | 'edit' | 'mcp', string>> & { readonly agents?: string }
  readonly why?: string
}
interface Broken {
  readonly version: string
  readonly what: string
  readonly found: boolean
  readonly why: string
}
type Tried = (
  | { readonly cannot: string }
  | (Readonly<Record<'version' | 'on' | 'asked', string>> &
      Readonly<Record<'runs' | 'stops' | 'tells' | 'logs' | 'outcome' | 'restored', boolean>> & { readonly stays?: boolean })
) & { readonly live?: readonly Live[]; readonly broken?: readonly Broken[] }

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

const WHICH: Readonly<Record<string, string>> = {
  newest: 'the newest',
  node20: 'what npm takes on Node 20',
  older: 'of a year ago',
  border: 'between, to find the border',
}
const liveRows = found.flatMap(({ name, tried }) =>
  (tried.live ?? []).map(({ version, which, node, on, held, tools, why }) => {
    const cells = [tools.shell, tools.write, tools.edit, tools.mcp, tools.agents].map((state) =>
      state === 'held' ? 'yes' : state === 'FAILED' ? '**no**' : '',
    )
    return `| \`${name}\` | ${version} | ${WHICH[which] ?? which} | ${node} | ${on} | ${cells.join(' | ')} | ${held ? 'passes' : `**fails**: ${why ?? ''}`} |`
  }),
)
const brokenOf = (what: string): string =>
  found
    .flatMap(({ name, tried }) => {
      const versions = (tried.broken ?? []).filter((one) => one.what === what).map(({ version, found: isFound }) => (isFound ? version : `**${version} NOT**`))
      return versions.length === 0 ? [] : [`${name} ${versions.join(', ')}`]
    })
    .join('; ')
const broken = [...new Set(found.flatMap(({ tried }) => (tried.broken ?? []).map(({ what }) => what)))].toSorted()
const liveTable = [
  '<!-- live -->',
  '| name | version | which | Node | on | shell | write | edit | MCP | sub-agents | `prudent doctor --live` |',
  '|---|---|---|---|---|---|---|---|---|---|---|',
  ...liveRows,
  '',
  '| what was broken before | fails, and says why, on |',
  '|---|---|',
  ...broken.map((what) => `| ${what} | ${brokenOf(what)} |`),
  '<!-- /live -->',
].join('\n')

test('docs/hosts.md tells what was tried', () => {
  const text = readFileSync(FILE, 'utf8')
  const due = text.replace(/<!-- tried -->[^]*<!-- \/tried -->/, () => table).replace(/<!-- live -->[^]*<!-- \/live -->/, () => liveTable)
  expect(due).toContain('<!-- tried -->')
  expect(due).toContain('<!-- live -->')
  if (process.env['PRUDENT_WRITE_DOCS'] === '1') writeFileSync(FILE, due)
  else expect(text).toBe(due)
})

test('no agent that was tried runs what we deny or ask about', () => {
  const bad = found.filter(({ tried }) => !('cannot' in tried) && (!tried.stops || tried.asked === 'RUNS'))
  expect(bad.map(({ name }) => name)).toEqual([])
})

test('every way to break what protects an agent was found by its live trial', () => {
  const missed = found.flatMap(({ name, tried }) => (tried.broken ?? []).filter((one) => !one.found).map(({ version, what }) => `${name} ${version}: ${what}`))
  expect(missed).toEqual([])
})
