// Which language is a file in that is run by its own name? What its first line says.
import type { Word } from '../model.ts'
import type { Shell } from './process.ts'
import { literal } from '../value/text.ts'
import { findProgram, normaliseProgram } from '../meaning/entries.ts'
import { languageOfFile, languageOfFirstLine } from '../languages/_book/book.ts'
import type { LanguageEntry } from '../languages/_book/book.ts'

const SHELLS: ReadonlySet<string> = new Set(['shell', 'script', 'bash', 'sh', 'container-shell'])
/** Whether a shell is what runs it. */
export const isForShell = (language: string): boolean => SHELLS.has(language)

/** What a script is in that says nothing else. */
const SHELL_CODE = 'shell'

/** A file without a first line of its own is run by the shell, whatever its name says; only of the project's own is the name believed. */
export function scriptIn(shell: Shell, file: string | undefined, text: string | null): string {
  const { languages } = shell.trace.books
  if (text?.startsWith('#!') === true) return shebangLanguage(shell, text)?.language ?? SHELL_CODE
  const own = file !== undefined && shell.disk.isSettled(file)
  const named = file !== undefined && (own || shell.windows) ? languageOfFile(languages, file) : null
  return named !== null && (own || named.windows) ? named.language : SHELL_CODE
}

/** Null: the shell's own. */
function shebangLanguage(shell: Shell, text: string | null): LanguageEntry | null {
  const first = text === null ? '' : text.slice(0, text.indexOf('\n') < 0 ? 100 : text.indexOf('\n'))
  return first.startsWith('#!') ? languageOfFirstLine(shell.trace.books.languages, first) : null
}

const SHELL = /^(?:ba|z|da|k|mk|a|fi|c|tc|rba)?sh$/

/** `#!/usr/bin/make -f`, `#!/usr/bin/env -S uv run`: the command that the system would start. Null where the file itself is shell text, or code that we read. */
export function interpreterOf(shell: Shell, file: string, text: string | null): { readonly words: readonly Word[]; readonly mark: string } | null {
  const end = text?.indexOf('\n') ?? -1
  const first = text === null || !text.startsWith('#!') ? '' : text.slice(2, Math.min(end < 0 ? 400 : end, 400)).trim()
  const space = first.search(/\s/)
  const path = space < 0 ? first : first.slice(0, space)
  const rest = space < 0 ? '' : first.slice(space).trim()
  const mark = `first line of ${file}`
  if (path === '' || shell.calling.includes(mark)) return null
  const name = path.slice(path.lastIndexOf('/') + 1)
  const found = name === 'env' && !rest.startsWith('-') ? (rest.split(/\s/, 1)[0] ?? '') : name
  const language = shebangLanguage(shell, text)
  // Several words for `env -S` may say more than which language it is.
  if (found !== 'env' && (SHELL.test(found) || (language !== null && language.searched !== 'only'))) return null
  const { meaning } = shell.trace.books
  const program = normaliseProgram(meaning, found)
  if (!findProgram(meaning, program).known) return null
  const given = name === 'env' && found !== 'env' ? [] : rest === '' ? [] : [literal(rest)]
  const reads = program === 'powershell' ? [literal('-File')] : []
  return { words: [literal(name === 'env' && found !== 'env' ? found : path), ...given, ...reads, literal(file)], mark }
}
