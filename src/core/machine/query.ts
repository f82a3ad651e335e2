// What would this query do? Its effects become actions, and the files and commands in it are read on.
import type { Span, Word } from '../model.ts'
import { askContent, contentOf, locate } from '../disk/paths.ts'
import { readQuery } from '../languages/read-query.ts'
import { addNeed, readOnce } from '../log/trace.ts'
import { isRooted } from '../text/path.ts'
import { BLANK, wordOfBlanks } from '../value/placeholders.ts'
import { NONE } from '../value/text.ts'
import { act } from './act.ts'
import { fillHoles } from './code-source.ts'
import { notRead } from './effect.ts'
import { fork } from './process.ts'
import type { Shell } from './process.ts'

const LONGEST = 200_000

/** SQL files (`-f`) come here as stdin or content too. */
const WRITES_FILES = /\b(?:writefile|load_extension|outfile|dumpfile|lo_export|copy)\b/i
export function query(shell: Shell, span: Span, engine: string, text: Word, host: string | null): void {
  const code = text.text ?? text.parts?.map((part) => (part.kind === 'unknown' ? ' ? ' : part.text)).join('') ?? ''
  if (text.text === null) askContent(shell, text)
  if (code === '') return
  if (code.length > LONGEST) return void act(notRead('too-large', 'high', `${code.length} characters of ${engine}`), shell, span)
  // What writes files of this machine under a name that may be put together.
  if (shell.by !== null && WRITES_FILES.test(code)) shell.trace.notes.keepCode(shell.by, code)
  const spelled = (target: string, hole: string): string => (text.text === null ? target.replaceAll(/ ?\? ?/g, hole) : target)
  for (const found of readOnce(shell.trace, engine, code, () => readQuery(shell.trace.books.languages, engine, code))) {
    if (shell.trace.budget.spent) break
    act({ do: 'query', engine, class: found.class, target: found.target, host, takes: text.from ?? [] }, shell, span)
    if (found.class === 'shell' && found.target !== null) runQueried(shell, span, spelled(found.target, '${_unknown}'), text.from)
    if (found.class === 'run-file' && found.target !== null) queryFile(shell, span, engine, found.target, host)
    if ((found.class === 'read-file' || found.class === 'write-file') && found.target !== null) {
      const path = text.text === null ? wordOfBlanks(spelled(found.target, BLANK), text.from ?? NONE) : { text: found.target }
      act({ do: found.class === 'read-file' ? 'read' : 'write', path, how: 'whole' }, shell, span)
    }
  }
}

/** A command line in a query; what is not known of it comes from where the query does. */
function runQueried(shell: Shell, span: Span, text: string, from: readonly number[] = NONE): void {
  const inner = fork(shell, { depth: shell.depth + 1, span: shell.span ?? span })
  if (from.length > 0) fillHoles(inner, ['_unknown'], from)
  shell.read.text(inner, text, null)
}

const DEEPEST_FILES = 12

/** `\\i x.sql`, `.read x.sql`, `source x.sql`: what the file holds is asked too. */
function queryFile(shell: Shell, span: Span, engine: string, file: string, host: string | null): void {
  const { resolved } = locate(shell, { text: file })
  if (resolved === null || shell.at !== 'here' || !isRooted(resolved) || resolved.includes('\0')) return
  if (shell.depth >= DEEPEST_FILES)
    return void act({ do: 'unknown', because: 'too-deep', could: 'high', detail: 'files of queries too deep to follow' }, shell, span)
  const text = contentOf(shell, { text: file })
  if (text === null) return addNeed(shell.trace, { kind: 'file', path: resolved })
  if (text.text !== null) query(fork(shell, { depth: shell.depth + 1 }), span, engine, text, host)
}
