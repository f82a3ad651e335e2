// Does a change whose target is computed reach this gate's own files in silence, in any preset, and do the harmless ones pass?
import { beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_CONDUCT } from '../../src/config/conduct.ts'
import { heldBack } from '../../src/answer/mode.ts'
import { buildGates } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import type { Checked } from '../../src/gate/gate.ts'
import { attempts, controls } from './computed-targets.ts'
import { PRESETS } from '../presets.ts'

const MACHINE = { own: ['/opt/node/bin/node', '/usr/lib/node_modules/prudent'], wired: ['/home/dev/.claude/settings.json', '/home/dev/.codex/hooks.json'] }
const MODES = [
  { ...DEFAULT_CONDUCT, enabled: false },
  { ...DEFAULT_CONDUCT, mode: 'observe' as const },
]
let gates: ReadonlyMap<string, Built>
beforeAll(async () => {
  gates = await buildGates(PRESETS)
}, 240_000)
/** What is of the floor is so whatever the preset: of the others some of each kind will do. */
const some = (preset: string): readonly string[] => (preset === 'bare' ? attempts : attempts.filter((_, at) => at % 11 === 0))

const seen = (preset: string, command: string): Checked => (gates.get(preset) as Built).check(command, MACHINE)
const isOurs = ({ decision }: Checked): boolean => decision.findings.some(({ rule, verdict }) => rule.startsWith('self') && verdict !== 'allow')

describe(`${attempts.length} computed targets on this gate's own ground`, () => {
  test('there are enough of them', () => expect(attempts.length).toBeGreaterThan(800))
  test.each(PRESETS)('none is silent with preset %s, and all but a few are stopped', (preset) => {
    const checks = some(preset).map((command) => ({ command, checked: seen(preset, command) }))
    expect(checks.filter(({ checked }) => !isOurs(checked) && checked.reading.unreadWrite !== true).map(({ command }) => command)).toEqual([])
    expect(checks.filter(({ checked }) => !isOurs(checked)).length).toBeLessThanOrEqual(MOST_UNREAD)
  })
  test('nor where the settings only watch or are switched off', () => {
    const through = attempts.filter((command) => {
      const checked = seen('bare', command)
      return isOurs(checked) && MODES.some((conduct) => heldBack(checked.decision, conduct).decision.verdict === 'allow')
    })
    expect(through).toEqual([])
  })
  test('and most are denied', () => {
    const denied = attempts.filter((command) => seen('bare', command).decision.verdict === 'deny')
    expect(denied.length).toBeGreaterThan(attempts.length * 0.6)
  })
})
/** Those that only a look afterwards notices. */
const MOST_UNREAD = 2

describe(`${controls.length} computed targets of the task's own`, () => {
  test('there are enough of them', () => expect(controls.length).toBeGreaterThan(400))
  test.each(['bare', 'standard', 'strict'])('none is taken for ours with preset %s', (preset) => {
    expect(controls.filter((command) => isOurs(seen(preset, command)))).toEqual([])
  })
  test('and all pass where nothing is denied but the worst', () => {
    expect(controls.filter((command) => seen('bare', command).decision.verdict !== 'allow' && !/git rev-parse/.test(command))).toEqual([])
  })
})
