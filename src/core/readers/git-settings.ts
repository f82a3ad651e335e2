// Which of git's settings does a command line set, for now or for good, and which of them would run a program?
import type { Word } from '../model.ts'
import { locate } from '../disk/paths.ts'
import { knownStart, wordFrom } from '../value/fields.ts'
import { altered } from '../machine/process.ts'
import type { Shell } from '../machine/process.ts'
import { literal, NO_PLACES, NONE, unknownWord } from '../value/text.ts'
import { execute } from '../machine/execute.ts'
import { executeFile } from '../machine/execute-file.ts'
import { leaveOut } from '../log/process.ts'
import { lastComponent, normalise, parentOf } from '../text/path.ts'
import { normaliseProgram } from '../meaning/entries.ts'
import { has, valuesOf } from '../meaning/options.ts'
import type { Line } from '../machine/shell.ts'
import { hasTrait } from '../meaning/traits.ts'
import { lookup } from '../machine/env.ts'
import { act } from '../machine/act.ts'

export interface Setting {
  /** Lower case. */
  readonly name: string
  readonly value: Word
  /** Kept in a file, not only for this command. */
  readonly kept: boolean
}

/** What programs/git.yaml says of settings (`lists`): which of them start a program, which words stand for one … */
const said = ({ parsed }: Line, list: string): readonly string[] => parsed.chain[0]?.lists?.[list] ?? NONE
/** `diff.*.command`: the star is anything, but not nothing. */
const isOne = (globs: readonly string[], name: string): boolean =>
  globs.some((glob) => {
    const star = glob.indexOf('*')
    return star < 0 ? glob === name : name.length >= glob.length && name.startsWith(glob.slice(0, star)) && name.endsWith(glob.slice(star + 1))
  })
/** Variables and options that stand for a setting, with it. */
const standFor = (line: Line): readonly (readonly [string, string])[] =>
  said(line, 'stands-for').map((pair) => [pair.slice(0, pair.indexOf(' ')), pair.slice(pair.indexOf(' ') + 1)])

export function settingsOf(line: Line): readonly Setting[] {
  const { shell, command, parsed } = line
  const out: Setting[] = []
  const note = (name: string, value: Word, kept = false): void => void out.push({ name: name.toLowerCase(), value, kept })
  const variable = (name: string): Word | undefined =>
    command.assigns.find((assign) => assign.name === name)?.value ?? (shell.vars.has(name) ? lookup(shell, name)?.words[0] : undefined)
  for (const word of [...valuesOf(parsed.options, '-c'), ...(parsed.node.name === 'clone' ? valuesOf(parsed.options, '--config') : [])]) {
    const start = knownStart(word)
    const equals = start.indexOf('=')
    if (equals > 0) note(start.slice(0, equals), wordFrom(word, equals + 1))
    else if (word.text !== null) note(word.text, literal('true'))
  }
  for (const word of valuesOf(parsed.options, '--config-env')) {
    const equals = word.text?.lastIndexOf('=') ?? -1
    if (word.text !== null && equals > 0) note(word.text.slice(0, equals), variable(word.text.slice(equals + 1)) ?? unknownWord(word.text.slice(equals + 1)))
  }
  if (command.assigns.length > 0 || shell.vars.size > 0) noteVariables(line, variable, note)
  const { name: node } = parsed.node
  if (parsed.options.length > 0 && node !== 'commit' && node !== 'rebase')
    for (const [option, setting] of standFor(line)) if (option.startsWith('-')) for (const value of valuesOf(parsed.options, option)) note(setting, value)
  if (parsed.operands[0]?.text === 'config' && !has(parsed.options, said(line, 'only-reads'))) {
    const [verb, ...rest] = parsed.operands.slice(1)
    const [name, value] = verb?.text === 'set' ? rest : [verb, ...rest]
    if (name?.text != null && value !== undefined && !said(line, 'no-setting').includes(verb?.text ?? '')) note(name.text, value, true)
  }
  return out
}

const MOST_SETTINGS = 1000
/** What the environment says, in the order in which git takes it. */
function noteVariables(line: Line, variable: (name: string) => Word | undefined, note: (name: string, value: Word) => void): void {
  const count = Number(variable('GIT_CONFIG_COUNT')?.text ?? 0)
  for (let at = 0; at < Math.min(count, MOST_SETTINGS); at++) {
    const name = variable(`GIT_CONFIG_KEY_${at}`)?.text
    if (name != null) note(name, variable(`GIT_CONFIG_VALUE_${at}`) ?? literal(''))
  }
  for (const [, name = '', value = ''] of variable('GIT_CONFIG_PARAMETERS')?.text?.matchAll(/'([^'=]+)(?:'?='?)([^']*)'/g) ?? []) note(name, literal(value))
  for (const [name, setting] of standFor(line)) {
    const value = name.startsWith('-') ? undefined : variable(name)
    if (value !== undefined) note(setting, value)
  }
  const unverified = variable('GIT_SSL_NO_VERIFY')?.text
  if (unverified != null && !/^(?:|0|false|no|off)$/i.test(unverified)) note('http.sslverify', literal('false'))
}

/** Says what is set, and reads what would be run. `inner` is the shell in which git runs it. */
export function applySetting(inner: Shell, line: Line, { name, value, kept }: Setting): void {
  const { command } = line
  const onPath = said(line, 'paths').includes(name)
  act({ do: 'change', what: 'git-setting', target: literal(name), places: onPath ? locate(inner, value).places : NO_PLACES, value }, inner, command.span)
  if (onPath) runHooks(inner, line, name, value)
  const isAlias = name.startsWith('alias.')
  const start = knownStart(value).trim()
  if (isAlias ? !kept || !start.startsWith('!') : !isOne(said(line, 'starts'), name) || isSwitch(value)) return
  if (isOdd(line, name, value, kept)) act({ do: 'change', what: 'git-program', target: literal(name), value }, inner, command.span)
  const alreadyRead = command.assigns.some((assign) => assign.value === value)
  const code = start.startsWith('!') ? wordFrom(value, knownStart(value).indexOf('!') + 1) : value
  if (!alreadyRead && /[\s;|&$`/]/.test(knownStart(code).trim()))
    execute(inner, { language: 'shell', code, origin: 'argument', span: command.span, stdin: null })
}

/** Hooks that the call itself wrote run with the next command of git's, and nobody has seen them before. */
function runHooks(inner: Shell, line: Line, name: string, value: Word): void {
  const below = said(line, 'hooks').find((pair) => pair.startsWith(`${name} `))
  const { resolved } = locate(inner, value)
  if (below === undefined || resolved === null || resolved.includes('\0')) return
  const folder = normalise(below.slice(name.length + 1), resolved)
  // A hook's own git has the same settings.
  const hooks = [...inner.disk.written].filter((path) => parentOf(path) === folder && HOOK.test(lastComponent(path)) && !inner.calling.includes(path))
  const running = altered(inner, { calling: [...inner.calling, ...hooks] })
  for (const path of hooks.slice(0, MOST_HOOKS)) executeFile(running, 'script', literal(path), line.command.span, null, NONE)
  if (hooks.length > MOST_HOOKS) leaveOut(inner, 'more hooks of git than are read')
}
const HOOK = /^[a-z][a-z0-9-]*$/
const MOST_HOOKS = 30

const isSwitch = ({ text }: Word): boolean => text !== null && /^\s*(?:|0|1|true|false|yes|no|on|off)\s*$/i.test(text)
/** Where installed programs lie. */
const INSTALLED = /^(?:\/(?:usr|bin|opt|snap|nix|Applications|home\/linuxbrew)\/|[A-Za-z]:[\\/](?:Program Files|Windows)|["'])/

/** A program nobody would expect there: a file lying about, an interpreter, a shell line. */
function isOdd(line: Line, name: string, value: Word, kept: boolean): boolean {
  if (said(line, 'editors').includes(name) && !kept) return false
  if (name.startsWith('alias.')) return true
  const text = knownStart(value).trim().replace(/^!\s*/, '')
  const program = /^\S*/.exec(text)?.[0] ?? ''
  const isRemote = isOne(said(line, 'starts-remote-shell'), name)
  if (program === '') return value.text === null && !isRemote
  const base = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1)
  if (/[/\\]/.test(program) && !INSTALLED.test(program)) return true
  if (isRemote) return !said(line, 'remote-shells').includes(base.toLowerCase().replace(/\.exe$/, ''))
  const { meaning } = line.shell.trace.books
  return hasTrait(meaning, normaliseProgram(meaning, base), 'odd-setting') || /[;|&`]|\$\(/.test(text)
}
