// What is known of languages: how code in them is found, read, and what the calls of their libraries do? (The shape of `languages/*.yaml`, compiled.)
import type { PathHow } from '../../model.ts'
import type { Lists } from './lists.ts'

/** A position, the name of an argument or option, `self`: what the method is called on, or `$_`: what is looked at just now. */
export type Slot = number | string
export const DOINGS = [
  'read',
  'write',
  'delete',
  'copy',
  'move',
  'open',
  'open-spec',
  /** `put` and `send` add data to the file or connection they are called on. */
  'put',
  'send',
  /** shell: text for a shell. words: a list of words. command: one text for a shell, or several words. */
  'shell',
  'words',
  'command',
  'spawn',
  'code',
  'connect',
  'query',
  'signal',
  'change',
  'print',
  'environment',
  'fork',
  'join-streams',
  'obscure',
  /** From here on in another folder. */
  'chdir',
] as const
export type Doing = (typeof DOINGS)[number]

export const CONDITIONS = [
  'no-arguments',
  'in-place',
  'sql',
  'empty-filter',
  'no-filter',
  'address',
  'pipe',
  'arguments',
  'text',
  'command-line',
  'far-path',
  'far-or-root',
] as const

/** What a call does. */
export interface Meaning {
  readonly does?: Doing
  /** Where its main argument is; the first one given counts. */
  readonly at?: readonly Slot[]
  /** Where its second one is: a copy's target, a process's words, a change's value. */
  readonly to?: readonly Slot[]
  readonly every?: boolean
  readonly how?: PathHow
  /** Always, or when one of these options is set. */
  readonly recursive?: boolean | readonly string[]
  /** Options that say a shell reads the text. */
  readonly shell?: readonly string[]
  readonly body?: readonly Slot[]
  readonly query?: readonly Slot[]
  readonly method?: string | readonly Slot[]
  readonly language?: string
  readonly engine?: string
  /** The query that it is, whatever its arguments are. */
  readonly asks?: string
  readonly what?: string
  /** A connection by host and port. */
  readonly port?: readonly Slot[]
  /** Only when this holds: no arguments given, SQL-looking text … */
  readonly when?: (typeof CONDITIONS)[number]
  /** What the call must say of itself, from where its first name stands: a regular expression. */
  readonly said?: string
  /** Otherwise this. */
  readonly or?: Meaning
  /** What comes back: a name from `results.ts`, with its setting after a colon. */
  readonly gives?: string
  /** Done as well. */
  readonly and?: Meaning
  /** The command line it is the same as; `$0` is its first argument, `$self` what it is called on (`_windows/template.ts`). */
  readonly is?: string
}
/** By name; a method by what it is called on: `path#unlink`, `*#unlink` on anything. */
export type Calls = Readonly<Record<string, Meaning>>

/** What a name holds before code gives it a value. */
export type Held =
  | 'environment'
  /** A variable of it that is not set is an empty text. */
  | 'environment-or-empty'
  /** The words that follow on the command line, behind so many others: behind fewer where the code stands there itself. */
  | { readonly arguments: number; readonly inline?: number }
  | { readonly text: string }
  | { readonly variable: string }
  /** A path; `~` is the home folder. */
  | { readonly path: string }
  | { readonly constant: null }

/** How a language is written, as far as the forgiving reader must know. */
export interface Syntax {
  /** What begins a comment up to the end of the line, and what looks so and is none. */
  readonly comments: readonly string[]
  readonly no_comments: readonly string[]
  /** What begins a longer one, and what ends it. */
  readonly long_comments: Readonly<Record<string, string>>
  /** A line `=word` begins documentation that ends with this. */
  readonly documentation_end: string | null
  /** `[==[ … ]==]` is a text, and behind two dashes a comment. */
  readonly long_brackets: boolean
  /** What variables begin with. */
  readonly sigils: string
  /** `@name` is another variable than `$name`. */
  readonly at_names: boolean
  /** Code in texts: `$name`, `#{…}`, `${…}`. */
  readonly holes: 'dollar' | 'hash' | 'brace' | null
  /** Nothing is replaced in single quotes. */
  readonly plain_quotes: boolean
  readonly backticks: 'command' | 'text' | 'raw' | 'none'
  /** `\046` counts in tens. */
  readonly decimal_escapes: boolean
  readonly triple_quotes: boolean
  /** `r"…"`, `b'…'` */
  readonly text_prefixes: boolean
  readonly heredocs: boolean
  /** `%w[a b]`, `%x(…)` */
  readonly percent_texts: boolean
  /** `q(…)`, `qw/…/`, `s{…}{…}` */
  readonly quoting_words: boolean
  /** `/…/` where a value may stand. */
  readonly patterns: boolean
  /** `<*.txt>` looks for names. */
  readonly angle_globs: boolean
  /** `:name` is a text. */
  readonly symbols: boolean
  /** Names may end in `?` and `!`. */
  readonly marked_names: boolean
  /** The operator that joins texts, where it means something else elsewhere. */
  readonly joins: '.' | '..' | '&' | null
  /** `name = value` among arguments is an argument by name. */
  readonly named_arguments: boolean
  /** `a or b` is one of the two. */
  readonly or_gives: boolean
  /** `text x 3` */
  readonly x_repeats: boolean
  /** Names that are calls by themselves. */
  readonly calls_alone: readonly string[]
  readonly indirect_calls: readonly string[]
  /** `{ a, b }` is a list. */
  readonly brace_lists: boolean
  /** `a:b` is a member. */
  readonly colon_members: boolean
  /** `a.b` without brackets is a call. */
  readonly member_calls: boolean
  /** `a{b}` is a member. */
  readonly brace_keys: boolean
  /** Calls take blocks: `{ |x| … }`, `do |x| … end`. */
  readonly blocks: boolean
  /** Calls without brackets: with any argument, with a text, with a list too, or of these names alone. */
  readonly bare_calls: 'any' | 'lists' | 'texts' | 'none' | readonly string[]
  /** Blocks end in `end`. */
  readonly end_blocks: boolean
  /** `do shell script "…"`, `set x to …` */
  readonly told_in_words: boolean
  /** `use A::B` */
  readonly uses: boolean
  /** `import x from y`, `from y import x` */
  readonly imports: boolean
}

/** What the names of commands mean in a shell whose names are not those of programs. All in lower case. */
export interface CommandNames {
  readonly aliases: Readonly<Record<string, string>>
  /** Aliases that are programs too: the words behind which the program is meant. */
  readonly programs: Readonly<Record<string, readonly string[]>>
  /** What works on files and on the registry alike, and the entry that describes the latter. */
  readonly registry: Readonly<Record<string, string>>
  /** What a listing of such a drive is called: `env` is no folder. */
  readonly drives: Readonly<Record<string, string>>
  /** With what a command's name begins, before its dash. */
  readonly verbs: readonly string[]
  /** Those that take something away, or switch it off. */
  readonly taking: readonly string[]
  /** Commands of the shell itself, to which their first argument may be written directly. */
  readonly builtins: readonly string[]
  /** Those among them whose arguments `,`, `;` and `=` divide. */
  readonly divided: readonly string[]
  /** How a variable of the environment is written; `NAME` stands for its name. */
  readonly variable: string
}

/** A language, but for its calls. */
export interface LanguageEntry {
  readonly language: string
  /** Which reader: a folder of `src/core/languages`. */
  readonly reader: string
  /** It asks a database rather than runs a program. */
  readonly asks: boolean
  /** Of a language of queries: what its commands and functions do, in capitals. */
  readonly statements: Readonly<Record<string, string>>
  readonly functions: Readonly<Record<string, string>>
  /** Words that its reader takes from here, by what they mean. */
  readonly lists: Lists
  /** On Windows, the ending of a file's name alone tells it. */
  readonly windows: boolean
  /** Cells of notebooks in it may hold lines for a shell. */
  readonly cells: boolean
  /** A file of it is what a bundler made as often as not. */
  readonly bundled: boolean
  /** Packages bring commands in it, which lie in the project. */
  readonly installs_commands: boolean
  /** Whether its texts are searched for command lines: never, besides being read (but for comments, or throughout), instead of it. */
  readonly searched: 'never' | 'also' | 'throughout' | 'only' | 'rows'
  /** Code that matches is in that language instead. */
  readonly instead: { readonly where: string; readonly language: string } | null
  /** The ending of files that code takes in from beside it; what they define belongs to whoever takes them in. */
  readonly takes_in: string | null
  /** What may be added to the name of a file or folder that is run. */
  readonly run_as: readonly string[]
  /** What runs a file of it. */
  readonly program: string | null
  /** What a method's own object is called, and whether it is the first parameter. */
  readonly self: string
  readonly self_first: boolean
  /** A function's last value is its result. */
  readonly last_is_result: boolean
  /** An interpreter's option may print the last value. */
  readonly shows: boolean
  /** What a file gives to those that take it in stands under this name. */
  readonly exports: string | null
  /** A call that takes in code by a name nobody knows is told. */
  readonly tells_taken_in: boolean
  /** The function that a program begins with, though nothing in it calls that. */
  readonly begins: string | null
  /** What a call's name may end in without meaning something else. */
  readonly same_with: string | null
  /** Modules from which a member picked by a hidden name is a warning sign. */
  readonly powerful: readonly string[]
  /** Beginnings of names in the tables: what else begins so is known to do nothing. */
  readonly roots: readonly string[]
  /** Other spellings, as beginnings of names. */
  readonly spellings: readonly (readonly [string, string])[]
  readonly values: Readonly<Record<string, Held>>
  readonly syntax: Syntax
  /** Null: a command is called as its program is. */
  readonly commands: CommandNames | null
}

export interface LanguageBook {
  readonly entries: Readonly<Record<string, LanguageEntry>>
  /** Other names of languages. */
  readonly names: Readonly<Record<string, string>>
  /** By language; those that all have stand under `any`. */
  readonly calls: Readonly<Record<string, Calls>>
  /** Languages by the ending of a file's name. */
  readonly endings: Readonly<Record<string, string>>
  /** Patterns for a script's first line, and the language each tells. */
  readonly firstLines: readonly (readonly [string, string])[]
}

/** What code is read as whose language nobody described. */
export const UNDESCRIBED = 'generic'

/** The language that is called so: `python3.11`, `rb`, `Node`. Null: nobody described it. */
export function languageNamed({ entries, names }: LanguageBook, called: string): LanguageEntry | null {
  const lower = called.toLowerCase()
  const other = (name: string): string | undefined => (Object.hasOwn(names, name) ? names[name] : undefined)
  const plain = other(lower) ?? lower.replace(/[\d.]+$/, '')
  const name = other(plain) ?? plain
  return Object.hasOwn(entries, name) ? (entries[name] ?? null) : null
}

/** The language of a script by the program that its first line names; null where none of ours does. */
export function languageOfFirstLine({ entries, firstLines }: LanguageBook, line: string): LanguageEntry | null {
  const name = firstLines.find(([pattern]) => new RegExp(pattern).test(line))?.[1]
  return name === undefined ? null : (entries[name] ?? null)
}

/** The language of a file by the ending of its name. */
export function languageOfFile({ entries, endings }: LanguageBook, file: string): LanguageEntry | null {
  const ending = /\.([a-z0-9]{1,4})$/i.exec(file)?.[1]?.toLowerCase()
  const name = ending === undefined || !Object.hasOwn(endings, ending) ? undefined : endings[ending]
  return name === undefined ? null : (entries[name] ?? null)
}
