// What does it mean that something is read, written or deleted under a name? The action, with all that is known of the path, and what changes on the disk by it.
import type { PathHow, Place, Word } from '../model.ts'
import { withoutLeft } from '../disk/created.ts'
import { withoutLinkItself } from '../disk/link-itself.ts'
import { leadsTo } from '../disk/links.ts'
import { hasWildFolder, isPattern, knownFolder, matchesOf } from '../disk/matches.ts'
import { cameSince, isFound, stillHolds } from '../disk/observed.ts'
import { HOLE, pathText, whenEmpty } from '../disk/path-text.ts'
import { ANCHORED, askWhere, contentOf, locate } from '../disk/paths.ts'
import type { Located } from '../disk/paths.ts'
import { folderOfGlob } from '../disk/places/places.ts'
import { add } from '../log/trace.ts'
import type { Doer } from '../log/log.ts'
import { findProgram } from '../meaning/entries.ts'
import { keyPlaces } from '../self/own-keys.ts'
import { changesTaste, entriesBelow, keepsOurs, speaksOfUs } from '../self/wiring.ts'
import type { Tastes } from '../self/wiring.ts'
import { isWithin, normalise } from '../text/path.ts'
import { wordSet } from '../text/word-set.ts'
import { hasGlob } from '../value/fields.ts'
import { NONE, union, withFrom } from '../value/text.ts'
import { altered } from './process.ts'
import type { Shell } from './process.ts'
import { comesFromOutside } from './trust.ts'
import { ABSENT } from './env.ts'

const WORTH_EMPTY: ReadonlySet<Place> = new Set(['root', 'home', 'homes', 'system', 'project', 'contains-home', 'contains-project', 'contains-root', 'vcs'])

/** What it would hit if an unknown variable is empty: `empty-root`, `empty-home` … */
function emptyPlaces(shell: Shell, word: Word, recursive: boolean): readonly Place[] {
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

export interface PathDeed {
  readonly does: 'read' | 'write' | 'delete'
  readonly how: PathHow
  readonly recursive: boolean
  readonly takes?: readonly number[]
  /** Who names the path, where it matters: the shell for whatever runs, or a tool for files. */
  readonly named?: 'redirection' | 'by-tool'
  /** What is known of it besides where it is: `to-trash`, `moved-out`, `emptied`. */
  readonly marks?: readonly Place[]
  /** What the file would hold afterwards, from what it holds now; null where that cannot be told. */
  readonly result?: (before: string) => string | null
}

/** What is named in a folder that nobody knows comes from what computed the folder. */
const fromFolder = (shell: Shell, word: Word, resolved: string | null): Word =>
  resolved === null && shell.cwd.from !== undefined && !ANCHORED.test(word.text ?? '') ? withFrom(word, union(word.from, shell.cwd.from)) : word

export function addPath(shell: Shell, doer: Doer, word: Word, deed: PathDeed): number | null {
  if (word.text === '' || word.text === '-' || shell.trace.budget.spent) return null
  const located = locate(shell, word, deed.recursive || deed.does === 'delete')
  const beside = deed.does === 'delete' ? withoutLinkItself(shell, doer, word, deed, located) : null
  if (beside !== null) return addPath(altered(shell, { disk: beside }), doer, word, { ...deed, recursive: false })
  const { resolved, places: named } = located
  const places = deed.does === 'delete' && shell.disk.countOfMade > 0 ? withoutLeft(shell, resolved, named) : named
  if (deed.does !== 'read' && resolved !== null) {
    const plain = shell.disk.unlinked(resolved)
    if (plain !== null) addPath(altered(shell, { disk: plain }), doer, word, deed)
    if (deed.does === 'delete' && deed.how !== 'move') {
      let last: number | null = null
      for (const source of shell.disk.movedInto(resolved)) last = addPath(altered(shell, { disk: shell.disk.withoutMoves() }), doer, source, deed)
      if (last !== null && shell.disk.isRenamed(resolved)) return last
    }
  }
  if (deed.does !== 'delete' && deed.how !== 'move' && places.includes('harmless-device')) return null
  const held = deed.does === 'read' ? contentOf(shell, word)?.from : undefined
  const empty = deed.does === 'delete' ? emptyPlaces(shell, word, deed.recursive) : NONE
  const own = shell.trust === 'project' && deed.does !== 'read' ? ownWork(shell, word, deed, resolved, places) : NONE
  const shared = deed.does === 'write' && resolved !== null && shell.disk.isShared(resolved) ? HARD_LINKED : NONE
  const found = isPattern(shell, word) ? foundByPattern(shell, doer, word, deed, { resolved, places }) : foundOut(shell, word, deed, resolved, places)
  const extra = [
    ...empty,
    ...own,
    ...shared,
    ...found,
    ...(deed.named === undefined ? NONE : [deed.named]),
    ...(deed.marks ?? NONE),
    ...(deed.does === 'read' && deed.how !== 'list' && located.whole !== undefined
      ? keyPlaces(located.whole, shell.trace.scene, deed.recursive, word.deep)
      : NONE),
    ...entryPlaces(shell, doer, word, deed, places),
  ]
  if (resolved !== null) askWhere(shell, word, deed, resolved)
  if (shell.code && deed.does === 'delete') addJoined(shell, doer, word, deed)
  if (shell.mounts.length > 0 && (deed.does !== 'read' || deed.how === 'whole')) addMounted(shell, doer, word, deed)
  const done = {
    does: deed.does,
    how: deed.how,
    recursive: deed.recursive,
    path: fromFolder(shell, word, resolved),
    resolved,
    places: extra.length === 0 ? places : [...places, ...extra],
    takes: union(union(deed.takes, word.from), held),
  }
  const leads = leadsTo(shell.disk, deed.does, located)
  const id = add(shell.trace, doer, leads === undefined ? done : { ...done, leads })
  if (deed.does !== 'read' && resolved !== null) {
    shell.disk.change(resolved)
    if (deed.does === 'delete') shell.disk.remove(resolved)
  }
  // What is added to a file leaves in it what was there.
  if (deed.does === 'write' && deed.how === 'append' && resolved !== null && !shell.disk.wasWritten(resolved)) shell.disk.doubt(resolved)
  return id
}

/** What a look at the disk says of it: nothing lies there, or git has all of it. */
function foundOut(shell: Shell, word: Word, deed: PathDeed, resolved: string | null, places: readonly Place[]): readonly Place[] {
  const isDatabase = places.includes('database-file')
  const removes = deed.does === 'delete' && (deed.recursive || isDatabase) && !places.includes('regenerable')
  const replaces = deed.does === 'write' && (isDatabase || places.includes('environment-file'))
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
/** The same where a pattern says what; and what it stands for that is worse than the pattern looks counts as if written out. */
function foundByPattern(shell: Shell, doer: Doer, word: Word, deed: PathDeed, { resolved, places }: Located): readonly Place[] {
  if (deed.does === 'read') return NONE
  const removes = deed.does === 'delete' && deed.recursive
  if (deed.does === 'delete' && !removes && !hasWildFolder(shell, word)) return NONE
  const matches = matchesOf(shell, word)
  if (matches === null || (!removes && !places.includes('environment-file'))) return NONE
  if (removes)
    for (const text of matches.paths) if (locate(shell, { text }, true).places.some((place) => WORTH_NAMING.has(place))) addPath(shell, doer, { text }, deed)
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
function entryPlaces(shell: Shell, doer: Doer, word: Word, deed: PathDeed, places: readonly Place[]): readonly Place[] {
  if (deed.does === 'read') return NONE
  if (deed.how === 'pattern' && deed.does === 'delete' && shell.trace.scene.wired !== undefined) return entriesBelow(pathText(shell, word), shell.trace.scene)
  const taste = deed.result !== undefined && places.includes('host-wiring') && changesTaste(tastesOf(shell), contentOf(shell, word), deed.result) ? TASTE : NONE
  if (places.includes('our-entry'))
    return deed.result !== undefined && keepsOurs(tastesOf(shell), contentOf(shell, word), deed.result) ? [...KEEPS, ...taste] : NONE
  return places.includes('host-wiring') && speaksOfUs(shell.trace, doer) ? NAMES : taste
}
const KEEPS: readonly Place[] = ['keeps-our-entry']
const TASTE: readonly Place[] = ['taste-only']
const NAMES: readonly Place[] = ['names-our-entry']

/** What a container does below a mount, it does to this machine; and what it deletes above one. */
function addMounted(shell: Shell, doer: Doer, word: Word, deed: PathDeed): void {
  const text = pathText(shell, word)
  if (!text.startsWith('/') && shell.cwd.text === null) return
  const path = normalise(text, shell.cwd.text ?? '/')
  const host: Shell = altered(shell, { at: 'here', mounts: [], cwd: { text: shell.trace.scene.cwd } })
  for (const { source, target } of shell.mounts) {
    const rest = isWithin(path, target) ? path.slice(target === '/' ? 0 : target.length) : null
    if (rest === null && !(deed.does === 'delete' && deed.recursive && isWithin(target, folderOfGlob(path)))) continue
    const there = source + (rest ?? '')
    const wild = hasGlob(word) ? there.search(/[*?[]/) : -1
    const parts =
      wild < 0
        ? undefined
        : ([
            { kind: 'text', text: there.slice(0, wild) },
            { kind: 'glob', text: there.slice(wild) },
          ] as const)
    addPath(host, { ...doer, at: 'here' }, { text: there, ...(parts === undefined ? {} : { parts }) }, deed)
  }
}

const HARD_LINKED: readonly Place[] = ['hard-linked']
const OWN_TASK: readonly Place[] = ['own-task']
const NEVER_OWN: readonly Place[] = ['vcs', 'inside-vcs', 'credentials', 'private-key', 'environment-file', 'database-file']

const UPWARDS = /(?:^|\/)\.\.(?:\/|$)/
/** Words of the call that lead up from wherever they are put. */
const leadingUp = ({ positional }: Shell): readonly string[] =>
  (positional ?? NONE).flatMap(({ text }) => (text !== null && !text.startsWith('/') && UPWARDS.test(text) ? [text] : [])).slice(0, 8)

/** `rmtree('build/' + argv[1])` with `..`: code is not told its arguments, so each that leads up is put where one of them is meant. */
function addJoined(shell: Shell, doer: Doer, word: Word, deed: PathDeed): void {
  const [first, ...rest] = word.text === null ? (word.parts ?? NONE) : NONE
  if (first?.kind !== 'text' || !rest.some((part) => part.kind === 'unknown' && part.name === 'argv')) return
  for (const up of leadingUp(shell)) {
    const text = [first, ...rest].map((part) => (part.kind === 'unknown' ? up : part.text)).join('')
    addPath(altered(shell, { code: false }), { ...doer, certain: false }, { text }, deed)
  }
}

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
function ownWork(shell: Shell, word: Word, { does, recursive, takes }: PathDeed, resolved: string | null, places: readonly Place[]): readonly Place[] {
  if (does === 'delete' && isOwnTask(shell, word, takes ?? NONE, places)) return OWN_TASK
  const ordinary = shell.as === 'user' && shell.at === 'here' && places.includes('built-software') && !places.includes('familiar-program')
  return ordinary && !recursive && !hasGlob(word) && resolved !== null && isNamed(resolved) ? OWN_INSTALL : NONE
}
const OWN_INSTALL: readonly Place[] = ['own-install']

/** At most the end of its last component is not known: `libx.so.$version`. */
const isNamed = (path: string): boolean => !path.includes(HOLE) || path.indexOf(HOLE) > path.lastIndexOf('/') + 1
