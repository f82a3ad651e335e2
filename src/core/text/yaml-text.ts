// What does a YAML file say that people write by hand? Mappings, lists, texts and blocks of text, by their indentation; the rest is passed over.
import { newTable } from './plain-data.ts'
import type { Data } from './plain-data.ts'
import { rowsOf } from './rows.ts'

const DEEPEST = /* quiet */ 40

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

export function readYaml(text: string): Data {
  const rows: Row[] = rowsOf(text).map((raw) => ({ raw, indent: raw.search(/\S|$/), text: withoutComment(raw.trim()) }))
  let at = 0

  const skip = (): void => {
    while (at < rows.length && (rows[at]?.text === '' || rows[at]?.text.startsWith('---') === true)) at++
  }
  const block = (indent: number, folded: boolean): string => {
    const lines: string[] = []
    let base = -1
    for (; at < rows.length; at++) {
      const row = rows[at]
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
  /** What stands after a key or a dash; `indent` is that of the line it stands in. */
  const inline = (given: string, indent: number, depth: number, inList: boolean): Data => {
    const rest = given.replace(/^(?:[&!]\S+\s*)+/, '')
    if (/^[|>][+-]?\d?[+-]?$/.test(rest)) return block(indent, rest.startsWith('>'))
    if (rest !== '') return scalar(rest, depth)
    skip()
    const next = rows[at]
    if (next === undefined || depth > DEEPEST) return ''
    // A list may stand as far left as its key.
    return next.indent > indent || (next.indent === indent && !inList && /^-(?:\s|$)/.test(next.text)) ? node(next.indent, depth + 1) : ''
  }
  const node = (indent: number, depth: number): Data => {
    skip()
    const first = rows[at]
    if (first === undefined) return ''
    if (/^-(?:\s|$)/.test(first.text)) return list(indent, depth)
    if (keyIn(first.text) !== null) return mapping(indent, depth)
    at++
    return scalar(first.text, depth)
  }
  const list = (indent: number, depth: number): Data => {
    const items: Data[] = []
    for (skip(); at < rows.length; skip()) {
      const row = rows[at]
      if (row === undefined || row.indent !== indent || !/^-(?:\s|$)/.test(row.text)) break
      const rest = row.text.slice(1).trimStart()
      const offset = row.raw.length - row.raw.trimStart().length + (row.text.length - rest.length)
      if (keyIn(rest) !== null && depth < DEEPEST) {
        // `- key: value`: a mapping that begins behind the dash.
        rows[at] = { indent: offset, text: rest, raw: ' '.repeat(offset) + rest }
        items.push(mapping(offset, depth + 1))
      } else {
        at++
        items.push(inline(rest, indent, depth, true))
      }
    }
    return items
  }
  const mapping = (indent: number, depth: number): Data => {
    const table = newTable()
    for (skip(); at < rows.length; skip()) {
      const row = rows[at]
      const found = row === undefined || row.indent !== indent ? null : keyIn(row.text)
      if (row === undefined || found === null) break
      at++
      table[found.key] = inline(found.rest, indent, depth, false)
    }
    return table
  }
  skip()
  const whole = node(rows[at]?.indent ?? 0, 0)
  return whole
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

/** A text, or a list or mapping on one line. */
function scalar(text: string, depth: number): Data {
  const inner = /^\[(.*)\]$/s.exec(text)?.[1]
  if (inner !== undefined && depth < DEEPEST) return pieces(inner).map((piece) => scalar(piece, depth + 1))
  const table = /^\{(.*)\}$/s.exec(text)?.[1]
  if (table === undefined || depth >= DEEPEST || text.startsWith('{{')) return unquoted(text)
  const made = newTable()
  for (const piece of pieces(table)) {
    const colon = piece.indexOf(':')
    if (colon > 0) made[unquoted(piece.slice(0, colon).trim())] = scalar(piece.slice(colon + 1).trim(), depth + 1)
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
