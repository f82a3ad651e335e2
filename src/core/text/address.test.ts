// Are all spellings of an address read as the address they reach?
import { describe, expect, it } from 'vitest'
import { compileRange, parseAddress } from './address.ts'

const four = (text: string): string | null => {
  const address = parseAddress(text)
  return address?.family === 4 ? [24, 16, 8, 0].map((bits) => Math.floor(address.value / 2 ** bits) % 256).join('.') : null
}

describe('parseAddress', () => {
  it.each([
    ['127.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['0177.0.0.01', '127.0.0.1'],
    ['0x7f.0.1', '127.0.0.1'],
    ['0', '0.0.0.0'],
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::ffff:a00:1', '10.0.0.1'],
    ['64:ff9b::a9fe:a9fe', '169.254.169.254'],
    ['2002:7f00:1::', '127.0.0.1'],
    ['0:0:0:0:0:ffff:7f00:1', '127.0.0.1'],
    ['256.0.0.1', null],
    ['1.2.3.4.5', null],
    ['4294967296', null],
    ['example.com', null],
    ['1.2.3.', null],
    ['', null],
    ['a:b', null],
    ['::1', null],
    ['1::2::3', null],
  ])('%s is %s', (text, expected) => {
    expect(four(text)).toBe(expected)
  })
  it('says when a spelling is odd', () => {
    expect(parseAddress('127.0.0.1')?.odd).toBe(false)
    expect(parseAddress('127.0.0.01')?.odd).toBe(true)
  })
  it('compares with ranges', () => {
    const has = (range: string, text: string): boolean => {
      const address = parseAddress(text)
      return address !== null && compileRange(range)(address)
    }
    expect([has('172.16.0.0/12', '172.31.255.255'), has('172.16.0.0/12', '172.32.0.0'), has('10.0.0.1', '10.0.0.1')]).toEqual([true, false, true])
    expect([has('fc00::/7', 'fdff::1'), has('fc00::/7', 'fe00::1'), has('::1', '::1'), has('::1', '::2')]).toEqual([true, false, true, false])
    expect(() => compileRange('nonsense/8')).toThrow('not an address range')
  })
})
