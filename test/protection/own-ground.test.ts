// Can anything be done to this gate's own ground in silence, in any preset or mode? And does what only looks like it pass?
import { beforeAll, describe, expect, test } from 'vitest'
import { heldBack } from '../../src/answer/mode.ts'
import { callOf } from '../../src/cli/call.ts'
import { DEFAULT_CONDUCT } from '../../src/config/conduct.ts'
import type { Conduct } from '../../src/config/conduct.ts'
import type { JsonObject, Verdict } from '../../src/core/model.ts'
import type { Checked } from '../../src/gate/gate.ts'
import { buildGates, home } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import { attempts, controls } from './own-ground.ts'
import type { Attempt } from './own-ground.ts'
import { PRESETS } from '../presets.ts'

const MACHINE = {
  ...home,
  own: ['/opt/node/bin/node', '/usr/lib/node_modules/prudent'],
  wired: ['/home/dev/.claude/settings.json', '/home/dev/.codex/hooks.json'],
}
const MODES: Readonly<Record<string, Conduct>> = {
  enforce: DEFAULT_CONDUCT,
  'enabled: false': { ...DEFAULT_CONDUCT, enabled: false },
  'mode: observe': { ...DEFAULT_CONDUCT, mode: 'observe' },
  'approvals: auto': { ...DEFAULT_CONDUCT, autoApprove: true },
}
let gates: ReadonlyMap<string, Built>
beforeAll(async () => {
  gates = await buildGates(PRESETS)
}, 240_000)

const seen = (preset: string, { tool, input }: Attempt): Checked =>
  (gates.get(preset) as Built).gate.check(callOf(tool, input as JsonObject, home.cwd, {}), MACHINE)
const verdictIn = (checked: Checked, mode: string): Verdict => heldBack(checked.decision, MODES[mode] as Conduct).decision.verdict
const shown = ({ input }: Attempt): string => JSON.stringify(input)
/** All with the loosest preset; of each kind some with the others. */
const some = (preset: string): readonly Attempt[] => (preset === 'bare' ? attempts : attempts.filter((_, at) => at % 7 === 0))

describe(`${attempts.length} attempts on this gate's own ground`, () => {
  test('there are enough of them', () => expect(attempts.length).toBeGreaterThan(400))
  test.each(PRESETS)('none gets through with preset %s, in any mode', (preset) => {
    const through = some(preset).filter((attempt) => {
      const checked = seen(preset, attempt)
      return Object.keys(MODES).some((mode) => verdictIn(checked, mode) === 'allow')
    })
    expect(through.map(shown)).toEqual([])
  })
  test('most are denied', () => {
    const denied = attempts.filter((attempt) => seen('bare', attempt).decision.verdict === 'deny')
    expect(denied.length).toBeGreaterThan(attempts.length * 0.75)
  })
})
describe(`${controls.length} calls that only look like it`, () => {
  test('there are enough of them', () => expect(controls.length).toBeGreaterThan(150))
  test.each(['bare', 'standard'])('none is taken for one with preset %s', (preset) => {
    const stopped = controls.filter((control) =>
      seen(preset, control).decision.findings.some(({ rule, verdict }) => rule.startsWith('self') && verdict !== 'allow'),
    )
    expect(stopped.map(shown)).toEqual([])
  })
})
