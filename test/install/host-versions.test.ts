// Are all installed versions of an agent found, and nothing started that need not be? Real folders and programs.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { compareVersions, installationsOf } from '../../src/install/versions.ts'

const CLAUDE = { programs: ['claude'], packages: ['@anthropic-ai/claude-code'] }

function machine(): {
  readonly root: string
  readonly put: (file: string, text: string, mode?: number) => string
  readonly look: (path: readonly string[], ask?: boolean) => readonly (string | null)[]
} {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-versions-')))
  const put = (file: string, text: string, mode = 0o644): string => {
    const at = join(root, file)
    mkdirSync(dirname(at), { recursive: true })
    writeFileSync(at, text)
    chmodSync(at, mode)
    return at
  }
  const look = (path: readonly string[], ask = false): readonly (string | null)[] =>
    installationsOf(CLAUDE, { home: join(root, 'home'), project: join(root, 'project'), env: { PATH: path.map((one) => join(root, one)).join(':') } }, ask).map(
      ({ version }) => version,
    )
  mkdirSync(join(root, 'home'))
  return { root, put, look }
}
const about = (version: string, name = '@anthropic-ai/claude-code'): string => JSON.stringify({ name, version, bin: { claude: 'cli.js' } })

describe('installed versions', () => {
  test('a package that a link on the search path leads into, one for each folder, the first first', () => {
    const { root, put, look } = machine()
    for (const [at, version] of [
      ['one', '2.1.325'],
      ['two', '2.1.197'],
    ] as const) {
      put(`${at}/lib/node_modules/@anthropic-ai/claude-code/package.json`, about(version))
      put(`${at}/lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe`, '', 0o755)
      mkdirSync(join(root, at, 'bin'))
      symlinkSync(`../lib/node_modules/@anthropic-ai/claude-code/bin/claude.exe`, join(root, at, 'bin/claude'))
    }
    expect(look(['one/bin', 'two/bin'])).toEqual(['2.1.325', '2.1.197'])
    expect(look(['two/bin', 'one/bin', 'two/bin'])).toEqual(['2.1.197', '2.1.325'])
  })
  test('a small script beside the modules, a version in the path, a version manager’s folder', () => {
    const { root, put, look } = machine()
    put('win/claude', '#!/bin/sh\n', 0o755)
    put('win/node_modules/@anthropic-ai/claude-code/package.json', about('2.0.1'))
    put('home/.local/share/claude/versions/2.1.300', '', 0o755)
    mkdirSync(join(root, 'home/.local/bin'), { recursive: true })
    symlinkSync('../share/claude/versions/2.1.300', join(root, 'home/.local/bin/claude'))
    put('home/.nvm/versions/node/v18.0.0/lib/node_modules/@anthropic-ai/claude-code/package.json', about('1.0.9'))
    expect(look(['win', 'home/.local/bin'])).toEqual(['2.0.1', '2.1.300', '1.0.9'])
  })
  test('a program is started only where it must be, where that may be, and outside of the project', () => {
    const { root, put, look } = machine()
    const mark = join(root, 'started')
    const script = `#!/bin/sh\necho "$SECRET" >> ${mark}\necho "claude 2.1.9 (Claude Code)"\n`
    put('bin/claude', script, 0o755)
    put('project/node_modules/.bin/claude', script, 0o755)
    process.env['SECRET'] = 'told'
    expect(look(['bin'])).toEqual([null])
    expect(look(['project/node_modules/.bin'], true)).toEqual([null])
    expect(existsSync(mark)).toBe(false)
    expect(look(['bin'], true)).toEqual(['2.1.9'])
    expect(existsSync(mark)).toBe(true)
  })
  test('what fails, says nothing or is another package has no version', () => {
    const { put, look } = machine()
    put('bin/claude', '#!/bin/sh\necho 1.2.3\nexit 1\n', 0o755)
    expect(look(['bin'], true)).toEqual([null])
    put('other/lib/node_modules/claude/package.json', about('9.9.9', 'claude'))
    put('other/bin/claude', '#!/bin/sh\necho hello\n', 0o755)
    expect(look(['other/bin'], true)).toEqual([null])
    expect(look(['nowhere'])).toEqual([])
  })
})

test('versions are compared as numbers, what comes before a release below it', () => {
  const ordered = ['0.0.1', '0.15.10', '0.23.4-preview.0', '0.23.4', '0.100.0', '1.0.0', '2.1.197', '2.1.295', '2026.07.16', '2026.9.6']
  const sorted = [...ordered].toReversed().toSorted(compareVersions)
  expect(sorted).toEqual(ordered)
  for (const one of ordered) expect(compareVersions(one, one)).toBe(0)
})
