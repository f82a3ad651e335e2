// What does code print, where every word of it is known and nothing decides whether it comes to that?
import type { Word } from '../../model.ts'
import type { CodeEffect } from './effects.ts'

/** With any of these it may print less, more, or in another order. */
const TURNS = /\b(?:if|else|elif|elsif|for|foreach|while|until|unless|case|when|switch|match|try|except|catch|rescue|each|map|end)\b|\?|&&|\|\|/
const MOST = 4_000
/** Of more than these not all were kept. */
export const MOST_PRINTED = 16

/** Code asks for the home by its variable. */
const known = ({ text, parts }: Word, home: string | null): string | null =>
  text ??
  (home !== null && parts?.every((part) => part.kind !== 'unknown' || part.name === 'HOME') === true
    ? parts.map((part) => (part.kind === 'unknown' ? home : part.text)).join('')
    : null)

export function printedBy(effects: readonly CodeEffect[], code: string, home: string | null = null): string | null {
  const lines: string[] = []
  for (const effect of effects) {
    if (effect.does !== 'print') {
      // What runs may print too.
      if (effect.does === 'run' || effect.does === 'shell' || effect.does === 'code' || effect.does === 'unknown') return null
      continue
    }
    const text = known(effect.text, home)
    if (text === null || effect.dormant === true) return null
    lines.push(text)
  }
  return lines.length === 0 || lines.length >= MOST_PRINTED || code.length > MOST || TURNS.test(code)
    ? null
    : lines.map((line) => (line.endsWith('\n') ? line : `${line}\n`)).join('')
}
