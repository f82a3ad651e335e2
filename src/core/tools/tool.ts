// What does a tool that is not the shell do? Files, patches, pages, and whatever a server calls its own.
import type { Json, JsonObject, Span, ToolCall } from '../model.ts'
import { goingWith } from '../machine/connect.ts'
import { query } from '../machine/query.ts'
import { execute } from '../machine/execute.ts'
import type { ToolSpec } from '../meaning/entries.ts'
import type { PathEffect } from '../machine/effect.ts'
import { globWord } from '../value/fields.ts'
import { altered } from '../machine/process.ts'
import type { Shell } from '../machine/process.ts'
import { isNarrow, SEARCHED } from '../machine/searched.ts'
import { NO_PLACES } from '../value/text.ts'
import { readPatchCall } from './apply-patch.ts'
import { fedBy, inFolder, readArguments, shellWords } from './arguments.ts'
import { languageNamed, UNDESCRIBED } from '../languages/_book/book.ts'
import { commandWords, saidLanguage } from './command-shape.ts'
import { inNotebook } from './notebook.ts'
import { readContent, readResult } from './content.ts'
import { noteLeaving, sentAlong } from './leaving.ts'
import { isFolder } from './purpose.ts'
import { resultOf } from './result.ts'
import { toldBy } from './schema.ts'
import { commandLine, knownTool } from './server.ts'
import { performSpelled } from './spelled.ts'
import { userPath } from '../machine/user-path.ts'
import { notRead } from '../machine/effect.ts'
import { act } from '../machine/act.ts'

export function readTool(shell: Shell, call: ToolCall, spec: ToolSpec | undefined): void {
  const { server, name } = call.tool
  const id = act(
    { do: 'call', tool: call.tool, arguments: call.input, ...(call.annotations?.destructiveHint === true ? { destructive: true } : {}) },
    shell,
    NOWHERE,
  )
  const inner: Shell = altered(shell, { by: id })
  const known = server === null ? { spec, remote: false, program: null } : knownTool(shell.trace.books.meaning, server, name)
  const kind = known.spec === undefined ? undefined : (KINDS[known.spec.kind] ?? inLanguage(shell, known.spec.kind))
  if (known.spec !== undefined && kind !== undefined) kind(inner, call.input, known.spec)
  if (server !== null && (known.spec === undefined || known.spec.kind === 'run')) performSpelled(inner, call, known)
  if (known.spec !== undefined) noteLeaving(inner, call.input, known.spec, server === null ? null : fieldsOf(known.spec))
  // Any tool may take more than its description says.
  if (kind === undefined || server !== null || !TALKS.has(known.spec?.kind ?? ''))
    readArguments(inner, server === null && kind !== undefined ? withoutVerb(call.input) : call.input, {
      remote: known.remote,
      done: kind === undefined ? new Set() : fieldsRead(call.input, known.spec),
      told: toldBy(call.schema),
    })
  const mustName = server === null && NAMES_A_FILE.has(known.spec?.kind ?? '') && !namesNothing(call.input, known.spec)
  if (mustName && !shell.trace.actions.some((action) => action.id > id && ON_FILES.has(action.does)))
    act(notRead('shape', 'high', 'the call names no file'), inner, NOWHERE)
}

const NOWHERE: Span = { field: '', start: 0, end: 0 }

/** Hosts' own tools that only talk, to people, agents or search engines. */
const TALKS = new Set(['agent', 'nothing', 'prompt', 'says', 'websearch', 'dispatch'])
const NAMES_A_FILE = new Set(['write', 'edit', 'notebook', 'delete', 'move', 'copy'])
const ON_FILES = new Set(['read', 'write', 'delete', 'unknown', 'run'])

/** The path is there and empty: no file has that name, so none is touched. */
function namesNothing(input: JsonObject, spec: ToolSpec | undefined): boolean {
  const given = (spec?.fields['path'] ?? []).filter((field) => Object.hasOwn(input, field)).map((field) => input[field])
  return given.length > 0 && given.every((value) => value === '')
}

/** Editors say in one word which of their commands is meant. */
function withoutVerb(input: JsonObject): JsonObject {
  const { command, ...rest } = input
  return typeof command === 'string' && /^\w*$/.test(command) ? rest : input
}

/** The fields a description speaks of; its words name them in braces. */
function fieldsOf(spec: ToolSpec | undefined): ReadonlySet<string> {
  const { words = [], usually: _, ...roles } = spec?.fields ?? {}
  return new Set(
    [...Object.values(roles).flat(), ...words.flatMap((word) => /^\{(.+?)(?:\.\.\.)?\}$|^\[-[^:]*:([^=\]]+)/.exec(word)?.slice(1) ?? [])].filter(
      (field) => field !== undefined,
    ),
  )
}

/** Of several names for one thing the first that is there was read; what the others hold is not known yet. */
function fieldsRead(input: JsonObject, spec: ToolSpec | undefined): ReadonlySet<string> {
  if (spec === undefined || spec.kind === 'run' || spec.kind === 'says' || spec.kind === 'patch') return fieldsOf(spec)
  return new Set(
    Object.entries(spec.fields).flatMap(([role, names]) =>
      names.filter((name) => Object.hasOwn(input, name) && flatten(input[name] ?? null, role).length > 0).slice(0, 1),
    ),
  )
}

type Kind = (shell: Shell, input: JsonObject, spec: ToolSpec) => void

/** More than the budget of a call could pay for. */
const MOST_TEXTS = 2000

/** Every text a role's fields hold, with the field it came from; lists and objects are looked into. */
function texts(shell: Shell, input: JsonObject, spec: ToolSpec, role: string): { field: string; text: string }[] {
  for (const field of spec.fields[role] ?? []) {
    const value = Object.hasOwn(input, field) ? input[field] : undefined
    if (value === undefined || value === null) continue
    const found = flatten(value, role)
    if (found.length > MOST_TEXTS) act(notRead('too-much', 'high', `${found.length} values in one call`), shell, spanOf(field, ''))
    if (found.length > 0 || value === '') return found.slice(0, MOST_TEXTS).map((text) => ({ field, text }))
  }
  return []
}

function flatten(value: Json, role: string): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((item) => flatten(item as Json, role))
  if (typeof value !== 'object' || value === null) return []
  const wanted = role === 'path' ? /path|file/i : role === 'url' ? /url|uri|href/i : /new|content|after|text|source/i
  return Object.entries(value)
    .filter(([key]) => wanted.test(key))
    .flatMap(([, item]) => flatten(item, role))
}

const spanOf = (field: string, text: string): Span => ({ field, start: 0, end: text.length })

function onPath(
  shell: Shell,
  field: string,
  text: string,
  does: 'read' | 'write' | 'delete',
  how: PathEffect['how'],
  result?: PathEffect['result'],
  below = false,
  marks: PathEffect['marks'] = NO_PLACES,
): number | null {
  const span = spanOf(field, text)
  if (text.includes('\0')) {
    act(notRead('control-character', 'critical', 'NUL byte in a path'), shell, span)
    return null
  }
  const recursive = below || (does === 'delete' && (how === 'move' || isFolder(new Set(), text)))
  return act({ do: does, path: userPath(shell, text), how, recursive, marks, named: 'by-tool', ...(result === undefined ? {} : { result }) }, shell, span)
}

function carried(shell: Shell, path: string, field: string, text: string, isPart = false): void {
  if (text === '') return
  const span = spanOf(field, text)
  act({ do: 'carry', what: 'content', text }, shell, span)
  readContent(shell, path, text, span, isPart)
}

/** A search may tell only where it found something. */
const showsContent = ({ output_mode: mode }: JsonObject): boolean => typeof mode !== 'string' || !/^(?:files_with_matches|count|files|names)$/.test(mode)

const KINDS: Readonly<Record<string, Kind>> = {
  // What it hits only whoever sits before the screen sees. Where one tool does all, `action` says what.
  input: (shell, { action }) => {
    if (typeof action === 'string' && !/click|drag|press|key|type|tap|mouse_?(?:down|up)/i.test(action)) return
    act({ do: 'change', what: 'unseen-input', target: null }, shell, NOWHERE)
  },
  read: (shell, input, spec) => {
    for (const { field, text } of texts(shell, input, spec, 'path')) onPath(shell, field, text, 'read', 'whole')
  },
  search: (shell, input, spec) => {
    if (typeof input['regex'] === 'string' && showsContent(input)) return KINDS['grep']?.(shell, input, spec)
    for (const { field, text } of texts(shell, input, spec, 'path')) onPath(shell, field, text, 'read', 'list')
    for (const { field, text } of texts(shell, input, spec, 'pattern')) {
      if (text.includes('\0')) act(notRead('control-character', 'critical', 'NUL byte in a pattern'), shell, spanOf(field, text))
      else if (/^[~/]|^\.\.\//.test(text)) act({ do: 'read', path: globWord(userPath(shell, text)), how: 'list', named: 'by-tool' }, shell, spanOf(field, text))
    }
  },
  // What a search by content shows is what it read.
  grep: (shell, input, spec) => {
    if (!showsContent(input)) return KINDS['search']?.(shell, input, spec)
    const paths = texts(shell, input, spec, 'path')
    const pattern = input['pattern'] ?? input['regex'] ?? input['query']
    const marks = typeof pattern === 'string' && isNarrow(pattern) ? SEARCHED : NO_PLACES
    for (const { field, text } of paths) onPath(shell, field, text, 'read', 'whole', undefined, true, marks)
    for (const { field, text } of texts(shell, input, spec, 'include')) {
      if (text.startsWith('!') || text.includes('\0')) continue
      const below = /^[~/]/.test(text) ? text : `${paths[0]?.text ?? '.'}/${text}`
      act({ do: 'read', path: globWord(userPath(shell, below)), how: 'pattern', named: 'by-tool' }, shell, spanOf(field, text))
    }
  },
  write: (shell, input, spec) => {
    const [path] = texts(shell, input, spec, 'path')
    if (path !== undefined)
      onPath(shell, path.field, path.text, editorVerb(input), editorVerb(input) === 'read' ? 'whole' : 'truncate', (before) => resultOf(before, input))
    const isPart = typeof input['command'] === 'string' && /replace|insert/i.test(input['command'])
    for (const { field, text } of texts(shell, input, spec, 'content')) carried(shell, path?.text ?? '', field, text, isPart)
    if (isPart && path !== undefined) readResult(shell, path.text, spanOf(path.field, path.text), (before) => resultOf(before, input))
  },
  edit: (shell, input, spec) => {
    const paths = texts(shell, input, spec, 'path')
    // Which of several files an edit is about need not be clear.
    const result = paths.length === 1 ? (before: string): string | null => resultOf(before, input) : undefined
    for (const { field, text } of paths) onPath(shell, field, text, 'write', 'edit', result)
    for (const { field, text } of texts(shell, input, spec, 'content')) carried(shell, paths[0]?.text ?? '', field, text, true)
    if (result !== undefined && paths[0] !== undefined) readResult(shell, paths[0].text, spanOf(paths[0].field, paths[0].text), result)
  },
  notebook: (shell, input, spec) => {
    for (const { field, text } of texts(shell, input, spec, 'path')) onPath(shell, field, text, 'write', 'edit')
    for (const { field, text } of texts(shell, input, spec, 'content')) {
      act({ do: 'carry', what: 'content', text }, shell, spanOf(field, text))
      if (input['cell_type'] === 'markdown') continue
      const later = altered(shell, { later: true })
      execute(later, { language: spec.fields['usually']?.[0] ?? UNDESCRIBED, code: { text }, origin: 'file', span: spanOf(field, text), stdin: null })
      inNotebook(later, text, spanOf(field, text))
    }
  },
  patch: (shell, input, spec) => readPatchCall(shell, input, spec.fields['content'] ?? []),
  delete: (shell, input, spec) => {
    for (const { field, text } of texts(shell, input, spec, 'path')) onPath(shell, field, text, 'delete', 'whole')
  },
  move: (shell, input, spec) => {
    for (const { field, text } of texts(shell, input, spec, 'path')) onPath(shell, field, text, 'delete', 'move')
    for (const { field, text } of texts(shell, input, spec, 'target')) onPath(shell, field, text, 'write', 'move')
  },
  fetch: (shell, input, spec) => {
    const method = texts(shell, input, spec, 'method')[0]?.text ?? null
    const bodies = texts(shell, input, spec, 'content')
    for (const { field, text } of bodies) act({ do: 'carry', what: 'sent', text }, shell, spanOf(field, text))
    const going = goingWith(sentAlong(withoutAddresses(input, spec)))
    let left = MOST_ALONG
    for (const { field, text } of texts(shell, input, spec, 'url')) {
      // Some hosts give only a prompt with addresses in it.
      const urls =
        field !== 'prompt' || /^\s*\S+\s*$/.test(text)
          ? [text.length > 4000 ? text : text.trim()]
          : (text.match(/\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s<>"'`)\]]{1,2000}/gi) ?? [])
      for (const url of urls) {
        if (left > 0 && (left -= going.size) <= 0) act(notRead('too-much', 'high', 'much that is sent to many'), shell, spanOf(field, text))
        act(
          {
            do: 'connect',
            url: { text: url.startsWith('//') ? `http:${url}` : url },
            sends: bodies.length > 0,
            method: method?.toUpperCase() ?? null,
            ...(left > 0 ? { going } : {}),
          },
          shell,
          spanOf(field, text),
        )
      }
    }
  },
  code: (shell, input, spec) => commands(shell, input, spec, saidLanguage(shell.trace.books.languages, input) ?? spec.fields['usually']?.[0] ?? UNDESCRIBED),
  prompt: (shell, input, spec) => {
    for (const { field, text } of texts(shell, input, spec, 'content')) act({ do: 'carry', what: 'prompt', text }, shell, spanOf(field, text))
  },
  shell: (shell, input, spec) => commands(shell, input, spec, 'shell'),
  remoteshell: (shell, input, spec) => {
    for (const { field, text } of texts(shell, input, spec, 'host'))
      act({ do: 'connect', url: { text: `ssh://${text}` }, sends: false }, shell, spanOf(field, text))
    commands(altered(shell, { at: 'remote' }), input, spec, 'shell')
  },
  containershell: (shell, input, spec) => commands(altered(shell, { at: 'container' }), input, spec, 'shell'),
  run: (shell, input, spec) => {
    const words = shellWords(shell, commandLine(spec.fields['words'] ?? [], input))
    shell.read.perform(inFolder(shell, input), { words, assigns: [], stdin: null, span: NOWHERE })
  },
  query: (shell, input, spec) => {
    const engine = spec.fields['engine']?.[0] ?? 'sql'
    const found = texts(shell, input, spec, 'text')
    const [first] = found
    // The words of one command may come as a list.
    const statements = engine === 'redis' && first !== undefined ? [{ field: first.field, text: found.map(({ text }) => text).join(' ') }] : found
    for (const { field, text } of statements) query(shell, spanOf(field, text), engine, { text }, null)
  },
  upload: (shell, input, spec) => {
    for (const { field, text } of texts(shell, input, spec, 'path')) onPath(shell, field, text, 'read', 'whole')
  },
  copy: (shell, input, spec) => {
    const from = texts(shell, input, spec, 'path').map(({ field, text }) => onPath(shell, field, text, 'read', 'copy'))
    const takes = from.filter((id) => id !== null)
    for (const { field, text } of texts(shell, input, spec, 'target'))
      act({ do: 'write', path: userPath(shell, text), how: 'copy', named: 'by-tool', takes }, shell, spanOf(field, text))
  },
  download: (shell, input, spec) => {
    KINDS['fetch']?.(shell, input, spec)
    for (const { field, text } of texts(shell, input, spec, 'path')) onPath(shell, field, text, 'write', 'truncate')
  },
  // A call inside a call: what counts is the inner one.
  dispatch: (shell, input, spec) => {
    const server = texts(shell, input, spec, 'server')[0]?.text
    const name = texts(shell, input, spec, 'tool')[0]?.text
    const inner = innerArguments(input, spec)
    if (name === undefined || shell.depth > 3) return readArguments(shell, input)
    readTool(
      altered(shell, { depth: shell.depth + 1 }),
      { id: '', host: '', session: '', tool: { server: server ?? '', name }, input: inner, cwd: '' },
      undefined,
    )
  },
  // Only says things; what else it is given is read by shape.
  says: (shell, input, spec) =>
    readArguments(shell, Object.fromEntries(Object.entries(input).filter(([field]) => spec.fields['content']?.includes(field) === true)), { prose: true }),
  nothing: () => {},
  agent: () => {},
  websearch: () => {},
}

/** A kind that is called like a language: what it is given is in that. */
function inLanguage({ trace }: Shell, kind: string): Kind | undefined {
  const found = languageNamed(trace.books.languages, kind)
  return found === null ? undefined : (shell, input, spec) => commands(shell, input, spec, found.language)
}

/** Characters that are looked at for secrets, over all addresses they go to. */
const MOST_ALONG = 3_000_000

/** An address goes to itself; what else the call holds goes to each. */
const withoutAddresses = (input: JsonObject, spec: ToolSpec): JsonObject =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([field, value]) => spec.fields['url']?.includes(field) !== true || !(Array.isArray(value) ? value : [value]).every((item) => typeof item === 'string'),
    ),
  )

/** Some hosts send the inner call's arguments as JSON text. */
function innerArguments(input: JsonObject, spec: ToolSpec): JsonObject {
  for (const field of spec.fields['arguments'] ?? []) {
    const value = input[field]
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
    if (typeof value !== 'string') continue
    try {
      const parsed = JSON.parse(value) as Json
      if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as JsonObject
    } catch {
      return { text: value }
    }
  }
  return {}
}

/** Each text is a command; a list of words is one. */
function commands(outer: Shell, input: JsonObject, spec: ToolSpec, language: string): void {
  const shell = inFolder(outer, input)
  const stdin = fedBy(input)
  const line = language === 'shell' ? commandWords(shell.trace.books.meaning, input) : null
  if (line !== null) {
    shell.read.perform(shell, { words: shellWords(shell, line.words), assigns: [], stdin, span: { field: [...line.fields][0] ?? '', start: 0, end: 0 } })
    return
  }
  for (const field of spec.fields['command'] ?? []) {
    const value = input[field]
    if (Array.isArray(value) && value.every((word) => typeof word === 'string') && !value.some((word) => /\s/.test(word))) {
      shell.read.perform(shell, { words: value.map((text) => ({ text })), assigns: [], stdin, span: { field, start: 0, end: 0 } })
      // Several words may as well be several commands.
      if (!field.endsWith('s')) return
    }
  }
  for (const { field, text } of texts(shell, input, spec, 'command')) {
    execute(shell, { language, code: { text }, origin: 'argument', span: spanOf(field, text), stdin })
    if (languageNamed(shell.trace.books.languages, language)?.cells === true) inNotebook(shell, text, spanOf(field, text))
  }
}

/** Editors with a `command` field do several things. */
const editorVerb = (input: JsonObject): 'read' | 'write' => (input['command'] === 'view' || input['command'] === 'read' ? 'read' : 'write')
