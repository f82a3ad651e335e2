// What a shell remembers while its text is read: variables, folder, functions, open descriptors, files it wrote.
import type { Matches, Names, Span, UnreadFile, Where, Word } from '../model.ts'
import type { Familiar, Trace } from '../log/trace.ts'
import type { Command, CommandNode, ParsedScript } from '../languages/bash/parse.ts'

export interface Value {
  /** One word for a plain variable, all elements for an array. */
  readonly words: readonly Word[]
  readonly array: boolean
  /** Other values it may have, set on another branch. */
  readonly otherwise?: readonly Value[]
  /** Left by a loop that was run to its end: it is this, whatever else the script sets. */
  readonly exact?: true
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
  /** Defined while one of the name was running: to call it then is not to call itself. */
  readonly anew: boolean
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
  readonly strict: boolean
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
  /** Folders and files this text was to make, by resolved path; whether that is known not to have failed. Shared. */
  readonly made: Map<string, boolean>
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
  /** The text of the committed script that is being read; empty where none is. */
  script: string
  /** Whoever runs it hands it nothing: no words, no variables, no input. */
  alone: boolean
  /** The text was committed, built or installed: nobody is surprised that it cannot be read. `long`: a function of it, which others call with what they like. */
  readonly familiar: Familiar
  /** Which of several known values to take for variables that have more than one. */
  choice: number
  choices: number
  /** A word of the command that is being read ends the shell: `${x:?}` where x is empty. */
  refused: boolean
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
