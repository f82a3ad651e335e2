// Do another scanner's rules find the same here?
import { describe, expect, test } from 'vitest'
import { compileSecrets } from './compile.ts'
import { importSecrets } from './import.ts'
import { patternOf } from './pattern.ts'
import { convertRe2 } from './re2.ts'
import { findSecrets } from './scan.ts'

const matches = (re2: string, text: string): boolean => {
  const converted = convertRe2(re2)
  if (!converted.ok) throw new Error(converted.message)
  const { source, flags } = patternOf(converted.regex)
  return new RegExp(source, flags).test(text)
}

describe('patterns', () => {
  test.each([
    ['(?i)acme_[a-z]{4}', 'ACME_ABCD', 'acme-abcd'],
    ['acme_(?i)[a-f]{4}', 'acme_ABcd', 'ACME_abcd'],
    ['(?i:acme)_[a-z]{4}', 'AcMe_abcd', 'acme_ABCD'],
    ['(?i)acme_(?-i:[a-z]{4})', 'ACME_abcd', 'ACME_ABCD'],
    ['(?:a(?i)b|c)d', 'Cd', 'Ab'],
    ['(?P<token>x{3})y', 'xxxy', 'xxy'],
    ['a[[:alnum:]]+\\z', 'a1b', 'a1 '],
    ['\\Qa.b\\E', 'a.b', 'axb'],
    ['\\x{41}b', 'Ab', 'ab'],
    ['(?s)a.b', 'a\nb', 'ab'],
    ['a.b', 'axb', 'a\nb'],
    ['(?m)^ab$', 'x\nab\ny', 'xab'],
    ['[]a]{2}', ']a', 'bb'],
    ['a/b', 'a/b', 'ab'],
  ])('%s', (re2, yes, no) => {
    expect(matches(re2, yes)).toBe(true)
    expect(matches(re2, no)).toBe(false)
  })
  test('open repeats are bounded', () => {
    expect(convertRe2('a[b]+c*d{2,}')).toEqual({ ok: true, regex: 'a[b]{1,1000}c{0,1000}d{2,1002}' })
  })
  test.each(['a\\pL', '(?=a)', 'a)', '(a', '[a', '[[:^alpha:]]', 'a\\1'])('%s is refused', (re2) => {
    expect(convertRe2(re2).ok).toBe(false)
  })
})

describe('rules', () => {
  const file = {
    rules: [
      { id: 'Acme_Key', description: 'an Acme key', regex: '(?i)acme[_-]?key\\s*=\\s*"([a-z0-9]{20})"', keywords: ['ACME'], entropy: 3 },
      { id: 'second-group', description: 'x', regex: 'globex (id) ([a-z0-9]{12})', keywords: ['globex'], secretGroup: 2, allowlists: [{ regexes: ['x'] }] },
      { id: 'path-only', path: '\\.p12$' },
      { id: 'no-keyword', regex: 'abc[0-9]{4}' },
      { id: 'strange', regex: 'abc\\p{Greek}', keywords: ['abc'] },
      { id: 'explodes', regex: 'abc(?:[a-z]+-)+', keywords: ['abc'] },
    ],
  }
  const imported = importSecrets(file)
  const { book, problems } = compileSecrets(imported.specs, { examples: false })

  test('what can be used compiles, the rest is named', () => {
    expect(problems).toEqual([])
    expect(imported.specs.map(({ id }) => id)).toEqual(['acme-key', 'second-group'])
    expect(imported.problems.map(({ id }) => id)).toEqual(['path-only', 'no-keyword', 'strange', 'explodes'])
    expect(imported.notes).toEqual([{ id: 'second-group', message: 'taken without `allowlists`' }])
  })
  test('a finding is the group that holds the secret', () => {
    const text = 'Acme-Key = "k3vqpzs4ujdhfgavtbin"'
    expect(findSecrets(text, book).map(({ start, end }) => text.slice(start, end))).toEqual(['k3vqpzs4ujdhfgavtbin'])
    const other = 'globex id k3vqpzs4ujdh'
    expect(findSecrets(other, book).map(({ start, end }) => other.slice(start, end))).toEqual(['k3vqpzs4ujdh'])
  })
  test.each([null, 1, {}, { rules: 'x' }, { rules: [1, null, { id: 2 }] }])('anything may come: %j', (value) => {
    expect(importSecrets(value).specs).toEqual([])
    expect(importSecrets(value).problems.length).toBeGreaterThan(0)
  })
})
