// Is a folder made whatever lies above it, and does that end where none can be made?
import { mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import { makeFolder } from './make-folder.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-folder-'))
const at = (...names: readonly string[]): string => path.join(FOLDER, ...names)
const isFolder = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
afterAll(() => clear(FOLDER))

test('each missing level is made, for its owner alone', () => {
  makeFolder(at('a', 'b', 'c'), 0o700)
  expect(isFolder(at('a', 'b', 'c'))).toBe(true)
  if (process.platform !== 'win32') for (const one of [at('a'), at('a', 'b'), at('a', 'b', 'c')]) expect(statSync(one).mode & 0o777).toBe(0o700)
})

test('what is there stays, through a link too', () => {
  mkdirSync(at('real'))
  symlinkSync(at('real'), at('link'))
  makeFolder(at('real'))
  makeFolder(at('link', 'below'))
  expect(isFolder(at('real', 'below'))).toBe(true)
})

test('neither a file, nor a link to nowhere, nor more levels than a path has is made a folder', () => {
  writeFileSync(at('file'), '')
  symlinkSync(at('nowhere'), at('astray'))
  expect(() => makeFolder(at('file'))).toThrow('EEXIST')
  expect(() => makeFolder(at('file', 'below'))).toThrow('ENOTDIR')
  expect(() => makeFolder(at('astray', 'below'))).toThrow()
  expect(() => makeFolder(at(...Array.from({ length: 200 }, () => 'x')))).toThrow('choose another folder')
})

describe.skipIf(process.platform !== 'linux')('below folders that the system makes up', () => {
  const link = at('state')
  symlinkSync('/proc/self', link)
  test.each(['/proc/.local/state/prudent', '/proc/self/x', '/sys/x/y', path.join(link, 'audit', 'x')])('%s', (folder) => {
    expect(() => makeFolder(folder)).toThrow('choose another folder')
  })
})
