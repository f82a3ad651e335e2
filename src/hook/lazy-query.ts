// What stands in for the reader of queries in the hook's bundle? The same functions, loaded when the first query appears.
import type * as Read from '../core/languages/read-query.ts'
import { later } from './later.ts'

const reader = later<typeof Read>('query')

export const readQuery: typeof Read.readQuery = (...given) => reader().readQuery(...given)
export const looksLikeSql: typeof Read.looksLikeSql = (...given) => reader().looksLikeSql(...given)
