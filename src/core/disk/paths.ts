// Which file does a word name, and what is it? Every reading counts: as written, and with unknown variables empty.
import type { PathHow, Place, Scene, Word } from '../model.ts'
import { isRooted, isWithin, normalise, parentOf } from '../text/path.ts'
import { wordSet } from '../text/word-set.ts'
import { cameSince, isFound, stillHolds } from './observed.ts'
import { comesFromOutside } from '../machine/trust.ts'
import { withoutLinkItself } from './link-itself.ts'
import { leadsTo, throughLinks } from './links.ts'
import { madeAbove, withoutLeft } from './created.ts'
import { hasWildFolder, isPattern, knownFolder, matchesOf } from './matches.ts'
import { oursLike, withoutCaches } from '../self/own-ground.ts'
import { keyPlaces } from '../self/own-keys.ts'
import { HOLE, pathText, whenEmpty } from './path-text.ts'
import { folderOfGlob, placesOf } from './places/places.ts'
import { isRenamed, movedInto, unlinked } from './moves.ts'
import { hasGlob } from '../value/fields.ts'
import { ABSENT, altered } from '../machine/process.ts'
import type { Shell } from '../machine/process.ts'
import { add, addNeed } from '../log/trace.ts'
import { NONE, union, unknownWord, withFrom } from '../value/text.ts'
import type { Doer } from '../log/trace.ts'
import { findProgram } from '../meaning/entries.ts'
import { changesTaste, entriesBelow, keepsOurs, speaksOfUs } from '../self/wiring.ts'
import type { Tastes } from '../self/wiring.ts'

export { HOLE, pathText } from './path-text.ts'

export interface Located {
  readonly resolved: string | null
  readonly places: readonly Place[]
  readonly leads?: string
  /** With its wildcards, through the links that are known. */
  readonly whole?: string
}

const ANCHORED = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/
/** Places a path has by its own name, wherever it lies. */
const BY_NAME: ReadonlySet<Place> = new Set([
  'regenerable',
  'environment-file',
  'private-key',
  'vcs',
  'inside-vcs',
  'credentials',
  'git-hook',
  'database-file',
  'manifest',
  'lockfile',
  'backup',
])

/** What goes with a folder that lies above it. */
function swallowed(folder: string, scene: Scene, out: Place[]): void {
  if (folder !== scene.home && isWithin(scene.home, folder)) out.push('contains-home')
  if (folder !== scene.project && isWithin(scene.project, folder)) out.push('contains-project')
  if (OWN_FOLDERS.some((own) => isWithin(`${scene.home}/${own}`, folder)) || scene.own?.some((own) => isWithin(own, folder)) === true) out.push('contains-self')
  if (scene.wired?.some((file) => file !== folder && isWithin(file, folder)) === true) out.push('contains-our-entry')
}
/** Below the home: what the person said, and what was written down. What is only kept to be faster may go. */
const OWN_FOLDERS = ['.config/prudent', '.local/state/prudent', 'Library/Application Support/prudent', 'AppData/Local/prudent']

export function locate(shell: Shell, word: Word, recursive = false): Located {
  const text = pathText(shell, word)
  const { scene, books } = shell.trace
  const cwd = shell.cwd.text === null ? pathText(shell, shell.cwd) : shell.cwd.text
  const anchored = ANCHORED.test(text)
  const base = anchored ? '' : cwd
  if (text.startsWith(HOLE) || (!anchored && base.startsWith(HOLE))) {
    const tail = text.startsWith(HOLE) ? text.slice(1) : `/${text}`
    const listed = (word.from?.length ?? 0) > 0 ? ['listed'] : []
    if (tail === '' || tail === '/' || !tail.includes('/')) return { resolved: null, places: ['unresolved', ...listed] }
    const pretend = normalise(`${scene.project}/${HOLE}${tail}`, scene.project)
    return { resolved: null, places: ['unresolved', ...placesOf(books.places, pretend, scene).filter((place) => BY_NAME.has(place))] }
  }
  const resolved = normalise(text, base)
  const folder = hasGlob(word) ? folderOfGlob(resolved) : resolved
  const linked = throughLinks(shell, folder, folder === resolved ? spelled(base, text) : folder)
  const places = placesOf(books.places, linked, scene, hasGlob(word) && folder === resolved ? 'pattern' : 'exact')
  const extra: Place[] = []
  if (resolved.includes(HOLE)) extra.push('partly-unresolved')
  if (folder !== resolved) extra.push('contents')
  else if (hasGlob(word)) extra.push('pattern')
  const whole = folder === resolved ? linked : throughLinks(shell, resolved)
  const ours = oursLike(whole, scene, recursive, shell.code)
  for (const place of ours) if (!places.includes(place)) extra.push(place)
  if (madeAbove(shell, resolved) !== null) extra.push('made-here')
  if (recursive) swallowed(folder, scene, extra)
  if (linked !== folder) extra.push('linked')
  const all = extra.length === 0 ? places : [...(ours.length === 0 ? places : withoutCaches(places, resolved)), ...extra]
  return linked === folder ? { resolved: folder, whole, places: all } : { resolved: folder, whole, places: all, leads: linked }
}

/** As written, made absolute: `link/../x` is not `x` where `link` leads elsewhere. */
const spelled = (base: string, text: string): string => (base === '' ? text : `${base}/${text}`)

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
  if (word.text === '' || word.text === '-' || shell.trace.budget <= 0) return null
  const located = locate(shell, word, deed.recursive || deed.does === 'delete')
  const beside = deed.does === 'delete' ? withoutLinkItself(shell, doer, word, deed, located) : null
  if (beside !== null) return addPath(beside, doer, word, { ...deed, recursive: false })
  const { resolved, places: named } = located
  const places = deed.does === 'delete' && shell.made.size > 0 ? withoutLeft(shell, resolved, named) : named
  if (deed.does !== 'read' && resolved !== null) {
    const plain = unlinked(shell, resolved)
    if (plain !== null) addPath(plain, doer, word, deed)
    if (deed.does === 'delete' && deed.how !== 'move' && shell.moved.length > 0) {
      let last: number | null = null
      for (const source of movedInto(shell, resolved)) last = addPath(altered(shell, { moved: [] }), doer, source, deed)
      if (last !== null && isRenamed(shell, resolved)) return last
    }
  }
  if (deed.does !== 'delete' && deed.how !== 'move' && places.includes('harmless-device')) return null
  const held = deed.does === 'read' ? contentOf(shell, word)?.from : undefined
  const empty = deed.does === 'delete' ? emptyPlaces(shell, word, deed.recursive) : NONE
  const own = shell.own && deed.does !== 'read' ? ownWork(shell, word, deed, resolved, places) : NONE
  const shared = deed.does === 'write' && resolved !== null && shell.shared.has(resolved) ? HARD_LINKED : NONE
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
  const leads = leadsTo(shell, deed.does, located)
  const id = add(shell.trace, doer, leads === undefined ? done : { ...done, leads })
  if (deed.does !== 'read' && resolved !== null) {
    shell.settled.delete(resolved)
    shell.unread.delete(resolved)
  }
  const content = deed.does === 'delete' && resolved !== null ? shell.files.get(resolved) : undefined
  if (content !== undefined && resolved !== null) {
    shell.trace.removed.set(resolved, content)
    shell.files.delete(resolved)
  }
  // What is added to a file leaves in it what was there.
  if (deed.does === 'write' && deed.how === 'append' && resolved !== null && !shell.written.has(resolved)) shell.trace.doubtful.add(resolved)
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
  if (isPlain && isDatabase && shell.found.missing.has(resolved ?? '') && movedInto(shell, resolved ?? '').length === 0) return NOTHING_THERE
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

/** The same for what is changed otherwise than by writing: its mode, its owner. */
export function askLinks(shell: Shell, word: Word): void {
  matchesOf(shell, word)
  const { resolved } = locate(shell, word)
  if (resolved !== null) askWhere(shell, word, { does: 'write', how: 'edit', recursive: false }, resolved)
}

/** Links matter for what is changed, and for files that are read by name: asks where the path really leads. */
function askWhere(shell: Shell, word: Word, deed: PathDeed, resolved: string): void {
  const { trace } = shell
  if (shell.at !== 'here' || !resolved.startsWith('/') || resolved.includes(HOLE)) return
  const isShells = deed.does === 'read' && (shell.by === null || trace.actions[shell.by]?.does !== 'call')
  if (isShells && (deed.how === 'list' || trace.needs.length >= MOST_READ)) return
  const text = pathText(shell, word)
  const whole = spelled(ANCHORED.test(text) ? '' : (shell.cwd.text ?? ''), text)
  // Of what is read by a pattern or whole, the folder that is known.
  const read = isShells && hasGlob(word) ? parentOf(whole.slice(0, Math.max(0, whole.search(/[*?[]/)) + 1)) : whole
  if (isShells && (hasGlob(word) || deed.recursive) && isWithin(shell.cwd.text ?? '/', normalise(read, '/'))) return
  // A bare `*` means all of the folder we stand in, which may itself be a link.
  const raw = isShells ? read : hasGlob(word) ? (folderOfGlob(whole) === whole ? parentOf(resolved) : resolved) : whole
  // Deleting a link takes the link: only the folders before it are followed.
  const entry = deed.does === 'delete' && !hasGlob(word) && !/(?:^|\/)\.{0,2}$/.test(raw)
  const path = entry ? parentOf(raw) : raw
  if (path.startsWith('/') && path !== '/') addNeed(trace, { kind: isShells ? 'link' : 'path', path })
}

/** Reading many files must not keep from being looked at what else the call does. */
const MOST_READ = 24

/** Text that comes from a file and is about to be run: asks what the file holds. */
export function askContent({ trace }: Shell, word: Word): void {
  for (const id of word.from ?? NONE) {
    const action = trace.actions[id]
    if (action?.does === 'read' && action.at === 'here' && action.resolved !== null && isRooted(action.resolved) && !action.resolved.includes(HOLE))
      addNeed(trace, { kind: 'file', path: action.resolved })
  }
}

/** What a file holds, if this text wrote it. */
export function contentOf(shell: Shell, word: Word): Word | null {
  if (shell.files.size === 0) return null
  const direct = word.text === null ? undefined : shell.files.get(word.text)
  if (direct !== undefined) return direct
  const { resolved } = locate(shell, word)
  return resolved === null ? null : (shell.files.get(resolved) ?? shell.files.get(throughLinks(shell, resolved)) ?? null)
}

/** Longer contents are forgotten: `cat a >> a` in a loop doubles each time. */
const LONGEST_CONTENT = 262_144

export function keepContent(shell: Shell, word: Word, given: Word): void {
  const content = given.text !== null && given.text.length > LONGEST_CONTENT ? unknownWord('file', true, given.from) : given
  const { resolved } = locate(shell, word)
  if (resolved === null) return
  const before = content.text === null ? shell.files.get(resolved) : undefined
  if (before?.text != null) shell.trace.removed.set(resolved, before)
  shell.files.set(resolved, content)
  shell.written.add(resolved)
}
