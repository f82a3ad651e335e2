// Does a bundle whose modules stand in parts do what it does in one piece, and open each part no sooner than it is needed, and once?
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { rolldown } from 'rolldown'
import type { Plugin } from 'rolldown'
import { afterAll, describe, expect, test } from 'vitest'

type Parts = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>
interface Given {
  readonly from: string
}
const { readParts, partOnly, openable, opening } = (await import(new URL('../../scripts/parts.mjs', import.meta.url).href)) as {
  readonly readParts: (root: string) => Parts
  readonly partOnly: (root: string, parts: Parts, part: string) => Plugin
  readonly openable: (code: string, mark: string) => { readonly given: readonly Given[]; readonly text: string }
  readonly opening: (root: string, parts: Parts, given: ReadonlyMap<string, readonly Given[]>, mark: string) => Plugin
}
const scratch = mkdtempSync(join(tmpdir(), 'parts-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const FILES = {
  'src/hook/engine.ts': `import { count } from '../state.ts'
import { one, both } from '../first/one.ts'
import { other } from '../second.ts'
import { table } from '../first/table.ts'
export const judge = (what: string): unknown =>
  what === 'one' ? one(1) : what === 'other' ? other() : what === 'both' ? both() : what === 'table' ? table() : count()
`,
  'src/state.ts': `let at = 0\nexport const count = (): number => ++at\n`,
  'src/shared.ts': `export const twice = (n: number): number => n * 2\n`,
  'src/first/one.ts': `import { count } from '../state.ts'
import { twice } from '../shared.ts'
import { other } from '../second.ts'
import { only } from './only.ts'
export function one(n: number): readonly number[] { return [twice(n), count(), only()] }
export const both = (): unknown => [one(2), other()]
`,
  'src/first/only.ts': `export const SEVEN = 7\nexport const only = (): number => SEVEN\n`,
  'src/first/table.ts': `export const TABLE = [1, 2]\nexport const table = (): readonly number[] => TABLE\n`,
  'src/second.ts': `import { count } from './state.ts'
import { twice } from './shared.ts'
import { TABLE } from './first/table.ts'
import { SEVEN } from './first/only.ts'
export const other = (): readonly number[] => [twice(3), count(), TABLE.length, SEVEN]
`,
}

function projectWith(parts: object, files: Readonly<Record<string, string>> = FILES): string {
  const root = mkdtempSync(join(scratch, 'p-'))
  for (const [name, text] of Object.entries({ ...files, 'src/hook/parts.json': JSON.stringify(parts) })) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

async function bundled(root: string, input: string, format: 'cjs' | 'es', plugin: Plugin): Promise<string> {
  const made = await rolldown({ cwd: root, input, plugins: [plugin], tsconfig: false })
  try {
    return (await made.generate({ format, minify: true, exports: 'named' })).output[0].code
  } finally {
    await made.close()
  }
}

/** The engine, and what it opened so far. */
async function built(
  root: string,
  mark = 'mark',
  partsMark = mark,
): Promise<{ readonly judge: (what: string) => unknown; readonly opened: readonly string[] }> {
  const parts = readParts(root)
  const given = new Map<string, readonly Given[]>()
  const texts = new Map<string, string>()
  for (const part of parts.keys()) {
    const made = openable(await bundled(root, part, 'es', partOnly(root, parts, part)), partsMark)
    given.set(part, made.given)
    texts.set(part, made.text)
  }
  const code = await bundled(root, 'src/hook/engine.ts', 'cjs', opening(root, parts, given, mark))
  const opened: string[] = []
  const open = (part: string): unknown => {
    opened.push(part)
    return runInThisContext(texts.get(part) ?? '') as unknown
  }
  const engine = {} as { judge: (what: string) => unknown }
  ;(runInThisContext(`(function(exports,$open){${code}\n})`) as (exports: object, open: unknown) => void)(engine, open)
  return { judge: engine.judge, opened }
}

const PARTS = { first: ['src/first/'], second: ['src/second.ts'] }

describe('a bundle in parts', () => {
  test('says what it says in one piece, from one state', async () => {
    const calls = ['one', 'other', 'both', 'table', 'count', 'one']
    const { judge: inParts } = await built(projectWith(PARTS))
    const { judge: whole } = await built(projectWith({}))
    expect(calls.map((call) => inParts(call))).toEqual(calls.map((call) => whole(call)))
  })
  test.each([
    ['count', []],
    ['table', []],
    ['one', ['first']],
    ['other', ['second']],
    ['both', ['first', 'second']],
  ])('for %s opens %j, once', async (call, wanted) => {
    const { judge, opened } = await built(projectWith(PARTS))
    judge(call)
    judge(call)
    expect(opened).toEqual(wanted)
  })
  test('a function may have any name', async () => {
    const renamed = Object.fromEntries(Object.entries(FILES).map(([name, text]) => [name, text.replaceAll(/\bother\b(?!')/g, 'part')]))
    const { judge } = await built(projectWith(PARTS, renamed))
    expect(judge('other')).toEqual([6, 1, 2, 7])
  })
  test('a part of another engine is not taken', async () => {
    const { judge } = await built(projectWith(PARTS), 'one', 'other')
    expect(judge('count')).toBe(1)
    expect(() => judge('one')).toThrow('the gate is not whole')
  })
  test('what only a part reaches is of it; what two reach, and what gives a table, is not; a number is copied', () => {
    const parts = readParts(projectWith(PARTS))
    expect([...parts].map(([part, files]) => [part, [...files.keys()].toSorted()])).toEqual([
      ['first', ['src/first/one.ts', 'src/first/only.ts']],
      ['second', ['src/second.ts']],
    ])
  })
  test.each([
    ['a file that is gone', { first: ['src/gone.ts'] }, 'not there any more'],
    ['a file in two parts', { first: ['src/second.ts'], other: ['src/second.ts'] }, 'stands in two parts'],
  ])('%s is told of', (_what, parts, says) => {
    expect(() => readParts(projectWith(parts))).toThrow(says)
  })
})
