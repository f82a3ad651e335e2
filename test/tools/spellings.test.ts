// Can a path be written in a way that is judged more mildly? Property tests over spellings, and tables for Windows and macOS.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scene } from '../../src/core/model.ts'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()
const RANK = { allow: 0, ask: 1, deny: 2 }
const MACOS: Partial<Scene> = { cwd: '/Users/dev/app', home: '/Users/dev', project: '/Users/dev/app', platform: 'macos' }
const WINDOWS: Partial<Scene> = { cwd: 'C:\\Users\\dev\\app', home: 'C:\\Users\\dev', project: 'C:\\Users\\dev\\app', platform: 'windows' }
const rank = (tool: string, path: string, place: Partial<Scene> = {}): number =>
  RANK[check('', { tool, input: { file_path: path, content: 'x' }, ...place }).decision.verdict]

const TARGETS = [
  '/etc/passwd',
  '/etc/shadow',
  '/etc/hosts',
  '/home/dev/.ssh/id_rsa',
  '/home/dev/.bashrc',
  '/home/dev/.aws/credentials',
  '/home/dev/app/.env',
  '/home/dev/app/.git/hooks/pre-commit',
  '/home/dev/app/.git/config',
  '/home/dev/notes.txt',
  '/proc/sysrq-trigger',
  '/usr/local/bin/x',
  '/home/dev/.config/systemd/user/x.service',
]

/** Other spellings of the same path: they mean the same file on every system. */
const spelt = (path: string): fc.Arbitrary<string> => {
  const parts = path.split('/').slice(1)
  const between = fc.constantFrom('/', '//', '/./', '/././', '/x/../', '/a/b/../../', '///')
  return fc.tuple(fc.array(between, { minLength: parts.length, maxLength: parts.length }), fc.boolean()).map(([seps, isRelative]) => {
    const joined = parts.map((part, at) => (at === 0 ? '' : (seps[at] ?? '/')) + part).join('')
    return isRelative ? `../../..${seps[0] ?? '/'}${joined}` : `${seps[0] ?? '/'}${joined}`
  })
}

describe('a path’s spelling', () => {
  it.each(TARGETS)('%s is judged alike however it is written', (path) => {
    const write = rank('Write', path)
    const read = rank('Read', path)
    expect(write).toBeGreaterThan(0)
    fc.assert(
      fc.property(spelt(path), (spelling) => {
        expect(rank('Write', spelling), spelling).toBeGreaterThanOrEqual(write)
        expect(rank('Read', spelling), spelling).toBeGreaterThanOrEqual(read)
      }),
      { numRuns: 40 },
    )
  })

  it.each([
    ['~/.ssh/id_rsa', '/home/dev/.ssh/id_rsa'],
    ['$HOME/.ssh/id_rsa', '/home/dev/.ssh/id_rsa'],
    ['${HOME}/.ssh/id_rsa', '/home/dev/.ssh/id_rsa'],
    ['file:///home/dev/.ssh/id_rsa', '/home/dev/.ssh/id_rsa'],
    ['~root/.profile', '/root/.profile'],
    ['~dev/.ssh/id_rsa', '/home/dev/.ssh/id_rsa'],
    ['/etc/passwd/', '/etc/passwd'],
    ['//etc/passwd', '/etc/passwd'],
    ['/proc/self/root/etc/shadow', '/etc/shadow'],
    ['/home/dev/app/.env/', '/home/dev/app/.env'],
  ])('%s weighs as much as %s', (spelling, plain) => {
    for (const tool of ['Write', 'Read']) expect(rank(tool, spelling)).toBeGreaterThanOrEqual(rank(tool, plain))
  })

  it.each([
    '/Users/dev/.SSH/id_rsa',
    '/users/dev/.ssh/ID_RSA',
    '/ETC/PASSWD',
    '/private/etc/passwd',
    '/Users/dev/.ZSHRC',
    '/Users/dev/app/.ENV',
    '/Users/dev/app/.Git/hooks/pre-commit',
    '/Users/dev/Library/launchagents/x.plist',
  ])('on macOS case does not loosen %s', (path) => {
    expect(rank('Write', path, MACOS)).toBeGreaterThan(0)
  })

  it('on macOS composed and decomposed letters are one name', () => {
    const composed = '/Users/dev/Café/notes.txt'
    expect(rank('Write', composed.normalize('NFD'), MACOS)).toBe(rank('Write', composed.normalize('NFC'), MACOS))
    const inside = { ...MACOS, project: '/Users/dev/Café', cwd: '/Users/dev/Café' }
    expect(rank('Write', '/Users/dev/Café/src/a.ts'.normalize('NFD'), { ...inside, project: inside.project.normalize('NFC') })).toBe(0)
  })

  it.each([
    'C:\\Windows\\System32\\drivers\\etc\\hosts',
    'c:\\windows\\system32\\x.dll',
    'C:/Windows/x',
    '\\\\?\\C:\\Windows\\x',
    '\\\\.\\C:\\Windows\\x',
    'C:\\Windows.\\x',
    'C:\\Windows\\x:stream',
    'C:\\Users\\dev\\app\\..\\..\\..\\Windows\\x',
    'C:\\PROGRA~1\\x\\y.exe',
    'C:\\progra~2\\x.dll',
    '\\\\localhost\\C$\\Windows\\x',
    'C:\\Users\\dev\\.ssh\\id_rsa',
    'C:\\Users\\dev\\.ssh\\id_rsa::$DATA',
    'C:\\Users\\dev\\app\\.env',
    'C:\\Users\\dev\\app\\.env.',
    'C:\\Users\\dev\\app\\.env ',
    'C:\\Users\\dev\\app\\.ENV',
    '%USERPROFILE%\\.ssh\\id_rsa',
    '\\\\server\\share\\x',
  ])('on Windows %s is asked about', (path) => {
    expect(rank('Write', path, WINDOWS)).toBeGreaterThan(0)
  })
  it.each(['C:\\Users\\dev\\app\\src\\a.ts', 'src\\a.ts', 'c:/users/dev/app/src/a.ts', 'C:\\Users\\dev\\AppData\\Local\\Temp\\x\\a.txt'])(
    'on Windows %s passes',
    (path) => {
      expect(rank('Write', path, WINDOWS)).toBe(0)
    },
  )
  it('a NUL byte is denied in every field', () => {
    for (const tool of ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'delete_file']) {
      for (const field of ['file_path', 'path', 'pattern']) {
        if ((tool === 'Glob' || tool === 'Grep') === (field === 'file_path')) continue
        expect(check('', { tool, input: { [field]: 'a\0b' } }).decision.verdict, `${tool} ${field}`).toBe('deny')
      }
    }
  })
})
