// Which statements hide in one statement (CTEs, blocks, batches without semicolons), and what does each do?
import type { QueryClass, QueryEffect } from '../_query/classes.ts'
import { outFile, readCalls, readCopy, readLoad } from './calls.ts'
import { findOne, findWord, isWordAt, readName, skipNoise } from './clauses.ts'
import type { Segment } from './clauses.ts'
import {
  firstLiteral,
  literalOrName,
  objectWord,
  readAlter,
  readCreate,
  readDelete,
  readDrop,
  readInsert,
  readMerge,
  readTruncate,
  readUpdate,
  ROUTINES,
} from './kinds.ts'
import { readDynamic, rememberVariables } from './dynamic.ts'
import type { SqlContext } from './dynamic.ts'
import type { SqlToken } from '../_query/tokens.ts'

const DEEPEST_NESTING = 8
const BLOCK_WORDS = new Set(['BEGIN', 'THEN', 'ELSE', 'LOOP', 'ATOMIC', 'BATCH', 'TRY', 'CATCH', 'TRAN', 'TRANSACTION'])
const VERBS = new Set([
  'DELETE',
  'UPDATE',
  'DROP',
  'TRUNCATE',
  'INSERT',
  'EXEC',
  'EXECUTE',
  'ALTER',
  'CREATE',
  'KILL',
  'SHUTDOWN',
  'COPY',
  'GRANT',
  'REVOKE',
  'ROLLBACK',
  'COMMIT',
  'CALL',
  'MERGE',
])
const STARTERS = new Set([...VERBS, 'SELECT', 'BEGIN'])
/** What may follow these in the same statement belongs to them. */
const UNDIVIDED = new Set(['GRANT', 'REVOKE', 'DENY', 'MERGE', 'COMMENT', 'SECURITY', 'AUDIT', 'NOAUDIT', 'COPY', 'SHOW', 'HELP'])
const ENDED_BY_SELECT = new Set(['DELETE', 'UPDATE', 'DROP', 'TRUNCATE'])
const EXPLAINS = new Set(['EXPLAIN', 'DESC', 'DESCRIBE'])

/** Splits a statement into the statements it is made of, outermost first at each place. */
export function segmentsOf(whole: Segment): Segment[] {
  const { tokens, to } = whole
  let from = whole.from
  while (from < to && (tokens[from] as SqlToken).kind === 'punct') from++
  if (from >= to) return []
  const first = tokens[from] as SqlToken
  if (EXPLAINS.has(first.text) && first.kind === 'word') {
    const verb = analyzedVerb(whole, from)
    if (verb < 0) return [{ ...whole, from, depth: first.depth }]
    from = verb
  }
  const done: Segment[] = []
  const open: { from: number; depth: number; head: string; divided: boolean }[] = []
  const start = (at: number): void => {
    const token = tokens[at] as SqlToken
    open.push({ from: at, depth: token.depth, head: token.kind === 'word' ? token.text : '', divided: isDivided(whole, at) })
  }
  const close = (end: number): void => {
    const segment = open.pop()
    if (segment !== undefined) done.push({ source: whole.source, tokens, from: segment.from, to: end, depth: segment.depth })
  }
  start(from)
  for (let i = from + 1; i < to; i++) {
    const token = tokens[i] as SqlToken
    while (open.length > 1 && token.depth < (open[open.length - 1] as { depth: number }).depth) close(i)
    if (token.kind !== 'word' || !STARTERS.has(token.text)) continue
    const current = open[open.length - 1] as { depth: number; head: string; divided: boolean }
    if (!current.divided || !startsStatement(whole, i, current)) continue
    if (token.depth <= current.depth) close(i)
    else if (open.length >= DEEPEST_NESTING) continue
    start(i)
  }
  while (open.length > 0) close(to)
  return done.sort((a, b) => a.from - b.from)
}

function isDivided(whole: Segment, at: number): boolean {
  const { tokens, to } = whole
  const head = tokens[at] as SqlToken
  if (head.kind !== 'word') return true
  if (UNDIVIDED.has(head.text)) return false
  if (head.text === 'ALTER') return isWordAt(whole, at + 1, 'TABLE', 'DATABASE')
  if (head.text !== 'CREATE') return true
  for (let i = at + 1; i < to && i < at + 14; i++) {
    const token = tokens[i] as SqlToken
    if (token.kind === 'word' && ROUTINES.has(token.text)) return false
    if (token.text === '(' || token.text === 'TABLE') break
  }
  return true
}

function startsStatement(whole: Segment, at: number, current: { depth: number; head: string }): boolean {
  const { tokens, to } = whole
  const word = (tokens[at] as SqlToken).text
  const before = tokens[at - 1] as SqlToken
  const after = (offset: number): SqlToken | undefined => (at + offset < to ? tokens[at + offset] : undefined)
  const same = (tokens[at] as SqlToken).depth === current.depth
  if (before.text === '.' || before.text === 'ON' || before.text === 'FOR') return false
  if (VERBS.has(word) && before.kind === 'word' && BLOCK_WORDS.has(before.text) && after(1)?.text !== ',' && current.head !== 'SELECT') return true
  switch (word) {
    case 'DROP': {
      const object = objectWord(tokens, at + 1, to)
      if (object < 0) return false
      return current.head !== 'ALTER' || /^(?:TABLE|DATABASE|SCHEMA)$/.test((tokens[object] as SqlToken).text)
    }
    case 'TRUNCATE':
      return after(1)?.text === 'TABLE'
    case 'DELETE':
      return after(1)?.text === 'FROM'
    case 'INSERT':
      return after(1)?.text === 'INTO' || after(1)?.text === 'OVERWRITE'
    case 'MERGE':
      return after(1)?.text === 'INTO'
    case 'UPDATE':
      if (after(1)?.kind !== 'word' && after(1)?.kind !== 'name') return false
      for (let i = 2; i < 9; i++) if (after(i)?.text === 'SET' && after(1)?.text !== 'SET') return true
      return false
    case 'SELECT':
      return same && ENDED_BY_SELECT.has(current.head)
    case 'EXEC':
    case 'EXECUTE':
      return same && after(1) !== undefined && before.text !== ',' && current.head !== 'CREATE' && current.head !== 'ALTER'
    case 'COMMIT':
    case 'ROLLBACK':
      return same && current.head !== 'ALTER' && current.head !== 'CREATE' && current.head !== 'SELECT' && current.head !== 'SET'
    case 'BEGIN':
      return same && after(1)?.text.startsWith('TRAN') === true
    case 'ALTER':
      return same && /^(?:TABLE|DATABASE|SYSTEM|USER|ROLE|LOGIN)$/.test(after(1)?.text ?? '')
    case 'CREATE':
      return same && (objectWord(tokens, at + 1, to) >= 0 || after(1)?.text === 'OR')
    default:
      return false
  }
}

/** The statement that EXPLAIN ANALYZE would really run, or -1 when it is only explained. */
function analyzedVerb(whole: Segment, from: number): number {
  const { tokens, to } = whole
  let analyzes = false
  for (let i = from + 1; i < to && i < from + 40; i++) {
    const token = tokens[i] as SqlToken
    if (token.kind !== 'word') continue
    if (token.text === 'ANALYZE' || token.text === 'ANALYSE') analyzes = !/^(?:FALSE|OFF|0)$/.test(tokens[i + 1]?.text ?? '')
    else if (VERBS.has(token.text) || token.text === 'SELECT' || token.text === 'WITH') return analyzes ? i : -1
  }
  return -1
}

const SILENT = new Set([
  'IF',
  'ELSE',
  'ELSIF',
  'ELSEIF',
  'WHILE',
  'LOOP',
  'FOR',
  'FOREACH',
  'BEGIN',
  'END',
  'THEN',
  'RETURN',
  'RAISE',
  'EXCEPTION',
  'PRINT',
  'DECLARE',
  'EXIT',
  'QUIT',
  'WHEN',
  'CONTINUE',
  'NULL',
  'APPLY',
  'START',
  'OPEN',
  'CLOSE',
  'FETCH',
  'DISCARD',
  'PREPARE',
  'DEALLOCATE',
  'WITH',
  'COMMIT',
  'ROLLBACK',
  'SAVEPOINT',
])
const READS = new Set([
  'SELECT',
  'SHOW',
  'EXPLAIN',
  'DESC',
  'DESCRIBE',
  'VALUES',
  'TABLE',
  'FROM',
  'LIST',
  'LS',
  'HELP',
  'SUMMARIZE',
  'PERFORM',
  'CHECK',
  'CHECKSUM',
  'PIVOT',
  'TRACING',
  'CONSISTENCY',
])

const INTO_OR_FROM = new Set(['INTO', 'FROM'])

/** Reports what one segment does. */
export function readStatement(context: SqlContext, segment: Segment, effects: QueryEffect[]): void {
  const { tokens, from, to } = segment
  const head = tokens[from] as SqlToken
  const start = head.start
  const end = (tokens[Math.max(to - 1, from)] as SqlToken).end
  const before = effects.length
  const report = (kind: QueryClass, target: string | null): void => {
    effects.push({ class: kind, target: target === null || target.includes('\0') || /^[%?]/.test(target) ? null : target, start, end })
  }
  const word = head.kind === 'word' ? head.text : ''
  const kind = { segment, report, temporary: context.temporary }
  rememberVariables(context, segment)
  // nested segments lie inside an outer one, whose calls include theirs
  const calls = (): void => {
    if (head.depth === 0) readCalls(segment, context.words, report)
  }
  switch (word) {
    case 'DROP':
      return readDrop(kind)
    case 'TRUNCATE':
      return readTruncate(kind)
    case 'DELETE':
      readDelete(kind)
      return calls()
    case 'UPDATE':
      readUpdate(kind)
      return calls()
    case 'INSERT':
    case 'REPLACE':
    case 'UPSERT':
      readInsert(kind)
      return calls()
    case 'MERGE':
      return readMerge(kind)
    case 'CREATE':
      return readCreate(kind)
    case 'ALTER':
      return readAlter(kind)
    case 'GRANT':
    case 'REVOKE':
    case 'DENY':
      return report('grant', null)
    case 'COPY':
      return readCopy(segment, report)
    case 'UNLOAD':
    case 'EXPORT':
      if (isWordAt(segment, from + 1, 'DATABASE')) return report('write-file', firstLiteral(segment, from))
      return report('copy-out', null)
    case 'IMPORT':
      return report('run-file', firstLiteral(segment, from))
    case 'PUT':
      return report('copy-out', null)
    case 'GET':
      return report('write-file', null)
    case 'REMOVE':
    case 'RM':
      return report('delete-some', readName(segment, from + 1)?.name ?? null)
    case 'LOAD':
    case 'BULK':
      return readLoad(segment, report)
    case 'KILL':
      return report('kill', null)
    case 'SHUTDOWN':
      return report('shutdown', null)
    case 'RESTART':
      return report('shutdown', null)
    case 'RESET':
      return report(isWordAt(segment, from + 1, 'MASTER', 'SLAVE', 'REPLICA', 'BINARY', 'PERSIST') ? 'flush' : 'other', null)
    case 'PURGE':
      return isWordAt(segment, from + 1, 'BINARY', 'MASTER') ? report('flush', null) : report('drop-other', readName(segment, from + 2)?.name ?? null)
    case 'SYSTEM':
      return report(
        isWordAt(segment, from + 1, 'SHUTDOWN', 'KILL')
          ? 'shutdown'
          : isWordAt(segment, from + 1, 'DROP') && isWordAt(segment, from + 2, 'REPLICA', 'DATABASE')
            ? 'drop-other'
            : 'other',
        null,
      )
    case 'SET':
      return readSet(segment, report)
    case 'PRAGMA':
      return readPragma(segment, report)
    case 'RENAME':
    case 'COMMENT':
    case 'REASSIGN':
    case 'EXCHANGE':
    case 'DETACH':
    case 'ATTACH':
    case 'UNDROP':
    case 'OPTIMIZE':
      return report(/^(?:RENAME|COMMENT|REASSIGN|EXCHANGE)$/.test(word) ? 'alter' : 'other', null)
    case 'RESTORE':
    case 'FLASHBACK':
      return readRestore(segment, report)
    case 'BACKUP':
      return report('write-file', firstLiteral(segment, from))
    case 'VACUUM': {
      if (isWordAt(segment, from + 1, 'INTO') || findOne(segment, from, 'INTO') >= 0) return report('write-file', firstLiteral(segment, from))
      return report(findOne(segment, from, 'RETAIN') >= 0 ? 'flush' : 'other', readName(segment, skipNoise(segment, from + 1))?.name ?? null)
    }
    case 'DO':
    case 'EXEC':
    case 'EXECUTE':
    case 'PREPARE':
    case 'CALL':
      if (!readDynamic(context, segment, effects, start, end)) calls()
      if (effects.length === before && word !== 'PREPARE') report('other', readName(segment, from + 1)?.name ?? null)
      return
    case 'EXPLAIN':
    case 'DESC':
    case 'DESCRIBE':
      return report('read', null)
    default:
      break
  }
  calls()
  if (READS.has(word)) {
    const written = outFile(segment)
    if (written !== null) return report('write-file', written.path)
    if (effects.length > before) return
    if (word !== 'SELECT') return report('read', null)
    const into = findWord(segment, from, INTO_OR_FROM)
    const name = into >= 0 ? (readName(segment, into + 1)?.name ?? null) : null
    const makes = into >= 0 && tokens[into]?.text === 'INTO' && name !== null && !name.startsWith('@')
    if (!readDynamic(context, segment, effects, start, end)) report(makes ? 'create' : 'read', name)
    return
  }
  // the main statement of WITH is a segment of its own unless it only reads
  if (word === 'WITH') {
    const main = findWord(segment, from, new Set(['SELECT', 'TABLE', 'VALUES']))
    if (main >= 0 && effects.length === before) report('read', null)
    return
  }
  if (effects.length === before && !SILENT.has(word) && head.kind !== 'number') report('other', literalOrName(segment, to) ?? null)
}

function readSet(segment: Segment, report: (kind: QueryClass, target: string | null) => void): void {
  const at = segment.from + 1
  if (isWordAt(segment, at, 'PASSWORD')) return report('grant', null)
  if (isWordAt(segment, at, 'GLOBAL', 'PERSIST', 'PERSIST_ONLY', 'CLUSTER'))
    return report('setting', readName(segment, isWordAt(segment, at + 1, 'SETTING') ? at + 2 : at + 1)?.name ?? null)
  const name = readName(segment, at)?.name ?? null
  report(name !== null && /^@@(?:global|persist)/i.test(name) ? 'setting' : 'other', name)
}

function readPragma(segment: Segment, report: (kind: QueryClass, target: string | null) => void): void {
  const name = readName(segment, segment.from + 1)
  const assigns = name !== null && name.next < segment.to && segment.tokens[name.next]?.text === '='
  if (!assigns) return report('read', name?.name ?? null)
  report(/(?:writable_schema|journal_mode|user_version|application_id|key|rekey)$/i.test(name.name) ? 'setting' : 'other', name.name)
}

function readRestore(segment: Segment, report: (kind: QueryClass, target: string | null) => void): void {
  const name = readName(segment, segment.from + 2)?.name ?? null
  const database = isWordAt(segment, segment.from + 1, 'DATABASE')
  if (database)
    return report(findOne(segment, segment.from, 'REPLACE') >= 0 || segment.tokens[segment.from]?.text === 'FLASHBACK' ? 'drop-database' : 'create', name)
  report('update-all', name)
}
