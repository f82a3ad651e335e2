// Shows that what the gate takes for known output is what the real tools print, on generated options, directives and expressions.
import { describe, expect, it } from 'vitest'
import { shippedGate } from '../built-gate.ts'

interface Case {
  readonly line?: string
  readonly expression?: string
}
interface Comparison {
  readonly counts: Readonly<Record<string, { readonly known: number }>>
  readonly differing: readonly (Case & { readonly printed: string; readonly believed: unknown })[]
}
const { casesOf, disagreements, missingTools } = (await import(new URL('../../scripts/known-output.mjs', import.meta.url).href)) as {
  readonly casesOf: (count: number, seed: number) => readonly Case[]
  readonly disagreements: (check: unknown, cases: readonly Case[]) => Comparison
  readonly missingTools: () => readonly string[]
}

const COUNT = 2500
const SEEDS = [7, 20261118]
const missing = missingTools()
const isRequired = process.env['PRUDENT_TOOL_TESTS'] === 'required'
const { check } = await shippedGate()

it.runIf(isRequired)('all tools are here', () => {
  expect(missing).toEqual([])
})

describe.skipIf(missing.length > 0)('what is taken for known output', () => {
  it.each(SEEDS)(
    'is what the tools print, seed %i',
    (seed) => {
      const { counts, differing } = disagreements(check, casesOf(COUNT, seed))
      expect(differing.map(({ line, expression, printed, believed }) => ({ line: line ?? expression, printed, believed }))).toEqual([])
      // The comparison is worth something only where much is known.
      const known = Object.values(counts).reduce((all, count) => all + count.known, 0)
      expect(known).toBeGreaterThan(COUNT / 3)
    },
    300_000,
  )
})
