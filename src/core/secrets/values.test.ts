// What does a name promise, what is a stand-in, what is random, and where does a pattern begin?
import { describe, expect, test } from 'vitest'
import { readAssignment } from './assignment.ts'
import { isJwt } from './jwt.ts'
import { promiseOf } from './names.ts'
import { isLed, patternOf } from './pattern.ts'
import { isMask, isPlaceholder } from './placeholder.ts'
import { isRandom, surprise } from './randomness.ts'

test.each([
  ['DB_PASSWORD', 'password'],
  ['adminPwd', 'password'],
  ['passphrase2', 'password'],
  ['ACME_API_KEY', 'secret'],
  ['clientSecret', 'secret'],
  ['acmeSECRETkey', 'secret'],
  ['SOFTAPIKEY', 'secret'],
  ['Authorization', 'secret'],
  ['access_token_prod', 'secret'],
  ['acme_key', 'key'],
  ['public_key', null],
  ['primaryKey', null],
  ['csrf_token', null],
  ['nextPageToken', null],
  ['max_tokens', null],
  ['tokenizer', null],
  ['secretName', null],
  ['password_reset_url', null],
  ['API_KEY_HEADER', null],
  ['passwordHash', null],
  ['fakeToken', null],
  ['monkey', null],
  ['author', null],
])('%s promises %s', (name, promise) => {
  expect(promiseOf(name)).toBe(promise)
})

test.each([
  'changeme',
  'your-token-here',
  '<token>',
  '${TOKEN}',
  '$(pass show x)',
  '{{ vault.token }}',
  'xxxxxxxxxxxx',
  '********',
  'sha256-8f14e45f',
  'MY_SECRET_TOKEN',
  '000000000000',
  '$TOKEN',
  'ENC[AES256,data:x]',
  'op://vault/item/field',
])('%s stands in for a secret', (value) => {
  expect(isPlaceholder(value)).toBe(true)
})
test.each(['k3vQpZs4uJdHfGaVtBiN', '8f14e45fceea167a5a36dedd4bea2543', 'q7Rk2mWz9!'])('%s does not', (value) => {
  expect(isPlaceholder(value)).toBe(false)
  expect(isMask(value)).toBe(false)
})

test.each(['getUserAccessToken', 'application-default-credentials', 'the_quick_brown_fox', 'org.springframework.security'])('%s reads like words', (text) => {
  expect(isRandom(text, 'high')).toBe(false)
})
test.each(['k3vQpZs4uJdHfGaVtBiN', '8f14e45fceea167a5a36dedd4bea2543', 'zq0x7vk2mwp9rtj4'])('%s does not', (text) => {
  expect(isRandom(text, 'high')).toBe(true)
})
test('a character nobody expects is surprising, an empty text is not', () => {
  expect(surprise('')).toBe(0)
  expect(surprise('é漢')).toBeGreaterThan(5)
})

describe('a value after its name', () => {
  const read = (text: string): string | null => {
    const value = readAssignment(text, 1)
    return value === null ? null : `${value.sign}${value.quoted ? 'q' : 'b'}${text.slice(value.start, value.end)}`
  }
  test.each([
    ['n=v', '=bv'],
    ['n = "v"', '=qv'],
    ['n: v,', ':bv'],
    ['n := `v`', '=qv'],
    ['n => "v"', '=qv'],
    ["n === 'v'", '=qv'],
    ['n ?= v', '=bv'],
    ['n=-v', '=b-v'],
    ['n" : "v"', ':qv'],
    ['n\\":\\"v\\"', ':qv'],
    ["n', '\"v\"'", ',qv'],
    ['n" value="v"', '=qv'],
    ['n>v</n>', '=bv'],
    ['n: Bearer v', ':bv'],
    ['n = Some("v")', '=qv'],
    ["n:\n  'v'", ':qv'],
    ['n v', ' bv'],
    ['n', null],
    ['n)', null],
    ['n = "two words"', null],
  ])('%s', (text, value) => {
    expect(read(text)).toBe(value)
  })
})

test('a pattern is led by its keyword only when nothing can stand before it', () => {
  const led = (regex: string, ...keywords: string[]): boolean => isLed(patternOf(regex), keywords)
  expect(led('acme_[a-z]{4}', 'acme_')).toBe(true)
  expect(led('(?:gho|ghp)_[a-z]{4}', 'gho_', 'ghp_')).toBe(true)
  expect(led('xox[pb]-[0-9]{4}', 'xoxp-', 'xoxb-')).toBe(true)
  expect(led('sk-(?:proj|admin)-[a-z]{4}', 'sk-proj-', 'sk-admin-')).toBe(true)
  expect(led('xox[pb]-[0-9]{4}', 'xoxp-')).toBe(false)
  expect(led('(?:pub)?key-[a-z]{4}', 'key-')).toBe(false)
  expect(led('[a-f0-9]{8}-tail', '-tail')).toBe(false)
  expect(led('a{2}cme', 'aacme')).toBe(false)
})

test('a web token has a header that decodes', () => {
  expect(isJwt('eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.c2ln')).toBe(true)
  expect(isJwt('eyJhbGciOiJIUzI1NiJ.eyJhIjoxfQ.c2ln')).toBe(false)
  expect(isJwt('eyJhIjoxfQ.eyJhIjoxfQ.c2ln')).toBe(false)
})
