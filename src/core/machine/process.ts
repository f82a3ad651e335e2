// How is a shell made, copied and changed, what does that cost, and what does it know of its variables?
import type { Word } from '../model.ts'
import type { Trace } from '../log/trace.ts'
import type { Disk } from '../disk/disk.ts'
import { literal, unknownWord } from '../value/text.ts'
import { afford } from '../log/process.ts'
import type { Registry, Shell, Value } from './shell.ts'

export type { Folder, FunctionBody, Mount, Performed, Shell, Socket, State, Value } from './shell.ts'

/** Field by field in the order of `copyOf`: engines keep objects apart whose fields came in another. */
export const newShell = (trace: Trace, disk: Disk, read: Registry): Shell =>
  owned({
    trace,
    read,
    vars: new Map(),
    cwd: literal(trace.scene.cwd),
    wild: false,
    elsewhere: [],
    unmoved: null,
    previous: literal(trace.scene.cwd),
    strict: false,
    leaving: EXIT,
    ending: { owner: null, traps: [] },
    endings: [],
    left: null,
    functions: new Map(),
    aliases: new Map(),
    disk,
    remotes: new Map(),
    mounts: [],
    exported: new Set(),
    constants: new Set(),
    locals: new Set(),
    sockets: new Map(),
    inputs: new Map(),
    positional: null,
    code: false,
    at: 'here',
    as: 'user',
    by: null,
    certain: true,
    span: null,
    depth: 0,
    windows: false,
    later: false,
    trust: 'nobody',
    script: '',
    alone: true,
    choice: 0,
    choices: 1,
    refused: false,
    calling: [],
  })

function owned(shell: Shell): Shell {
  shell.ending.owner = shell
  return shell
}

type Open = { -readonly [Field in keyof Shell]: Shell[Field] }

/** Another shell that is the same. Field by field, so that all shells are made alike: who copies objects of many makes pays ten times as much. */
export const copyOf = (shell: Shell): Open => ({
  trace: shell.trace,
  read: shell.read,
  vars: shell.vars,
  cwd: shell.cwd,
  wild: shell.wild,
  elsewhere: shell.elsewhere,
  unmoved: shell.unmoved,
  previous: shell.previous,
  strict: shell.strict,
  leaving: shell.leaving,
  ending: shell.ending,
  endings: shell.endings,
  left: shell.left,
  functions: shell.functions,
  aliases: shell.aliases,
  disk: shell.disk,
  remotes: shell.remotes,
  mounts: shell.mounts,
  exported: shell.exported,
  constants: shell.constants,
  locals: shell.locals,
  sockets: shell.sockets,
  inputs: shell.inputs,
  positional: shell.positional,
  code: shell.code,
  at: shell.at,
  as: shell.as,
  by: shell.by,
  certain: shell.certain,
  span: shell.span,
  depth: shell.depth,
  windows: shell.windows,
  later: shell.later,
  trust: shell.trust,
  script: shell.script,
  alone: shell.alone,
  choice: shell.choice,
  choices: shell.choices,
  refused: false,
  calling: shell.calling,
})

/** The same shell but for some things. */
export const altered = (shell: Shell, changes: Partial<Shell>): Shell => Object.assign<Shell, Partial<Shell>>(copyOf(shell), changes)

/** Of a shell of its own, whatever it was started from. */
export const EXIT: ReadonlySet<string> = new Set(['exit'])
export const EXIT_OR_RETURN: ReadonlySet<string> = new Set(['exit', 'return'])

const ENTRIES_A_STEP = 64
/** The variables for something that may set its own. */
export const copiedVariables = (shell: Shell): Map<string, Value> => (afford(shell, shell.vars.size / ENTRIES_A_STEP) ? copied(shell.vars) : shell.vars)

const NO_CHANGES = {}

/** A subshell: what it sets does not come back, what it does to files does. */
export function fork(
  shell: Shell,
  changes: Partial<
    Pick<Shell, 'at' | 'as' | 'by' | 'certain' | 'span' | 'depth' | 'positional' | 'calling' | 'cwd' | 'windows' | 'mounts' | 'code' | 'leaving'>
  > = NO_CHANGES,
): Shell {
  const paid = afford(shell, (shell.vars.size + shell.functions.size + shell.aliases.size) / ENTRIES_A_STEP)
  const inner = copyOf(shell)
  if (changes !== NO_CHANGES) Object.assign(inner, changes)
  // What nobody will read need not be kept apart.
  if (paid) {
    inner.vars = copied(shell.vars)
    inner.functions = copied(shell.functions)
    inner.aliases = copied(shell.aliases)
  }
  inner.sockets = copied(shell.sockets)
  inner.inputs = copied(shell.inputs)
  inner.exported = copiedNames(shell.exported)
  inner.constants = copiedNames(shell.constants)
  inner.unmoved = null
  inner.left = null
  if (changes.cwd !== undefined) inner.elsewhere = []
  inner.ending = { owner: inner, traps: [] }
  inner.choices = 1
  return inner
}

/** As a shell that is started knows it. Of functions, those that were exported, which not every shell takes over; a variable that was not is what the environment says: mostly nothing. */
export function started(shell: Shell): Shell {
  const functions: Shell['functions'] = new Map()
  for (const [name, body] of shell.functions)
    if (body.exported === true) functions.set(name, body.otherwise === undefined ? { ...body, otherwise: null } : body)
  const vars: Shell['vars'] = new Map()
  for (const [name, value] of copiedVariables(shell))
    if (name !== ARGUMENTS)
      vars.set(name, isTold(shell, name) || value.words[0]?.text === null ? value : { ...value, otherwise: [...(value.otherwise ?? []), UNSET] })
  return altered(shell, { vars, functions, aliases: new Map() })
}
const UNSET: Value = { words: [{ text: '' }], array: false }
const isTold = (shell: Shell, name: string): boolean =>
  shell.exported.has(name) || shell.exported.has('*') || !/^[A-Za-z_]\w*$/.test(name) || name === 'PATH' || sceneValue(shell, name) !== null

/** What ran in a copy of this shell ran in this shell: where that stands, this stands. */
export function follow(shell: Shell, inner: Shell): void {
  const { cwd, wild, elsewhere, unmoved, previous, strict } = inner
  Object.assign(shell, { cwd, wild, elsewhere, unmoved, previous, strict })
}
// To copy what is empty takes longer than to make it.
const copied = <T>(map: ReadonlyMap<string, T>): Map<string, T> => (map.size === 0 ? new Map() : new Map(map))
const copiedNames = (names: ReadonlySet<string>): Set<string> => (names.size === 0 ? new Set() : new Set(names))

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
  void shell.vars.set(ARGUMENTS, words === null ? { words: [unknownWord(ARGUMENTS)], array: false } : { words, array: true })

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
  if (first !== undefined) shell.vars.set(ARGUMENTS, others.length === 0 ? first : { ...first, otherwise: others })
}
const MOST_ARGUMENTS = 6

/** For what has arguments of its own. */
export function forgetArguments(shell: Shell): void {
  shell.vars.delete(ARGUMENTS)
}
/** Whether the text has changed them since. */
export const hasShifted = (shell: Shell, since: Shell): boolean => shell.vars.get(ARGUMENTS) !== since.vars.get(ARGUMENTS)

export const setVariable = (shell: Shell, name: string, word: Word): void => assign(shell, name, { words: [word], array: false })

/** `unsure`: maybe it keeps the value that it had. */
export function assign(shell: Shell, name: string, value: Value, unsure = false): void {
  const refers = shell.vars.get(name)?.refers
  if (refers !== undefined && refers !== name && shell.vars.get(refers)?.refers === undefined) return assign(shell, refers, value, unsure)
  const before = unsure || shell.constants.has(name) ? lookup(shell, name) : null
  shell.vars.set(name, before === null ? value : { words: before.words, array: before.array, otherwise: [...(before.otherwise ?? []), value] })
}

/** The value of a variable, set in this text or known from the scene; null when nothing is known. */
export function lookup(shell: Shell, name: string): Value | null {
  const set = shell.vars.get(name)
  if (set?.refers !== undefined) return shell.vars.get(set.refers)?.refers === undefined ? lookup(shell, set.refers) : null
  if (set !== undefined) {
    const others = set.otherwise
    if (others !== undefined) {
      shell.choices = Math.max(shell.choices, others.length + 1)
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
    case '0':
    case 'BASH_SOURCE':
      return scalar(literal(`${scene.cwd}/script.sh`))
  }
  const conventional = Object.hasOwn(books.meaning.variables, name) ? books.meaning.variables[name] : undefined
  return conventional === undefined || /^(?:\/tmp|~)/.test(conventional) ? null : scalar(literal(conventional))
}
const scalar = (word: Word): Value => ({ words: [word], array: false })

/** Before the path of a file that is not there, or is empty, where a command stands: among the variables, so that it goes where they go. */
export const ABSENT = 'absent '
