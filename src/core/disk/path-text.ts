// What does a word say as a path, as far as it is known? Conventional variables have their usual value.
import type { Scene, Word } from '../model.ts'
import { whereLies } from '../self/own-paths.ts'
import type { Viewer } from './disk.ts'

/** Stands for text that is not known, inside a path. */
export const HOLE = '\0'

/** The word as path text with holes; conventional variables get their usual value. */
export function pathText(viewer: Viewer, word: Word): string {
  let text = word.text ?? ''
  if (word.text === null) for (const part of word.parts ?? []) text += part.kind === 'unknown' ? (conventional(viewer, part.name) ?? HOLE) : part.text
  // To zsh, where a command lies.
  if (text.startsWith('=') && viewer.trace.notes.widened.zsh) return ownCommand(viewer.trace.scene, text.slice(1)) ?? text
  if (text.endsWith(')') && viewer.trace.notes.widened.zsh) text = text.replace(QUALIFIER, '$1')
  return viewer.windows ? text.replaceAll('\\', '/') : text
}
/** Behind a pattern of zsh: which of the files it takes. */
const QUALIFIER = /([*?\]])\([^()|]{1,40}\)$/

const ownCommand = ({ own = [] }: Scene, name: string): string | undefined =>
  own.find((path) => path.endsWith(`/${name}`)) ?? (name === 'prudent-hook' ? own.find((path) => path.endsWith('/prudent')) : undefined)

function conventional(viewer: Viewer, name: string | null): string | null {
  if (name === null) return null
  const { scene, books } = viewer.trace
  if (name === 'HOME' || name === 'USERPROFILE') return scene.home
  if (name === 'PWD') return viewer.cwd.text
  const usual = Object.hasOwn(books.meaning.variables, name) ? (books.meaning.variables[name]?.replace(/^~/, scene.home) ?? null) : null
  return usual?.startsWith(PROGRAMS) === true ? whereLies(scene, usual.slice(PROGRAMS.length)) : usual
}
const PROGRAMS = '/usr/bin/'

/** The text left when every unknown part that may be empty is empty; null when there is none. */
export function whenEmpty(viewer: Viewer, word: Word): string | null {
  if (word.text !== null) return null
  let text = ''
  let emptied = false
  for (const part of word.parts ?? []) {
    if (part.kind !== 'unknown') text += part.text
    else if (part.mayBeEmpty && conventional(viewer, part.name) === null) emptied = true
    else text += conventional(viewer, part.name) ?? HOLE
  }
  return emptied && text !== '' ? text : null
}
