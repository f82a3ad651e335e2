// Says what code is handed besides itself: its input, its arguments, and the variables of this text whose names it says.
import type { Word } from '../model.ts'
import { afford } from '../log/process.ts'
import { NONE, union } from '../value/text.ts'
import type { Shell } from './shell.ts'

export interface Handed {
  readonly input: Word | null
  readonly words: readonly Word[]
}
const NOTHING_HANDED: Handed = { input: null, words: [] }
export const isHanded = ({ input, words }: Handed): boolean => input !== null || words.length > 0

/** Somebody vouches for what others trust: nothing is asked of that. */
export const handedTo = (shell: Shell, text: string, input: Word | null, args: readonly Word[]): Handed =>
  shell.trust === 'nobody'
    ? { input, words: [...args, ...namedIn(shell, text)].filter(({ from, text: known }) => known === null || from !== undefined) }
    : NOTHING_HANDED

export const fromOf = ({ input, words }: Handed): readonly number[] => words.reduce<readonly number[]>((all, { from }) => union(all, from), input?.from ?? NONE)

const VARIABLES_A_STEP = 16
/** The variables that this text has set and that a program's words name. */
export function namedIn(shell: Shell, text: string): readonly Word[] {
  if (shell.vars.size === 0 || !afford(shell, shell.vars.size / VARIABLES_A_STEP)) return []
  const names = new Set(text.match(/\b[A-Za-z_]\w*/g))
  return [...shell.vars].flatMap(([name, { words }]) => (names.has(name) ? words : []))
}
