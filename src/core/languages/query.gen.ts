// Which readers of queries are there? Made from the folders by scripts/build-registries.mjs: add a file, not a line.
import type { QueryReader } from './_query/reader.ts'
import { reader as cypher } from './cypher/query.ts'
import { reader as elastic } from './elastic/query.ts'
import { reader as mongo } from './mongo/query.ts'
import { reader as redis } from './redis/query.ts'
import { reader as sql } from './sql/query.ts'

export const QUERY_READERS: readonly QueryReader[] = [cypher, elastic, mongo, redis, sql]
