// Which of git's settings does a command line set, for now or for good, and which of them would run a program?
import type { Word } from '../model.ts'
import { locate } from '../disk/paths.ts'
import { knownStart, wordFrom } from '../value/fields.ts'
import type { Shell } from '../machine/process.ts'
import { literal, NO_PLACES, unknownWord } from '../value/text.ts'
import { execute } from '../machine/execute.ts'
import { normaliseProgram } from '../meaning/entries.ts'
import type { Meaning } from '../meaning/entries.ts'
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

/** Settings whose value git hands to a shell. */
const RUNS =
  /^(?:core\.(?:sshcommand|pager|editor|fsmonitor|gitproxy|askpass)|sequence\.editor|diff\.external|diff\..+\.(?:command|textconv)|merge\..+\.driver|filter\..+\.(?:clean|smudge|process)|credential\.(?:.+\.)?helper|gpg\.(?:.+\.)?program|uploadpack\.packobjectshook|pager\..+|(?:merge|diff|man|browser)(?:tool)?\..+\.cmd|interactive\.difffilter|remote\..+\.(?:uploadpack|receivepack)|sendemail\.(?:.+\.)?(?:tocmd|cccmd|headercmd|sendmailcmd)|submodule\..+\.update|tar\..+\.command|trailer\..+\.(?:command|cmd)|hook\..+\.command)$/
const EDITORS = new Set(['core.editor', 'sequence.editor'])
/** Environment variables that stand for a setting. */
const VARIABLES: Readonly<Record<string, string>> = {
  GIT_SSH_COMMAND: 'core.sshcommand',
  GIT_SSH: 'core.sshcommand',
  GIT_PROXY_COMMAND: 'core.gitproxy',
  GIT_ASKPASS: 'core.askpass',
  GIT_PAGER: 'core.pager',
  GIT_EXTERNAL_DIFF: 'diff.external',
  GIT_EDITOR: 'core.editor',
  GIT_SEQUENCE_EDITOR: 'sequence.editor',
  GIT_EXEC_PATH: 'exec-path',
  GIT_TEMPLATE_DIR: 'init.templatedir',
}
/** Options that stand for a setting. */
const OPTIONS = [
  ['--exec-path', 'exec-path'],
  ['--template', 'init.templatedir'],
  ['--upload-pack', 'remote.-.uploadpack'],
  ['--receive-pack', 'remote.-.receivepack'],
  ['--exec', 'remote.-.uploadpack'],
] as const
const READS = [
  '--get',
  '--get-all',
  '--get-regexp',
  '--get-urlmatch',
  '--get-color',
  '--get-colorbool',
  '--list',
  '--unset',
  '--unset-all',
  '--remove-section',
  '--rename-section',
  '--edit',
]
const CONFIG_VERBS = new Set(['get', 'list', 'unset', 'remove-section', 'rename-section', 'edit'])

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
  if (command.assigns.length > 0 || shell.vars.size > 0) noteVariables(variable, note)
  const { name: node } = parsed.node
  for (const [option, setting] of OPTIONS)
    if (!(node === 'commit' || node === 'rebase')) for (const value of valuesOf(parsed.options, option)) note(setting, value)
  if (parsed.operands[0]?.text === 'config' && !has(parsed.options, READS)) {
    const [verb, ...rest] = parsed.operands.slice(1)
    const [name, value] = verb?.text === 'set' ? rest : [verb, ...rest]
    if (name?.text != null && value !== undefined && !CONFIG_VERBS.has(verb?.text ?? '')) note(name.text, value, true)
  }
  return out
}

const MOST_SETTINGS = 1000
/** What the environment says, in the order in which git takes it. */
function noteVariables(variable: (name: string) => Word | undefined, note: (name: string, value: Word) => void): void {
  const count = Number(variable('GIT_CONFIG_COUNT')?.text ?? 0)
  for (let at = 0; at < Math.min(count, MOST_SETTINGS); at++) {
    const name = variable(`GIT_CONFIG_KEY_${at}`)?.text
    if (name != null) note(name, variable(`GIT_CONFIG_VALUE_${at}`) ?? literal(''))
  }
  for (const [, name = '', value = ''] of variable('GIT_CONFIG_PARAMETERS')?.text?.matchAll(/'([^'=]+)(?:'?='?)([^']*)'/g) ?? []) note(name, literal(value))
  for (const [name, setting] of Object.entries(VARIABLES)) {
    const value = variable(name)
    if (value !== undefined) note(setting, value)
  }
  const unverified = variable('GIT_SSL_NO_VERIFY')?.text
  if (unverified != null && !/^(?:|0|false|no|off)$/i.test(unverified)) note('http.sslverify', literal('false'))
}

/** Says what is set, and reads what would be run. `inner` is the shell in which git runs it. */
export function applySetting(inner: Shell, line: Line, { name, value, kept }: Setting): void {
  const { command } = line
  const onPath = name === 'core.hookspath' || name === 'exec-path' || name === 'init.templatedir'
  act({ do: 'change', what: 'git-setting', target: literal(name), places: onPath ? locate(inner, value).places : NO_PLACES, value }, inner, command.span)
  const isAlias = name.startsWith('alias.')
  const start = knownStart(value).trim()
  if (isAlias ? !kept || !start.startsWith('!') : !RUNS.test(name) || isSwitch(value)) return
  if (isOdd(inner.trace.books.meaning, name, value, kept)) act({ do: 'change', what: 'git-program', target: literal(name), value }, inner, command.span)
  const alreadyRead = command.assigns.some((assign) => assign.value === value)
  const code = start.startsWith('!') ? wordFrom(value, knownStart(value).indexOf('!') + 1) : value
  if (!alreadyRead && /[\s;|&$`/]/.test(knownStart(code).trim()))
    execute(inner, { language: 'shell', code, origin: 'argument', span: command.span, stdin: null })
}

const isSwitch = ({ text }: Word): boolean => text !== null && /^\s*(?:|0|1|true|false|yes|no|on|off)\s*$/i.test(text)
const REMOTE_SHELLS = new Set(['ssh', 'plink', 'tortoiseplink', 'autossh', 'sshpass', 'tsh', 'ssh.exe', 'plink.exe'])
/** Where installed programs lie. */
const INSTALLED = /^(?:\/(?:usr|bin|opt|snap|nix|Applications|home\/linuxbrew)\/|[A-Za-z]:[\\/](?:Program Files|Windows)|["'])/

/** A program nobody would expect there: a file lying about, an interpreter, a shell line. */
function isOdd(meaning: Meaning, name: string, value: Word, kept: boolean): boolean {
  if (EDITORS.has(name) && !kept) return false
  if (name.startsWith('alias.')) return true
  const text = knownStart(value).trim().replace(/^!\s*/, '')
  const program = /^\S*/.exec(text)?.[0] ?? ''
  if (program === '') return value.text === null && name === 'core.sshcommand' ? false : value.text === null
  const base = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1)
  if (/[/\\]/.test(program) && !INSTALLED.test(program)) return true
  if (name === 'core.sshcommand') return !REMOTE_SHELLS.has(base.toLowerCase())
  return hasTrait(meaning, normaliseProgram(meaning, base), 'odd-setting') || /[;|&`]|\$\(/.test(text)
}
