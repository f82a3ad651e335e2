// What does a tool that is not the shell do? Files, patches, pages, and whatever a server calls its own.
import type { Json, JsonObject, Span, ToolCall } from '../../model.ts'
import { addCarried } from '../carried.ts'
import { addConnect, query } from '../programs/effects.ts'
import { execute } from '../programs/execute.ts'
import type { ToolSpec } from '../programs/meaning.ts'
import { addPath } from '../paths.ts'
import type { PathDeed } from '../paths.ts'
import { globWord } from '../shell/fields.ts'
import { doerOf } from '../shell/state.ts'
import type { Shell } from '../shell/state.ts'
import { add, addUnknown } from '../trace.ts'
import { isFolder, readArguments } from './arguments.ts'
import { readContent } from './content.ts'
import { noteLeaving, sentAlong } from './leaving.ts'
import { readPatch } from './patch.ts'
import { patchedText, resultOf } from './result.ts'
import { toldBy } from './schema.ts'
import { commandLine, knownTool } from './server.ts'
import { userPath } from './user-path.ts'

export function readTool(shell: Shell, call: ToolCall, spec: ToolSpec | undefined): void {
  const { server, name } = call.tool
  const doer = doerOf(shell, { field: '', start: 0, end: 0 })
  const id = add(shell.trace, doer, {
    does: 'call',
    tool: call.tool,
    arguments: call.input,
    ...(call.annotations?.destructiveHint === true ? { destructive: true } : {}),
  })
  const inner: Shell = { ...shell, by: id }
  const known = server === null ? { spec, remote: false } : knownTool(shell.trace.books.meaning, server, name)
  const kind = known.spec === undefined ? undefined : KINDS[known.spec.kind]
  if (known.spec !== undefined && kind !== undefined) kind(inner, call.input, known.spec)
  if (known.spec !== undefined) noteLeaving(inner, call.input, known.spec, server === null ? null : fieldsOf(known.spec))
  // A server may take more than its description says; a host's own tool is known whole.
  if (kind === undefined || server !== null)
    readArguments(inner, call.input, {
      remote: known.remote,
      prose: known.spec?.kind === 'nothing',
      done: kind === undefined ? new Set() : fieldsOf(known.spec),
      told: toldBy(call.schema),
    })
}

/** The fields a description speaks of; its words name them in braces. */
function fieldsOf(spec: ToolSpec | undefined): ReadonlySet<string> {
  const { words = [], ...roles } = spec?.fields ?? {}
  return new Set(
    [...Object.values(roles).flat(), ...words.flatMap((word) => /^\{(.+)\}$|^\[-[^:]*:([^=\]]+)/.exec(word)?.slice(1) ?? [])].filter(
      (field) => field !== undefined,
    ),
  )
}

type Kind = (shell: Shell, input: JsonObject, spec: ToolSpec) => void

/** Every text a role's fields hold, with the field it came from; lists and objects are looked into. */
function texts(input: JsonObject, spec: ToolSpec, role: string): { field: string; text: string }[] {
  for (const field of spec.fields[role] ?? []) {
    const value = Object.hasOwn(input, field) ? input[field] : undefined
    if (value === undefined || value === null) continue
    const found = flatten(value, role)
    if (found.length > 0 || value === '') return found.map((text) => ({ field, text }))
  }
  return []
}

function flatten(value: Json, role: string): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap((item) => flatten(item as Json, role)).slice(0, 200)
  if (typeof value !== 'object' || value === null) return []
  const wanted = role === 'path' ? /path|file/i : role === 'url' ? /url|uri|href/i : /new|content|after|text|source/i
  return Object.entries(value)
    .filter(([key]) => wanted.test(key))
    .flatMap(([, item]) => flatten(item, role))
    .slice(0, 200)
}

const spanOf = (field: string, text: string): Span => ({ field, start: 0, end: text.length })

function onPath(shell: Shell, field: string, text: string, does: 'read' | 'write' | 'delete', how: PathDeed['how'], result?: PathDeed['result']): void {
  const doer = doerOf(shell, spanOf(field, text))
  if (text.includes('\0')) {
    addUnknown(shell.trace, doer, 'control-character', 'critical', 'NUL byte in a path')
    return
  }
  const recursive = does === 'delete' && (how === 'move' || isFolder(new Set(), text))
  addPath(shell, doer, userPath(shell, text), { does, how, recursive, named: 'by-tool', ...(result === undefined ? {} : { result }) })
}

function carried(shell: Shell, path: string, field: string, text: string, isPart = false): void {
  if (text === '') return
  const span = spanOf(field, text)
  addCarried(shell.trace, doerOf(shell, span), 'content', text)
  readContent(shell, path, text, span, isPart)
}

const KINDS: Readonly<Record<string, Kind>> = {
  read: (shell, input, spec) => {
    for (const { field, text } of texts(input, spec, 'path')) onPath(shell, field, text, 'read', 'whole')
  },
  search: (shell, input, spec) => {
    for (const { field, text } of texts(input, spec, 'path')) onPath(shell, field, text, 'read', 'list')
    for (const { field, text } of texts(input, spec, 'pattern')) {
      if (text.includes('\0')) addUnknown(shell.trace, doerOf(shell, spanOf(field, text)), 'control-character', 'critical', 'NUL byte in a pattern')
      else if (/^[~/]|^\.\.\//.test(text))
        addPath(shell, doerOf(shell, spanOf(field, text)), globWord(userPath(shell, text)), { does: 'read', how: 'list', recursive: false, named: 'by-tool' })
    }
  },
  write: (shell, input, spec) => {
    const [path] = texts(input, spec, 'path')
    if (path !== undefined)
      onPath(shell, path.field, path.text, editorVerb(input), editorVerb(input) === 'read' ? 'whole' : 'truncate', (before) => resultOf(before, input))
    for (const { field, text } of texts(input, spec, 'content')) carried(shell, path?.text ?? '', field, text)
  },
  edit: (shell, input, spec) => {
    const paths = texts(input, spec, 'path')
    // Which of several files an edit is about need not be clear.
    const result = paths.length === 1 ? (before: string): string | null => resultOf(before, input) : undefined
    for (const { field, text } of paths) onPath(shell, field, text, 'write', 'edit', result)
    for (const { field, text } of texts(input, spec, 'content')) carried(shell, paths[0]?.text ?? '', field, text, true)
  },
  notebook: (shell, input, spec) => {
    for (const { field, text } of texts(input, spec, 'path')) onPath(shell, field, text, 'write', 'edit')
    for (const { field, text } of texts(input, spec, 'content')) {
      addCarried(shell.trace, doerOf(shell, spanOf(field, text)), 'content', text)
      if (input['cell_type'] !== 'markdown')
        execute({ ...shell, later: true }, { language: 'python', code: { text }, origin: 'file', span: spanOf(field, text), stdin: null })
    }
  },
  patch: (whole, input, spec) => {
    for (const { field, text } of texts(input, spec, 'content')) {
      for (const file of readPatch(text)) {
        const shell: Shell = { ...whole, span: { field, ...file.at } }
        if (file.does === 'delete') onPath(shell, field, file.path, 'delete', 'whole')
        else {
          if (file.does === 'move') onPath(shell, field, file.path, 'delete', 'move')
          const result = (before: string): string | null =>
            file.does === 'edit' ? patchedText(before, file.lines) : file.does === 'write' ? `${file.added}\n` : null
          onPath(shell, field, file.to ?? file.path, 'write', file.does === 'edit' ? 'edit' : file.does === 'move' ? 'move' : 'truncate', result)
          carried(shell, file.to ?? file.path, field, file.added, file.does !== 'write')
        }
      }
    }
  },
  delete: (shell, input, spec) => {
    for (const { field, text } of texts(input, spec, 'path')) onPath(shell, field, text, 'delete', 'whole')
  },
  move: (shell, input, spec) => {
    for (const { field, text } of texts(input, spec, 'path')) onPath(shell, field, text, 'delete', 'move')
    for (const { field, text } of texts(input, spec, 'target')) onPath(shell, field, text, 'write', 'move')
  },
  fetch: (shell, input, spec) => {
    const method = texts(input, spec, 'method')[0]?.text ?? null
    const bodies = texts(input, spec, 'content')
    for (const { field, text } of bodies) addCarried(shell.trace, doerOf(shell, spanOf(field, text)), 'sent', text)
    for (const { field, text } of texts(input, spec, 'url')) {
      // Some hosts give only a prompt with addresses in it.
      const urls =
        field !== 'prompt' || /^\s*\S+\s*$/.test(text)
          ? [text.length > 4000 ? text : text.trim()]
          : (text.match(/\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s<>"'`)\]]{1,2000}/gi) ?? [])
      for (const url of urls)
        addConnect(
          shell,
          doerOf(shell, spanOf(field, text)),
          { text: url },
          { sends: bodies.length > 0, takes: [], method: method?.toUpperCase() ?? null, along: sentAlong(input) },
        )
    }
  },
  code: (shell, input, spec) => {
    for (const { field, text } of texts(input, spec, 'command'))
      execute(shell, { language: 'python', code: { text }, origin: 'argument', span: spanOf(field, text), stdin: null })
  },
  prompt: (shell, input, spec) => {
    for (const { field, text } of texts(input, spec, 'content')) addCarried(shell.trace, doerOf(shell, spanOf(field, text)), 'prompt', text)
  },
  shell: (shell, input, spec) => commands(shell, input, spec, 'shell'),
  powershell: (shell, input, spec) => commands(shell, input, spec, 'powershell'),
  javascript: (shell, input, spec) => commands(shell, input, spec, 'javascript'),
  applescript: (shell, input, spec) => commands(shell, input, spec, 'osascript'),
  remoteshell: (shell, input, spec) => {
    for (const { field, text } of texts(input, spec, 'host'))
      addConnect(shell, doerOf(shell, spanOf(field, text)), { text: `ssh://${text}` }, { sends: false, takes: [], method: null })
    commands({ ...shell, at: 'remote' }, input, spec, 'shell')
  },
  containershell: (shell, input, spec) => commands({ ...shell, at: 'container' }, input, spec, 'shell'),
  run: (shell, input, spec) =>
    void shell.read.perform(shell, { words: commandLine(spec.fields['words'] ?? [], input), assigns: [], stdin: null, span: { field: '', start: 0, end: 0 } }),
  query: (shell, input, spec) => {
    const engine = spec.fields['engine']?.[0] ?? 'sql'
    for (const { field, text } of texts(input, spec, 'text'))
      query(shell, { words: [], assigns: [], stdin: null, span: spanOf(field, text) }, doerOf(shell, spanOf(field, text)), engine, { text }, null)
  },
  upload: (shell, input, spec) => {
    for (const { field, text } of texts(input, spec, 'path')) onPath(shell, field, text, 'read', 'copy')
  },
  copy: (shell, input, spec) => {
    for (const { field, text } of texts(input, spec, 'path')) onPath(shell, field, text, 'read', 'copy')
    for (const { field, text } of texts(input, spec, 'target')) onPath(shell, field, text, 'write', 'copy')
  },
  download: (shell, input, spec) => {
    KINDS['fetch']?.(shell, input, spec)
    for (const { field, text } of texts(input, spec, 'path')) onPath(shell, field, text, 'write', 'truncate')
  },
  // A call inside a call: what counts is the inner one.
  dispatch: (shell, input, spec) => {
    const server = texts(input, spec, 'server')[0]?.text
    const name = texts(input, spec, 'tool')[0]?.text
    const inner = innerArguments(input, spec)
    if (name === undefined || shell.depth > 3) return readArguments(shell, input)
    readTool({ ...shell, depth: shell.depth + 1 }, { id: '', host: '', session: '', tool: { server: server ?? '', name }, input: inner, cwd: '' }, undefined)
  },
  nothing: () => {},
  agent: () => {},
  websearch: () => {},
}

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
function commands(shell: Shell, input: JsonObject, spec: ToolSpec, language: string): void {
  for (const field of spec.fields['command'] ?? []) {
    const value = input[field]
    if (Array.isArray(value) && value.every((word) => typeof word === 'string') && !value.some((word) => /\s/.test(word))) {
      shell.read.perform(shell, { words: value.map((text) => ({ text })), assigns: [], stdin: null, span: { field, start: 0, end: 0 } })
      return
    }
  }
  for (const { field, text } of texts(input, spec, 'command'))
    execute(shell, { language, code: { text }, origin: 'argument', span: spanOf(field, text), stdin: null })
}

/** Editors with a `command` field do several things. */
const editorVerb = (input: JsonObject): 'read' | 'write' => (input['command'] === 'view' || input['command'] === 'read' ? 'read' : 'write')
