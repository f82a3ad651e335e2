// Are the doctor's questions answered as it expects, in every preset, and never the same twice?
import { beforeAll, describe, expect, test } from 'vitest'
import { heldBack } from '../../src/answer/mode.ts'
import { DEFAULT_CONDUCT } from '../../src/config/conduct.ts'
import { questionsFrom } from '../../src/install/questions.ts'
import { buildGates } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import { seeded } from '../shell-scripts.ts'
import { PRESETS } from '../presets.ts'

const MODES = [DEFAULT_CONDUCT, { ...DEFAULT_CONDUCT, enabled: false }, { ...DEFAULT_CONDUCT, mode: 'observe' as const }]
const asked = (count: number, seed: number, plain = false) => {
  const { below } = seeded(seed)
  const random = (): number => below(1_000_000) / 1_000_000
  return Array.from({ length: count }, () => questionsFrom(random, plain)).flat()
}

let gates: ReadonlyMap<string, Built>
beforeAll(async () => {
  gates = await buildGates(PRESETS)
}, 240_000)

describe.each(PRESETS)('with preset %s', (preset) => {
  test.each([false, true])('what must be denied is, in every mode, and what must pass does (plain: %s)', (plain) => {
    const wrong = asked(preset === 'standard' ? 400 : 80, 11, plain).filter(({ command, must }) => {
      const { decision } = (gates.get(preset) as Built).check(command)
      return must === 'deny' ? MODES.some((conduct) => heldBack(decision, conduct).decision.verdict !== 'deny') : decision.verdict !== 'allow'
    })
    expect([...new Set(wrong.map(({ command, must }) => `${must}: ${command}`))]).toEqual([])
  })
})
test('nobody can list them, nor tell by their order which is which', () => {
  const all = asked(2000, 7)
  const commands = all.map(({ command }) => command)
  expect(new Set(commands).size).toBeGreaterThan(commands.length * 0.5)
  for (let place = 0; place < 4; place++) {
    const denied = all.filter((_, at) => at % 4 === place).filter(({ must }) => must === 'deny').length
    expect(denied).toBeGreaterThan(900)
    expect(denied).toBeLessThan(1100)
  }
  expect(commands.filter((command) => /\b[NLDC]\b|\bsdL/.test(command))).toEqual([])
})
