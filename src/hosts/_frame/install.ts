// What does a host say about being set up: where its configuration lies, what is added to it, and how it then starts us?
import type { Json, JsonObject } from '../../core/model.ts'
import type { Environment } from '../../gate/seams.ts'

/** For one person everywhere, or for one project. */
export type Scope = 'user' | 'project'

/** Where things are on this machine. All absolute. */
export interface InstallPlace {
  readonly home: string
  readonly project: string
  readonly env: Environment
  /** Left out: a system with a POSIX shell. */
  readonly platform?: 'windows'
  /** Only where hosts are to ask over HTTP too. */
  readonly server?: OurServer
  /** Put before the paths of administrators' files. Left out: they lie where the system has them. */
  readonly system?: string
}

/** Where our server listens unless it is told otherwise. */
export const USUAL_PORT = 4765
/** Where people answer in a browser: a listener of its own. */
export const USUAL_DESK_PORT = 4766

/** Where our server listens, and what it knows its hosts by. */
export interface OurServer {
  readonly url: string
  readonly token: string
}

/** How the hook is spelt for one host. */
export interface Ours {
  /** The wrapper, a path without arguments. */
  readonly program: string
  /** The wrapper and `--host NAME`, quoted for the shell that the host starts. */
  readonly command: string
  /** The bundle that a module of ours loads, a path; there for hosts whose folder has a `plugin.ts`. */
  readonly plugin: string
  /** The person's folder, for modules: a host's process may have another in its environment. */
  readonly home: string
  /** The same with more words behind it. */
  readonly and: (more: string) => string
  /** People are asked by us, so the host is to wait for them: the command says so too. */
  readonly patient?: true
}
/** What starts the command on Windows. Each takes other quotes, and each has its own way to lose an exit code. */
export type WindowsShell = 'powershell' | 'cmd' | 'posix'

type JsonPath = readonly string[]

/** `json`: neither comments nor a comma behind the last item; `comments`: these, and no such comma. With what it does not read, a host ignores the whole file, or does not start. */
export type JsonDialect = 'json' | 'comments'

/** Adds entries to lists of a JSON file, with or without comments. */
export interface JsonEdit {
  readonly kind: 'json'
  readonly file: string
  /** Left out: both are read, or nobody tried. */
  readonly reads?: JsonDialect
  /** Taken instead when `file` is not there and this one has something at `at`. */
  readonly orElse?: { readonly file: string; readonly at: JsonPath }
  readonly add: readonly JsonAddition[]
  /** Of ours, what may not stand in the file: a version that is installed would drop all of it. */
  readonly without?: readonly JsonAddition[]
  /** Keys that are ours alone: set, and taken away again. */
  readonly own?: readonly { readonly at: JsonPath; readonly value: Json }[]
  /** Set only where nothing is said. */
  readonly ensure?: readonly { readonly at: JsonPath; readonly value: Json }[]
  /** What makes the host pass us over though we are registered: in this file, and in those that `steering` names. */
  readonly off?: readonly Switch[]
}
export interface Switch {
  readonly at: JsonPath
  /** The value that switches us off, or a list that holds it. */
  readonly is: Json
  readonly says: string
}
export interface JsonAddition {
  /** The list. Some hosts know two spellings, and what the file holds already, or which file it is, tells which. */
  readonly at: (file: JsonObject, path: string) => JsonPath
  readonly value: JsonObject
  /** Before the others: there the first answer counts. */
  readonly first?: true
  /** The first version that knows this list: older ones drop the file. `lost`: what is missing without it, one line. */
  readonly since?: { readonly version: string; readonly lost: string }
  /** Why it cannot be added beside others. */
  readonly alone?: string
}
/** Adds lines to the end of a TOML file. */
interface TomlEdit {
  readonly kind: 'toml'
  readonly file: string
  readonly lines: readonly string[]
  /** Where the lines must be found again. */
  readonly list: string
}
/** Adds one item to a list of a YAML file. */
export interface YamlEdit {
  readonly kind: 'yaml'
  readonly file: string
  readonly list: JsonPath
  readonly item: Readonly<Record<string, string | number | boolean>>
}
/** A file that is ours alone. */
export interface FileEdit {
  readonly kind: 'file'
  readonly file: string
  readonly text: string
  readonly executable?: true
}
export type Edit = JsonEdit | TomlEdit | YamlEdit | FileEdit

export interface Canary {
  /** For a module, what `drive` gets as `event`. */
  readonly stdin: JsonObject
  readonly env?: Readonly<Record<string, string>>
}

/** A settings file of a host as it is read: null where it is not there, or cannot be read. */
export interface Held {
  readonly file: string
  readonly value: JsonObject | null
}
/** What keeps a host from asking us though we are registered, and what a person does about it. */
export interface Obstacle {
  /** `approval`: it waits for its user to trust our entry. */
  readonly kind: 'switched-off' | 'approval'
  readonly file: string
  readonly says: string
  readonly mend: string
}
/** What a host's `obstacles` may look into. */
export interface ObstacleScene {
  /** The files of `steering`, then those with our entries. */
  readonly held: readonly Held[]
  /** Files that hold our entry, of the scope that is looked at. */
  readonly files: readonly string[]
  readonly scope: Scope
  readonly place: InstallPlace
  /** Whether a text is a command of ours. */
  readonly isOurs: (command: string) => boolean
  /** A file by the name it really has. */
  readonly real: (file: string) => string
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: (text: string) => string
}

/** `off`: it runs no hook of ours while the variable says `1`, `true`, `yes` or `on`. `folder`: its settings folder, `file`: a settings file it reads besides. */
export type HostVariable = HooksVariable | { readonly name: string; readonly is: 'folder' | 'file' }
interface HooksVariable {
  readonly name: string
  readonly is: 'off'
  readonly says: string
}

/** Those of its variables that count where its settings set them too: tried, it ran every call unasked. */
export const offInSettings = (...variables: readonly HooksVariable[]): readonly Switch[] =>
  variables.flatMap(({ name, says }) => [...TRUE_WORDS, true, 1].map((is) => ({ at: ['env', name], is, says })))
const TRUE_WORDS = ['1', 'true', 'yes', 'on']

export interface HostInstall {
  readonly host: string
  /** Its programs on the search path, and the folders it keeps in the home: either tells that it is here. */
  readonly programs: readonly string[]
  /** Those of its programs that are editors, with terminals that people use too: only its marks tell an agent's from theirs. */
  readonly editor?: readonly string[]
  /** Variables that it sets for the commands it runs. */
  readonly marks?: readonly string[]
  /** Its packages of npm: their package.json tells the version without starting anything. */
  readonly packages?: readonly string[]
  readonly folders: (place: InstallPlace) => readonly string[]
  /** Null where the host has no such configuration. */
  readonly edits: (scope: Scope, place: InstallPlace, ours: Ours) => readonly Edit[] | null
  /** How the host starts the command that is registered; `module`: it loads a file of ours into its own process. */
  readonly starts: 'shell' | 'words' | 'program' | 'module'
  /** For a module: how the host would make the call of `canary` through it. The body of an async function of `module` and `event`. */
  readonly drive?: string
  /** What starts the command on Windows, where that is known first-hand; left out, it is set up by hand there. */
  readonly onWindows?: WindowsShell
  /** An event in which its shell tool is about to run a command. `id` is new each time: what was answered before is not answered anew. */
  readonly canary: (command: string, cwd: string, id: string) => Canary
  /** Files of a project that put the person's own out of force. */
  readonly overruledBy?: (place: InstallPlace) => readonly string[]
  /** JSON and TOML files that steer whether its hooks run, besides those we write: a project's, an administrator's. A last part `*.json` means all of the folder. */
  readonly steering?: (place: InstallPlace) => readonly string[]
  /** What makes it pass us over, in any of its files; besides the `off` of an edit. */
  readonly switches?: readonly Switch[]
  /** Environment variables that decide whether its hooks run: where one is set in the person's environment, it is set in a live trial too. */
  readonly variables?: readonly HostVariable[]
  /** What in its files keeps it from asking us, where a value alone does not tell. */
  readonly obstacles?: (scene: ObstacleScene) => readonly Obstacle[]
  /** What the person still has to do or to know. */
  readonly notes: readonly string[]
}

/** Seconds a host waits for us: above our own deadline, far below what people notice as a hang. */
export const WAIT_SECONDS = 20

/** For hosts that ask by themselves, unless the person wants to be asked by us. */
export const secondsFor = ({ patient }: Ours): number => (patient === true ? PERSON_SECONDS : WAIT_SECONDS)

/** The entry that Claude Code and those who took over its form want. */
export function claudeEntry(ours: Ours, more: JsonObject = {}, matcher: string | null = '*'): JsonObject {
  const handler: JsonObject = { type: 'command', command: ours.command, timeout: secondsFor(ours), ...more }
  return { ...(matcher === null ? {} : { matcher }), hooks: [handler] }
}

/**
 * The same over HTTP, beside the command: a host lets calls run when nobody answers there, and then the command alone speaks.
 * By the end of its address the entry is known to be ours.
 */
export const httpEntry = ({ url, token }: OurServer, host: string, matcher = '*'): JsonObject => ({
  matcher,
  hooks: [{ type: 'http', url: `${url}/hooks/${host}${OUR_QUERY}`, headers: { Authorization: `Bearer ${token}` }, timeout: WAIT_SECONDS }],
})
/** What our addresses end in: by it our entry is known again, and with it the token stands in the file. */
export const OUR_QUERY = '?by=prudent'

/** Seconds for hosts that cannot ask: time for a person to answer in `prudent watch`, and for us to say so. */
export const PERSON_SECONDS = 150
/** The same command, told how long the host waits for it. */
export const patiently = (ours: Ours, seconds = PERSON_SECONDS): Ours => ({ ...ours, command: ours.and(`--wait ${seconds}`) })
export const patientEntry = (ours: Ours, more: JsonObject = {}, matcher: string | null = '*'): JsonObject =>
  claudeEntry(patiently(ours), { timeout: PERSON_SECONDS, ...more }, matcher)

/** Entries of `hooks`, by event. */
export const underHooks = (entries: Readonly<Record<string, JsonObject>>, first?: true): readonly JsonAddition[] =>
  Object.entries(entries).map(([event, value]) => ({ at: () => ['hooks', event], value, ...(first === undefined ? {} : { first }) }))

export const claudeCanary =
  (tool: string, more: JsonObject = {}) =>
  (command: string, cwd: string, id: string): Canary => ({
    stdin: {
      session_id: id,
      cwd,
      hook_event_name: 'PreToolUse',
      tool_name: tool,
      tool_input: { command },
      tool_use_id: `toolu_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`,
      ...more,
    },
  })

/** A folder that an environment variable may move. */
export const movable = (place: InstallPlace, variable: string, usual: string): string => {
  const named = place.env[variable]
  const absolute = place.platform === 'windows' ? /^[a-z]:[\\/]/i : /^\//
  return named !== undefined && absolute.test(named) ? named.replace(/[\\/]+$/, '') : `${place.home}/${usual}`
}
/** What an environment variable names, where that is an absolute path. */
export const namedPath = ({ env, platform }: InstallPlace, variable: string): readonly string[] => {
  const named = env[variable]
  return named !== undefined && (platform === 'windows' ? /^[a-z]:[\\/]/i : /^\//).test(named) ? [named] : []
}
/** Files of an administrator: where a system of the Unix kind has them, macOS, and Windows. */
export const systemFiles = ({ system = '', platform }: InstallPlace, unix: string, mac: string, windows: string, names: readonly string[]): readonly string[] =>
  (platform === 'windows' ? [windows] : [unix, mac]).flatMap((folder) => names.map((name) => `${system}${folder}/${name}`))
export const configFolder = (place: InstallPlace, name: string): string => `${movable(place, 'XDG_CONFIG_HOME', '.config')}/${name}`

/** The line by which a whole file is known to be ours. */
export const OUR_FILE = 'made by `prudent init`; `prudent uninstall` removes it'

/** A JSON file that is ours alone: our command in it tells so. */
export const jsonFile = (file: string, value: JsonObject): FileEdit => ({ kind: 'file', file, text: `${JSON.stringify(value, null, 2)}\n` })

/** A JSON file that names no command: one of its texts must say whose it is. */
export const OUR_NOTE = `Judges every tool call before it runs; ${OUR_FILE}`

/** For a module: the command, and whose call it is. */
export const moduleCanary = (command: string, cwd: string, id: string): Canary => ({ stdin: { command, cwd, id } })
