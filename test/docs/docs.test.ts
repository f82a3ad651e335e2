// Do the documents say what the product does? README's commands are run, the reference page is compared.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../../src/cli/program.ts'
import { loadSources } from '../../src/config/load-data.ts'
import type { Sources } from '../../src/config/load-data.ts'
import { referencePage } from '../../src/cli/reference.ts'
import { INSTALLS } from '../../src/hosts/install.gen.ts'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { emptyHome, ensureBuilt, ROOT } from '../built.ts'

beforeAll(ensureBuilt, 60_000)

/** Lines of shell blocks that call `prudent`. */
const shellLines = (text: string): string[] =>
  [...text.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(([, block = '']) => block.split('\n')).filter((line) => /(?:^|\| )(?:npx )?prudent /.test(line))

const run = (line: string): number | null => {
  const command = line.replace(/^npx prudent |^prudent /, `'${process.execPath}' dist/cli.js `)
  return spawnSync('bash', ['-c', command], { cwd: ROOT, env: { PATH: process.env['PATH'] ?? '', HOME: emptyHome() }, stdio: ['ignore', 'ignore', 'inherit'] })
    .status
}
const CODES: Readonly<Record<string, number>> = { allow: 0, ask: 3, deny: 4 }

describe('README', () => {
  const lines = shellLines(readFileSync(join(ROOT, 'README.md'), 'utf8'))
  test('shows commands', () => {
    expect(lines.length).toBeGreaterThan(5)
  })
  test.each(lines)('%s', (line) => {
    const claimed = /# (allow|ask|deny)\b/.exec(line)?.[1]
    if (claimed === undefined) expect([0, 3, 4]).toContain(run(line))
    else expect(run(line)).toBe(CODES[claimed])
  })
})

describe('examples of --help', () => {
  const simple = commands
    .flatMap((spec) => [spec, ...(spec.commands ?? [])])
    .flatMap(({ examples }) => examples.map(([command]) => command))
    .filter((command) => /^prudent (?:check|explain|rules|hosts|tour)\b/.test(command) && !command.includes('<'))
  test.each(simple)('%s', (command) => {
    expect([0, 3, 4]).toContain(run(command))
  })
})

test('docs/cli.md is what the commands say', async () => {
  await expect(referencePage(commands)).toMatchFileSnapshot(join(ROOT, 'docs/cli.md'))
})

/** What a page claims to have more of than a number; how many there are. */
const COUNTED: readonly (readonly [claim: RegExp, count: () => Promise<number> | number])[] = [
  [/more than ([\d,]+) (?:of them|rules)/gi, async () => (await sources()).packs.flatMap(({ rules }) => rules).length],
  [/more than ([\d,]+) packs/gi, async () => (await sources()).packs.length],
  [/more than ([\d,]+) programs/gi, async () => Object.keys((await sources()).meaning.programs).length],
  [/more than ([\d,]+) places/gi, async () => (await sources()).placeSpecs.length],
  [/more than ([\d,]+) kinds of secrets/gi, async () => (await sources()).secrets().sorts.length],
  [/more than ([\d,]+) agents (?:are set|by)/gi, () => INSTALLS.length],
  [/more than ([\d,]+) (?:agents|agent hosts) and frameworks/gi, () => HOSTS.length],
]
const sources = (): Promise<Sources> => (loaded ??= loadSources(ROOT))
let loaded: Promise<Sources> | undefined

describe('counts', () => {
  const text = ['README.md', 'CHANGELOG.md'].map((name) => readFileSync(join(ROOT, name), 'utf8')).join('\n')
  const claims = (about: RegExp, page = text): number[] => [...page.matchAll(about)].map(([, number = '']) => Number(number.replaceAll(',', '')))
  test.each(COUNTED.map(([about, count]) => ({ about, count })))('$about is true, and not by far', async ({ about, count }) => {
    const there = await count()
    expect(claims(about)).not.toEqual([])
    for (const claimed of claims(about)) {
      expect(there).toBeGreaterThan(claimed)
      // Time to say more.
      expect(there).toBeLessThan(claimed * 1.5)
    }
  })
  test('nothing is counted that is not checked', () => {
    const checked = (page: string): number => COUNTED.reduce((sum, [about]) => sum + claims(about, page).length, 0)
    const COUNT = /(?:more than )?\b\d[\d,]* (?:rules|packs|programs|places|kinds of secrets|presets|agents|agent hosts|hosts)\b/gi
    const bare = [...text.matchAll(COUNT)].filter(([found]) => checked(found) === 0 && checked(text.slice(text.indexOf(found), text.indexOf(found) + 80)) === 0)
    expect(bare.map(([found]) => found)).toEqual([])
  })
})

test('links between documents lead somewhere', () => {
  const names = ['', 'docs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name)),
  )
  const broken = names.flatMap((name) =>
    [...readFileSync(join(ROOT, name), 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)].flatMap(([, to = '']) => {
      try {
        readFileSync(join(ROOT, name, '..', to))
        return []
      } catch {
        return [`${name}: ${to}`]
      }
    }),
  )
  expect(broken).toEqual([])
})
