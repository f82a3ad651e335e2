// Does every option and every variable that is listed as taking a file to write do so where the file is this gate's own, or nobody can read its name? And does it pass where the file is the task's?
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readYaml } from '../../src/config/yaml.ts'
import { buildGate, root } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'

interface Listed {
  readonly tools: readonly string[]
  readonly options: readonly string[]
}
const yaml = (file: string): unknown => readYaml(readFileSync(path.join(root, 'programs', file), 'utf8')).value
const { outputs } = yaml('outputs.yaml') as { readonly outputs: readonly Listed[] }
const { roles } = yaml('variables.yaml') as { readonly roles: { readonly output: readonly string[] } }

/** The option as it is typed with a file. */
function typed(option: string, file: string): string {
  const [spec = '', filter] = option.split('|')
  const name =
    spec
      .replace(/[=?*]$/, '')
      .split(' ')
      .at(-1) ?? ''
  const value = filter === 'after-equals' ? `asm=${file}` : filter === 'named-file' && spec.endsWith('*') ? `gc:file=${file}` : file
  if (spec.endsWith('*')) return `${name}=${value}`
  return /^--|:|^-XX|^-[a-z_]{4,}/.test(name) ? `${name}=${value}` : `${name} ${value}`
}
const WORD: Readonly<Record<string, string>> = {
  time: '/usr/bin/time OPTION x',
  'start-process': 'pwsh -c "Start-Process x OPTION"',
}
const commands = (file: string): readonly string[] => [
  ...outputs.flatMap(({ tools, options }) =>
    tools.flatMap((tool) =>
      options.map((option) =>
        WORD[tool] === undefined
          ? `${tool} ${typed(option, file)} x`
          : WORD[tool].replace('OPTION', tool === 'time' ? typed(option, file) : typed(option, file).replace('=', ' ')),
      ),
    ),
  ),
  ...roles.output.flatMap((name) => [`${name}=${file} make`, `export ${name}=${file}; make`]),
]

let bare: Built
let standard: Built
beforeAll(async () => {
  bare = await buildGate('bare')
  standard = await buildGate('standard')
}, 240_000)
const ours = (built: Built, command: string): boolean =>
  built.check(command).decision.findings.some(({ rule, verdict }) => rule.startsWith('self') && verdict !== 'allow')

describe('options and variables that name a file to write', () => {
  test('there are many', () => expect(commands('x').length).toBeGreaterThan(500))
  test.each(['~/.config/prudent/settings.yaml', '/home/dev/.config/prudent/bin/prudent-hook'])('%s is ours', (file) => {
    const through = commands(file.replace('~', '$HOME')).filter((command) => !ours(bare, command))
    expect(through).toEqual([])
  })
  test('a name that was listed is ours too', () => {
    const through = commands('"$(ls ~/.config/*/bin/*-hook)"').filter((command) => !command.startsWith('pwsh') && !ours(bare, command))
    expect(through).toEqual([])
  })
  test('a name that nobody can read is an unread write', () => {
    const unmarked = commands('"$(cat p)"').filter((command) => !command.startsWith('pwsh') && bare.check(command).reading.unreadWrite !== true)
    expect(unmarked).toEqual([])
  })
  test("a file of the task is nobody's question", () => {
    const asked = ['build/out.txt', '/tmp/x/out.json'].flatMap((file) => commands(file)).filter((command) => ours(standard, command))
    expect(asked).toEqual([])
  })
})
