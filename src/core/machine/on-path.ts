// What is known of a path that is read, written or deleted, besides where it lies; and what else the same deed is done to.
import type { Place, Word } from '../model.ts'
import { hasWildFolder, knownFolder, matchesOf } from '../disk/matches.ts'
import { cameSince, isFound, stillHolds } from '../disk/observed.ts'
import { HOLE, pathText, whenEmpty } from '../disk/path-text.ts'
import { ANCHORED, contentOf, locate } from '../disk/paths.ts'
import type { Located } from '../disk/paths.ts'
import { folderOfGlob } from '../disk/places/places.ts'
import type { Doer } from '../log/log.ts'
import { findProgram } from '../meaning/entries.ts'
import { changesTaste, entriesBelow, keepsOurs, speaksOfUs } from '../self/wiring.ts'
import type { Tastes } from '../self/wiring.ts'
import { isWithin, normalise } from '../text/path.ts'
import { wordSet } from '../text/word-set.ts'
import { hasGlob } from '../value/fields.ts'
import { NONE, union, withFrom } from '../value/text.ts'
import type { PathEffect } from './effect.ts'
import type { Shell } from './process.ts'
import { comesFromOutside } from './trust.ts'
import { ABSENT } from './env.ts'

const WORTH_EMPTY: ReadonlySet<Place> = new Set(['root', 'home', 'homes', 'system', 'project', 'contains-home', 'contains-project', 'contains-root', 'vcs'])

/** What it would hit if an unknown variable is empty: `empty-root`, `empty-home` … */
export function emptyPlaces(shell: Shell, word: Word, recursive: boolean): readonly Place[] {
  const text = whenEmpty(shell, word)
  if (text === null || !ANCHORED.test(text)) return NONE
  const literalParts = word.parts?.filter((part) => part.kind !== 'unknown') ?? []
  const { places } = locate(shell, { text, parts: literalParts }, true)
  const found = places.filter((place) => WORTH_EMPTY.has(place)).map((place) => `empty-${place}`)
  return isAll(word, text, recursive) ? [...found, 'empty-all'] : found
}
/** `rm -f $DIR/*`, `find $DIR/ …`, `find $DIR -mtime …`: all files of a folder that nobody meant. Only where nothing in the call says what the variable holds. */
const isAll = ({ from = NONE, deep }: Word, text: string, recursive: boolean): boolean =>
  from.length === 0 && ((text === '/*' && !recursive) || (deep === '' && (text === '/*/?*' || text.startsWith('//'))))

/** What the entry of the agent that most others follow says. */
const tastesOf = ({ trace }: Shell): Tastes => findProgram(trace.books.meaning, 'claude').lists ?? {}

/** What is named in a folder that nobody knows comes from what computed the folder. */
export const fromFolder = (shell: Shell, word: Word, resolved: string | null): Word =>
  resolved === null && shell.cwd.from !== undefined && !ANCHORED.test(word.text ?? '') ? withFrom(word, union(word.from, shell.cwd.from)) : word

/** What a look at the disk says of it: nothing lies there, or git has all of it. */
export function foundOut(shell: Shell, word: Word, effect: PathEffect, resolved: string | null, places: readonly Place[]): readonly Place[] {
  const isDatabase = places.includes('database-file')
  const removes = effect.do === 'delete' && (effect.recursive || isDatabase) && !places.includes('regenerable')
  const replaces = effect.do === 'write' && (isDatabase || places.includes('environment-file'))
  // What is looked for at any depth may lie anywhere below.
  if ((!removes && !replaces) || (word.deep !== undefined && word.deep !== word.text)) return NONE
  // What printed or joined the text may have dropped that its wildcards are live; and to zsh `$x:h` is the folder above.
  const isPlain = !/[*?[(]|:[a-zA-Z]+$/.test(resolved ?? '')
  const came = isPlain ? cameSince(shell, resolved, removes && places.includes('inside-project')) : null
  if (came !== null) return [came]
  // What makes a database is seldom seen doing it.
  if (isPlain && isDatabase && shell.disk.hasFound('missing', resolved ?? '') && shell.disk.movedInto(resolved ?? '').length === 0) return NOTHING_THERE
  if (replaces && shell.vars.has(`${ABSENT}${resolved}`)) return NOTHING_THERE
  if (isPlain && removes && !isDatabase && places.includes('inside-project') && isFound(shell, 'missing', `${resolved}/.`)) return SINGLE_FILE
  return (removes || isDatabase) && places.includes('inside-project') && isFound(shell, 'whole', resolved) ? COMMITTED : NONE
}
/** What a recursive deletion takes by a pattern that is worse than the pattern looks: it counts as if it were written out. */
export function* worseMatches(shell: Shell, word: Word): Generator<Word> {
  for (const text of matchesOf(shell, word)?.paths ?? NONE) if (locate(shell, { text }, true).places.some((place) => WORTH_NAMING.has(place))) yield { text }
}
/** What a look at the disk says where a pattern says what. */
export function foundByPattern(shell: Shell, word: Word, effect: PathEffect, { resolved, places }: Located): readonly Place[] {
  if (effect.do === 'read') return NONE
  const removes = effect.do === 'delete' && effect.recursive
  if (effect.do === 'delete' && !removes && !hasWildFolder(shell, word)) return NONE
  const matches = matchesOf(shell, word)
  if (matches === null || (!removes && !places.includes('environment-file'))) return NONE
  if (matches.more !== undefined || places.includes('regenerable')) return NONE
  if (matches.paths.length === 0) {
    const folder = knownFolder(shell, word)
    return stillHolds(shell, folder) || cameSince(shell, folder) !== null ? NOTHING_THERE : NONE
  }
  if (removes && places.includes('contents') && !hasWildFolder(shell, word) && isOurs(shell, resolved ?? '')) return COMMITTED
  if (!removes || matches.paths.length > MOST_ASKED) return NONE
  return matches.paths.every((path) => isOurs(shell, path)) ? COMMITTED : NONE
}
const WORTH_NAMING = wordSet('root home homes system project contains-home contains-project self contains-self vcs')
/** Finding out whether git has all of a folder takes time. */
const MOST_ASKED = 8

/** In the project, and it can be made again or git has it. */
function isOurs(shell: Shell, path: string): boolean {
  const { places } = locate(shell, { text: path }, true)
  return places.includes('inside-project') && (places.includes('regenerable') || isFound(shell, 'whole', path))
}

const NOTHING_THERE: readonly Place[] = ['nothing-there']
const SINGLE_FILE: readonly Place[] = ['single-file']
const COMMITTED: readonly Place[] = ['committed']

/** Whether a change to a host's settings is known to keep our entry, or speaks of it. */
export function entryPlaces(shell: Shell, doer: Doer, word: Word, effect: PathEffect, places: readonly Place[]): readonly Place[] {
  if (effect.do === 'read') return NONE
  if (effect.how === 'pattern' && effect.do === 'delete' && shell.trace.scene.wired !== undefined) return entriesBelow(pathText(shell, word), shell.trace.scene)
  const taste =
    effect.result !== undefined && places.includes('host-wiring') && changesTaste(tastesOf(shell), contentOf(shell, word), effect.result) ? TASTE : NONE
  if (places.includes('our-entry'))
    return effect.result !== undefined && keepsOurs(tastesOf(shell), contentOf(shell, word), effect.result) ? [...KEEPS, ...taste] : NONE
  return places.includes('host-wiring') && speaksOfUs(shell.trace, doer) ? NAMES : taste
}
const KEEPS: readonly Place[] = ['keeps-our-entry']
const TASTE: readonly Place[] = ['taste-only']
const NAMES: readonly Place[] = ['names-our-entry']

/** What a container does below a mount, it does to this machine; and what it deletes above one: where that lies here. */
export function* mountedAt(shell: Shell, word: Word, { do: does, recursive }: PathEffect): Generator<Word> {
  const text = pathText(shell, word)
  if (!text.startsWith('/') && shell.cwd.text === null) return
  const path = normalise(text, shell.cwd.text ?? '/')
  for (const { source, target } of shell.mounts) {
    const rest = isWithin(path, target) ? path.slice(target === '/' ? 0 : target.length) : null
    if (rest === null && !(does === 'delete' && recursive === true && isWithin(target, folderOfGlob(path)))) continue
    const there = source + (rest ?? '')
    const wild = hasGlob(word) ? there.search(/[*?[]/) : -1
    if (wild < 0) yield { text: there }
    else
      yield {
        text: there,
        parts: [
          { kind: 'text', text: there.slice(0, wild) },
          { kind: 'glob', text: there.slice(wild) },
        ],
      }
  }
}

const OWN_TASK: readonly Place[] = ['own-task']
const NEVER_OWN: readonly Place[] = ['vcs', 'inside-vcs', 'credentials', 'private-key', 'environment-file', 'database-file']

const UPWARDS = /(?:^|\/)\.\.(?:\/|$)/
/** Words of the call that lead up from wherever they are put. */
const leadingUp = ({ positional }: Shell): readonly string[] =>
  (positional ?? NONE).flatMap(({ text }) => (text !== null && !text.startsWith('/') && UPWARDS.test(text) ? [text] : [])).slice(0, 8)

/** `rmtree('build/' + argv[1])` with `..`: code is not told its arguments, so each that leads up is put where one of them is meant. */
export function joinedWith(shell: Shell, word: Word): readonly Word[] {
  const [first, ...rest] = word.text === null ? (word.parts ?? NONE) : NONE
  if (first?.kind !== 'text' || !rest.some((part) => part.kind === 'unknown' && part.name === 'argv')) return NO_WORDS
  return leadingUp(shell).map((up) => ({ text: [first, ...rest].map((part) => (part.kind === 'unknown' ? up : part.text)).join('') }))
}
const NO_WORDS: readonly Word[] = []

/** What a committed script of the project deletes in the project, or under a name only it knows; not where a word of the call leads up out of what it means. */
const isOwnTask = (shell: Shell, word: Word, takes: readonly number[], places: readonly Place[]): boolean =>
  !NEVER_OWN.some((place) => places.includes(place)) &&
  !(word.text !== null && UPWARDS.test(word.text) && leadingUp(shell).length > 0) &&
  (places.includes('inside-project') || (places.includes('unresolved') && !comesFromOutside(shell, word, takes, (other) => isAway(shell, other))))

/** A word of a call that names something outside the project; an option's value counts. */
function isAway(shell: Shell, word: Word): boolean {
  if (word.text === null) return false
  const text = word.text.startsWith('-') ? word.text.slice(word.text.indexOf('=') + 1 || word.text.length) : word.text
  if (!/^(?:[/~]|\.\.?(?:\/|$))|\/\.\.(?:\/|$)/.test(text)) return false
  const { places } = locate(shell, { text: text.startsWith('~') ? shell.trace.scene.home + text.slice(1) : text })
  return !places.includes('inside-project') && !places.includes('scratch') && !places.includes('regenerable')
}

/** What a committed script may do without surprising anybody. Where it may also install is for the rules to say: they know what was asked for. */
export function ownWork(
  shell: Shell,
  word: Word,
  { do: does, recursive, takes }: PathEffect,
  resolved: string | null,
  places: readonly Place[],
): readonly Place[] {
  if (does === 'delete' && isOwnTask(shell, word, takes ?? NONE, places)) return OWN_TASK
  const ordinary = shell.as === 'user' && shell.at === 'here' && places.includes('built-software') && !places.includes('familiar-program')
  return ordinary && !recursive && !hasGlob(word) && resolved !== null && isNamed(resolved) ? OWN_INSTALL : NONE
}
const OWN_INSTALL: readonly Place[] = ['own-install']

/** At most the end of its last component is not known: `libx.so.$version`. */
const isNamed = (path: string): boolean => !path.includes(HOLE) || path.indexOf(HOLE) > path.lastIndexOf('/') + 1
