// Is what is encoded read as the programs that decode it would?
import { describe, expect, test } from 'vitest'
import { bytesOfBase64, decodeBase64, decodeHex, utf16Of, utf8Of } from './decode.ts'
import { unescape } from './escapes.ts'

const t = String.raw

describe('base64', () => {
  test.each([
    ['cm0gLXJmIH4=', 'rm -rf ~'],
    ['cm0gLXJmIH4', 'rm -rf ~'],
    ['cm0g\nLXJm\tIH4=', 'rm -rf ~'],
    ['w6TDtsO8', 'äöü'],
    ['8J-YgA', '😀'],
    ['', ''],
  ])('%j', (text, expected) => expect(decodeBase64(text)).toBe(expected))
  test.each(['!!!!', 'cm0=x', 'cm0 gé'])('not that: %s', (text) => expect(decodeBase64(text)).toBeNull())
  test('bytes that are no UTF-8 stand for themselves', () => expect(decodeBase64('/3Jt')).toBe('\xffrm'))
  test('more than anybody writes is not read', () => expect(bytesOfBase64('A'.repeat(4_000_001))).toBeNull())
})

test('hex', () => {
  expect(decodeHex(t`\x72\x6d`)).toBe('rm')
  expect(decodeHex('726d c3 a4')).toBe('rmä')
  expect(decodeHex('7')).toBeNull()
})

test('UTF-8 and UTF-16', () => {
  expect(utf8Of('\xc3\xa4\xc3')).toBe('ä\xc3')
  expect(utf16Of('r\0m\0')).toBe('rm')
  expect(utf16Of('\xff\xfer\0')).toBe('r')
})

describe('escapes', () => {
  test.each([
    [t`a\tb\n`, 'a\tb\n', 'a\tb\n'],
    [t`\x72\x6d`, 'rm', 'rm'],
    [t`\162\155`, 'rm', 'rm'],
    [t`\0162`, 'r', '\x0e2'],
    [t`\u0072\U0000006d`, 'rm', 'rm'],
    [t`\U00110000`, t`\U00110000`, t`\U00110000`],
    [t`\q\\`, '\\q\\', '\\q\\'],
    [t`\0`, '\0', '\0'],
  ])('%s', (text, echo, format) => expect([unescape(text), unescape(text, 'format')]).toEqual([echo, format]))
})
