// Which programs, files and sessions does an SQL statement reach by calling functions or naming paths?
import type { QueryClass } from '../_query/classes.ts'
import { findOne, findWord, isWordAt, readName } from './clauses.ts'
import type { Segment } from './clauses.ts'
import { firstLiteral } from './kinds.ts'
import { classOf } from '../_query/reader.ts'
import type { QueryWords } from '../_query/reader.ts'
import { literalText } from '../_query/tokens.ts'
import type { SqlToken } from '../_query/tokens.ts'

const EXTERNAL = /^(?:s3|gs|gcs|azure|abfss|wasbs|https?|snow):/i

/** Reports what the calls inside a statement reach. */
export function readCalls(segment: Segment, { functions, statements }: QueryWords, report: (kind: QueryClass, target: string | null) => void): void {
  const { tokens, to } = segment
  let reported = 0
  for (let i = segment.from; i < to; i++) {
    const token = tokens[i] as SqlToken
    if (token.kind !== 'word' && token.kind !== 'name') continue
    const word = token.kind === 'name' ? token.text.toUpperCase() : token.text
    if (word.length < 5) continue
    const called = tokens[i + 1]?.text === '(' && i + 1 < to
    const kind = (called ? classOf(functions, word) : undefined) ?? classOf(statements, word)
    if (kind === undefined || reported >= 100) continue
    reported++
    report(kind, called ? argumentOf(segment, i + 1) : firstLiteral({ ...segment, to: Math.min(to, i + 12) }, i + 1))
  }
}

/** The first literal among the arguments of the call whose parenthesis stands at `open`. */
function argumentOf(segment: Segment, open: number): string | null {
  const depth = (segment.tokens[open] as SqlToken).depth
  let end = open + 1
  while (end < segment.to && end < open + 40 && (segment.tokens[end] as SqlToken).depth > depth) end++
  return firstLiteral({ ...segment, to: end }, open + 1)
}

/** `… INTO OUTFILE 'x'`: a select that writes; null when it does not. */
export function outFile(segment: Segment): { path: string | null } | null {
  const at = findWord(segment, segment.from, new Set(['OUTFILE', 'DUMPFILE']))
  return at < 0 ? null : { path: firstLiteral(segment, at) }
}

/** COPY in its many dialects. */
export function readCopy(segment: Segment, report: (kind: QueryClass, target: string | null) => void): void {
  const { from, tokens, source } = segment
  const at = from + 1
  if (isWordAt(segment, at, 'INTO')) {
    // a stage or bucket as destination takes rows out; a table takes them in
    const token = tokens[at + 1]
    const first = token === undefined || at + 1 >= segment.to ? '' : source.slice(token.start, token.start + 1)
    return report(first === '@' || first === "'" ? 'copy-out' : 'insert', first === "'" ? firstLiteral(segment, at) : (readName(segment, at + 1)?.name ?? null))
  }
  const table = readName(segment, isWordAt(segment, at, 'BINARY') ? at + 1 : at)?.name ?? null
  const way = findWord(segment, at, new Set(['TO', 'FROM']))
  if (way < 0) return report('other', table)
  const program = isWordAt(segment, way + 1, 'PROGRAM')
  const token = tokens[program ? way + 2 : way + 1]
  const path = token?.kind === 'string' || token?.kind === 'name' ? literalText(source, token).slice(0, 4000) : null
  if (program) return report('shell', path)
  const away = (tokens[way] as SqlToken).text === 'TO'
  if (away) return path === null ? report('copy-out', table) : report(EXTERNAL.test(path) ? 'copy-out' : 'write-file', path)
  if (path !== null && !EXTERNAL.test(path)) report('read-file', path)
  report('insert', table)
}

/** LOAD DATA INFILE, BULK INSERT: a file becomes rows. */
export function readLoad(segment: Segment, report: (kind: QueryClass, target: string | null) => void): void {
  const path = firstLiteral(segment, segment.from)
  if (path === null) return report('other', null)
  report('read-file', path)
  const into = findOne(segment, segment.from, 'TABLE')
  report('insert', readName(segment, into < 0 ? segment.from + 2 : into + 1)?.name ?? null)
}
