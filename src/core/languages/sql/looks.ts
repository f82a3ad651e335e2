// Does a text begin with an SQL statement, or only with a word that one could begin with?
import { objectWord, ROUTINES } from './kinds.ts'
import { tokenizeSql } from '../_query/tokens.ts'
import type { SqlToken } from '../_query/tokens.ts'

const LOOKED_AT = 4000
const AFTER_DELETED = /^(?:WHERE|USING|AS|RETURNING|ORDER|LIMIT|PARTITION|OUTPUT)$/
const OTHER_OBJECTS = new Set([...ROUTINES, 'SYSTEM', 'UNIQUE', 'OR', 'VIRTUAL', 'DEFAULT'])

/** True for `DROP TABLE x` and `select 1`; false for `delete from the list what is done`. */
export function looksLikeStatement(text: string): boolean {
  const head = text.slice(0, LOOKED_AT)
  return statementAt(tokenizeSql(head, false).tokens, 0, 0)
}

function statementAt(tokens: readonly SqlToken[], from: number, nested: number): boolean {
  let at = from
  while (at < tokens.length && (tokens[at] as SqlToken).text === '(') at++
  const word = (offset: number): string => (tokens[at + offset]?.kind === 'word' ? (tokens[at + offset] as SqlToken).text : '')
  const is = (offset: number, text: string): boolean => tokens[at + offset]?.text === text
  const ended = (offset: number): boolean => tokens[at + offset] === undefined || tokens[at + offset]?.kind === 'end'
  const named = (offset: number): boolean => tokens[at + offset]?.kind === 'word' || tokens[at + offset]?.kind === 'name'
  const name = (offset: number): number => {
    let i = offset
    while (named(i) && is(i + 1, '.')) i += 2
    return named(i) ? i + 1 : -1
  }
  const has = (text: string): boolean => {
    for (let i = at + 1; i < tokens.length && (tokens[i] as SqlToken).kind !== 'end'; i++)
      if ((tokens[i] as SqlToken).kind === 'word' && (tokens[i] as SqlToken).text === text) return true
    return false
  }
  switch (word(0)) {
    case 'DROP':
    case 'CREATE':
    case 'ALTER': {
      const object = objectWord(tokens, at + 1, tokens.length)
      if (object < 0) return OTHER_OBJECTS.has(word(1)) && !ended(2)
      const next = tokens[object + 1]
      return next !== undefined && (next.kind === 'word' || next.kind === 'name') && !/^(?:THE|A|AN|FOR|AND|TO)$/.test(next.text)
    }
    case 'TRUNCATE':
      return is(1, 'TABLE') ? named(2) : name(1) > 0 && (ended(name(1)) || /^(?:CASCADE|RESTART|RESTRICT|CONTINUE)$/.test(word(name(1))))
    case 'DELETE': {
      if (!is(1, 'FROM')) return false
      const next = name(2)
      return next > 0 && (ended(next) || AFTER_DELETED.test(word(next)))
    }
    case 'UPDATE': {
      const next = name(1)
      if (next < 0) return false
      for (let i = next; i < next + 4; i++) if (is(i, 'SET')) return name(i + 1) > 0 && is(name(i + 1), '=')
      return false
    }
    case 'INSERT':
    case 'REPLACE': {
      if (!is(1, 'INTO') && !is(1, 'OVERWRITE') && !(is(1, 'OR') && is(3, 'INTO'))) return false
      return has('VALUES') || has('SELECT') || has('DEFAULT')
    }
    case 'SELECT': {
      const kind = tokens[at + 1]?.kind
      if (kind === 'number' || kind === 'string' || is(1, '*') || word(1).startsWith('@@')) return true
      if (named(1) && is(2, '(')) return true
      return (
        has('FROM') &&
        (is(2, ',') || !/^(?:THE|A|AN|ALL|ONE|ANY)$/.test(word(1))) &&
        (is(2, 'FROM') || is(2, ',') || is(2, '.') || is(2, 'AS') || is(1, 'DISTINCT') || is(1, 'TOP') || kind === 'name')
      )
    }
    case 'WITH':
      return (
        word(1) === 'RECURSIVE' ||
        (named(1) && is(2, 'AS') && (is(3, '(') || is(3, 'MATERIALIZED') || is(3, 'NOT'))) ||
        (named(1) && is(2, '(') && has('AS') && has('SELECT'))
      )
    case 'EXPLAIN':
    case 'DESCRIBE':
      if (nested >= 2) return false
      for (let i = 1; i < 12; i++) if (/^(?:SELECT|DELETE|UPDATE|INSERT|WITH)$/.test(word(i))) return statementAt(tokens, at + i, nested + 1)
      return false
    case 'MERGE':
      return has('USING') && has('MATCHED')
    case 'GRANT':
      return has('TO') && (has('ON') || tokens.length - at < 8)
    case 'REVOKE':
      return has('FROM') && (has('ON') || tokens.length - at < 8)
    case 'EXEC':
    case 'EXECUTE':
      return is(1, 'IMMEDIATE') || /^(?:SP|XP)_/.test(word(1)) || (is(1, '(') && tokens[at + 2]?.kind === 'string') || has('XP_CMDSHELL')
    case 'COPY':
      return (has('FROM') || has('TO')) && (has('STDIN') || has('STDOUT') || has('PROGRAM') || tokens.some((token) => token.kind === 'string'))
    case 'PRAGMA':
      return named(1) && (ended(2) || is(2, '=') || is(2, '(') || is(2, '.'))
    case 'SHOW':
      return /^(?:TABLES|DATABASES|SCHEMAS|COLUMNS|INDEX|INDEXES|GRANTS|PROCESSLIST|VARIABLES|STATUS|CREATE|FULL|GLOBAL|MEASUREMENTS|SERIES)$/.test(word(1))
    case 'SET':
      return /^(?:GLOBAL|PERSIST|SESSION)$/.test(word(1)) && !has('SET') && tokens.some((token) => token.text === '=')
    case 'BEGIN':
    case 'START':
      return (
        (ended(1) || word(1).startsWith('TRAN')) &&
        tokens.some((token, i) => token.kind === 'end' && i > at) &&
        nested < 2 &&
        statementAt(tokens, tokens.findIndex((token, i) => i > at && token.kind === 'end') + 1, nested + 1)
      )
    case 'DO':
      return tokens[at + 1]?.kind === 'string' && (tokens[at + 1] as SqlToken).text.startsWith('$')
    case 'CALL':
      return named(1) && (is(2, '(') || is(2, '.'))
    case 'VACUUM':
      return ended(1) || /^(?:FULL|ANALYZE|VERBOSE|INTO)$/.test(word(1))
    default:
      return false
  }
}
