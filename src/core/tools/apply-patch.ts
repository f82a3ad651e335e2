// What does applying a patch do? The files it touches, from a tool's fields or from a shell.
import type { Json, JsonObject, Span } from '../model.ts'
import type { PathEffect } from '../machine/effect.ts'
import { altered } from '../machine/process.ts'
import type { Shell } from '../machine/process.ts'
import { literal } from '../value/text.ts'
import { readContent, readResult } from './content.ts'
import { readPatch } from './patch.ts'
import type { PatchedFile } from './patch.ts'
import { patchedText } from './result.ts'
import { userPath } from '../machine/user-path.ts'
import { notRead } from '../machine/effect.ts'
import { act } from '../machine/act.ts'

/** More than the budget of a call could pay for. */
const MOST_FILES = 2000

/** Reads one patch; false when it is none. */
export function applyPatch(shell: Shell, field: string, text: string): boolean {
  const files = readPatch(text, MOST_FILES)
  if (files.length > MOST_FILES) act(notRead('too-much', 'high', 'a patch of very many files'), shell, { field, start: 0, end: text.length })
  for (const file of files) {
    // Over the budget it has been said that there is more.
    if (shell.trace.budget.spent) break
    applyOne(altered(shell, { span: shell.span ?? { field, ...file.at } }), { field, start: 0, end: text.length }, file)
  }
  return files.length > 0
}

function applyOne(shell: Shell, span: Span, file: PatchedFile): void {
  const touch = (path: string, does: PathEffect['do'], how: PathEffect['how'], result?: PathEffect['result']): void => {
    if (path.includes('\0')) act(notRead('control-character', 'critical', 'NUL byte in a path'), shell, span)
    else {
      // A name without an ending is taken for a folder.
      const recursive = does === 'delete' && (how === 'move' || !/[^\\/]\.[A-Za-z0-9_-]{1,12}$/.test(path))
      act({ do: does, path: userPath(shell, path), how, recursive, named: 'by-tool', ...(result === undefined ? {} : { result }) }, shell, span)
    }
  }
  if (file.does === 'delete') return touch(file.path, 'delete', 'whole')
  const path = file.to ?? file.path
  if (file.does === 'move') touch(file.path, 'delete', 'move')
  const result = (before: string): string | null => (file.does === 'edit' ? patchedText(before, file.lines) : file.does === 'write' ? `${file.added}\n` : null)
  touch(path, 'write', file.does === 'edit' ? 'edit' : file.does === 'move' ? 'move' : 'truncate', result)
  if (file.link === true)
    shell.read.perform(shell, { words: ['ln', '-s', '--', file.added.trim(), path].map((word) => literal(word)), assigns: [], stdin: null, span })
  if (file.added === '') return
  act({ do: 'carry', what: 'content', text: file.added }, shell, span)
  readContent(shell, path, file.added, span, file.does !== 'write')
  if (file.does === 'edit' && !path.includes('\0')) readResult(shell, path, span, result)
}

/** A tool's fields: patches as text, and operations that name a file and what becomes of it. What is neither is said to be unread. */
export function readPatchCall(shell: Shell, input: JsonObject, fields: readonly string[]): void {
  let found = false
  for (const field of fields) {
    const value = Object.hasOwn(input, field) ? input[field] : undefined
    for (const item of Array.isArray(value) ? (value as readonly Json[]) : [value]) {
      if (typeof item === 'string') found = applyPatch(shell, field, item) || found
      else if (typeof item === 'object' && item !== null && !Array.isArray(item)) found = applyOperation(shell, field, item as JsonObject) || found
    }
  }
  found = applyOperation(shell, '', input) || found
  if (!found) act(notRead('shape', 'high', 'a patch that names no file'), shell, { field: fields[0] ?? '', start: 0, end: 0 })
}

const textAt = (input: JsonObject, ...names: readonly string[]): string | undefined =>
  names.map((name) => (Object.hasOwn(input, name) ? input[name] : undefined)).find((value) => typeof value === 'string')

/** `{type: 'delete_file', path}`, `{path, diff}`. */
function applyOperation(shell: Shell, field: string, input: JsonObject): boolean {
  const path = textAt(input, 'path', 'file_path', 'filePath', 'file', 'target_file')
  const type = textAt(input, 'type', 'op', 'operation', 'action', 'kind') ?? ''
  const diff = textAt(input, 'diff', 'patch', 'content', 'new_content', 'text') ?? ''
  const to = textAt(input, 'move_to', 'moveTo', 'new_path', 'newPath', 'to', 'destination')
  if (path === undefined) return diff !== '' && field !== '' && applyPatch(shell, field, diff)
  const lines = diff.split('\n')
  const isDiff = lines.some((line) => /^(?:[+-]|@@)/.test(line))
  const added = (isDiff ? lines.filter((line) => /^\+(?!\+\+ )/.test(line)).map((line) => line.slice(1)) : lines).join('\n')
  const does = /delete|remove|unlink/i.test(type) ? 'delete' : to !== undefined ? 'move' : /create|add|write|new/i.test(type) ? 'write' : 'edit'
  applyOne(shell, { field, start: 0, end: 0 }, { does, path, at: { start: 0, end: 0 }, added, lines, ...(to === undefined ? {} : { to }) })
  if (field !== '' && diff !== '') applyPatch(shell, field, diff)
  return true
}
