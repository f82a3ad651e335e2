// Does every host say which version holds to what, without gaps, with evidence, and does everybody read the same?
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { factsOf } from '../../src/cli/commands/hosts.ts'
import { GUARANTEES } from '../../src/hosts/_frame/guarantees.ts'
import { HOST_GUARANTEES } from '../../src/hosts/guarantees.gen.ts'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { holdingOf, triedVersions } from '../../src/install/guarantees.ts'
import { compareVersions } from '../../src/install/versions.ts'
import { root } from '../built-gate.ts'

const FOLDER = join(root, 'src/hosts')

/** Every version that a trial was recorded with. */
function recorded(host: string): readonly string[] {
  const file = join(FOLDER, host, 'tried.json')
  if (!existsSync(file)) return []
  const versions: string[] = []
  JSON.parse(readFileSync(file, 'utf8'), (key, value: unknown) => {
    if (key === 'version' && typeof value === 'string') versions.push(value)
    return value
  })
  return versions
}

type State = 'held' | 'FAILED' | 'untried' | undefined
interface Live {
  readonly version: string
  readonly tools: Readonly<Record<'shell' | 'write' | 'mcp' | 'agents', State>>
}
/** Which tool of a live trial shows which guarantee. */
const SHOWN = { runs: 'shell', files: 'write', mcp: 'mcp', subagents: 'agents' } as const
function livesOf(host: string): readonly Live[] {
  const file = join(FOLDER, host, 'tried.json')
  return existsSync(file) ? ((JSON.parse(readFileSync(file, 'utf8')) as { readonly live?: readonly Live[] }).live ?? []) : []
}

test('every host has a table, and no table is without a host', () => {
  const folders = readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() && entry.name !== '_frame' ? [entry.name] : []))
  expect(HOST_GUARANTEES.map(({ host }) => host).toSorted()).toEqual(folders.toSorted())
  expect(HOSTS.map(({ name }) => name).toSorted()).toEqual(folders.toSorted())
})

describe.each(HOST_GUARANTEES.map((one) => [one.host, one] as const))('%s', (host, guarantees) => {
  const { ranges } = guarantees
  test('its ranges begin with the first version and follow one another', () => {
    expect(ranges[0].from).toBe('0')
    for (const [at, { from }] of ranges.entries()) {
      expect(from).toMatch(/^\d+(?:\.\d+)*$/)
      const next = ranges[at + 1]
      if (next !== undefined) expect(compareVersions(from, next.from)).toBeLessThan(0)
    }
  })
  test('each version, at the borders and between them, takes exactly the range it lies in', () => {
    const near = ranges.flatMap(({ from }) => [from, `${from}.1`, `${from}-beta.1`])
    for (const version of near) {
      const due = ranges.filter(({ from }, at) => {
        const next = ranges[at + 1]
        return (at === 0 || compareVersions(from, version) <= 0) && (next === undefined || compareVersions(version, next.from) < 0)
      })
      expect(due).toHaveLength(1)
      expect(holdingOf(guarantees, version).facts).toBe(due[0])
    }
  })
  test('what was tried names its version, and the record has it; other facts name none', () => {
    const known = recorded(host)
    for (const range of ranges)
      for (const name of GUARANTEES) {
        const { by, is, version, says } = range[name]
        expect(version !== undefined).toBe(by === 'tried')
        if (version !== undefined) expect(known).toContain(version)
        if (by === 'tried') expect(is).not.toBe('not known')
        expect(says ?? 'nothing').toMatch(/^[^\n]+[^.\n]$/)
      }
    for (const version of triedVersions(guarantees)) expect(holdingOf(guarantees, version)).toMatchObject({ version: 'known' })
  })
  test('what live trials showed stands in the table as tried, and no more than they showed', () => {
    const lives = livesOf(host)
    const wrong: string[] = []
    for (const { version, tools } of lives)
      for (const [name, tool] of Object.entries(SHOWN) as readonly (readonly [keyof typeof SHOWN, (typeof SHOWN)[keyof typeof SHOWN]])[]) {
        const { is, by } = holdingOf(guarantees, version).facts[name]
        const due =
          tools[tool] === 'held'
            ? by === 'tried' && (is === 'yes' || is === 'in part')
            : tools[tool] !== 'FAILED' || (by === 'tried' && (is === 'no' || is === 'in part'))
        if (!due) wrong.push(`${version}: ${tool} ${tools[tool] ?? ''}, and ${name} is ${is} (${by})`)
      }
    for (const range of ranges)
      for (const name of ['files', 'mcp', 'subagents'] as const) {
        const { by, version, is } = range[name]
        const state = is === 'no' ? 'FAILED' : 'held'
        if (by === 'tried' && !lives.some((one) => one.version === version && one.tools[SHOWN[name]] === state))
          wrong.push(`${range.from}: ${name} was not tried`)
      }
    expect(wrong).toEqual([])
  })
  test('newer versions than any that was looked at take the newest range, with the weaker word', () => {
    const newest = holdingOf(guarantees, '99999.0.0')
    expect(newest.facts).toBe(ranges.at(-1))
    expect(newest.version).toBe(ranges.length === 1 && triedVersions(guarantees).length === 0 ? 'known' : 'newer')
  })
  test('of an unknown version only what all have in common is said', () => {
    const { facts, version } = holdingOf(guarantees, null)
    expect(version).toBe('unknown')
    for (const name of GUARANTEES) {
      const words = new Set(ranges.map((range) => range[name].is))
      expect(facts[name].is).toBe(words.size === 1 ? [...words][0] : 'not known')
    }
  })
  test('agrees with how we answer it', () => {
    const own = HOSTS.find(({ name }) => name === host)
    if (own === undefined) throw new Error(host)
    const newest = ranges.at(-1) ?? ranges[0]
    expect(factsOf(own).asks).toBe(newest.asks.is)
    // What we would never put to it as a question it cannot ask; what we always do, it can.
    if (own.canAsk === false) expect(newest.asks.is).toBe('no')
    if (own.canAsk === true) expect(['yes', 'in part']).toContain(newest.asks.is)
    if (typeof own.canAsk === 'function') expect(['in part', 'no']).toContain(newest.asks.is)
    // A host that waits or blocks when we are late cannot run the call; one that runs it needs a switch to block.
    if (own.afterDeadline !== 'runs') expect(['yes', 'not known']).toContain(newest.timeout.is)
    else if (newest.timeout.is !== 'no') expect(newest.timeout.says).toMatch(/`\w+(?:: \w+)?`/)
  })
})
