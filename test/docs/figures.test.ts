// Do README and docs/quality.md give the same figures, those of one run? And does README's sample rule do what it claims?
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { emptyHome, ensureBuilt, prudent, ROOT } from '../built.ts'

type Blocks = Readonly<Record<string, readonly string[]>>
const { blocksOf, figuresOf, withFigures } = (await import(new URL('../../scripts/figures.mjs', import.meta.url).href)) as {
  readonly blocksOf: (figures: unknown) => Readonly<Record<string, Blocks>>
  readonly figuresOf: (score: unknown) => { readonly cases: number; readonly unanswered: number; readonly counts: Readonly<Record<string, unknown>> }
  readonly withFigures: (text: string, blocks: Blocks) => string
}
const textOf = (name: string): string => readFileSync(join(ROOT, name), 'utf8')

beforeAll(ensureBuilt, 120_000)

test.each(['README.md', 'docs/quality.md'])('%s says what docs/figures.json has', (name) => {
  const blocks = blocksOf(JSON.parse(textOf('docs/figures.json')))
  expect(withFigures(textOf(name), blocks[name] ?? {})).toBe(textOf(name))
})

test('figures are counts of what was judged', () => {
  const set = (name: string, want: string, n: number, flagged: number, denied: number): object => ({ set: name, want, n, answered: n, flagged, denied })
  const { cases, unanswered, counts } = figuresOf({
    cases: 40,
    sets: [set('gold:a', 'deny', 10, 9, 8), set('gold:a', 'flag', 10, 10, 0), set('gold:b', 'flag', 5, 5, 0), set('gold:b', 'pass', 15, 1, 0)],
  })
  expect([cases, unanswered]).toEqual([40, 0])
  expect(counts).toMatchObject({
    suites: [24, 25],
    worstOfSuites: [8, 10],
    harmlessOfSuites: [1, 15],
    eachSuite: [
      [19, 20],
      [5, 5],
    ],
  })
})

test('the rule that README shows passes its own examples', () => {
  const [, pack = ''] = /```yaml\n(pack: [^]*?)```/.exec(textOf('README.md')) ?? []
  const file = join(emptyHome(), 'mine.yaml')
  writeFileSync(file, pack)
  expect(prudent(['test', file])).toMatchObject({ code: 0, out: expect.stringContaining('all examples hold') as string })
})
