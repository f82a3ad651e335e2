// What will this text become once it lies in that file? Scripts, recipes, hooks and CI steps are commands to come.
import type { Action, Span } from '../model.ts'
import { speaksOfChange } from '../self/own-code.ts'
import { hostPlacesOf } from '../disk/places/places.ts'
import { contentOf, locate } from '../disk/paths.ts'
import { execute } from '../machine/execute.ts'
import { askFile } from '../disk/globs.ts'
import { doerOf, leaveOut } from '../log/process.ts'
import type { Effect } from '../machine/effect.ts'
import { altered, fork } from '../machine/process.ts'
import type { Shell } from '../machine/process.ts'
import { unknownWord } from '../value/text.ts'
import { changesOfHead, changesOfHeadPiece } from '../machine/agent-head.ts'
import { isAgentText, switchesIn } from '../machine/switched.ts'
import { changedCommands, commandsIn, isRun } from './commands-in.ts'
import type { Piece } from './commands-in.ts'
import { installScripts, MOST_NAMED, packageSources, scriptRunners } from '../text/manifest.ts'
import { userPath } from '../machine/user-path.ts'
import { MAY_ACT } from '../machine/auto-loaded.ts'
import { languageOfFile } from '../languages/_book/book.ts'
import { exportName, holdAssigned, setVariable } from '../machine/env.ts'
import { notRead } from '../machine/effect.ts'
import { hasTrait } from '../meaning/traits.ts'
import { act, actAll, LONGEST_SHOWN } from '../machine/act.ts'

/** As much as a shell text may be. */
const LONGEST = 262_144
const MOST_COMMANDS = 1000

/**
 * Reads content as the commands it will become. Nothing happens for documents and data; source is read where it names what nobody may touch.
 * A part of a file (an edit, a patch) does not show what its variables hold: they count as set.
 */
export function readContent(shell: Shell, path: string, content: string, span: Span, isPart = false): void {
  const scripts = installScripts(path, content)
  if (isPart) actAll(changesOfPiece(shell, path, content), shell, span)
  else actAll(switchesIn(shell, userPath(shell, path), content), shell, span)
  for (const script of scripts) act({ do: 'change', what: 'install-script', target: { text: path }, value: { text: script } }, shell, span)
  if (content.length > LONGEST) {
    // Documents and data may be as long as they like.
    if (isRun(path, content))
      act({ do: 'unknown', because: 'too-large', could: 'high', detail: `${content.length} characters that will be run`, maybe: true }, shell, span)
  }
  for (const runner of scriptRunners(path, content)) act({ do: 'change', what: 'script-runner', target: { text: path }, value: { text: runner } }, shell, span)
  const sources = packageSources(path, content)
  if (scripts.length >= MOST_NAMED || sources.length >= MOST_NAMED)
    act(notRead('too-much', 'high', 'more install scripts or package sources than are read'), shell, span)
  for (const { url, host } of sources) {
    act({ do: 'change', what: 'package-source', target: { text: url }, places: hostPlacesOf(shell.trace.books.places, host) }, shell, span)
  }
  if (content.length > LONGEST) return
  const later = fork(shell, { certain: false, depth: shell.depth + 1, span: shell.span ?? span, later: true })
  const pieces = piecesOf(shell, path, content)
  if (pieces.length > MOST_COMMANDS)
    act({ do: 'unknown', because: 'too-much', could: 'high', detail: `${pieces.length} commands that will be run`, maybe: true }, shell, span)
  if (pieces.length === 0) return
  // On the files' own budget: what one holds must not hide which others are written.
  shell.trace.budget.inFile(doerOf(shell, span), () => pieces.slice(0, MOST_COMMANDS).forEach((piece) => readPiece(later, piece, span, isPart)), undefined)
}

const MOST_MADE = 12

/** The same of files that a command line has written, where all that they hold is known: what a later call runs is seen before it lies there. */
export function readMade(shell: Shell): void {
  const { trace, disk } = shell
  const seen = new Set<string>()
  const ran = new Set(trace.actions.map((action) => (action.does === 'execute' ? (action.text?.trim() ?? '') : '')))
  for (const action of trace.actions.slice()) {
    if (action.does !== 'write' || action.at !== 'here' || action.later === true || action.resolved === null || seen.has(action.resolved)) continue
    const { resolved: path, span } = action
    seen.add(path)
    const content = disk.contentAt(path)?.text ?? null
    if (content === null || content.length < SHORTEST_MADE || content.length > LONGEST) continue
    // What is run here too has been read, and of tasks those that are meant.
    const isAsked = isRun(path, content) && trace.actions.some((one) => one.does === 'execute' && one.id > action.id && isOfTask(shell, one))
    const pieces = isAsked ? [] : piecesOf(shell, path, content).filter(({ code }) => !ran.has(code.slice(0, LONGEST_SHOWN).trim()))
    if (pieces.length === 0) continue
    if (seen.size > MOST_MADE) return leaveOut(shell, 'more files that a command writes than are read', span)
    const later = fork(shell, { certain: false, depth: shell.depth + 1, span, later: true, by: action.by })
    trace.budget.inFile(doerOf(later, span), () => pieces.slice(0, MOST_COMMANDS).forEach((piece) => readPiece(later, piece, span, false)), undefined)
  }
}
/** Whoever runs it is no shell: it runs what a file says. */
function isOfTask({ trace }: Shell, { language, by }: Action & { does: 'execute' }): boolean {
  const run = by === null ? undefined : trace.actions[by]
  return language === 'shell' && run?.does === 'run' && !hasTrait(trace.books.meaning, run.program, 'shell')
}
/** `x = 1` does nothing to anybody. */
const SHORTEST_MADE = 12

/** Source is read for what its calls would do, where it names something that nobody may touch: texts in it are no command lines. */
function piecesOf(shell: Shell, path: string, content: string): readonly Piece[] {
  const pieces = commandsIn(path, content)
  if (pieces.length > 0 || !(MAY_HARM.test(content) && MAY_ACT.test(content))) return pieces
  const language = languageOfFile(shell.trace.books.languages, path)
  return language === null || (language.searched !== 'never' && language.searched !== 'also') || language.asks || language.windows
    ? pieces
    : [{ language: language.language, code: content }]
}
/** Places and data that are lost or given away for good. */
const MAY_HARM =
  /~|\bhome|HOME|expanduser|\/(?:etc|usr|var|dev|boot|root|bin|lib|opt|Users)\b|["'`\s]\/(?:\*|["'`\s])|\.ssh\b|\.aws\b|\.env\b|\.netrc|credential|environ|process\.env|%ENV|\bENV\b|getenv|socket|:\(\)|base64/i

/** A piece of settings is judged as they are; of a text for agents, only while nobody knows the whole. */
function* changesOfPiece(shell: Shell, path: string, piece: string): Generator<Effect> {
  const word = userPath(shell, path)
  const { scene, books } = shell.trace
  const { places } = locate(shell, word)
  if (!isAgentText(places)) yield* switchesIn(shell, word, piece)
  else if (contentOf(shell, word) === null) yield* changesOfHeadPiece(piece)
  if (isAgentText(places) && speaksOfChange(piece, scene, books.places)) yield { do: 'change', what: 'touch', target: { text: path }, places: ['may-be-self'] }
}

/** What an edit makes of a file that is run: of it, what was not there before. The rest of an edit is read as content is. */
function readEdited(shell: Shell, path: string, before: string, after: string, span: Span): void {
  if (after.length > LONGEST) return leaveOut(shell, 'a longer file that will be run than is read', span)
  const later = fork(shell, { certain: false, depth: shell.depth + 1, span: shell.span ?? span, later: true })
  const pieces = changedCommands(path, before, after)
  if (pieces.length > 0)
    shell.trace.budget.inFile(doerOf(shell, span), () => pieces.slice(0, MOST_COMMANDS).forEach((piece) => readPiece(later, piece, span, true)), undefined)
}

function readPiece(later: Shell, { language, code, variables }: Piece, span: Span, isPart: boolean): void {
  if (later.trace.budget.spent) return
  const own = altered(later, {})
  holdAssigned(own, [])
  for (const [, name = ''] of language === 'container-shell' || (!isPart && variables === undefined) ? [] : code.matchAll(/\$\{?([A-Za-z_][\w.-]{0,60})/g)) {
    const plain = /^\w+/.exec(name)?.[0] ?? name
    for (const one of plain === name ? [name] : [name, plain]) {
      const value = variables?.get(one)
      // Put into the text, or set where it will be run.
      exportName(own, one)
      if (value !== undefined) setVariable(own, one, value === null ? unknownWord(one, false) : { text: value })
      else if (isPart && one === plain && !(one in CONVENTIONAL)) setVariable(own, one, unknownWord(one, false))
    }
  }
  execute(own, { language, code: { text: code }, origin: 'file', span, stdin: null })
}

/** Set by the shell itself, whatever a script does. */
const CONVENTIONAL: Readonly<Record<string, true>> = { HOME: true, PWD: true, OLDPWD: true, USER: true, TMPDIR: true, PATH: true }

/** A piece of a command says little: the file as it lies there says what it becomes. */
export function readResult(shell: Shell, path: string, span: Span, result: (before: string) => string | null): void {
  const word = userPath(shell, path)
  const { places } = locate(shell, word)
  const isWiring = places.includes('host-wiring')
  const isTold = isAgentText(places)
  if (!isRun(path, '') && !isWiring && !isTold) return
  const before = contentOf(shell, word)?.text ?? null
  const after = before === null ? null : result(before)
  if (isWiring && after !== null) actAll(switchesIn(shell, word, after), shell, span)
  if (isTold && after !== null) actAll(changesOfHead(word, after, before), shell, span)
  if (before !== null && after !== null) readEdited(shell, path, before, after, span)
  const { resolved } = locate(shell, word)
  if (resolved !== null && shell.at === 'here') askFile(shell, resolved)
}
