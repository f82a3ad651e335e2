// Do programs read back as they were, whether kept whole or in parts?
import { describe, expect, test } from 'vitest'
import { UNKNOWN_PROGRAM } from '../core/meaning/entries.ts'
import type { Program } from '../core/meaning/entries.ts'
import { packMeaning, readMeaning } from './meaning-table.ts'

const named = (name: string, subcommands: Readonly<Record<string, Program>> = {}): Program => ({ ...UNKNOWN_PROGRAM, name, known: true, subcommands })
const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`word-${i}`, named(`word-${i}`)]))
const programs: Readonly<Record<string, Program>> = { small: named('small', { one: named('one') }), large: named('large', many) }
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const meaning = {
  programs,
  aliases: { l: 'large' },
  variables: { CC: 'cc' },
  roles: { EDITOR: ['command'] },
  owners: { acme: ['acme.com'] },
  tools: { bash: { kind: 'shell', fields: {} } },
  takers: { 'remove all': ['small'] },
}

describe('a table of programs and tools', () => {
  const text = packMeaning(meaning)
  const read = readMeaning(Buffer.from(text), () => [])
  test('keeps the subcommands of a large program apart', () => {
    expect(text).toContain(JSON.stringify('w large\0word-7'))
    expect(text).not.toContain('small\\u0000')
  })
  test('reads back what was packed', () => {
    expect(plain({ ...read, servers: undefined })).toEqual(plain(meaning))
  })
  test('has programs only, and each program its own words only', () => {
    expect(Object.keys(read.programs).sort()).toEqual(['large', 'small'])
    expect(Object.hasOwn(read.programs, 'large\0word-7')).toBe(false)
    expect(Object.hasOwn(read.programs['large']?.subcommands ?? {}, 'constructor')).toBe(false)
    expect(read.programs['large']?.subcommands['word-7']).toEqual(named('word-7'))
  })
  test('one that is cut short throws, and never says that there is no such program', () => {
    for (const length of [0, 4, 100, 500, text.length - 10]) {
      expect(() => {
        const cut = readMeaning(Buffer.from(text.slice(0, length)), () => [])
        return [cut.programs['small'], cut.programs['large']?.subcommands['word-7'], ...Object.values(cut.programs['large']?.subcommands ?? {})]
      }).toThrow()
    }
  })
})
