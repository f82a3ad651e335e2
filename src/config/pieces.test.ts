// Is a policy the same whether its rules were made before, by the build, or are made now?
import { expect, test } from 'vitest'
import { canonicalOption } from '../core/meaning/canonical-option.ts'
import { compileRules } from '../core/policy/compile.ts'
import type { Layer } from '../core/rules/source.ts'
import { madeOf } from './builtin.ts'
import { adjusted } from './context.ts'
import { packageData } from './package-files.ts'

const LAYERS: readonly (readonly Layer[])[] = [
  [],
  [{ layer: 'user', settings: { overrides: { 'git.*': 'deny' }, profile: ['paths.read-outside'] } }],
  // Rules that these change are not those of the package any more.
  [{ layer: 'user', settings: { sandbox: { outside: { read: 'ask', write: 'deny' }, tools: ['Bash'] } } }],
  [{ layer: 'user', settings: { context: [{ when: { branch: 'main' }, rules: 'git.*', to: 'critical' }], packs: { database: 'off' } } as Layer['settings'] }],
]

test('several presets, under settings of many kinds', () => {
  const data = packageData()
  const made = madeOf(data)
  const canonical = (program: string, words: readonly string[], option: string): string => canonicalOption(data.meaning, program, words, option)
  for (const { rules } of data.packs) for (const rule of rules) expect([rule.id, made(rule) !== undefined]).toEqual([rule.id, true])
  data.presets.slice(0, 2 * LAYERS.length).forEach((preset, at) => {
    const { packs, layers } = adjusted(LAYERS[at % LAYERS.length] ?? [], data.packs, '/p', '/home/dev')
    const [kept, fresh] = [compileRules({ packs, preset, layers, canonical, made }), compileRules({ packs, preset, layers, canonical })]
    // As what is stored: the order of names in it is told apart too.
    expect(JSON.stringify(kept) === JSON.stringify(fresh)).toBe(true)
  })
})
