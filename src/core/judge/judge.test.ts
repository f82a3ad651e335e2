// Does the judge answer as the preset, the layers, the grants and the floor say?
import { describe, expect, test } from 'vitest'
import type { Action, Decision, Facts, Grant, Severity } from '../model.ts'
import { compilePolicy, compileRules, partsOf } from '../policy/compile.ts'
import type { CompiledPolicy, PolicyInput } from '../policy/compile.ts'
import { fromParts } from '../policy/policy.ts'
import type { Layer, MatchSource, PackSource, PresetSource, RuleSource } from '../rules/source.ts'
import { grantable } from './draft.ts'
import { judge } from './judge.ts'
import type { Situation } from './judge.ts'
import { carry, connect, read, readingOf, remove, run, word } from '../../../test/make-actions.ts'
import { literalOf, textOfShape } from './shape.ts'
import { callOf } from '../match/trial.ts'

const preset: PresetSource = { name: 'standard', title: 't', severity: { critical: 'deny', high: 'ask', medium: 'allow', low: 'allow' }, otherwise: 'allow' }
const rule = (id: string, severity: Severity, match: MatchSource, given: Partial<RuleSource> = {}): RuleSource => ({
  id,
  severity,
  title: `${id} happens`,
  why: 'Things get lost. They stay lost.',
  match,
  ...given,
})
const pack = (...rules: readonly RuleSource[]): PackSource => ({ pack: 'test', title: 't', rules })
const push = rule('git.push', 'high', { run: 'git push' }, { instead: 'git fetch' })
const rm = rule('files.rm', 'medium', { run: 'rm' })
const home = rule('files.home', 'critical', { delete: { place: 'home' } })
const floor: PackSource = { pack: 'floor', title: 't', floor: true, rules: [rule('floor.root', 'high', { delete: { place: 'root' } })] }

const now = '2030-01-01T00:00:00Z'
interface Given extends Partial<PolicyInput> {
  readonly text?: string
  readonly grants?: readonly Grant[]
  readonly facts?: Facts
  readonly situation?: Partial<Situation>
}
const decide = (actions: readonly Action[], given: Given = {}): Decision => {
  const policy = compilePolicy({ packs: [pack(push, rm, home), floor], preset, ...given })
  return judge(readingOf(...actions), given.facts ?? {}, policy, given.grants ?? [], {
    platform: 'linux',
    text: given.text ?? '',
    now,
    scopes: ['session:1'],
    ...given.situation,
  })
}
const layer = (name: Layer['layer'], settings: Layer['settings']): Layer => ({ layer: name, settings })

describe('verdicts', () => {
  test('follow the preset, and the strictest wins', () => {
    expect(decide([]).verdict).toBe('allow')
    expect(decide([run(0, 'rm x')]).verdict).toBe('allow')
    expect(decide([run(0, 'git push')]).verdict).toBe('ask')
    expect(decide([run(0, 'git push'), remove(1, '/h', { places: ['home'] }), run(2, 'rm x')])).toMatchObject({ verdict: 'deny', by: 'policy' })
  })
  test('list findings by severity, then position', () => {
    const decision = decide([run(0, 'rm x'), run(1, 'git push'), run(2, 'git push'), remove(3, '/h', { places: ['home'] })])
    expect(decision.findings.map((finding) => [finding.rule, finding.action])).toEqual([
      ['files.home', 3],
      ['git.push', 1],
      ['git.push', 2],
      ['files.rm', 0],
    ])
  })
  test('keep one finding for one rule and span', () => {
    const span = { field: 'command', start: 0, end: 9 }
    expect(decide([run(0, 'git push', { span }), run(1, 'git push', { span })]).findings).toHaveLength(1)
  })
  test('fall back on what the preset says otherwise, which a passing finding does not loosen', () => {
    const careful = { ...preset, otherwise: 'ask' as const }
    expect(decide([run(0, 'ls')], { preset: careful, text: 'ls' })).toMatchObject({ verdict: 'ask', findings: [] })
    expect(decide([run(0, 'rm x')], { preset: careful, text: 'rm x' }).verdict).toBe('ask')
  })
  test('leave out other platforms and what is below the thresholds', () => {
    const windows = rule('a.b', 'critical', { run: 'x' }, { platforms: ['windows'] })
    expect(decide([run(0, 'x')], { packs: [pack(windows)] }).findings).toEqual([])
    expect(decide([run(0, 'x')], { packs: [pack(windows)], situation: { platform: 'windows' } }).verdict).toBe('deny')
    const preview = rule('a.c', 'high', { run: 'x' }, { status: 'preview' })
    expect(decide([run(0, 'x')], { packs: [pack(preview)], preset: { ...preset, thresholds: { confidence: 80 } } }).findings).toEqual([])
    expect(decide([run(0, 'x')], { packs: [pack(preview)], preset: { ...preset, thresholds: { confidence: 70 } } }).findings).toHaveLength(1)
    expect(decide([run(0, 'rm x')], { preset: { ...preset, thresholds: { severity: 'high' } } }).findings).toEqual([])
  })
  test('hear profile rules only when they are named', () => {
    const plain = rule('files.plain-rm', 'high', { run: 'rm' }, { status: 'profile' })
    expect(decide([run(0, 'rm x')], { packs: [pack(plain)] }).verdict).toBe('allow')
    expect(decide([run(0, 'rm x')], { packs: [pack(plain)], preset: { ...preset, profile: ['files.*'] } }).verdict).toBe('ask')
    expect(decide([run(0, 'rm x')], { packs: [pack(plain)], layers: [layer('project', { profile: ['files.plain-rm'] })] }).verdict).toBe('ask')
  })
  test('come from a rule that fails too', () => {
    const broken = rule('a.b', 'low', { text: { regex: '(', on: 'command' } })
    const decision = decide([run(0, 'ls')], { packs: [pack(broken)], text: 'ls' })
    expect(decision).toMatchObject({ verdict: 'ask', findings: [{ rule: 'gate.rule-failed', severity: 'high' }] })
  })
  test('come from troubles outside', () => {
    expect(decide([], { situation: { troubles: ['gate.settings-unreadable'] } })).toMatchObject({
      verdict: 'ask',
      findings: [{ rule: 'gate.settings-unreadable' }],
    })
  })
})

describe('layers', () => {
  const ask = [run(0, 'git push')]
  test('let the user loosen and tighten, the nearest name first', () => {
    expect(decide(ask, { layers: [layer('user', { overrides: { 'git.push': 'allow' } })] }).verdict).toBe('allow')
    expect(decide(ask, { layers: [layer('user', { overrides: { 'git.*': 'off' } })] }).findings).toEqual([])
    expect(decide(ask, { layers: [layer('user', { overrides: { 'git.*': 'off', 'git.push': { verdict: 'deny', reason: 'x' } } })] }).verdict).toBe('deny')
    expect(decide(ask, { layers: [layer('user', { severity: { high: 'deny' } })] }).verdict).toBe('deny')
    expect(decide([run(0, 'ls')], { layers: [layer('user', { otherwise: 'ask' })] }).verdict).toBe('ask')
  })
  test('let the administrator lock', () => {
    const user = layer('user', { overrides: { 'git.push': 'allow' } })
    expect(decide(ask, { layers: [user, layer('administrator', { lock: ['git.*'] })] }).verdict).toBe('ask')
    expect(decide(ask, { layers: [user, layer('administrator', { lock: true })] }).verdict).toBe('ask')
    expect(decide(ask, { layers: [layer('user', { overrides: { 'git.push': 'deny' } }), layer('administrator', { lock: true })] }).verdict).toBe('deny')
    expect(decide(ask, { layers: [layer('user', { severity: { high: 'allow' } }), layer('administrator', { lock: ['git.push'] })] }).verdict).toBe('ask')
    expect(decide(ask, { layers: [user, layer('administrator', { overrides: { 'git.push': 'deny' } })] }).verdict).toBe('allow')
  })
  test('let the project tighten only, and say what was ignored', () => {
    const loosening: Layer['settings'] = {
      overrides: { 'git.push': 'allow' },
      severity: { critical: 'allow' },
      otherwise: 'allow',
      thresholds: { severity: 'critical', confidence: 100 },
      preset: 'bare',
    }
    expect(decide(ask, { layers: [layer('project', loosening)] }).verdict).toBe('ask')
    expect(decide([remove(0, '/h', { places: ['home'] })], { layers: [layer('project', loosening)] }).verdict).toBe('deny')
    expect(decide(ask, { layers: [layer('project', { overrides: { 'git.*': 'deny' } })] }).verdict).toBe('deny')
    const policy = compilePolicy({ packs: [pack(push)], preset, layers: [layer('project', loosening)] })
    expect(policy.warnings).toEqual(
      expect.arrayContaining([
        "the project's settings may only tighten: `git.push: allow` is ignored",
        "the project's settings may only tighten: `preset: bare` is ignored",
        "the project's settings may only tighten: `thresholds: severity: critical` is ignored",
      ]),
    )
  })
  test('name what no rule is called', () => {
    expect(compilePolicy({ packs: [pack(push)], preset, layers: [layer('user', { overrides: { 'git.psh': 'deny' } })] }).warnings).toEqual([
      "no rule is called `git.psh` in the user's overrides; did you mean `git.push`?",
    ])
  })
})

describe('the floor', () => {
  const root = [remove(0, '/', { places: ['root'] })]
  const loosest: Layer['settings'] = {
    overrides: { 'floor.root': 'off', 'floor.*': 'allow' },
    severity: { critical: 'allow', high: 'allow' },
    thresholds: { severity: 'critical', confidence: 100 },
  }
  test('denies in every preset, whatever the user says', () => {
    const bare: PresetSource = {
      name: 'bare',
      title: 't',
      severity: { critical: 'allow', high: 'allow', medium: 'allow', low: 'allow' },
      otherwise: 'allow',
      overrides: { 'floor.*': 'off' },
      thresholds: { severity: 'critical' },
    }
    for (const layers of [[], [layer('user', loosest)], [layer('project', loosest)]]) expect(decide(root, { preset: bare, layers }).verdict).toBe('deny')
  })
  test('is lifted by the administrator alone', () => {
    expect(decide(root, { layers: [layer('administrator', { overrides: { 'floor.root': 'ask' } })] }).verdict).toBe('ask')
  })
})

describe('grants', () => {
  const situation = (text: string): Situation => ({ platform: 'linux', text, now, scopes: ['session:1'] })
  const draftsFor = (actions: readonly Action[], text: string, given: Partial<PolicyInput> = {}) =>
    grantable(readingOf(...actions), {}, compilePolicy({ packs: [pack(push, rm, home), floor], preset, ...given }), situation(text))
  const grantsFor = (actions: readonly Action[], text: string, input: Partial<PolicyInput> = {}): readonly Grant[] =>
    (draftsFor(actions, text, input) ?? []).map((draft, at) => ({
      id: `g${at}`,
      ...draft,
      scope: 'session:1',
      expiresAt: '2031-01-01T00:00:00Z',
      from: 'person',
    }))
  const grantFor = (actions: readonly Action[], text: string): Grant => {
    const [grant] = grantsFor(actions, text)
    if (grant === undefined) throw new Error('nothing to grant')
    return grant
  }
  const ask = [run(0, 'git push origin')]
  const grant = grantFor(ask, 'git push origin')
  test('turn ask into allow for the same words, rule, scope and time', () => {
    expect(decide(ask, { grants: [grant], text: 'git push origin' })).toMatchObject({ verdict: 'allow', by: 'grant' })
    expect(decide([run(0, 'git push other')], { grants: [grant] }).verdict).toBe('ask')
    expect(decide(ask, { grants: [{ ...grant, rule: 'files.rm' }] }).verdict).toBe('ask')
    expect(decide(ask, { grants: [{ ...grant, scope: 'session:2' }] }).verdict).toBe('ask')
    expect(decide(ask, { grants: [{ ...grant, expiresAt: now }] }).verdict).toBe('ask')
    expect(decide(ask, { grants: [grant], situation: { now: '' } }).verdict).toBe('ask')
  })
  test('never lift a denial', () => {
    const deny = [remove(0, '/h', { places: ['home'] })]
    expect(draftsFor(deny, 'rm -rf ~')).toBeNull()
    const forged: Grant = { ...grant, rule: 'files.home', shape: textOfShape(literalOf(callOf(deny, {}, 'rm -rf ~', 'command'), null, [])) }
    expect(decide(deny, { grants: [forged], text: 'rm -rf ~' }).verdict).toBe('deny')
    expect(decide(ask, { grants: [grant], text: 'git push origin', preset: { ...preset, otherwise: 'deny' } }).verdict).toBe('deny')
  })
  test('never lift what is critical, though a preset only asks about it', () => {
    const mild: PresetSource = { ...preset, severity: { critical: 'ask', high: 'ask', medium: 'allow', low: 'allow' } }
    const critical = [remove(0, '/h', { places: ['home'] })]
    expect(decide(critical, { preset: mild }).verdict).toBe('ask')
    expect(draftsFor(critical, 'rm -rf ~', { preset: mild })).toBeNull()
  })
  test('lift all that asks in a call or nothing of it, and are named', () => {
    const stash = rule('git.stash', 'high', { run: 'git stash' })
    const packs = [pack(push, stash), floor]
    const both = [run(0, 'git push origin'), run(1, 'git stash clear')]
    const given = grantsFor(both, 'x', { packs })
    expect(given.map((one) => one.rule)).toEqual(['git.push', 'git.stash'])
    expect(decide(both, { packs, grants: given, text: 'x' })).toMatchObject({ verdict: 'allow', by: 'grant', grants: ['g0', 'g1'] })
    for (const one of given) {
      const half = decide(both, { packs, grants: [one], text: 'x' })
      expect(half).toMatchObject({ verdict: 'ask', by: 'policy' })
      expect(half.findings.map(({ verdict }) => verdict)).toEqual(['ask', 'ask'])
      expect(half.grants).toBeUndefined()
    }
  })
  test('end with a change of their rule', () => {
    for (const changed of [
      { ...push, severity: 'critical' as const },
      { ...push, match: { run: 'git push *' } },
      { ...push, platforms: ['linux' as const] },
    ])
      expect(decide(ask, { packs: [pack(changed, rm, home), floor], grants: [grant], text: 'git push origin' }).verdict).not.toBe('allow')
    expect(decide(ask, { packs: [pack(rm, push), floor], grants: [grant], text: 'git push origin' }).verdict).toBe('allow')
  })
  test('are pinned to the text where words are unknown', () => {
    const vague = [run(0, 'git push ?')]
    const kept = grantFor(vague, 'git push $X')
    expect(decide(vague, { grants: [kept], text: 'git push $X' }).verdict).toBe('allow')
    expect(decide(vague, { grants: [kept], text: 'X=evil; git push $X' }).verdict).toBe('ask')
  })
  test('cover what flows in', () => {
    const from = (host: string): Action[] => [connect(0, `https://${host}`), run(1, 'git push', { takes: [0] })]
    const kept = grantFor(from('a.example'), 'x')
    expect(decide(from('a.example'), { grants: [kept], text: 'x' }).verdict).toBe('allow')
    expect(decide(from('b.example'), { grants: [kept], text: 'x' }).verdict).toBe('ask')
  })
})

describe('reasons', () => {
  test('say what was stopped, why, and what to do instead, in one line', () => {
    const text = 'git push\n--force'
    const { reason } = decide([run(0, 'git push', { span: { field: 'command', start: 0, end: text.length } })], { text })
    expect(reason).toBe('waiting for a person: `git push\\x0a--force`: git.push happens; things get lost; they stay lost; instead: git fetch (git.push)')
  })
  test('cut user text to eighty characters and never break the line or the ticks', () => {
    const text = `git push ${'`\u202e'.repeat(100)}`
    const { reason } = decide([run(0, 'git push', { span: { field: 'command', start: 0, end: text.length } })], { text })
    expect(reason).toMatch(/^waiting for a person: `[^`\n]{65,77}\.\.\.`: /)
    expect(reason).toContain('\\u{202e}')
  })
  test('count the others', () => {
    expect(decide([run(0, 'git push'), run(1, 'git push x')], { text: 'xx' }).reason).toContain('(git.push and 1 more)')
  })
  test('warn of what passes', () => {
    expect(decide([run(0, 'rm x', { span: { field: 'command', start: 0, end: 4 } })], { text: 'rm x' })).toMatchObject({
      reason: 'no objection',
      warnings: ['`rm x`: files.rm happens (files.rm)'],
    })
  })
})

describe('the index', () => {
  test('finds rules under every kind of key', () => {
    const rules: readonly RuleSource[] = [
      rule('a.prefix', 'high', { run: 'mk*' }),
      rule('a.brace', 'high', { run: '{foo,bar} up' }),
      rule('a.star', 'high', { run: '* wipe' }),
      rule('a.name', 'high', { read: { name: 'id_rsa' } }),
      rule('a.by', 'high', { write: true, by: { run: 'tee' } }),
      rule('a.flow', 'high', { flow: { from: { read: true }, to: { connect: true } } }),
      rule('a.any', 'high', { any: [{ run: 'one' }, { connect: { host: 'x.example' } }] }),
      rule('a.text', 'high', { text: { regex: 'tok_[a-z]+', keywords: ['tok_'], on: 'carry' } }),
      rule('a.short', 'high', { text: { regex: 'zq', keywords: ['zq'] } }),
      rule('a.detector', 'high', { detector: 'nul-byte' }),
    ]
    const found = (actions: readonly Action[], text = ''): string[] =>
      decide(actions, { packs: [pack(...rules)], text })
        .findings.map((finding) => finding.rule)
        .sort()
    expect(found([run(0, 'mkfs x')])).toEqual(['a.prefix'])
    expect(found([run(0, 'bar up')])).toEqual(['a.brace'])
    expect(found([run(0, 'bar x up', { operandsOtherwise: [word('up')] })])).toEqual(['a.brace'])
    expect(found([run(0, 'disk wipe')])).toEqual(['a.star'])
    expect(found([read(0, '/h/id_rsa')])).toEqual(['a.name'])
    expect(found([run(0, 'tee x'), { ...read(1, '/x', { by: 0 }), does: 'write' }])).toEqual(['a.by'])
    expect(found([read(0, '/x'), connect(1, 'https://x.example', { takes: [0] })])).toEqual(['a.any', 'a.flow'])
    expect(found([carry(0, 'my TOK_ is tok_abc')])).toEqual(['a.text'])
    expect(found([run(0, 'x')], 'a zq \0')).toEqual(['a.detector', 'a.short'])
    expect(found([run(0, 'constructor __proto__')])).toEqual([])
  })
  test('looks at no more rules when there are ten times as many about other things', () => {
    const looked = (copies: number): number => {
      const rules = Array.from({ length: copies }, (_, i) => [
        rule(`git.push-${i}`, 'high', { run: i === 0 ? 'git push' : `git sub${i}` }),
        rule(`tool.x-${i}`, 'high', { run: `tool${i} {a,b}` }),
        rule(`files.place-${i}`, 'high', { delete: { place: `place${i}` } }),
        rule(`files.name-${i}`, 'high', { read: { name: `name${i}` } }),
        rule(`files.by-${i}`, 'high', { write: true, by: { run: `tool${i}` } }),
        rule(`text.word-${i}`, 'high', { text: { regex: 'x', keywords: [`word${i};`] } }),
        rule(`net.host-${i}`, 'high', { connect: { host: `h${i}.example` } }),
        rule(`db.class-${i}`, 'high', { query: `class${i}` }),
        rule(`tool.mk-${i}`, 'high', { run: `mk${i}*` }),
      ]).flat()
      const policy = compilePolicy({ packs: [pack(...rules)], preset })
      let count = 0
      const counted = { ...policy, live: (n: number) => (count++, policy.live(n)) }
      const actions = [
        run(0, 'git push'),
        run(1, 'tool0 a'),
        remove(2, '/x', { places: ['place0'] }),
        read(3, '/name0'),
        { ...read(4, '/y', { by: 1 }), does: 'write' as const },
        connect(5, 'https://h0.example'),
        run(6, 'mk0fs'),
      ]
      judge(readingOf(...actions), {}, counted, [], { platform: 'linux', text: 'word0;', now, scopes: [] })
      return count
    }
    expect(looked(1)).toBe(8)
    expect(looked(100)).toBe(8)
  })
  test('survives JSON and reads only the rules it touches', () => {
    const input = { packs: [pack(push, rm, home), floor], preset }
    const policy = compilePolicy(input)
    const pieces = JSON.parse(JSON.stringify(compileRules(input))) as CompiledPolicy
    const read: string[] = []
    const again = fromParts({ ...partsOf(pieces), rule: (rule) => (read.push(pieces.rules[rule]?.id ?? ''), pieces.rules[rule]) })
    const situation: Situation = { platform: 'linux', text: 'git push', now, scopes: [] }
    expect(judge(readingOf(run(0, 'git push')), {}, again, [], situation)).toEqual(judge(readingOf(run(0, 'git push')), {}, policy, [], situation))
    expect(read).toEqual(['git.push'])
    expect(JSON.stringify(pieces)).not.toContain('hits')
  })
  test('reads options by their canonical names', () => {
    const force = rule(
      'git.force',
      'high',
      { run: ['git push', 'hg push'], options: { any: ['-f'] } },
      { raise: [{ when: { options: { all: ['-n'] } }, to: 'critical' }] },
    )
    const canonical = (program: string, _words: readonly string[], option: string): string =>
      program === 'git' ? ({ '-f': '--force', '-n': '--dry' }[option] ?? option) : option
    const verdict = (line: string): string => decide([run(0, line)], { packs: [pack(force)], canonical }).verdict
    expect(['git push --force', 'hg push -f', 'hg push --force', 'git push -f', 'git push --force --dry', 'git push --dry'].map(verdict)).toEqual([
      'ask',
      'ask',
      'allow',
      'allow',
      'deny',
      'allow',
    ])
  })
})

describe('what the reason names', () => {
  test('the floor comes first, then what is worst', () => {
    const other = rule('a.first', 'critical', { delete: { place: 'root' } })
    const decision = decide([remove(0, '/', { places: ['root'] })], { packs: [pack(other), floor], text: 'rm -rf /' })
    expect(decision.reason).toContain('(floor.root and 1 more)')
    expect(decision.findings[0]?.rule).toBe('a.first')
  })
  test('of a tool only the field that the finding is about', () => {
    const secret = rule('s.text', 'high', { text: { regex: 'tok_', on: 'carry', keywords: ['tok_'] } })
    const input = { path: 'a.txt', content: 'a tok_1', note: 'nobody asked about this' }
    const text = Object.values(input).join('\n')
    const of = (field: string): string =>
      decide([carry(0, 'a tok_1', { span: { field, start: 2, end: 7 } })], {
        packs: [pack(secret)],
        text,
        situation: { tool: { server: null, name: 'Write' }, input },
      }).reason
    expect(of('content')).toContain('`tok_1`')
    expect(of('content')).not.toContain('nobody')
    expect(of('elsewhere')).toContain('`Write`')
  })
  test('the same words are not said twice', () => {
    const twice = rule('a.same', 'high', { run: 'x' }, { title: 'rewrites history', why: 'Rewrites history.' })
    expect(decide([run(0, 'x')], { packs: [pack(twice)], text: 'x' }).reason.match(/rewrites history/g)).toHaveLength(1)
  })
})
