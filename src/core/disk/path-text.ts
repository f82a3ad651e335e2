// What does a word say as a path, as far as it is known? Conventional variables have their usual value.
import type { Word } from '../model.ts'
import { whereLies } from '../self/own-paths.ts'
import type { Shell } from '../machine/process.ts'

/** Stands for text that is not known, inside a path. */
export const HOLE = '\0'

/** The word as path text with holes; conventional variables get their usual value. */
export function pathText(shell: Shell, word: Word): string {
  let text = word.text ?? ''
  if (word.text === null) for (const part of word.parts ?? []) text += part.kind === 'unknown' ? (conventional(shell, part.name) ?? HOLE) : part.text
  return shell.windows ? text.replaceAll('\\', '/') : text
}

function conventional(shell: Shell, name: string | null): string | null {
  if (name === null) return null
  const { scene, books } = shell.trace
  if (name === 'HOME' || name === 'USERPROFILE') return scene.home
  if (name === 'PWD') return shell.cwd.text
  const usual = Object.hasOwn(books.meaning.variables, name) ? (books.meaning.variables[name]?.replace(/^~/, scene.home) ?? null) : null
  return usual?.startsWith(PROGRAMS) === true ? whereLies(scene, usual.slice(PROGRAMS.length)) : usual
}
const PROGRAMS = '/usr/bin/'

/** The text left when every unknown part that may be empty is empty; null when there is none. */
export function whenEmpty(shell: Shell, word: Word): string | null {
  if (word.text !== null) return null
  let text = ''
  let emptied = false
  for (const part of word.parts ?? []) {
    if (part.kind !== 'unknown') text += part.text
    else if (part.mayBeEmpty && conventional(shell, part.name) === null) emptied = true
    else text += conventional(shell, part.name) ?? HOLE
  }
  return emptied && text !== '' ? text : null
}
