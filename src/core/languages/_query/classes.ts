// Which kinds of effect can a query have?

/** Every class a query effect may have, with what it stands for. The list is closed. */
export const QUERY_CLASSES = {
  'drop-database': 'a whole database (keyspace, bucket) is removed or replaced',
  'drop-schema': 'a schema or retention policy and all in it is removed',
  'drop-table': 'a table, collection or measurement is removed',
  'drop-index': 'an index or constraint-like structure is removed',
  'drop-view': 'a view is removed (its rows are elsewhere)',
  'drop-column': 'a column and its values are removed',
  'drop-partition': 'a partition, part or shard of a table is removed',
  'drop-role': 'a user, role or login is removed',
  'drop-other': 'some other object is removed (function, trigger, sequence, extension …)',
  'drop-temporary': 'a temporary table is dropped, emptied or changed',
  'replace-table': 'a table or collection is made in the place of one that may exist',
  truncate: 'every row of a table is removed at once',
  'delete-all': 'rows are deleted without a condition, or with one that is always true',
  'delete-some': 'rows are deleted by a condition',
  'update-all': 'rows are changed without a condition, or with one that is always true',
  'update-some': 'rows are changed by a condition',
  insert: 'rows are added',
  create: 'an object is made',
  alter: 'an object is changed',
  grant: 'who may do what changes: GRANT, REVOKE, passwords, superusers',
  flush: 'a whole store, log or replication state is emptied',
  shutdown: 'the server is stopped',
  setting: 'a setting of the server changes',
  shell: 'a program is run, or native code is loaded; the target is the command',
  'read-file': "a file is read; the target is its path (the server's or the client's)",
  'write-file': 'a file is written; the target is its path',
  'run-file': 'the queries in a file are run; the target is its path',
  'copy-out': 'rows leave for a stage, a bucket, another server or standard output',
  kill: "somebody's session or query is ended",
  'rolled-back': 'a change inside a transaction that is rolled back in the same text',
  read: 'rows or structure are only looked at',
  other: 'anything else',
} as const

export type QueryClass = keyof typeof QUERY_CLASSES

/** One thing a query would do. Offsets are those of the text given; for SQL inside a literal, those of the literal. */
export interface QueryEffect {
  class: string
  target: string | null
  start: number
  end: number
}

/** Collects effects with checked class names. */
export type Report = (kind: QueryClass, target: string | null, start: number, end: number) => void

const TEMPORARY = /^(?:#|(?:tmp|temp|temporary|_tmp|_temp|pg_temp|tempdb)(?:[_.]|$))|[_.](?:tmp|temp)$|\.#/i

/** Does the name say that the table is a temporary one? */
export function isTemporaryName(name: string | null): boolean {
  return name !== null && name.length < 300 && TEMPORARY.test(name)
}
