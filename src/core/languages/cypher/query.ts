// What would a Cypher query do to a graph?
import type { QueryClass, QueryEffect } from '../_query/classes.ts'
import type { SqlToken } from '../_query/tokens.ts'
import { literalText, tokenizeSql } from '../_query/tokens.ts'
import type { QueryReader } from '../_query/reader.ts'

const DROPS: Readonly<Record<string, QueryClass>> = {
  DATABASE: 'drop-database',
  COMPOSITE: 'drop-database',
  INDEX: 'drop-index',
  CONSTRAINT: 'drop-index',
  USER: 'drop-role',
  ROLE: 'drop-role',
  ALIAS: 'drop-other',
  SERVER: 'drop-other',
}
const NAMED = new Set(['DATABASE', 'INDEX', 'CONSTRAINT', 'USER', 'ROLE', 'ALIAS', 'SERVER'])

/** Reads Cypher, statement by statement. */
function readCypher(text: string): QueryEffect[] {
  const effects: QueryEffect[] = []
  const { tokens } = tokenizeSql(blankComments(text), true)
  let from = 0
  for (let i = 0; i <= tokens.length; i++) {
    if (i < tokens.length && (tokens[i] as SqlToken).kind !== 'end' && (tokens[i] as SqlToken).kind !== 'client') continue
    if (i > from) readStatement(text, from === 0 && i === tokens.length ? tokens : tokens.slice(from, i), effects)
    from = i + 1
  }
  return effects
}

/** `//` begins a comment, except inside quotes. */
function blankComments(text: string): string {
  if (!text.includes('//')) return text
  let result = ''
  let kept = 0
  let quote = ''
  for (let i = 0; i < text.length; i++) {
    const sign = text[i] as string
    if (quote !== '') {
      if (sign === '\\') i++
      else if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'" || sign === '`') quote = sign
    else if (sign === '/' && text[i + 1] === '/') {
      const end = text.indexOf('\n', i)
      const stop = end < 0 ? text.length : end
      result += text.slice(kept, i) + ' '.repeat(stop - i)
      kept = stop
      i = stop
    }
  }
  return result + text.slice(kept)
}

function readStatement(text: string, tokens: readonly SqlToken[], effects: QueryEffect[]): void {
  const start = (tokens[0] as SqlToken).start
  const end = (tokens[tokens.length - 1] as SqlToken).end
  const seen = new Set<string>()
  const report = (kind: QueryClass, target: string | null): void => {
    if (!seen.has(kind)) effects.push({ class: kind, target, start, end })
    seen.add(kind)
  }
  const is = (at: number, word: string): boolean => tokens[at]?.kind === 'word' && tokens[at]?.text === word
  const nameAt = (at: number): string | null => {
    let i = at
    while (is(i, 'IF') || is(i, 'NOT') || is(i, 'EXISTS')) i++
    const token = tokens[i]
    return token?.kind === 'word' || token?.kind === 'name' ? text.slice(token.start, token.end).replaceAll('`', '') : null
  }
  if (is(0, 'EXPLAIN')) return report('read', null)
  let label: string | null = null
  let narrowed = false
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as SqlToken
    if (token.kind === 'punct' && token.text !== '{' && token.text !== ':') continue
    const before = tokens[i - 1]?.text
    if (token.text === '{' && before !== 'CALL' && before !== 'EXISTS' && tokens[i + 1]?.text !== '}' && tokens[i + 2]?.text === ':') narrowed = true
    if (token.text === ':' && label === null && (tokens[i - 2]?.text === '(' || before === '(')) label = nameAt(i + 1)
    if (token.kind !== 'word' || before === '.' || before === ':' || before === '(') continue
    switch (token.text) {
      case 'WHERE':
        if (!is(i + 1, 'TRUE')) narrowed = true
        break
      case 'LIMIT':
        // a batch size is no limit: CALL { … } IN TRANSACTIONS goes on to the end
        narrowed = true
        break
      case 'DELETE':
        report(narrowed ? 'delete-some' : 'delete-all', label)
        break
      case 'REMOVE':
        report(narrowed ? 'update-some' : 'update-all', label)
        break
      case 'SET':
        if (!/^(?:CREATE|MATCH)$/.test(before ?? ''))
          report(/^(?:ALTER)$/.test(tokens[0]?.text ?? '') ? 'grant' : narrowed ? 'update-some' : is(0, 'MERGE') ? 'update-some' : 'update-all', label)
        break
      case 'MERGE':
        report('insert', label)
        break
      case 'CREATE': {
        const user = is(i + 1, 'USER') || is(i + 3, 'USER') || is(i + 1, 'ROLE')
        const replaces = is(i + 1, 'OR') && is(i + 3, 'DATABASE')
        report(replaces ? 'drop-database' : user || tokens[i + 1]?.text !== '(' ? 'create' : 'insert', replaces ? nameAt(i + 4) : null)
        break
      }
      case 'DROP': {
        const object = NAMED.has(tokens[i + 1]?.text ?? '') ? i + 1 : i + 2
        report(DROPS[tokens[i + 1]?.text ?? ''] ?? 'drop-other', nameAt(object + 1))
        break
      }
      case 'GRANT':
      case 'REVOKE':
      case 'DENY':
      case 'PASSWORD':
        report('grant', null)
        break
      case 'STOP':
        if (is(i + 1, 'DATABASE')) report('shutdown', nameAt(i + 2))
        break
      case 'TERMINATE':
        report('kill', null)
        break
      case 'CSV':
        readPath('read-file', i)
        break
      case 'APOC':
      case 'DBMS':
        readProcedure(i)
        break
      default:
        break
    }
  }
  if (seen.size === 0) report(/^(?:MATCH|RETURN|SHOW|PROFILE|WITH|UNWIND|OPTIONAL|CALL|USE)$/.test(tokens[0]?.text ?? '') ? 'read' : 'other', label)

  function readPath(kind: QueryClass, at: number): void {
    const literal = tokens.slice(at, at + 12).find((token) => token.kind === 'string' || token.kind === 'name')
    report(kind, literal === undefined ? null : literalText(text, literal).slice(0, 4000))
  }
  function readProcedure(at: number): void {
    const name = tokens
      .slice(at, at + 8)
      .map((token) => token.text)
      .join('')
    if (/^APOC\.(?:CYPHER|PERIODIC)\./.test(name)) {
      // the literals are queries; a bounded number of them, not nested further
      const last = tokens.slice(at, at + 40).filter((token) => token.kind === 'string' || token.kind === 'name')
      const inner = last.map((token) => literalText(text, token)).join(' ')
      if (/\bdelete\b/i.test(inner)) report(/\b(?:where|limit)\b|\{\s?\w/i.test(inner) ? 'delete-some' : 'delete-all', null)
      else if (/\bset\b|\bremove\b/i.test(inner)) report('update-some', null)
    } else if (name.startsWith('APOC.EXPORT.')) readPath('write-file', at)
    else if (/^APOC\.(?:LOAD|IMPORT)\./.test(name)) readPath('read-file', at)
    else if (name.startsWith('APOC.SCHEMA.ASSERT')) report('drop-index', null)
    else if (/^APOC\.(?:NODES|REFACTOR)\.DELETE/.test(name)) report('delete-some', null)
    else if (/^DBMS\.(?:KILL|TERMINATE)/.test(name)) report('kill', null)
    else if (/^DBMS\.(?:SETCONFIG|CLUSTER)/.test(name)) report('setting', null)
    else if (name.startsWith('DBMS.SECURITY.')) report('grant', null)
  }
}

export const reader: QueryReader = { name: 'cypher', read: (text) => readCypher(text) }
