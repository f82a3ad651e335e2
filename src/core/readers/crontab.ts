// Which commands does a table for cron hold? What comes at its time runs as if it were run now, and maybe not.
import { contentOf } from '../disk/paths.ts'
import { doerOf } from '../log/process.ts'
import { knownText } from '../value/fields.ts'
import { fork } from '../machine/process.ts'
import { execute } from '../machine/execute.ts'
import type { ReaderLine } from '../machine/shell.ts'

const MOST_LINES = 200
/** Five fields or a word for them, then the command. */
const ENTRY = /^\s*(?:@\w+|(?:[\d*,/A-Za-z-]+\s+){4}[\d*,/A-Za-z-]+)\s+(\S.*)$/

export function readCrontab({ shell, command, parsed, id }: ReaderLine): null {
  const [file] = parsed.operands
  const table = file === undefined || file.text === '-' ? command.stdin : contentOf(shell, file)
  if (table === null) return null
  for (const line of shell.trace.budget.cut(knownText(table).split('\n'), MOST_LINES, doerOf(shell, command.span), 'more lines for cron than are read')) {
    const [, said] = ENTRY.exec(line) ?? []
    if (said === undefined || line.trimStart().startsWith('#')) continue
    const inner = fork(shell, { by: id, certain: false, depth: shell.depth + 1, span: shell.span ?? command.span })
    // Behind an unescaped `%` stands what the command reads.
    execute(inner, { language: 'shell', code: { text: said.replace(/(?<!\\)%.*$/, '') }, origin: 'argument', span: command.span, stdin: null })
  }
  return null
}
