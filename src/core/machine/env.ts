// What do names mean to a process: variables, arguments, functions, aliases? The only module that changes that.
import type { Word } from '../model.ts'
import { literal, unknownWord } from '../value/text.ts'
import { afford } from '../log/process.ts'
import { whereLies } from '../self/own-paths.ts'
import { altered } from './process.ts'
import type { Env, FunctionBody, Open, Shell, Value } from './shell.ts'

const opened = (shell: Env): Open<Env> => shell as Open<Env>

const ENTRIES_A_STEP = 64
/** The variables for something that may set its own. */
const copiedVariables = (shell: Shell): Map<string, Value> => (afford(shell, shell.vars.size / ENTRIES_A_STEP) ? new Map(shell.vars) : opened(shell).vars)

/** From here on it sets its own. */
function ownVariables(shell: Shell): void {
  opened(shell).vars = copiedVariables(shell)
}
/** As a function does. */
export function ownLocals(shell: Shell): void {
  ownVariables(shell)
  opened(shell).locals = new Set([ARGUMENTS])
}
/** With variables, and functions, that somebody has put together. */
export function holdVariables(shell: Shell, vars: ReadonlyMap<string, Value>, functions = shell.functions): Shell {
  const open = opened(shell)
  open.vars = vars as Open<Env>['vars']
  open.functions = functions as Open<Env>['functions']
  return shell
}
/** What is set for one command, which is told of it; null: as it is. */
export function holdAssigned(shell: Shell, assigns: Iterable<{ readonly name: string; readonly value: Word | null }>): void {
  ownVariables(shell)
  const open = opened(shell)
  open.exported = new Set(shell.exported)
  for (const { name, value } of assigns) {
    if (value !== null) open.vars.set(name, { words: [value], array: false })
    open.exported.add(name)
  }
}
export const copiedVars = (shell: Shell): ReadonlyMap<string, Value> => copiedVariables(shell)

/** All names as they were. */
export function fillNames(shell: Shell, { vars, functions }: Pick<Env, 'vars' | 'functions'>): void {
  const open = opened(shell)
  fill(open.vars, vars)
  fill(open.functions, functions)
}
function fill<T>(map: Map<string, T>, from: ReadonlyMap<string, T>): void {
  if (map === from || (map.size === 0 && from.size === 0)) return
  const entries = [...from]
  map.clear()
  for (const [name, value] of entries) map.set(name, value)
}

/** Just so, whatever it refers to; undefined: as nobody has set it. */
export function setValue(shell: Shell, name: string, value: Value | undefined): void {
  const { vars } = opened(shell)
  if (value === undefined) vars.delete(name)
  else vars.set(name, value)
}
export const declareLocal = (shell: Shell, name: string): void => void opened(shell).locals.add(name)
export const exportName = (shell: Shell, name: string): void => void opened(shell).exported.add(name)
export const fix = (shell: Shell, name: string): void => void opened(shell).constants.add(name)
export const setAlias = (shell: Shell, name: string, text: string): void => void opened(shell).aliases.set(name, text)
/** Undefined: nothing of the name. */
export function setFunction(shell: Shell, name: string, body: FunctionBody | undefined): void {
  const { functions } = opened(shell)
  if (body === undefined) functions.delete(name)
  else functions.set(name, body)
}
/** Where programs are meant, and nothing of their names. */
export function withoutNames(shell: Shell, depth: number): Shell {
  const inner = altered(shell, { depth })
  const open = opened(inner)
  open.functions = new Map()
  open.aliases = new Map()
  return inner
}

/** Which of several values counts from here on. */
export function choose(shell: Shell, choice: number): void {
  opened(shell).choice = choice
}
/** As if nobody had met a variable of several values yet. */
export function chooseFirst(shell: Shell): void {
  const open = opened(shell)
  open.choice = 0
  open.choices = 1
}
/** There are so many to choose from. */
export function offer(shell: Shell, choices: number): void {
  if (choices > shell.choices) opened(shell).choices = choices
}

/** As a shell that is started knows it. Of functions, those that were exported, which not every shell takes over; a variable that was not is what the environment says: mostly nothing. */
export function started(shell: Shell): Shell {
  const functions = new Map<string, FunctionBody>()
  for (const [name, body] of shell.functions)
    if (body.exported === true) functions.set(name, body.otherwise === undefined ? { ...body, otherwise: null } : body)
  const vars = new Map<string, Value>()
  for (const [name, value] of copiedVariables(shell))
    if (name !== ARGUMENTS)
      vars.set(name, isTold(shell, name) || value.words[0]?.text === null ? value : { ...value, otherwise: [...(value.otherwise ?? []), UNSET] })
  const inner = holdVariables(altered(shell, {}), vars, functions)
  opened(inner).aliases = new Map()
  return inner
}
const UNSET: Value = { words: [{ text: '' }], array: false }
const isTold = (shell: Shell, name: string): boolean =>
  shell.exported.has(name) || shell.exported.has('*') || !/^[A-Za-z_]\w*$/.test(name) || name === 'PATH' || sceneValue(shell, name) !== null

/** The name under which variables stand whose own names are not known. */
export const ANY_VARIABLE = ''

/** The name under which arguments stand that the text itself has set or shifted: on some branches, or on all. */
export const ARGUMENTS = '@'

/** The arguments as they are by now; null where nobody knows them. */
export function positionalOf(shell: Shell): readonly Word[] | null {
  if (!shell.vars.has(ARGUMENTS)) return shell.positional
  const value = lookup(shell, ARGUMENTS)
  return value?.array === true ? value.words : null
}

export const setArguments = (shell: Shell, words: readonly Word[] | null): void =>
  setValue(shell, ARGUMENTS, words === null ? { words: [unknownWord(ARGUMENTS)], array: false } : { words, array: true })

/** `shift`: in a loop, any number of times. */
export function shiftArguments(shell: Shell, by: number): void {
  const value = shell.vars.get(ARGUMENTS) ?? sceneValue(shell, ARGUMENTS)
  if (value === null || (value.array && value.words.length === 0 && value.otherwise === undefined)) return
  const isLooping = shell.leaving.has('break')
  const left = [value, ...(value.otherwise ?? [])].flatMap(({ words, array }): Value[] => {
    if (!array) return [{ words, array }]
    const once = words.slice(by)
    return [{ words: once, array }, ...(isLooping ? once.map((_, at) => ({ words: once.slice(at + 1), array })) : [])]
  })
  const distinct = left.filter(
    ({ words }, at) => left.findIndex((other) => other.words.length === words.length && other.words.every((word, place) => word === words[place])) === at,
  )
  const [first, ...others] = distinct.length > MOST_ARGUMENTS ? [{ words: [unknownWord(ARGUMENTS)], array: false }] : distinct
  if (first !== undefined) setValue(shell, ARGUMENTS, others.length === 0 ? first : { ...first, otherwise: others })
}
const MOST_ARGUMENTS = 6

/** For what has arguments of its own. */
export function forgetArguments(shell: Shell): void {
  opened(shell).vars.delete(ARGUMENTS)
}
/** Whether the text has changed them since. */
export const hasShifted = (shell: Shell, since: Shell): boolean => shell.vars.get(ARGUMENTS) !== since.vars.get(ARGUMENTS)

export const setVariable = (shell: Shell, name: string, word: Word): void => assign(shell, name, { words: [word], array: false })

/** The variable that a name stands for, through each name that refers to another; null where they go in a circle. */
export function meantBy(shell: Shell, name: string): string | null {
  let meant = name
  for (let step = 0; step < MOST_REFERENCES; step++) {
    const refers = shell.vars.get(meant)?.refers
    if (refers === undefined || refers === '') return meant
    meant = refers
  }
  return null
}
const MOST_REFERENCES = 8

/** `unsure`: maybe it keeps the value that it had. */
export function assign(shell: Shell, name: string, value: Value, unsure = false): void {
  const target = meantBy(shell, name)
  if (target === null) return
  if (target !== name) return assign(shell, target, value, unsure)
  const named = shell.vars.get(name)?.refers === '' ? value.words[0]?.text : undefined
  if (named != null) return setValue(shell, name, { ...value, refers: named })
  const before = unsure || shell.constants.has(name) ? lookup(shell, name) : null
  setValue(shell, name, before === null ? value : { words: before.words, array: before.array, otherwise: [...(before.otherwise ?? []), value] })
}

/** The value of a variable, set in this text or known from the scene; null when nothing is known. */
export function lookup(shell: Shell, name: string): Value | null {
  const target = meantBy(shell, name)
  if (target !== name) return target === null ? null : lookup(shell, target)
  const set = shell.vars.get(name)
  if (set !== undefined) {
    const others = set.otherwise
    if (others !== undefined) {
      offer(shell, others.length + 1)
      const chosen = shell.choice === 0 ? undefined : others[Math.min(shell.choice, others.length) - 1]
      if (chosen !== undefined) return chosen
    }
    return set
  }
  return sceneValue(shell, name)
}

/** What a variable is that nobody has set here. */
export function sceneValue(shell: Shell, name: string): Value | null {
  const { scene, books } = shell.trace
  switch (name) {
    case 'HOME':
      return scalar(literal(scene.home))
    case ARGUMENTS:
      return shell.positional === null ? null : { words: shell.positional, array: true }
    case 'PWD':
      return scalar(shell.cwd)
    case 'OLDPWD':
      return scalar(shell.previous)
    case 'USER':
    case 'LOGNAME':
      return scalar(literal(scene.home.slice(scene.home.lastIndexOf('/') + 1)))
    case 'IFS':
      return scalar(literal(' \t\n'))
    case 'RANDOM':
    case 'SECONDS':
    case '$':
    case '!':
    case '?':
    case '#':
    case 'UID':
    case 'EUID':
    case 'PPID':
    case 'LINENO':
    case 'HOSTNAME':
    case 'BASHPID':
    case 'SRANDOM':
      return scalar(unknownWord(name, false))
    case 'FUNCNAME':
      return shell.calling.length === 0 ? null : scalar(literal(shell.calling.at(-1) ?? ''))
    case '0':
    case 'BASH_SOURCE':
      return scalar(literal(`${scene.cwd}/script.sh`))
  }
  const conventional = Object.hasOwn(books.meaning.variables, name) ? books.meaning.variables[name] : undefined
  if (conventional === undefined || /^(?:\/tmp|~)/.test(conventional)) return null
  return scalar(literal(conventional.startsWith(PROGRAMS) ? whereLies(scene, conventional.slice(PROGRAMS.length)) : conventional))
}
const PROGRAMS = '/usr/bin/'
const scalar = (word: Word): Value => ({ words: [word], array: false })

/** Before the path of a file that is not there, or is empty, where a command stands: among the variables, so that it goes where they go. */
export const ABSENT = 'absent '
