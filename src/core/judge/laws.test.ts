// Do the laws of judging hold for whatever actions, rules, layers and grants come along?
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Action, Decision, Grant, Verdict } from '../model.ts'
import { compilePolicy } from '../policy/compile.ts'
import type { PolicyInput } from '../policy/compile.ts'
import type { Layer, MatchSource, PackSource, PresetSource, RuleSource, SettingsSource } from '../rules/source.ts'
import { revisionOf } from './grant.ts'
import { judge } from './judge.ts'
import { call, carry, change, connect, execute, query, read, readingOf, remove, run, signal, unknown, word, write } from '../../../test/make-actions.ts'
import { literalOf, textOfShape } from './shape.ts'
import { callOf } from '../match/trial.ts'

const PROGRAMS = ['git', 'rm', 'aws', 'constructor', 'mkfs.ext4']
const WORDS = ['push', 'main', 'delete-all', 'x', '__proto__', '']
const PLACES = ['home', 'root', 'scratch', 'credentials']
const SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
const VERDICTS = ['allow', 'ask', 'deny'] as const

const words = fc.array(fc.constantFrom(...WORDS, null).map(word), { maxLength: 4 })
const options = fc.array(
  fc.record({ name: fc.constantFrom('--force', '-f', '-r'), value: fc.oneof(fc.constant(true as const), fc.constantFrom(...WORDS, null).map(word)) }),
  { maxLength: 2 },
)
const places = fc.subarray(PLACES)
const ids = fc.integer({ min: -1, max: 8 })
const common = fc.record({
  by: fc.oneof(fc.constant(null), ids),
  at: fc.constantFrom('here' as const, 'container' as const, 'remote' as const),
  as: fc.constantFrom('user' as const, 'root' as const),
  certain: fc.boolean(),
  takes: fc.array(ids, { maxLength: 3 }),
  span: fc.record({ field: fc.constantFrom('command', 'path'), start: fc.nat(20), end: fc.nat(40) }),
})
const path = fc.constantFrom('/', '/home/dev', '/home/dev/\0/x', '/home/dev/.ssh/id_rsa', null)
const kinds = fc.oneof(
  fc.record({ program: fc.constantFrom(...PROGRAMS), operands: words, options, dry: fc.boolean() }).map((given) => run(0, given.program, given)),
  fc.record({ program: fc.constantFrom(...PROGRAMS), operands: words, operandsOtherwise: words }).map((given) => run(0, given.program, given)),
  fc
    .record({ resolved: path, places, recursive: fc.boolean() })
    .chain((given) => fc.constantFrom(read, write, remove).map((make) => make(0, given.resolved, given))),
  fc.record({ places, host: fc.constantFrom('a.example', 'xn--', 'x'.repeat(300), null), sends: fc.boolean() }).map((given) => connect(0, given.host, given)),
  fc.constantFrom<Action>(
    change(0, 'mode'),
    signal(0),
    query(0, 'drop'),
    call(0, null, 'x'),
    carry(0, 'tok_abc'),
    execute(0, null),
    execute(0, ':(){ :|:& };:'),
    unknown(0),
  ),
)
const actions: fc.Arbitrary<Action[]> = fc
  .array(fc.tuple(kinds, common), { maxLength: 8 })
  .map((pairs) => pairs.map(([kind, given], id) => ({ ...kind, ...given, id })))

const leaf: fc.Arbitrary<MatchSource> = fc.oneof(
  fc.record({
    run: fc.constantFrom('git push', 'rm', 'aws * x', '**', 'mkfs.*', '{git,aws} **', 'constructor'),
    options: fc.constantFrom({ any: ['--force'] }, { none: ['-f'] }, {}),
    operands: fc.constantFrom({ any: ['main'] }, { none: ['x'] }, { count: { min: 1 } }, { unknown: true }, {}),
  }),
  fc
    .constantFrom('read' as const, 'write' as const, 'delete' as const)
    .chain((kind) =>
      fc
        .constantFrom<true | object | string>(true, { place: 'home' }, { 'not-place': ['scratch'] }, '/home/**', { resolved: false }, { name: 'id_rsa' })
        .map((value) => ({ [kind]: value })),
    ),
  fc.constantFrom<MatchSource>(
    { connect: true },
    { unknown: true },
    { execute: { known: false } },
    { change: 'mode' },
    { query: 'drop' },
    { signal: true },
    { call: true },
    { detector: 'fork-bomb' },
    { detector: 'look-alike-host' },
    { text: { regex: 'tok_[a-z]+', keywords: ['tok_'], on: 'carry' } },
    { text: { regex: 'push', keywords: ['push'] } },
    { text: { regex: '(' } },
  ),
)
const match: fc.Arbitrary<MatchSource> = fc.oneof(
  { weight: 4, arbitrary: leaf },
  { weight: 1, arbitrary: fc.tuple(leaf, leaf).map(([a, b]) => ({ all: [a, b] })) },
  { weight: 1, arbitrary: fc.tuple(leaf, leaf).map(([a, b]) => ({ any: [a, b] })) },
  { weight: 1, arbitrary: fc.tuple(leaf, leaf).map(([a, b]) => ({ all: [a, { not: b }] })) },
  { weight: 1, arbitrary: fc.tuple(leaf, leaf).map(([from, to]) => ({ flow: { from, to } })) },
  { weight: 1, arbitrary: fc.tuple(leaf, fc.constantFrom('rm', 'git')).map(([a, by]) => ({ all: [a], by: { run: by } })) },
)
const rule = (id: string): fc.Arbitrary<RuleSource> =>
  fc.record({
    id: fc.constant(id),
    severity: fc.constantFrom(...SEVERITIES),
    title: fc.constant('t'),
    why: fc.constant('w'),
    match,
    unless: fc.array(leaf, { maxLength: 1 }),
    status: fc.constantFrom('stable' as const, 'preview' as const, 'profile' as const),
    raise: fc.constantFrom([], [{ when: { production: true as const }, to: 'critical' as const }]),
  })
const packs: fc.Arbitrary<PackSource[]> = fc.tuple(fc.boolean(), ...['a.one', 'a.two', 'b.one', 'b.two'].map(rule)).map(([floor, a, b, c, d]) => [
  { pack: 'a', title: 't', rules: [a, b] as RuleSource[] },
  { pack: 'b', title: 't', floor, rules: [c, d] as RuleSource[] },
])
const ordered = (name: string): fc.Arbitrary<PackSource> =>
  fc.array(fc.tuple(match, fc.constantFrom(undefined, ...VERDICTS)), { minLength: 1, maxLength: 3 }).map((given) => ({
    pack: name,
    title: 't',
    imported: true,
    ordered: true,
    rules: given.map(([one, verdict], i) => ({
      id: `${name}.r${i}`,
      severity: 'high' as const,
      title: 't',
      why: 'w',
      match: one,
      ...(verdict !== undefined && { verdict }),
    })),
  }))
const choices = fc.record({
  severity: fc.record({
    low: fc.constantFrom(...VERDICTS),
    medium: fc.constantFrom(...VERDICTS),
    high: fc.constantFrom(...VERDICTS),
    critical: fc.constantFrom(...VERDICTS),
  }),
  otherwise: fc.constantFrom(...VERDICTS),
  profile: fc.constantFrom([], ['a.*']),
  overrides: fc.dictionary(fc.constantFrom('a.one', 'a.r1', 'a.*', 'b.two', '*'), fc.constantFrom('off' as const, ...VERDICTS), { maxKeys: 3 }),
  thresholds: fc.record({ severity: fc.constantFrom(...SEVERITIES), confidence: fc.constantFrom(0, 80) }, { requiredKeys: [] }),
})
const preset: fc.Arbitrary<PresetSource> = choices.map((given) => ({ name: 'p', title: 't', ...given }))
const settings = fc.record(
  {
    overrides: choices.map((one) => one.overrides),
    severity: choices.map((one) => one.severity),
    otherwise: fc.constantFrom(...VERDICTS),
    thresholds: choices.map((one) => one.thresholds),
    profile: choices.map((one) => one.profile),
  },
  { requiredKeys: [] },
)
const layers: fc.Arbitrary<Layer[]> = fc.array(
  fc
    .tuple(fc.constantFrom('administrator' as const, 'user' as const), settings, fc.constantFrom<SettingsSource['lock'][]>(undefined, ['a.*'], true))
    .map(([layer, given, lock]) => ({ layer, settings: layer === 'administrator' && lock !== undefined ? { ...given, lock } : given })),
  { maxLength: 2 },
)

const text = 'git push tok_abc --force :(){ :|:& };:'
const scene = { platform: 'linux' as const, text, now: '2030-01-01T00:00:00Z', scopes: ['s'] }
/** Of every rule, as grants name it. */
const revisionIn = (input: PolicyInput, id: string): string => {
  const policy = compilePolicy(input)
  for (let number = 0; ; number++) {
    try {
      const { rule } = policy.live(number)
      if (rule.id === id) return revisionOf(rule)
    } catch {
      return ''
    }
  }
}
const decide = (input: PolicyInput, given: readonly Action[], grants: readonly Grant[] = []): Decision =>
  judge(readingOf(...given), {}, compilePolicy(input), grants, scene)
const rank = (verdict: Verdict): number => VERDICTS.indexOf(verdict)
const runs = { numRuns: 300 }

describe('laws', () => {
  test('the judge never throws, and its reason is one line', () => {
    fc.assert(
      fc.property(packs, preset, layers, actions, (p, s, l, a) => {
        const decision = decide({ packs: p, preset: s, layers: l }, a)
        expect(decision.reason).not.toMatch(/[\n\r\0]/)
        expect(decision.findings.every((finding) => rank(finding.verdict) <= rank(decision.verdict))).toBe(true)
      }),
      runs,
    )
  })
  test('the order of packs and rules changes nothing', () => {
    fc.assert(
      fc.property(packs, preset, layers, actions, (p, s, l, a) => {
        const turned = [...p].reverse().map((pack) => ({ ...pack, rules: [...pack.rules].reverse() }))
        expect(decide({ packs: turned, preset: s, layers: l }, a)).toEqual(decide({ packs: p, preset: s, layers: l }, a))
      }),
      runs,
    )
  })
  test('the order of ordered packs among all others changes nothing', () => {
    fc.assert(
      fc.property(packs, ordered('u'), ordered('v'), preset, actions, (p, u, v, s, a) => {
        expect(decide({ packs: [v, ...p, u], preset: s }, a)).toEqual(decide({ packs: [u, v, ...p], preset: s }, a))
      }),
      runs,
    )
  })
  test('an ordered pack never loosens what others say, whatever it allows', () => {
    fc.assert(
      fc.property(packs, ordered('u'), preset, layers, actions, (p, u, s, l, a) => {
        const [before, after] = [decide({ packs: p, preset: s, layers: l }, a), decide({ packs: [...p, u], preset: s, layers: l }, a)]
        expect(rank(after.verdict)).toBeGreaterThanOrEqual(rank(before.verdict))
        expect(after.findings).toEqual(expect.arrayContaining([...before.findings]))
      }),
      runs,
    )
  })
  test('no project layer loosens an ordered pack', () => {
    fc.assert(
      fc.property(ordered('a'), preset, settings, actions, (u, s, project, a) => {
        const before = decide({ packs: [u], preset: s }, a)
        expect(rank(decide({ packs: [u], preset: s, layers: [{ layer: 'project', settings: project }] }, a).verdict)).toBeGreaterThanOrEqual(
          rank(before.verdict),
        )
      }),
      runs,
    )
  })
  test('adding a rule never loosens', () => {
    fc.assert(
      fc.property(packs, rule('c.new'), preset, layers, actions, (p, extra, s, l, a) => {
        const more = [...p, { pack: 'c', title: 't', rules: [extra] }]
        expect(rank(decide({ packs: more, preset: s, layers: l }, a).verdict)).toBeGreaterThanOrEqual(
          rank(decide({ packs: p, preset: s, layers: l }, a).verdict),
        )
      }),
      runs,
    )
  })
  test('no grant lifts a denial, or what is critical', () => {
    fc.assert(
      fc.property(packs, preset, actions, (p, s, a) => {
        const before = decide({ packs: p, preset: s }, a)
        // For everything that could be granted one by one, whether or not an answer to the whole call could be kept.
        const grants = before.findings.map((finding, i): Grant => ({
          id: String(i),
          rule: finding.rule,
          revision: revisionIn({ packs: p, preset: s }, finding.rule),
          severity: 'critical',
          shape: textOfShape(literalOf(callOf(a, {}, text, 'command'), null, [])),
          scope: 's',
          expiresAt: '2031-01-01T00:00:00Z',
          from: 'x',
        }))
        const after = decide({ packs: p, preset: s }, a, grants)
        if (before.findings.some(({ verdict, severity }) => verdict === 'ask' && severity === 'critical')) expect(after.verdict).toBe(before.verdict)
        if (before.verdict === 'deny') expect(after.verdict).toBe('deny')
        else expect(rank(after.verdict)).toBeLessThanOrEqual(rank(before.verdict))
        expect(after.findings.filter((finding) => finding.verdict === 'deny')).toEqual(before.findings.filter((finding) => finding.verdict === 'deny'))
      }),
      runs,
    )
  })
  test('no project layer loosens', () => {
    fc.assert(
      fc.property(packs, preset, layers, settings, actions, (p, s, l, project, a) => {
        const before = decide({ packs: p, preset: s, layers: l }, a)
        const after = decide({ packs: p, preset: s, layers: [{ layer: 'project', settings: project }, ...l] }, a)
        expect(rank(after.verdict)).toBeGreaterThanOrEqual(rank(before.verdict))
        for (const finding of before.findings) expect(after.findings.map((one) => one.rule)).toContain(finding.rule)
      }),
      runs,
    )
  })
  test('below the administrator nothing lifts the floor', () => {
    fc.assert(
      fc.property(preset, settings, settings, (s, user, project) => {
        const floor: PackSource = {
          pack: 'floor',
          title: 't',
          floor: true,
          rules: [{ id: 'a.one', severity: 'low', title: 't', why: 'w', match: { run: 'rm' } }],
        }
        expect(
          decide(
            {
              packs: [floor],
              preset: s,
              layers: [
                { layer: 'user', settings: user },
                { layer: 'project', settings: project },
              ],
            },
            [run(0, 'rm x')],
          ).verdict,
        ).toBe('deny')
      }),
      runs,
    )
  })
  test('the index silences no rule', () => {
    // The same rule behind a condition that no key can be made of is looked at for every action.
    fc.assert(
      fc.property(leaf, fc.option(leaf), actions, (one, other, a) => {
        const plain: PresetSource = { name: 'p', title: 't', severity: { low: 'ask', medium: 'ask', high: 'ask', critical: 'ask' }, otherwise: 'allow' }
        const found = (source: MatchSource): (number | null)[] =>
          decide(
            {
              packs: [
                {
                  pack: 'a',
                  title: 't',
                  rules: [{ id: 'a.b', severity: 'high', title: 't', why: 'w', match: source, ...(other === null ? {} : { unless: other }) }],
                },
              ],
              preset: plain,
            },
            a,
          )
            .findings.filter((finding) => finding.rule === 'a.b')
            .map((finding) => finding.action)
        if (one.text !== undefined || one.detector !== undefined) return
        expect(found(one)).toEqual(found({ not: { not: one } }))
      }),
      runs,
    )
  })
})
