// One command line with the id of its run, and text that the command would hand to a shell.
import type { Word } from '../model.ts'
import { fork } from './process.ts'
import { literal } from '../value/text.ts'
import { execute } from './execute.ts'
import type { ReaderLine } from './shell.ts'

export function runShell({ shell, command, id }: ReaderLine, text: string | Word): Word {
  return execute(fork(shell, { by: id, depth: shell.depth + 1, span: shell.span ?? command.span }), {
    language: 'shell',
    code: typeof text === 'string' ? literal(text) : text,
    origin: 'argument',
    span: command.span,
    stdin: null,
  })
}
