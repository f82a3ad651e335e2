// Is a process taken for our lookout, or a program for the Node that was installed, only because it looks like one?
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { copyFileSync, mkdtempSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { isLookout, lookoutWords } from '../../src/install/ground-files.ts'
import type { Ground } from '../../src/install/ground.ts'
import { packageDifferences } from '../../src/install/notice.ts'
import { clear } from '../clear.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-lookout-'))
afterAll(() => clear(FOLDER))
const started: ChildProcess[] = []
afterEach(() => {
  for (const one of started.splice(0)) one.kill('SIGKILL')
})

const SCRIPT = path.join(FOLDER, 'lookout.js')
writeFileSync(SCRIPT, 'process.stdout.write("up"); setTimeout(() => {}, 600000)\n')
const WORDS = lookoutWords(SCRIPT, '/home/dev', '/home/dev/state')

/** Its number, once it runs what it was started for. */
async function pidOf(file: string, words: readonly string[]): Promise<number> {
  const child = spawn(file, words, { stdio: ['ignore', 'pipe', 'ignore'] })
  started.push(child)
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return child.pid ?? 0
}
const bash = (name: string, rest: string): readonly string[] => ['-c', `echo up; exec -a ${name} ${rest}`]

test('the one that we start is', async () => {
  expect(isLookout(await pidOf(process.execPath, WORDS), WORDS)).toBe(true)
})
test.runIf(process.platform === 'linux').each([
  ['by its name', () => pidOf('bash', bash('lookout', 'sleep 600'))],
  ['by the name of Node', () => pidOf('bash', bash(process.execPath, 'sleep 600'))],
  ['by all its words, of another program', () => pidOf('bash', ['-c', 'echo up; sleep 600; :', ...WORDS])],
  ['by its words behind others', () => pidOf(process.execPath, ['--eval=console.log("up"); setTimeout(() => {}, 600000)', ...WORDS.slice(1)])],
  ['for another person', () => pidOf(process.execPath, [...WORDS.slice(0, 2), '/home/other', WORDS[3] ?? ''])],
])('nothing is, that is one %s only', async (_how, start) => {
  expect(isLookout(await start(), WORDS)).toBe(false)
})
test('a number of nobody is none', () => expect(isLookout(2 ** 22 + 1, WORDS)).toBe(false))

test('a Node of the same size, and of the same time, is another one', () => {
  const file = path.join(FOLDER, 'node')
  writeFileSync(file, 'as installed')
  const { size, mtimeMs, ino, atime, mtime } = statSync(file)
  const ground = { package: { folder: FOLDER, files: {} }, node: { path: file, size, mtimeMs, ino } } as unknown as Ground
  expect(packageDifferences(ground, 'quick')).toEqual([])
  copyFileSync(file, `${file}.new`)
  utimesSync(`${file}.new`, atime, mtime)
  renameSync(`${file}.new`, file)
  expect(packageDifferences(ground, 'quick')).toMatchObject([{ kind: 'node', says: 'is another program now' }])
  writeFileSync(file, 'as INSTALLED')
  expect(packageDifferences(ground, 'full')).toHaveLength(1)
  rmSync(file)
  expect(packageDifferences(ground, 'quick')).toMatchObject([{ says: 'is gone' }])
})
