// Is this the dry run that a program makes by itself wherever it is not told that a pipeline runs it?
import type { Word } from '../../model.ts'
import { contentOf } from '../paths.ts'
import { isFound } from '../found.ts'
import type { Performed, Shell } from '../shell/state.ts'
import { addNeed, literal } from '../trace.ts'
import type { Program } from './meaning.ts'
import { has } from './options.ts'
import type { Parsed } from './options.ts'
import { folderFor, foldersUp, within } from './readers/project-files.ts'

/** Only where a look says so: none of the variables is set, and no settings speak of it. Asks for what is not known. */
export function isIdle(shell: Shell, command: Performed, parsed: Parsed, { acts }: Program): boolean {
  if (acts === undefined || shell.at !== 'here' || shell.later) return false
  const isSet = (name: string): boolean => shell.vars.has(name) || [...command.assigns, ...parsed.assigns].some((assign) => assign.name === name)
  if (parsed.operands.length > 0 || command.words.some(isUnsure) || has(parsed.options, acts.options) || acts.variables.some(isSet)) return false
  const folder = folderFor(shell, [])
  if (folder === null) return false
  const { needs, unset } = shell.trace
  if (!needs.some((need) => need.kind === 'variables' && need.names === acts.variables)) needs.push({ kind: 'variables', names: acts.variables })
  const silent = foldersUp(shell, folder).flatMap((at) => acts.settings.map((setting) => isSilent(shell, at, setting, acts.words)))
  return acts.variables.every((name) => unset.has(name)) && !silent.includes(false)
}

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
  const said = key === undefined ? text : partOf(text, key)
  return said !== null && said.split(/\W+/).every((word) => !words.includes(word))
}

/** Null where it cannot be read. */
function partOf(text: string, key: string): string | null {
  try {
    const all = JSON.parse(text) as unknown
    if (typeof all !== 'object' || all === null) return null
    return Object.hasOwn(all, key) ? JSON.stringify((all as Readonly<Record<string, unknown>>)[key]) : ''
  } catch {
    return null
  }
}
