// Recognises the dry run that a program makes by itself outside of CI: it acts only where a pipeline's variables say so.
import type { Word } from '../model.ts'
import { contentOf } from '../disk/paths.ts'
import { isFound } from '../disk/observed.ts'
import type { Performed, Shell } from './process.ts'
import { addNeed } from '../log/trace.ts'
import { literal } from '../value/text.ts'
import type { Program } from '../meaning/entries.ts'
import { has } from '../meaning/options.ts'
import type { Parsed } from '../meaning/options.ts'
import { folderFor, foldersUp, within } from './project-files.ts'
import { ANY_VARIABLE } from './env.ts'

/** Only where a look says so: none of the variables is set, and no settings speak of it. Asks for what is not known. */
export function isIdle(shell: Shell, command: Performed, parsed: Parsed, { acts }: Program): boolean {
  if (acts === undefined || shell.at !== 'here' || shell.later) return false
  const isSet = (name: string): boolean => shell.vars.has(name) || [...command.assigns, ...parsed.assigns].some((assign) => assign.name === name)
  if (parsed.operands.length > 0 || command.words.some(isUnsure) || has(parsed.options, acts.options) || acts.variables.some(isSet)) return false
  if (isSet(ANY_VARIABLE) || LOADED.some(isSet) || hasLoader(shell, acts.loaders)) return false
  const folder = folderFor(shell, [])
  if (folder === null) return false
  const { log, needs, unset } = shell.trace
  if (!needs.some((need) => need.kind === 'variables' && need.names === acts.variables)) log.needAlso({ kind: 'variables', names: acts.variables })
  const silent = foldersUp(shell, folder).flatMap((at) => acts.settings.map((setting) => isSilent(shell, at, setting, acts.words)))
  return acts.variables.every((name) => unset.has(name)) && !silent.includes(false)
}

/** A shell reads these files before anything else. */
const LOADED = ['BASH_ENV', 'ENV']
const LOADING = ['--rcfile', '--init-file', '--env-file', '--env-file-if-exists']
const MOST_ABOVE = 100

/** Whether something that started this may have set variables that nobody has seen: a loader of such files, or code. */
function hasLoader({ trace, by }: Shell, loaders: readonly string[]): boolean {
  let id = by
  for (let left = MOST_ABOVE; id !== null; left--) {
    const action = trace.actions[id]
    if (action === undefined || left <= 0) return true
    if (action.does === 'run' && (loaders.includes(action.program) || has(action.options, LOADING))) return true
    if (action.does === 'execute' && !SHELLS.has(action.language)) return true
    id = action.by
  }
  return false
}
const SHELLS = new Set(['shell', 'script', 'bash', 'sh'])

const isUnsure = (word: Word): boolean => word.text === null || word.parts !== undefined

/** `file`, or `file#key` where only that part of it counts. */
function isSilent(shell: Shell, folder: string, setting: string, words: readonly string[]): boolean {
  const [name = '', key] = setting.split('#')
  const path = within(folder, name)
  const text = contentOf(shell, literal(path))?.text
  if (text == null) {
    if (isFound(shell, 'missing', path, true)) return true
    // Once it was looked for, and something lies there.
    if (shell.trace.unset.size > 0) addNeed(shell.trace, { kind: 'file', path })
    return false
  }
  return isPlainlyWithout(name, text, key, words)
}

const CODE = /\.[cm]?[jt]s$/
/** An escape that may stand for a letter. */
const ESCAPED_LETTER = /\\(?:[^nrtbfv\W_]|[_\n\r])/
/** A key or a text that the code makes: `[x]: …`, `x[y] = …`, a spread, and what brings in more. */
const MADE = /\]\s*[:=(?|&+*/-]|\.{3}|\b(?:Object|Reflect|JSON|Proxy|Function|eval|constructor|globalThis|process|module\.(?!exports\b))\b/

/** Nothing in it is one of the words, and nothing can become one. */
function isPlainlyWithout(name: string, text: string, key: string | undefined, words: readonly string[]): boolean {
  if (CODE.test(name)) return !hasWord(text, words) && !ESCAPED_LETTER.test(text) && !MADE.test(text)
  const data = parsed(text)
  if (data !== undefined) {
    const part = key === undefined ? data : isTable(data) ? (Object.hasOwn(data, key) ? data[key] : {}) : null
    return isTable(part) && !hasKey(part, words)
  }
  return key === undefined && !hasWord(text, words) && !/\\|!!/.test(text)
}

const hasWord = (text: string, words: readonly string[]): boolean => text.split(/\W+/).some((word) => words.includes(word))
const isTable = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What stands in a value is only text. */
function hasKey(value: unknown, words: readonly string[], depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth > DEEPEST || Object.entries(value).some(([key, inner]) => words.includes(key) || hasKey(inner, words, depth + 1))
}
const DEEPEST = 100

/** Undefined where it is no JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
