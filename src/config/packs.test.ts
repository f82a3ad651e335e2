// Are packs and presets read, and is every problem told by file, line and column?
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { schemas } from './schemas.ts'
import { compileSecrets } from '../core/secrets/compile.ts'
import { loadPacks, loadPresets } from './packs.ts'
import { readYaml } from './yaml.ts'

const good = `pack: git
title: Git
rules:
  - id: git.force-push
    severity: high
    title: force-push overwrites remote history
    why: Commits disappear.
    match: { run: git push, options: { any: [-f] } }
    hits: [git push -f, git push -f x]
    misses: [git push, git pull]
`

describe('packs', () => {
  test('are read', () => {
    expect(loadPacks([{ name: 'git.yaml', text: good }], { builtIn: true })).toMatchObject({
      packs: [{ pack: 'git', rules: [{ id: 'git.force-push' }] }],
      problems: [],
    })
  })
  test.each<readonly [from: string, to: string, line: number, column: number, message: RegExp]>([
    ['severity: high', 'severity: hihg', 5, 15, /did you mean `high`/],
    ['severity: high', 'sevrity: high', 5, 5, /^unknown key `sevrity`/],
    ['any: [-f]', 'any: [-f, 1]', 8, 50, /write it in quotes/],
    ['hits: [git push -f, git push -f x]', 'hits: [git push -f]', 9, 11, /too few/],
    ['    why: Commits disappear.\n', '', 4, 5, /^`why` is missing/],
    ['match: { run', 'match: { run: x, run', 8, 22, /unique/],
    ['rules:', 'rules: [', 4, 3, /./],
  ])('%s → %s', (from, to, line, column, message) => {
    const { packs, problems } = loadPacks([{ name: 'git.yaml', text: good.replace(from, to) }], { builtIn: true })
    expect(packs).toEqual([])
    expect(problems).toContainEqual({ file: 'git.yaml', line, column, message: expect.stringMatching(message) as unknown })
    for (const problem of problems) expect(problem.message).not.toMatch(/\.$|\n|^[A-Z]/)
    // The other rules of the file stay, wherever they stand; not where the text is no YAML, nor where the first match decides.
    const other = good.replace(/^[^]*rules:\n/, '').replaceAll('force-push', 'other')
    const [before, after] = [good.replace('rules:\n', `rules:\n${other}`), good + other]
    for (const text of [before, after]) {
      const broken = text.replace(/- id: git\.force-push[^]*?misses.*\n/, (rule) => rule.replace(from, to))
      if (broken === text) continue
      const isYaml = readYaml(broken).problems.length === 0
      const read = loadPacks([{ name: 'git.yaml', text: broken }], { builtIn: true })
      expect(read.problems.length).toBeGreaterThan(0)
      expect(read.packs.flatMap(({ rules }) => rules.map(({ id }) => id))).toEqual(isYaml ? ['git.other'] : [])
      expect(loadPacks([{ name: 'git.yaml', text: broken.replace('title: Git', 'title: Git\nordered: true') }], { builtIn: true }).packs).toEqual([])
    }
  })
  test('claim an id once', () => {
    const { packs, problems } = loadPacks([
      { name: 'a.yaml', text: good },
      { name: 'b.yaml', text: good },
    ])
    expect(packs).toHaveLength(1)
    expect(problems).toEqual([{ file: 'b.yaml', line: 4, column: 9, message: '`git.force-push` is already a rule in a.yaml: give it an id of its own' }])
  })
})

describe('yaml', () => {
  test('is never thrown on', () => {
    for (const text of ['', '\0', 'a: *x', '- [', '%', 'a: &a [*a]', '"', '? ', 'a: !!js/function x']) expect(() => readYaml(text)).not.toThrow()
  })
  test('of many aliases is refused', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefgh'
      .split('')
      .map((name, i) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefg'[i]}`).join(',')}]`)
      .join('\n')}`
    expect(readYaml(bomb).problems).toHaveLength(1)
  })
  test('words stay words', () => {
    expect(readYaml('a: off\nb: no\nc: 22:00').value).toEqual({ a: 'off', b: 'no', c: '22:00' })
  })
})

const folder = new URL('../../presets/', import.meta.url)
test('our presets are right and named after their files', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.yaml'))
  const { presets, problems } = loadPresets(names.map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') })))
  expect(problems).toEqual([])
  expect(presets.map((preset) => `${preset.name}.yaml`).sort()).toEqual(names.sort())
  // The kinds of secrets that one looks for besides carry examples too.
  expect(presets.flatMap(({ kinds = [] }) => compileSecrets(kinds).problems)).toEqual([])
  expect(names).toEqual(expect.arrayContaining(['standard.yaml', 'relaxed.yaml', 'strict.yaml', 'bare.yaml']))
})

test.each(Object.keys(schemas()))('%s is what the description says (else run scripts/build-schemas.ts)', (name) => {
  expect(JSON.parse(readFileSync(new URL(`../../schemas/${name}`, import.meta.url), 'utf8'))).toEqual(schemas()[name])
})
test('every key of every schema is described', () => {
  const undescribed = (value: unknown, at: string): string[] => {
    if (typeof value !== 'object' || value === null) return []
    return Object.entries(value).flatMap(([key, item]) => [
      ...(key === 'properties'
        ? Object.entries(item as Record<string, { description?: string }>)
            .filter(([, one]) => !one.description)
            .map(([name]) => `${at}.${name}`)
        : []),
      ...undescribed(item, `${at}.${key}`),
    ])
  }
  expect(undescribed(schemas(), '')).toEqual([])
})
