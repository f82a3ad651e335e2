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

/** A loop may hand what is read later to what was done earlier: such data is known only once all is read. */
export function completeTakes({ trace }: Shell, id: number | null, later: readonly (number | null)[]): void {
  const action = id === null ? undefined : trace.actions[id]
  const more = later.filter((other) => other !== null)
  // Without budget an id may be another action's.
  if (action !== undefined && more.length > 0 && trace.budget > 0) trace.actions[action.id] = { ...action, takes: union(action.takes, more) }
}
