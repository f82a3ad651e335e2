// Is other people's text shown safely, in the cells it takes, with marks where they belong?
import { assert, integer, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readYaml } from '../../config/yaml.ts'
import { dataLines } from './data-lines.ts'
import { clip, safe, widthOf, wrap, wrapCode } from './safe-text.ts'
import { structureOf, treeLines } from './structure.ts'
import { underline } from './underline.ts'
import { processorNow } from '../../../test/processor-time.ts'

describe('underline', () => {
  test.each<readonly [text: string, start: number, end: number, lines: readonly string[]]>([
    ['rm -rf x', 3, 6, ['rm -rf x', '   ^^^']],
    ['日本 rm', 3, 5, ['日本 rm', '     ^^']],
    ['日本', 0, 1, ['日本', '^^']],
    ['a\u001bb rm', 4, 6, ['a\\x1bb rm', '       ^^']],
    ['\trm', 1, 3, [' rm', ' ^^']],
    ['a\nbb\nccc', 2, 8, ['bb', '^^', 'ccc', '^^^']],
    ['a\nbb', 1, 1, ['a', ' ^']],
    ['ab', 5, 9, ['ab', '  ^']],
    ['', 0, 0, ['', '^']],
    ['e\u0301x', 2, 3, ['e\u0301x', ' ^']],
  ])('%j from %i to %i', (text, start, end, lines) => {
    expect(underline(text, start, end, 40)).toEqual(lines)
  })
  test('a long line is cut round the mark', () => {
    const text = `${'a'.repeat(500)}HERE${'b'.repeat(500)}`
    const [line = '', mark = ''] = underline(text, 500, 504, 40)
    expect(line).toMatch(/^…a+HEREb+…$/)
    expect(line.slice(mark.length - 4, mark.length)).toBe('HERE')
    expect(widthOf(line)).toBeLessThanOrEqual(40)
  })
  test('a long mark leaves no more before it than there is room for', () => {
    for (let marked = 1; marked <= 60; marked++) {
      const [line = '', mark = ''] = underline(`${'a'.repeat(100)}${'M'.repeat(marked)}${'b'.repeat(100)}`, 100, 100 + marked, 40)
      expect(widthOf(line)).toBeLessThanOrEqual(40)
      expect([marked, line.slice(mark.indexOf('^'), mark.length)]).toEqual([marked, 'M'.repeat(Math.min(marked, 38))])
    }
  })
  test('whatever the text, every line fits and the mark lies below it', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 200 }), integer({ min: -5, max: 250 }), integer({ min: -5, max: 250 }), (text, start, end) => {
        const lines = underline(text, start, end, 30)
        for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(31)
        for (const [at, line] of lines.entries()) if (at % 2 === 1) expect(line).toMatch(/^ *\^+$/)
      }),
    )
  })
  test('a megabyte is soon done', () => {
    const started = processorNow()
    underline('x\n'.repeat(500_000), 400_000, 900_000, 80)
    underline('y'.repeat(1_000_000), 0, 1_000_000, 80)
    expect(processorNow() - started).toBeLessThan(200)
  })
})

describe('text', () => {
  test('obeys nothing', () => {
    assert(
      property(string({ unit: 'binary' }), (text) => {
        expect(safe(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff]/)
      }),
    )
  })
  test('fits', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 300 }), integer({ min: 4, max: 80 }), (text, cells) => {
        expect(widthOf(clip(text, cells))).toBeLessThanOrEqual(cells)
        for (const line of wrap(text, cells)) if (line.includes(' ')) expect(widthOf(line)).toBeLessThanOrEqual(cells + 1)
      }),
    )
    expect([clip('abcdef', 4), clip('abcd', 4), clip('日本語', 4)]).toEqual(['abc…', 'abcd', '日…'])
  })
})

describe('data', () => {
  const rule = { any: [{ run: 'git push', options: { any: ['--force', '+*'] } }, { text: { pattern: `a'${'b'.repeat(50)}` } }] }
  test('is one line where that fits, else indented, and can be read as YAML', () => {
    expect(dataLines({ run: 'git push', dry: false }, 80)).toEqual(['{ run: git push, dry: false }'])
    expect(dataLines(rule, 80)).toEqual(['any:', "  - { run: git push, options: { any: [--force, '+*'] } }", `  - text: { pattern: 'a''${'b'.repeat(50)}' }`])
    for (const value of [rule, { a: ['x: y', '- z', 'true', '~', '', 'a #b', 'l\nm'] }, [1, null, { b: {} }]])
      for (const cells of [80, Infinity]) expect(readYaml(dataLines(value, cells).join('\n')).value).toEqual(value)
  })
  test('fits', () => {
    for (const cells of [28, 40]) for (const line of dataLines(rule, cells)) expect(widthOf(line)).toBeLessThanOrEqual(cells)
  })
})

describe('structure', () => {
  const tree = (text: string): string[] => treeLines(structureOf(text).branches, (label) => label)
  test('lists, pipes and branches', () => {
    expect(tree('a && b | c; if x; then y; else z; fi &')).toEqual([
      '├─ list &&',
      '│  ├─ a',
      '│  └─ pipe',
      '│     ├─ b',
      '│     └─ c',
      '└─ in the background',
      '   └─ if',
      '      ├─ condition',
      '      │  └─ x',
      '      ├─ then',
      '      │  └─ y',
      '      └─ else',
      '         └─ z',
    ])
    expect(tree('f() { a; }; for i in 1 2; do b; done > out; (c)')).toEqual([
      '├─ function f',
      '│  └─ group { }',
      '│     └─ a',
      '├─ for i in 1 2 > out',
      '│  └─ b',
      '└─ subshell ( )',
      '   └─ c',
    ])
  })
  test('what does not parse is said', () => {
    expect(structureOf('echo "').trouble).not.toBe(null)
    expect(structureOf('('.repeat(5000)).trouble).not.toBe(null)
  })
})

describe('code onto lines', () => {
  test.each<readonly [text: string, cells: number, lines: readonly string[]]>([
    ['"a": [ { "b": 1 } ]', 10, ['"a": [ { ', '"b": 1 } ]']],
    ['{"a":1,"bb":[2,3]}', 8, ['{"a":1,', '"bb":[2,', '3]}']],
    ['load("/work/dist/plugins/x.js").at()', 20, ['load("/work/dist/', 'plugins/x.js").at()']],
    ['aaaaaaaaaa', 4, ['aaaa', 'aaaa', 'aa']],
    ['a    b', 20, ['a    b']],
    ['', 20, ['']],
  ])('%j in %i', (text, cells, lines) => expect(wrapCode(text, cells)).toEqual(lines))
  test('nothing is lost and every line fits', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 200 }), integer({ min: 12, max: 60 }), (text, cells) => {
        const lines = wrapCode(text, cells)
        expect(lines.join('')).toBe(safe(text))
        expect(lines.filter((line) => widthOf(line.trimEnd()) > cells)).toEqual([])
      }),
    )
  })
  test('a long text takes no long time', () => {
    const started = processorNow()
    for (const text of ['a'.repeat(300_000), '{,'.repeat(150_000), ' '.repeat(300_000), '/.'.repeat(150_000)]) wrapCode(text, 76)
    expect(processorNow() - started).toBeLessThan(5000)
  })
})
