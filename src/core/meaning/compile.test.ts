// Is what an entry says it changes besides understood, and every mistake in it named?
import { describe, expect, test } from 'vitest'
import { compileMeaning } from './compile.ts'
import { besidesOf } from './entries.ts'

const compiled = (besides: unknown): ReturnType<typeof compileMeaning> => compileMeaning([{ file: 'x.yaml', content: { programs: { x: { besides } } } }])

describe('what a program changes besides', () => {
  test.each([
    ['nothing', '', '', 'nothing'],
    ['project', 'a', 'b', 'project'],
    [undefined, 'a', 'b', undefined],
    [{ nothing: ['', 'status'], new: ['repo clone'] }, '', '', 'nothing'],
    [{ nothing: ['', 'status'], new: ['repo clone'] }, 'status', 'new', 'nothing'],
    [{ nothing: ['', 'status'], new: ['repo clone'] }, 'repo', 'clone', 'new'],
    [{ nothing: ['', 'status'], new: ['repo clone'] }, 'repo', 'move', null],
    [{ nothing: ['', 'status'], new: ['repo clone'] }, 'constructor', '', null],
  ] as const)('%j with `%s %s`: %s', (besides, first, second, expected) => {
    const { meaning, problems } = compiled(besides)
    expect(problems).toEqual([])
    expect(besidesOf(meaning, 'x', first, second)).toBe(expected)
  })
  test.each([['noting'], [true], [{ noting: ['status'] }], [['nothing']]])('%j is a mistake, and as good as anything', (besides) => {
    const { meaning, problems } = compiled(besides)
    expect(problems).toMatchObject([
      { path: ['programs', 'x', 'besides'], message: expect.stringContaining('expected one of nothing, new, project') as unknown },
    ])
    expect(besidesOf(meaning, 'x', 'status', '')).toBeNull()
  })
})
