// What does one command do? Function, builtin or program: the single doorway through which every command goes, however it is wrapped.
import type { Option, Word } from '../model.ts'
import { isFound } from '../disk/observed.ts'
import { writtenOut } from '../disk/matches.ts'
import { isWithin, lastComponent } from '../text/path.ts'
import { throughLinks } from '../disk/links.ts'
import { contentOf, locate, pathText } from '../disk/paths.ts'
import { knownStart } from '../value/fields.ts'
import { afford, bulkOfCommand, doerOf, readable } from '../log/process.ts'
import { altered, fork } from './process.ts'
import type { Performed, Shell } from './process.ts'
import type { Registry } from './shell.ts'
import { addNeed } from '../log/trace.ts'
import { literal, union, unknownWord, withFrom } from '../value/text.ts'
import type { RunEffect } from './effect.ts'
import { keptByName } from '../text/kept.ts'
import { saysProduction } from '../text/production.ts'
import { bringCopied } from '../disk/copies.ts'
import { carry } from './carry.ts'
import { chained } from '../meaning/chained.ts'
import { noteDestination } from './goes.ts'
import { isDry, withoutUndone } from '../meaning/dry-run.ts'
import { applyEffects } from './effects.ts'
import { execute, executeBehind } from './execute.ts'
import { executeAll, noteNotThere, noteUnread } from './unread-files.ts'
import type { Code } from './execute.ts'
import { isInScript, runLocalCommand } from './local-command.ts'
import { askFile, filesLike } from '../disk/globs.ts'
import { findProgram, normaliseProgram, subcommandOf } from '../meaning/entries.ts'
import type { Program } from '../meaning/entries.ts'
import { noteBarred } from './publish-login.ts'
import { noteNodeOptions } from './node-options.ts'
import { anyCase, parseOptions, valuesOf } from '../meaning/options.ts'
import type { Parsed } from '../meaning/options.ts'
import { printed } from './output.ts'
import { ownProcessesNamed } from '../self/own-processes.ts'
import { isOwnProgram } from './own-program.ts'
import { noteHolding, noteOwnWords } from './own-words.ts'
import { notePlaces } from './place-first.ts'
import { INSTALLED, isMade, isRunnerThere, writtenUnseen } from './passing.ts'
import { isIdle } from './ci-only.ts'
import { performMatches, performUnnamed, programName } from './program-name.ts'
import { runBehindDashes, runStarted } from './nested-command.ts'
import { loadWritten } from './auto-loaded.ts'
import { hasRole } from '../meaning/traits.ts'
import { addFolders, folderOf } from './folders.ts'
import { holdAssigned, lookup } from './env.ts'
import { act } from './act.ts'

export function perform(shell: Shell, given: Performed): Word {
  const [head] = given.words
  if (head === undefined) return { text: '' }
  if (!shell.trace.budget.take() && !shell.trace.budget.spend(1, doerOf(shell, given.span))) return unknownWord('output')
  const words = readable(shell, writtenOut(shell, given.words), given.span)
  const command = words === given.words ? given : { ...given, words }
  // Each wrapper hands all its words on.
  if (!afford(shell, bulkOfCommand(words, command.assigns.length))) return unknownWord('output')
  performMatches(shell, command)
  const name = programName(shell, head)
  if (name === null) return performUnnamed(shell, command, head)
  // Functions and aliases are for what the text itself names: `env rm` and `find -exec rm` start the program.
  const printed = command.named === undefined ? null : performNamed(shell, command, name)
  return printed === null ? performProgram(shell, command, name) : printed
}

function performProgram(shell: Shell, command: Performed, name: string): Word {
  const builtin = builtinOf(shell.read.builtins, name)
  if (builtin !== undefined) return builtin(shell, command)
  return runProgram(shell, command, name)
}

/** Null where the program is meant, or may be: a script expands no aliases, and a definition that was maybe not reached hides nothing. */
function performNamed(shell: Shell, command: Performed, name: string): Word | null {
  const alias = shell.aliases.get(name)
  if (alias !== undefined && !shell.calling.includes(`alias ${name}`)) {
    const inner = fork(shell, { calling: [...shell.calling, `alias ${name}`], span: shell.span ?? command.span, depth: shell.depth + 1 })
    const rest = command.words
      .slice(1)
      .map((word) => (word.text === null ? '"$_unknown"' : `'${word.text.replaceAll("'", `'\\''`)}'`))
      .join(' ')
    if (/^[\w./-]+$/.test(alias)) perform(inner, { ...command, words: [{ text: alias }, ...command.words.slice(1)] })
    else shell.read.text(inner, `${alias} ${rest}`, command.stdin)
    addFolders(shell, [folderOf(inner)])
  }
  for (let body = shell.functions.get(name) ?? null; body !== null;) {
    const printed = shell.read.call(shell, name, body, command.words.slice(1), command.stdin, command.span)
    if (body.otherwise === undefined) return printed
    body = body.otherwise
  }
  return null
}

const builtinOf = keptByName((table: Registry['builtins'], name) => (Object.hasOwn(table, name) ? table[name] : undefined))

/** With the words that it takes from the environment, before its own. */
function withEnvironment(shell: Shell, { words, assigns }: Performed, { variable }: Program): readonly Word[] {
  if (variable === undefined) return words
  const set = assigns.find((assign) => assign.name === variable)?.value ?? (shell.vars.has(variable) ? lookup(shell, variable)?.words[0] : undefined)
  const given = set?.text?.trim()
  const [head, ...rest] = words
  return given === undefined || given === '' || head === undefined ? words : [head, ...given.split(/\s+/).map((text) => ({ text })), ...rest]
}

const NO_ASSIGNS: Performed['assigns'] = []

/** Variables by which programs find their settings: a shell has them exported already, so setting one counts for whatever it starts next. And those that name what they work on, where that is production. */
function steering(shell: Shell): Performed['assigns'] {
  const { meaning } = shell.trace.books
  let found: { name: string; value: Word }[] | null = null
  for (const [name, { words }] of shell.vars) {
    const [value] = words
    if (
      value === undefined ||
      !(hasRole(meaning, name, 'settings') || hasRole(meaning, name, 'hooks-off') || (hasRole(meaning, name, 'context') && saysProduction(words)))
    )
      continue
    found ??= []
    found.push({ name, value })
  }
  return found ?? NO_ASSIGNS
}

function runProgram(shell: Shell, command: Performed, name: string): Word {
  const { trace } = shell
  const program = normaliseProgram(trace.books.meaning, name)
  const entry = findProgram(trace.books.meaning, program)
  const part = entry.known ? undefined : /^git-([a-z-]{1,40})$/.exec(program)?.[1]
  // What lies in git's own folder is a part of it.
  if (part !== undefined && subcommandOf(findProgram(trace.books.meaning, 'git'), part) !== undefined)
    return runProgram(shell, { ...command, words: [{ text: 'git' }, { text: part }, ...command.words.slice(1)] }, 'git')
  const several = entry.chains === undefined ? null : chained(entry, command.words)
  if (several !== null) return several.map((one) => runProgram(shell, { ...command, words: one }, name)).at(-1) ?? unknownWord(program)
  const parsed = withoutUndone(parseOptions(entry, withEnvironment(shell, command, entry)))
  const dry = isDry(parsed, entry, command.words) || isIdle(shell, command, parsed, entry)
  let takes: readonly number[] = command.stdin?.from ?? []
  for (const word of command.words) if (word.from !== undefined) takes = union(takes, word.from)
  const steered = steering(shell)
  const isPlain = steered.length === 0 && command.assigns.length === 0 && parsed.assigns.length === 0
  const assigns = isPlain ? NO_ASSIGNS : [...steered, ...command.assigns, ...parsed.assigns]
  const low = anyCase(entry)
  const run: { -readonly [Field in keyof RunEffect]: RunEffect[Field] } = {
    do: 'run',
    program,
    options: low ? parsed.options.map(lowOption) : parsed.options,
    operands: low ? parsed.operands.map(lowWord) : parsed.operands,
    assigns,
    dry,
    depth: shell.depth,
    takes,
  }
  if (parsed.operandsOtherwise !== null) run.operandsOtherwise = low ? parsed.operandsOtherwise.map(lowWord) : parsed.operandsOtherwise
  if (command.stdin !== null) run.stdin = command.stdin
  const id = act(run, shell, command.span)
  const inner = altered(shell, { by: id, cwd: enteredBy(shell, parsed) })
  if (assigns.length > 0) holdAssigned(inner, assigns)
  for (const { name: variable, value } of assigns) {
    if (hasRole(trace.books.meaning, variable, 'command') && value.text !== null && /[\s/]/.test(value.text))
      shell.read.text(fork(inner, { depth: shell.depth + 1, span: shell.span ?? command.span }), value.text, null)
  }
  // What a file does that nobody described is not known by what it is asked for; what the project committed knows its own options.
  if (dry && entry.known) {
    if (name.includes('/')) runWritten(inner, command, name)
    else runFromPath(inner, command, name)
  }
  if (dry && (entry.known || shell.disk.isSettled(locate(shell, { text: name }).resolved ?? ''))) return unknownWord(program, true, [id])
  noteNodeOptions(inner, command, assigns, program)
  if (name.includes('/')) {
    if (!entry.known) runFile(inner, command, name)
    else runWritten(inner, command, name)
  } else {
    if (!entry.known && WINDOWS_FILE.test(name) && isBeside(inner, name)) runFile(inner, command, name)
    else if (isInScript(inner)) runLocalCommand(inner, command)
    runFromPath(inner, command, name)
  }
  noteOwnWords(inner, command, parsed)
  notePlaces(inner, command, parsed)
  if (!entry.known) {
    noteHolding(inner, command)
    if (shell.at === 'here' && command.words.some(({ text }) => text === null)) trace.notes.hand(id)
    runStarted(inner, command)
  } else if (parsed.node.runs.length === 0 && parsed.node.does.length === 0 && parsed.node.reader === undefined) runBehindDashes(inner, command)
  const named = ownProcessesNamed(command, parsed, program).map((effect) => act(effect, inner, command.span))
  const effects = applyEffects(inner, command, parsed)
  loadWritten({ shell: inner, command, parsed })
  const carried = carry(inner, command, parsed, id)
  let reader: string | undefined
  for (const node of parsed.chain) if (node.reader !== undefined) reader = node.reader
  const read = reader === undefined ? null : (shell.read.readers[reader]?.({ shell: inner, command, parsed, id }) ?? null)
  if (shell.trust === 'project' && shell.alone && (parsed.node.login !== undefined || parsed.operands.at(-1)?.text === 'publish'))
    noteBarred(shell, command, parsed, id)
  if (parsed.node.goes !== undefined) noteDestination({ shell, command, parsed }, parsed.node.goes, id)
  // What it was given reaches its output through the run's own `takes`.
  const from = effects.length === 0 && named.length === 0 ? [id] : [id, ...effects, ...named]
  const passed = read ?? carried
  if (passed?.items !== undefined) trace.notes.list(id, passed.items, knownStart(inner.cwd))
  return passed === null ? printed(inner, command, parsed, { id, from, effects }) : withFrom(passed, union([id], passed.from))
}

/** Rules about programs that take words in any case are written in small letters. */
const lowWord = (word: Word): Word => (word.text === null ? word : { ...word, text: word.text.toLowerCase() })
const lowOption = (option: Option): Option => (option.value === true ? option : { ...option, value: lowWord(option.value) })

/** `env -C x sh y`: the folder that its entry says what it runs starts in. */
function enteredBy(shell: Shell, { chain, options }: Parsed): Word {
  let option: string | undefined
  for (const node of chain) if (node.folder !== undefined) option = node.folder
  const folder = option === undefined ? undefined : valuesOf(options, option).at(-1)
  if (folder === undefined) return shell.cwd
  const { resolved } = locate(shell, folder)
  return resolved === null ? unknownWord('folder', false, folder.from) : literal(resolved, folder.from)
}

/** `X=rm bash -c '$X y'`: what is set for a program is set for what it runs. */
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
  const known = locate(shell, { text: file }).places.some((place) => INSTALLED.includes(place) || place === 'regenerable')
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
  for (const folder of set.text === null ? folders.slice(0, -1) : folders.slice(0, MOST_FOLDERS)) {
    const { resolved } = locate(shell, { text: folder === '' ? '.' : folder })
    if (resolved === null || isSystem(resolved)) return
    const file = `${resolved}/${name}`
    const content = contentOf(shell, { text: file })
    if (content === null) runUncommitted(shell, command, file)
    else runFile(shell, { ...command, words: [literal(file), ...command.words.slice(1)] }, file)
  }
}
const MOST_FOLDERS = /* quiet */ 8
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
    perform(shell, { ...command, words: [OURS, ...command.words.slice(1)] })
    return
  }
  const { resolved } = locate(shell, word)
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
