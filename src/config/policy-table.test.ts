// Does a policy read back as it was compiled, also where only what differs from another was packed?
import { expect, test } from 'vitest'
import { compileRules, partsOf } from '../core/policy/compile.ts'
import type { CompiledPolicy } from '../core/policy/compile.ts'
import { readTable, wholeTable } from './lazy-table.ts'
import { packageData } from './package-files.ts'
import { packPolicy, readPolicy } from './policy-table.ts'

test('with other verdicts, with fewer rules, more or others', () => {
  const { packs, presets } = packageData()
  const policies = presets
    .filter((preset) => preset.packs === undefined)
    .slice(0, 3)
    .map((preset, at): CompiledPolicy => compileRules({ packs: at < 2 ? packs.slice(0, 3) : packs.slice(2, 4), preset }))
  // The same rules with another verdict for one, and with one of them raised.
  const preset = presets.find((one) => one.name === 'standard')
  const [rule] = packs[0]?.rules ?? []
  if (preset === undefined || rule === undefined) throw new Error('nothing to compile')
  const layers = [{ layer: 'user', settings: { overrides: { [rule.id]: 'deny' } } }] as const
  const raised = packs
    .slice(0, 3)
    .map((pack) => ({ ...pack, rules: pack.rules.map((one) => (one === rule ? { ...one, severity: 'critical' as const } : one)) }))
  policies.push(compileRules({ packs: packs.slice(0, 3), preset, layers }), compileRules({ packs: raised, preset }))
  for (const base of policies) {
    const bytes = Buffer.from(packPolicy(base))
    const [under, all] = [readTable<unknown>(bytes), wholeTable(bytes)]
    expect(new Map(Object.entries(under))).toEqual(all)
    for (const policy of policies) {
      const text = packPolicy(policy, 'about', { lines: base.lines, whole: () => all })
      const read = readPolicy(Buffer.from(text), under)
      const whole = partsOf(policy)
      const same = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
      expect(same(read.index)).toEqual(same(whole.index))
      expect(read.about).toBe('about')
      for (const [key, numbers] of Object.entries(policy.index.keys)) expect(read.under?.(key)).toEqual(numbers)
      for (const key of Object.keys(base.index.keys)) expect(read.under?.(key)).toEqual(policy.index.keys[key])
      const most = Math.max(policy.rules.length, base.rules.length)
      for (let rule = 0; rule < most; rule++)
        expect([read.rule(rule), read.prose(rule)].map((one) => JSON.stringify(one))).toEqual(
          [whole.rule(rule), whole.prose(rule)].map((one) => JSON.stringify(one)),
        )
      if (policy === base) expect(text.length).toBeLessThan(packPolicy(policy).length / 10)
    }
  }
})
