// Does a glob match what it says, in linear time?
import { describe, expect, it } from 'vitest'
import { compileGlob, expandBraces } from './glob.ts'

describe('compileGlob', () => {
  it.each([
    ['abc', 'abc', true],
    ['abc', 'abd', false],
    ['', '', true],
    ['*', '', true],
    ['*', 'a/b', false],
    ['*', 'ab', true],
    ['*.ts', 'a.ts', true],
    ['*.ts', 'a/b.ts', false],
    ['a*', 'abc', true],
    ['a*c', 'abc', true],
    ['a*c', 'ac', true],
    ['ab*bc', 'abc', false],
    ['?', 'a', true],
    ['?', '/', false],
    ['?', '', false],
    ['[ab]x', 'bx', true],
    ['[!ab]x', 'bx', false],
    ['[^ab]x', 'cx', true],
    ['[a-c]', 'b', true],
    ['[]a]', ']', true],
    ['[a', '[a', true],
    ['[!a]', '/', false],
    ['**', 'a/b/c', true],
    ['a/**', 'a', true],
    ['a/**', 'a/b/c', true],
    ['a/**', 'ab', false],
    ['/**', '/', true],
    ['/**', '/a/b', true],
    ['**/a', 'a', true],
    ['**/a', 'x/y/a', true],
    ['**/a', 'xa', false],
    ['a/**/b', 'a/b', true],
    ['a/**/b', 'a/x/y/b', true],
    ['a/**/b', 'axb', false],
    ['**/*.ts', 'a/b.ts', true],
    ['a/*/c', 'a/b/c', true],
    ['a/*/c', 'a/b/b/c', false],
    ['*a*b*', 'xxaxxbxx', true],
    ['*a*b*', 'xxbxxaxx', false],
    ['{a,b}c', 'bc', true],
    ['{a,b}c', 'cc', false],
    ['x{,y}', 'x', true],
    ['{a,{b,c}}', 'c', true],
    ['{a', '{a', true],
    ['{a}', '{a}', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['a\\[b', 'a[b', true],
    ['a.c', 'abc', false],
    ['*', '\0', true],
  ])('%s on %j: %s', (pattern, text, expected) => {
    expect(compileGlob(pattern)(text)).toBe(expected)
  })
  it('crosses slashes when there are no separators', () => {
    expect(compileGlob('a*c', { separators: false })('a/b/c')).toBe(true)
    expect(compileGlob('a?c*', { separators: false })('a/cd/e')).toBe(true)
  })
  it('ignores case when told', () => {
    expect(compileGlob('C:/Win*', { ignoreCase: true })('c:/WINDOWS')).toBe(true)
    expect(compileGlob('C:/Win*')('c:/windows')).toBe(false)
  })
  it('is linear on hostile text', () => {
    const text = 'a'.repeat(200_000)
    expect(compileGlob('*a*a*a*a*a*b')(text)).toBe(false)
    expect(compileGlob('**/*a**a*/**/b')(text)).toBe(false)
  })
  it('takes any depth many times over for any depth', () => {
    const deep = compileGlob(`/a/${'**/'.repeat(30_000)}b`)
    expect(deep('/a/b')).toBe(true)
    expect(deep('/a/x/y/b')).toBe(true)
    expect(deep('/a/x/y/c')).toBe(false)
  })
})

describe('expandBraces', () => {
  it.each([
    ['a', ['a']],
    ['a{b,c}d', ['abd', 'acd']],
    ['{a,b}{c,d}', ['ac', 'ad', 'bc', 'bd']],
    ['{a,b{c,d}}', ['a', 'bc', 'bd']],
    ['a{b', ['a\\{b']],
    ['\\{a,b}', ['\\{a,b}']],
  ])('%s', (pattern, expected) => {
    expect(expandBraces(pattern)).toEqual(expected)
  })
  it('stays bounded', () => {
    expect(expandBraces('{a,b}'.repeat(40)).length).toBeLessThanOrEqual(512)
    expect(expandBraces('{'.repeat(2000)).length).toBe(1)
  })
})
