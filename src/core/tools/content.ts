// What will this text become once it lies in that file? Scripts, recipes, hooks and CI steps are commands to come.
import type { Span } from '../model.ts'
import { speaksOfChange } from '../self/own-code.ts'
import { hostPlacesOf } from '../disk/places/places.ts'
import { contentOf, locate } from '../disk/paths.ts'
import { execute } from '../machine/execute.ts'
import { askFile } from '../disk/globs.ts'
import { doerOf } from '../log/process.ts'
import { altered, fork } from '../machine/process.ts'
import type { Shell } from '../machine/process.ts'
import { add, addUnknown } from '../log/trace.ts'
import type { Doer } from '../log/log.ts'
import { unknownWord } from '../value/text.ts'
import { noteHead, noteHeadPiece } from '../machine/agent-head.ts'
import { isAgentText, noteSwitches } from '../machine/switched.ts'
import { changedCommands, commandsIn, isRun } from './commands-in.ts'
import type { Piece } from './commands-in.ts'
import { installScripts, MOST_NAMED, packageSources, scriptRunners } from '../text/manifest.ts'
import { userPath } from '../machine/user-path.ts'
import { exportName, holdAssigned, setVariable } from '../machine/env.ts'

/** As much as a shell text may be. */
const LONGEST = /* quiet */ 262_144
const MOST_COMMANDS = 1000

/**
 * Reads content as the commands it will become. Nothing happens for documents, data and ordinary source.
 * A part of a file (an edit, a patch) does not show what its variables hold: they count as set.
 */
export function readContent(shell: Shell, path: string, content: string, span: Span, isPart = false): void {
  const doer = doerOf(shell, span)
  const scripts = installScripts(path, content)
  if (isPart) noteAgentPiece(shell, doer, path, content)
  else noteSwitches(shell, doer, userPath(shell, path), content)
  for (const script of scripts)
    add(shell.trace, doer, { does: 'change', what: 'install-script', target: { text: path }, places: [], value: { text: script }, recursive: false })
  if (content.length > LONGEST) {
    // Documents and data may be as long as they like.
    if (isRun(path, content)) addUnknown(shell.trace, { ...doer, certain: false }, 'too-large', 'high', `${content.length} characters that will be run`)
    return
  }
  for (const runner of scriptRunners(path, content))
    add(shell.trace, doer, { does: 'change', what: 'script-runner', target: { text: path }, places: [], value: { text: runner }, recursive: false })
  const sources = packageSources(path, content)
  if (scripts.length >= MOST_NAMED || sources.length >= MOST_NAMED)
    addUnknown(shell.trace, doer, 'too-much', 'high', 'more install scripts or package sources than are read')
  for (const { url, host } of sources) {
    add(shell.trace, doer, {
      does: 'change',
      what: 'package-source',
      target: { text: url },
      places: hostPlacesOf(shell.trace.books.places, host),
      value: null,
      recursive: false,
    })
  }
  const later = fork(shell, { certain: false, depth: shell.depth + 1, span: shell.span ?? span, later: true })
  const pieces = commandsIn(path, content)
  if (pieces.length > MOST_COMMANDS) addUnknown(shell.trace, { ...doer, certain: false }, 'too-much', 'high', `${pieces.length} commands that will be run`)
  if (pieces.length === 0) return
  // On the files' own budget: what one holds must not hide which others are written.
  shell.trace.budget.inFile(doer, () => pieces.slice(0, MOST_COMMANDS).forEach((piece) => readPiece(later, piece, span, isPart)), undefined)
}

/** A piece of settings is judged as they are; of a text for agents, only while nobody knows the whole. */
function noteAgentPiece(shell: Shell, doer: Doer, path: string, piece: string): void {
  const word = userPath(shell, path)
  const { scene, books } = shell.trace
  const { places } = locate(shell, word)
  if (!isAgentText(places)) noteSwitches(shell, doer, word, piece)
  else if (contentOf(shell, word) === null) noteHeadPiece(shell, doer, piece)
  if (isAgentText(places) && speaksOfChange(piece, scene, books.places))
    add(shell.trace, doer, { does: 'change', what: 'touch', target: { text: path }, places: ['may-be-self'], value: null, recursive: false })
}

/** What an edit makes of a file that is run: of it, what was not there before. The rest of an edit is read as content is. */
function readEdited(shell: Shell, path: string, before: string, after: string, span: Span): void {
  if (after.length > LONGEST) return
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
  if (isWiring && after !== null) noteSwitches(shell, doerOf(shell, span), word, after)
  if (isTold && after !== null) noteHead(shell, doerOf(shell, span), word, after, before)
  if (before !== null && after !== null) readEdited(shell, path, before, after, span)
  const { resolved } = locate(shell, word)
  if (resolved !== null && shell.at === 'here') askFile(shell, resolved)
}
