// Is a person asked before a variable that steers this gate or agents' hooks is set for later sessions, in every preset, and do ordinary ones pass?
import { beforeAll, describe, expect, test } from 'vitest'
import { buildGates } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'

const PRESETS = ['bare', 'relaxed', 'standard', 'strict']
let gates: ReadonlyMap<string, Built>
beforeAll(async () => {
  gates = await buildGates(PRESETS)
}, 240_000)

const FILES = [
  'mise.toml',
  '.mise.toml',
  '.mise.local.toml',
  'mise.ci.toml',
  'web/mise.toml',
  '.config/mise/config.toml',
  '.mise/config.toml',
  '.codex/config.toml',
]
const STEERING =
  'HOME USERPROFILE XDG_CONFIG_HOME XDG_STATE_HOME APPDATA PRUDENT_MODE PRUDENT_DISABLE CLAUDE_CONFIG_DIR CLAUDE_CODE_SIMPLE CODEX_HOME GEMINI_CLI_HOME OPENCODE_CONFIG OPENCODE_PURE COPILOT_HOME HERMES_SAFE_MODE LD_PRELOAD OPENSSL_CONF BASH_ENV'.split(
    ' ',
  )
const ORDINARY = 'DATABASE_URL CI NODE_ENV CARGO_HOME JAVA_HOME PORT MY_HOME HOMEPAGE LOG_LEVEL RUST_LOG GOPATH'.split(' ')
const FORMS: readonly ((name: string) => string)[] = [
  (name) => `[env]\n${name} = "x"\n`,
  (name) => `[tools]\nnode = "22"\n\n[env]\nA = "{{env.HOME}}/a"\n"${name}"='x'\n`,
  (name) => `env.${name} = "x"\n`,
  (name) => `[env.${name}]\nvalue = "x"\n`,
  (name) => `[shell_environment_policy]\ninclude_only = ["PATH", "HOME"]\nset = { A = "1", ${name}="x" }\n`,
]
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`
const CALLS: readonly ((file: string, text: string) => readonly [tool: string, input: Record<string, string>])[] = [
  (file, text) => ['Write', { file_path: file, content: text }],
  (file, text) => ['Edit', { file_path: file, old_string: '# here', new_string: text }],
  (file, text) => ['Bash', { command: `printf %s ${quoted(text)} >> ${file}` }],
  (file, text) => ['Bash', { command: `cat > ${file} <<'EOF'\n${text}EOF` }],
]
const callsWith = (names: readonly string[]) =>
  FILES.flatMap((file) => names.flatMap((name) => FORMS.flatMap((form) => CALLS.map((call) => call(file, form(name))))))
const verdictOf = (preset: string, [tool, input]: readonly [string, Record<string, string>]): string =>
  (gates.get(preset) as Built).check('', { tool, input }).decision.verdict

describe.each(PRESETS)('preset %s', (preset) => {
  /** The rule is the same in each: of the others some of each kind will do. */
  const some = <T>(all: readonly T[]): readonly T[] => (preset === 'standard' ? all : all.filter((_, at) => at % 13 === 0))
  test('asks about every variable that steers', () => {
    expect(some(callsWith(STEERING)).filter((call) => verdictOf(preset, call) === 'allow')).toEqual([])
  })
})
test('lets ordinary variables and tools pass', () => {
  expect(callsWith(ORDINARY).filter((call) => verdictOf('standard', call) !== 'allow')).toEqual([])
})
