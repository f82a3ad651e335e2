// Do programs read back as they were, whether kept whole or in parts?
import { describe, expect, test } from 'vitest'
import { UNKNOWN_PROGRAM } from '../core/interpret/programs/meaning.ts'
import type { Program } from '../core/interpret/programs/meaning.ts'
import { packPrograms, readPrograms } from './program-table.ts'

const named = (name: string, subcommands: Readonly<Record<string, Program>> = {}): Program => ({ ...UNKNOWN_PROGRAM, name, subcommands })
const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`word-${i}`, named(`word-${i}`)]))
const programs = { small: named('small', { one: named('one') }), large: named('large', many) }
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('a table of programs', () => {
  const text = packPrograms(programs)
  const read = readPrograms(Buffer.from(text))
  test('keeps the subcommands of a large program apart', () => {
    expect(text).toContain(JSON.stringify('large\0word-7'))
    expect(text).not.toContain('small\\u0000')
  })
  test('reads back what was packed', () => {
    expect(plain(read)).toEqual(plain(programs))
  })
  test('has programs only, and each program its own words only', () => {
    expect(Object.keys(read)).toEqual(['small', 'large'])
    expect(Object.hasOwn(read, 'large\0word-7')).toBe(false)
    expect(Object.hasOwn(read['large']?.subcommands ?? {}, 'constructor')).toBe(false)
    expect(read['large']?.subcommands['word-7']).toEqual(named('word-7'))
  })
})
