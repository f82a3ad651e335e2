// Does compiled code that nobody uses leave by itself, and stay where somebody might?
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import { sealOf } from '../gate/cache-key.ts'
import { forgetCode, writeCode } from './write-code.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const folders: string[] = []
afterEach(() => {
  clear(...folders.splice(0))
})

const digest = (number: number): string => number.toString(16).padStart(16, '0')
const setOf = (number: number): string => `code-v20.20.2-x64-${digest(number)}-1mhnt5l`
const MINE = `${setOf(999)}-engine`

/** A set of two files for each number, used so long after the first. */
function folderWith(used: Readonly<Record<number, number>>, more: readonly string[] = []): { readonly folder: string; readonly made: number } {
  const folder = mkdtempSync(path.join(tmpdir(), 'prudent-code-'))
  folders.push(folder)
  const made = Date.now()
  const put = (name: string, at: number): void => {
    writeFileSync(path.join(folder, name), 'x')
    utimesSync(path.join(folder, name), at / 1000, 1_000_000_000)
  }
  for (const [number, at] of Object.entries(used)) for (const part of ['engine', 'shell']) put(`${setOf(Number(number))}-${part}`, made + at)
  for (const name of more) put(name, made)
  return { folder, made }
}
const setsIn = (folder: string): readonly string[] =>
  [...new Set(readdirSync(folder).flatMap((name) => /-([0-9a-f]{16})-/.exec(name)?.[1] ?? []))].map((one) => String(Number.parseInt(one, 16))).toSorted()

test('what is written is sealed under its name, for its owner alone', () => {
  const { folder, made } = folderWith({})
  const file = path.join(folder, 'new', MINE)
  const data = Buffer.from('some code')
  writeCode([{ file, data }], folder, made)
  expect(readdirSync(path.join(folder, 'new'))).toEqual([MINE])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const opened = (name: string): string | null => {
    const [seal, bytes] = [sealOf(folder), readFileSync(file)]
    seal?.room(bytes.length).set(bytes)
    const content = seal?.opened(name, bytes.length) ?? null
    return content === null ? null : Buffer.from(content).toString()
  }
  expect([opened(MINE), opened(`${setOf(1)}-engine`)]).toEqual(['some code', null])
})
test('whatever lies in its place gives way', () => {
  const { folder, made } = folderWith({})
  const file = path.join(folder, MINE)
  mkdirSync(path.join(file, 'a/b'), { recursive: true })
  writeCode([{ file, data: Buffer.from('x') }], folder, made)
  expect(statSync(file).isFile()).toBe(true)
})
test('sets that nobody used for a week go when a new one is written; what was used, and what is not ours, stays', () => {
  const more = ['policy-0123456789abcdef.txt', 'code-notes.txt', 'code-v20', `${setOf(7)}-engine.txt`]
  const { folder, made } = folderWith({ 1: 0, 2: 5 * DAY, 999: 0 }, more)
  mkdirSync(path.join(folder, `${setOf(3)}-engine`))
  symlinkSync('/etc/passwd', path.join(folder, `${setOf(4)}-engine`))
  writeCode([{ file: path.join(folder, MINE), data: Buffer.from('x') }], folder, made + 8 * DAY)
  expect(setsIn(folder)).toEqual(['2', '3', '4', '7', '999'])
  expect(more.filter((name) => !existsSync(path.join(folder, name)))).toEqual([])
  expect(readdirSync(folder)).toContain(`${setOf(999)}-shell`)
})
test('of many sets the latest six stay, besides our own', () => {
  const { folder, made } = folderWith(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at + 1, (at + 1) * MINUTE])))
  writeCode([{ file: path.join(folder, MINE), data: Buffer.from('x') }], folder, made + 2 * HOUR)
  expect(setsIn(folder)).toEqual(['15', '16', '17', '18', '19', '20', '999'])
})
test('what was used within the hour stays, however many there are: nobody takes away what others run just now', () => {
  const { folder, made } = folderWith(Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at + 1, at * MINUTE])))
  forgetCode(folder, MINE, made + 30 * MINUTE)
  expect(setsIn(folder)).toHaveLength(20)
})
test('a set counts as used when any of its files was', () => {
  const { folder, made } = folderWith({ 1: 0 })
  utimesSync(path.join(folder, `${setOf(1)}-shell`), (made + 9 * DAY) / 1000, 1_000_000_000)
  forgetCode(folder, MINE, made + 10 * DAY)
  expect(readdirSync(folder)).toHaveLength(2)
})
test('what a process left half written goes after an hour, and not before', () => {
  const { folder, made } = folderWith({}, [`${MINE}.4711`, `${setOf(5)}.4712`])
  forgetCode(folder, MINE, made + 30 * MINUTE)
  expect(readdirSync(folder)).toHaveLength(2)
  forgetCode(folder, MINE, made + 2 * HOUR)
  expect(readdirSync(folder)).toEqual([])
})
test('files without a part, as earlier versions wrote them, go too', () => {
  const { folder, made } = folderWith({}, [setOf(1), setOf(2)])
  forgetCode(folder, MINE, made + 8 * DAY)
  expect(readdirSync(folder)).toEqual([])
})
test('a folder that is not there is no matter, and neither is one that is no folder', () => {
  const { folder, made } = folderWith({})
  writeFileSync(path.join(folder, 'file'), '')
  for (const place of ['nowhere', 'file']) expect(() => forgetCode(path.join(folder, place), MINE, made)).not.toThrow()
  expect(() => writeCode([{ file: path.join(folder, 'file', MINE), data: Buffer.from('x') }], folder, made)).not.toThrow()
  expect(() => writeCode([], folder, made)).not.toThrow()
})
