// Which file of the project tells a tool what to run? Known, or asked for.
import type { Word } from '../../../model.ts'
import { parentOf } from '../../../text/path.ts'
import { contentOf, HOLE, locate } from '../../paths.ts'
import { fork } from '../../shell/state.ts'
import type { Shell } from '../../shell/state.ts'
import { addNeed, literal } from '../../trace.ts'
import { execute } from '../execute.ts'
import type { ReaderLine } from './run-shell.ts'

/** The folder a tool works in, after the options that move it; null when it is not known. */
export function folderFor(shell: Shell, moves: readonly Word[]): string | null {
  let inner = shell
  for (const move of moves) {
    const { resolved } = locate(inner, move)
    if (resolved === null) return null
    inner = { ...shell, cwd: literal(resolved) }
  }
  const folder = inner.cwd.text
  return folder === null || folder.includes(HOLE) || !folder.startsWith('/') || shell.at !== 'here' ? null : folder
}

/** The first of these files that is known. Where none is, all are asked for. */
export function firstKnown(shell: Shell, paths: readonly string[]): { readonly path: string; readonly text: string } | null {
  for (const path of paths) {
    const text = contentOf(shell, literal(path))?.text
    if (text != null) return { path, text }
  }
  for (const path of paths) addNeed(shell.trace, { kind: 'file', path })
  return null
}

const MOST_LEVELS = 6

/** The folder and those above it, up to the project's own. */
export function foldersUp(shell: Shell, folder: string): readonly string[] {
  const { project } = shell.trace.scene
  const folders = [folder]
  for (let at = folder; folders.length < MOST_LEVELS && at !== project && at !== '/';) folders.push((at = parentOf(at)))
  return folders
}

export const within = (folder: string, name: string): string => (folder === '/' ? `/${name}` : `${folder}/${name}`)

const MOST_ROWS = 5000
const LONGEST_ROW = 2000

/** The lines of a file that people write by hand; what is longer was not. */
export const rowsOf = (text: string): readonly string[] =>
  text
    .split(/\r?\n/)
    .slice(0, MOST_ROWS)
    .map((row) => row.slice(0, LONGEST_ROW))

const DEEPEST = 8

/** Where text that a project's file holds runs, and under which name, so that it is not read inside itself. */
export interface Task {
  readonly file: string | null
  readonly folder: string
  readonly name: string
  readonly language?: string
}

export function runText(line: ReaderLine, { file, folder, name, language = 'shell' }: Task, text: string): Word | null {
  const { shell, command, id } = line
  if (shell.calling.length > DEEPEST) return null
  const inner = fork(shell, { by: id, depth: shell.depth + 1, span: shell.span ?? command.span, cwd: literal(folder), calling: [...shell.calling, name] })
  return execute(inner, {
    language,
    code: literal(text),
    origin: 'file',
    span: command.span,
    stdin: command.stdin,
    args: [],
    ...(file === null ? {} : { file }),
  })
}

/** A word as shell text that means the same. */
export const quoted = (word: Word): string =>
  word.text === null ? '"${argument}"' : /^[\w./:=@%+,-]+$/.test(word.text) ? word.text : `'${word.text.replaceAll("'", `'\\''`)}'`
