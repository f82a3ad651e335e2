// What do the arguments of a tool we have no description of look like? Paths, URLs, commands, SQL and content, at any depth.
import type { Json, JsonObject, Span } from '../../model.ts'
import { addConnect, query } from '../programs/effects.ts'
import { execute } from '../programs/execute.ts'
import { addPath } from '../paths.ts'
import { looksLikeSql } from '../query/read.ts'
import { doerOf } from '../shell/state.ts'
import type { Shell } from '../shell/state.ts'
import { add, addUnknown } from '../trace.ts'
import { readContent } from './content.ts'
import { userPath } from './user-path.ts'

const DEEPEST = 12
const MOST = 500

interface Verb {
  readonly does: 'read' | 'write' | 'delete'
}

/** The tool's own name says what its paths are for; when it says nothing, they are read. */
function verbOf(name: string): Verb {
  if (/delete|remove|unlink|rmdir|trash|purge|destroy|drop/i.test(name)) return { does: 'delete' }
  if (/write|create|save|edit|update|append|move|rename|copy|upload|put|patch|insert|replace|mkdir/i.test(name)) return { does: 'write' }
  return { does: 'read' }
}

export function readArguments(shell: Shell, input: JsonObject): void {
  const call = shell.by === null ? undefined : shell.trace.actions[shell.by]
  const verb = verbOf(call?.does === 'call' ? call.tool.name : '')
  let left = MOST
  let path = ''
  const visit = (key: string, value: Json, depth: number): void => {
    if (left-- <= 0 || depth > DEEPEST) {
      if (left === -1 || depth > DEEPEST) addUnknown(shell.trace, doerOf(shell, { field: key, start: 0, end: 0 }), 'too-deep', 'medium', 'arguments too many or too deep to read')
      return
    }
    if (typeof value === 'string') {
      const found = readText(shell, key, value, verb, path)
      if (found !== null) path = found
    } else if (Array.isArray(value)) for (const item of value) visit(key, item as Json, depth + 1)
    else if (typeof value === 'object' && value !== null) for (const [name, item] of Object.entries(value)) visit(name, item as Json, depth + 1)
  }
  for (const [key, value] of Object.entries(input)) visit(key, value as Json, 0)
}

/** Returns the path when the text is one: later content goes there. */
function readText(shell: Shell, key: string, text: string, verb: Verb, path: string): string | null {
  const span: Span = { field: key, start: 0, end: text.length }
  const doer = doerOf(shell, span)
  if (text.includes('\0')) {
    addUnknown(shell.trace, doer, 'control-character', 'critical', 'NUL byte in an argument')
    return null
  }
  if (/^(?:command|cmd|shell|bash|script|shell_command|command_line|exec)$/i.test(key)) {
    execute(shell, { language: 'shell', code: { text }, origin: 'argument', span, stdin: null })
    return null
  }
  if (/^[a-z][a-z0-9+.-]{1,15}:\/\/\S+$/i.test(text)) {
    if (text.startsWith('file:')) addPath(shell, doer, userPath(shell, text), { does: verb.does, how: 'whole', recursive: verb.does === 'delete' })
    else addConnect(shell, doer, { text }, { sends: false, takes: [], method: null })
    return null
  }
  if (/^(?:sql|query|statement|queries)$/i.test(key) && looksLikeSql(text)) {
    query(shell, { words: [], assigns: [], stdin: null, span }, doer, 'sql', { text }, null)
    return null
  }
  if (isPathLike(key, text)) {
    addPath(shell, doer, userPath(shell, text), { does: verb.does, how: verb.does === 'write' ? 'truncate' : 'whole', recursive: verb.does === 'delete' })
    return text
  }
  if (text.length > 8) {
    add(shell.trace, doer, { does: 'carry', text: text.slice(0, 1_000_000) })
    if (verb.does === 'write' && path !== '' && /content|text|body|data|code|source/i.test(key)) readContent(shell, path, text, span)
  }
  return null
}

const isPathLike = (key: string, text: string): boolean =>
  text.length < 4096 && !/[\n]/.test(text) && (/^(?:~|\.{1,2})?[\\/]|^~|^[A-Za-z]:[\\/]|^\\\\/.test(text) || (/(?:^|_)(?:path|paths|file|filename|filepath|file_path|directory|dir|folder|source|destination|target|src|dst)$/i.test(key) && /^[^\s:]{1,255}$/.test(text)))
