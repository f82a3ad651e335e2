// What do the arguments of a tool we have no description of look like? Paths, URLs, commands, SQL and content, at any depth.
import { plainName } from '../text/plain-name.ts'
import { wordSet } from '../text/word-set.ts'
import type { Json, JsonObject, Span, Word } from '../model.ts'
import { query } from '../machine/query.ts'
import { execute } from '../machine/execute.ts'
import { locate } from '../disk/paths.ts'
import { looksLikeSql } from '../languages/read-query.ts'
import { altered } from '../machine/process.ts'
import { doerOf } from '../log/process.ts'
import type { Shell } from '../machine/process.ts'
import { unknownWord } from '../value/text.ts'
import type { Doer } from '../log/log.ts'
import { commandWords, languageOf, saidLanguage } from './command-shape.ts'
import { readContent } from './content.ts'
import { fewerFields } from './fewer-fields.ts'
import { anyOf, effectOn, ENDS_KEYS, purposeIn, purposeOf } from './purpose.ts'
import type { Purpose } from './purpose.ts'
import type { Told } from './schema.ts'
import { userPath } from '../machine/user-path.ts'
import { holdAssigned } from '../machine/env.ts'
import { notRead } from '../machine/effect.ts'
import { act } from '../machine/act.ts'

const DEEPEST = 100
/** Texts, lists and tables that are looked at. */
const MOST = 10_000
/** Texts that are carried each on its own; the others together, so that much data does not use the budget up. */
const MOST_CARRIED = 300

/** `remote`: its paths are somewhere else, unless they can only mean this machine. `prose`: it only says things. `done`: fields that were read already. */
export interface Known {
  readonly remote?: boolean
  readonly prose?: boolean
  readonly done?: ReadonlySet<string>
  /** What the tool's schema says of its arguments. */
  readonly told?: ReadonlyMap<string, Told>
}

export function readArguments(shell: Shell, input: JsonObject, { remote = false, prose = false, done = new Set(), told = new Map() }: Known = {}): void {
  const call = shell.by === null ? undefined : shell.trace.actions[shell.by]
  const named = purposeOf(call?.does === 'call' ? call.tool.name : '')
  const { meaning } = shell.trace.books
  let left = MOST
  let cut = false
  let path = ''
  let carriedSoFar = 0
  const late: string[] = []
  const carry = (doer: Doer, text: string): void => {
    if (++carriedSoFar > MOST_CARRIED) late.push(text)
    else act({ do: 'carry', what: 'argument', text }, shell, doer.span)
  }
  const tooMany = (key: string): void => {
    if (!cut) act(notRead('too-deep', 'high', 'arguments too many or too deep to read'), shell, { field: key, start: 0, end: 0 })
    cut = true
  }
  const visit = (key: string, value: Json, depth: number, around: Around): void => {
    if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return
    // Over the budget it has been said that there is more.
    if (shell.trace.budget.spent) return
    if (left-- <= 0 || depth > DEEPEST) return tooMany(key)
    if (typeof value === 'string') readString(key, value, depth, around)
    else if (Array.isArray(value)) for (const item of value as readonly Json[]) visit(isTable(item) ? '' : key, item, depth + 1, around)
    else table(key, value as JsonObject, depth, around)
  }
  const readString = (key: string, text: string, depth: number, around: Around): void => {
    const inner = prose || PROSE_KEYS.test(key) ? undefined : jsonIn(text)
    if (inner !== undefined) visit(key, inner, depth + 1, around)
    else path = readText(shell, key, text, { ...around, path, side: prose ? 'prose' : remote ? 'remote' : 'here', told: told.get(key), carry }) ?? path
  }
  const table = (holder: string, given: JsonObject, depth: number, outer: Around): void => {
    const few = fewerFields(given, () => NO_NAMES)
    if (few !== null) tooMany(holder)
    const fields = few ?? given
    const folder = inFolder(outer.folder, fields)
    const around = {
      purpose: purposeIn(fields, outer.purpose),
      language: saidLanguage(shell.trace.books.languages, fields) ?? outer.language,
      folder,
      stdin: fedBy(fields),
      method: methodIn(fields),
    }
    const line = prose || (depth === 0 && (done.has('command') || done.has('cmd'))) ? null : commandWords(meaning, fields, around.purpose.words)
    if (line !== null)
      shell.read.perform(folder, { words: shellWords(shell, line.words), assigns: [], stdin: null, span: { field: 'command', start: 0, end: 0 } })
    // A path first: what stands beside it is written there.
    const entries = Object.entries(fields)
    if (!prose && !remote && around.purpose.does !== 'read') readJoined(shell, entries, around.purpose)
    const isPath = entries.map(([name]) => isPathKey(plainName(name)))
    for (const [name, item] of [...entries.filter((_, at) => isPath[at]), ...entries.filter((_, at) => isPath[at] !== true)]) {
      if ((depth === 0 && done.has(name)) || line?.fields.has(name) === true) continue
      if (!prose && (ROOTS.test(name) || (isFilesKey(holder) && /[./\\~]/.test(name) && isPathLike(shell, 'path', name, around.purpose)))) {
        path = readText(shell, holder, name, { ...around, path, side: remote ? 'remote' : 'here', told: 'path', carry }) ?? path
        visit(typeof item === 'string' ? 'content' : name, item, depth + 1, around)
      } else visit(name, item, depth + 1, around)
    }
  }
  table('', input, 0, { purpose: named, language: null, folder: shell, stdin: null, method: null })
  if (late.length > 0) act({ do: 'carry', what: 'argument', text: late.join('\n') }, shell, { field: '', start: 0, end: 0 })
}

/** `{dir, name}`: a folder, and what in it. */
function readJoined(shell: Shell, entries: readonly (readonly [string, Json])[], purpose: Purpose): void {
  const textOf = (is: (key: string) => boolean): string | undefined =>
    entries.flatMap(([key, value]) => (typeof value === 'string' && value.length < 1024 && is(plainName(key)) ? [value] : []))[0]
  const [folder, name] = [textOf(isBaseKey), textOf(isNameKey)]
  if (folder === undefined || name === undefined || /[\n\0]/.test(folder + name) || /^[/~\\]|^[A-Za-z]:/.test(name)) return
  const text = `${folder.replace(/\/$/, '')}/${name}`
  act({ ...effectOn(purpose, 'path', text, ROOTS.test(text)), named: 'by-tool', path: userPath(shell, text) }, shell, { field: 'path', start: 0, end: 0 })
}

const NO_NAMES: ReadonlySet<string> = new Set()

/** What the fields around an argument say. */
interface Around {
  readonly purpose: Purpose
  readonly language: string | null
  /** Where commands among them run. */
  readonly folder: Shell
  readonly stdin: Word | null
  /** How the address beside it is asked. */
  readonly method: string | null
}

/** JSON in a text is read as what it holds. */
function jsonIn(text: string): Json | undefined {
  if (!/^\s*(?:\{\s*"|\[)/.test(text) || !/[}\]]\s*$/.test(text)) return undefined
  try {
    const value = JSON.parse(text) as Json
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** `{method: 'DELETE', url: …}`, in whatever table of the call. */
const methodIn = ({ method, http_method: other }: JsonObject): string | null => {
  const said = typeof method === 'string' ? method : other
  return typeof said === 'string' && /^(?:delete|patch|put|post)$/i.test(said) ? said.toUpperCase() : null
}

const isTable = (value: Json): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Some servers hand the words of a command to a shell. */
export const shellWords = (shell: Shell, words: readonly string[]): readonly Word[] =>
  words.map((text) => (/^[~$]/.test(text) ? userPath(shell, text) : { text }))

/** What a command is fed. */
export const fedBy = ({ stdin }: JsonObject): Word | null => (typeof stdin === 'string' ? { text: stdin } : null)

/** What a call sets for the command it runs. */
function withVariables(shell: Shell, { env, environment, env_vars: vars }: JsonObject): Shell {
  const given = [env, environment, vars].find((value) => value !== undefined && isTable(value))
  if (given === undefined) return shell
  const inner = altered(shell, {})
  holdAssigned(
    inner,
    Object.entries(given).map(([name, text]) => ({ name, value: typeof text === 'string' ? { text } : null })),
  )
  return inner
}

/** Where a command runs, and with which variables, if the fields beside it say so. */
export function inFolder(outer: Shell, fields: JsonObject): Shell {
  const shell = withVariables(outer, fields)
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value !== 'string' || value === '' || !isFolderKey(key)) continue
    const { resolved } = locate(shell, userPath(shell, value))
    return altered(shell, { cwd: resolved === null ? unknownWord('folder') : { text: resolved } })
  }
  return shell
}

const named = (names: string): ((key: string) => boolean) => {
  const known = wordSet(names)
  return (key) => known.has(key.toLowerCase())
}
/** By the last of its words. */
const endsNamed = (names: string): ((key: string) => boolean) => {
  const known = wordSet(names)
  return (key) => known.has(key.slice(key.lastIndexOf('_') + 1).toLowerCase())
}
const isFolderKey = named(
  'cwd workdir work_dir workingdir working_dir workingdirectory working_directory currentdir current_dir currentdirectory current_directory dirpath dir_path chdir ' +
    'directory repopath repo_path projectpath project_path rootdir root_dir',
)
const isBaseKey = named('dir directory folder root base base_dir base_path parent parent_path location root_dir')
const isNameKey = named('name file_name filename file relative_path rel_path relpath')
/** Tables whose names are paths. */
const isFilesKey = named('files paths filemap file_map contents documents edits changes')
const HOST_KEYS = /^(?:host|host_?name|ip|ip_?addr(?:ess)?|address|target_?host|remote_?host|server_?host|endpoint_?host)$/i
const isUrlKey = endsNamed('url urls uri uris href link endpoint webhook baseurl targeturl pageurl imageurl callback')
const SQL_KEYS = /^(?:sql|query|queries|statement|statements|sql_?query|ddl|migration|q)$/i
const isPathKey = endsNamed(
  'path paths file files filename filepath filepaths directory dir folder cwd workdir root location output outfile infile pathname attachment attachments',
)
/** What people say and services call their own: no path, however it begins. */
const PROSE_KEYS =
  /^(?:message|text|body|content|contents|description|title|prompt|comment|summary|name|subject|label|reason|note|notes|markdown|html|instructions|thought|question|answer|query|search|pattern|regex|selector|xpath|route|routes|pathname|endpoint|api_?path|url_?path|ref|branch|tag|query_?string|params|jql|filter|value|old_?(?:string|str|text)|new_?(?:string|str|text))$/i
/** Unless it is one word that begins as a path does, and is not written. */
const NAME_KEYS = /^(?:name|value|params|ref|label|tag|query|search)$/i
const ROOTS =
  /^(?:\/(?:home|Users|root|etc|usr|var|opt|tmp|proc|sys|dev|boot|bin|sbin|lib|lib64|mnt|media|srv|private|Library|System|Applications|Volumes|run)(?:\/|$)|~(?:[A-Za-z_][\w-]*)?(?:[\\/]|$)|\.{1,2}[\\/]|[A-Za-z]:[\\/]|\\\\)/

interface Setting extends Around {
  /** The path that came before it. */
  readonly path: string
  readonly side: 'here' | 'remote' | 'prose'
  readonly told: Told | undefined
  readonly carry: (doer: Doer, text: string) => void
}

/** Returns the path when the text is one: later content goes there. */
function readText(shell: Shell, key: string, text: string, { purpose, language, folder, stdin, method, path, side, told, carry }: Setting): string | null {
  const span: Span = { field: key, start: 0, end: text.length }
  const doer = doerOf(shell, span)
  if (text.includes('\0')) {
    act(notRead('control-character', 'critical', 'NUL byte in an argument'), shell, span)
    return null
  }
  if (side === 'prose') {
    if (text.length > 8) carry(doer, text)
    return null
  }
  const ask = (): void => query(shell, span, 'sql', { text }, null)
  const code = told === 'command' ? 'shell' : languageOf(key, text, { meaning: shell.trace.books.meaning, words: purpose.words, language })
  if (code !== null) {
    // Who asks a database may call a statement a command.
    if (looksLikeSql(text)) ask()
    execute(folder, { language: code, code: { text }, origin: 'argument', span, stdin })
    return null
  }
  const url = urlIn(key, text, told)
  if (url !== null) {
    act({ do: 'carry', what: 'argument', text, secrets: 'alone' }, shell, span)
    act({ do: 'connect', url: { text: url }, sends: false, ...(method === null ? {} : { method }) }, shell, span)
    return null
  }
  if (
    (told === 'query' ||
      (SQL_KEYS.test(key)
        ? !anyOf(purpose.words, 'search', 'find', 'docs', 'web')
        : anyOf(purpose.words, 'sql', 'query', 'database', 'db', 'exec', 'execute', 'statement', 'admin'))) &&
    looksLikeSql(text)
  ) {
    ask()
    return null
  }
  const isPath = isPathLike(shell, key, text, purpose) || (told === 'path' && isPathLike(shell, 'path', text, purpose))
  const here = side === 'here' || (isPath && isOurs(shell, key, text, purpose))
  if (isPath && here) {
    act({ ...effectOn(purpose, key, text, ROOTS.test(text)), named: 'by-tool', path: userPath(shell, text) }, shell, span)
    return text
  }
  if (text.length > 8) {
    carry(doer, text)
    if (here && purpose.does === 'write' && path !== '' && /content|text|body|data|code|source|string/i.test(key) && !/^old/i.test(key))
      readContent(shell, path, text, span, purpose.how === 'edit')
  }
  return null
}

/** The address in a text, as it would be asked for: whole URLs anywhere, less than that where the key says so. */
function urlIn(key: string, text: string, told: Told | undefined): string | null {
  if (/^\s*[a-z][a-z0-9+.-]{1,15}:\/\/\S+\s*$/i.test(text)) return text
  const plain = text.trim()
  if (text.length >= 4096 || /\s\S+\s/.test(plain)) return null
  if (told === 'url' || isUrlKey(plainName(key))) return /^\/\/[^\s/]/.test(plain) ? `http:${plain}` : /^[^\s/]{2,}/.test(plain) ? text : null
  return (HOST_KEYS.test(key) && ADDRESS.test(plain)) || (PEER_KEYS.test(key) && NUMBERED.test(plain)) ? `http://${plain}/` : null
}

/** May be anything, so only addresses in numbers count. */
const PEER_KEYS = /^(?:server|domain|target|destination|remote|peer|origin|site|proxy|upstream)$/i
const NUMBERED = /^\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?$/
/** Dotted or with colons, a number, or hexadecimal. */
const ADDRESS = /^(?:\d{4,10}|0x[\da-f.x]{3,40}|\[?[\da-f:]{0,40}:[\da-f:.]{0,40}\]?|[\w-]{1,63}(?:\.[\w-]{1,63}){1,10}\.?)(?::\d{1,5})?$/i

const SENSITIVE = new Set(
  'credentials private-key ssh self contains-self home inside-home other-home system account-file shell-startup git-config tool-startup autostart scheduler service host-wiring guard-settings environment-file'.split(
    ' ',
  ),
)
const BY_NAME = ['environment-file', 'private-key', 'credentials', 'sensitive-settings']

/** Even what a service far away is given is a path of this machine where it could hardly be another's, or where a file is to be sent. */
function isOurs(shell: Shell, key: string, text: string, { words, does }: Purpose): boolean {
  const { places } = locate(shell, userPath(shell, text), does === 'delete')
  if (isAnchored(shell, text)) return places.some((place) => SENSITIVE.has(place) || (does === 'delete' && SWALLOWED.has(place)))
  const sent = anyOf(words, 'upload', 'attach', 'attachment', 'send', 'import') || /attach|upload|local/i.test(key)
  return sent && BY_NAME.some((place) => places.includes(place))
}
const SWALLOWED = new Set(['root', 'homes', 'contains-home', 'contains-project'])

/** Begins where only a path of a machine does. */
const isAnchored = (shell: Shell, text: string): boolean =>
  /^file:/i.test(text) ||
  (ROOTS.test(text) && !/^\.{1,2}[\\/]/.test(text)) ||
  text.startsWith(shell.trace.scene.home) ||
  text.startsWith(shell.trace.scene.project)

function isPathLike(shell: Shell, key: string, text: string, { does }: Purpose): boolean {
  if (text.length >= 4096 || text === '' || /[\n\r]/.test(text)) return false
  const anchored = ROOTS.test(text) || isAnchored(shell, text)
  const isProse = PROSE_KEYS.test(key) && !(NAME_KEYS.test(key) && does !== 'write' && !/\s/.test(text))
  if (isPathKey(plainName(key)) && !isProse) return anchored || text.startsWith('/') || /^[^\s:<>|*?"]{1,255}$/.test(text)
  if (ENDS_KEYS.test(key)) return anchored || (/^[^\s:<>|*?"]{1,255}$/.test(text) && /[\\/]|\.[A-Za-z0-9]{1,8}$/.test(text))
  return anchored && !isProse && !/\s\S+\s/.test(text)
}
