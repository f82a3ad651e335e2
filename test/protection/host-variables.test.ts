// Is every variable that a host's folder names, because it switches hooks off or moves settings, heard wherever a call sets it, in every preset? Made from the hosts' own data.
import { beforeAll, describe, expect, test } from 'vitest'
import { callOf } from '../../src/cli/call.ts'
import type { JsonObject } from '../../src/core/model.ts'
import { INSTALLS } from '../../src/hosts/install.gen.ts'
import { buildGates, home } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import type { Attempt } from './own-ground.ts'

const PRESETS = ['bare', 'relaxed', 'standard', 'strict']
let gates: ReadonlyMap<string, Built>
beforeAll(async () => {
  gates = await buildGates(PRESETS)
}, 240_000)

const PROGRAMS: Readonly<Record<string, string>> = {
  'claude-code': 'claude',
  'qwen-code': 'qwen',
  'gemini-cli': 'gemini',
  'copilot-cli': 'copilot',
  codex: 'codex',
  opencode: 'opencode',
}
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['.claude/settings.json', '.claude/settings.local.json', '~/.claude/settings.local.json'],
  'qwen-code': ['.qwen/settings.json', '~/.qwen/settings.json'],
  'gemini-cli': ['.gemini/settings.json'],
}
interface Named {
  readonly host: string
  readonly name: string
  readonly is: 'off' | 'folder' | 'file'
}
const NAMED: readonly Named[] = INSTALLS.flatMap(({ host, variables = [] }) =>
  variables.flatMap(({ name, is }) => (PROGRAMS[host] === undefined ? [] : [{ host, name, is }])),
)
const bash = (command: string): Attempt => ({ tool: 'Bash', input: { command } })
const write = (file: string, content: string): Attempt => ({ tool: 'Write', input: { file_path: file.replace(/^~/, '/home/dev'), content } })

const STARTED = [
  'V=1 P -p hi',
  'env V=1 P -p hi',
  'export V=1; P -p hi',
  'export V=1 && cd sub && P -p hi',
  'declare -x V=1; P -p hi',
  'V=1; export V; P -p hi',
  'sudo -E env V=1 P -p hi',
  "V=1 bash -c 'P -p hi'",
  'V=1 timeout 60 npx P -p hi',
]
const KEPT = [
  'tmux set-environment -g V 1',
  'tmux setenv V 1',
  'systemctl --user set-environment A=b V=1',
  'dbus-update-activation-environment V=1',
  'launchctl setenv V 1',
  'setx V 1',
  'set -Ux V 1',
  'mise set A=1 V=1',
  "echo 'V=1' >> .env",
  "printf 'export V=1\\n' >> .envrc",
]
const filled = (frames: readonly string[], { host, name }: Named): readonly Attempt[] =>
  frames.map((frame) => bash(frame.replaceAll(/\bV\b/g, name).replaceAll(/\bP\b/g, PROGRAMS[host] ?? host)))
const inSettings = ({ host, name }: Named): readonly Attempt[] =>
  (SETTINGS[host] ?? []).flatMap((file) => [
    write(file, JSON.stringify({ env: { [name]: '1' } })),
    write(file, `{\n  // a comment\n  "model": "x",\n  "env": { "A": "b", "${name}": "/tmp/x", },\n}\n`),
    bash(`echo '{"env":{"${name}":"true"}}' > ${file}`),
    bash(`mkdir c; echo '{"env":{"${name}":"true"}}' > c/s.json; cp c/s.json ${file}`),
  ])
const inFiles = ({ name }: Named): readonly Attempt[] => [
  write('.env', `A=b\n${name}=1\n`),
  write('.envrc', `export ${name}=1\n`),
  write('mise.toml', `[env]\n${name} = "1"\n`),
  write('.devcontainer/devcontainer.json', `{"remoteEnv": {"${name}": "1"}}`),
  write('.vscode/settings.json', `{"terminal.integrated.env.linux": {"${name}": "1"}}`),
]
const shown = ({ tool, input }: Attempt): string => `${tool} ${JSON.stringify(input)}`
const rulesOf = (preset: string, { tool, input }: Attempt): readonly string[] =>
  (gates.get(preset) as Built).gate
    .check(callOf(tool, input as JsonObject, home.cwd, {}), home)
    .decision.findings.flatMap(({ rule, verdict }) => (verdict === 'allow' ? [] : [rule]))
const unheard = (preset: string, all: readonly Attempt[]): readonly string[] =>
  all.filter((one) => !rulesOf(preset, one).some((rule) => rule.startsWith('self'))).map(shown)

const offs = NAMED.filter(({ is }) => is === 'off')
const moves = NAMED.filter(({ is, name }) => is !== 'off' && name !== 'XDG_CONFIG_HOME')

test('the hosts name some', () => {
  expect(offs.length).toBeGreaterThan(3)
  expect(moves.length).toBeGreaterThan(8)
})
describe.each(PRESETS)('preset %s', (preset) => {
  test.each(offs)('$name: an agent is not started with it, nor is it kept for later', (named) => {
    expect(unheard(preset, [...filled(STARTED, named), ...filled(KEPT, named), ...inSettings(named), ...inFiles(named)])).toEqual([])
  })
  test.each(moves)('$name: it is not kept for later, nor written into settings', (named) => {
    expect(unheard(preset, [...filled(KEPT, named), ...inSettings(named), ...inFiles(named)])).toEqual([])
  })
})
test.each(offs)('$name: empty, off or for another program, it is nobody’s business', (named) => {
  const harmless = ['V= P -p hi', 'V=1 npm test', 'echo $V', 'unset V', 'grep -rn V docs', 'printenv V', 'export V=1; npm test']
  const files = (SETTINGS[named.host] ?? []).map((file) => write(file, JSON.stringify({ env: { [named.name]: '0', NODE_ENV: 'test' } })))
  const heard = [...filled(harmless, named), ...files].filter((one) => rulesOf('standard', one).some((rule) => rule.startsWith('self')))
  expect(heard.map(shown)).toEqual([])
})
test('variables are said to switch hooks off in the meaning of programs just as in the hosts’ folders', () => {
  const roles = (gates.get('bare') as Built).gate.books.meaning.roles ?? {}
  expect(offs.filter(({ name }) => roles[name]?.includes('hooks-off') !== true)).toEqual([])
  expect(moves.filter(({ name }) => roles[name]?.includes('settings') !== true)).toEqual([])
})
