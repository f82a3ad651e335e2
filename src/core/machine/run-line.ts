// A command line as the program it starts: what its entry makes of its words, and the action that the run is.
import type { Option, Word } from '../model.ts'
import { locate } from '../disk/paths.ts'
import { altered } from './process.ts'
import type { Performed, Shell } from './process.ts'
import { literal, union, unknownWord } from '../value/text.ts'
import type { RunEffect } from './effect.ts'
import { saysProduction } from '../text/production.ts'
import { isDry, withoutUndone } from '../meaning/dry-run.ts'
import type { Program } from '../meaning/entries.ts'
import { anyCase, parseOptions, valuesOf } from '../meaning/options.ts'
import type { Parsed } from '../meaning/options.ts'
import { isIdle } from './ci-only.ts'
import { hasRole } from '../meaning/traits.ts'
import { holdAssigned, lookup } from './env.ts'
import { act } from './act.ts'
import type { ReaderLine } from './shell.ts'

/** One run of a program: everything about it that steps after it ask for. */
export interface Run extends ReaderLine {
  /** The process that starts it; `shell` is the run's own. */
  readonly outer: Shell
  readonly entry: Program
  /** As it is written, and as entries call it. */
  readonly name: string
  readonly program: string
  readonly assigns: Performed['assigns']
  readonly dry: boolean
}

export function start(outer: Shell, command: Performed, name: string, program: string, entry: Program): Run {
  const parsed = withoutUndone(parseOptions(entry, withEnvironment(outer, command, entry)))
  const dry = isDry(parsed, entry, command.words) || isIdle(outer, command, parsed, entry)
  let takes: readonly number[] = command.stdin?.from ?? []
  for (const word of command.words) if (word.from !== undefined) takes = union(takes, word.from)
  const steered = steering(outer)
  const isPlain = steered.length === 0 && command.assigns.length === 0 && parsed.assigns.length === 0
  const assigns = isPlain ? NO_ASSIGNS : [...steered, ...command.assigns, ...parsed.assigns]
  const low = anyCase(entry)
  const effect: { -readonly [Field in keyof RunEffect]: RunEffect[Field] } = {
    do: 'run',
    program,
    options: low ? parsed.options.map(lowOption) : parsed.options,
    operands: low ? parsed.operands.map(lowWord) : parsed.operands,
    assigns,
    dry,
    depth: outer.depth,
    takes,
  }
  if (parsed.operandsOtherwise !== null) effect.operandsOtherwise = low ? parsed.operandsOtherwise.map(lowWord) : parsed.operandsOtherwise
  if (command.stdin !== null) effect.stdin = command.stdin
  const id = act(effect, outer, command.span)
  const shell = altered(outer, { by: id, cwd: enteredBy(outer, parsed) })
  if (assigns.length > 0) holdAssigned(shell, assigns)
  return { shell, command, parsed, id, outer, entry, name, program, assigns, dry }
}

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
    if (value === undefined || !(STEERS.some((role) => hasRole(meaning, name, role)) || (hasRole(meaning, name, 'context') && saysProduction(words)))) continue
    found ??= []
    found.push({ name, value })
  }
  return found ?? NO_ASSIGNS
}

const STEERS = ['settings', 'hooks-off', 'output', 'installs'] as const

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
