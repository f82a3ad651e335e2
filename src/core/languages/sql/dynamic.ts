// Which SQL does a statement build out of literals and run in turn?
import type { QueryWords } from '../_query/reader.ts'
import type { QueryEffect } from '../_query/classes.ts'
import { findWord, isWordAt } from './clauses.ts'
import type { Segment } from './clauses.ts'
import type { TemporaryTables } from './kinds.ts'
import { listed } from '../_book/lists.ts'
import { literalText } from '../_query/tokens.ts'
import type { SqlToken } from '../_query/tokens.ts'

const MOST_VARIABLES = 200
const STOPS = new Set(['USING', 'INTO', 'LANGUAGE', 'AT'])

/** What is known while the statements of one text are read. */
export interface SqlContext {
  readonly words: QueryWords
  /** Characters that text built out of literals may still cost: keeps the whole linear. */
  readonly budget: { left: number }
  readonly temporary: TemporaryTables
  /** What was assigned to `@name` variables. */
  readonly variables: Map<string, string>
  /** Reads SQL found inside a literal. */
  readonly nested: (text: string) => QueryEffect[]
}

/** Keeps `@sql = 'text'` and `sql := 'text'` for a later EXECUTE. */
export function rememberVariables(context: SqlContext, segment: Segment): void {
  const { tokens, from, to } = segment
  let tries = 0
  for (let i = from; i < to && tries < 20 && context.variables.size < MOST_VARIABLES; i++) {
    const token = tokens[i] as SqlToken
    if (token.kind !== 'punct' || token.text !== '=') continue
    const colon = tokens[i - 1]?.text === ':'
    let name = tokens[i - (colon ? 2 : 1)]
    // DECLARE @sql NVARCHAR(MAX) = '…': the name is a few words back
    for (let back = 2; back < 8 && name !== undefined && !name.text.startsWith('@') && i - back >= from && isWordAt(segment, from, 'DECLARE', 'SET'); back++)
      name = tokens[i - back]
    if (name === undefined || name.kind !== 'word' || (!colon && !name.text.startsWith('@'))) continue
    tries++
    const value = builtText(context, segment, i + 1)
    if (value === null) continue
    context.budget.left -= value.length
    if (context.budget.left > 0) context.variables.set(name.text, value)
    return
  }
}

/** Reads SQL that the statement runs out of a literal. False when it runs none. */
export function readDynamic(context: SqlContext, segment: Segment, effects: QueryEffect[], start: number, end: number): boolean {
  const at = textStart(context, segment)
  if (at < 0) return false
  const text = builtText(context, segment, at)
  if (text === null) return false
  // too short for any statement: spares the work
  if (text.length < 4) effects.push({ class: 'other', target: null, start, end })
  else for (const effect of context.nested(text)) effects.push({ ...effect, start, end })
  return true
}

/** Where the text that will run begins, or -1. */
function textStart(context: SqlContext, segment: Segment): number {
  const { tokens, from, to } = segment
  const head = (tokens[from] as SqlToken).text
  if (head === 'DO') return from + 1
  if (head === 'PREPARE') {
    const source = findWord(segment, from, new Set(['FROM']))
    return source < 0 ? -1 : source + 1
  }
  const { lists } = context.words
  if (head === 'SELECT' || head === 'CALL') {
    const runs = listed(lists, 'runs-last-text')
    for (let i = from; i < to && i < from + 60; i++) {
      if (runs.has((tokens[i] as SqlToken).text) && tokens[i + 1]?.text === '(') return lastLiteral(segment, i + 2)
    }
    return -1
  }
  let at = from + 1
  if (isWordAt(segment, at, 'IMMEDIATE')) return isWordAt(segment, at + 1, 'FROM') ? at + 2 : at + 1
  const next = at < to ? tokens[at] : undefined
  if (next === undefined) return -1
  if (next.kind === 'string' || next.text === '(' || (next.kind === 'word' && context.variables.has(next.text))) return at
  // EXEC master.dbo.sp_executesql N'…'
  const builders = listed(lists, 'builds-text')
  while (at < to && at < from + 8 && !builders.has((tokens[at] as SqlToken).text)) at++
  return at < to && builders.has((tokens[at] as SqlToken).text) ? at : -1
}

/** dblink_exec(connection, sql): the last literal of the call is the one that runs. */
function lastLiteral(segment: Segment, from: number): number {
  let found = -1
  for (let i = from; i < segment.to && i < from + 20; i++) if ((segment.tokens[i] as SqlToken).kind === 'string') found = i
  return found
}

/** The text an expression of literals, variables and joins stands for; what is not known becomes `\0`. Null when nothing is. */
function builtText(context: SqlContext, segment: Segment, from: number): string | null {
  const { tokens, to, source } = segment
  let text = ''
  let known = false
  let joins = false
  let base = -1
  for (let i = from; i < to; i++) {
    const token = tokens[i] as SqlToken
    if (!known && i > from + 64) return null
    if (token.kind === 'string' || (token.kind === 'name' && source[token.start] === '"')) {
      text += literalText(source, token)
      known = true
      if (base < 0) base = token.depth
    } else if (token.kind === 'word') {
      if (STOPS.has(token.text)) {
        if (known) break
        // DO LANGUAGE plpgsql '…'
        i++
        continue
      }
      if (token.text === 'CONCAT') joins = true
      const value = context.variables.get(token.text)
      if (value !== undefined) {
        text += value
        known = true
        if (base < 0) base = token.depth
      } else if (tokens[i + 1]?.text !== '(' && known && !text.endsWith('\0')) text += '\0'
    } else if (token.text === ',' && known && !joins && token.depth <= base) break
    if (text.length > context.budget.left) return known ? text : null
  }
  return known ? text : null
}
