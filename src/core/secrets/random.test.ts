// Is what somebody generated seen without a name beside it, and nothing that people write?
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compileSecrets } from './compile.ts'
import { findSecrets } from './scan.ts'

const kind = { id: 'made', title: 'made', where: 'random' } as const
const { book, problems } = compileSecrets([kind], { examples: false })
const found = (text: string): readonly string[] => findSecrets(text, book).map(({ start, end }) => text.slice(start, end))

/** The same numbers each time. */
function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
}
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

test('nine of ten that are generated are found, at their place', () => {
  expect(problems).toEqual([])
  const next = numbers(36)
  const values = Array.from({ length: 500 }, () =>
    Array.from({ length: 20 + Math.floor(next() * 40) }, () => LETTERS[Math.floor(next() * LETTERS.length)] ?? '').join(''),
  )
  expect(values.filter((value) => found(`take "${value}" for it`)[0] === value).length).toBeGreaterThan(450)
})
test('digests, commits, ids, paths, names and addresses are none', () => {
  const next = numbers(7)
  const hex = (length: number): string => Array.from({ length }, () => Math.floor(next() * 16).toString(16)).join('')
  const texts = [
    ...Array.from({ length: 50 }, (_, at) => hex([7, 12, 32, 40, 64][at % 5] ?? 7)),
    ...Array.from({ length: 20 }, () => `session_${hex(8)}-${hex(4)}-${hex(4)}-${hex(4)}-${hex(12)}`),
    'src/components/UserProfileCard2025.test.tsx',
    'https://example.com/a/b?page=2025&order=descending',
    'registry.k8s.io/kube-apiserver-amd64:v1.30.2',
    'ConsoleApplication2025WithManyWords',
    'node_modules/.pnpm/lodash@4.17.21/node_modules',
    'xxxxxxxxxxxxxxxxxxxxxxxx1234',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  ]
  expect(texts.filter((text) => found(text).length > 0)).toEqual([])
})
test('what people write holds none: every page of the documentation', () => {
  const folder = new URL('../../../docs/', import.meta.url)
  const pages = readdirSync(folder).filter((name) => name.endsWith('.md'))
  expect(pages.length).toBeGreaterThan(10)
  expect(pages.flatMap((name) => found(readFileSync(new URL(name, folder), 'utf8')))).toEqual([])
})
test('a kind without one looks for none', () => {
  const plain = compileSecrets([{ id: 'other', title: 'other', keywords: ['abc_'], regex: 'abc_[a-z]{4}' }], { examples: false }).book
  expect(findSecrets('take "q7Lw2Zk9Rt4Xv8Bn3Mc6Jd1H" for it', plain)).toEqual([])
})
