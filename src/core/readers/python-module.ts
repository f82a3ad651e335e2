// Which program does `python -m module …` run?
import type { Word } from '../model.ts'
import { fork } from '../machine/process.ts'
import { locate } from '../disk/paths.ts'
import { UNDESCRIBED } from '../languages/_book/book.ts'
import { execute } from '../machine/execute.ts'
import { moduleAt } from '../machine/modules.ts'
import type { ReaderLine } from '../machine/shell.ts'

/** The module's program with everything after its name: what looks like an option there is the module's. */
export function readPython({ shell, command, parsed, id }: ReaderLine): Word | null {
  const at = command.words.findIndex((word, position) => position > 0 && /^-[bBdEiIOPqsSuvx]*m/.test(word.text ?? ''))
  const flag = command.words[at]?.text
  if (flag == null) return null
  const attached = flag.slice(flag.indexOf('m') + 1)
  const module = attached === '' ? command.words[at + 1]?.text : attached
  if (module == null || !/^[\w.-]+$/.test(module)) return null
  const rest = command.words.slice(attached === '' ? at + 2 : at + 1)
  const inner = fork(shell, { by: id, depth: shell.depth + 1, span: shell.span ?? command.span })
  // A module of the project itself comes before any that is installed.
  const language = parsed.chain.flatMap(({ runs }) => runs).find((carrier) => carrier.language !== undefined)?.language ?? UNDESCRIBED
  const file = moduleAt(inner, language, locate(inner, { text: module.replaceAll('.', '/') }).resolved)
  const code = file === null ? undefined : shell.disk.contentAt(file)
  if (file !== null && code !== undefined) return execute(inner, { language, code, origin: 'file', span: command.span, stdin: command.stdin, args: rest, file })
  return shell.read.perform(inner, { ...command, words: [{ text: module }, ...rest] })
}
