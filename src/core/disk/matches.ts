// What does a pattern for names stand for on disk, where somebody looked? What it reaches through a link is written out.
import type { Matches, Part, Word } from '../model.ts'
import { compileGlob } from '../text/glob.ts'
import { patternOf } from './globs.ts'
import { hasGlob, toWord } from '../value/fields.ts'
import type { Viewer } from './disk.ts'
import { addNeed } from '../log/trace.ts'
import { unknownWord } from '../value/text.ts'

/** The pattern of a word that stands for names on this machine; null for what names one path, and for what cannot be known. */
const patternIn = (viewer: Viewer, word: Word): string | null =>
  isPattern(viewer, word) && word.deep === undefined && viewer.at === 'here' && !viewer.windows && !viewer.later ? patternOf(viewer, word) : null

/** `cd a*; rm b` too: then the folder is a pattern. */
export const isPattern = (viewer: Viewer, word: Word): boolean => hasGlob(word) || (viewer.wild && word.text?.startsWith('/') === false)

/** The folder that is known before the first wildcard. */
export function knownFolder(viewer: Viewer, word: Word): string {
  const pattern = patternIn(viewer, word) ?? '/'
  return pattern.slice(0, pattern.lastIndexOf('/', Math.max(0, pattern.search(/[*?[\\]/)))) || '/'
}

/** Asks what it stands for, and says so once it is known. */
export function matchesOf(viewer: Viewer, word: Word): Matches | null {
  const pattern = patternIn(viewer, word)
  if (pattern === null) return null
  addNeed(viewer.trace, { kind: 'matches', path: pattern })
  return viewer.disk.matchesLike(pattern) ?? null
}

/** Whether a folder is named by a pattern: `a*` names what it deletes, `a*` in `a*` + `/b` what it deletes from. */
export const hasWildFolder = (viewer: Viewer, word: Word): boolean => viewer.wild || /^[^*?[]*[*?[][^/]*\/./.test(word.text ?? '')

/** The words as a shell would hand them on, as far as links are among what a pattern stands for. */
export function writtenOut(viewer: Viewer, words: readonly Word[]): readonly Word[] {
  if ((!viewer.disk.hasMatches && !viewer.disk.hasLinks) || !words.some(hasGlob)) return words
  return words.flatMap((word) => {
    const pattern = hasGlob(word) ? patternIn(viewer, word) : null
    if (pattern === null) return [word]
    const known = viewer.disk.matchesLike(pattern)
    const linked = [...new Set([...(known?.linked ?? []), ...madeHere(viewer, pattern)])]
    if (linked.length === 0) return [word]
    const end = word.text?.endsWith('/') === true ? '/' : ''
    const out = linked.map((path) => wordOf(path + end, word.from))
    // What was left off may be anything.
    if (known?.more === 'links') out.unshift(unknownWord('pattern', false, word.from))
    return known !== undefined && known.more === undefined && known.paths.length <= (known.linked?.length ?? 0) ? out : [word, ...out]
  })
}

/** Links that this text makes are not on disk yet. */
function madeHere(viewer: Viewer, pattern: string): readonly string[] {
  if (!viewer.disk.hasLinks) return []
  const components = pattern.split('/')
  const first = components.findIndex((one) => /(?<!\\)[*?[]/.test(one))
  /** Of each component, made once for all links. */
  const tests: ((name: string) => boolean)[] = []
  const out: string[] = []
  for (const link of viewer.disk.links) {
    const names = link.split('/')
    if (first < 0 || first >= names.length || names.length > components.length) continue
    if (names.every((name, at) => (tests[at] ??= compileGlob(components[at] ?? ''))(name)))
      out.push([link.replaceAll(/[*?[\]{}\\]/g, '\\$&'), ...components.slice(names.length)].join('/'))
  }
  return out
}

/** A pattern as a word: `\` makes the next character mean itself. */
function wordOf(pattern: string, from: readonly number[] | undefined): Word {
  const parts: Part[] = []
  let text = ''
  for (const piece of pattern.match(/\\[^]|[*?]|\[[^\]/]*\]|[^\\*?[]+|[^]/g) ?? []) {
    if (piece === '*' || piece === '?' || (piece.length > 1 && piece.startsWith('['))) {
      if (text !== '') parts.push({ kind: 'text', text })
      text = ''
      parts.push({ kind: 'glob', text: piece })
    } else text += piece.length === 2 && piece.startsWith('\\') ? piece.slice(1) : piece
  }
  if (text !== '') parts.push({ kind: 'text', text })
  return toWord(parts, from ?? [])
}
