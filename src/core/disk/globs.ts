// Which files would run where a pattern or a list is given for a script? Those on disk, asked for, and those this text wrote.
import type { Names, Word } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { normalise } from '../text/path.ts'
import { hasGlob } from '../value/fields.ts'
import type { Viewer } from './disk.ts'
import { addNeed } from '../log/trace.ts'

export interface Matching {
  readonly paths: readonly string[]
  /** How bad what was not looked at could be; null where all was. */
  readonly more: 'low' | 'high' | null
}

/** Null for a word that names one file, and for what cannot be known. */
export function filesLike(viewer: Viewer, word: Word): Matching | null {
  const inWild = viewer.wild && word.text?.startsWith('/') === false
  if ((!hasGlob(word) && word.deep === undefined && !inWild) || viewer.at !== 'here' || viewer.windows) return null
  const pattern = patternOf(viewer, word)
  if (pattern === null) return null
  const known = viewer.disk.namesLike(pattern)
  if (known === undefined) addNeed(viewer.trace, { kind: 'names', path: pattern })
  const fits = viewer.disk.written.size === 0 ? null : compileGlob(pattern)
  const written = fits === null ? [] : [...viewer.disk.written].filter((path) => fits(path))
  const paths = [...new Set([...(known?.paths ?? []), ...written])]
  return { paths, more: known?.more === undefined ? null : known.more === 'committed' ? 'low' : 'high' }
}

const escaped = (text: string): string => text.replaceAll(/[*?[\]{}\\]/g, '\\$&')

/** The pattern in full, from the root on; null where part of it is not known. */
export function patternOf(viewer: Viewer, word: Word): string | null {
  const parts = word.parts ?? [{ kind: 'text' as const, text: word.text ?? '' }]
  let text = ''
  for (const part of parts) {
    if (part.kind === 'unknown') return null
    // A group of alternatives to bash, what kind of file to zsh: any name will do.
    text += part.kind === 'glob' ? part.text.replace(/.?\(.*$/s, '*') : escaped(part.text)
  }
  const folder = word.deep === undefined ? '' : escaped(word.deep)
  if (word.deep !== undefined && text.startsWith(`${folder}/`)) text = `${folder}/**/${text.slice(folder.length + 1).replace(/^(?:\*\/)+/, '')}`
  const base = viewer.cwd.text
  if (!text.startsWith('/') && (base === null || !base.startsWith('/'))) return null
  const pattern = normalise(text, viewer.wild ? (base ?? '/') : escaped(base ?? '/'))
  return pattern.includes('\0') || !pattern.startsWith('/') ? null : pattern
}

/** Which files of these names lie in a folder that HEAD does not hold as they are; null until that is known. */
export function freshNames(viewer: Viewer, folder: string, names: readonly string[]): Names | null {
  if (viewer.at !== 'here' || viewer.windows || viewer.later || names.length === 0) return null
  const path = `${folder === '/' ? '' : escaped(folder)}/${names.length === 1 ? names[0] : `{${names.join(',')}}`}`
  const known = viewer.disk.namesLike(path)
  if (known === undefined) addNeed(viewer.trace, { kind: 'names', path, fresh: true })
  return known ?? null
}

/** Asks what a file holds that is about to be run; what a pattern led to is looked at first. */
export function askFile(viewer: Viewer, path: string): void {
  addNeed(viewer.trace, { kind: 'file', path, ...(viewer.disk.isNamed(path) ? { taken: true } : {}) })
}
