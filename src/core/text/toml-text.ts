// What does a TOML file say? Tables, keys, texts, lists and inline tables; numbers and dates stay text. What is no TOML is passed over. Null: more, or deeper,
// than people write, so that a reader of all of it may find something else.
import { newTable } from './plain-data.ts'
import type { Data } from './plain-data.ts'

type Open = Record<string, Data | undefined>
/** Where the reader stands; `isDeep`: something was deeper than is read. */
interface Cursor {
  readonly source: string
  at: number
  isDeep: boolean
}

const LONGEST = 400_000
const DEEPEST = 20

export function readToml(source: string): Data | null {
  if (source.length > LONGEST) return null
  const root = newTable()
  let table: Open = root
  const cursor: Cursor = { source, at: 0, isDeep: false }
  for (skipBlank(cursor, true); cursor.at < source.length; skipBlank(cursor, true)) {
    if (source[cursor.at] === '[') {
      cursor.at += source[cursor.at + 1] === '[' ? 2 : 1
      // Of several tables of one name the last is kept: none of those that hold tasks has more than one.
      table = tableAt(root, keys(cursor))
    } else pair(cursor, table, 0)
    const end = source.indexOf('\n', cursor.at)
    cursor.at = end < 0 ? source.length : end + 1
  }
  return cursor.isDeep ? null : root
}

function skipBlank(cursor: Cursor, lines: boolean): void {
  const { source } = cursor
  for (;;) {
    const char = source[cursor.at]
    if (char === '#') {
      const end = source.indexOf('\n', cursor.at)
      cursor.at = end < 0 ? source.length : end
    } else if (char === ' ' || char === '\t' || char === '\r' || (lines && char === '\n')) cursor.at++
    else return
  }
}

function quoted(cursor: Cursor): string {
  const { source } = cursor
  const mark = source[cursor.at] ?? '"'
  const long = source.startsWith(mark.repeat(3), cursor.at)
  const end = long ? mark.repeat(3) : mark
  cursor.at += end.length
  if (long && source[cursor.at] === '\n') cursor.at++
  let out = ''
  while (cursor.at < source.length && !source.startsWith(end, cursor.at)) {
    if (!long && source[cursor.at] === '\n') break
    out += mark === '"' && source[cursor.at] === '\\' ? escaped(cursor) : (source[cursor.at++] ?? '')
  }
  cursor.at += end.length
  return out
}

function escaped(cursor: Cursor): string {
  const next = cursor.source[cursor.at + 1] ?? ''
  cursor.at += 2
  if (next !== '\n') return next === 'n' ? '\n' : next === 't' ? '\t' : next
  while (/\s/.test(cursor.source[cursor.at] ?? '')) cursor.at++
  return ''
}

function keys(cursor: Cursor): readonly string[] {
  const { source } = cursor
  const found: string[] = []
  for (;;) {
    skipBlank(cursor, false)
    const char = source[cursor.at]
    if (char === '"' || char === "'") found.push(quoted(cursor))
    else {
      const start = cursor.at
      while (/[\w-]/.test(source[cursor.at] ?? '')) cursor.at++
      if (cursor.at === start) break
      found.push(source.slice(start, cursor.at))
    }
    skipBlank(cursor, false)
    if (source[cursor.at] !== '.') break
    cursor.at++
  }
  cursor.isDeep ||= found.length > DEEPEST
  return found
}

function value(cursor: Cursor, depth: number): Data {
  skipBlank(cursor, true)
  const { source } = cursor
  const char = source[cursor.at]
  if (char === '"' || char === "'") return quoted(cursor)
  if (char === '[' || char === '{') {
    if (depth < DEEPEST) return char === '[' ? items(cursor, depth) : inlineTable(cursor, depth)
    cursor.isDeep = true
  }
  const start = cursor.at
  while (cursor.at < source.length && !/[\s,\]}#]/.test(source[cursor.at] ?? '')) cursor.at++
  return source.slice(start, cursor.at)
}

function items(cursor: Cursor, depth: number): Data {
  const found: Data[] = []
  members(cursor, ']', () => found.push(value(cursor, depth + 1)))
  return found
}

function inlineTable(cursor: Cursor, depth: number): Data {
  const table = newTable()
  members(cursor, '}', () => pair(cursor, table, depth + 1))
  return table
}

/** What stands between commas, up to the bracket that closes. */
function members(cursor: Cursor, close: string, read: () => void): void {
  const { source } = cursor
  cursor.at++
  for (skipBlank(cursor, true); cursor.at < source.length && source[cursor.at] !== close; skipBlank(cursor, true)) {
    const before = cursor.at
    if (source[cursor.at] === ',') cursor.at++
    else read()
    if (cursor.at === before) cursor.at++
  }
  cursor.at++
}

function pair(cursor: Cursor, into: Open, depth: number): void {
  const path = keys(cursor)
  skipBlank(cursor, false)
  if (path.length === 0 || cursor.source[cursor.at] !== '=') return
  cursor.at++
  skipBlank(cursor, false)
  const held = value(cursor, depth)
  const last = path.at(-1)
  if (last !== undefined) tableAt(into, path.slice(0, -1))[last] = held
}

function tableAt(root: Open, path: readonly string[]): Open {
  let at = root
  for (const key of path) {
    const held = at[key]
    if (typeof held !== 'object' || Array.isArray(held)) at[key] = newTable()
    at = at[key] as Open
  }
  return at
}
