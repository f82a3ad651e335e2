// Which file of the project tells a tool what to run? Known, or asked for.
import type { Word } from '../model.ts'
import { isRooted, parentOf } from '../text/path.ts'
import { contentOf, HOLE, locate } from '../disk/paths.ts'
import { altered, fork } from './process.ts'
import type { Shell } from './process.ts'
import { addNeed } from '../log/trace.ts'
import { literal } from '../value/text.ts'
import { bringCopied } from '../disk/copies.ts'
import { afterEdits, withReads } from './edits.ts'
import { asFile } from './trust.ts'
import { execute } from './execute.ts'
import { writtenUnseen } from './passing.ts'
import { runsTheSame } from '../disk/substitutions.ts'
import type { ReaderLine } from './shell.ts'
import { notRead } from './effect.ts'
import { act } from './act.ts'

/** The folder a tool works in, after the options that move it; null when it is not known. */
export function folderFor(shell: Shell, moves: readonly Word[]): string | null {
  let inner = shell
  for (const move of moves) {
    const { resolved } = locate(inner, move)
    if (resolved === null) return null
    inner = altered(shell, { cwd: literal(resolved) })
  }
  const folder = inner.cwd.text
  return folder === null || folder.includes(HOLE) || !isRooted(folder) || shell.at !== 'here' ? null : folder
}

/** The first of these files that is known. Where none is, all are asked for; one that is there and was not read is said to be. */
export function firstKnown(shell: Shell, paths: readonly string[]): { readonly path: string; readonly text: string } | null {
  for (const path of paths) {
    bringCopied(shell, path)
    const content = writtenUnseen(shell, path) ?? contentOf(shell, literal(path))
    if (content?.text != null) return asCommitted(shell, path, content.text)
    if (content !== null) return broughtFrom(shell, path, content)
    const unread = shell.disk.unreadAt(path)
    if (unread === undefined) continue
    const span = (shell.by === null ? undefined : shell.trace.actions[shell.by])?.span ?? { field: shell.trace.field, start: 0, end: 0 }
    act(notRead(unread.because, 'high', unread.detail), asFile(shell, path, 'shell'), span)
    return null
  }
  for (const path of paths) addNeed(shell.trace, { kind: 'file', path })
  return null
}

/** What was only rewritten around what runs, or not at all, is the project's own still. */
function asCommitted(shell: Shell, path: string, text: string): NonNullable<ReturnType<typeof firstKnown>> {
  const { disk } = shell
  const lay = disk.isSettled(path) || !disk.wasCommitted(path) ? null : disk.layAt(path)
  if (lay != null && runsTheSame(path, lay, text)) disk.settle(path)
  return { path, text }
}

/** `cp x package.json`, `curl -o Makefile …`: what the file was made of that this text put there; where that is no file, nobody has read it. */
function broughtFrom(shell: Shell, path: string, content: Word): ReturnType<typeof firstKnown> {
  const ids = shell.trace.log.behind(content)
  const span = (shell.by === null ? undefined : shell.trace.actions[shell.by])?.span ?? { field: shell.trace.field, start: 0, end: 0 }
  for (const id of withReads(shell, ids)) {
    const action = shell.trace.actions[id]
    if (action?.does !== 'read' || action.resolved === null || !action.resolved.startsWith('/') || action.resolved.includes(HOLE)) continue
    const text = shell.disk.contentAt(action.resolved)?.text ?? shell.disk.laidAt(action.resolved)
    if (text != null) return { path, text: afterEdits(shell, ids, text, span) }
    addNeed(shell.trace, { kind: 'file', path: action.resolved })
    return null
  }
  if (ids.some((id) => shell.trace.actions[id]?.does === 'connect')) {
    act(notRead('code-text', 'high', 'tasks out of a file that was just fetched', ids), shell, span)
    return null
  }
  // What is added to a file, or put into it by code that does not say how, stands behind or beside what was there.
  const lay = shell.disk.laidAt(path)
  if (lay === undefined) addNeed(shell.trace, { kind: 'file', path })
  const added = content.parts?.map((part) => (part.kind === 'unknown' ? '' : part.text)).join('') ?? ''
  return lay === undefined || (lay ?? added) === '' ? null : { path, text: afterEdits(shell, ids, `${lay ?? ''}${added}`, span) }
}

/** The folder and those above it, up to the project's own. */
export function foldersUp(shell: Shell, folder: string): readonly string[] {
  const { project } = shell.trace.scene
  const folders = [folder]
  for (let at = folder; at !== project && at !== parentOf(at);) folders.push((at = parentOf(at)))
  return folders
}

export const within = (folder: string, name: string): string => (folder.endsWith('/') ? folder + name : `${folder}/${name}`)

/** A file holds more than is read, and what the project committed may be long; without a file, what is given cannot be read. */
export function addUnread({ shell, command, id }: ReaderLine, file: string | null, detail: string): void {
  const because = file === null ? 'unparsed' : 'too-much'
  act({ do: 'unknown', because, could: 'high', detail, by: id }, file === null ? shell : asFile(shell, file, 'shell'), command.span)
}

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
  if (shell.calling.length > DEEPEST) {
    addUnread(line, file, 'tasks that start each other too often to follow')
    return null
  }
  const inner = fork(shell, { by: id, depth: shell.depth + 1, span: shell.span ?? command.span, cwd: literal(folder), calling: [...shell.calling, name] })
  return execute(inner, {
    language,
    code: literal(text),
    origin: 'file',
    span: command.span,
    stdin: command.stdin,
    args: [],
    ...(file === null ? {} : { file, part: true as const }),
  })
}

/** A word as shell text that means the same. */
export const quoted = (word: Word): string =>
  word.text === null ? '"${argument}"' : /^[\w./:=@%+,-]+$/.test(word.text) ? word.text : `'${word.text.replaceAll("'", `'\\''`)}'`
