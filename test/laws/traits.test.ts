// Shows that what kind of program a name stands for reaches every program that is like it, by the data and by the verdicts.
import { describe, expect, test } from 'vitest'
import { compileMeaning } from '../../src/core/meaning/compile.ts'
import { findProgram, normaliseProgram } from '../../src/core/meaning/entries.ts'
import { hasRole, hasTrait } from '../../src/core/meaning/traits.ts'
import type { Trait } from '../../src/core/meaning/traits.ts'
import { buildGate, root } from '../built-gate.ts'
import { packMeaning, readMeaning } from '../../src/config/meaning-table.ts'
import { readFolder } from '../../src/config/load-data.ts'
import { readYaml } from '../../src/config/yaml.ts'

const { sources, check } = await buildGate()
const { meaning } = sources
const compiled = (programs: unknown, more: unknown = {}) =>
  compileMeaning([
    { file: 'a.yaml', content: { programs } },
    { file: 'b.yaml', content: { programs: more } },
  ])

describe('how traits are inherited', () => {
  test.each([
    ['an entry of its own', { jq: { prints: 'fresh', traits: ['editor'] } }, {}, 'jq'],
    ['another name', { jq: { prints: 'fresh', traits: ['editor'], also: ['jq1'] } }, {}, 'jq1'],
    ['a program like it', { jq: { prints: 'fresh', traits: ['editor'], like: ['gojq'] } }, {}, 'gojq'],
    ['said of a program like it, after', { jq: { prints: 'fresh', like: ['gojq'] } }, { gojq: { traits: ['editor'] } }, 'gojq'],
    ['said of a program like it, before', { gojq: { traits: ['editor'] } }, { jq: { prints: 'fresh', like: ['gojq'] } }, 'gojq'],
  ])('%s', (_name, programs, more, name) => {
    const { meaning: made, problems } = compiled(programs, more)
    expect(problems).toEqual([])
    expect(hasTrait(made, name, 'editor')).toBe(true)
    expect(hasTrait(made, name, 'builds')).toBe(false)
    expect(findProgram(made, name)).toMatchObject({ known: true, prints: 'fresh' })
  })
  test('traits alone leave a program unknown, in any spelling', () => {
    const { meaning: made } = compiled({ x: { traits: ['editor'], note: 'why' } })
    expect(findProgram(made, 'x').known).toBe(false)
    expect(hasTrait(made, 'x', 'editor')).toBe(true)
  })
  test('what both say counts together', () => {
    const { meaning: made } = compiled({ x: { traits: ['editor'] } }, { y: { traits: ['builds'], like: ['x'], besides: 'nothing' } })
    expect(findProgram(made, 'x')).toMatchObject({ name: 'x', known: true, traits: ['builds', 'editor'] })
  })
  test('a trait that there is not is a mistake', () => {
    expect(compiled({ x: { traits: ['editr'] } }).problems).toMatchObject([
      { path: ['programs', 'x', 'traits'], message: expect.stringContaining('unknown trait `editr`') as unknown },
    ])
  })
})

describe('names that two entries claim', () => {
  test.each([
    ['described twice', { x: {} }, { x: { besides: 'new' } }, '`x` is described in b.yaml, and also described in a.yaml'],
    ['described, and like another', { x: {}, y: { like: ['x'] } }, {}, '`x` is like `y`, and also described in a.yaml'],
    ['like two', { a: { like: ['x'] } }, { b: { like: ['x'] } }, '`x` is like `b`, and also like `a`'],
    ['another name, and described', { a: { also: ['x'] } }, { x: {} }, '`x` is described in b.yaml, and also another name of `a`'],
  ])('%s', (_name, programs, more, message) => {
    expect(compiled(programs, more).problems.map((problem) => problem.message)).toEqual([message])
  })
  test('traits claim nothing', () => {
    expect(compiled({ a: { like: ['x'] } }, { x: { traits: ['editor'] } }).problems).toEqual([])
  })
})

describe('what variables do', () => {
  test('each has the roles that are said of it, also in what is shipped', () => {
    const { meaning: made, problems } = compileMeaning([{ file: 'a.yaml', content: { roles: { command: ['EDITOR', 'X'], settings: 'X' } } }])
    expect(problems).toEqual([])
    const shipped = readMeaning(Buffer.from(packMeaning(made)), () => [])
    for (const one of [made, shipped]) {
      expect((['EDITOR', 'X', 'constructor'] as const).map((name) => [hasRole(one, name, 'command'), hasRole(one, name, 'settings')])).toEqual([
        [true, false],
        [true, true],
        [false, false],
      ])
    }
  })
  test('a role that there is not is a mistake', () => {
    expect(compileMeaning([{ file: 'a.yaml', content: { roles: { comand: ['X'] } } }]).problems).toMatchObject([{ path: ['roles', 'comand'] }])
  })
  test.each(Object.keys(meaning.roles ?? {}).filter((name) => hasRole(meaning, name, 'command')))('what %s holds is run', (name) => {
    expect(check(`${name}='rm -rf ~' git log`).decision.verdict).toBe('deny')
    expect(check(`${name}_OF_NOBODY='rm -rf ~' git log`).decision.verdict).toBe('allow')
  })
})

interface Entry {
  readonly traits?: readonly Trait[]
  readonly like?: readonly string[] | string
  readonly also?: readonly string[] | string
}
const entries = (await readFolder(`${root}/programs`)).flatMap(({ text }) =>
  Object.entries((readYaml(text).value as { readonly programs?: Readonly<Record<string, Entry | null>> }).programs ?? {}),
)
/** Read otherwise than the program they are like, each for a reason. */
const UNLIKE = new Map([['test', "is a command of the shell's own"]])
const wordOf = (name: string): RegExp => new RegExp(`(^|[;&|(]\\s*)${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?=\\s|$)`)

describe('a program that is like another is read like it', () => {
  const examples = new Map<string, string[]>()
  for (const { program, command } of sources.programExamples) examples.set(program, [...(examples.get(program) ?? []), command])
  const families = entries.flatMap(([name, entry]) => {
    const { also = [], like = [] } = entry ?? {}
    const twins = [also, like].flat()
    const commands = (examples.get(name) ?? []).filter((command) => wordOf(name).test(command))
    return twins.length === 0 || commands.length === 0 ? [] : [[name, twins, commands] as const]
  })
  /** What is done, whoever does it, and wherever it stands in the text. */
  const deedsOf = (command: string, names: readonly string[]): string =>
    JSON.stringify(check(command).reading.actions, (key, value: unknown) => (key === 'span' ? undefined : names.includes(value as string) ? '' : value))
  test.each(families)('%s', (name, twins, commands) => {
    const names = [name, ...twins]
    const unlike = twins.filter((twin) =>
      commands.some(
        (command) =>
          deedsOf(command, names) !==
          deedsOf(
            command.replace(wordOf(name), (_, before: string) => before + twin),
            names,
          ),
      ),
    )
    expect(unlike).toEqual(twins.filter((twin) => UNLIKE.has(twin)))
  })
  test('by any of its names, a program is judged as by its own', () => {
    const texts = sources.packs
      .flatMap(({ rules }) => rules.flatMap(({ hits = [], misses = [] }) => [...hits, ...misses]))
      .filter((one) => typeof one === 'string')
    const judged = entries.flatMap(([name, entry]) => {
      const commands = texts.filter((command) => wordOf(name).test(command))
      const names = [entry?.also ?? []].flat().filter((other) => normaliseProgram(meaning, other) === name)
      return names.flatMap((other) => commands.map((command) => [command, command.replace(wordOf(name), (_, before: string) => before + other)] as const))
    })
    expect(judged.length).toBeGreaterThan(3000)
    const verdicts = new Map<string, string>()
    const ownVerdict = (command: string): string => {
      const verdict = verdicts.get(command) ?? check(command).decision.verdict
      verdicts.set(command, verdict)
      return verdict
    }
    const otherwise = judged.filter(([own, other]) => ownVerdict(own) !== check(other).decision.verdict)
    expect(otherwise.map(([, other]) => other)).toEqual([])
  })
  test('there is something to compare', () => {
    expect(families.length).toBeGreaterThan(100)
  })
})

const described = new Set(entries.map(([name]) => name))
/** All that have a trait. */
const withTrait = (trait: Trait): readonly string[] => Object.keys(meaning.programs).filter((name) => hasTrait(meaning, name, trait))

describe('in our data', () => {
  test('each program has the traits of the one it is like', () => {
    const lacking = entries.flatMap(([name, entry]) =>
      [entry?.like ?? []]
        .flat()
        .filter((other) => !described.has(other) || findProgram(meaning, other).name !== other)
        .flatMap((other) =>
          (entry?.traits ?? []).filter((trait) => !hasTrait(meaning, other, trait)).map((trait) => `${other}, which is like ${name}: ${trait}`),
        ),
    )
    expect(lacking).toEqual([])
    expect(entries.some(([, entry]) => entry?.traits !== undefined && entry.like !== undefined)).toBe(true)
  })

  const verdictOf = (command: string): string => check(command).decision.verdict
  test.each(withTrait('passes-all'))('after `source .env`, `env | %s` shows all of it', (name) => {
    expect(verdictOf(`source .env; env | ${name}`)).not.toBe('allow')
    expect(verdictOf(`env | ${name}`)).toBe(verdictOf('env | cat'))
  })
  test.each(withTrait('starts-node'))('`NODE_OPTIONS` that was set before counts for %s', (name) => {
    const evil = `printf '%s' 'require("fs").rmSync(process.env.HOME, { recursive: true })' > evil.js`
    expect(verdictOf(`${evil}; export NODE_OPTIONS='--require ./evil.js'; ${name} --help-me`)).toBe('deny')
    expect(verdictOf(`export NODE_OPTIONS='--max-old-space-size=4096'; ${name} --help-me`)).toBe(verdictOf(`${name} --help-me`))
  })
  const likeJq = ['jq', ...entries.flatMap(([name, entry]) => (name === 'jq' ? [entry?.like ?? []].flat() : []))]
  test.each(likeJq)('what %s prints is no program that anybody has read', (name) => {
    expect(verdictOf(`$(${name} -r .x f.json)`)).toBe('ask')
    expect(verdictOf(`${name} -r .c a.json > r; ./r`)).toBe('ask')
    expect(verdictOf(`${name} -r .c a.json | sort`)).toBe('allow')
  })
  /** All names that lead to one of them. */
  const spelled = (trait: Trait): readonly string[] => {
    const own = withTrait(trait)
    return [...own, ...Object.keys(meaning.aliases).filter((name) => own.includes(normaliseProgram(meaning, name)))]
  }
  test.each(spelled('shell'))('what %s is fed is shell code, also where a program that nobody described starts it', (name) => {
    expect(verdictOf(`echo 'rm -rf ~' | some-wrapper x ${name}`)).toBe('deny')
    expect(verdictOf(`echo 'rm -rf ~' | some-wrapper x ${name}x`)).toBe('allow')
  })
  test.each(spelled('odd-setting'))('%s is not what anybody expects as a pager', (name) => {
    expect(check(`git config core.pager ${name}`).decision.findings.map(({ rule }) => rule)).toContain('git.setting-runs-program')
  })
  test.each(withTrait('talks'))('a command that %s is told of is not run', (name) => {
    expect(check(`${name} 'rm -rf ~'`).decision.findings.map(({ rule }) => rule)).not.toContain('floor.delete-home')
    expect(check(`${name}-of-nobody 'rm -rf ~'`).decision.findings.map(({ rule }) => rule)).toContain('floor.delete-home')
  })
})
