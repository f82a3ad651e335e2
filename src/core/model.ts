// The nouns: every type that more than one verb speaks of. Types only, no behaviour.
import type { Destination, DestinationNeed, Severity, Span, ToolName } from './terms.ts'

export type { Answer, Approval, AskedCall, AskedField, AskedFinding, Remember } from './asked.ts'
export type { Destination, DestinationNeed, Severity, Span, ToolName } from './terms.ts'

export type Verdict = 'allow' | 'ask' | 'deny'
export type Json = null | boolean | number | string | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export interface ToolCall {
  readonly id: string
  readonly host: string
  readonly session: string
  readonly chat?: string
  readonly tool: ToolName
  readonly input: JsonObject
  readonly cwd: string
  /** What the tool's server says of it. Claims: they may raise a finding, never lower one. */
  readonly annotations?: ToolClaims
  /** The JSON Schema of the tool's input, where the host gives it. */
  readonly schema?: JsonObject
}
export interface ToolClaims {
  readonly destructiveHint?: boolean
  readonly readOnlyHint?: boolean
  readonly openWorldHint?: boolean
}

/** Where a call would happen: what `~`, a relative path and "the project" mean. */
export interface Scene {
  readonly cwd: string
  readonly home: string
  readonly project: string
  readonly platform: Platform
  /** Folders beside the project where the task may work too: configured ones, and worktrees of the same repository. */
  readonly approved?: readonly string[]
  /** Files and folders of the gate itself that lie where only this machine knows: they are the place `self`. */
  readonly own?: readonly string[]
  /** Files of hosts that hold our entry: they are the place `our-entry`. */
  readonly wired?: readonly string[]
}
export type Platform = 'linux' | 'macos' | 'windows'

/**
 * One argument as the program would get it. `text` is null when any part is not known.
 * `parts` is present only when the word is more than plain literal text.
 */
export interface Word {
  readonly text: string | null
  readonly parts?: readonly Part[]
  /** Ids of actions whose data went into this word. */
  readonly from?: readonly number[]
  /** When the text is a list of names (what `find` or `ls` prints): each name as a word of its own. */
  readonly items?: readonly Word[]
  /** It stands for what has such a name at any depth below this folder, with which it begins (what `find` finds). */
  readonly deep?: string
}
export type Part =
  | { readonly kind: 'text'; readonly text: string; /** A folder that was listed: its names do not begin with it. */ readonly listed?: true }
  /** An unquoted `*`, `?` or `[…]`: stands for names that exist. */
  | { readonly kind: 'glob'; readonly text: string }
  /** Text that could not be known. `name` is the variable, or the program whose output it is. `given`: by whoever called the script that uses it. */
  | { readonly kind: 'unknown'; readonly name: string | null; readonly mayBeEmpty: boolean; readonly given?: true }

export type Place = string
interface Base {
  readonly id: number
  /** The run that does it; null for the call itself. */
  readonly by: number | null
  readonly at: Where
  readonly as: 'user' | 'root'
  /** False when it happens only on some paths, or was read in one of several ways. */
  readonly certain: boolean
  readonly span: Span
  /** Ids of the actions whose data this one takes in. */
  readonly takes: readonly number[]
  /** It happens only when a file that is being written now is run: a finding of it weighs one step less. */
  readonly later?: true
  /** Besides: the same call starts what runs the file, so that the worst of it weighs no less. */
  readonly soon?: true
}
export type Where = 'here' | 'container' | 'remote'

export interface Option {
  /** Canonical name: the long spelling where the program's entry lists one. */
  readonly name: string
  readonly value: Word | true
}
export interface Assign {
  readonly name: string
  readonly value: Word
}
export interface RunAction extends Base {
  readonly does: 'run'
  /** Normalised program name: no folder, no `.exe`, no version suffix. */
  readonly program: string
  readonly options: readonly Option[]
  /** Everything that is not an option: subcommands first. */
  readonly operands: readonly Word[]
  /** The other reading, where an option of unknown arity swallows the next word. */
  readonly operandsOtherwise?: readonly Word[]
  readonly assigns: readonly Assign[]
  /** Asked only for help, a version, a plan or a dry run; `barred`: it cannot do its work, for a look says that nobody is logged in where it would have to be. */
  readonly dry: boolean
  readonly barred?: true
  /** Run through this many carriers (`sudo`, `bash -c`, `xargs` …). */
  readonly depth: number
  /** What reaches its standard input, where known. */
  readonly stdin?: Word
}
export interface PathAction extends Base {
  readonly does: 'read' | 'write' | 'delete'
  readonly how: PathHow
  readonly path: Word
  /** Absolute and normalised, unknown parts kept as `\0`; null when not even its beginning is known. */
  readonly resolved: string | null
  /** Where links on the way lead, where that is elsewhere: rules that name paths are tried on both. */ readonly leads?: string
  readonly places: readonly Place[]
  readonly recursive: boolean
}
export type PathHow = 'whole' | 'append' | 'truncate' | 'create' | 'move' | 'copy' | 'edit' | 'link' | 'list' | 'shred' | 'pattern'
export interface ChangeAction extends Base {
  readonly does: 'change'
  readonly what: string
  readonly target: Word | null
  readonly places: readonly Place[]
  readonly value: Word | null
  readonly recursive: boolean
}
export interface SignalAction extends Base {
  readonly does: 'signal'
  readonly target: Word | null
  readonly broad: boolean
}
export interface ConnectAction extends Base {
  readonly does: 'connect'
  readonly url: Word
  readonly host: string | null
  readonly places: readonly Place[]
  readonly method: string | null
  /** True when the call carries a body, a file or standard input outwards (`takes` says from where). */
  readonly sends: boolean
}
export interface QueryAction extends Base {
  readonly does: 'query'
  readonly engine: string
  readonly class: string
  readonly target: string | null
  readonly host: string | null
}
export interface CallAction extends Base {
  readonly does: 'call'
  readonly tool: ToolName
  readonly arguments: JsonObject
  /** Its server says that it destroys. */
  readonly destructive?: true
}
/** Text that would be stored or sent. */
export interface CarryAction extends Base {
  readonly does: 'carry'
  readonly what: 'prompt' | 'content' | 'sent' | 'argument' | 'command'
  readonly text: string
  /** Kinds, places and lengths of the secrets in it: never their text. */
  readonly secrets: readonly SecretNote[]
}
export interface SecretNote {
  readonly kind: string
  readonly start: number
  readonly length: number
  /** A keyed digest of the secret, where there is a key: the same secret can be recognised, never guessed. */
  readonly digest?: string
}
/** Text run as code: a shell or interpreter fed from `takes`. */
export interface ExecuteAction extends Base {
  readonly does: 'execute'
  readonly language: string
  /** Null when the code is not known. */
  readonly text: string | null
  /** Where the code comes from: argument, stdin, file, or the output of something. */
  readonly origin: 'argument' | 'stdin' | 'file' | 'output'
  /** Some decoder (base64, xxd, rev …) produced it. */
  readonly decoded: boolean
}
export interface UnknownAction extends Base {
  readonly does: 'unknown'
  readonly because: Because
  readonly could: Severity
  readonly detail: string
}
export type Because =
  | 'unparsed' // the shell text does not parse
  | 'program-name' // the program to run is not known
  | 'code-text' // eval, -c or an interpreter gets text that is not known
  | 'script-file' // a file is run whose name is not known
  | 'arithmetic' // a substitution where bash may read arithmetic as a command
  | 'control-character' // characters that shells and people read differently
  | 'too-large' // over the size limit
  | 'too-deep' // nested over the limit
  | 'too-much' // more work than the budget allows
  | 'shape' // the call's input is not what this tool takes

export type Action =
  | RunAction
  | PathAction
  | ChangeAction
  | SignalAction
  | ConnectAction
  | QueryAction
  | CallAction
  | CarryAction
  | ExecuteAction
  | UnknownAction
export type Does = Action['does']

/** What `interpret` returns: the actions, and what it would like to know. */
export interface Reading {
  readonly actions: readonly Action[]
  readonly needs: readonly Need[]
  /** Something was changed, or run, whose name or text could not be read and that could be a file of this gate: look afterwards whether all is as it was. */
  readonly unreadWrite?: true
}
export type Need =
  /** The text of a regular file: a script about to run, a package.json, a makefile. `taken`: code takes it in, or a pattern stands for it. `loose`: only where it is no link to something that is installed. */
  | { readonly kind: 'file'; readonly path: string; readonly taken?: true; readonly loose?: true }
  /** Which files a pattern stands for that are about to be run, or what it `matches` that is about to be changed or deleted: `*`, `?`, `[…]`, a whole component `**` for any depth; `\\` before what is meant as it is. `fresh`: only those that HEAD does not hold as they are, the newest first, and `{…,…}` are alternatives. */
  | { readonly kind: 'names' | 'matches'; readonly path: string; readonly fresh?: true }
  /** Where a path really leads: links followed, component by component. `link`: the same for what is only read, where it is a link itself. */
  | { readonly kind: 'path' | 'link'; readonly path: string }
  /** Whether nothing lies there; whether nobody is logged in who could publish a package from that folder (`…/**`: or any package of its project). `brought`: where not, the call brings it. `decides`: where it is so, something else happens. */
  | { readonly kind: 'missing' | 'barred'; readonly path: string; readonly brought?: true; readonly decides?: true }
  /** Whether HEAD holds every file that git knows there, as it is now. `whole`: and nothing else lies there. */
  | { readonly kind: 'unchanged' | 'whole'; readonly path: string }
  /** How much a recursive deletion would take. */
  | { readonly kind: 'extent'; readonly path: string }
  | DestinationNeed
  | { readonly kind: 'branch' }
  /** Whether production is near, for these programs. */
  | { readonly kind: 'environment'; readonly programs: readonly string[] }
  /** Which of these variables nobody has set. */
  | { readonly kind: 'variables'; readonly names: readonly string[] }
  | { readonly kind: 'asking'; readonly path: string } // Whether a question to a person is open, by the folder where those are kept.
  /** Which addresses a literal name has. Answered only by those who may ask the network. */
  | { readonly kind: 'host'; readonly name: string }

/** What `observe` found out. Empty when nothing may be observed. */
export interface Facts {
  /** Texts of files by path; null when a file was looked for and cannot be read. */
  readonly files?: Readonly<Record<string, string | null>>
  /** The files that patterns stand for, by pattern, and whatever else matches. */
  readonly names?: Readonly<Record<string, Names>>
  readonly matches?: Readonly<Record<string, Matches>>
  /** Paths that lead elsewhere, and where to; `shared`: paths that more than one name leads to (hard links). */
  readonly links?: Readonly<Record<string, string>>
  readonly shared?: readonly string[]
  /** Files that are there and were not read whole, and why: they may be run all the same. */
  readonly unread?: Readonly<Record<string, UnreadFile>>
  /** Files that were looked at and that the project has committed just so: its own, not written a minute ago. */
  readonly settled?: readonly string[]
  /** Paths that were looked at and where nothing lies; `barred`: from which nobody can publish a package. No more is said of where a login would be. */
  readonly missing?: readonly string[]
  readonly barred?: readonly string[]
  /** Paths where git has all that it knows just as it is, committed; `whole`: and nothing else lies there, so all of it can be had again. */
  readonly unchanged?: readonly string[]
  readonly whole?: readonly string[]
  readonly extents?: Readonly<Record<string, Extent>>
  readonly destinations?: readonly Destination[]
  /** Variables of the environment that were looked for and that are empty or not set. */
  readonly unset?: readonly string[]
  readonly asking?: true
  /** Addresses by lower-case host name; none when nobody answered for it. */
  readonly hosts?: Readonly<Record<string, readonly string[]>>
  readonly branch?: string
  readonly defaultBranch?: string
  readonly environment?: 'production' | 'staging' | 'development'
  /** Minutes since local midnight, for `raise` by time of day. */
  readonly minuteOfDay?: number
}
export interface Names {
  readonly paths: readonly string[]
  /** There are more. `committed`: and git has those, just as they are. */
  readonly more?: 'unknown' | 'committed'
}
/** Files, folders and links; `linked`: patterns for what is reached through a link, written out up to it. `more`: not all is named; not even all `links` that lead out of the project. */
export type Matches = { readonly [of in 'paths' | 'linked']: readonly string[] } & { readonly more?: 'unknown' | 'links' }
export interface UnreadFile {
  /** Over the size limit, over what one call may cost, or no text. */
  readonly because: 'too-large' | 'too-much' | 'unparsed'
  readonly detail: string
  /** Its first line, where it was seen: says which language it is in. */
  readonly head: string
  /** It looks like a compiled program: only a shell that is told to would read it as a script. */
  readonly program?: true
}
export interface Extent {
  readonly files: number
  readonly bytes: number
  /** Counting stopped at a limit: there is more. */
  readonly capped: boolean
  /** How many files git knows there, how many of those differ from what it has of them, and how many it has nothing of; null outside a repository. */
  readonly tracked: number | null
  readonly changed: number | null
  readonly untracked: number | null
}
export type RuleStatus = 'stable' | 'preview' | 'deprecated' | 'profile'
export interface Finding {
  readonly rule: string
  readonly severity: Severity
  readonly confidence: number
  readonly span: Span
  readonly title: string
  readonly why?: string
  readonly instead?: string
  /** How much a deletion would take, where it was counted: `412 files, 3.1 MB, 7 changed, 12 not in git`. */
  readonly extent?: string
  /** The action that matched; null for findings of the gate itself. */
  readonly action: number | null
  readonly verdict: Verdict
  /** It asks only while the secrets it is about are in the call: covered up, the call may go on. `floor`: no preset, mode or person's setting lifts it. */
  readonly redact?: true
  readonly floor?: true
}
export type DecidedBy = 'policy' | 'grant' | 'mode' | 'person' | 'host' | 'timeout' | 'failure'
export interface Decision {
  readonly verdict: Verdict
  readonly reason: string
  readonly findings: readonly Finding[]
  readonly warnings: readonly string[]
  readonly policy: string
  readonly by: DecidedBy
  /** By which it passes. */
  readonly grants?: readonly string[]
}

/** An answer kept for next time: narrow, dated, revocable. */
export interface Grant {
  readonly id: string
  readonly rule: string
  /** Of the rule, which it does not outlive a change of; and how bad it may be at most. */
  readonly revision: string
  readonly severity: Severity
  /** The call it was given for, with closed holes, as JSON: see `judge/shape.ts`. */
  readonly shape: string
  /** `session:HOST:ID`, `project:FOLDER` or `host:HOST`. */
  readonly scope: string
  readonly expiresAt: string
  readonly from: string
}
