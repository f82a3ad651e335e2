// Where does code come from, and what of it is not known?
import type { Word } from '../model.ts'
import { unknownWord } from '../value/text.ts'
import { setVariable } from './env.ts'
import type { Shell } from './shell.ts'

/** Variables that stand in a text for what is not known of it: what they hold comes from where the text does. */
export function fillHoles(shell: Shell, names: readonly string[], from: readonly number[]): void {
  for (const name of names) if (!shell.vars.has(name)) setVariable(shell, name, unknownWord(name, true, from))
}

export function cameFromDecoder(shell: Shell, code: Word): boolean {
  const { notes, log } = shell.trace
  return notes.hasDecoders && log.behind(code).some((id) => notes.isDecoder(id))
}
