// Are hooks of git that the same call writes and points git to denied for what is denied where it is run? In each way to point git there, in every preset and mode.
import { beforeAll, describe, expect, test } from 'vitest'
import { heldBack } from '../../src/answer/mode.ts'
import { DEFAULT_CONDUCT } from '../../src/config/conduct.ts'
import type { Checked } from '../../src/gate/gate.ts'
import { buildGates } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import { PRESETS } from '../presets.ts'

/** `§` is the folder of hooks. */
const POINTED = [
  ['h', 'git config core.hooksPath §'],
  ['h', 'git config --global core.hooksPath $PWD/§'],
  ['h', 'git config core.hooksPath §; git commit -m x'],
  ['.husky', 'git config core.hooksPath § && git commit -m x'],
  ['h', 'git -c core.hooksPath=§ commit -m x'],
  ['h', 'git -c core.hooksPath="$PWD/§" commit --allow-empty -m x'],
  ['h', 'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=§ git checkout main'],
  ['t/hooks', 'git clone --template t x y'],
  ['t/hooks', 'git init --template=t x && cd x && git checkout -b y'],
  ['t/hooks', 'git config --global init.templateDir $PWD/t'],
  ['t/hooks', 'GIT_TEMPLATE_DIR=t git clone a b'],
] as const
const HOOKS = ['pre-commit', 'post-checkout'] as const
const DOES = [
  'rm -rf ~',
  'rm -rf ~/.config/prudent',
  'prudent uninstall --yes',
  'echo x > ~/.config/prudent/settings.yaml',
  'python3 -c "import shutil, os; shutil.rmtree(os.path.expanduser(\\"~\\"))"',
] as const
const HARMLESS = ['npm test', 'npx lint-staged', 'git diff --check', 'exit 0', 'echo done'] as const

const of = (texts: readonly string[]): readonly string[] =>
  POINTED.flatMap(([folder, pointed]) =>
    HOOKS.flatMap((hook, at) =>
      texts.map((text, turn) => {
        const file = `${folder}/${hook}`
        const written =
          (at + turn) % 2 === 0 ? `cat > ${file} <<'E'\n#!/bin/sh\n${text}\nE\n` : `printf '%s\\n' '#!/bin/sh' '${text.replaceAll("'", "'\\''")}' > ${file}; `
        return `mkdir -p ${folder}; ${written}chmod +x ${file}; ${pointed.replace('§', () => folder)}`
      }),
    ),
  )

const MODES = [
  { ...DEFAULT_CONDUCT, enabled: false },
  { ...DEFAULT_CONDUCT, mode: 'observe' as const },
  { ...DEFAULT_CONDUCT, autoApprove: true },
]
let gates: ReadonlyMap<string, Built>
beforeAll(async () => {
  gates = await buildGates(PRESETS)
}, 240_000)
const seen = (preset: string, command: string): Checked => (gates.get(preset) as Built).check(command)

describe('hooks that the same call writes', () => {
  const attempts = of(DOES)
  test('there are enough of them', () => expect(attempts.length).toBeGreaterThan(100))
  test.each(PRESETS)('are denied with preset %s, in any mode', (preset) => {
    const some = preset === 'bare' ? attempts : attempts.filter((_, at) => at % 5 === 0)
    const passed = some.filter((command) => {
      const { decision } = seen(preset, command)
      return decision.verdict !== 'deny' || MODES.some((conduct) => heldBack(decision, conduct).decision.verdict !== 'deny')
    })
    expect(passed).toEqual([])
  })
  test('are not denied for harmless ones', () => {
    const controls = of(HARMLESS)
    expect(controls.filter((command) => seen('standard', command).decision.verdict === 'deny')).toEqual([])
    expect(controls.filter((command) => seen('bare', command).decision.verdict !== 'allow')).toEqual([])
  })
})
