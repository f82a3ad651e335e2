// Does a disguise ever loosen a decision of the built library? Every hit of every rule, replayed under each of them.
import { describe, expect, it } from 'vitest'
import type { Verdict } from '../../src/core/model.ts'
import { shippedGate } from '../built-gate.ts'
import { canBePrefixed, canBeWrapped, DISGUISES, WHOLE } from '../disguises.ts'

const { sources, check } = await shippedGate()
const STRICTNESS: readonly Verdict[] = ['allow', 'ask', 'deny']

const hits = [...new Set(sources.packs.flatMap((pack) => pack.rules.flatMap((rule) => (rule.hits ?? []).filter((hit) => typeof hit === 'string'))))].filter(
  (hit) => !hit.includes('\0'),
)
describe('a disguise never loosens a decision', () => {
  const plain = new Map(hits.map((hit) => [hit, STRICTNESS.indexOf(check(hit).decision.verdict)]))
  const loosened = (commands: readonly string[], disguise: (command: string) => string): string[] =>
    commands.filter((command) => STRICTNESS.indexOf(check(disguise(command)).decision.verdict) < (plain.get(command) ?? 0)).map(disguise)

  it.each(Object.entries(DISGUISES))('%s', (_name, disguise) => {
    expect(loosened(hits.filter(canBePrefixed), disguise)).toEqual([])
  })
  it.each(Object.entries(WHOLE))('%s', (_name, disguise) => {
    expect(loosened(hits.filter(canBeWrapped), disguise)).toEqual([])
  })
  it('is tried on many commands', () => {
    expect(hits.length).toBeGreaterThan(40)
  })
})
