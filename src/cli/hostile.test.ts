// Is bad input on the command line answered with a clear line: no stack trace, no hang, never an allow?
import { beforeAll, expect, test } from 'vitest'
import { ensureBuilt, prudent } from '../../test/built.ts'

beforeAll(ensureBuilt, 60_000)

test.each<readonly [what: string, words: readonly string[], input: string | Uint8Array, code: number, said: RegExp]>([
  ['a NUL byte', ['check'], 'ls\0 -la', 4, /^deny {3}.*NUL/],
  ['not UTF-8', ['check', '-'], Uint8Array.from([0x6c, 0x73, 0x20, 0xff]), 3, /^ask .*UTF-8/],
  ['10 MB', ['check', '-'], 'a'.repeat(10_000_000), 3, /^ask /],
  ['20 MB', ['check', '-'], Buffer.alloc(20_000_000, 97), 3, /^ask .*not read: split it/],
  ['JSON nested 10,000 deep', ['check', '--tool', 'T', '--input', '-'], `{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, 3, /^ask .*deep/],
  ['brackets 10,000 deep', ['check', '-'], `${'('.repeat(10_000)}ls${')'.repeat(10_000)}`, 3, /^ask /],
  ['a tree 10,000 deep, explained', ['explain', '-'], `${'('.repeat(10_000)}ls${')'.repeat(10_000)}`, 0, /\nask /],
  ['10,000 commands, explained', ['explain', '-'], 'ls a;\n'.repeat(10_000), 0, /…/],
  ['unclosed quotes', ['explain', '-'], `echo "`, 0, /not read/],
])('%s', (_what, words, input, code, said) => {
  const ran = prudent(words, { input })
  expect({ code: ran.code, err: ran.err }).toEqual({ code, err: '' })
  expect(ran.out).toMatch(said)
  expect(ran.out).not.toMatch(/\n\s+at .*:\d+:\d+/)
  expect(ran.out.length).toBeLessThan(100_000)
})
