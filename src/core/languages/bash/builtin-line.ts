// The words of a shell's own command, and the action that it is by itself.
import type { Word } from '../../model.ts'
import type { Performed, Shell } from '../../machine/process.ts'
import { knownStart } from '../../value/fields.ts'
import { union } from '../../value/text.ts'
import { act } from '../../machine/act.ts'

export const NOTHING: Word = { text: '' }

export const args = (command: Performed): readonly Word[] => command.words.slice(1)
export const operands = (command: Performed): readonly Word[] =>
  args(command).filter((word) => !knownStart(word).startsWith('-') && !knownStart(word).startsWith('+'))

/** Builtins are commands too: rules may name them. */
export function note(shell: Shell, command: Performed): number {
  const [head, ...rest] = command.words
  const takes = rest.reduce<readonly number[]>((all, word) => union(all, word.from), [])
  const program = head?.text ?? ''
  const options = rest.filter((word) => /^[-+]./.test(knownStart(word))).map((word) => ({ name: word.text ?? knownStart(word), value: true as const }))
  return act({ do: 'run', program, options, operands: operands(command), assigns: command.assigns, dry: false, depth: shell.depth, takes }, shell, command.span)
}

/** Whether what is run comes from a decoder. */
export const isDecoded = (shell: Shell, code: Word): boolean => (code.from ?? []).some((id) => shell.trace.notes.isDecoder(id))
