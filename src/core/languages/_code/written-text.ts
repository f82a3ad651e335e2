// Tracks what a file holds that this code writes, while every piece is known: it may be run next.
import type { CodeEffect } from './effects.ts'
import { literal } from './values.ts'
import type { Value } from './values.ts'

const LONGEST = 100_000

/** The effect with one more piece of text in its file; `null` content: not known any more. */
export function withText<E extends CodeEffect>(effect: E, piece: Value | undefined): E {
  if (effect.does !== 'write' || piece === undefined || effect.content === null) return effect
  const text = literal(piece)
  const all = (effect.content ?? '') + (text ?? '')
  return { ...effect, content: text === null || all.length > LONGEST ? null : all }
}
