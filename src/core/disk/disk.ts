// What does the call know of files: what was observed before it, and what it has written, linked, moved and deleted so far? The only module that changes that.
import type { Facts, Matches, Names, UnreadFile, Word } from '../model.ts'
import type { Process } from '../log/process.ts'
import { isWithin } from '../text/path.ts'
import { unknownWord } from '../value/text.ts'

/** Nothing lies there; git has committed what it knows there; and nothing else lies there; nobody is logged in who could publish from there. */
export type Found = 'missing' | 'unchanged' | 'whole' | 'barred'

/** What was copied, moved or linked, and where to, as it was said. */
export interface Copy {
  readonly cwd: Word
  readonly sources: readonly Word[]
  readonly target: Word
}

interface Kept {
  /** What lay there before, and what was committed just so. */
  readonly before: Facts['files']
  readonly committed: Facts['settled']
  /** What is known of contents, as it was observed or written. */
  readonly files: Map<string, Word>
  readonly written: Set<string>
  /** Folders and files that were to be made; whether that is known not to have failed. */
  readonly made: Map<string, boolean>
  readonly links: Map<string, string>
  /** Of those, where something may have lain before, and where it led: maybe the link was not made. */
  readonly unsure: Map<string, string | null>
  readonly moved: { readonly to: string; readonly source: string; readonly free: boolean }[]
  /** Files that have other names too: a write reaches those. */
  readonly shared: Set<string>
  /** Files the project has committed as they are. */
  readonly settled: Set<string>
  /** Files that are there and were not read. */
  readonly unread: Map<string, UnreadFile>
  readonly names: Map<string, Names>
  readonly matches: Map<string, Matches>
  readonly found: Readonly<Record<Found, Set<string>>>
  readonly copies: Copy[]
  /** Contents that were deleted, or changed into what nobody knows. */
  readonly removed: Map<string, Word>
  /** What was maybe changed and maybe not: what lay there counts besides. */
  readonly doubtful: Set<string>
}

/** More links, and more moves, are not followed, which whoever makes them says. */
const MOST = 1024
/** Longer contents are forgotten: `cat a >> a` in a loop doubles each time. */
const LONGEST_CONTENT = 262_144

/** One for all processes of a call: what one does, the next one sees. */
export class Disk {
  readonly #kept: Kept

  private constructor(kept: Kept) {
    this.#kept = kept
  }

  /** What was observed counts as if the call had written it. */
  static of(facts: Facts): Disk {
    const { files, links, shared, settled, unread, names, matches } = facts
    return new Disk({
      before: files,
      committed: settled,
      files: new Map(Object.entries(files ?? {}).flatMap(([path, text]) => (text === null ? [] : [[path, { text }] as const]))),
      written: new Set(),
      made: new Map(),
      links: new Map(Object.entries(links ?? {})),
      unsure: new Map(),
      moved: [],
      shared: new Set(shared),
      settled: new Set(settled),
      unread: new Map(Object.entries(unread ?? {})),
      names: new Map(Object.entries(names ?? {})),
      matches: new Map(Object.entries(matches ?? {})),
      found: { missing: new Set(facts.missing), unchanged: new Set(facts.unchanged), whole: new Set(facts.whole), barred: new Set(facts.barred) },
      copies: [],
      removed: new Map(),
      doubtful: new Set(),
    })
  }

  /** What a file holds by now, by the path it has; undefined where nobody knows. */
  contentAt(path: string): Word | undefined {
    return this.#kept.files.get(path)
  }
  get contents(): ReadonlyMap<string, Word> {
    return this.#kept.files
  }
  /** What can be read there that is no change of the disk: a descriptor, or what was there after all. */
  keep(path: string, content: Word): void {
    this.#kept.files.set(path, content)
  }
  write(path: string, given: Word): void {
    const { files, removed, written } = this.#kept
    const content = given.text !== null && given.text.length > LONGEST_CONTENT ? unknownWord('file', true, given.from) : given
    const before = content.text === null ? files.get(path) : undefined
    if (before?.text != null) removed.set(path, before)
    files.set(path, content)
    written.add(path)
  }
  wasWritten(path: string): boolean {
    return this.#kept.written.has(path)
  }
  get written(): ReadonlySet<string> {
    return this.#kept.written
  }
  remove(path: string): void {
    const { files, removed } = this.#kept
    const content = files.get(path)
    if (content === undefined) return
    removed.set(path, content)
    files.delete(path)
  }
  removedAt(path: string): Word | undefined {
    return this.#kept.removed.get(path)
  }
  /** As it lay there before the call; null where it was looked for in vain, undefined where nobody looked. */
  layAt(path: string): string | null | undefined {
    return this.#kept.before?.[path]
  }
  /** What lay in it before it was changed in ways nobody follows. */
  laidAt(path: string): string | null | undefined {
    return this.#kept.removed.get(path)?.text ?? this.#kept.before?.[path]
  }
  doubt(path: string): void {
    this.#kept.doubtful.add(path)
  }
  isDoubtful(path: string): boolean {
    return this.#kept.doubtful.has(path)
  }
  /** Maybe nothing was deleted: then it holds what it held. */
  restore(path: string): void {
    const { files, removed } = this.#kept
    const before = files.has(path) ? undefined : removed.get(path)
    if (before !== undefined) files.set(path, before)
  }

  isSettled(path: string): boolean {
    return this.#kept.settled.has(path)
  }
  wasCommitted(path: string): boolean {
    return this.#kept.committed?.includes(path) === true
  }
  settle(path: string): void {
    this.#kept.settled.add(path)
  }
  unsettle(path: string): void {
    this.#kept.settled.delete(path)
  }
  /** It is no longer what was observed. */
  change(path: string): void {
    this.#kept.settled.delete(path)
    this.#kept.unread.delete(path)
  }
  unreadAt(path: string): UnreadFile | undefined {
    return this.#kept.unread.get(path)
  }

  hasFound(kind: Found, path: string): boolean {
    return this.#kept.found[kind].has(path)
  }
  hasFoundAny(kind: Found): boolean {
    return this.#kept.found[kind].size > 0
  }
  namesLike(pattern: string): Names | undefined {
    return this.#kept.names.get(pattern)
  }
  /** Whether a pattern stands for it, among others. */
  isNamed(path: string): boolean {
    const { names } = this.#kept
    return names.size > 0 && [...names.values()].some(({ paths }) => paths.includes(path))
  }
  matchesLike(pattern: string): Matches | undefined {
    return this.#kept.matches.get(pattern)
  }
  get hasMatches(): boolean {
    return this.#kept.matches.size > 0
  }

  get hasLinks(): boolean {
    return this.#kept.links.size > 0
  }
  linkAt(path: string): string | undefined {
    return this.#kept.links.get(path)
  }
  get links(): readonly string[] {
    return [...this.#kept.links.keys()]
  }
  /** `free`: nothing lay there before, so that the link is there now. False where there are too many. */
  link(from: string, to: string, free: boolean): boolean {
    const { links, unsure } = this.#kept
    if (links.size >= MOST) return false
    if (!free && !unsure.has(from)) unsure.set(from, links.get(from) ?? null)
    links.set(from, to)
    return true
  }
  withoutLink(path: string): Disk {
    const links = new Map(this.#kept.links)
    links.delete(path)
    return new Disk({ ...this.#kept, links })
  }
  withoutLinks(): Disk {
    return this.hasLinks ? new Disk({ ...this.#kept, links: new Map() }) : this
  }
  /** As it is if none of the links on the way to a path was made: something lay there already. Null where there is none such. */
  unlinked(path: string): Disk | null {
    const { links, unsure } = this.#kept
    if (unsure.size === 0 || ![...unsure.keys()].some((link) => isWithin(path, link))) return null
    const others = new Map(links)
    for (const [link, before] of unsure) {
      if (before === null) others.delete(link)
      else others.set(link, before)
    }
    return new Disk({ ...this.#kept, links: others, unsure: new Map() })
  }
  share(path: string): void {
    this.#kept.shared.add(path)
  }
  isShared(path: string): boolean {
    return this.#kept.shared.has(path)
  }

  /** `free`: nothing lay there, so that the name stands for what was moved and nothing else. False where there are too many. */
  move(source: string, target: string, free: boolean): boolean {
    const { moved } = this.#kept
    if (source.includes('\0') || target.includes('\0')) return true
    if (moved.length >= MOST) return false
    const name = source.slice(source.lastIndexOf('/') + 1)
    moved.push({ to: target, source, free })
    if (!free) moved.push({ to: `${target === '/' ? '' : target}/${name}`, source, free })
    return true
  }
  /** What is deleted with this path under the name that it had. */
  movedInto(path: string): readonly Word[] {
    const { moved } = this.#kept
    if (moved.length === 0) return NOTHING
    return moved.flatMap(({ to, source }) => (isWithin(to, path) ? [{ text: source }] : isWithin(path, to) ? [{ text: source + path.slice(to.length) }] : []))
  }
  /** Whether it is what was moved there, and nothing else. */
  isRenamed(path: string): boolean {
    return this.#kept.moved.some(({ to, free }) => free && isWithin(path, to))
  }
  withoutMoves(): Disk {
    return new Disk({ ...this.#kept, moved: [] })
  }

  make(path: string, isSure: boolean): void {
    this.#kept.made.set(path, isSure)
  }
  /** Whether it was to be made, and if so, whether that is known not to have failed. */
  madeAt(path: string): boolean | undefined {
    return this.#kept.made.get(path)
  }
  get countOfMade(): number {
    return this.#kept.made.size
  }
  /** Whatever is reached knows that what was made since then was made. Says which those are. */
  surelyMade(since: number): readonly string[] {
    const { made } = this.#kept
    const paths = [...made.keys()].slice(since)
    for (const path of paths) made.set(path, true)
    return paths
  }
  doubtMade(paths: readonly string[]): void {
    const { made } = this.#kept
    for (const path of paths) if (made.has(path)) made.set(path, false)
  }

  copy(copy: Copy): void {
    this.#kept.copies.push(copy)
  }
  get copies(): readonly Copy[] {
    return this.#kept.copies
  }
}
const NOTHING: readonly Word[] = []

/** A process that sees the disk. */
export interface Viewer extends Process {
  readonly disk: Disk
}

/** The same in another folder. */
export const standingIn = (viewer: Viewer, cwd: Word): Viewer => ({
  trace: viewer.trace,
  disk: viewer.disk,
  cwd,
  wild: viewer.wild,
  strict: viewer.strict,
  at: viewer.at,
  as: viewer.as,
  by: viewer.by,
  certain: viewer.certain,
  span: viewer.span,
  windows: viewer.windows,
  code: viewer.code,
  later: viewer.later,
  trust: viewer.trust,
})
