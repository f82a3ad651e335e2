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
  readonly otherwise?: readonly Word[]
}

/** Where a descriptor leads when it is not an ordinary file. */
export interface Socket {
  readonly connect: number
  readonly address: Word
}

/** Nothing lies there; git has committed what it knows there; and nothing else lies there; nobody is logged in who could publish from there. */
export type Found = 'missing' | 'unchanged' | 'whole' | 'barred'

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
}

export interface Shell {
  readonly trace: Trace
  readonly vars: Map<string, Value>
  cwd: Word
  /** `cd a*`: the text of the folder is a pattern. */
  wild: boolean
  previous: Word
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
  /** Whoever runs it hands it nothing: no words, no variables, no input. */
  alone: boolean
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

export function newShell(trace: Trace, read: Readers): Shell {
  return {
    trace,
    read,
    vars: new Map(),
    cwd: literal(trace.scene.cwd),
    wild: false,
    previous: literal(trace.scene.cwd),
    functions: new Map(),
    aliases: new Map(),
    files: new Map(),
    written: new Set(),
    made: new Set(),
    links: new Map(),
    shared: new Set(),
    settled: new Set(),
    unread: new Map(),
    names: new Map(),
    matches: new Map(),
    found: { missing: new Set(), unchanged: new Set(), whole: new Set(), barred: new Set() },
    remotes: new Map(),
    mounts: [],
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
    alone: true,
    familiar: false,
    choice: 0,
    choices: 1,
    calling: [],
  }
}

/** The same shell but for some things. Field by field, so that all shells are made alike: who copies objects of many makes pays ten times as much. */
export const altered = (shell: Shell, changes: Partial<Shell>): Shell =>
  Object.assign<Shell, Partial<Shell>>(
    {
      trace: shell.trace,
      read: shell.read,
      vars: shell.vars,
      cwd: shell.cwd,
      wild: shell.wild,
      previous: shell.previous,
      functions: shell.functions,
      aliases: shell.aliases,
      files: shell.files,
      written: shell.written,
      made: shell.made,
      links: shell.links,
      shared: shell.shared,
      settled: shell.settled,
      unread: shell.unread,
      names: shell.names,
      matches: shell.matches,
      found: shell.found,
      remotes: shell.remotes,
      mounts: shell.mounts,
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
      own: shell.own,
      alone: shell.alone,
      familiar: shell.familiar,
      choice: shell.choice,
      choices: shell.choices,
      calling: shell.calling,
    },
    changes,
  )

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
export const copiedVariables = (shell: Shell): Map<string, Value> => (afford(shell, shell.vars.size / ENTRIES_A_STEP) ? copied(shell.vars) : shell.vars)

/** A subshell: what it sets does not come back, what it does to files does. */
export function fork(
  shell: Shell,
  changes: Partial<
    Pick<Shell, 'at' | 'as' | 'by' | 'certain' | 'span' | 'depth' | 'positional' | 'calling' | 'cwd' | 'windows' | 'own' | 'mounts' | 'code'>
  > = {},
): Shell {
  const paid = afford(shell, (shell.vars.size + shell.functions.size + shell.aliases.size) / ENTRIES_A_STEP)
  const inner = altered(shell, changes) as { -readonly [Field in keyof Shell]: Shell[Field] }
  // What nobody will read need not be kept apart.
  if (paid) {
    inner.vars = copied(shell.vars)
    inner.functions = copied(shell.functions)
    inner.aliases = copied(shell.aliases)
  }
  inner.sockets = copied(shell.sockets)
  inner.inputs = copied(shell.inputs)
  inner.choices = 1
  return inner
}
const copied = <T>(map: ReadonlyMap<string, T>): Map<string, T> => (map.size === 0 ? new Map() : new Map(map))

export function doerOf(shell: Shell, span: Span): Doer {
  const doer: { -readonly [Field in keyof Doer]: Doer[Field] } = {
    by: shell.by,
    at: shell.at,
    as: shell.as,
    certain: shell.certain,
    span: shell.span ?? span,
  }
  if (shell.later) doer.later = true
  if (shell.familiar !== false) doer.familiar = shell.familiar
  return doer
}

export function setVariable(shell: Shell, name: string, word: Word): void {
  shell.vars.set(name, { words: [word], array: false })
}

/** Keeps what a variable may also be after a branch that was maybe not taken. */
export function mergeBranches(shell: Shell, branches: readonly Map<string, Value>[]): void {
  for (const branch of branches) {
    for (const [name, value] of branch) {
      const before = shell.vars.get(name)
      if (before === value) continue
      if (before === undefined || before.array || value.array) {
        shell.vars.set(name, value)
        continue
      }
      const all = [...value.words, ...(value.otherwise ?? []), ...before.words, ...(before.otherwise ?? [])]
      const distinct = all.filter((word, at) => all.findIndex((other) => other.text === word.text && (word.text !== null || other === word)) === at)
      const [first, ...others] = distinct.slice(0, 4)
      if (first !== undefined) shell.vars.set(name, { words: [first], array: false, ...(others.length > 0 ? { otherwise: others } : {}) })
    }
  }
}

/** The value of a variable, set in this text or known from the scene; null when nothing is known. */
export function lookup(shell: Shell, name: string): Value | null {
  const set = shell.vars.get(name)
  if (set !== undefined) {
    const others = set.otherwise
    if (others !== undefined) {
      shell.choices = Math.max(shell.choices, others.length + 1)
      const chosen = shell.choice === 0 ? undefined : others[Math.min(shell.choice, others.length) - 1]
      if (chosen !== undefined) return { words: [chosen], array: false }
    }
    return set
  }
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
