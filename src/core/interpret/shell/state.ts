// What a shell remembers while its text is read: variables, folder, functions, open descriptors, files it wrote.
import type { Matches, Names, Span, UnreadFile, Where, Word } from '../../model.ts'
import type { Doer, Familiar, Trace } from '../trace.ts'
import { addUnknown, literal, step, unknownWord } from '../trace.ts'
import type { Command, CommandNode, ParsedScript } from './parse.ts'

export interface Value {
  /** One word for a plain variable, all elements for an array. */
  readonly words: readonly Word[]
  readonly array: boolean
  /** Other values it may have, set on another branch. */
  readonly otherwise?: readonly Value[]
  /** `declare -n`: it is another variable by another name. */
  readonly refers?: string
}

/** What `trap` keeps for the end of a shell. */
export interface Ending {
  /** The shell whose end it is. */
  owner: Shell | null
  readonly traps: { readonly code: Word; readonly span: Span; readonly set: Shell }[]
}

export interface Folder {
  readonly cwd: Word
  /** `cd a*`: the text of the folder is a pattern. */
  readonly wild: boolean
  /** Only where nothing lies at this path: a `cd` there failed. */
  readonly when?: string
}

/** Where a descriptor leads when it is not an ordinary file. */
export interface Socket {
  readonly connect: number
  readonly address: Word
}

/** Nothing lies there; git has committed what it knows there; and nothing else lies there. */
export type Found = 'missing' | 'unchanged' | 'whole'

export interface Mount {
  readonly source: string
  readonly target: string
}

export interface FunctionBody {
  readonly node: CommandNode
  readonly source: string
  /** It stands in a file: reading it costs what files may cost. */
  readonly inFile: boolean
  /** The file was committed, built or installed. */
  readonly familiar: boolean
  /** What else the name may mean, where the definition was maybe not reached; null: the program. */
  readonly otherwise?: FunctionBody | null
  /** `export -f`: shells that are started know it too. */
  readonly exported?: true
}

/** What a branch can change about the shell it stands in. */
export interface State {
  readonly vars: ReadonlyMap<string, Value>
  readonly functions: ReadonlyMap<string, FunctionBody>
  readonly folder: Folder
  readonly previous: Word
  readonly elsewhere: readonly Folder[]
  readonly unmoved: Folder | null
}

export interface Shell {
  readonly trace: Trace
  readonly vars: Map<string, Value>
  cwd: Word
  /** `cd a*`: the text of the folder is a pattern. */
  wild: boolean
  /** Other folders that it may stand in: a branch was maybe not taken, a `cd` may have failed. */
  elsewhere: readonly Folder[]
  /** Where it still stands if the command that ran last was a `cd` and failed. */
  unmoved: Folder | null
  previous: Word
  /** `set -e`: what fails ends it. */
  strict: boolean
  /** What ends what is being read: `return` does in a function alone, `break` in a loop. */
  readonly leaving: ReadonlySet<string>
  readonly ending: Ending
  /** Every ending for which something is kept. Shared. */
  readonly endings: Ending[]
  /** What it was where something left the function or loop that is being read. */
  readonly left: State[] | null
  readonly functions: Map<string, FunctionBody>
  readonly aliases: Map<string, string>
  /** Contents of files this text wrote, by resolved path. Shared by all shells of one reading. */
  readonly files: Map<string, Word>
  /** Files whose content this text wrote, by resolved path. Shared. */
  readonly written: Set<string>
  /** Folders and files this text made, by resolved path. Shared. */
  readonly made: Set<string>
  /** Links this text made: from where to where. Shared. */
  readonly links: Map<string, string>
  /** Of those, where something may have lain before, and where it led: maybe the link was not made. Shared. */
  readonly unsure: Map<string, string | null>
  /** What this text moved, and where to. Shared. */
  readonly moved: { readonly to: string; readonly source: string; readonly free: boolean }[]
  /** Files that have other names too: a write reaches those. Shared. */
  readonly shared: Set<string>
  /** Files the project has committed as they are. Shared. */
  readonly settled: Set<string>
  /** Files that are there and were not read. Shared. */
  readonly unread: Map<string, UnreadFile>
  /** Files that patterns stand for. Shared. */
  readonly names: Map<string, Names>
  /** What lies where patterns lead. Shared. */
  readonly matches: Map<string, Matches>
  /** What was found out about paths before anything ran. Shared. */
  readonly found: Readonly<Record<Found, Set<string>>>
  /** Remotes this text gave to git: from name to address. Shared. */
  readonly remotes: Map<string, Word>
  /** Folders of this machine that the container this text runs in sees under another name. */
  readonly mounts: readonly Mount[]
  /** Variables that programs are told of; `*`: all that are set. */
  readonly exported: Set<string>
  /** Variables that were made read-only: what is assigned to them does not count, at least not everywhere. */
  readonly constants: Set<string>
  /** Names declared local to the function being read. */
  readonly locals: Set<string>
  readonly sockets: Map<string, Socket>
  /** What can be read from descriptors that a redirection opened (`exec 3< <(…)`). */
  readonly inputs: Map<string, Word>
  positional: readonly Word[] | null
  /** What is read is code in another language, which is not told its arguments. */
  readonly code: boolean
  readonly at: Where
  readonly as: 'user' | 'root'
  readonly by: number | null
  readonly certain: boolean
  /** Set when the text is carried by something else: all its actions point at the carrier. */
  readonly span: Span | null
  readonly depth: number
  /** The text is PowerShell or cmd: a backslash separates folders. */
  readonly windows: boolean
  /** The text lies in a file that is only being written: what it does, it does when somebody runs it. */
  readonly later: boolean
  /** The text lies in a file that the project has committed: what it does inside the project is the project's business. */
  readonly own: boolean
  /** The text was committed, built or installed: nobody is surprised that it cannot be read. `long`: a function of it, which others call with what they like. */
  readonly familiar: Familiar
  /** Which of several known values to take for variables that have more than one. */
  choice: number
  choices: number
  /** Functions being read, to notice recursion. */
  readonly calling: readonly string[]
  /** How the walker reads a script in a subshell; set once, so that words need not import the walker. */
  readonly read: Readers
}
export interface Readers {
  readonly script: (shell: Shell, script: ParsedScript, stdin: Word | null) => Word
  readonly text: (shell: Shell, text: string, stdin: Word | null) => Word
  readonly perform: (shell: Shell, command: Performed) => Word
}
/** One command with its words already expanded. */
export interface Performed {
  readonly words: readonly Word[]
  readonly assigns: readonly { readonly name: string; readonly value: Word }[]
  readonly stdin: Word | null
  readonly span: Span
  readonly node?: Command
  /** A socket on its standard input or output. */
  readonly socket?: Socket | null
}

export const newShell = (trace: Trace, read: Readers): Shell =>
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
    left: null,
    ending: { owner: null, traps: [] },
    endings: [],
    functions: new Map(),
    aliases: new Map(),
    files: new Map(),
    written: new Set(),
    made: new Set(),
    links: new Map(),
    unsure: new Map(),
    moved: [],
    shared: new Set(),
    settled: new Set(),
    unread: new Map(),
    names: new Map(),
    matches: new Map(),
    found: { missing: new Set(), unchanged: new Set(), whole: new Set() },
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
    own: false,
    familiar: false,
    choice: 0,
    choices: 1,
    calling: [],
  })

function owned(shell: Shell): Shell {
  shell.ending.owner = shell
  return shell
}

/** Of a shell of its own, whatever it was started from. */
export const EXIT: ReadonlySet<string> = new Set(['exit'])
export const EXIT_OR_RETURN: ReadonlySet<string> = new Set(['exit', 'return'])

const ENTRIES_A_STEP = 64
const CHARACTERS_A_STEP = 512
const PARTS_A_STEP = 8
const WORDS_A_STEP = 10
/** Words of one list that are read: arguments, assignments, what a loop goes over. */
const MOST_WORDS = 4000
const FREE_WORDS = 16

/** Whatever a text can repeat or double is paid for; less than a step is free. False when the budget is spent, which has then been said. */
export function afford(shell: Shell, cost: number): boolean {
  return cost < 1 || step(shell.trace, doerOf(shell, { field: shell.trace.field, start: 0, end: 0 }), Math.floor(cost))
}

/** What one more copy of these words costs. */
export const bulkOf = (words: readonly Word[]): number =>
  words.reduce(
    (sum, { text, parts }) => sum + (text?.length ?? 0) / CHARACTERS_A_STEP + (parts?.length ?? 0) / PARTS_A_STEP,
    Math.max(0, words.length - FREE_WORDS) / WORDS_A_STEP,
  )
export const bulkOfText = (length: number): number => length / CHARACTERS_A_STEP
export const bulkOfList = (length: number): number => Math.max(0, length - FREE_WORDS) / WORDS_A_STEP
/** What a program that looks at each of its words costs: patterns take longer to place than names. */
export const bulkOfCommand = (words: readonly Word[], assigns: number): number =>
  bulkOfList(words.length + assigns) + (words.length <= FREE_WORDS ? 0 : words.reduce((sum, { parts }) => sum + (parts?.length ?? 0), 0) / (2 * PARTS_A_STEP))

/** As many words as are read. */
export function readable<T>(shell: Shell, words: readonly T[], span: Span): readonly T[] {
  if (words.length <= MOST_WORDS) return words
  addUnknown(shell.trace, doerOf(shell, span), 'too-much', 'high', `${words.length} words in one list`)
  return words.slice(0, MOST_WORDS)
}

/** The variables for something that may set its own. */
export const copiedVariables = (shell: Shell): Map<string, Value> => (afford(shell, shell.vars.size / ENTRIES_A_STEP) ? new Map(shell.vars) : shell.vars)

/** A subshell: what it sets does not come back, what it does to files does. */
export function fork(
  shell: Shell,
  changes: Partial<
    Pick<Shell, 'at' | 'as' | 'by' | 'certain' | 'span' | 'depth' | 'positional' | 'calling' | 'cwd' | 'windows' | 'own' | 'mounts' | 'code' | 'leaving'>
  > = {},
): Shell {
  const paid = afford(shell, (shell.vars.size + shell.functions.size + shell.aliases.size) / ENTRIES_A_STEP)
  return owned({
    ...shell,
    // What nobody will read need not be kept apart.
    vars: paid ? new Map(shell.vars) : shell.vars,
    functions: paid ? new Map(shell.functions) : shell.functions,
    aliases: paid ? new Map(shell.aliases) : shell.aliases,
    sockets: new Map(shell.sockets),
    inputs: new Map(shell.inputs),
    exported: new Set(shell.exported),
    constants: new Set(shell.constants),
    unmoved: null,
    left: null,
    choice: shell.choice,
    choices: 1,
    ending: { owner: null, traps: [] },
    ...(changes.cwd === undefined ? {} : { elsewhere: [] }),
    ...changes,
  })
}

/** As a shell that is started knows it. Of functions, those that were exported, which not every shell takes over; a variable that was not is what the environment says: mostly nothing. */
export function started(shell: Shell): Shell {
  const functions: Shell['functions'] = new Map()
  for (const [name, body] of shell.functions)
    if (body.exported === true) functions.set(name, body.otherwise === undefined ? { ...body, otherwise: null } : body)
  const vars: Shell['vars'] = new Map()
  for (const [name, value] of copiedVariables(shell))
    vars.set(name, isTold(shell, name) || value.words[0]?.text === null ? value : { ...value, otherwise: [...(value.otherwise ?? []), UNSET] })
  return { ...shell, vars, functions, aliases: new Map() }
}
const UNSET: Value = { words: [{ text: '' }], array: false }
const isTold = (shell: Shell, name: string): boolean =>
  shell.exported.has(name) || shell.exported.has('*') || !/^[A-Za-z_]\w*$/.test(name) || name === 'PATH' || sceneValue(shell, name) !== null

/** What ran in a copy of this shell ran in this shell: where that stands, this stands. */
export function follow(shell: Shell, inner: Shell): void {
  const { cwd, wild, elsewhere, unmoved, previous, strict } = inner
  Object.assign(shell, { cwd, wild, elsewhere, unmoved, previous, strict })
}

export const doerOf = (shell: Shell, span: Span): Doer => ({
  by: shell.by,
  at: shell.at,
  as: shell.as,
  certain: shell.certain,
  span: shell.span ?? span,
  ...(shell.later ? { later: true } : {}),
  ...(shell.familiar === false ? {} : { familiar: shell.familiar }),
})

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
  return conventional === undefined || conventional.startsWith('/tmp') ? null : scalar(literal(conventional))
}
const scalar = (word: Word): Value => ({ words: [word], array: false })
