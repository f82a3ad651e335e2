// What does an effect of code carry along, and whose data does it take in?
import type { CodeEffect } from '../languages/_code/effects.ts'
import type { Place, Span, Word } from '../model.ts'
import { ownNamed } from '../self/own-files.ts'
import { locate } from '../disk/paths.ts'
import type { PathEffect } from './effect.ts'
import { afford } from '../log/process.ts'
import { altered } from './process.ts'
import type { Shell } from './process.ts'
import { literal, NONE, union } from '../value/text.ts'
import { act } from './act.ts'

/** So much of a call is free; more of it is paid for. */
const CALL_A_STEP = 4000
/** What a request is given may be made by calls nobody follows: what is written there goes along all the same. */
export const withSource = (shell: Shell, effect: CodeEffect, text: string): CodeEffect =>
  effect.does !== 'connect' || !afford(shell, (effect.end - effect.start) / CALL_A_STEP)
    ? effect
    : { ...effect, along: [...(effect.along ?? []), text.slice(effect.start, effect.end)] }

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
  if (action !== undefined && more.length > 0 && !trace.budget.spent) trace.log.amend(action, { takes: union(action.takes, more) })
}

/** What is looked for by its name below a folder may be one of ours. */
export function actBelow(shell: Shell, effect: CodeEffect, deed: PathEffect, span: Span): number | null {
  for (const own of ownBelow(shell, effect, deed.path)) act({ ...deed, path: literal(own) }, shell, span)
  return act(deed, shell, span)
}

export const placesBelow = (shell: Shell, effect: CodeEffect, target: Word): readonly Place[] => [
  ...new Set(ownBelow(shell, effect, target).flatMap((own) => locate(shell, literal(own)).places)),
]

function ownBelow(shell: Shell, effect: CodeEffect, target: Word): readonly string[] {
  if (!('deep' in effect)) return NONE
  const { whole = '' } = locate(shell, target)
  const end = whole.lastIndexOf('/')
  const name = whole.slice(end + 1)
  if (!/[A-Za-z]/.test(name) || whole.includes('\0')) return NONE
  return ownNamed(shell.trace.scene, whole.slice(0, end).replace(/(?:\/\*\*)+$/, '') || '/', name, Number.POSITIVE_INFINITY)
}
