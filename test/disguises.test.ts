// Does a disguise ever loosen a decision? Every hit of every rule, replayed under each of them.
import { describe, expect, it } from 'vitest'
import type { Verdict } from '../src/core/model.ts'
import { buildGate } from './built-gate.ts'

const { sources, check } = await buildGate()
const STRICTNESS: readonly Verdict[] = ['allow', 'ask', 'deny']

/** Only single simple commands can be prefixed; what the shell itself reads stays as it is. */
const isSimple = (command: string): boolean =>
  /^[A-Za-z./][\w./-]*(?: |$)/.test(command) &&
  !/[;&|<>\n`(){}]|\$\(|^(?:cd|export|source|eval|exec|unset|set|alias|trap|declare|local|read|hash|history|ulimit|umask|while|for|if|until|function|time|coproc|case|select|command|builtin|printf|echo|test|true|false)\b/.test(
    command,
  )
const firstWord = (command: string): string => command.split(' ', 1)[0] ?? ''
const rest = (command: string): string => command.slice(firstWord(command).length)
const quoted = (command: string): string => `'${command.replaceAll("'", `'\\''`)}'`

const DISGUISES: Readonly<Record<string, (command: string) => string>> = {
  sudo: (command) => `sudo ${command}`,
  env: (command) => `env A=1 ${command}`,
  timeout: (command) => `timeout 5 ${command}`,
  nohup: (command) => `nohup nice -n 5 ${command}`,
  'absolute path': (command) => (firstWord(command).includes('/') ? command : `/usr/bin/${command}`),
  'quotes inside the name': (command) => `${firstWord(command).slice(0, 1)}''${firstWord(command).slice(1)}${rest(command)}`,
  'a backslash before the name': (command) => `\\${command}`,
  'a line continuation': (command) => `${firstWord(command)} \\\n${rest(command)}`,
  command: (command) => `command ${command}`,
}
const WHOLE: Readonly<Record<string, (command: string) => string>> = {
  'bash -c': (command) => `bash -c ${quoted(command)}`,
  'cd . first': (command) => `cd . && ${command}`,
  'a group': (command) => `{ ${command}\n}`,
  'a subshell': (command) => `(${command}\n)`,
  eval: (command) => `eval ${quoted(command)}`,
  'a here-document': (command) => `bash <<'DISGUISE'\n${command}\nDISGUISE`,
}

const hits = [...new Set(sources.packs.flatMap((pack) => pack.rules.flatMap((rule) => (rule.hits ?? []).filter((hit) => typeof hit === 'string'))))].filter(
  (hit) => !hit.includes('\0'),
)
const isWindows = (command: string): boolean =>
  /[A-Z][a-z]+-[A-Z]|%0\||\$env:|%[A-Z]+%|[A-Z]:\\|^(?:del|rd|reg|format|rmdir|sc|net|wmic|vssadmin|bcdedit|takeown|icacls|schtasks|taskkill|cipher|attrib|fsutil|diskpart|iex|iwr)\b/i.test(
    command,
  )

describe('a disguise never loosens a decision', () => {
  const plain = new Map(hits.map((hit) => [hit, STRICTNESS.indexOf(check(hit).decision.verdict)]))
  const loosened = (commands: readonly string[], disguise: (command: string) => string): string[] =>
    commands.filter((command) => STRICTNESS.indexOf(check(disguise(command)).decision.verdict) < (plain.get(command) ?? 0)).map(disguise)

  it.each(Object.entries(DISGUISES))('%s', (_name, disguise) => {
    expect(
      loosened(
        hits.filter((hit) => isSimple(hit) && !isWindows(hit)),
        disguise,
      ),
    ).toEqual([])
  })
  it.each(Object.entries(WHOLE))('%s', (_name, disguise) => {
    expect(
      loosened(
        hits.filter((hit) => !isWindows(hit) && !/<<|#|^!|\$[1-9@*{]?[1-9@*]/.test(hit)),
        disguise,
      ),
    ).toEqual([])
  })
  it('is tried on many commands', () => {
    expect(hits.length).toBeGreaterThan(40)
  })
})
