// Does any of these ways to this gate's own ground pass unheard, in any preset or mode? And does everyday work of the same kind pass?
import { beforeAll, describe, expect, test } from 'vitest'
import { heldBack } from '../../src/answer/mode.ts'
import { callOf } from '../../src/cli/call.ts'
import { DEFAULT_CONDUCT } from '../../src/config/conduct.ts'
import type { JsonObject } from '../../src/core/model.ts'
import type { Checked } from '../../src/gate/gate.ts'
import { buildGates, home } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import { brought } from './brought.ts'
import { chosen } from './chosen.ts'
import { compiled } from './compiled.ts'
import { deskAddresses } from './desk-addresses.ts'
import { expandedAgain } from './expanded-again.ts'
import { insideTexts } from './inside-texts.ts'
import { installedOver } from './installed-over.ts'
import { leftBehind } from './left-behind.ts'
import type { Attempt } from './own-ground.ts'
import { listedKeys } from './listed-keys.ts'
import { madeLinks } from './made-links.ts'
import { searchPath } from './search-path.ts'
import { shadowing } from './shadowing.ts'
import { startedElsewhere } from './started-elsewhere.ts'
import { takenIn } from './taken-in.ts'
import { unreadSources, widenedNames } from './widened-names.ts'
import { wholeFolders } from './whole-folders.ts'
import { PRESETS } from '../presets.ts'

const PREFIX = '/home/dev/.nvm/versions/node/v20.20.2'
const MACHINE = {
  ...home,
  own: [`${PREFIX}/bin/node`, `${PREFIX}/lib/node_modules/prudent`],
  wired: ['/home/dev/.claude/settings.json', '/home/dev/.codex/hooks.json'],
}
const MODES = [
  DEFAULT_CONDUCT,
  { ...DEFAULT_CONDUCT, enabled: false },
  { ...DEFAULT_CONDUCT, mode: 'observe' as const },
  { ...DEFAULT_CONDUCT, autoApprove: true },
]
const CLASSES = {
  'names chosen out of a listing': chosen,
  'names computed inside texts that programs read': insideTexts,
  'programs installed over the Node that runs us': installedOver,
  'the folders where programs are looked up': searchPath,
  'keys chosen out of a list': listedKeys,
  'links made just before': madeLinks,
  'names that the shell expands once more': expandedAgain,
  "files that hide Python's own modules": shadowing,
  'our program taken in by code': takenIn,
  'whole folders put over ours': wholeFolders,
  'settings that git, patches and archives bring': brought,
  'programs compiled and run': compiled,
  'what is left behind': leftBehind,
  'our command and our files by other ways': startedElsewhere,
  'names as other shells and options spell them, and who holds a file or a port': widenedNames,
  'the desk, however its address is spelled': deskAddresses,
}

let gates: ReadonlyMap<string, Built>
beforeAll(async () => {
  gates = await buildGates(PRESETS)
}, 240_000)

const seen = (preset: string, { tool, input }: Attempt): Checked =>
  (gates.get(preset) as Built).gate.check(callOf(tool, input as JsonObject, home.cwd, {}), MACHINE)
const shown = ({ tool, input }: Attempt): string => `${tool} ${JSON.stringify(input)}`
const isHeard = ({ decision }: Checked): boolean =>
  decision.findings.some(({ rule, verdict }) => /^self(?:-doubt)?\./.test(rule) && verdict !== 'allow') &&
  MODES.every((conduct) => heldBack(decision, conduct).decision.verdict !== 'allow')
/** All with the loosest preset; of each kind some with the others, which have the same floor. */
const some = (preset: string, all: readonly Attempt[]): readonly Attempt[] => (preset === 'bare' ? all : all.filter((_, at) => at % 13 === 0))

test('what is compiled out of a text that nobody could read, and run, is asked about', () => {
  const passed = unreadSources.filter((attempt) => seen('standard', attempt).decision.verdict === 'allow')
  expect(passed.map(shown)).toEqual([])
})

describe.each(Object.entries(CLASSES))('%s', (_name, { attempts, controls }) => {
  test('there are enough of them', () => {
    expect(attempts.length).toBeGreaterThan(100)
    expect(controls.length).toBeGreaterThan(40)
  })
  test.each(PRESETS)('no attempt is let through with preset %s, in any mode', (preset) => {
    expect(
      some(preset, attempts)
        .filter((attempt) => !isHeard(seen(preset, attempt)))
        .map(shown),
    ).toEqual([])
  })
  test.each(['bare', 'standard'])('no everyday work is taken for one with preset %s', (preset) => {
    const stopped = controls.filter((control) =>
      seen(preset, control).decision.findings.some(({ rule, verdict }) => rule.startsWith('self') && verdict !== 'allow'),
    )
    expect(stopped.map(shown)).toEqual([])
  })
})
