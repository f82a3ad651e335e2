// Sizes as dd reads them.
import { expect, test } from 'vitest'
import { sizeOf } from './dd.ts'

test.each([
  ['512', 512],
  ['4k', 4096],
  ['1KiB', 1024],
  ['1MB', 1_000_000],
  ['2x512', 1024],
  ['3b', 1536],
  ['2w', 4],
  ['100B', 100],
  ['1T', 1024 ** 4],
  ['x', 0],
  ['', 0],
  ['-1', 0],
  ['1Q1', 0],
])('%s is %d', (text, size) => {
  expect(sizeOf(text)).toBe(size)
})
