// Is every name that stands twice found, however it is spelled and wherever it stands, and nothing else?
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEEPEST_EVENT, flawOf } from './strict-json.ts'

/** JSON text as pieces, so that a name can be put in again. */
const spaced = fc.constantFrom('', ' ', '\n\t')
const text = fc
  .oneof(fc.string(), fc.constantFrom('', '\\', '"', '{"a":1,"a":2}', '\\"', '}', ',', '__proto__', 'é', '\u2028'))
  .map((one) => JSON.stringify(one))
const escaped = (name: string): string =>
  `"${[...(JSON.parse(name) as string)].map((char) => (char.length === 1 ? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}` : char)).join('')}"`
const { value } = fc.letrec<{ value: string; object: string; list: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 5 }, text, fc.constantFrom('1', '-1e999', '123456789012345678901234567890', 'true', 'null'), tie('object'), tie('list')),
  object: fc
    .tuple(fc.uniqueArray(fc.tuple(text, tie('value')), { selector: ([name]) => JSON.parse(name) as string, maxLength: 5 }), spaced)
    .map(([pairs, gap]) => `{${gap}${pairs.map(([name, one]) => `${name}${gap}:${gap}${one}`).join(`${gap},`)}}`),
  list: fc.tuple(fc.array(tie('value'), { maxLength: 4 }), spaced).map(([items, gap]) => `[${gap}${items.join(`,${gap}`)}]`),
}))

describe('a name that stands twice', () => {
  test('is none where none does', () => {
    fc.assert(fc.property(value, (json) => flawOf(json) === null && JSON.parse(json) !== undefined))
  })
  test('is found anywhere, spelled alike or not', () => {
    const inside = fc.tuple(value, value, text, value, fc.boolean(), fc.boolean(), fc.constantFrom('', '"b":{"c":[]},'))
    fc.assert(
      fc.property(inside, fc.array(fc.constantFrom('[', '{"x":'), { maxLength: 10 }), ([first, second, name, other, spell, swap, between], around) => {
        const again = spell ? escaped(name) : name
        const twice = `{"other\\u0000":${other},${swap ? again : name}:${first},${between.replace('b', `b${name.length}!`)}${swap ? name : again}:${second}}`
        const json = `${around.join('')}${twice}${around
          .toReversed()
          .map((open) => (open === '[' ? ']' : '}'))
          .join('')}`
        JSON.parse(json)
        expect(flawOf(json)).toBe('twice')
      }),
    )
  })
})

test('nesting is told from brackets in text', () => {
  const nested = (depth: number): string => `${'{"a":['.repeat(depth / 2)}${']}'.repeat(depth / 2)}`
  expect([flawOf(nested(DEEPEST_EVENT)), flawOf(nested(DEEPEST_EVENT + 2)), flawOf(JSON.stringify(nested(10_000)))]).toEqual([null, 'deep', null])
  expect(flawOf('['.repeat(1_000_000))).toBe('deep')
})
