// Follows what goes through named pipes and co-processes, whichever end is read first.
import type { Word } from '../../model.ts'
import { drain, feed } from '../../machine/descriptors.ts'
import { assign } from '../../machine/env.ts'
import type { Shell } from '../../machine/process.ts'
import { hasTrait } from '../../meaning/traits.ts'
import { literal, unknownWord } from '../../value/text.ts'

/** Whether anything may wait for what is written later. */
export const hasPipes = (shell: Shell): boolean => makersOf(shell).length > 0
const makersOf = ({ trace: { actions, books } }: Shell): readonly number[] =>
  actions.flatMap((action) => (action.does === 'run' && hasTrait(books.meaning, action.program, 'makes-pipe') ? [action.id] : []))

/** Whether something was written to a named pipe since. */
export function hasFilled(shell: Shell, since: number): boolean {
  const makers = new Set(makersOf(shell))
  const pipes = new Set<string>()
  return shell.trace.actions.some((action) => {
    if (action.does !== 'write' || action.resolved === null) return false
    if (action.by !== null && makers.has(action.by)) pipes.add(action.resolved)
    else return action.id >= since && pipes.has(action.resolved)
    return false
  })
}

/** What is written to it later it reads then. */
export function openCoproc(shell: Shell, name: string, stdin: Word | null, read: (fed: Word) => Word): void {
  const [answers, questions] = [`{${name}-0}`, `{${name}-1}`]
  feed(shell, answers, read(stdin ?? unknownWord('coproc', false)))
  drain(shell, questions, { hear: (written) => feed(shell, answers, read(written)) })
  assign(shell, name, { words: [literal(answers), literal(questions)], array: true })
}
