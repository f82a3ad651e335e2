// Do imported rules match the text they name, and does an ordered pack decide by its first match, for itself alone?
import { describe, expect, test } from 'vitest'
import type { Action, Decision, JsonObject, Verdict } from '../model.ts'
import { compilePolicy } from '../policy/compile.ts'
import type { Layer, MatchSource, PackSource, PresetSource, RuleSource, TextConditions } from '../rules/source.ts'
import { judge } from './judge.ts'
import { carry, readingOf, remove, run, write } from '../../../test/make-actions.ts'

const preset: PresetSource = { name: 'p', title: 't', severity: { critical: 'deny', high: 'ask', medium: 'allow', low: 'allow' }, otherwise: 'allow' }
const rule = (id: string, match: MatchSource, given: Partial<RuleSource> = {}): RuleSource => ({ id, severity: 'high', title: id, why: 'w', match, ...given })
const decide = (
  packs: readonly PackSource[],
  actions: readonly Action[],
  text: string,
  input: JsonObject = { command: text },
  layers: Layer[] = [],
): Decision =>
  judge(readingOf(...actions), {}, compilePolicy({ packs, preset, layers }), [], {
    platform: 'linux',
    text,
    now: '',
    scopes: [],
    tool: { server: null, name: 'Bash' },
    input,
  })

/** The runs of `a; b; c`, each with its span. */
const commands = (text: string): Action[] => {
  let start = 0
  return text.split('; ').map((one, id) => {
    const span = { field: 'command', start, end: start + one.length }
    start += one.length + 2
    return run(id, one, { span })
  })
}

describe('a pattern', () => {
  const found = (conditions: TextConditions, text = 'git push --FORCE; ls', input?: JsonObject): boolean =>
    decide([{ pack: 'x', title: 't', rules: [rule('x.y', { text: conditions })] }], commands(text), text, input).findings.some((one) => one.rule === 'x.y')
  test.each<readonly [TextConditions, boolean]>([
    [{ pattern: 'push.*--FORCE' }, true],
    [{ pattern: 'push.*--force' }, false],
    [{ pattern: 'push.*--force', case: 'insensitive' }, true],
    [{ pattern: 'PUSH', as: 'substring' }, false],
    [{ pattern: 'PUSH', as: 'substring', case: 'insensitive' }, true],
    [{ pattern: 'p.sh', as: 'substring' }, false],
    [{ pattern: '*push*', as: 'glob' }, true],
    [{ pattern: 'push', as: 'glob' }, false],
    [{ pattern: ['nothing', 'ls$'] }, true],
    [{ pattern: '^ls$' }, false],
    [{ pattern: '^ls$', on: 'segment' }, true],
    [{ pattern: '^Bash \\{"command":"git', on: 'call-json' }, true],
    [{ pattern: '^git', on: 'argument:command' }, true],
    [{ pattern: '^git', on: 'argument:other' }, false],
    [{ pattern: 'push(?! --FORCE)', 'look-around': true }, false],
    [{ pattern: 'push(?! --force)', 'look-around': true }, true],
  ])('%j', (conditions, expected) => {
    expect(found(conditions)).toBe(expected)
  })
  test('sees an argument that is no text as JSON', () => {
    expect(found({ pattern: '"b":1', on: 'argument:a' }, 'ls', { a: { b: 1 } })).toBe(true)
  })
  test('may be kept to some tools', () => {
    const of = (tool: string): boolean =>
      decide([{ pack: 'x', title: 't', rules: [rule('x.y', { text: { pattern: 'ls' }, tool })] }], commands('ls'), 'ls').findings.length > 0
    expect([of('Bash'), of('B*'), of('Write')]).toEqual([true, true, false])
  })
  test('tried on very many commands fails, and leaves the others their say', () => {
    const text = Array.from({ length: 5000 }, (_, i) => `c${i}`).join('; ')
    const never = rule('x.never', { text: { pattern: '^never', on: 'segment' } })
    const decision = decide([{ pack: 'x', title: 't', rules: [never, rule('x.last', { run: 'c4999' }, { severity: 'critical' })] }], commands(text), text)
    expect(decision.findings.map((one) => one.rule).slice(0, 2)).toEqual(['x.last', 'gate.rule-failed'])
  })
})

describe('an ordered pack', () => {
  const on = 'segment'
  const listed = (id: string, pattern: string, verdict: Verdict): RuleSource => rule(id, { text: { pattern, on } }, { verdict })
  const unit: PackSource = {
    pack: 'unit',
    title: 't',
    imported: true,
    ordered: true,
    rules: [
      listed('u.deny', 'push.*--force', 'deny'),
      listed('u.read', '^(ls|git)', 'allow'),
      listed('u.git', '^git commit', 'deny'),
      listed('u.rest', '.', 'ask'),
    ],
  }
  const verdict = (text: string, packs: readonly PackSource[] = [unit], layers: Layer[] = []): Verdict =>
    decide(packs, commands(text), text, undefined, layers).verdict
  test.each([
    ['ls', 'allow'],
    ['git commit', 'allow'],
    ['git push --force', 'deny'],
    ['make', 'ask'],
    ['ls; make', 'ask'],
    ['make; ls; git push --force', 'deny'],
  ])('%s: %s', (text, expected) => {
    expect(verdict(text)).toBe(expected)
  })
  test('gives one finding a simple command, and none for what it lets pass', () => {
    const text = 'make a; ls; make b'
    expect(decide([unit], commands(text), text).findings.map((one) => [one.rule, one.span.start])).toEqual([
      ['u.rest', 0],
      ['u.rest', 12],
    ])
  })
  test('lets nothing pass that another pack objects to', () => {
    const other: PackSource = { pack: 'other', title: 't', rules: [rule('o.git', { run: 'git commit' })] }
    expect(verdict('git commit', [unit, other])).toBe('ask')
    expect(verdict('git commit', [other, unit])).toBe('ask')
  })
  test('looks at paths and texts of the command it decides about', () => {
    const paths: PackSource = {
      ...unit,
      rules: [
        rule('u.tmp', { text: { pattern: '^/tmp/', on: 'path' } }, { verdict: 'allow' }),
        rule('u.path', { text: { pattern: '/', as: 'substring', on: 'path' } }, { verdict: 'deny' }),
        rule('u.content', { text: { pattern: 'secret', on: 'content' } }, { verdict: 'ask' }),
      ],
    }
    const of = (...actions: Action[]): Verdict => decide([paths], actions, 'x').verdict
    expect(of(run(0, 'rm a'), remove(1, '/tmp/a', { by: 0 }))).toBe('allow')
    expect(of(run(0, 'rm b'), remove(1, '/b', { by: 0 }))).toBe('deny')
    expect(of(run(0, 'rm a'), remove(1, '/tmp/a', { by: 0 }), run(2, 'rm b'), remove(3, '/b', { by: 2 }))).toBe('deny')
    expect(of(write(0, '/tmp/a'), carry(1, 'a secret'))).toBe('allow')
    expect(of(carry(0, 'a secret'))).toBe('ask')
    expect(of()).toBe('allow')
  })
  test("may be tightened by its rules' names, and loosened only by those who may", () => {
    const override = (layer: 'user' | 'project', name: string, to: Verdict): Layer[] => [{ layer, settings: { overrides: { [name]: to } } }]
    expect(verdict('ls', [unit], override('project', 'u.read', 'ask'))).toBe('ask')
    expect(verdict('make', [unit], override('project', 'u.rest', 'allow'))).toBe('ask')
    expect(verdict('make', [unit], override('user', 'u.rest', 'allow'))).toBe('allow')
  })
  test('looks at what a command carries, not at what a script behind it runs', () => {
    const strict: PackSource = { ...unit, rules: [listed('u.npm', '^npm', 'allow'), listed('u.rm', '^rm', 'deny')] }
    const of = (text: string, inner: string): Verdict => {
      const span = { field: 'command', start: 0, end: text.length }
      return decide([strict], [run(0, text, { span }), run(1, inner, { span, by: 0, depth: 1 })], text).verdict
    }
    expect(of('sudo rm x', 'rm x')).toBe('deny')
    expect(of('npm test', 'rm x')).toBe('allow')
  })
  test('does not lose its later rules to one that fails', () => {
    const broken: PackSource = { ...unit, rules: [rule('u.bad', { text: { pattern: '(', on } }, { verdict: 'allow' }), ...unit.rules] }
    expect(verdict('git push --force', [broken])).toBe('deny')
    expect(verdict('ls', [broken])).toBe('ask')
  })
})

describe('patterns and paths in the settings', () => {
  const user = (settings: Layer['settings']): Layer[] => [{ layer: 'user', settings }]
  test('ask when a command holds one, in any case', () => {
    const layers = user({ custom_patterns: ['heroku.*--force', { pattern: 'x.y', as: 'substring', verdict: 'deny', title: 'no x.y' }] })
    const of = (text: string): Decision => decide([], commands(text), text, undefined, layers)
    expect(of('Heroku apps:destroy --force').verdict).toBe('ask')
    expect(of('heroku ps').verdict).toBe('allow')
    expect(of('a x.y').verdict).toBe('deny')
    expect(of('a x.y').reason).toContain('no x.y')
    expect(of('a xzy').verdict).toBe('allow')
  })
  test('ask before a sensitive path is written or deleted', () => {
    const layers = user({ sensitive_paths: ['~/.config/gh', '/srv/data/', 'a[b]'] })
    const of = (action: Action): Verdict => decide([], [action], '', {}, layers).verdict
    expect(of(write(0, '/home/dev/.config/gh/hosts.yml'))).toBe('ask')
    expect(of(remove(0, '/home/dev/.config/gh'))).toBe('ask')
    expect(of(write(0, '/home/dev/.config/ghx'))).toBe('allow')
    expect(of(write(0, '/srv/data'))).toBe('ask')
    expect(of(write(0, '/x/srv/data'))).toBe('allow')
    expect(of(write(0, '/x/a[b]/c'))).toBe('ask')
    expect(of(write(0, '/x/ab/c'))).toBe('allow')
  })
})
