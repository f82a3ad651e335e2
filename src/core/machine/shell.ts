// What a shell remembers while its text is read: variables, folder, functions, open descriptors, files it wrote.
import type { Span, Word } from '../model.ts'
import type { Viewer } from '../disk/disk.ts'
import type { Parsed } from '../meaning/options.ts'

export interface Value {
  /** One word for a plain variable, all elements for an array. */
  readonly words: readonly Word[]
  readonly array: boolean
  /** Of a list, under which each of its words stands, where that was said. */
  readonly keys?: readonly (string | null)[]
  /** Other values it may have, set on another branch. */
  readonly otherwise?: readonly Value[]
  /** Left by a loop that was run to its end: it is this, whatever else the script sets. */
  readonly exact?: true
  /** `declare -n`: it is another variable by another name. */
  readonly refers?: string
}

export interface Trap {
  readonly code: Word
  readonly span: Span
  readonly set: Shell
}

/** What `trap` keeps for the end of a shell. */
export interface Ending {
  /** The shell whose end it is. */
  readonly owner: Shell | null
  readonly traps: readonly Trap[]
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

export interface Mount {
  readonly source: string
  readonly target: string
}

export interface FunctionBody {
  /** As only the reader of its language knows it. */
  readonly node: object
  readonly source: string
  /** It stands in a file: reading it costs what files may cost. */
  readonly inFile: boolean
  /** The file was committed, built or installed. */
  readonly trusted: boolean
  /** Defined while one of the name was running: to call it then is not to call itself. */
  readonly anew: boolean
  /** What else the name may mean, where the definition was maybe not reached; null: the program. */
  readonly otherwise?: FunctionBody | null
  /** `export -f`: shells that are started know it too. */
  readonly exported?: true
}

/** What names mean to it. Written by env.ts alone. */
export interface Env {
  readonly vars: ReadonlyMap<string, Value>
  readonly functions: ReadonlyMap<string, FunctionBody>
  readonly aliases: ReadonlyMap<string, string>
  /** Variables that programs are told of; `*`: all that are set. */
  readonly exported: ReadonlySet<string>
  /** Variables that were made read-only: what is assigned to them does not count, at least not everywhere. */
  readonly constants: ReadonlySet<string>
  /** Names declared local to the function being read. */
  readonly locals: ReadonlySet<string>
  /** Which of several known values to take for variables that have more than one. */
  readonly choice: number
  readonly choices: number
}

/** Where it stands, or may stand. Written by folders.ts alone. */
export interface Folders extends Pick<Viewer, 'cwd' | 'wild'> {
  /** Other folders that it may stand in: a branch was maybe not taken, a `cd` may have failed. */
  readonly elsewhere: readonly Folder[]
  /** Where it still stands if the command that ran last was a `cd` and failed. */
  readonly unmoved: Folder | null
  readonly previous: Word
}

/** What a branch can change about the shell it stands in. */
export interface State extends Pick<Env, 'vars' | 'functions'>, Omit<Folders, 'cwd' | 'wild'>, Pick<Viewer, 'strict'> {
  readonly folder: Folder
}

/** How far what is being read runs. Written by flow.ts alone. */
export interface Flow extends Pick<Viewer, 'strict'> {
  /** What it was where something left the function or loop that is being read. */
  readonly left: readonly State[] | null
  /** A word of the command that is being read ends the shell: `${x:?}` where x is empty. */
  readonly refused: boolean
}

/** What `trap` keeps for the end of a shell. Written by traps.ts alone. */
export interface Traps {
  readonly ending: Ending
  /** Every ending for which something is kept. Shared. */
  readonly endings: readonly Ending[]
}

/** What its descriptors lead to. Written by descriptors.ts alone. */
export interface Descriptors {
  readonly sockets: ReadonlyMap<string, Socket>
  /** What can be read from descriptors that a redirection opened (`exec 3< <(…)`). */
  readonly inputs: ReadonlyMap<string, Word>
  /** Files and processes that take what is written to a descriptor (`exec 3> x`, `coproc`). */
  readonly outputs: ReadonlyMap<string, Taker>
}

export type Taker = { readonly file: Word } | { readonly hear: (written: Word) => void }

/** Who vouches for what is being read. Written by trust.ts alone. */
export interface Vouched extends Pick<Viewer, 'trust'> {
  /** The text of the committed script that is being read; empty where none is. */
  readonly script: string
  /** Whoever runs it hands it nothing: no words, no variables, no input. */
  readonly alone: boolean
}

/** What it is made with, and keeps. */
export interface Shell extends Viewer, Env, Folders, Flow, Traps, Descriptors, Vouched {
  /** What ends what is being read: `return` does in a function alone, `break` in a loop. */
  readonly leaving: ReadonlySet<string>
  /** Remotes this text gave to git: from name to address. Shared. */
  readonly remotes: Map<string, Word>
  /** Folders of this machine that the container this text runs in sees under another name. */
  readonly mounts: readonly Mount[]
  readonly positional: readonly Word[] | null
  readonly depth: number
  /** Functions being read, to notice recursion. */
  readonly calling: readonly string[]
  /** What the machine reads with. Set once. */
  readonly read: Registry
}

/** A part of the state in the hands of the one module that writes it. */
export type Open<Part> = {
  -readonly [Field in keyof Part]: Part[Field] extends ReadonlyMap<infer Key, infer Held>
    ? Map<Key, Held>
    : Part[Field] extends ReadonlySet<infer Name>
      ? Set<Name>
      : Part[Field]
}

/** Languages, builtins and readers, by name: the machine imports none of them. */
export interface Registry {
  readonly script: (shell: Shell, script: object, stdin: Word | null) => Word
  readonly text: (shell: Shell, text: string, stdin: Word | null) => Word
  readonly perform: (shell: Shell, command: Performed) => Word
  readonly call: (shell: Shell, name: string, body: FunctionBody, args: readonly Word[], stdin: Word | null, span: Span) => Word
  /** Whether a script that nobody committed can hide nothing. */
  readonly isPlain: (shell: Shell, text: string | null) => boolean
  readonly builtin: (name: string) => Builtin | undefined
  readonly reader: (name: string) => Reader | undefined
}
export type Builtin = (shell: Shell, command: Performed) => Word
export type Reader = (line: ReaderLine) => Word | null

/** One command with its words already expanded. */
export interface Performed {
  readonly words: readonly Word[]
  readonly assigns: readonly { readonly name: string; readonly value: Word }[]
  readonly stdin: Word | null
  readonly span: Span
  /** The text itself names it, so that a function or an alias of the name is meant. */
  readonly named?: true
  /** A socket on its standard input or output. */
  readonly socket?: Socket | null
}

/** One command line as readers are given it: who runs it, its words, and what its entry makes of them; and its run. */
export interface Line {
  readonly shell: Shell
  readonly command: Performed
  readonly parsed: Parsed
}
export type ReaderLine = Line & { readonly id: number }
