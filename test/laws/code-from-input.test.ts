// Code that an interpreter reads from its standard input is read, also where it is handed arguments besides.
import { describe, expect, test } from 'vitest'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()
const BAD: Readonly<Record<string, string>> = {
  python3: 'import shutil\nshutil.rmtree("/home/dev")',
  pypy3: 'import os\nos.system("rm -rf /home/dev")',
  node: 'require("fs").rmSync("/home/dev", {recursive: true})',
  tsx: 'require("fs").rmSync("/home/dev", {recursive: true})',
  ruby: 'system("rm -rf /home/dev")',
  perl: 'system("rm -rf /home/dev");',
  lua: 'os.execute("rm -rf /home/dev")',
  luajit: 'os.execute("rm -rf /home/dev")',
  elixir: 'System.cmd("rm", ["-rf", "/home/dev"])',
  octave: 'system("rm -rf /home/dev")',
  raku: 'shell "rm -rf /home/dev"',
  expect: 'exec rm -rf /home/dev',
  bash: 'rm -rf /home/dev',
  sh: 'rm -rf /home/dev',
  zsh: 'rm -rf /home/dev',
}
const FORMS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `${name} /dev/stdin`,
  (name) => `${name} /dev/stdin x`,
  (name) => `${name} /dev/stdin x "$Y" --flag`,
  (name) => `env A=1 ${name} /dev/stdin x`,
]
const DASH: readonly ((name: string) => string)[] = [
  (name) => `${name} -`,
  (name) => `${name} - x`,
  (name) => `${name} - --flag "$Y"`,
  (name) => `timeout 5 ${name} - x y`,
]
const isShell = (name: string): boolean => name.endsWith('sh')
const formsOf = (name: string): readonly string[] =>
  [...FORMS, ...(isShell(name) ? [(one: string) => `${one} -s x`, (one: string) => `${one} -s -- x`] : DASH)].map((form) => form(name))
const fed = (line: string, code: string): readonly string[] => [`${line} <<'EOF'\n${code}\nEOF`, `printf '%s\\n' '${code}' | ${line}`, `${line} <<< '${code}'`]

describe('code from standard input', () => {
  test.each(Object.entries(BAD))('%s', (name, code) => {
    expect(
      formsOf(name)
        .flatMap((line) => fed(line, code))
        .filter((call) => check(call).decision.verdict !== 'deny'),
    ).toEqual([])
    const harmless = formsOf(name).flatMap((line) => fed(line, isShell(name) ? 'echo a' : 'print("a")'))
    expect(harmless.filter((call) => check(call).decision.verdict !== 'allow')).toEqual([])
  })
  test.each(['bun -', 'bun run -', 'bun run - x', 'bun /dev/stdin'])('%s', (line) => {
    const calls = fed(line, 'require("fs").rmSync("/home/dev", {recursive: true})')
    expect(calls.filter((call) => check(call).decision.verdict !== 'deny')).toEqual([])
  })
})
