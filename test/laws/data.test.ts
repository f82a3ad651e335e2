// Do our own YAML files say what their examples say? Every rule, every program, through the whole gate.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { showAction } from '../../src/core/log/render.ts'
import { canonicalMatch } from '../../src/core/policy/options.ts'
import type { MatchSource } from '../../src/core/rules/source.ts'
import { expandBraces } from '../../src/core/text/glob.ts'
import { runExamples } from '../../src/core/policy/examples.ts'
import { FORMS } from '../../src/core/readers/task-forms.ts'
import { buildGate } from '../built-gate.ts'

const programs = readdirSync('programs').map((name) => readFileSync(`programs/${name}`, 'utf8'))
const { sources, check } = await buildGate('standard', true)

/** Everything that stands under a key, however deep. */
const valuesOf = (data: unknown, key: string): readonly unknown[] =>
  typeof data !== 'object' || data === null ? [] : Object.entries(data).flatMap(([name, value]) => (name === key ? [value] : []).concat(valuesOf(value, key)))
const runsOf = (rules: unknown): readonly string[] =>
  valuesOf(rules, 'run')
    .flat()
    .filter((one) => typeof one === 'string')
/** As it is compiled, in one word after the other. */
const compiled = (part: MatchSource): unknown => canonicalMatch(part, (_program, _words, option) => option)
/** Who runs crontab is asked about by its words. */
const JUDGED_OTHERWISE = new Set<unknown>(['schedule'])

describe('our data', () => {
  it('has no problems', () => {
    expect(sources.problems).toEqual([])
  })

  it.each(sources.packs.map((pack) => [pack.pack, pack] as const))('pack %s does what its examples say', (_name, pack) => {
    const failing = runExamples(pack.rules, (command, context) => check(command, context).decision).filter(
      ({ failedHits, failedMisses, broken }) => failedHits.length + failedMisses.length + broken.length > 0,
    )
    expect(failing).toEqual([])
  })

  it.each(sources.packs.flatMap((pack) => pack.rules.map((rule) => [rule.id, rule] as const)))('%s carries two hits and two misses', (_id, rule) => {
    expect(rule.hits?.length ?? 0).toBeGreaterThanOrEqual(2)
    expect(rule.misses?.length ?? 0).toBeGreaterThanOrEqual(2)
  })

  it('no pattern of a run has braces that mean themselves', () => {
    const patterns = runsOf(
      sources.packs.flatMap(({ rules }) =>
        rules.flatMap(({ match, unless = [], raise = [] }) => [match, unless, raise.map(({ when }) => when)].flat().map(compiled)),
      ),
    )
    expect(patterns.length).toBeGreaterThan(1000)
    expect(patterns.filter((pattern) => pattern.split(' ').some((word) => expandBraces(word).some((one) => /[{}]/.test(one))))).toEqual([])
  })

  it('every change that a program is said to make is asked for by a rule', () => {
    const judged = new Set(valuesOf(sources.packs, 'change').flatMap((one) => [one, (one as { what?: unknown } | null)?.what].flat()))
    const made = programs.flatMap((text) => valuesOf(parse(text), 'change')).filter((one) => typeof one === 'string')
    expect(made.length).toBeGreaterThan(20)
    expect([...new Set(made)].filter((what) => !judged.has(what) && !JUDGED_OTHERWISE.has(what))).toEqual([])
  })

  it('every form of files with tasks that a program names can be read, and each is named', () => {
    const named = programs.flatMap((text) => valuesOf(parse(text), 'tasks').flatMap((tasks) => valuesOf(valuesOf(tasks, 'files'), 'as')))
    expect(new Set(named)).toEqual(new Set(Object.keys(FORMS)))
  })

  const names = [...new Set(sources.programExamples.map((example) => example.program))]
  it.each(names)('program %s does what its examples say', (program) => {
    for (const { command, actions } of sources.programExamples.filter((example) => example.program === program)) {
      const seen = check(command)
        .reading.actions.filter((action) => action.does !== 'run' || action.by !== null)
        .map(showAction)
      expect(seen.sort(), command).toEqual([...actions].sort())
    }
  })
})
