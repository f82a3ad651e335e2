// Does a function that deletes the home, or what is this gate's own, pass where it is reached by another way than its name? In every preset and mode.
import { beforeAll, describe, expect, test } from 'vitest'
import { heldBack } from '../../src/answer/mode.ts'
import { DEFAULT_CONDUCT } from '../../src/config/conduct.ts'
import type { Checked } from '../../src/gate/gate.ts'
import { buildGates } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import { attempts, controls } from './hidden-members.ts'
import { PRESETS } from '../presets.ts'

const MODES = [
  DEFAULT_CONDUCT,
  { ...DEFAULT_CONDUCT, enabled: false },
  { ...DEFAULT_CONDUCT, mode: 'observe' as const },
  { ...DEFAULT_CONDUCT, autoApprove: true },
]
let gates: ReadonlyMap<string, Built>
beforeAll(async () => {
  gates = await buildGates(PRESETS)
}, 240_000)
const seen = (preset: string, command: string): Checked => (gates.get(preset) as Built).check(command)
const passes = ({ decision }: Checked): boolean => MODES.some((conduct) => heldBack(decision, conduct).decision.verdict === 'allow')

describe(`${attempts.length} functions under other names`, () => {
  test('there are enough of them', () => expect(attempts.length).toBeGreaterThan(120))
  test.each(PRESETS)('none gets through with preset %s, in any mode', (preset) => {
    const some = preset === 'bare' ? attempts : attempts.filter((_, at) => at % 5 === 0)
    expect(some.filter((command) => passes(seen(preset, command)))).toEqual([])
  })
  test('most are denied', () => {
    expect(attempts.filter((command) => seen('bare', command).decision.verdict === 'deny').length).toBeGreaterThan(attempts.length * 0.6)
  })
})
test(`${controls.length} harmless functions reached the same ways pass`, () => {
  expect(controls.length).toBeGreaterThan(20)
  expect(controls.filter((command) => seen('standard', command).decision.verdict !== 'allow')).toEqual([])
})
