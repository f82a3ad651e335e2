// What would a query do to a database?
import { readCypher } from './cypher/query.ts'
import type { QueryEffect } from './_query/classes.ts'
import { readElastic } from './elastic/query.ts'
import { readMongo } from './mongo/query.ts'
import { readRedis } from './redis/query.ts'
import { looksLikeStatement } from './sql/looks.ts'
import { readSql } from './sql/query.ts'

export { QUERY_CLASSES } from './_query/classes.ts'
export type { QueryEffect } from './_query/classes.ts'

/**
 * Reads a query as the effects it would have. Never throws; time grows with the text's length.
 * Engines: `mongo`, `redis`, `neo4j`, `elastic`; anything else (`sql`, `cql`, `influx`, `psql`, `mysql` …) is read as SQL of that dialect.
 * @example readQuery('sql', 'DELETE FROM users') // [{ class: 'delete-all', target: 'users', start: 0, end: 17 }]
 */
export function readQuery(engine: string, text: string): QueryEffect[] {
  try {
    return effectsOf(engine.toLowerCase(), text)
  } catch {
    return [{ class: 'other', target: null, start: 0, end: text.length }]
  }
}

function effectsOf(engine: string, text: string): QueryEffect[] {
  switch (engine) {
    case 'mongo':
    case 'mongosh':
    case 'mongodb':
      return readMongo(text)
    case 'redis':
    case 'valkey':
    case 'keydb':
      return readRedis(text)
    case 'neo4j':
    case 'cypher':
      return readCypher(text)
    case 'elastic':
    case 'elasticsearch':
    case 'opensearch':
      return readElastic(text)
    default:
      return readSql(engine, text)
  }
}

/** Does the text begin with an SQL statement (and not with prose that shares a word with one)? */
export function looksLikeSql(text: string): boolean {
  try {
    return looksLikeStatement(text)
  } catch {
    return false
  }
}
