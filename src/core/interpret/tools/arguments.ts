// What do the arguments of a tool we have no description of look like? Paths, URLs, commands, SQL and content, at any depth.
import type { Json, JsonObject, Span } from '../../model.ts'
import { addConnect, query } from '../programs/effects.ts'
import { execute } from '../programs/execute.ts'
import { findProgram, normaliseProgram } from '../programs/meaning.ts'
import { addPath } from '../paths.ts'
import { addCarried, noteSecrets } from '../carried.ts'
import { looksLikeSql } from '../query/read.ts'
import { doerOf } from '../shell/state.ts'
import type { Shell } from '../shell/state.ts'
import { addUnknown } from '../trace.ts'
import { readContent } from './content.ts'
import type { Told } from './schema.ts'
import { plainName } from './server.ts'
import { userPath } from './user-path.ts'

const DEEPEST = 12
const MOST = 500

type Deed = Parameters<typeof addPath>[3]
interface Purpose {
  readonly does: Deed['does']
  readonly how: Deed['how']
  readonly words: ReadonlySet<string>
}

const anyOf = (words: ReadonlySet<string>, ...some: readonly string[]): boolean => some.some((word) => words.has(word))

/** The tool's own name says what its paths are for; when it says nothing, they are read. */
function purposeOf(name: string): Purpose {
  const words = new Set(plainName(name).split('_'))
  const make = (does: Deed['does'], how: Deed['how']): Purpose => ({ does, how, words })
  if (anyOf(words, 'move', 'rename', 'mv')) return make('write', 'move')
  if (anyOf(words, 'delete', 'remove', 'unlink', 'rmdir', 'rm', 'trash', 'purge', 'destroy', 'wipe')) return make('delete', 'whole')
  if (anyOf(words, 'edit', 'patch', 'replace', 'insert', 'append', 'modify')) return make('write', 'edit')
  if (anyOf(words, 'write', 'create', 'save', 'update', 'copy', 'put', 'mkdir', 'download', 'export', 'screenshot', 'overwrite', 'add'))
    return make('write', 'truncate')
  return make('read', 'whole')
}

/** `remote`: its paths are somewhere else. `prose`: it only says things. `done`: fields that were read already. */
export interface Known {
  readonly remote?: boolean
  readonly prose?: boolean
  readonly done?: ReadonlySet<string>
  /** What the tool's schema says of its arguments. */
  readonly told?: ReadonlyMap<string, Told>
}

export function readArguments(shell: Shell, input: JsonObject, { remote = false, prose = false, done = new Set(), told = new Map() }: Known = {}): void {
  const call = shell.by === null ? undefined : shell.trace.actions[shell.by]
  const purpose = purposeOf(call?.does === 'call' ? call.tool.name : '')
  let left = MOST
  let path = ''
  const visit = (key: string, value: Json, depth: number): void => {
    if (left-- <= 0 || depth > DEEPEST) {
      if (left === -1 || depth > DEEPEST)
        addUnknown(shell.trace, doerOf(shell, { field: key, start: 0, end: 0 }), 'too-deep', 'medium', 'arguments too many or too deep to read')
      return
    }
    if (typeof value === 'string')
      path = readText(shell, key, value, { purpose, path, side: prose ? 'prose' : remote ? 'remote' : 'here', told: told.get(key) }) ?? path
    else if (Array.isArray(value)) for (const item of value) visit(key, item as Json, depth + 1)
    else if (typeof value === 'object' && value !== null) table(value as JsonObject, depth)
  }
  const table = (fields: JsonObject, depth: number): void => {
    const argv = prose || (depth === 0 && (done.has('command') || done.has('cmd'))) ? null : argvOf(fields, (name) => isProgram(shell, name))
    if (argv !== null)
      shell.read.perform(shell, { words: argv.map((text) => ({ text })), assigns: [], stdin: null, span: { field: 'command', start: 0, end: 0 } })
    for (const [name, item] of Object.entries(fields)) {
      if ((depth === 0 && done.has(name)) || (argv !== null && ARGV_KEYS.has(name.toLowerCase()))) continue
      visit(name, item, depth + 1)
    }
  }
  table(input, 0)
}

const ARGV_KEYS = new Set(['command', 'cmd', 'program', 'executable', 'args', 'arguments', 'argv'])

/** `{command: 'git', args: ['push']}` is one command line, and so is a list of words. */
function argvOf(fields: JsonObject, isKnown: (name: string) => boolean): readonly string[] | null {
  const program = fields['command'] ?? fields['cmd'] ?? fields['program'] ?? fields['executable']
  const rest = fields['args'] ?? fields['arguments'] ?? fields['argv']
  const isWords = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((word) => typeof word === 'string')
  // Words alone are a command where the first of them is one.
  if (program === undefined && isWords(rest) && isKnown(rest[0] ?? '')) return rest
  if (isWords(program) && program.length > 0 && !program.some((word, at) => at === 0 && /\s/.test(word))) return program
  return typeof program === 'string' && program !== '' && isWords(rest) && rest.length > 0 && !/[\s;|&]/.test(program) ? [program, ...rest] : null
}

const isProgram = ({ trace: { books } }: Shell, name: string): boolean =>
  name !== '' && !/\s/.test(name) && findProgram(books.meaning, normaliseProgram(books.meaning, name)).known

const COMMAND_KEYS = /^(?:command|commands|cmd|cmds|shell_?command|bash|command_?line|exec|terminal_?command|cli_?command|shell_?script|bash_?command)$/i
const SCRIPT_KEYS = /^(?:script|shell)$/i
const URL_KEYS = /(?:^|_)(?:url|urls|uri|uris|href|link|endpoint|webhook|webhook_url|base_?url|target_?url|page_?url|image_?url|callback)$/i
const SQL_KEYS = /^(?:sql|query|queries|statement|statements|sql_?query|ddl|migration|q)$/i
const PATH_KEYS = /(?:^|_)(?:path|paths|file|files|filename|filepath|filepaths|directory|dir|folder|cwd|workdir|root|location|output|outfile|infile|pathname)$/i
const ENDS_KEYS = /^(?:source|destination|target|src|dst|dest|from|to|old|new|input|output)(?:_?path|_?file)?$/i
const SOURCE_KEYS = /^(?:source|src|from|old|input)/i
/** What people say and services call their own: never a path, however it begins. */
const PROSE_KEYS =
  /^(?:message|text|body|content|contents|description|title|prompt|comment|summary|name|subject|label|reason|note|notes|markdown|html|instructions|thought|question|answer|query|search|pattern|regex|selector|xpath|route|routes|pathname|endpoint|api_?path|url_?path|ref|branch|tag|query_?string|params|jql|filter|value|old_?(?:string|str|text)|new_?(?:string|str|text))$/i
const ROOTS =
  /^(?:\/(?:home|Users|root|etc|usr|var|opt|tmp|proc|sys|dev|boot|bin|sbin|lib|lib64|mnt|media|srv|private|Library|System|Applications|Volumes|run)(?:\/|$)|~(?:[A-Za-z_][\w-]*)?(?:[\\/]|$)|\.{1,2}[\\/]|[A-Za-z]:[\\/]|\\\\)/

interface Setting {
  readonly purpose: Purpose
  /** The path that came before it. */
  readonly path: string
  readonly side: 'here' | 'remote' | 'prose'
  readonly told: Told | undefined
}

/** Returns the path when the text is one: later content goes there. */
function readText(shell: Shell, key: string, text: string, { purpose, path, side, told }: Setting): string | null {
  const span: Span = { field: key, start: 0, end: text.length }
  const doer = doerOf(shell, span)
  if (text.includes('\0')) {
    addUnknown(shell.trace, doer, 'control-character', 'critical', 'NUL byte in an argument')
    return null
  }
  const remote = side !== 'here'
  if (side === 'prose') {
    if (text.length > 8) addCarried(shell.trace, doer, 'argument', text)
    return null
  }
  if (COMMAND_KEYS.test(key) || told === 'command' || (SCRIPT_KEYS.test(key) && runsShell(purpose))) {
    if (/\s/.test(text) || !remote) execute(shell, { language: 'shell', code: { text }, origin: 'argument', span, stdin: null })
    return null
  }
  const isUrl = /^\s*[a-z][a-z0-9+.-]{1,15}:\/\/\S+\s*$/i.test(text)
  if (isUrl || ((told === 'url' || URL_KEYS.test(key)) && text.length < 4096 && /^\s*[^\s/]{2,}/.test(text) && !/\s\S+\s/.test(text.trim()))) {
    noteSecrets(shell.trace, doer, text, 'argument')
    addConnect(shell, doer, { text }, { sends: false, takes: [], method: null })
    return null
  }
  if (
    (told === 'query' ||
      (SQL_KEYS.test(key) ? !anyOf(purpose.words, 'search', 'find', 'docs', 'web') : anyOf(purpose.words, 'sql', 'query', 'database', 'db'))) &&
    looksLikeSql(text)
  ) {
    query(shell, { words: [], assigns: [], stdin: null, span }, doer, 'sql', { text }, null)
    return null
  }
  if (!remote && (isPathLike(shell, key, text) || (told === 'path' && isPathLike(shell, 'path', text)))) {
    addPath(shell, doer, userPath(shell, text), { ...deedOf(purpose, key, text), named: 'by-tool' })
    return text
  }
  if (text.length > 8) {
    addCarried(shell.trace, doer, 'argument', text)
    if (!remote && purpose.does === 'write' && path !== '' && /content|text|body|data|code|source|string/i.test(key) && !/^old/i.test(key))
      readContent(shell, path, text, span, purpose.how === 'edit')
  }
  return null
}

const runsShell = ({ words }: Purpose): boolean =>
  anyOf(words, 'shell', 'bash', 'terminal', 'command', 'exec', 'execute', 'run', 'process', 'ssh', 'sh') &&
  !anyOf(words, 'browser', 'page', 'puppeteer', 'playwright', 'evaluate', 'js', 'javascript', 'python', 'sql', 'node', 'code', 'applescript')

function deedOf(purpose: Purpose, key: string, text: string): Deed {
  const isEnd = ENDS_KEYS.test(key)
  if (purpose.how === 'move' && isEnd && SOURCE_KEYS.test(key)) return { does: 'delete', how: 'move', recursive: true }
  if (isEnd && SOURCE_KEYS.test(key) && purpose.does === 'write') return { does: 'read', how: 'copy', recursive: false }
  if (purpose.does === 'delete') return { does: 'delete', how: 'whole', recursive: isFolder(purpose.words, text) }
  return { does: purpose.does, how: purpose.how, recursive: false }
}

/** A name without an ending is taken for a folder: deleting one takes more with it. */
export const isFolder = (words: ReadonlySet<string>, path: string): boolean =>
  anyOf(words, 'directory', 'dir', 'folder', 'tree', 'rmdir', 'recursive', 'directories') || !/[^\\/]\.[A-Za-z0-9_-]{1,12}$/.test(path)

function isPathLike(shell: Shell, key: string, text: string): boolean {
  if (text.length >= 4096 || text === '' || /[\n\r]/.test(text)) return false
  const { project, home } = shell.trace.scene
  const anchored = ROOTS.test(text) || text.startsWith(project) || text.startsWith(home)
  if (PATH_KEYS.test(key) && !PROSE_KEYS.test(key)) return anchored || text.startsWith('/') || /^[^\s:<>|*?"]{1,255}$/.test(text) || /^file:/i.test(text)
  if (ENDS_KEYS.test(key)) return anchored || (/^[^\s:<>|*?"]{1,255}$/.test(text) && /[\\/]|\.[A-Za-z0-9]{1,8}$/.test(text))
  return anchored && !PROSE_KEYS.test(key) && !/\s\S+\s/.test(text)
}
