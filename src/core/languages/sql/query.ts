// What would an SQL text do, statement by statement, whatever the dialect?
import type { QueryClass, QueryEffect } from '../_query/classes.ts'
import { readClientLine } from './client.ts'
import { findOne, findWord, isWordAt } from './clauses.ts'
import type { Segment } from './clauses.ts'
import type { SqlContext } from './dynamic.ts'
import { ROUTINES } from './kinds.ts'
import type { TemporaryTables } from './kinds.ts'
import { readStatement, segmentsOf } from './statement.ts'
import { listed } from '../_book/lists.ts'
import { literalText, tokenizeSql } from '../_query/tokens.ts'
import type { SqlToken, SqlTokens } from '../_query/tokens.ts'
import type { QueryReader, QueryWords } from '../_query/reader.ts'

const DEEPEST = 4

interface Context extends SqlContext {
  readonly dialect: string
}

/** Reads SQL of the given dialect (`sql` when it is not known). */
function readSql(dialect: string, text: string, words: QueryWords): QueryEffect[] {
  const budget = { left: 2 * text.length + 10_000 }
  const temporary: TemporaryTables = new Set()
  const variables = new Map<string, string>()
  const at = (depth: number): Context => ({
    words,
    dialect,
    budget,
    temporary,
    variables,
    nested: (inner) => {
      budget.left -= inner.length
      if (depth >= DEEPEST || budget.left < 0) return [{ class: 'other', target: null, start: 0, end: inner.length }]
      return readWithin(at(depth + 1), inner)
    },
  })
  return readWithin(at(0), text)
}

/** What its file says of this dialect. */
const isSaid = ({ dialect, words: { lists } }: Context, name: string): boolean => listed(lists, name).has(dialect)

function readWithin(context: Context, text: string): QueryEffect[] {
  const escapes = isSaid(context, 'escapes')
  const plain = tokenizeSql(text, escapes)
  if (!text.includes('\\') || escapes || isSaid(context, 'escapes-nothing') || !/\\['"]/.test(text)) return readTokens(context, text, plain)
  // servers differ on what a backslash before a quote means: both readings count unless one does not end
  const escaped = tokenizeSql(text, true)
  if (!plain.whole && escaped.whole) return readTokens(context, text, escaped)
  const effects = readTokens(context, text, plain)
  if (plain.whole && !escaped.whole) return effects
  const seen = new Set(effects.map((effect) => `${effect.class} ${effect.target}`))
  return [...effects, ...readTokens(context, text, escaped).filter((effect) => !seen.has(`${effect.class} ${effect.target}`))]
}

const LASTING: ReadonlySet<string> = new Set([
  'drop-database',
  'shell',
  'read-file',
  'write-file',
  'run-file',
  'copy-out',
  'kill',
  'shutdown',
  'setting',
  'flush',
  'read',
  'other',
])
const UNDONE_EVERYWHERE: ReadonlySet<string> = new Set(['delete-all', 'delete-some', 'update-all', 'update-some', 'insert', 'read', 'other', 'drop-temporary'])

function readTokens(context: Context, text: string, { tokens }: SqlTokens): QueryEffect[] {
  const effects: QueryEffect[] = []
  let open = -1 // where the running transaction's effects begin
  let bodies = true
  let at = 0
  let previous: [number, number] = [0, 0]
  while (at < tokens.length) {
    const token = tokens[at] as SqlToken
    if (token.kind === 'end') {
      at++
      continue
    }
    if (token.kind === 'client') {
      const report = (kind: QueryClass, target: string | null, start: number, end: number): void => {
        effects.push({ class: kind, target, start, end })
      }
      if (/^\\gexec\b/.test(text.slice(token.start, token.start + 8))) {
        readResultAsSql(context, text, tokens, previous, effects)
        previous = [at, at]
      } else readClientLine(text, token.start, token.end, report)
      at++
      continue
    }
    let end = at
    while (end < tokens.length && (tokens[end] as SqlToken).kind !== 'end' && (tokens[end] as SqlToken).kind !== 'client') end++
    if (bodies && token.text === 'CREATE') {
      const body = bodyEnd(tokens, at, end)
      if (body < 0) bodies = false
      else end = body
    }
    previous = [at, end]
    const whole: Segment = { source: text, tokens, from: at, to: end, depth: token.depth }
    let conditional: boolean | null = null
    for (const segment of segmentsOf(whole)) {
      let turn = transactionTurn(segment, whole)
      if (turn === 'rollback') {
        conditional ??= findWord(whole, whole.from, CONDITIONAL) >= 0
        if (conditional) turn = 'none'
      }
      if (turn === 'begin') open = effects.length
      else if (turn === 'commit') open = -1
      else if (turn === 'rollback') {
        if (open >= 0) rollBack(effects, open, isSaid(context, 'undoes-definitions'))
        open = -1
      } else if (turn === null) readStatement(context, segment, effects)
    }
    at = end
  }
  return effects
}

/** The end of a routine whose body holds semicolons; -1 when the body never ends. */
function bodyEnd(tokens: readonly SqlToken[], from: number, end: number): number {
  let routine = false
  for (let i = from + 1; i < end && i < from + 14; i++) if (ROUTINES.has((tokens[i] as SqlToken).text)) routine = true
  if (!routine) return end
  let begins = false
  for (let i = from; i < end && !begins; i++) begins = (tokens[i] as SqlToken).kind === 'word' && /^(?:BEGIN|IS)$/.test((tokens[i] as SqlToken).text)
  if (!begins) return end
  let level = 0
  for (let i = from; i < tokens.length; i++) {
    const { kind, text } = tokens[i] as SqlToken
    if (kind === 'end' && text === 'GO') return level === 0 ? i : -1
    if (kind !== 'word') continue
    const closes = tokens[i - 1]?.text === 'END'
    if (text === 'BEGIN' || (text === 'CASE' && !closes)) level++
    else if (text === 'END' && !/^(?:IF|LOOP|WHILE|REPEAT|FOR)$/.test(tokens[i + 1]?.text ?? '')) {
      level--
      if (level <= 0) {
        let after = i + 1
        while (after < tokens.length && (tokens[after] as SqlToken).kind !== 'end' && (tokens[after] as SqlToken).kind !== 'client') after++
        return after
      }
    }
  }
  return -1
}

const CONDITIONAL = new Set(['IF', 'ELSE', 'TRY', 'CATCH', 'WHILE', 'CASE', 'EXCEPTION'])

function transactionTurn(segment: Segment, whole: Segment): 'begin' | 'commit' | 'rollback' | 'none' | null {
  const { from } = segment
  const head = segment.tokens[from]?.text
  const alone = whole.from === from && whole.to === from + 1
  if (head === 'BEGIN')
    return alone || isWordAt(segment, from + 1, 'TRAN', 'TRANSACTION', 'WORK', 'IMMEDIATE', 'EXCLUSIVE', 'DEFERRED', 'ISOLATION', 'READ') ? 'begin' : null
  if (head === 'START' && isWordAt(segment, from + 1, 'TRANSACTION')) return 'begin'
  if (head === 'COMMIT') return 'commit'
  if (head === 'END' && (alone || isWordAt(segment, from + 1, 'TRANSACTION', 'WORK', 'TRY', 'CATCH'))) return 'commit'
  if (head === 'SAVEPOINT' || head === 'RELEASE') return 'none'
  if (head === 'ROLLBACK' || head === 'ABORT') {
    return findOne(segment, from, 'TO') >= 0 ? 'none' : 'rollback'
  }
  return null
}

function rollBack(effects: QueryEffect[], open: number, undoesDdl: boolean): void {
  const inside = effects.slice(open)
  // a file that was run may have committed; a server that commits at DDL has nothing left to undo
  if (inside.some((effect) => effect.class === 'run-file' || (!undoesDdl && !LASTING.has(effect.class) && !UNDONE_EVERYWHERE.has(effect.class)))) return
  for (let i = open; i < effects.length; i++) {
    const effect = effects[i] as QueryEffect
    if (!LASTING.has(effect.class)) effects[i] = { ...effect, class: 'rolled-back' }
  }
}

/** `\gexec` runs what the query before it returns: its literals are the beginnings of statements. */
function readResultAsSql(context: Context, text: string, tokens: readonly SqlToken[], [from, to]: [number, number], effects: QueryEffect[]): void {
  let found = false
  for (let i = from; i < to; i++) {
    const token = tokens[i] as SqlToken
    if (token.kind !== 'string') continue
    for (const effect of context.nested(literalText(text, token))) {
      if (effect.class === 'other' || effect.class === 'read') continue
      found = true
      effects.push({ ...effect, start: token.start, end: token.end })
    }
  }
  const last = tokens[Math.max(to - 1, 0)]
  if (!found && last !== undefined) effects.push({ class: 'other', target: null, start: last.start, end: last.end })
}

export const reader: QueryReader = { name: 'sql', read: (text, engine, words) => readSql(engine, text, words) }
