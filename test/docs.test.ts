// Do the documents say what the product does? README's commands are run, the reference page is compared.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../src/cli/program.ts'
import { referencePage } from '../src/cli/reference.ts'
import { emptyHome, ensureBuilt, ROOT } from './built.ts'

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
