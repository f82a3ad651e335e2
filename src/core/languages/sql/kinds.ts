// What does one SQL statement do, judged by its first words?
import { isTemporaryName } from '../_query/classes.ts'
import type { QueryClass } from '../_query/classes.ts'
import { findOne, findWord, isWordAt, readName, readNames, skipNoise, touchesAll } from './clauses.ts'
import type { Segment } from './clauses.ts'
import { literalText } from '../_query/tokens.ts'
import type { SqlToken } from '../_query/tokens.ts'

/** Temporary tables that this text made, in lower case. */
export type TemporaryTables = Set<string>

const DROPS: Readonly<Record<string, QueryClass>> = {
  DATABASE: 'drop-database',
  KEYSPACE: 'drop-database',
  CATALOG: 'drop-database',
  BUCKET: 'drop-database',
  WAREHOUSE: 'drop-other',
  TABLESPACE: 'drop-database',
  SCHEMA: 'drop-schema',
  RETENTION: 'drop-schema',
  DATASET: 'drop-schema',
  NAMESPACE: 'drop-schema',
  TABLE: 'drop-table',
  TABLES: 'drop-table',
  MEASUREMENT: 'drop-table',
  COLLECTION: 'drop-table',
  COLUMNFAMILY: 'drop-table',
  DICTIONARY: 'drop-table',
  INDEX: 'drop-index',
  VIEW: 'drop-view',
  COLUMN: 'drop-column',
  SHARD: 'drop-partition',
  PARTITION: 'drop-partition',
  /** `DROP OWNED BY app`: every table that is that role's. */
  OWNED: 'drop-schema',
  USER: 'drop-role',
  ROLE: 'drop-role',
  LOGIN: 'drop-role',
  GROUP: 'drop-role',
  FUNCTION: 'drop-other',
  PROCEDURE: 'drop-other',
  PROC: 'drop-other',
  TRIGGER: 'drop-other',
  SEQUENCE: 'drop-other',
  TYPE: 'drop-other',
  EXTENSION: 'drop-other',
  POLICY: 'drop-other',
  SERVER: 'drop-other',
  PUBLICATION: 'drop-other',
  SUBSCRIPTION: 'drop-other',
  DOMAIN: 'drop-other',
  RULE: 'drop-other',
  EVENT: 'drop-other',
  STAGE: 'drop-other',
  PIPE: 'drop-other',
  STREAM: 'drop-other',
  TASK: 'drop-other',
  SHARE: 'drop-other',
  SYNONYM: 'drop-other',
  PACKAGE: 'drop-other',
  CONTINUOUS: 'drop-other',
  AGGREGATE: 'drop-other',
  OPERATOR: 'drop-other',
  CAST: 'drop-other',
  CONSTRAINT: 'drop-index',
  MODEL: 'drop-other',
  JOB: 'drop-other',
  CONNECTION: 'drop-other',
  STATISTICS: 'drop-other',
  QUERY: 'drop-other',
  VOLUME: 'drop-other',
  SERIES: 'delete-all',
  ASSEMBLY: 'drop-other',
  TEXT: 'drop-other',
}
const DROP_QUALIFIERS = new Set([
  'TEMPORARY',
  'TEMP',
  'MATERIALIZED',
  'FOREIGN',
  'EXTERNAL',
  'UNIQUE',
  'PUBLIC',
  'SNAPSHOT',
  'LIVE',
  'TRANSIENT',
  'ALL',
  'FULLTEXT',
  'SEARCH',
  'VECTOR',
  'HYPERTABLE',
])

/** The place of the object word after `DROP` or `CREATE`, past qualifiers, or -1. */
export function objectWord(tokens: readonly SqlToken[], at: number, to: number): number {
  let i = at
  while (i < to && i < at + 4 && DROP_QUALIFIERS.has((tokens[i] as SqlToken).text)) i++
  const token = i < to ? tokens[i] : undefined
  return token !== undefined && token.kind === 'word' && Object.hasOwn(DROPS, token.text) ? i : -1
}

export interface KindContext {
  readonly segment: Segment
  readonly report: (kind: QueryClass, target: string | null) => void
  readonly temporary: TemporaryTables
}

/** Classes that mean nothing on a temporary table. */
const quiet = ({ temporary }: KindContext, kind: QueryClass, name: string | null): QueryClass =>
  isTemporaryName(name) || (name !== null && temporary.has(name.toLowerCase())) ? 'drop-temporary' : kind

export function readDrop(context: KindContext): void {
  const { segment, report, temporary } = context
  const { tokens, from, to } = segment
  const object = objectWord(tokens, from + 1, to)
  if (object < 0) return report('drop-other', readName(segment, skipNoise(segment, from + 1))?.name ?? null)
  const word = (tokens[object] as SqlToken).text
  const kind = DROPS[word] as QueryClass
  if (word === 'SERIES')
    return report(touchesAll(segment, object) ? 'delete-all' : 'delete-some', readName(segment, findOne(segment, object, 'FROM') + 1)?.name ?? null)
  let at = object + 1
  if (word === 'RETENTION' || word === 'CONTINUOUS' || (word === 'OWNED' && isWordAt(segment, at, 'BY'))) at++
  const names = readNames(segment, skipNoise(segment, at))
  const saidTemporary = kind === 'drop-table' && tokens.slice(from + 1, object).some((token) => token.text === 'TEMPORARY' || token.text === 'TEMP')
  if (names.length === 0) return report(saidTemporary ? 'drop-temporary' : kind, null)
  for (const name of names) {
    const table = kind === 'drop-table' || kind === 'drop-index' || kind === 'drop-view'
    report(saidTemporary ? 'drop-temporary' : table ? quiet(context, kind, name) : kind, name)
    temporary.delete(name.toLowerCase())
  }
}

export function readTruncate(context: KindContext): void {
  const { segment, report } = context
  let at = segment.from + 1
  if (isWordAt(segment, at, 'TABLE', 'TABLES', 'COLUMNFAMILY', 'DATABASE')) at++
  const names = readNames(segment, skipNoise(segment, at))
  if (names.length === 0) return report('truncate', null)
  for (const name of names) report(quiet(context, 'truncate', name), name)
}

const DELETE_END = new Set(['WHERE', 'USING', 'FROM'])
export function readDelete(context: KindContext): void {
  const { segment, report } = context
  const from = findWord(segment, segment.from + 1, DELETE_END)
  const next = skipNoise(segment, segment.from + 1)
  const explicit = from >= 0 && segment.tokens[from]?.text === 'FROM'
  const name = readName(segment, skipNoise(segment, explicit ? from + 1 : next))?.name ?? null
  const target = name !== null && /^(?:where|top)$/i.test(name) ? null : name
  report(touchesAll(segment, segment.from + 1) ? quiet(context, 'delete-all', target) : 'delete-some', target)
}

export function readUpdate(context: KindContext): void {
  const { segment, report } = context
  const statistics = isWordAt(segment, segment.from + 1, 'STATISTICS')
  if (statistics) return report('other', null)
  const at = isWordAt(segment, segment.from + 1, 'OR') ? segment.from + 3 : segment.from + 1
  const name = readName(segment, skipNoise(segment, at))?.name ?? null
  report(touchesAll(segment, segment.from + 1) ? quiet(context, 'update-all', name) : 'update-some', name)
}

export function readInsert(context: KindContext): void {
  const { segment, report } = context
  const { from } = segment
  const into = findWord(segment, from + 1, new Set(['INTO', 'OVERWRITE', 'VALUES', 'SELECT']))
  const overwrite = into >= 0 && segment.tokens[into]?.text === 'OVERWRITE'
  let at = into >= 0 && (overwrite || segment.tokens[into]?.text === 'INTO') ? into + 1 : from + 1
  if (overwrite && isWordAt(segment, at, 'LOCAL')) at++
  if (overwrite && isWordAt(segment, at, 'DIRECTORY')) return report('write-file', firstLiteral(segment, at))
  while (isWordAt(segment, at, 'TABLE', 'INTO', 'FUNCTION')) at++
  const name = readName(segment, at)?.name ?? null
  report(overwrite ? quiet(context, 'update-all', name) : 'insert', name)
}

export function readMerge({ segment, report }: KindContext): void {
  const name = readName(segment, segment.from + (isWordAt(segment, segment.from + 1, 'INTO') ? 2 : 1))?.name ?? null
  const seen = new Set<string>()
  for (let i = segment.from + 1; i < segment.to; i++) {
    if (!isWordAt(segment, i - 1, 'THEN')) continue
    const verb = (segment.tokens[i] as SqlToken).text
    const kind = verb === 'DELETE' ? 'delete-some' : verb === 'UPDATE' ? 'update-some' : verb === 'INSERT' ? 'insert' : null
    if (kind !== null && !seen.has(kind)) report(kind, name)
    if (kind !== null) seen.add(kind)
  }
  if (seen.size === 0) report('update-some', name)
}

const ADMIN_WORDS = new Set([
  'SUPERUSER',
  'CREATEDB',
  'CREATEROLE',
  'REPLICATION',
  'BYPASSRLS',
  'ADMIN',
  'SYSADMIN',
  'ACCOUNTADMIN',
  'SECURITYADMIN',
  'PRIVILEGES',
])
const ROLE_CHANGES = new Set([
  ...ADMIN_WORDS,
  'PASSWORD',
  'IDENTIFIED',
  'NOSUPERUSER',
  'LOGIN',
  'NOLOGIN',
  'VALID',
  'DEFAULT_ROLE',
  'ACCOUNT',
  'ADD',
  'DROP',
  'ENABLE',
  'DISABLE',
  'RENAME',
])
const ROLES = new Set(['USER', 'ROLE', 'LOGIN', 'GROUP', 'SERVICE_ACCOUNT'])
/** Their bodies run later, if ever. */
export const ROUTINES: ReadonlySet<string> = new Set([
  'PROCEDURE',
  'PROC',
  'FUNCTION',
  'TRIGGER',
  'EVENT',
  'PACKAGE',
  'TASK',
  'RULE',
  'POLICY',
  'VIEW',
  'AGGREGATE',
  'MACRO',
  'JOB',
])
const CREATES = new Set([...Object.keys(DROPS), ...ROUTINES])

export function readCreate(context: KindContext): void {
  const { segment, report, temporary } = context
  const { tokens, from, to } = segment
  const replace = isWordAt(segment, from + 1, 'OR') && isWordAt(segment, from + 2, 'REPLACE')
  let object = -1
  for (let i = from + 1; i < to && i < from + 14 && object < 0; i++) if (tokens[i]?.kind === 'word' && CREATES.has((tokens[i] as SqlToken).text)) object = i
  if (object < 0) return report('create', null)
  const word = (tokens[object] as SqlToken).text
  const name = readName(segment, skipNoise(segment, object + 1))?.name ?? null
  const temporaryTable = tokens.slice(from + 1, object).some((token) => token.text === 'TEMP' || token.text === 'TEMPORARY')
  if (temporaryTable && word === 'TABLE' && name !== null && temporary.size < 1000) temporary.add(name.toLowerCase())
  if (ROLES.has(word)) return report(findWord(segment, object, ADMIN_WORDS) >= 0 ? 'grant' : 'create', name)
  if (word === 'FUNCTION' || word === 'AGGREGATE') {
    const library = findOne(segment, object, 'SONAME')
    const language = findOne(segment, object, 'LANGUAGE')
    if (library >= 0) return report('shell', firstLiteral(segment, library))
    if (language >= 0 && /^(?:C|PLPYTHON3?U|PLPERLU|PLTCLU|PLSH|JAVA)$/.test(languageName(segment, language + 1)))
      return report('shell', firstLiteral(segment, object))
  }
  if (replace && word === 'TABLE' && !temporaryTable) return report(quiet(context, 'replace-table', name), name)
  if (replace && (word === 'DATABASE' || word === 'SCHEMA')) return report(word === 'DATABASE' ? 'drop-database' : 'drop-schema', name)
  report('create', name)
}

function languageName(segment: Segment, at: number): string {
  const token = segment.tokens[at]
  if (at >= segment.to || token === undefined) return ''
  return (token.kind === 'string' || token.kind === 'name' ? literalText(segment.source, token).slice(0, 40) : token.text).toUpperCase()
}

export function readAlter(context: KindContext): void {
  const { segment, report } = context
  const { tokens, from, to } = segment
  const object = tokens[from + 1]?.kind === 'word' ? (tokens[from + 1] as SqlToken).text : ''
  if (object === 'SYSTEM') return report(isWordAt(segment, from + 2, 'KILL', 'DISCONNECT') ? 'kill' : 'setting', literalOrName(segment, from + 3))
  const named = readName(segment, skipNoise(segment, from + 2))
  const name = named?.name ?? null
  if (ROLES.has(object)) {
    if (findWord(segment, from + 2, ROLE_CHANGES) >= 0) return report('grant', name)
    return report(findOne(segment, from + 2, 'SET') >= 0 ? 'setting' : 'alter', name)
  }
  if (object === 'DATABASE' || object === 'SERVER' || object === 'INSTANCE') return report(findOne(segment, from + 2, 'SET') >= 0 ? 'setting' : 'alter', name)
  if (object === 'DEFAULT' || object === 'POLICY') return report('grant', null)
  if (object !== 'TABLE' && object !== 'FOREIGN' && object !== 'TYPE') return report('alter', name)
  let reported = false
  const say = (kind: QueryClass, target: string | null): void => {
    reported = true
    report(quiet(context, kind, name), target)
  }
  for (let i = named?.next ?? from + 2; i < to; i++) {
    const token = tokens[i] as SqlToken
    if (token.kind !== 'word' || token.depth !== segment.depth) continue
    const opens = (tokens[i - 1] as SqlToken).text === ',' || i === named?.next || (tokens[i - 1] as SqlToken).text === ')'
    const partition = isWordAt(segment, i + 1, 'PARTITION', 'PARTITIONS', 'PART', 'DETACHED')
    if ((token.text === 'DROP' || token.text === 'TRUNCATE' || token.text === 'CLEAR') && partition) say('drop-partition', name)
    else if (token.text === 'DROP' && (opens || isWordAt(segment, i + 1, 'COLUMN', 'COLUMNS', 'ATTRIBUTE'))) {
      if (isWordAt(segment, i + 1, 'CONSTRAINT', 'PRIMARY', 'FOREIGN', 'CHECK', 'DEFAULT', 'NOT', 'IDENTITY', 'EXPRESSION', 'PROJECTION', 'STATISTICS', 'TAG'))
        continue
      if (isWordAt(segment, i + 1, 'INDEX', 'KEY')) {
        say('drop-index', readName(segment, skipNoise(segment, i + 2))?.name ?? null)
        continue
      }
      const column = isWordAt(segment, i + 1, 'COLUMN', 'COLUMNS', 'ATTRIBUTE') ? i + 2 : i + 1
      const first = tokens[column]?.text === '(' ? column + 1 : column
      const dropped = readName(segment, skipNoise(segment, first))?.name ?? null
      say('drop-column', dropped === null ? name : name === null ? dropped : `${name}.${dropped}`)
    } else if (token.text === 'SET' && isWordAt(segment, i + 1, 'UNUSED')) say('drop-column', name)
    else if (token.text === 'DELETE' && opens) return say(touchesAll(segment, i) ? 'delete-all' : 'delete-some', name)
    else if (token.text === 'UPDATE' && opens) return say(touchesAll(segment, i) ? 'update-all' : 'update-some', name)
  }
  if (!reported) report('alter', name)
}

export function literalOrName(segment: Segment, at: number): string | null {
  const token = at < segment.to ? segment.tokens[at] : undefined
  if (token === undefined) return null
  return token.kind === 'string' ? literalText(segment.source, token).slice(0, 4000) : (readName(segment, at)?.name ?? null)
}

/** The text of the first literal at or after `at`. */
export function firstLiteral(segment: Segment, at: number): string | null {
  for (let i = at; i < segment.to; i++) {
    const token = segment.tokens[i] as SqlToken
    if (token.kind === 'string') return literalText(segment.source, token).slice(0, 4000)
  }
  return null
}
