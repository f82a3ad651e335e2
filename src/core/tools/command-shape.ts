// Which arguments are a command line, whatever they are called?
import { wordSet } from '../text/word-set.ts'
import type { Json, JsonObject } from '../model.ts'
import { findProgram, normaliseProgram, subcommandOf } from '../meaning/entries.ts'
import type { Meaning } from '../meaning/entries.ts'
import { parseShell } from '../languages/bash/parse.ts'
import { languageNamed } from '../languages/_book/book.ts'
import type { LanguageBook } from '../languages/_book/book.ts'
import { anyOf } from './purpose.ts'

const COMMAND_KEYS = /^(?:command|commands|cmd|cmds|shell_?command|bash|command_?line|exec|terminal_?command|cli_?command|shell_?script|bash_?command)$/i
const SCRIPT_KEYS = /^(?:script|shell)$/i
/** A command only when it reads like one. */
const MAYBE_KEYS = /^(?:script|shell|run|then|next|on_?(?:success|failure|exit|error)|execute|argv|args|program|executable|bin|binary|entry_?point)$/i
/** What a tool is fed that does nothing but run things. */
const FED_KEYS = /^(?:input|stdin|text|line|lines|code|keys|content|body|query|value|payload|data|arg|prompt|statement|task|job)$/i
const CODE_KEYS = /^(?:code|source|src|source_?code|snippet|expression|expr|python|python_?code|js|javascript|program|script)$/i
const RUNS = wordSet(
  'run exec execute shell bash sh zsh terminal command commands cmd process start send in to write input invoke launch spawn cli tool type keys press',
)

/** What the tool's own words say about commands. */
interface Asked {
  readonly meaning: Meaning
  readonly words: ReadonlySet<string>
  /** What a field beside it calls the language. */
  readonly language: string | null
}

/** The language to read an argument in; null when it is no code. */
export function languageOf(key: string, text: string, { meaning, words, language }: Asked): string | null {
  if (COMMAND_KEYS.test(key)) return 'shell'
  const runs = runsShell(words)
  if (SCRIPT_KEYS.test(key) && runs && language === null) return 'shell'
  if (CODE_KEYS.test(key) && language !== null) return language
  if ((MAYBE_KEYS.test(key) || (FED_KEYS.test(key) && [...words].every((word) => RUNS.has(word)))) && isCommand(meaning, text)) return 'shell'
  if (
    CODE_KEYS.test(key) &&
    anyOf(words, 'run', 'exec', 'execute', 'eval', 'evaluate', 'interpret', 'repl', 'code', 'node', 'nodejs', 'python', 'javascript') &&
    !anyOf(words, ...PAGES)
  )
    return guessed(text)
  return null
}

const PAGES = ['browser', 'page', 'puppeteer', 'playwright', 'dom', 'tab', 'console']
const runsShell = (words: ReadonlySet<string>): boolean =>
  anyOf(words, 'shell', 'bash', 'terminal', 'command', 'exec', 'execute', 'run', 'process', 'ssh', 'sh') &&
  !anyOf(words, ...PAGES, 'evaluate', 'js', 'javascript', 'python', 'sql', 'node', 'code', 'applescript')

/** What `language` and its like hold. */
export function saidLanguage(languages: LanguageBook, fields: JsonObject): string | null {
  for (const key of ['language', 'lang', 'runtime', 'interpreter', 'kernel', 'kernel_name', 'syntax']) {
    const value = Object.hasOwn(fields, key) ? fields[key] : undefined
    const found = typeof value === 'string' ? languageNamed(languages, value.trim())?.language : undefined
    if (found !== undefined) return found
  }
  return null
}

function guessed(text: string): string | null {
  if (/^[ \t]*(?:import|from)\s+\w|^[ \t]*def\s+\w|\b__import__\(|\bprint\(/m.test(text)) return 'python'
  return /\brequire\(|\bimport\(|\bconst\s+\S|\blet\s+\w|=>|\bconsole\.|\bprocess\./.test(text) ? 'javascript' : null
}

const LEAD = /^\s*(?:(?:sudo|env|command|exec|nohup|time|doas|[A-Za-z_]\w{0,60}=\S*)\s+)*([^\s;|&<>()]{1,200})/
/** What a shell would work out before it knows the program. */
const WORKED_OUT = /^\s*(?:[$`'"\\(:]|\.{0,2}\/|~\/)/
const BUILT_IN = wordSet('cd pushd export source . set eval exec echo printf test [ [[ if for while until case true false : ! { trap alias unset read')

/** Begins with a program we know, or with what a shell works out, and parses, as far as its size lets us tell. */
function isCommand(meaning: Meaning, text: string): boolean {
  if (text.trim() === '') return false
  const first = LEAD.exec(text)?.[1]
  const known = first !== undefined && (BUILT_IN.has(first) || findProgram(meaning, normaliseProgram(meaning, first)).known)
  return (known || (WORKED_OUT.test(text) && /\s/.test(text.trim()))) && parseShell(text).doubt?.because !== 'unparsed'
}

const PROGRAM_KEYS = ['command', 'cmd', 'program', 'executable', 'exe', 'bin', 'binary', 'argv', 'args', 'arguments', 'run', 'exec']
const REST_KEYS = ['args', 'arguments', 'argv', 'params', 'parameters', 'options', 'flags']
/** Names that mean something else as well: the value must be a program, or the words must begin with one. */
const SURE_KEYS = new Set(['command', 'cmd', 'program', 'executable'])

export interface CommandWords {
  readonly words: readonly string[]
  /** The fields it was put together from. */
  readonly fields: ReadonlySet<string>
}

/** `{command: 'git', args: ['push']}` is one command line, and so is a list of words. */
export function commandWords(meaning: Meaning, fields: JsonObject, named: ReadonlySet<string> = NO_WORDS): CommandWords | null {
  const byName = new Map(Object.keys(fields).map((key) => [key.toLowerCase(), key]))
  const at = (name: string): [string, Json] | undefined => {
    const key = byName.get(name)
    return key === undefined ? undefined : [key, fields[key] ?? null]
  }
  const isProgram = (name: string, word: string): boolean =>
    word !== '' && !/[\s;|&]/.test(word) && (SURE_KEYS.has(name) || findProgram(meaning, normaliseProgram(meaning, word)).known)
  for (const name of PROGRAM_KEYS) {
    const [key, program] = at(name) ?? []
    if (key === undefined) continue
    if (isWords(program) && program.length > 0 && isProgram(name, program[0] ?? '')) return { words: program, fields: new Set([key]) }
    if (typeof program !== 'string' || !isProgram(name, program)) continue
    for (const restName of REST_KEYS) {
      const [restKey, rest] = restName === name ? [] : (at(restName) ?? [])
      const words = typeof rest === 'string' ? rest.split(/\s+/).filter((word) => word !== '') : isWords(rest) ? rest : []
      if (restKey !== undefined && words.length > 0) return { words: [program, ...words], fields: new Set([key, restKey]) }
    }
  }
  return named.has('git') ? gitWords(meaning, ['args', 'arguments', 'argv', 'command', 'cmd'].map(at)) : null
}
const NO_WORDS: ReadonlySet<string> = new Set()

/** `mcp__git__run {args: ['push', '-f']}`: the tool is the program; what else the field may be is read besides. */
function gitWords(meaning: Meaning, given: readonly ([string, Json] | undefined)[]): CommandWords | null {
  for (const [, value] of given.filter((one) => one !== undefined)) {
    const words = typeof value === 'string' ? value.trim().split(/\s+/) : isWords(value) ? value : []
    if (words[0] !== undefined && subcommandOf(findProgram(meaning, 'git'), words[0]) !== undefined) return { words: ['git', ...words], fields: NO_WORDS }
  }
  return null
}

const isWords = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((word) => typeof word === 'string')
