// Do our own YAML files say what their examples say? Every rule, every program, through the whole gate.
import { describe, expect, it } from 'vitest'
import { showAction } from '../../src/core/log/render.ts'
import { runExamples } from '../../src/core/policy/examples.ts'
import { buildGate } from '../built-gate.ts'

const { sources, check } = await buildGate('standard', true)

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

  const programs = [...new Set(sources.programExamples.map((example) => example.program))]
  it.each(programs)('program %s does what its examples say', (program) => {
    for (const { command, actions } of sources.programExamples.filter((example) => example.program === program)) {
      const seen = check(command)
        .reading.actions.filter((action) => action.does !== 'run' || action.by !== null)
        .map(showAction)
      expect(seen.sort(), command).toEqual([...actions].sort())
    }
  })
})
