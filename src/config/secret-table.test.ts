// Does a stored automaton find what a fresh one finds?
import { expect, test } from 'vitest'
import { buildAutomaton } from '../core/secrets/automaton.ts'
import { packAutomaton, readSecretTable } from './secret-table.ts'

const keywords = ['ghp_', 'akia', 'key', 'sk-', 'monkey']
const data = JSON.stringify({ kinds: [], keywords, wakes: keywords.map(() => []), prefixes: ['ghp_'] })

test('the automaton reads back as it was built', () => {
  const { automaton } = readSecretTable(packAutomaton(keywords), () => data)
  const plain = (value: object): unknown =>
    Object.fromEntries(Object.entries(value).map(([name, part]) => [name, typeof part === 'number' ? part : [...(part as Uint8Array)]]))
  expect(plain(automaton)).toEqual(plain(buildAutomaton(keywords)))
})

test('the rest is read only when it is asked for', () => {
  let reads = 0
  const book = readSecretTable(packAutomaton(keywords), () => {
    reads++
    return data
  })
  expect(reads).toBe(0)
  expect([book.prefixes, book.wakes.length, reads]).toEqual([['ghp_'], 5, 1])
})

test('a machine that counts its bytes the other way builds its own', () => {
  const bytes = packAutomaton(keywords)
  bytes.write(bytes.toString('latin1', 0, 6) === 'little' ? 'big   ' : 'little')
  expect(readSecretTable(bytes, () => data).automaton.next).toEqual(buildAutomaton(keywords).next)
})

test('one that is cut short is no automaton', () => {
  const bytes = packAutomaton(keywords)
  for (const length of [0, 10, 63, 64, 200, bytes.length - 1]) expect(() => readSecretTable(bytes.subarray(0, length), () => data).automaton.next[0]).toThrow()
})
