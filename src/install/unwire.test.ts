// Does taking us out leave every byte that is not ours, whatever a person wrote around us meanwhile?
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../core/model.ts'
import type { Edit, JsonEdit } from '../hosts/_frame/install.ts'
import { INSTALLS } from '../hosts/install.gen.ts'
import { unwire, wire, wiringOf } from './edit.ts'
import type { FileText } from './edit.ts'
import { readJsonc, valueOf } from './jsonc.ts'
import { oursFor } from './wrapper.ts'

const PLACE = { home: '/home/ada', project: '/home/ada/work', env: {}, server: { url: 'http://127.0.0.1:4765', token: 'x'.repeat(43) } }
const EDITS: readonly Edit[] = INSTALLS.flatMap((install) =>
  (['user', 'project'] as const).flatMap((scope) => {
    const ours = oursFor(PLACE, install)
    return ours === null ? [] : (install.edits(scope, PLACE, ours) ?? [])
  }),
)
const JSON_EDITS = EDITS.filter((edit) => edit.kind === 'json')
const COMMAND = '/home/ada/.config/prudent/bin/prudent-hook --host x'
/** Everything an edit can say, at once. */
const MADE_UP: JsonEdit = {
  kind: 'json',
  file: '/x.json',
  ensure: [{ at: ['version'], value: 1 }],
  own: [{ at: ['tools', 'gate'], value: { command: COMMAND } }],
  add: [
    { at: () => ['hooks', 'Before'], value: { command: COMMAND, list: [1, { a: [] }] }, first: true },
    { at: () => ['hooks', 'After'], value: { matcher: '*', hooks: [{ command: COMMAND }] } },
  ],
}

const textOf = (changed: ReturnType<typeof wire>): FileText => {
  if (!changed.ok) throw new Error(`${changed.problem.line}:${changed.problem.column}: ${changed.problem.message}`)
  return changed.text
}
const value = (text: FileText): Json | undefined => valueOf(readJsonc((text ?? '').replace(/^\uFEFF/, '')).root ?? undefined)

/** What stands between two tokens; `§` is where the person will write something. */
const TRIVIA = [
  '',
  '',
  '',
  ' ',
  '\t',
  '\n',
  '\n  ',
  '\n\t',
  '\n\n    ',
  '  \n ',
  ' // c, }\n',
  '\n// "x": [\n  ',
  '/* a, ] */',
  ' /* // */ ',
  '/*§0*/',
  ' /*§1*/ ',
  ' // §2\n',
]
/** What the person makes of those. */
const WRITTEN = ['/* other gate */', '/* a, b */', '', ' ', '/*\n*/', '// mine\n', '\n', '\n  // two, }\n  // lines\n']
const ITEMS = ['"§3"', '"§3", "§4"', '{ "c": [/* x */] } /* y, */', '/* before */ "§3"', '"§3" // after\n, { "a": [1,] }', '{ "b": 2, // why\n }\n,\n[]']

interface Shape {
  readonly trivia: readonly string[]
  readonly trailing: readonly boolean[]
}
/** Any way to write a value down. */
function written(json: Json, { trivia, trailing }: Shape): string {
  let at = 0
  let lists = 0
  const between = (): string => trivia[at++ % trivia.length] ?? ''
  const say = (one: Json): string => {
    if (typeof one !== 'object' || one === null) return JSON.stringify(one)
    const comma = trailing[lists++ % trailing.length] === true
    const parts = Array.isArray(one)
      ? (one as readonly Json[]).map(say)
      : Object.entries(one).map(([key, inner]) => `${JSON.stringify(key)}${between()}:${between()}${say(inner)}`)
    const inside = parts.map((part) => `${between()}${part}${between()}`).join(',')
    const [open, close] = Array.isArray(one) ? '[]' : '{}'
    return `${open}${inside}${parts.length > 0 && comma ? `,${between()}` : ''}${parts.length === 0 ? between() : ''}${close}`
  }
  return `${between()}${say(json)}${between()}`
}

const shape: fc.Arbitrary<Shape> = fc.record({
  trivia: fc.array(fc.constantFrom(...TRIVIA), { minLength: 1, maxLength: 23 }),
  trailing: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
})
const other: fc.Arbitrary<Json> = fc.constantFrom<Json>('§3', 1, { command: 'theirs' }, { hooks: [{ command: 'theirs' }], matcher: 'Bash' }, ['§3'], {}, [])
const others = fc.array(other, { maxLength: 3 })

/** A file of a person, with nothing, a little or much where our lists go. */
const fileFor = (edit: JsonEdit): fc.Arbitrary<JsonObject> =>
  fc
    .record({
      lists: fc.array(fc.option(others), { minLength: edit.add.length, maxLength: edit.add.length }),
      a: others,
      rest: fc.constantFrom<Json>(1, {}, [], { x: [] }),
      parents: fc.boolean(),
    })
    .map(({ lists, a, rest, parents }) => {
      const file: Record<string, Json> = { a }
      for (const [index, { at, alone }] of edit.add.entries()) {
        const path = at({}, edit.file)
        const items = lists[index] ?? null
        if (items === null && !parents) continue
        let here = file
        for (const step of path.slice(0, -1)) here = (here[step] ??= {}) as Record<string, Json>
        if (items !== null) here[path.at(-1) ?? ''] = alone === undefined ? items : []
      }
      return { ...file, rest }
    })

interface Written {
  readonly at: readonly string[]
  readonly items: string
}
const personal: fc.Arbitrary<Written> = fc.record({
  at: fc.array(fc.constantFrom(...WRITTEN), { minLength: 3, maxLength: 3 }),
  items: fc.constantFrom(...ITEMS),
})
/** Whether our lines stay ours: what changes them leaves blanks of ours that nobody can tell from the person's. */
const keepsLines = ({ at, items }: Written): boolean => [...at, items].every((text) => text.trim() !== '' && !text.includes('\n'))
const packed = (text: FileText): string => (text ?? '').replaceAll(/\s+/g, '')
/** The same change of the person, in the file with us and in the file without us. A line comment needs its line. */
const edited = (text: string, { at, items }: Written): string =>
  text
    .replaceAll('/*§0*/', at[0] ?? '')
    .replaceAll('/*§1*/', at[1] ?? '')
    .replaceAll('§2', (at[2] ?? '').replaceAll('\n', ' '))
    .replaceAll('"§3"', items)

describe('JSON with comments', () => {
  test.each([MADE_UP, ...JSON_EDITS].map((edit) => [edit.file, edit] as const))('%s: install, edits elsewhere, uninstall', (_file, all) => {
    // How it is changed, whether or not its host reads it.
    const { reads: _, ...lenient } = all
    const edit = { ...lenient, ensure: [] }
    fc.assert(
      fc.property(fileFor(all), shape, personal, fc.boolean(), fc.boolean(), (file, how, change, crlf, bom) => {
        const finish = (text: string): string => (bom ? '\uFEFF' : '') + (crlf ? text.replaceAll('\n', '\r\n') : text)
        const plain = written(file, how)
        const before = finish(plain)
        expect(textOf(unwire(lenient, textOf(wire(lenient, before)), before))).toBe(before)
        const after = textOf(wire(edit, before)) ?? ''
        const [was, is] = [before, after].map((text) => edited(text, change)) as [string, string]
        const rest = textOf(unwire(edit, is, before))
        if (keepsLines(change)) expect(rest).toBe(was)
        expect(packed(rest)).toBe(packed(was))
        expect(value(rest)).toEqual(value(was))
      }),
      { numRuns: all === MADE_UP ? 800 : 25, seed: 11 },
    )
  })

  test('with nothing known of what there was: no comment, no value and no comma of others moves', () => {
    fc.assert(
      fc.property(fileFor(MADE_UP), shape, personal, (file, how, change) => {
        const before = written(file, how)
        const is = edited(textOf(wire({ ...MADE_UP, ensure: [] }, before)) ?? '', change)
        const rest = textOf(unwire({ ...MADE_UP, ensure: [] }, is)) ?? ''
        const was = edited(before, change)
        // Lists that hold nothing may go; nothing else may.
        for (const comment of was.match(/\/\/.*|\/\*[^]*?\*\//g) ?? []) expect(rest).toContain(comment)
        if (!/\{\s*\}|\[\s*\]/.test(was)) expect(packed(rest)).toBe(packed(was))
        expect(wiringOf(MADE_UP, rest).state).toBe('absent')
      }),
      { numRuns: 300, seed: 12 },
    )
  })

  test.each<readonly [name: string, text: string, rest: string]>([
    [
      'the comment stays with the comma',
      '{ "hooks": { "Before": [\n  { "x": 1 }, // other gate\n  OURS\n] } }',
      '{ "hooks": { "Before": [\n  { "x": 1 } // other gate\n] } }',
    ],
    [
      'and where others follow',
      '{ "hooks": { "Before": [\n  { "x": 1 }, // other gate\n  OURS, // ours\n  2\n] } }',
      '{ "hooks": { "Before": [\n  { "x": 1 }, // other gate\n  // ours\n  2\n] } }',
    ],
    ['a bracket never falls into a comment', '{ "hooks": { "Before": [ 1, // c\n  OURS ] } }', '{ "hooks": { "Before": [ 1 // c\n  ] } }'],
    ['a comma before the bracket stays one', '{ "hooks": { "Before": [\n  1, // c\n  OURS,\n] } }', '{ "hooks": { "Before": [\n  1, // c\n] } }'],
  ])('%s', (_name, text, rest) => {
    expect(textOf(unwire(MADE_UP, text.replace('OURS', JSON.stringify({ command: COMMAND }))))).toBe(rest)
  })

  test('what we set besides stays where somebody may need it', () => {
    const before = '{\n  "a": 1\n}\n'
    const after = textOf(wire(MADE_UP, before)) ?? ''
    expect(textOf(unwire(MADE_UP, after.replace('"a": 1', '"a": 2'), before))).toBe('{\n  "a": 2\n}\n')
    const used = after.replace('"After": [', '"After": [ { "command": "theirs" },')
    expect(value(textOf(unwire(MADE_UP, used, before)))).toEqual({ version: 1, a: 1, hooks: { After: [{ command: 'theirs' }] } })
  })
})

describe('lines between marks', () => {
  const MARKED = EDITS.filter((edit) => edit.kind === 'toml' || edit.kind === 'yaml')
  test.each(MARKED.map((edit) => [edit.file, edit] as const))('%s: install, edits elsewhere, uninstall', (_file, edit) => {
    const line =
      edit.kind === 'toml' ? fc.constantFrom('a = 1', '# §', '', '  ', '[table]', 'b = "# >>> x"') : fc.constantFrom('a: 1', '# §', '', '  # x', 'b: [1, 2]')
    const [outer = '', inner = ''] = edit.kind === 'yaml' ? edit.list : []
    const listed =
      edit.kind === 'yaml'
        ? fc.constantFrom([], [`${outer}:`, `  ${inner}:`, '', '    # mine', '    - command: theirs'], [`${outer}:`, '', '  other:', '    - x: 1', '', ''])
        : fc.constant([])
    fc.assert(
      fc.property(
        fc.uniqueArray(line, { maxLength: 4 }),
        listed,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom('# mine', '# a\n\n# b', ''),
        (lines, list, crlf, ended, mine) => {
          const eol = crlf ? '\r\n' : '\n'
          const plain = [...lines, ...list].join('\n') + (ended ? '\n' : '')
          const before = plain.replaceAll('\n', eol)
          const after = textOf(wire(edit, before)) ?? ''
          expect(textOf(unwire(edit, after, before))).toBe(before)
          const [was, is] = [before, after].map((text) => text.replaceAll('# §', mine)) as [string, string]
          expect(textOf(unwire(edit, is, before))).toBe(was)
        },
      ),
      { numRuns: 300, seed: 13 },
    )
  })
})
