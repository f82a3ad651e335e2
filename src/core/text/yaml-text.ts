// What does a YAML file say that people write by hand? Mappings, lists, texts and blocks of text, by their indentation; the rest is passed over. Null: more, or
// deeper, than people write, so that a reader of all of it may find something else.
import { newTable } from './plain-data.ts'
import type { Data } from './plain-data.ts'
import { hasMoreRows, rowsOf } from './rows.ts'

const DEEPEST = 40

/** `key: value`, `"key": value`; null for what is no key. */
function keyIn(text: string): { readonly key: string; readonly rest: string } | null {
  const mark = text[0] ?? ''
  if (mark === '"' || mark === "'") {
    const end = text.indexOf(mark, 1)
    const after = /^\s{0,20}:(?=\s|$)/.exec(text.slice(end + 1))?.[0]
    return end < 0 || after === undefined ? null : { key: text.slice(1, end), rest: text.slice(end + 1 + after.length).trim() }
  }
  if (mark === '' || '#[]{},&*!|>%@`'.includes(mark) || /^-(?:\s|$)/.test(text)) return null
  const colon = text.endsWith(':') && !text.includes(': ') ? text.length - 1 : text.indexOf(': ')
  const key = colon < 0 ? '' : text.slice(0, colon).trimEnd()
  return key === '' || /["'[\]{}]/.test(key) ? null : { key, rest: text.slice(colon + 1).trim() }
}

interface Row {
  readonly indent: number
  readonly text: string
  /** As written, for blocks of text. */
  readonly raw: string
}

/** Where the reader stands; `isDeep`: something was deeper than is read. */
interface Cursor {
  readonly rows: Row[]
  at: number
  isDeep: boolean
}

export function readYaml(text: string): Data | null {
  if (hasMoreRows(text)) return null
  const rows: Row[] = rowsOf(text).map((raw) => ({ raw, indent: raw.search(/\S|$/), text: withoutComment(raw.trim()) }))
  const cursor: Cursor = { rows, at: 0, isDeep: false }
  skip(cursor)
  const whole = node(cursor, rows[cursor.at]?.indent ?? 0, 0)
  return cursor.isDeep ? null : whole
}

function skip(cursor: Cursor): void {
  const { rows } = cursor
  while (cursor.at < rows.length && (rows[cursor.at]?.text === '' || rows[cursor.at]?.text.startsWith('---') === true)) cursor.at++
}

function block(cursor: Cursor, indent: number, folded: boolean): string {
  const lines: string[] = []
  let base = -1
  for (; cursor.at < cursor.rows.length; cursor.at++) {
    const row = cursor.rows[cursor.at]
    if (row === undefined) break
    if (row.raw.trim() === '') {
      lines.push('')
      continue
    }
    if (row.indent <= indent) break
    if (base < 0) base = row.indent
    lines.push(row.raw.slice(Math.min(base, row.indent)))
  }
  return lines.join(folded ? ' ' : '\n').trimEnd()
}

function flow(cursor: Cursor, given: string, depth: number): Data {
  const held = scalar(given, depth)
  cursor.isDeep ||= held === null
  return held ?? ''
}

/** What stands after a key or a dash; `indent` is that of the line it stands in. */
function inline(cursor: Cursor, given: string, indent: number, depth: number, inList: boolean): Data {
  const rest = given.replace(/^(?:[&!]\S+\s*)+/, '')
  if (/^[|>][+-]?\d?[+-]?$/.test(rest)) return block(cursor, indent, rest.startsWith('>'))
  if (rest !== '') return flow(cursor, rest, depth)
  skip(cursor)
  const next = cursor.rows[cursor.at]
  cursor.isDeep ||= depth > DEEPEST
  if (next === undefined || depth > DEEPEST) return ''
  // A list may stand as far left as its key.
  return next.indent > indent || (next.indent === indent && !inList && /^-(?:\s|$)/.test(next.text)) ? node(cursor, next.indent, depth + 1) : ''
}

function node(cursor: Cursor, indent: number, depth: number): Data {
  skip(cursor)
  const first = cursor.rows[cursor.at]
  if (first === undefined) return ''
  if (/^-(?:\s|$)/.test(first.text)) return list(cursor, indent, depth)
  if (keyIn(first.text) !== null) return mapping(cursor, indent, depth)
  cursor.at++
  return flow(cursor, first.text, depth)
}

function list(cursor: Cursor, indent: number, depth: number): Data {
  const { rows } = cursor
  const items: Data[] = []
  for (skip(cursor); cursor.at < rows.length; skip(cursor)) {
    const row = rows[cursor.at]
    if (row === undefined || row.indent !== indent || !/^-(?:\s|$)/.test(row.text)) break
    const rest = row.text.slice(1).trimStart()
    const offset = row.raw.length - row.raw.trimStart().length + (row.text.length - rest.length)
    cursor.isDeep ||= depth >= DEEPEST
    if (keyIn(rest) !== null && depth < DEEPEST) {
      // `- key: value`: a mapping that begins behind the dash.
      rows[cursor.at] = { indent: offset, text: rest, raw: ' '.repeat(offset) + rest }
      items.push(mapping(cursor, offset, depth + 1))
    } else {
      cursor.at++
      items.push(inline(cursor, rest, indent, depth, true))
    }
  }
  return items
}

function mapping(cursor: Cursor, indent: number, depth: number): Data {
  const { rows } = cursor
  const table = newTable()
  for (skip(cursor); cursor.at < rows.length; skip(cursor)) {
    const row = rows[cursor.at]
    const found = row === undefined || row.indent !== indent ? null : keyIn(row.text)
    if (row === undefined || found === null) break
    cursor.at++
    table[found.key] = inline(cursor, found.rest, indent, depth, false)
  }
  return table
}

/** `#` begins a comment after a blank, outside quotes. */
function withoutComment(text: string): string {
  if (text.startsWith('#')) return ''
  if (!text.includes(' #')) return text
  const quoted = /^(?:[^'"#]|"(?:[^"\\]|\\.)*"|'[^']*'|(?<!\s)#)*/.exec(text)?.[0]
  return (quoted ?? text).trimEnd()
}

const unquoted = (text: string): string => {
  if (/^".*"$/s.test(text)) return text.slice(1, -1).replaceAll(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char === 't' ? '\t' : char))
  return /^'.*'$/s.test(text) ? text.slice(1, -1).replaceAll("''", "'") : text
}

/** A text, or a list or mapping on one line; null where it is too deep. */
function scalar(text: string, depth: number): Data | null {
  const inner = /^\[(.*)\]$/s.exec(text)?.[1]
  const table = /^\{(.*)\}$/s.exec(text)?.[1]
  if ((inner !== undefined || (table !== undefined && !text.startsWith('{{'))) && depth >= DEEPEST) return null
  if (inner !== undefined) {
    const items = pieces(inner).map((piece) => scalar(piece, depth + 1))
    return items.every((item) => item !== null) ? items : null
  }
  if (table === undefined || text.startsWith('{{')) return unquoted(text)
  const made = newTable()
  for (const piece of pieces(table)) {
    const colon = piece.indexOf(':')
    if (colon <= 0) continue
    const held = scalar(piece.slice(colon + 1).trim(), depth + 1)
    if (held === null) return null
    made[unquoted(piece.slice(0, colon).trim())] = held
  }
  return made
}

/** Split at commas that stand in no quotes, brackets or braces. */
function pieces(text: string): readonly string[] {
  const found: string[] = []
  let depth = 0
  let quote = ''
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const char = text[at] ?? ','
    if (quote !== '' && at < text.length) {
      if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '[' || char === '{') depth++
    else if (char === ']' || char === '}') depth--
    else if (char === ',' && (depth <= 0 || at === text.length)) {
      const piece = text.slice(start, at).trim()
      if (piece !== '') found.push(piece)
      start = at + 1
    }
  }
  return found
}
