// What does a name promise, what is a stand-in, what is random, and where does a pattern begin?
import { describe, expect, test } from 'vitest'
import { readAssignment } from './assignment.ts'
import type { Assignment } from './assignment.ts'
import { couldBeSecret, isSampleLogin, isStandIn } from './generic.ts'
import { isJwt, isOpenJwt } from './jwt.ts'
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
  ['nonMatchingToken', null],
  ['expired_token', null],
  ['notAToken', null],
  ['unauthorizedToken', null],
  ['csrfmiddlewaretoken', null],
  ['__RequestVerificationToken', null],
  ['siteKey', null],
  ['etag_key', null],
  ['SECRET_KEY_BASE', 'secret'],
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
  '{}/keys/{:0.1f}/v2',
  // OAuth's own sample
  ['2YotnFZFEjr1z', 'CsicMWpAA'].join(''),
])('%s stands in for a secret', (value) => {
  expect(isPlaceholder(value)).toBe(true)
})
test.each(['k3vQpZs4uJdHfGaVtBiN', '8f14e45fceea167a5a36dedd4bea2543', 'q7Rk2mWz9!'])('%s does not', (value) => {
  expect(isPlaceholder(value)).toBe(false)
  expect(isMask(value)).toBe(false)
})

test.each(['P@ssw0rd', 'S3cr3t', 'Password123!', 'test1234'])('%s is everybody’s', (value) => {
  expect(isStandIn(value)).toBe(true)
})
test.each(['q7Rk2mWz9!', 'Tr0ub4dor&3'])('%s is somebody’s', (value) => {
  expect(isStandIn(value)).toBe(false)
})

describe('a value given to a name', () => {
  const plain = { sign: '=', quoted: false, tight: true, open: false } as const
  test.each([
    ['secret', 'ACME_TOKEN', '3f82345f-2194-4b3a-a125-0d508a7e19cd', true],
    ['secret', 'ACME_TOKEN', '3f82345f-2194-4b3a-a125-0d508a7e19c', false],
    ['secret', 'ACME_TOKEN', 'sk_3f82345f-2194-4b3a-a125-0d508a7e', false],
    ['secret', 'ACME_TOKEN', 'aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee', false],
    ['secret', 'ACME_TOKEN', 'tok_01HMQ4FSE9DX5SC4VHRXAZZAH5', false],
    ['secret', 'ACME_TOKEN', 'tok_k3vQpZs4uJdHfGaVtBiN', true],
    ['key', 'acme_key', 'uploads/2026/3f82345f-2194-4b3a.png', false],
    ['key', 'acme_key', '8f14e45fceea167a5a36dedd4bea25438f14e45f', true],
    ['key', 'KeychainAccess', '8f14e45fceea167a5a36dedd4bea25438f14e45f', false],
    ['key', 'GPG_KEY', '8F14E45FCEEA167A5A36DEDD4BEA25438F14E45F', false],
    ['key', 'ENC_KEY', '8F14E45FCEEA167A5A36DEDD4BEA25438F14E45F', true],
    ['secret', 'ClientRequestToken', '3f82345f-2194-4b3a-a125-0d508a7e19cd', false],
    ['secret', 'Lock-Token', 'urn:uuid:3f82345f-2194-4b3a-a125-0d508a7e19cd', false],
    ['password', 'password', 'secret-2-levels', false],
    ['password', 'password', 'sommer-2-Levels!', true],
    ['password', 'password', `AgB${'k3vQpZs4uJdHfGaVtBiN'.repeat(15)}`, false],
  ] as const)('%s: %s=%s', (promise, name, value, expected) => {
    expect(couldBeSecret(promise, value, plain, name, '')).toBe(expected)
  })
  test('names what is kept, or what it is the checksum of', () => {
    const value = '8f14e45fceea167a5a36dedd4bea2543'
    expect(couldBeSecret('secret', value, { ...plain, sign: ':' }, 'token', '')).toBe(false)
    expect(couldBeSecret('secret', value, { ...plain, sign: ':', tight: false }, 'token', '')).toBe(true)
    expect(couldBeSecret('secret', value, { ...plain, sign: ':', tight: false }, 'secret', 'checksum/')).toBe(false)
    expect(couldBeSecret('secret', 'rds-beta-8f14e45fceea167a', { ...plain, sign: ':' }, 'secret', 'arn:aws:secretsmanager:*:*:')).toBe(false)
    expect(couldBeSecret('secret', value, { ...plain, sign: ':', tight: false }, 'ApiKey', '"AWS::AppSync::')).toBe(false)
  })
})

test('a login in base64 is a sample when its password is', () => {
  expect(isSampleLogin('dXNlcm5hbWU6cGFzc3dvcmQ=')).toBe(true)
  expect(isSampleLogin('ZGVwbG95OnE3UmsybVd6OVRmWA==')).toBe(false)
  expect(isSampleLogin('not base64 at all')).toBe(false)
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

describe('a text in another language', () => {
  const translations =
    'Пароль Введитепароль パスワード パスワードは8文字以上で入力してください 请输入密码 密码必须为8位! 비밀번호를입력하세요 รหัสผ่าน8ตัว كلمةالسر סיסמה Κωδικός पासवर्ड contraseña Geheimschlüssel'
  const ways = ['=', ':', ',', '('].flatMap((sign) => [true, false].map((quoted) => ({ sign, quoted, tight: !quoted, open: false }) as Assignment))
  test.each(translations.split(' '))('%s is no secret, however it is given', (value) => {
    for (const how of ways)
      for (const promise of ['password', 'secret', 'key'] as const) expect(couldBeSecret(promise, value, how, 'ACME_PASSWORD', '')).toBe(false)
  })
  test.each(['Contraseña#2024x', 'Gänseblume12!'])('%s is a password in one', (value) => {
    expect(couldBeSecret('password', value, { sign: '=', quoted: true, tight: true, open: false }, 'password', '')).toBe(true)
  })
})

describe('what a name says is read by its words', () => {
  const seams = [(words: string[]) => words.join('_'), (words: string[]) => words.join('-').toUpperCase(), (words: string[]) => words.map(capital).join('')]
  const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
  test.each(['statuspage', 'onepage', 'website', 'presort', 'republic'])('%s is an owner, whatever it ends in', (owner) => {
    for (const joined of seams) expect(promiseOf(joined([owner, 'key']))).toBe('key')
    for (const joined of seams) expect(promiseOf(joined([owner, 'token']))).toBe('secret')
  })
  test.each(['page', 'site', 'sort', 'next page', 'request verification', 'primary'])('%s is no owner', (what) => {
    for (const joined of seams) expect(promiseOf(joined([...what.split(' '), 'token']))).toBeNull()
  })
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

test('a web token that says it is a sample, or for everybody, opens nothing', () => {
  const token = (claims: object): string => `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2lnbmF0dXJl`
  for (const claims of [{ sub: '1234567890', name: 'John Doe' }, { iss: 'x', role: 'anon' }, { sub: 'user' }]) {
    expect(isJwt(token(claims))).toBe(false)
    expect(isOpenJwt(token(claims))).toBe(true)
  }
  for (const claims of [{ sub: 'auth0|5f1', name: 'Mia' }, { role: 'service_role' }]) {
    expect(isJwt(token(claims))).toBe(true)
    expect(isOpenJwt(token(claims))).toBe(false)
  }
})
