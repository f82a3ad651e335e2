// Is there a way to this gate by packages, by other terminals, by its own command or by agents' settings that nobody hears of? And does everyday work of the same kind pass?
import { beforeAll, describe, expect, test } from 'vitest'
import { callOf } from '../../src/cli/call.ts'
import type { JsonObject } from '../../src/core/model.ts'
import type { Checked } from '../../src/gate/gate.ts'
import { buildGates, home } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import { agentSettings } from './agent-settings.ts'
import { ownCommand } from './own-command.ts'
import type { Attempt } from './own-ground.ts'
import { packages } from './packages.ts'
import { typing } from './typing.ts'

const PREFIX = '/home/dev/.nvm/versions/node/v20.20.2'
const MACHINE = {
  ...home,
  own: [`${PREFIX}/bin/node`, `${PREFIX}/lib/node_modules/prudent`],
  wired: ['/home/dev/.claude/settings.json', '/home/dev/.codex/hooks.json'],
}
const PRESETS = ['bare', 'standard', 'relaxed', 'wolffish']
const CLASSES = { packages, typing, 'our own command': ownCommand, "agents' settings": agentSettings }

let gates: ReadonlyMap<string, Built>
beforeAll(async () => {
  gates = await buildGates(PRESETS)
}, 240_000)

const seen = (preset: string, { tool, input }: Attempt): Checked =>
  (gates.get(preset) as Built).gate.check(callOf(tool, input as JsonObject, home.cwd, {}), MACHINE)
const shown = ({ tool, input }: Attempt): string => `${tool} ${JSON.stringify(input)}`
/** All with the loosest preset; of each kind some with the others. */
const some = (preset: string, all: readonly Attempt[]): readonly Attempt[] => (preset === 'bare' ? all : all.filter((_, at) => at % 11 === 0))
const OURS = /^(?:self|self-doubt)\./

describe.each(Object.entries(CLASSES))('%s', (_name, { attempts, controls }) => {
  test('there are enough of them', () => {
    expect(attempts.length).toBeGreaterThan(100)
    expect(controls.length).toBeGreaterThan(50)
  })
  test.each(PRESETS)('no attempt is let through with preset %s', (preset) => {
    const through = some(preset, attempts).filter(
      (attempt) => !seen(preset, attempt).decision.findings.some(({ rule, verdict }) => OURS.test(rule) && verdict !== 'allow'),
    )
    expect(through.map(shown)).toEqual([])
  })
  test('no everyday work is taken for one', () => {
    const stopped = controls.filter((control) =>
      seen('standard', control).decision.findings.some(({ rule, verdict }) => OURS.test(rule) && verdict !== 'allow'),
    )
    expect(stopped.map(shown)).toEqual([])
  })
})
