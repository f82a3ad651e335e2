// Does what is shown say exactly what is there, whatever somebody wrote?
import { array, assert, constantFrom, integer, oneof, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellsOf, clipTo, fold, unvisible, visible, visibleLines, widthOf } from './visible.ts'
import { processorNow } from '../../../test/processor-time.ts'

/** Everything that could move the cursor, hide, reorder or paint. */
// oxlint-disable-next-line no-control-regex
const TRICKS = /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFEFF\uFFA0]|[\uFE00-\uFE0F]/

const texts = oneof(
  string({ unit: 'binary' }),
  array(
    constantFrom(
      'a',
      ' ',
      '         ',
      '\n',
      '\n\n\n\n\n',
      '\t',
      '\r',
      '\u001B[2J',
      '\u202E',
      '\u0301',
      '⟨',
      '⟩',
      '⟨tab⟩',
      '⟨9 blanks⟩',
      '⟨5 line ends⟩',
      '\uD800',
      '界',
      '😀',
    ),
  ).map((parts) => parts.join('')),
)

describe('nothing is hidden', () => {
  test('what is shown leads back to the text, byte for byte', () => {
    assert(
      property(texts, (text) => {
        expect(unvisible(visibleLines(text))).toBe(text)
      }),
    )
  })
  test('no character of it plays tricks with a terminal', () => {
    assert(
      property(texts, (text) => {
        expect(`${visibleLines(text).join('')}${visible(text)}`).not.toMatch(TRICKS)
      }),
    )
  })
  test.each([
    ['a\u001B[2Jb', 'a⟨u+1b⟩[2Jb'],
    ['rm x\rls', 'rm x⟨u+d⟩ls'],
    ['a\u202Eb', 'a⟨u+202e⟩b'],
    ['ls\u00A0-l', 'ls⟨u+a0⟩-l'],
    [`ls${' '.repeat(500)}; rm x`, 'ls⟨500 blanks⟩; rm x'],
    ['a\tb', 'a⟨tab⟩b'],
    ['⟨u+1b⟩', '⟨u+27e8⟩u+1b⟨u+27e9⟩'],
    ['e\u0301\u0301\u0301', 'e\u0301\u0301⟨u+301⟩'],
  ])('%j', (text, shown) => expect(visibleLines(text)).toEqual([shown]))
  test('line ends are lines, and many of them are counted', () => {
    expect(visibleLines('a\nb')).toEqual(['a', 'b'])
    expect(visibleLines(`a${'\n'.repeat(200)}b`)).toEqual(['a⟨200 line ends⟩', 'b'])
    expect(visible('a\nb')).toBe('a⟨line end⟩b')
  })
  test('a megabyte takes no time to speak of', () => {
    const began = processorNow()
    for (const text of ['\u001B'.repeat(1e6), ' \n'.repeat(5e5), 'a'.repeat(1e6)]) visibleLines(text).flatMap((line) => fold(line, 80))
    expect(processorNow() - began).toBeLessThan(10_000)
  })
})

describe('lines fit', () => {
  test('folded pieces are the line, and none is too wide', () => {
    assert(
      property(texts, integer({ min: 8, max: 100 }), (text, cells) => {
        for (const line of visibleLines(text)) {
          const pieces = fold(line, cells)
          expect(pieces.join('')).toBe(line)
          for (const piece of pieces) expect(widthOf(piece)).toBeLessThanOrEqual(cells)
        }
      }),
    )
  })
  test('a clipped text is never too wide', () => {
    assert(
      property(texts, integer({ min: 1, max: 60 }), (text, cells) => {
        expect(widthOf(clipTo(visible(text), cells))).toBeLessThanOrEqual(cells)
      }),
    )
    expect(clipTo('abcdef', 4)).toBe('abc…')
    expect(clipTo('abcd', 4)).toBe('abcd')
  })
  test('wide characters take two cells', () => {
    expect([cellsOf('a'), cellsOf('界'), cellsOf('😀'), cellsOf('\u0301')]).toEqual([1, 2, 2, 0])
  })
})
