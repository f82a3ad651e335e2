// Files that run under a program's name: written, built or copied by this text, lying beside it or in a folder of its `PATH`, or not read yet.
import { doerOf } from '../log/process.ts'
import type { Word } from '../model.ts'
import { isFound } from '../disk/observed.ts'
import { isWithin, lastComponent } from '../text/path.ts'
import { throughLinks } from '../disk/links.ts'
import { contentOf, locate, pathText } from '../disk/paths.ts'
import { knownStart } from '../value/fields.ts'
import { fork } from './process.ts'
import type { Performed, Shell } from './process.ts'
import { addNeed } from '../log/trace.ts'
import { literal } from '../value/text.ts'
import { bringCopied } from '../disk/copies.ts'
import { execute, executeBehind } from './execute.ts'
import { executeAll, noteNotThere, noteUnread } from './unread-files.ts'
import type { Code } from './code.ts'
import { isInScript, runLocalCommand } from './local-command.ts'
import { askFile, filesLike } from '../disk/globs.ts'
import { isOwnProgram } from './own-program.ts'
import { isInstalled, isMade, isRunnerThere, writtenUnseen } from './passing.ts'
import type { Run } from './run-line.ts'

/** Asked for help or a plan, a described program does nothing more: true where it ends there. What a file does that nobody described is not known by what it is asked for; what the project committed knows its own options. */
export function runDry({ shell, outer, command, name, entry }: Run): boolean {
  if (entry.known) {
    if (name.includes('/')) runWritten(shell, command, name)
    else runFromPath(shell, command, name)
  }
  return entry.known || outer.disk.isSettled(locate(outer, { text: name }).resolved ?? '')
}

export function runFiles({ shell, command, name, entry }: Run): void {
  if (name.includes('/')) {
    if (!entry.known) runFile(shell, command, name)
    else runWritten(shell, command, name)
    return
  }
  if (!entry.known && WINDOWS_FILE.test(name) && isBeside(shell, name)) runFile(shell, command, name)
  else if (isInScript(shell)) runLocalCommand(shell, command)
  runFromPath(shell, command, name)
}

/** Windows looks for these in the folder it stands in, too. */
const WINDOWS_FILE = /\.(?:exe|com|bat|cmd|ps1)$/i
function isBeside(shell: Shell, name: string): boolean {
  const { resolved } = locate(shell, { text: name })
  if (shell.windows && shell.at === 'here' && resolved?.includes('\0') === false) addNeed(shell.trace, { kind: 'file', path: resolved, loose: true })
  return contentOf(shell, { text: name }) !== null
}

/** `./rm` is whatever this text wrote there, not the program of that name. What was built or copied there and nobody has seen is taken for what it is called. */
function runWritten(shell: Shell, command: Performed, name: string): void {
  const { resolved } = locate(shell, { text: name })
  if (resolved === null) return
  runBuilt(shell, command, resolved)
  bringCopied(shell, resolved)
  const content = writtenUnseen(shell, resolved) ?? (shell.disk.wasWritten(resolved) ? contentOf(shell, { text: name }) : null)
  if (content === null) {
    noteNotThere(shell, 'script', resolved, command.span)
    runUncommitted(shell, command, resolved)
    return
  }
  if (content.text !== null || isMade(shell, content, true) || isRunnerThere(shell, resolved)) runFile(shell, command, name)
  else executeBehind(shell, { ...asScript(command, content), file: resolved })
}

const asScript = ({ words, stdin, span }: Performed, code: Word): Code => ({ language: 'script', code, origin: 'file', span, stdin, args: words.slice(1) })

/** `./gradlew`, `bin/git`: what lies in the project, in the home or in scratch under a known name is taken for what it is called only where it was committed or installed so. */
function runUncommitted(shell: Shell, command: Performed, file: string): void {
  const { project, home } = shell.trace.scene
  if (shell.at !== 'here' || file.includes('\0')) return
  // Hidden folders of the home are where installers put things.
  if (!isWithin(file, project) && !(isWithin(file, home) && !file.slice(home.length).includes('/.')) && !/^\/(?:var\/)?tmp\//.test(file)) return
  const known = locate(shell, { text: file }).places.some((place) => isInstalled(place) || place === 'regenerable')
  if (known && file !== `${home}/bin/${lastComponent(file)}`) return
  const content = shell.disk.contentAt(throughLinks(shell.disk, file))
  if (content === undefined) addNeed(shell.trace, { kind: 'file', path: file, loose: true })
  else if (!shell.disk.isSettled(file)) execute(shell, { ...asScript(command, content), file, clever: /\/(?:gradlew|mvnw)$/.test(file) })
}

/** Folders of the project that this text puts before all others to find programs in: what lies there under the name is run. */
function runFromPath(shell: Shell, command: Performed, name: string): void {
  const set = command.assigns.findLast((assign) => assign.name === 'PATH')?.value ?? (shell.vars.has('PATH') ? shell.vars.get('PATH')?.words[0] : undefined)
  if (set === undefined || name.includes('/')) return
  const folders = knownStart(set).split(':')
  const searched = set.text === null ? folders.slice(0, -1) : folders
  for (const folder of shell.trace.budget.cut(searched, MOST_FOLDERS, doerOf(shell, command.span), 'programs are searched in more folders than are followed')) {
    const { resolved } = locate(shell, { text: folder === '' ? '.' : folder })
    if (resolved === null || isSystem(resolved)) return
    const file = `${resolved}/${name}`
    const content = contentOf(shell, { text: file })
    if (content === null) runUncommitted(shell, command, file)
    else runFile(shell, { ...command, words: [literal(file), ...command.words.slice(1)] }, file)
  }
}
const MOST_FOLDERS = 32
const isSystem = (folder: string): boolean => /^\/(?:usr\/|opt\/)?s?bin$/.test(folder)

/** `./x`, `/tmp/x`: a file of this text's own making, or one we have not read. */
function runFile(shell: Shell, command: Performed, name: string): void {
  const [head] = command.words
  if (head === undefined) return
  const like = filesLike(shell, head)
  if (like !== null) {
    executeAll(shell, like, head, command.span, (file) => runFile(shell, { ...command, words: [file, ...command.words.slice(1)] }, file.text ?? ''))
    return
  }
  const word: Word = head.text === null ? head : { text: name }
  if (isOwnProgram(shell, word)) {
    shell.read.perform(shell, { ...command, words: [OURS, ...command.words.slice(1)] })
    return
  }
  const { resolved } = locate(shell, word)
  if (resolved !== null) runBuilt(shell, command, resolved)
  bringCopied(shell, resolved)
  const unseen = writtenUnseen(shell, resolved)
  const content = unseen !== null && (unseen.text !== null || isMade(shell, unseen, true)) ? unseen : contentOf(shell, word)
  if (content !== null) {
    const named = resolved === null || (content === unseen && isOwnMaking(shell, content)) ? {} : { file: resolved }
    execute(shell, { ...asScript(command, content), ...named })
    return
  }
  if (resolved === null || pathText(shell, word).includes('\0')) return
  askFile(shell, resolved)
  noteUnread(shell, 'script', resolved, command.span)
  // A program that nobody can read may write anything.
  if (shell.disk.unreadAt(resolved) !== undefined && shell.at === 'here' && shell.trust === 'nobody') shell.trace.notes.loosen()
  noteNotThere(shell, 'script', resolved, command.span)
}

/** A program that this call made of a text does what that says. */
export function runBuilt(shell: Shell, { span, words, stdin }: Performed, path: string): void {
  if (!shell.trace.notes.hasBuilt || shell.at !== 'here') return
  for (const { language, code, file } of shell.trace.notes.takeSources(path))
    execute(fork(shell, { depth: shell.depth + 1, span: shell.span ?? span }), {
      language,
      code,
      origin: 'file',
      span,
      stdin,
      args: words.slice(1),
      ...(file === undefined ? {} : { file }),
    })
}

/** A committed script that nobody handed anything may run what it has put together itself: that weighs no more than what else cannot be read in it. */
function isOwnMaking(shell: Shell, content: Word): boolean {
  const { trace, trust, alone, disk } = shell
  if (trust !== 'project' || !alone || content.text !== null) return false
  const makers = new Set(shell.trace.log.behind(content))
  // Not each language tells which of what it read went where.
  return trace.actions.every((action) => {
    if (!makers.has(action.id) && (action.by === null || !makers.has(action.by))) return true
    if (action.does === 'connect') return false
    if (action.does !== 'read' || action.how === 'list') return true
    const path = action.resolved
    return path !== null && (disk.isSettled(path) || isFound(shell, 'missing', path, true) || isFound(shell, 'unchanged', path, true))
  })
}

const OURS: Word = { text: 'prudent' }
