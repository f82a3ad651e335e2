// Is it known beforehand that the log cannot be written?
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openJsonLines } from './store.ts'
import { isWritable } from './writable.ts'

const fresh = (): string => mkdtempSync(path.join(tmpdir(), 'prudent-writable-'))

test('a folder that is not there yet is made, and looking makes nothing', () => {
  const state = fresh()
  expect(openJsonLines({ state: path.join(state, 'a', 'b') }).writable()).toBe(true)
  expect(readdirSync(state)).toEqual([])
})
test('one that is there is looked at itself', () => {
  const state = fresh()
  mkdirSync(path.join(state, 'audit'))
  expect(openJsonLines({ state }).writable()).toBe(true)
})
test('a file in the way of the folder is in the way', () => {
  const state = fresh()
  writeFileSync(path.join(state, 'audit'), '')
  expect(openJsonLines({ state }).writable()).toBe(false)
  expect(isWritable(path.join(state, 'audit', 'x', '2030-01-01.jsonl'))).toBe(false)
})
// Whoever is root may write anywhere.
test.skipIf(process.getuid?.() === 0)('a folder that may not be written', () => {
  const state = fresh()
  mkdirSync(path.join(state, 'audit'))
  chmodSync(path.join(state, 'audit'), 0o500)
  expect(openJsonLines({ state }).writable()).toBe(false)
})
test.skipIf(process.platform !== 'linux')('a folder that the system makes up keeps nothing, whoever one is', () => {
  const state = path.join(fresh(), 'state')
  symlinkSync('/proc/self', state)
  for (const one of ['/proc/.local/state/prudent', '/sys/x', '/proc/self/cwd/x', state]) expect(openJsonLines({ state: one }).writable(), one).toBe(false)
})
