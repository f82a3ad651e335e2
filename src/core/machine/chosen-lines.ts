// Which of the names of a listing a line filter hands on: as globs, where its pattern is plain enough.
import type { Part, Word } from '../model.ts'
import { ownMatching } from '../self/own-files.ts'
import { knownStart, toWord } from '../value/fields.ts'
import { literal } from '../value/text.ts'
import { locate } from '../disk/paths.ts'
import { wordSet } from '../text/word-set.ts'
import { has, valuesOf } from '../meaning/options.ts'
import type { Parsed } from '../meaning/options.ts'
import { normalise } from '../text/path.ts'
import type { Shell } from './process.ts'

/** It prints other lines than those that hold what is looked for, or less than a line. */
const ALTERS = ['--invert-match', '--file', '--only-matching', '--count', '--after-context', '--before-context', '--context']
const EXTENDED = ['--extended-regexp', '--perl-regexp']
const ANY: Part = { kind: 'glob', text: '*' }
const ONE: Part = { kind: 'glob', text: '?' }
/** Some of what a folder holds, however deep: not all of it. */
const SOME: readonly Part[] = [ANY, { kind: 'text', text: '/' }, { kind: 'glob', text: '?*' }]
/** More alternatives than anybody writes by hand: then all names count. */
const MOST_ALTERNATIVES = 16

/** `ls | grep nvim`: of all names in a folder, those that hold what is looked for. */
export function chosenFrom(shell: Shell, items: readonly Word[], parsed: Parsed): readonly Word[] {
  if (parsed.node.name !== 'grep' || has(parsed.options, ALTERS)) return items
  const patterns = valuesOf(parsed.options, '--regexp')
  const own = parsed.operands.slice(parsed.depth)
  const [given] = patterns.length > 0 ? patterns : own
  if (given?.text == null) return items
  const { text: pattern } = given
  const deep = items.flatMap((item) => (item.deep === undefined ? [] : [normalise(item.deep, knownStart(shell.cwd))]))
  const found = deep.flatMap((folder) => ownMatching(shell.trace.scene, folder, pattern).map((path) => literal(path)))
  if (found.length > 0) return [...items, ...found]
  // Of several patterns, or of a file, anything may come; and globs tell capitals apart.
  if (has(parsed.options, ['--ignore-case']) || patterns.length > 1 || own.length > (patterns.length > 0 ? 0 : 1)) return items
  const globs = has(parsed.options, ['--fixed-strings'])
    ? [[ANY, { kind: 'text' as const, text: pattern }, ANY]]
    : globsOf(pattern, has(parsed.options, EXTENDED))
  if (globs === null) return items
  return items.flatMap((item) => {
    const { text, parts = [], from = [], deep: below } = item
    const last = parts.at(-1)
    const isAll = below === undefined && parts.length <= 2 && last?.kind === 'glob' && last.text === '*' && text !== null
    if (isAll) return globs.map((glob) => toWord([...parts.slice(0, -1), ...glob], from))
    if (below !== undefined && last?.kind === 'glob' && last.text === '*') {
      const keys = isPlain(pattern) ? keysCalled(shell, below, pattern) : []
      return keys.length > 0 ? [item, ...keys] : [{ ...toWord([...parts.slice(0, -1), ...SOME], from), deep: below }]
    }
    return parts.length === 0 && text !== null && isPlain(pattern) && !text.includes(pattern) ? [] : [item]
  })
}
/** `grep id_rsa`, `grep ssh`: keys, or a folder of keys, that are called so. */
const keysCalled = (shell: Shell, folder: string, name: string): readonly Word[] =>
  [`${folder}/${name}`, `${folder}/.${name}`]
    .filter((path) => [path, `${path}/x`].some((text) => locate(shell, { text }).places.some((place) => KEYS.has(place))))
    .map((path) => literal(path))
const KEYS = wordSet('credentials private-key ssh')
const isPlain = (pattern: string): boolean => /^[\w/-]+$/.test(pattern)

/** `^(dist|build)$`, `\.log$` as globs of whole names; null for what says more than that. */
function globsOf(pattern: string, extended: boolean): readonly (readonly Part[])[] | null {
  const grouped = extended && /^\^?\([^()]*\)\$?$/.test(pattern)
  const start = grouped && pattern.startsWith('^')
  const end = grouped && pattern.endsWith('$')
  const inner = grouped ? pattern.slice(start ? 2 : 1, end ? -2 : -1) : pattern
  const alternatives = inner.split(extended ? '|' : '\\|')
  if (alternatives.length > MOST_ALTERNATIVES) return null
  const globs = alternatives.map((one) => globOf(one, start, end))
  return globs.every((glob) => glob !== null) ? globs : null
}

function globOf(pattern: string, start: boolean, end: boolean): readonly Part[] | null {
  const parts: Part[] = start || pattern.startsWith('^') ? [] : [ANY]
  let at = pattern.startsWith('^') ? 1 : 0
  let known = 0
  const say = (text: string): void => {
    const last = parts.at(-1)
    if (last?.kind === 'text') parts[parts.length - 1] = { kind: 'text', text: last.text + text }
    else parts.push({ kind: 'text', text })
    known++
  }
  for (; at < pattern.length; at++) {
    const char = pattern[at] ?? ''
    const next = pattern[at + 1] ?? ''
    if (/[\w\-/ ,@=:~%]/.test(char) && !/[*?+{]/.test(next)) say(char)
    else if (char === '\\' && /[.\-+]/.test(next) && !/[*?+{]/.test(pattern[at + 2] ?? '')) {
      say(next)
      at++
    } else if (char === '.' && next === '*') {
      parts.push(ANY)
      at++
    } else if (char === '.' && !/[?+{]/.test(next)) parts.push(ONE)
    else if (char === '$' && at === pattern.length - 1) return known === 0 ? null : parts
    else return null
  }
  return known === 0 ? null : end ? parts : [...parts, ANY]
}
