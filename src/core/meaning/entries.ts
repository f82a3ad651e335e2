// The compiled form of `programs/*.yaml`, and the lookup of a program, tool, option or subcommand by name.
import type { RunsTasks } from './tasks.ts'
import { keptByName } from '../text/kept.ts'

export interface OptionSpec {
  readonly name: string
  /** 0 a flag, 1 takes a value, 2 takes one only when attached. */
  readonly arity: 0 | 1 | 2
}
export type Style = 'gnu' | 'single' | 'powershell' | 'slash' | 'keyvalue' | 'bundle'
export type Selector = string

interface Conditional {
  readonly when?: readonly string[]
  readonly unless?: readonly string[]
}
export interface Effect extends Conditional {
  readonly kind: 'read' | 'write' | 'delete' | 'connect' | 'change' | 'signal' | 'query' | 'dump'
  /** Selectors of what it acts on; for change, query and dump the `what`. */
  readonly on: readonly Selector[]
  readonly what?: string
  readonly how?: string
  readonly recursive?: true | readonly string[]
  /** Of a write: whole folders come, always or with these options, things that only an archive names, or other versions of what a repository holds, which is no write to be judged. */
  readonly brings?: true | 'contents' | 'versions' | readonly string[]
  /** Options with which the target is itself, never a folder that takes in what comes; absent: the usual one. */
  readonly exact?: readonly string[]
  /** A source's last slash means what lies in it. */
  readonly slash?: 'contents'
  readonly sends?: true | readonly Selector[]
  /** Of a connection: only where what is sent may hold a secret. What is kept or announced there is no business of ours otherwise. */
  readonly told?: true
  readonly method?: string
  readonly target?: readonly Selector[]
  readonly value?: readonly Selector[]
  readonly broad?: true | readonly string[]
  readonly text?: readonly Selector[]
  readonly host?: readonly Selector[]
}
export interface Carrier extends Conditional {
  readonly kind: 'words' | 'shell' | 'joined' | 'code' | 'script' | 'dialect'
  readonly from: readonly Selector[]
  readonly language?: string
}
/** Files that it takes in as code by their names. */
export interface Load extends Conditional {
  readonly language: string
  /** Globs of paths below the folder it stands in, or one above that up to the project's own. */
  readonly names: readonly string[]
  /** Only some of them, or only later: what they do weighs less. */
  readonly maybe?: true
  /** What does run of them runs at once and on this machine: of files that the same call wrote it counts in full. */
  readonly now?: true
}
export interface Acts {
  readonly options: readonly string[]
  readonly variables: readonly string[]
  /** Files that may say so too, in the folder or above it (`package.json#release`: only that key), and the words by which they might. */
  readonly settings: readonly string[]
  readonly words: readonly string[]
  /** Programs that set variables nobody sees for what they start. */
  readonly loaders: readonly string[]
}
/** Where what it sends away goes. Judges nothing: the person who is asked is told. */
export interface Goes {
  /** A remote of the repository, or a registry of packages. */
  readonly to: 'remote' | 'registry'
  /** The file that says which package it is; '' for a remote. */
  readonly of: string
  /** Selectors of the words that say where to, and of the folder it works in, each below the one before. */
  readonly names: readonly Selector[]
  readonly folder: readonly Selector[]
  /** Files that may say where to, in the folder, above it or at home, and the key: `.npmrc registry`. */
  readonly settings: readonly string[]
  /** Options with which it works on something else. */
  readonly unless: readonly string[]
}
/** What a program may change on this machine besides what `does` says: only files that were nowhere before, or a whole `project` of such. */
export type Besides = 'nothing' | 'new' | 'project'
/** What may stand in a word's place when a person's answer is kept: a whole number, a ref with the same beginning, or a file beside it of the same ending. */
export type Vary = 'integer' | 'ref' | 'path'
/** A program or one of its subcommands. */
export interface Program {
  readonly name: string
  readonly style: Style
  readonly options: Readonly<Record<string, OptionSpec>>
  readonly complete: boolean
  readonly stops: boolean
  readonly abbreviates: boolean
  /** What stands between several of its commands in one line: a sign, or nothing but their names. */
  readonly chains?: string
  readonly assignments: boolean
  readonly dry: readonly string[]
  /** It acts only where one of these says that a pipeline runs it; elsewhere it makes a dry run. */
  readonly acts?: Acts
  /** It does nothing to others unless somebody is logged in to a registry of packages: the options that bring no login of their own. */
  readonly login?: readonly string[]
  readonly goes?: Goes
  /** Of all that it does, or by its first word or two; absent: nobody said. */
  readonly besides?: Besides | Readonly<Record<string, Besides>>
  /** Words that its reader, or whoever judges its settings, takes from here: globs, by what they mean. */
  readonly lists?: Readonly<Record<string, readonly string[]>>
  /** By position (`first`, `second`, `third`, else `operands`) or option. Nothing else of its words varies, and nothing of a program that runs others. */
  readonly vary?: Readonly<Record<string, Vary>>
  readonly subcommands: Readonly<Record<string, Program>>
  readonly does: readonly Effect[]
  readonly runs: readonly Carrier[]
  readonly loads?: readonly Load[]
  /** The tasks of a project that it runs; what it does not say is as in `NO_TASKS`. */
  readonly tasks?: Partial<RunsTasks>
  /** What kind of program it is (`traits.ts`). */
  readonly traits?: readonly string[]
  /** The environment variable whose words it reads before its own. */
  readonly variable?: string
  readonly at?: 'container' | 'remote'
  readonly as?: 'root'
  /** The option that names the folder it runs other programs in. */
  readonly folder?: string
  readonly prints: string
  readonly reader?: string
  readonly known: boolean
}
/** What an agent's own tool does with the fields of its input. */
export interface ToolSpec {
  readonly kind: string
  /** Role of a field (`path`, `content`, `command` …) → the names it goes by, best first. */
  readonly fields: Readonly<Record<string, readonly string[]>>
}
/** What the tools of a well-known server do. */
export interface ServerSpec {
  /** Globs of the names people give it. */
  readonly names: readonly string[]
  /** Its paths are not paths of this machine. */
  readonly remote: boolean
  /** The program that they are a front of. */
  readonly program?: string
  /** By name: lower case, `_` between words. */
  readonly tools: Readonly<Record<string, ToolSpec>>
}
export interface Meaning {
  readonly programs: Readonly<Record<string, Program>>
  /** Other names, already normalised. */
  readonly aliases: Readonly<Record<string, string>>
  /** Conventional variables and what they hold (`CC: cc`, `TMPDIR: /tmp`). */
  readonly variables: Readonly<Record<string, string>>
  /** What variables do to the programs that read them, by name (`traits.ts`). */
  readonly roles?: Readonly<Record<string, readonly string[]>>
  /** Whose a secret is, by its variable's name or a word of it: the hosts it may go to, none where it never leaves (`owners.ts`). */
  readonly owners?: Readonly<Record<string, readonly string[]>>
  /** Tools of the hosts, by lower-case name. */
  readonly tools: Readonly<Record<string, ToolSpec>>
  readonly servers?: readonly ServerSpec[]
  /** Words and options with which programs do harm, and whose they are (`takers.ts`). */
  readonly takers?: Readonly<Record<string, readonly string[]>>
}

export const UNKNOWN_PROGRAM: Program = {
  name: '',
  style: 'gnu',
  options: {},
  complete: false,
  stops: false,
  abbreviates: false,
  assignments: false,
  dry: [],
  subcommands: {},
  does: [],
  runs: [],
  prints: 'passes',
  known: false,
}

const own = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined => (Object.hasOwn(table, key) ? table[key] : undefined)

export const findProgram = keptByName((meaning: Meaning, name): Program => {
  const direct = own(meaning.programs, name)
  if (direct !== undefined) return direct
  const alias = own(meaning.aliases, name)
  return alias === undefined ? UNKNOWN_PROGRAM : (own(meaning.programs, alias) ?? UNKNOWN_PROGRAM)
})

/** A tool of a host, by its lower-case name. */
export const findTool = keptByName((meaning: Meaning, name): ToolSpec | undefined => own(meaning.tools, name))

const findSubcommand = keptByName((program: Program, word): Program | undefined => own(program.subcommands, word))
const findOption = keptByName((program: Program, name): OptionSpec | undefined => own(program.options, name))

/** Most programs have none, and share that they have none. */
export const subcommandOf = (program: Program, word: string): Program | undefined =>
  program.subcommands === UNKNOWN_PROGRAM.subcommands ? undefined : findSubcommand(program, word)
export const optionOf = (program: Program, name: string): OptionSpec | undefined =>
  program.options === UNKNOWN_PROGRAM.options ? undefined : findOption(program, name)

/** What a program says of itself so, with these words; null where it may change anything, undefined where it says nothing. */
export function besidesOf(meaning: Meaning, program: string, first: string, second: string): Besides | null | undefined {
  const { besides } = findProgram(meaning, program)
  return typeof besides === 'object' ? (own(besides, first) ?? own(besides, `${first} ${second}`) ?? null) : besides
}

/** Of a program that has nothing but traits, other spellings are other programs. */
const isDescribed = (program: Program | undefined): boolean => program !== undefined && (program.known || program.loads !== undefined)

/** `/usr/bin/python3.11` → `python`; `RM.EXE` → `rm`; keeps a leading `./`-script's own name. */
export const normaliseProgram = keptByName((meaning: Meaning, word): string => {
  // `=rm` is to zsh where `rm` lies.
  let name = word.startsWith('=') && /^=[A-Za-z]/.test(word) ? word.slice(1) : word
  const slash = Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\'))
  if (slash >= 0) name = name.slice(slash + 1)
  if (name.length > 4 && name.at(-4) === '.' && /\.(exe|cmd|bat|com)$/i.test(name)) name = name.slice(0, -4).toLowerCase()
  if (isDescribed(own(meaning.programs, name))) return name
  const alias = own(meaning.aliases, name)
  if (alias !== undefined) return alias
  const unversioned = /^([a-zA-Z_+-]*[a-zA-Z])[0-9]+(?:\.[0-9]+)*$/.exec(name)?.[1] ?? /^([a-zA-Z_+]+)-[0-9]+(?:\.[0-9]+)*$/.exec(name)?.[1]
  if (unversioned !== undefined) {
    if (isDescribed(own(meaning.programs, unversioned))) return unversioned
    const versionAlias = own(meaning.aliases, unversioned)
    if (versionAlias !== undefined) return versionAlias
  }
  const lower = name.toLowerCase()
  if (lower !== name) {
    if (isDescribed(own(meaning.programs, lower))) return lower
    const lowerAlias = own(meaning.aliases, lower)
    if (lowerAlias !== undefined) return lowerAlias
    // PowerShell does not tell `Remove-Thing` from `remove-thing`.
    if (/^[A-Za-z]+-[A-Z]\w+$/.test(name)) return lower
  }
  return name
})
