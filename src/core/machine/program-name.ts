// Which program does the first word of a command mean, where it is no plain name?
import type { Action, Word } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { isWithin, lastComponent } from '../text/path.ts'
import { isGiven } from './trust.ts'
import { locate } from '../disk/paths.ts'
import { isOverfull } from './alternatives.ts'
import { hasGlob } from '../value/fields.ts'
import { fork } from './process.ts'
import type { Performed, Shell } from './process.ts'
import { literal, unknownWord } from '../value/text.ts'
import { executeBehind } from './execute.ts'
import { filesLike, patternOf } from '../disk/globs.ts'
import { findProgram, normaliseProgram } from '../meaning/entries.ts'
import type { Meaning } from '../meaning/entries.ts'
import { takersOf } from '../meaning/takers.ts'
import { noteLoosening, speaksOfOurs } from './own-program.ts'
import { isMade } from './passing.ts'
import { isStart } from './nested-command.ts'
import { notRead } from './effect.ts'
import { act } from './act.ts'

/** The program's name, also where only the folder it lies in is unknown. */
export function programName(shell: Shell, head: Word): string | null {
  if (head.text !== null) return head.text
  const last = head.parts?.at(-1)
  if (last?.kind === 'text' && last.text.includes('/') && !last.text.endsWith('/')) return last.text
  const only = head.parts?.length === 1 ? head.parts[0] : undefined
  const conventional = only?.kind === 'unknown' && only.name !== null ? shell.trace.books.meaning.variables[only.name] : undefined
  return conventional ?? null
}

/** `/bin/[r]m x`: the programs that the pattern stands for, those we know; others are read as files. */
export function performMatches(shell: Shell, command: Performed): void {
  const [head] = command.words
  if (head === undefined || !hasGlob(head)) return
  const rest = command.words.slice(1)
  noteLoosening(shell, rest, head, command.span)
  if (rest.length > 0 && (isLikeOurs(head) || speaksOfOurs(shell.trace, head)))
    shell.read.perform(fork(shell, { certain: false }), { ...command, words: [literal('prudent', head.from), ...rest] })
  const like = filesLike(shell, head)
  const pattern = like === null ? null : patternOf(shell, head)
  if (like === null || pattern === null) return
  const { meaning, scene } = { ...shell.trace.books, scene: shell.trace.scene }
  const known = like.paths.filter((path) => findProgram(meaning, normaliseProgram(meaning, path)).known)
  for (const path of known) shell.read.perform(fork(shell, { certain: known.length === 1 && shell.certain }), { ...command, words: [literal(path), ...rest] })
  // Whatever lies there, of what takes such words only what may be called so.
  const isCalled = compileGlob(lastComponent(pattern))
  const takers = known.length > 0 ? [] : takersOf(meaning, rest).filter(isCalled)
  for (const name of takers) shell.read.perform(fork(shell, { certain: false }), { ...command, words: [literal(name), ...rest] })
  const isOurs = isWithin(pattern, scene.project) || isWithin(pattern, scene.home)
  if (!isOurs && (like.more !== null || shell.disk.namesLike(pattern) === undefined))
    act(notRead('program-name', 'critical', 'the program to run is a pattern', head.from ?? []), shell, command.span)
}

/** `prud*`: a pattern with some of our name in it. */
function isLikeOurs({ text }: Word): boolean {
  const last = text === null ? '' : lastComponent(text)
  return /[a-z]/i.test(last) && compileGlob(last)('prudent')
}

/** Nobody knows what is run: the words may still tell, and the program's name may come out of a file. */
export function performUnnamed(shell: Shell, command: Performed, head: Word): Word {
  const could = isFoundInFile(shell, head) || wipes(shell, command.words) || isMadeOfGround(shell, head) ? 'critical' : 'high'
  act(
    {
      do: 'unknown',
      because: 'program-name',
      could,
      detail: 'the program to run is not known',
      takes: head.from ?? [],
      ...(isGiven(head) ? { surprises: true } : {}),
    },
    shell,
    command.span,
  )
  // `$(./print-command)`: not a name alone, but all of the command line.
  if (command.words.length === 1 && isOutput(shell, head))
    act({ ...notRead('code-text', could, 'a command line that another program prints'), takes: head.from ?? [] }, shell, command.span)
  noteLoosening(shell, command.words.slice(1), head, command.span)
  if (isOneOfMany(shell, head)) act(notRead('too-much', 'high', 'the program to run is one of too many'), shell, command.span)
  if (command.words.length > 1 && speaksOfOurs(shell.trace, head))
    shell.read.perform(fork(shell, { certain: false }), { ...command, words: [literal('prudent', head.from), ...command.words.slice(1)] })
  // `$(cat x)`: the words of a file are run as they are by `eval`.
  if (head.parts?.[0]?.kind === 'unknown' && !isMade(shell, head))
    executeBehind(shell, { language: 'shell', code: head, origin: 'file', span: command.span, stdin: command.stdin })
  // `$SUDO rm x`, `${P}rm x`: where it is empty, what is left is run.
  const left = (head.parts ?? []).map((part) => (part.kind === 'unknown' ? '' : part.text)).join('')
  if (left === '') {
    runTaken(shell, command, head)
  } else {
    const words = [literal(left, head.from), ...command.words.slice(1)]
    if (isStart(shell.trace.books.meaning, words)) shell.read.perform(fork(shell, { certain: false }), { ...command, words })
  }
  return unknownWord('output', true, head.from)
}

/** Nobody's name: what any program's words say counts of its own. */
const UNNAMED = '?'

/** `$CMD delete namespace x`: weighed as each program that takes such words. */
function runTaken(shell: Shell, command: Performed, head: Word): void {
  const { meaning } = shell.trace.books
  const rest = command.words.slice(1)
  const takers = takersOf(meaning, rest)
  const borne = borneBy(meaning, head)
  const programs = borne === null ? takers : takers.includes(borne) ? [borne] : [borne, ...takers]
  const [only] = head.parts ?? []
  // Rules that excuse what is called a test go by names.
  const called = UNNAMED + (only?.kind === 'unknown' ? (only.name ?? '') : '')
  for (const name of [called, ...programs])
    shell.read.perform(fork(shell, { certain: false, depth: shell.depth + 1 }), { ...withoutName(command), words: [literal(name, head.from), ...rest] })
}
const withoutName = ({ words, assigns, stdin, span }: Performed): Performed => ({ words, assigns, stdin, span })

/** `$KUBECTL_BIN`, `${gitCmd}`: the program that the variable is called after. */
function borneBy(meaning: Meaning, head: Word): string | null {
  const [only] = head.parts ?? []
  const words = only?.kind === 'unknown' ? (only.name?.split(/_|(?<=[a-z])(?=[A-Z])/, 3).filter((word) => word !== '') ?? []) : []
  const name = words[0]?.toLowerCase() ?? ''
  return name.length > 1 && words.length < 3 && findProgram(meaning, name).known ? name : null
}

/** All of it is what a program printed. */
function isOutput(shell: Shell, { from = [], parts }: Word): boolean {
  return parts?.length === 1 && from.some((id) => shell.trace.actions[id]?.does === 'run')
}

/** The text gave the variable more values than are kept: any of them may be run. */
function isOneOfMany(shell: Shell, head: Word): boolean {
  const [first] = head.parts ?? []
  return first?.kind === 'unknown' && first.name !== null && isOverfull(shell.vars.get(first.name))
}

/** `$x -rf ~` */
function wipes(shell: Shell, [, ...rest]: readonly Word[]): boolean {
  if (!rest.some((word) => /^-(?:[a-qs-zA-QS-Z]*[rR][a-zA-Z]*|-recursive)$/.test(word.text ?? ''))) return false
  const { home } = shell.trace.scene
  return rest.some((word) => {
    if (word.text === null || word.text.startsWith('-')) return false
    const resolved = locate(shell, word).resolved?.replace(/\/\*$/, '')
    return resolved !== undefined && (resolved === '' || isWithin(home, resolved))
  })
}

/** What is run was made, nobody knows how, out of a variable that names the root, the home or the project: `l=(xrm x-rf x/home/dev); "${l[@]#x}"`. */
function isMadeOfGround({ trace, vars }: Shell, { parts = [] }: Word): boolean {
  const { home, project } = trace.scene
  const names = (text: string): boolean => text.split(/\s+/).some((one) => /^(?:~|\/)[/*]*$/.test(one) || one.endsWith(home) || one.endsWith(project))
  const held = parts.flatMap((part) => (part.kind === 'unknown' && part.name !== null ? (vars.get(part.name)?.words ?? []) : []))
  return held.some(({ text }) => text !== null && names(text))
}

/** `$(jq -r .x f.json)`: whatever a file of data holds is run. */
function isFoundInFile(shell: Shell, head: Word): boolean {
  if (!isMade(shell, head, true)) return false
  const from = new Set<number | null>(shell.trace.log.behind(head))
  return shell.trace.actions.some((action) => (from.has(action.id) || from.has(action.by)) && isDataRead(action))
}
const isDataRead = (action: Action): boolean => action.does === 'read' && action.how !== 'list' && !action.places.includes('environment')
