// Shows that encodings are undone as the tools that write them do it, and that what is not so encoded is not guessed at.
import { deflateRawSync, deflateSync, gzipSync, constants } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeBytes } from './codecs.ts'
import { dcOutput } from './dc.ts'
import { unpack } from './inflate.ts'
import { runJq } from './jq.ts'
import { charactersOf, fieldsOf, folded, greppedParts, pasted } from './line-filters.ts'
import { expandMacros } from './macros.ts'

describe('decodeBytes', () => {
  it.each([
    ['base2msbf', '0111001001101101', 'rm'],
    ['base16', '726D', 'rm'],
    ['base32', 'OJWSA6A=', 'rm x'],
    ['base32hex', 'E9MI0U0=', 'rm x'],
    ['base64', 'cm0geA==', 'rm x'],
    ['base64url', '_-8=', '\xff\xef'],
    ['base85', 'a%~_ja%LcY3I', 'rm -rf ~\n'],
    ['ascii85', '<~EbupNEb6GC$3~>', 'rm -rf ~\n'],
    ['uuencoded', "begin 644 x\n)<FT@+7)F('X*\n`\nend\n", 'rm -rf ~\n'],
    ['uuencoded', 'begin-base64 644 x\ncm0geA==\n====\n', 'rm x'],
    ['hex-dump', '00000000: 726d 2078                                rm x\n', 'rm x'],
  ])('%s', (encoding, text, bytes) => expect(decodeBytes(encoding, text)).toBe(bytes))
  it.each([
    ['base32', 'rm -rf ~'],
    ['base64', 'a*b'],
    ['base85', '"'],
    ['hex-dump', 'rm x'],
    ['base99', 'x'],
  ])('%s: null of %s', (encoding, text) => expect(decodeBytes(encoding, text)).toBe(null))
})

describe('unpack', () => {
  const text = (length: number, of: number): string => Array.from({ length }, (_, at) => String.fromCharCode((at * at * 7 + at) % of)).join('')
  const packed = (bytes: Buffer): string => bytes.toString('latin1')
  it.each([0, 1, 40, 700, 9000])('what zlib packed of %i characters', (length) => {
    for (const of of [7, 90, 251]) {
      const bytes = Buffer.from(text(length, of), 'latin1')
      const whole = packed(bytes)
      expect(unpack(packed(gzipSync(bytes)))).toBe(whole)
      expect(unpack(packed(deflateSync(bytes)))).toBe(whole)
      expect(unpack(packed(deflateSync(bytes, { level: 0 })))).toBe(whole)
      expect(unpack(packed(deflateSync(bytes, { strategy: constants.Z_FIXED })))).toBe(whole)
      expect(unpack(packed(deflateRawSync(bytes)), true)).toBe(whole)
    }
  })
  it.each([
    ['/Td6WFoAAATm1rRGAgAhARYAAAB0L+WjAQAIcm0gLXJmIH4KAAAAAB0gFHNkiJfCAAEhCWwYxdUftvN9AQAAAAAEWVo=', 'rm -rf ~\n'],
    [
      '/Td6WFoAAATm1rRGAgAhARYAAAB0L+Wj4AqOACFdADkbQAHTGnAVCx4OW01YwFv2dCUGN/UtiB9ru27VczL+pwAAAABrB3dDMn+itAABPY8VAAAAQEDAL7HEZ/sCAAAAAARZWg==',
      `${'rm -rf ~;'.repeat(300)}end`,
    ],
    ['QlpoOTFBWSZTWTOhIY0AAAPRgAAQQAIBAhABIAAiDTNCGAJGYH0XckU4UJAzoSGN', 'rm -rf ~\n'],
    ['QlpoOTFBWSZTWc/kEwMABBuZiMACAAgHAxBBABAACCAAUIBoAClUAPUOSkclI1KRhSO/cFIzspGZSR80+jCkaX4u5IpwoSGfyCYG', `${'rm -rf ~;'.repeat(300)}${'x'.repeat(700)}end`],
  ])('what xz and bzip2 packed: %s', (packedText, text) => {
    const bytes = decodeBytes('base64', packedText) ?? ''
    expect(unpack(bytes)).toBe(text)
    expect(unpack(bytes.slice(0, -40))).toBe(null)
  })
  it('neither what is cut off nor what grows too long', () => {
    expect(unpack(packed(gzipSync(Buffer.from(text(900, 251), 'latin1')).subarray(0, 60)))).toBe(null)
    expect(unpack(packed(gzipSync(Buffer.alloc(10_000_000))))).toBe(null)
    expect(unpack('rm x')).toBe(null)
  })
})

describe('what filters make of a text', () => {
  it.each([
    [charactersOf('abcd\nxy', '2-3'), 'bc\ny'],
    [charactersOf('abcd', '-2,4'), 'abd'],
    [charactersOf('abcd', 'x'), null],
    [fieldsOf('a:b:c\nno\n', '2,3', ':', ' ', false), 'b c\nno\n'],
    [fieldsOf('a:b\nno\n', '2', ':', ':', true), 'b\n'],
    [pasted('rm\n-f\nx\n', ' '), 'rm -f x\n'],
    [pasted('a\nb\nc\n', ',\\n'), 'a,b\nc\n'],
    [folded('abcde\n', '2'), 'ab\ncd\ne\n'],
    [greppedParts('junk;rm x\n', 'rm.*', { extended: false, anyCase: false, inverted: false, parts: true }), 'rm x\n'],
    [greppedParts('a\nb\n', 'a', { extended: false, anyCase: false, inverted: true, parts: false }), 'b\n'],
    [expandMacros("define(`X',`rm')X y\n", new Map()), 'rm y\n'],
    [expandMacros('#define X rm\nX y\n', new Map()), 'rm y\n'],
    [expandMacros('X y', new Map([['X', 'rm']])), 'rm y'],
    [expandMacros('incr(1) X', new Map([['X', 'rm']])), null],
    [dcOutput('[rm x]P'), 'rm x'],
    [dcOutput('114P109P'), 'rm'],
    [dcOutput('2 3 + p'), null],
  ])('%j is %j', (made, said) => expect(made).toBe(said))
})

describe('runJq', () => {
  const raw = { isRaw: true, isJoined: false, isCompact: true, takesLines: false, slurps: false }
  it.each([
    ['.a', '{"a":"rm x"}', 'rm x\n'],
    ['.a+.b', '{"a":"r","b":"m"}', 'rm\n'],
    ['[114,109]|implode', 'null', 'rm\n'],
    ['"cm0=" | @base64d', 'null', 'rm\n'],
    ['["rm","x"]|join(" ")', 'null', 'rm x\n'],
    ['.[]|.n', '[{"n":1},{"n":2}]', '1\n2\n'],
    ['.a[1:]', '{"a":"xrm"}', 'rm\n'],
    ['"mr"|explode|reverse|implode', 'null', 'rm\n'],
    ['{a: .b}', '{"b":1}', '{"a":1}\n'],
    ['if . then 1 else 2 end', 'null', null],
    ['input', 'null', null],
    ['.a', 'no json', null],
  ])('%s of %s is %j', (filter, text, said) => expect(runJq(filter, text, raw)).toBe(said))
})
