// Do the laws hold for the whole gate as it ships, on our own data? Generated calls; order, additions, presets, projects and grants.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { policyOf } from '../../src/config/builtin.ts'
import { loadCodeParsers } from '../../src/config/code-parsers.ts'
import type { JsonObject, Verdict } from '../../src/core/model.ts'
import type { Layer } from '../../src/core/rules/source.ts'
import { gateOf } from '../../src/gate/gate.ts'
import type { Gate } from '../../src/gate/gate.ts'
import { home, shippedGate } from '../built-gate.ts'
import { script, seeded, soup } from '../shell-scripts.ts'

const { sources, gate, check } = await shippedGate()
const parsers = await loadCodeParsers()
const STRICTNESS: readonly Verdict[] = ['allow', 'ask', 'deny']
const strictness = (verdict: Verdict): number => STRICTNESS.indexOf(verdict)
const hits = sources.packs.flatMap((pack) => pack.rules.flatMap((rule) => (rule.hits ?? []).filter((hit) => typeof hit === 'string')))
const every = (list: readonly string[], step: number): string[] => list.filter((_, at) => at % step === 0)
const verdictIn = (other: Gate, command: string): Verdict =>
  other.check({ id: '1', host: 'test', session: 's', tool: { server: null, name: 'Bash' }, input: { command }, cwd: home.cwd }, home).decision.verdict
const gateWith = (preset: string, layers: readonly Layer[] = [], data = sources): Gate => {
  const policy = policyOf(data, preset, layers)
  if (policy === null) throw new Error(`no preset ${preset}`)
  return gateOf(data, policy, parsers)
}

describe('reading and judging', () => {
  const anyCommand = fc.oneof(
    fc.string({ maxLength: 200, unit: 'binary' }),
    fc.integer().map((seed) => soup(seeded(seed))),
    fc.integer().map((seed) => script(seeded(seed))),
    fc
      .tuple(fc.constantFrom(...hits), fc.nat(), fc.string({ maxLength: 3, unit: 'binary' }))
      .map(([hit, at, insert]) => hit.slice(0, at % hit.length) + insert + hit.slice(at % hit.length)),
    fc.tuple(fc.constantFrom(...hits), fc.constantFrom(...hits), fc.constantFrom('; ', ' && ', ' | ', '\n', ' || ')).map(([a, b, joint]) => a + joint + b),
  )
  it('never throw and always answer', { timeout: 60_000 }, () => {
    fc.assert(
      fc.property(anyCommand, (command) => {
        const { decision, reading } = check(command)
        expect(STRICTNESS).toContain(decision.verdict)
        // The reader's last resort: a bug of ours would show here.
        expect(reading.actions.some((action) => action.does === 'unknown' && action.detail === 'could not be read to its end')).toBe(false)
        expect(decision.findings.some((finding) => finding.rule === 'gate.rule-failed')).toBe(false)
        expect(decision.reason).not.toMatch(/\n|undefined|\[object/)
      }),
      { numRuns: 3000, seed: 5 },
    )
  })
  it('answer calls of any shape', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 4 }), (name, value) => {
        const input: JsonObject = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : { command: value as never }
        for (const tool of ['Bash', name]) {
          const { decision } = gate.check({ id: '1', host: 'test', session: 's', tool: { server: null, name: tool }, input, cwd: home.cwd }, home)
          expect(STRICTNESS).toContain(decision.verdict)
        }
      }),
      { numRuns: 500, seed: 5 },
    )
  })
  it('do not let a harmless neighbour hide a danger', () => {
    for (const hit of every(hits, 7)) {
      // A neighbour in bash makes a line of PowerShell or cmd bash.
      if (/<<|\\$|[\n#]|[A-Z][a-z]+-[A-Z]|HK[LC][MU]|^[\w.]+ \/|\$env:|\b[A-Z]:(?:\\| \/)|\s\\\\\w|\.exe\b/.test(hit)) continue
      expect(strictness(check(`echo hello; ${hit}`).decision.verdict), hit).toBeGreaterThanOrEqual(strictness(check(hit).decision.verdict))
    }
  })
})

describe('a policy', () => {
  // Made as the others are: what ships also knows which files are its own on this machine.
  const plain = gateWith('standard')
  it('does not depend on the order of packs and rules', () => {
    const reversed = { ...sources, packs: sources.packs.toReversed().map((pack) => ({ ...pack, rules: pack.rules.toReversed() })) }
    const other = gateWith('standard', [], reversed)
    for (const hit of every(hits, 3)) expect(verdictIn(other, hit), hit).toBe(verdictIn(plain, hit))
  })
  it('is never loosened by one more pack', () => {
    for (const left of sources.packs.slice(0, 12)) {
      const fewer = gateWith('standard', [], { ...sources, packs: sources.packs.filter((pack) => pack !== left) })
      for (const hit of every(hits, 11)) expect(strictness(verdictIn(plain, hit)), hit).toBeGreaterThanOrEqual(strictness(verdictIn(fewer, hit)))
    }
  })
  it('is never loosened by a project', () => {
    const overrides = Object.fromEntries(sources.packs.flatMap((pack) => pack.rules.map((rule) => [rule.id, 'allow' as const])))
    const project = gateWith('standard', [
      { layer: 'project', settings: { preset: 'bare', otherwise: 'allow', severity: { critical: 'allow', high: 'allow' }, overrides } },
    ])
    for (const hit of every(hits, 3)) expect(strictness(verdictIn(project, hit)), hit).toBeGreaterThanOrEqual(strictness(verdictIn(plain, hit)))
  })
  it('denies floor and self-protection in every preset, whatever the user says', () => {
    const floor = sources.packs
      .filter((pack) => pack.floor === true)
      .flatMap((pack) => pack.rules.flatMap((rule) => (rule.hits ?? []).filter((hit) => typeof hit === 'string')))
    expect(floor.length).toBeGreaterThan(10)
    for (const { name } of sources.presets) {
      const loose = gateWith(name, [
        { layer: 'user', settings: { severity: { critical: 'allow', high: 'allow' }, overrides: { 'floor.*': 'allow', 'self.*': 'off' } } },
      ])
      for (const hit of floor) expect(verdictIn(loose, hit), `${name}: ${hit}`).toBe('deny')
    }
  })
  it('gets stricter from relaxed to standard to strict', () => {
    const [relaxed, strict] = [gateWith('relaxed'), gateWith('strict')]
    for (const hit of every(hits, 3)) {
      const standard = strictness(verdictIn(plain, hit))
      expect(strictness(verdictIn(relaxed, hit)), hit).toBeLessThanOrEqual(standard)
      expect(strictness(verdictIn(strict, hit)), hit).toBeGreaterThanOrEqual(standard)
    }
  })
})
