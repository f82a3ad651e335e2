// Are braces spelled out as bash does, and is it said when they are not?
import { describe, expect, test } from 'vitest'
import { processorNow } from '../../../../test/processor-time.ts'
import { expandBraces } from './braces.ts'

const many = (count: number, last: string): string => `{${Array.from({ length: count }, (_, at) => `a${at}`).join(',')},${last}}`

describe('braces', () => {
  test.each([
    ['a{b,c}', ['ab', 'ac']],
    ['{a}', ['{a}']],
    ['{1..3}', ['1', '2', '3']],
    ['{3..1}', ['3', '2', '1']],
    ['{1..9..4}', ['1', '5', '9']],
    ['{a,b}{1..2}', ['a1', 'a2', 'b1', 'b2']],
    ["{a,'b,c'}", ['a', "'b,c'"]],
  ])('spells out `%s`', (raw, words) => {
    expect(expandBraces(raw)).toMatchObject({ words, cut: false })
  })

  test('no item of a long list is lost', () => {
    const { words, cut } = expandBraces(many(400, '/'))
    expect([words.at(-1), cut]).toEqual(['/', false])
  })
  test('no item of a list is lost to numbers', () => {
    const { words, cut } = expandBraces('{a,b}{1..5000}{c,/}')
    expect([words.includes('b5000/'), cut]).toEqual([true, false])
  })
  test('a wide list, and one after many braces that are none, is read', () => {
    expect(expandBraces(`{${'x'.repeat(3000)},/}`).words.at(-1)).toBe('/')
    expect(expandBraces(`${'{1..1}'.repeat(17)}{a,/}`).words.at(-1)).toBe(`${'1'.repeat(17)}/`)
  })
  test('the ends of a long range are kept', () => {
    const { words, cut } = expandBraces('{0..999999}')
    expect([words[0], words.at(-1), words.includes('254'), words.length < 300, cut]).toEqual(['0', '999999', true, true, false])
  })
  test.each([
    ['more words than are read', many(600, '/')],
    ['lists that multiply', '{a,b}'.repeat(20)],
    ['too many dead braces', `${'{}'.repeat(60)}{a,/}`],
    ['too many single ranges', `${'{1..1}'.repeat(60)}{a,/}`],
  ])('%s: says so', (_, raw) => {
    expect(expandBraces(raw).cut).toBe(true)
  })
  test.each(['{'.repeat(8000), '{}'.repeat(4000), `${'{'.repeat(39)}${many(500, 'b'.repeat(4000))}`, '{1..9}'.repeat(1000), '{a,b}'.repeat(1500)])(
    'hostile braces cost little',
    (raw) => {
      const started = processorNow()
      for (let at = 0; at < 5; at++) expandBraces(raw)
      expect(processorNow() - started).toBeLessThan(250)
    },
  )
  test.each(['{a,$(', '{a,${', '{$(', '{a,$((', '{a,"$(', '{a,`', "{a,'", '{a,${x:-$(', '$({a,'])(
    'a word full of %j that nothing closes is looked through in time',
    (piece) => {
      const raw = piece.repeat(Math.floor(7900 / piece.length))
      const started = processorNow()
      for (let at = 0; at < 5; at++) expandBraces(raw)
      expect(processorNow() - started).toBeLessThan(250)
    },
  )
  test.each([
    ['{a,$(b,{c)}}', ['a', '$(b,{c)}']],
    ['{a,$(b,c}', ['{a,$(b,c}']],
    ['{a,${b,c}}', ['a', '${b,c}']],
    ['$({a,b', ['$({a,b']],
    ['{$(a),$((1+(2)))}', ['$(a)', '$((1+(2)))']],
  ])('knows where what stands inside ends: `%s`', (raw, words) => {
    expect(expandBraces(raw)).toMatchObject({ words, cut: false })
  })
})
