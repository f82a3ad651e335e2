// Does `prudent init` say what it is about to record as good, where that is not what was recorded before, nor what npm fetched? Real packages in homes of their own.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureBuilt, ROOT } from '../built.ts'
import { clear } from '../clear.ts'

beforeAll(ensureBuilt, 60_000)
const roots: string[] = []
afterAll(() => clear(...roots))

interface Person {
  readonly home: string
  readonly folder: string
  readonly run: (...words: readonly string[]) => { readonly code: number | null; readonly said: string }
  readonly recorded: () => string
}
/** `fetched`: npm has it in its cache. */
function person(fetched: boolean): Person {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-pinning-')))
  roots.push(root)
  const [home, folder] = [join(root, 'home'), join(root, 'lib/node_modules/prudent')]
  for (const one of [join(home, '.claude'), join(home, '.codex'), folder]) mkdirSync(one, { recursive: true })
  for (const part of ['dist', 'package.json']) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  if (fetched) keepTarball(folder, join(home, '.npm/_cacache'))
  const env = { HOME: home, PATH: process.env['PATH'] ?? '' }
  const run: Person['run'] = (...words) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'dist/cli.js'), ...words], { env, cwd: home, encoding: 'utf8' })
    return { code: status, said: `${stdout}${stderr}`.replaceAll(/\s+/g, ' ') }
  }
  expect(run('init', '--yes', '--host', 'claude-code,codex').code).toBe(0)
  const recorded = (): string => {
    const { ground } = JSON.parse(readFileSync(join(home, '.config/prudent/ground.json'), 'utf8')) as { readonly ground: { readonly package: object } }
    return createHash('sha256').update(JSON.stringify(ground.package)).digest('hex')
  }
  return { home, folder, run, recorded }
}

/** As npm keeps what it fetched. */
function keepTarball(folder: string, cache: string): void {
  const tar = spawnSync('tar', ['czf', '-', '--transform', 's,^prudent,package,', '-C', dirname(folder), 'prudent'], { maxBuffer: 64 * 1024 * 1024 }).stdout
  const sum = createHash('sha512').update(tar)
  const [hex, base64] = [sum.copy().digest('hex'), sum.digest('base64')]
  const content = join(cache, 'content-v2/sha512', hex.slice(0, 2), hex.slice(2, 4), hex.slice(4))
  const index = join(cache, 'index-v5/1f/ad/9c99')
  for (const file of [content, index]) mkdirSync(dirname(file), { recursive: true })
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { readonly version: string }
  const key = `make-fetch-happen:request-cache:https://registry.example/prudent/-/prudent-${version}.tgz`
  writeFileSync(content, tar)
  writeFileSync(index, `\na3d4\t${JSON.stringify({ key, integrity: `sha512-${base64}` })}`)
}

const CHANGES: Readonly<Record<string, (folder: string) => void>> = {
  'the hook is longer': (folder) => appendFileSync(join(folder, 'dist/hook.cjs'), '\n'),
  'the engine has another letter': (folder) => {
    const file = join(folder, 'dist/hook-engine.cjs')
    writeFileSync(file, readFileSync(file, 'latin1').replace('deny', 'Deny'), 'latin1')
  },
  'data says something else': (folder) => {
    const [name = ''] = readdirSync(join(folder, 'dist/data')).filter((one) => one.endsWith('.json'))
    appendFileSync(join(folder, 'dist/data', name), ' ')
  },
  'our command has one line more': (folder) => appendFileSync(join(folder, 'dist/cli.js'), '\n// more\n'),
  'a file was added': (folder) => writeFileSync(join(folder, 'dist/more.cjs'), 'process.exit(0)'),
  'a file is gone': (folder) => rmSync(join(folder, 'dist/hook-windows.cjs')),
}

describe.each(Object.entries(CHANGES))('%s', (_name, change) => {
  test('it is said, nothing is recorded without a word, and --yes says so aloud', () => {
    const one = person(false)
    const before = one.recorded()
    change(one.folder)
    expect(one.run('init')).toMatchObject({
      code: 2,
      said: expect.stringMatching(/files? of the package differs? from [\d-]{10}, though the version is the same/) as string,
    })
    expect(one.recorded()).toBe(before)
    expect(one.run('init', '--yes').said).toContain('recorded as it is now (--yes): if it was not you')
    expect(one.recorded()).not.toBe(before)
    expect(one.run('init').code).toBe(0)
  })
  test('other commands leave the record as it was', () => {
    const one = person(false)
    const before = one.recorded()
    change(one.folder)
    expect(one.run('uninstall', '--yes', '--host', 'codex').code).toBe(0)
    expect(one.recorded()).toBe(before)
    expect(one.run('doctor', '--no-trials').said).toMatch(/FAIL \S+ (?:was changed|was added|is gone)/)
  })
})

describe('what npm fetched', () => {
  test('tells an update from a change, whatever was recorded', () => {
    const one = person(true)
    appendFileSync(join(one.folder, 'dist/hook.cjs'), '\n')
    rmSync(join(one.home, '.config/prudent/ground.json'))
    rmSync(join(one.home, '.local/state/prudent/ground'), { recursive: true, force: true })
    expect(one.run('init')).toMatchObject({
      code: 2,
      said: expect.stringContaining('1 file of the package is not what npm installed: dist/hook.cjs') as string,
    })
  })
  test('an update is said, and needs no yes', () => {
    const one = person(true)
    const about = join(one.folder, 'package.json')
    writeFileSync(about, readFileSync(about, 'utf8').replace(/"version": "[^"]+"/, '"version": "0.0.1"'))
    // What the record says was older.
    expect(one.run('init', '--yes').code).toBe(0)
    writeFileSync(about, readFileSync(join(ROOT, 'package.json')))
    expect(one.run('init').said).toContain('it is what npm installed as')
  })
  test('a first installation that is as fetched says nothing', () => {
    const one = person(true)
    rmSync(join(one.home, '.config/prudent'), { recursive: true })
    rmSync(join(one.home, '.local'), { recursive: true })
    expect(one.run('init', '--yes').said).not.toMatch(/what npm|of the package|recorded as/)
  })
})
test('what prudent did not write is said before it is replaced', () => {
  const one = person(false)
  writeFileSync(join(one.home, '.config/prudent/ground.json'), '{"mac":"x","ground":{"scripts":[],"entries":[],"package":{}}}')
  expect(one.run('init')).toMatchObject({ code: 2, said: expect.stringContaining('prudent did not write it') as string })
})
