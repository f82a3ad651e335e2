// What does an effect of code carry along, and whose data does it take in?
import type { CodeEffect } from '../code/effects.ts'
import { NONE, union } from '../trace.ts'

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
