// Does the scanner find what a kind says, where it is, and nothing of it in what it returns?
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileSecrets, describeSecrets, readBook } from './compile.ts'
import type { SecretSpec } from './model.ts'
import { containsLikelySecret, findSecrets, redactSecrets } from './scan.ts'

const ACME: SecretSpec = {
  id: 'acme-token',
  title: 'Acme token',
  keywords: ['acme_'],
  regex: 'acme_[A-Za-z0-9]{20}',
  hits: ['acme_k3vQpZs4uJdHfGaVtBiN', 'token=acme_hG7dk2Lp4RqTfX9vYb7m'],
  misses: ['acme_xxxxxxxxxxxxxxxxxxxx', 'acme_short'],
}
const NAMED: SecretSpec = {
  id: 'umbrella-key',
  title: 'Umbrella key',
  keywords: ['umbrella'],
  regex: '[a-f0-9]{32}',
  where: 'value',
  hits: ['UMBRELLA_API_KEY=8f14e45fceea167a5a36dedd4bea2543', 'umbrella api key: "9f14e45fceea167a5a36dedd4bea2543"'],
  misses: ['UMBRELLA_API_KEY=${KEY}', 'umbrella 8f14e45f'],
}
const SUFFIXED: SecretSpec = {
  id: 'tail-token',
  title: 'token known by its end',
  keywords: ['-tail'],
  regex: '[a-f0-9]{32}-tail',
  hits: ['8f14e45fceea167a5a36dedd4bea2543-tail', 'x: 9f14e45fceea167a5a36dedd4bea2543-tail'],
  misses: ['8f14e45f-tail', 'dove-tail'],
}
const CONTEXT: SecretSpec = {
  id: 'globex-key',
  title: 'Globex key',
  keywords: ['sk_live_'],
  regex: 'sk_live_[A-Za-z0-9]{16}',
  context: ['globex'],
  hits: ['globex: sk_live_k3vQpZs4uJdHfGaV', 'sk_live_hG7dk2Lp4RqTfX9v # globex'],
  misses: ['sk_live_k3vQpZs4uJdHfGaV', 'globex sk_live_short'],
}
const GENERAL: SecretSpec = {
  id: 'some-key',
  title: 'key',
  keywords: ['key'],
  where: 'key',
  hits: ['ENC_KEY=k3vQpZs4uJdHfGaVt8iNoKxRyMlCw', 'my key: 9f14e45fceea167a5a36dedd4bea2543'],
  misses: ['primary_key = user_id', 'key = readKey(file)'],
}
const { book, problems } = compileSecrets([ACME, NAMED, SUFFIXED, CONTEXT, GENERAL])

describe('finding', () => {
  test('the examples compile', () => {
    expect(problems).toEqual([])
  })
  test('says kind, place and length', () => {
    expect(findSecrets('use acme_k3vQpZs4uJdHfGaVtBiN here', book)).toEqual([{ kind: 'acme-token', title: 'Acme token', start: 4, end: 29, length: 25 }])
  })
  test('needs an edge before the token, and knows escapes', () => {
    expect(findSecrets('xacme_k3vQpZs4uJdHfGaVtBiN', book)).toEqual([])
    expect(findSecrets('"a\\nacme_k3vQpZs4uJdHfGaVtBiN"', book)).toHaveLength(1)
    expect(findSecrets('q=%3Dacme_k3vQpZs4uJdHfGaVtBiN', book)).toHaveLength(1)
  })
  test('needs an edge after it', () => {
    expect(findSecrets('acme_k3vQpZs4uJdHfGaVtBiNx', book)).toEqual([])
  })
  test('finds tokens known by their end across the pieces of a long text', () => {
    const token = '8f14e45fceea167a5a36dedd4bea2543-tail'
    for (const at of [0, 8180, 8192, 9000, 20_000]) {
      const text = `${'dove-tail '.repeat(at / 10)}${token} ${'dove-tail '.repeat(2000)}`
      expect(findSecrets(text, book).map(({ kind }) => kind)).toEqual(['tail-token'])
    }
  })
  test('the vendor may stand before the name on the same line only', () => {
    const kinds = (text: string): string[] => findSecrets(text, book).map(({ kind }) => kind)
    expect(kinds('umbrella api key = 8f14e45fceea167a5a36dedd4bea2543')).toEqual(['umbrella-key'])
    expect(kinds('umbrella\nfile key = 8f14e45fceea167a5a36dedd4bea2543')).toEqual(['some-key'])
  })
  test('stops at the number asked for', () => {
    expect(findSecrets('acme_k3vQpZs4uJdHfGaVtBiN acme_hG7dk2Lp4RqTfX9vYb7m', book, { most: 1 })).toHaveLength(1)
    expect(containsLikelySecret('nothing', book)).toBe(false)
    expect(containsLikelySecret('acme_k3vQpZs4uJdHfGaVtBiN', book)).toBe(true)
  })
  test('a book without general kinds looks at its own only', () => {
    expect(findSecrets('ENC_KEY=k3vQpZs4uJdHfGaVt8iNoKxRyMlCw', compileSecrets([ACME]).book)).toEqual([])
  })
})

describe('redacting', () => {
  test('covers all of two secrets that overlap, under the more telling name', () => {
    const text = 'ENC_KEY=k3vQpZs4uJ-acme_hG7dk2Lp4RqTfX9vYb7m-3nLr9eQ'
    expect(redactSecrets(text, book)).toBe(`ENC_KEY=[acme-token, ${text.length - 8} characters]`)
  })
  test('covers a secret also where nothing says that it is one', () => {
    expect(redactSecrets('ENC_KEY=k3vQpZs4uJdHfGaVt8iNoKxRyMlCw; send k3vQpZs4uJdHfGaVt8iNoKxRyMlCw', book)).toBe(
      'ENC_KEY=[some-key, 29 characters]; send [some-key, 29 characters]',
    )
  })
  test('text that cannot be looked at whole is replaced whole, and counts as likely', () => {
    const wide = compileSecrets([{ ...ACME, regex: 'acme_[A-Za-z0-9_]{9000,9999}', hits: [], misses: [] }], { examples: false }).book
    const text = 'acme_ '.repeat(5000)
    expect(findSecrets(text, wide)).toEqual([])
    expect(containsLikelySecret(text, wide)).toBe(true)
    expect(redactSecrets(text, wide)).toBe(`[text, ${text.length} characters]`)
  })
  test('a token longer than the window is covered to its end', () => {
    const long = compileSecrets([{ ...SUFFIXED, keywords: ['tail-'], regex: '[a-f0-9]{8}-tail-[A-Za-z0-9]{40,3000}', hits: [], misses: [] }], {
      examples: false,
    }).book
    const token = `8f14e45f-tail-${'k3vQpZs4uJdHfGaVtBiN'.repeat(120)}`
    expect(redactSecrets(`a ${token} b`, long)).toBe(`a [tail-token, ${token.length} characters] b`)
  })
  test('leaves kind and length in place of the text', () => {
    expect(redactSecrets('use acme_k3vQpZs4uJdHfGaVtBiN, then 8f14e45fceea167a5a36dedd4bea2543-tail.', book)).toBe(
      'use [acme-token, 25 characters], then [tail-token, 37 characters].',
    )
  })
  test('law: neither finding nor redacted text holds the secret', () => {
    const secret = fc.string({ unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'), minLength: 20, maxLength: 20 })
    fc.assert(
      fc.property(fc.string(), secret, fc.string(), (before, body, after) => {
        const text = `${before} acme_${body} ${after}`
        const findings = findSecrets(text, book)
        expect(JSON.stringify(findings)).not.toContain(body)
        if (findings.some(({ start, end }) => text.slice(start, end) === `acme_${body}`)) expect(redactSecrets(text, book)).not.toContain(body)
        for (const { start, end, length } of findings) expect(end - start).toBe(length)
      }),
      { numRuns: 500 },
    )
  })
  test('law: any text can be scanned, and what is redacted holds no secret any more', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...(ACME.hits ?? []), ...(NAMED.hits ?? []), 'acme_', '="', 'umbrella_key='))),
        (parts) => {
          expect(findSecrets(redactSecrets(parts.join(' '), book), book)).toEqual([])
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('compiling', () => {
  const wrongWith = (change: Partial<SecretSpec>): string[] => compileSecrets([{ ...ACME, ...change }]).problems.map(({ message }) => message)

  test.each([
    ['no examples', { hits: [] }, '`hits` needs at least two examples'],
    ['one miss', { misses: ['acme_short'] }, '`misses` needs at least two examples'],
    ['an open repeat', { regex: 'acme_[a-z]+' }, 'an open repeat can take very long: bound it, as in `{0,80}`'],
    ['a backreference', { regex: 'acme_(a)\\1' }, 'a backreference can take very long: spell the repetition out'],
    ['a pattern too long', { regex: 'acme_(?:[a-z]{1,500}-){1,500}' }, 'the pattern can match too long a text: lower its bounds'],
    ['a broken pattern', { regex: 'acme_(' }, 'the pattern is not a regular expression: check brackets and escapes'],
    ['a short keyword', { keywords: ['ac'] }, 'each keyword is lower-case ASCII of 3 to 40 characters'],
    ['a capital in a keyword', { keywords: ['Acme_'] }, 'each keyword is lower-case ASCII of 3 to 40 characters'],
    ['a strange id', { id: 'Acme Token' }, '`id` is lower case with dashes: write `vendor-thing`'],
    ['a hit that is none', { hits: ['acme_short', 'acme_k3vQpZs4uJdHfGaVtBiN'] }, 'hit 1 is not found as `acme-token`: correct the example or the pattern'],
    ['a miss that is one', { misses: ['acme_short', 'acme_k3vQpZs4uJdHfGaVtBiN'] }, 'miss 2 is found as `acme-token`: tighten the pattern'],
  ] as const)('complains about %s', (_what, change, message) => {
    expect(wrongWith(change as Partial<SecretSpec>)).toContain(message)
  })
  test('names an unknown key and a repeated id', () => {
    expect(wrongWith({ colour: 'red' } as Partial<SecretSpec>)).toEqual(['`colour` is not a key of a kind'])
    expect(compileSecrets([ACME, ACME]).problems.map(({ message }) => message)).toEqual(['another kind has this id: give it one of its own'])
  })
  test('law: no problem holds the text of an example', () => {
    const message = JSON.stringify(compileSecrets([{ ...ACME, regex: 'acme_[0-9]{20}' }]).problems)
    for (const hit of ACME.hits ?? []) expect(message).not.toContain(hit)
  })
  test('the JSON form reads back as the same book', () => {
    const again = readBook(JSON.parse(JSON.stringify(describeSecrets([ACME, NAMED, SUFFIXED, CONTEXT, GENERAL]))))
    for (const spec of [ACME, NAMED, SUFFIXED, CONTEXT]) for (const hit of spec.hits ?? []) expect(findSecrets(hit, again)).toEqual(findSecrets(hit, book))
  })
})
