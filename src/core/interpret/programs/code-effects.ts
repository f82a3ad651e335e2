// What does an effect of code carry along, and whose data does it take in?
import type { CodeEffect } from '../code/effects.ts'
import type { Word } from '../../model.ts'
import { locate } from '../paths.ts'
import { altered } from '../shell/state.ts'
import type { Shell } from '../shell/state.ts'
import { literal, NONE, union } from '../trace.ts'

const LONGEST_CALL = 4000
/** What a request is given may be made by calls nobody follows: what is written there goes along all the same. */
export const withSource = (effect: CodeEffect, text: string): CodeEffect =>
  effect.does !== 'connect'
    ? effect
    : { ...effect, along: [...(effect.along ?? []), text.slice(effect.start, Math.min(effect.end, effect.start + LONGEST_CALL))] }

export const takesOf = (effect: CodeEffect, ids: readonly (number | null)[], codeFrom: readonly number[]): readonly number[] =>
  union(
    effect.takes.map((at) => ids[at] ?? null).filter((id) => id !== null),
    effect.does === 'code' ? codeFrom : NONE,
  )

/** The shell in a folder that code has entered; null where nobody knows which. */
export function enteredFolder(shell: Shell, folder: Word): Shell | null {
  const { resolved } = locate(shell, folder)
  return resolved === null || resolved.includes('\0') ? null : altered(shell, { cwd: literal(resolved, folder.from) })
}
