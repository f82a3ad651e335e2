// What a run's words say by themselves, whatever its entry knows of them: commands in variables, files of ours, places, commands behind the program's name.
import { fork } from './process.ts'
import { noteHolding, noteOwnWords } from './own-words.ts'
import { notePlaces } from './place-first.ts'
import { runBehindDashes, runStarted } from './nested-command.ts'
import { hasRole } from '../meaning/traits.ts'
import type { Run } from './run-line.ts'

/** Variables whose value is a command that programs start. */
export function runVariables({ shell, command, assigns }: Run): void {
  for (const { name, value } of assigns) {
    if (hasRole(shell.trace.books.meaning, name, 'command') && value.text !== null && /[\s/]/.test(value.text))
      shell.read.text(fork(shell, { depth: shell.depth + 1, span: shell.span ?? command.span }), value.text, null)
  }
}

export function readWords({ shell, command, parsed, entry, id }: Run): void {
  const { node } = parsed
  noteOwnWords(shell, command, parsed)
  notePlaces(shell, command, parsed)
  if (!entry.known) {
    noteHolding(shell, command)
    if (shell.at === 'here' && command.words.some(({ text }) => text === null)) shell.trace.notes.hand(id)
    runStarted(shell, command)
  } else if (node.runs.length === 0 && node.does.length === 0 && node.reader === undefined) runBehindDashes(shell, command)
}
