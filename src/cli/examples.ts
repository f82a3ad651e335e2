// Do rules, programs and the corpus do what their examples say? Counted, with every failing one named.
import { policyOf } from '../config/builtin.ts'
import { compileUserRegex } from '../config/user-regex.ts'
import { showAction } from '../core/log/render.ts'
import { factsOf, runExamples } from '../core/policy/examples.ts'
import type { ExampleContext } from '../core/policy/examples.ts'
import type { Decision } from '../core/model.ts'
import type { RuleSource } from '../core/rules/source.ts'
import type { Sources } from '../config/load-data.ts'
import type { CodeParsers } from '../core/languages/_code/parsers.ts'
import { gateOf } from '../gate/gate.ts'
import type { Checked } from '../gate/gate.ts'
import { callOf } from './call.ts'
import { fulfils } from './corpus.ts'
import type { CorpusFile } from './corpus.ts'

interface Failure {
  readonly of: string
  readonly what: string
  readonly command: string
}
interface Count {
  readonly what: 'positive' | 'negative' | 'program' | 'dangerous' | 'benign' | 'evasion' | 'known bypass'
  readonly total: number
  readonly failed: number
}
export interface ExampleReport {
  readonly counts: readonly Count[]
  readonly failures: readonly Failure[]
  /** Rules that bring no hits or no misses. */
  readonly untested: readonly string[]
}

const SCENE = { cwd: '/home/dev/app', home: '/home/dev', project: '/home/dev/app' }
type Context = ExampleContext
type Check = (command: string, context: Context) => Checked

/** Examples run through the whole gate in preset `standard`; rules a preset must name are switched on for their own. */
export function checksOf(
  sources: Pick<Sources, 'meaning' | 'languages' | 'places' | 'packs' | 'presets'>,
  parsers: CodeParsers,
): { readonly standard: Check; readonly withProfile: Check } {
  const make = (profile: readonly string[]): Check => {
    const policy = policyOf(sources, 'standard', profile.length === 0 ? [] : [{ layer: 'user', settings: { profile } }], [], compileUserRegex)
    if (policy === null) throw new Error('the preset `standard` is missing')
    const gate = gateOf(sources, policy, parsers)
    return (command, { tool = 'Bash', input = { command }, annotations, committed, 'logged-out': loggedOut, ...context }) => {
      const scene = { ...SCENE, ...context }
      return gate.check(callOf(tool, input, scene.cwd, annotations === undefined ? {} : { annotations }), scene, {
        facts: factsOf({ ...(committed && { committed }), ...(loggedOut && { 'logged-out': loggedOut }) }, scene.cwd),
      })
    }
  }
  return { standard: make([]), withProfile: make(['*']) }
}

export function tryRules(rules: readonly RuleSource[], standard: Check, withProfile: Check): ExampleReport {
  const decide =
    (check: Check) =>
    (command: string, context: Context): Decision =>
      check(command, context).decision
  const plain = runExamples(
    rules.filter(({ status }) => status !== 'profile'),
    decide(standard),
  )
  const results = [
    ...plain,
    ...runExamples(
      rules.filter(({ status }) => status === 'profile'),
      decide(withProfile),
    ),
  ]
  const failures = results.flatMap(({ rule, failedHits, failedMisses, broken }) => [
    ...failedHits.map((command) => ({ of: rule, what: 'should be found and is not', command })),
    ...failedMisses.map((command) => ({ of: rule, what: 'should not be found and is', command })),
    ...broken.map((command) => ({ of: rule, what: 'could not be judged', command })),
  ])
  const sum = (count: (rule: (typeof results)[number]) => number): number => results.reduce((all, one) => all + count(one), 0)
  return {
    counts: [
      { what: 'positive', total: rules.reduce((all, { hits = [] }) => all + hits.length, 0), failed: sum(({ failedHits }) => failedHits.length) },
      { what: 'negative', total: rules.reduce((all, { misses = [] }) => all + misses.length, 0), failed: sum(({ failedMisses }) => failedMisses.length) },
    ],
    failures,
    untested: results.filter(({ untested }) => untested).map(({ rule }) => rule),
  }
}

export function tryPrograms(examples: Sources['programExamples'], check: Check): ExampleReport {
  const failures = examples.flatMap(({ program, command, actions }) => {
    const got = check(command, {})
      .reading.actions.filter((action) => !(action.does === 'run' && action.by === null))
      .map(showAction)
      .sort()
    const want = [...actions].sort()
    const extra = got.filter((one) => !want.includes(one))
    const missing = want.filter((one) => !got.includes(one))
    if (got.join('\n') === want.join('\n')) return []
    const said = [...(missing.length > 0 ? [`missing ${missing.join(', ')}`] : []), ...(extra.length > 0 ? [`also ${extra.join(', ')}`] : [])]
    return [{ of: `program ${program}`, what: said.length === 0 ? `is read as ${got.join(', ')}` : said.join('; '), command }]
  })
  return { counts: [{ what: 'program', total: examples.length, failed: failures.length }], failures, untested: [] }
}

export function tryCorpus(files: readonly CorpusFile[], check: Check): ExampleReport {
  const counts: Count[] = []
  const failures: Failure[] = []
  const run = (what: Count['what'], some: readonly CorpusFile[]): void => {
    let total = 0
    const before = failures.length
    for (const { name, open, cases } of some) {
      for (const { command, want, note: _note, ...context } of cases) {
        total++
        const { verdict } = check(command, context).decision
        if (fulfils(want, verdict) === open) {
          failures.push({
            of: `corpus/${name}`,
            what: open ? `is now answered ${verdict}: move it to the cases that hold` : `wants ${want}, is answered ${verdict}`,
            command,
          })
        }
      }
    }
    if (some.length > 0) counts.push({ what, total, failed: failures.length - before })
  }
  run(
    'dangerous',
    files.filter(({ name }) => name.startsWith('dangerous/')),
  )
  run(
    'benign',
    files.filter(({ name }) => name.startsWith('benign/')),
  )
  run(
    'evasion',
    files.filter(({ name, open }) => name.startsWith('evasions/') && !open),
  )
  run(
    'known bypass',
    files.filter(({ open }) => open),
  )
  return { counts, failures, untested: [] }
}
