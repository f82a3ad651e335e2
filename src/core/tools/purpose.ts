// What are a tool's paths for? Its name says so, and so do fields that call an operation by its name.
import { plainName } from '../text/plain-name.ts'
import { wordSet } from '../text/word-set.ts'
import type { JsonObject } from '../model.ts'
import type { PathEffect } from '../machine/effect.ts'

export interface Purpose {
  readonly does: PathEffect['do']
  readonly how: PathEffect['how']
  readonly words: ReadonlySet<string>
  /** A field says that what is below goes too. */
  readonly recursive: boolean
  /** Said by `method`, which may as well be that of a web page: only paths of this machine count. */
  readonly unsure: boolean
}

export const anyOf = (words: ReadonlySet<string>, ...some: readonly string[]): boolean => some.some((word) => words.has(word))

const DELETES = [
  'delete',
  'remove',
  'unlink',
  'rmdir',
  'rm',
  'trash',
  'purge',
  'destroy',
  'wipe',
  'erase',
  'nuke',
  'shred',
  'obliterate',
  'del',
  'rmtree',
  'deltree',
  'zap',
]
/** These mean deleting only when nothing else is named but files: `clean_code` does something else. */
const CLEARS = ['clean', 'cleanup', 'clear', 'empty', 'prune', 'drop', 'discard', 'reset']
const CLEARED = new Set(
  'up out directory directories dir dirs folder folders file files path paths tree workspace disk home storage all everything temp tmp fs filesystem'.split(
    ' ',
  ),
)
/** One of many words for it. */
export const isDeletion = (word: string): boolean => DELETES.includes(word) || word === 'uninstall'
const RUN_TOGETHER = ['delete', 'remove', 'erase', 'wipe', 'rm', 'unlink', 'destroy']
const TOGETHER_WITH = wordSet('file files dir dirs directory directories folder folders path paths tree all')
/** `deletefiles`. */
const isRunTogether = (word: string): boolean => RUN_TOGETHER.some((verb) => word.startsWith(verb) && TOGETHER_WITH.has(word.slice(verb.length)))

/** Null where the words say nothing about files. */
function said(name: string): Pick<Purpose, 'does' | 'how' | 'words'> | null {
  const words = new Set(plainName(name).split('_'))
  const make = (does: Purpose['does'], how: Purpose['how']): Pick<Purpose, 'does' | 'how' | 'words'> => ({ does, how, words })
  if (anyOf(words, 'move', 'rename', 'mv')) return make('write', 'move')
  if (anyOf(words, ...DELETES) || [...words].some(isRunTogether)) return make('delete', 'whole')
  if (anyOf(words, ...CLEARS) && [...words].every((word) => CLEARED.has(word) || CLEARS.includes(word))) return make('delete', 'whole')
  if (anyOf(words, 'edit', 'patch', 'replace', 'insert', 'append', 'modify', 'format')) return make('write', 'edit')
  if (
    anyOf(
      words,
      'write',
      'create',
      'save',
      'update',
      'copy',
      'put',
      'mkdir',
      'download',
      'export',
      'screenshot',
      'overwrite',
      'add',
      'truncate',
      'touch',
      'clone',
      'extract',
      'unzip',
    )
  )
    return make('write', 'truncate')
  return null
}

/** When the name says nothing, paths are read. */
export function purposeOf(name: string): Purpose {
  const base = said(name) ?? { does: 'read', how: 'whole', words: new Set(plainName(name).split('_')) }
  return { ...base, recursive: false, unsure: false }
}

const VERB_KEYS = wordSet(
  'operation operationtype operation_type action actiontype action_type op type verb mode method command cmd task kind subcommand sub_command do',
)
const VERB = /^[A-Za-z][\w .:-]{0,40}$/
/** As a file is opened to be written. */
const OPENS = /^(?:[wax]b?\+?b?|rb?\+b?)$/
const RANK = { read: 0, write: 1, delete: 2 } as const

/** `{operation: 'delete'}` makes a deletion of it, for these fields and what lies in them; nothing makes less of it. */
export function purposeIn(fields: JsonObject, outer: Purpose): Purpose {
  let purpose = outer
  for (const [key, value] of Object.entries(fields)) {
    if (typeof value !== 'string' || !VERB_KEYS.has(key.toLowerCase()) || !VERB.test(value)) continue
    const found = said(/^mode$/i.test(key) && OPENS.test(value) ? 'write' : value)
    if (found !== null && RANK[found.does] > RANK[purpose.does])
      purpose = { ...found, words: new Set([...purpose.words, ...found.words]), recursive: purpose.recursive, unsure: /^method$/i.test(key) }
  }
  const recursive = ['recursive', 'recursively', 'force_recursive'].some((key) => fields[key] === true || fields[key] === 'true')
  return recursive && !purpose.recursive ? { ...purpose, recursive } : purpose
}

export const ENDS_KEYS = /^(?:source|destination|target|src|dst|dest|from|to|old|new|input|output)(?:_?path|_?file)?$/i
/** What is moved or renamed, where only the new name is called so. */
const MOVED_KEYS = /^(?:path|file|file_?path|folder|directory|dir|paths|files)$/i
const SOURCE_KEYS = /^(?:source|src|from|old|input)/i

/** What is done to one of its paths, by the field that says it. */
export function effectOn(purpose: Purpose, key: string, text: string, isRooted: boolean): Omit<PathEffect, 'path'> {
  if (purpose.unsure && !isRooted) return { do: 'read', how: 'whole' }
  const isSource = ENDS_KEYS.test(key) && SOURCE_KEYS.test(key)
  if (purpose.how === 'move' && (isSource || MOVED_KEYS.test(key))) return { do: 'delete', how: 'move', recursive: true }
  if (isSource && purpose.does === 'write') return { do: 'read', how: 'copy' }
  if (purpose.does === 'delete') return { do: 'delete', how: 'whole', recursive: purpose.recursive || isFolder(purpose.words, text) }
  return { do: purpose.does, how: purpose.how }
}

/** A name without an ending is taken for a folder: deleting one takes more with it. */
export const isFolder = (words: ReadonlySet<string>, path: string): boolean =>
  anyOf(words, 'directory', 'dir', 'folder', 'tree', 'rmdir', 'recursive', 'directories') || !/[^\\/]\.[A-Za-z0-9_-]{1,12}$/.test(path)
