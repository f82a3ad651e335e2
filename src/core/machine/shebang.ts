// Which language is a file in that is run by its own name? What its first line says.
import type { Word } from '../model.ts'
import type { Shell } from './process.ts'
import { literal } from '../log/trace.ts'
import { findProgram, normaliseProgram } from '../meaning/entries.ts'

const BY_SHEBANG: readonly (readonly [RegExp, string])[] = [
  [/python/, 'python'],
  [/\b(?:node|deno|bun)\b/, 'javascript'],
  [/ruby/, 'ruby'],
  [/perl/, 'perl'],
  [/php/, 'php'],
  [/osascript/, 'osascript'],
  [/\blua/, 'lua'],
  [/\b(?:tclsh|wish|expect|awk|gawk|sed|make|perl6|raku|Rscript|julia|guile|sbcl|escript|runghc|dotnet|swift|scala|groovy)\b/, 'other'],
]

/** The shells of Windows go by the name alone. */
const BY_WINDOWS: Readonly<Record<string, string>> = { ps1: 'powershell', bat: 'cmd', cmd: 'cmd' }

const BY_EXTENSION: Readonly<Record<string, string>> = {
  py: 'python',
  js: 'javascript',
  cjs: 'javascript',
  mjs: 'javascript',
  ts: 'javascript',
  rb: 'ruby',
  pl: 'perl',
  pm: 'perl',
  php: 'php',
  tcl: 'other',
  exp: 'other',
  lua: 'lua',
  awk: 'other',
  sed: 'other',
  r: 'other',
  jl: 'other',
  m4: 'other',
  ...BY_WINDOWS,
}

/** A file without a first line of its own is run by the shell, whatever its name says; only of the project's own is the name believed. */
export function scriptIn(shell: Shell, file: string | undefined, text: string | null): string {
  const named = file === undefined ? undefined : shell.settled.has(file) ? BY_EXTENSION : shell.windows ? BY_WINDOWS : undefined
  const extension = named === undefined ? undefined : /\.([a-z0-9]{1,3})$/i.exec(file ?? '')?.[1]?.toLowerCase()
  const known = extension !== undefined && named !== undefined && Object.hasOwn(named, extension) ? named[extension] : undefined
  return text?.startsWith('#!') === true || known === undefined ? shebangLanguage(text) : known
}

function shebangLanguage(text: string | null): string {
  const first = text === null ? '' : text.slice(0, text.indexOf('\n') < 0 ? 100 : text.indexOf('\n'))
  if (!first.startsWith('#!')) return 'shell'
  return BY_SHEBANG.find(([pattern]) => pattern.test(first))?.[1] ?? 'shell'
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
  const language = shebangLanguage(text)
  // Several words for `env -S` may say more than which language it is.
  if (found !== 'env' && (SHELL.test(found) || (language !== 'shell' && language !== 'other'))) return null
  const { meaning } = shell.trace.books
  const program = normaliseProgram(meaning, found)
  if (!findProgram(meaning, program).known) return null
  const given = name === 'env' && found !== 'env' ? [] : rest === '' ? [] : [literal(rest)]
  const reads = program === 'powershell' ? [literal('-File')] : []
  return { words: [literal(name === 'env' && found !== 'env' ? found : path), ...given, ...reads, literal(file)], mark }
}
