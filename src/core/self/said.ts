// What says of a computed name that it is one of this gate's own: the names that were listed, what the name comes out of, the words of what computes it.
import type { Place, RunAction, Scene, Word } from '../model.ts'
import { isRooted, isWithin, normalise } from '../text/path.ts'
import { ownFilesBelow, ownFolders } from './own-files.ts'
import { isRuntime } from './own-paths.ts'
import { namesGround, oursLike } from './own-ground.ts'
import { addNeed } from '../log/trace.ts'
import type { Trace } from '../log/trace.ts'

/** What says that it is ours: the names that were listed, or a text that only speaks of our ground. */
export type Says = 'self' | 'may-be-self'
export const OURS: readonly Place[] = ['self', 'may-be-self', 'our-entry']

/** What runs say: asked again for every name that came out of them. */
interface RunsSaid {
  readonly listed: Map<number, Says | null>
  readonly words: Map<number, Says | null>
  /** Runs that touch something of ours, among as many actions as were looked at. */
  readonly touching: Set<number>
  /** Runs that print names of no file of ours: what files hold, or where the program lies that runs us. */
  readonly nameless: Set<number>
  looked: number
}
const saidOf = new WeakMap<Trace, RunsSaid>()

function runsSaid(trace: Trace): RunsSaid {
  let said = saidOf.get(trace)
  if (said === undefined) saidOf.set(trace, (said = { listed: new Map(), words: new Map(), touching: new Set(), nameless: new Set(), looked: 0 }))
  for (; said.looked < trace.actions.length; said.looked++) {
    const action = trace.actions[said.looked]
    if (action?.does === 'read' && action.how === 'whole' && action.by !== null) said.nameless.add(action.by)
    if (action?.does !== 'change' || action.what !== 'touch' || action.by === null) continue
    if (OURS.some((place) => action.places.includes(place))) said.touching.add(action.by)
    if (isRuntime(action.target?.text ?? '')) said.nameless.add(action.by)
  }
  return said
}

function once(kept: Map<number, Says | null>, id: number, find: () => Says | null): Says | null {
  let says = kept.get(id)
  if (says === undefined) kept.set(id, (says = find()))
  return says
}

export function saidBy(trace: Trace, target: Word, by: number | null): Says | null {
  let says: Says | null = nameIn(trace, literalsOf(target)) === null ? null : 'may-be-self'
  const runs = sourcesOf(trace, target.from ?? []).flatMap((id) => (trace.actions[id]?.does === 'run' ? [trace.actions[id]] : []))
  for (const run of runs) {
    const found = saidByRun(trace, run)
    if (found === 'self') return 'self'
    says ??= found
  }
  says ??= saidByChoice(trace, runs)
  return says ?? (by === null ? null : (saidByCode(trace, by) ?? saidByGiven(trace, target, by)))
}

/** Files that were read one by one, under the action itself and under what it is part of, and what each of these says: thousands may be changed. */
export interface NamesRead {
  readonly under: ReadonlyMap<number, readonly string[]>
  readonly said: Map<number, Says | null>
}

export function namesRead({ actions }: Trace): NamesRead {
  const under = new Map<number, string[]>()
  const add = (id: number, path: string): void => {
    const others = under.get(id)
    if (others === undefined) under.set(id, [path])
    else others.push(path)
  }
  for (const read of actions) {
    if (read.does !== 'read' || read.at !== 'here' || read.recursive || read.how === 'list' || read.resolved === null) continue
    if (!isRooted(read.resolved) || /[\0*?[]/.test(read.resolved)) continue
    add(read.id, read.resolved)
    if (read.by !== null) add(read.by, read.resolved)
  }
  return { under, said: new Map() }
}

/** What files hold that the name may come out of; they are asked for. */
export function saidByFiles(trace: Trace, reads: NamesRead, from: readonly number[], by: number | null): Says | null {
  if (reads.under.size === 0) return null
  const sources = new Set(sourcesOf(trace, from))
  // Who runs it was given what it is run on.
  for (let id = by; id !== null; id = trace.actions[id]?.by ?? null) for (const one of sourcesOf(trace, [id])) sources.add(one)
  const says = [...sources].toSorted((a, b) => a - b).map((source) => saidUnder(trace, reads, source))
  return says.find((one) => one !== null) ?? null
}

function saidUnder(trace: Trace, { under, said }: NamesRead, source: number): Says | null {
  const known = said.get(source)
  if (known !== undefined) return known
  let says: Says | null = null
  for (const path of under.get(source) ?? []) {
    const text = trace.lay?.[path]
    if (text === undefined) addNeed(trace, { kind: 'file', path })
    else if (text !== null && nameIn(trace, text) === 'path') says = 'may-be-self'
  }
  said.set(source, says)
  return says
}

/** What code was given as words or as input, and takes for the name. */
function saidByGiven(trace: Trace, { parts = [] }: Word, by: number): Says | null {
  const run = trace.actions[by]
  if (run?.does !== 'run' || !parts.some((part) => part.kind === 'unknown' && part.name !== 'HOME')) return null
  if (!trace.notes.codes.some((code) => code.by === by)) return null
  const given = run.stdin === undefined ? run.operands : [...run.operands, run.stdin]
  const says = given.map((word) => (word.text === null || word.from !== undefined ? saidBy(trace, word, null) : null))
  const fed = run.stdin?.text ?? ''
  return says.find((one) => one === 'self') ?? says.find((one) => one !== null) ?? (nameIn(trace, fed) === 'path' ? 'may-be-self' : null)
}

/** The runs whose output went into it, and theirs. */
export function sourcesOf({ actions, log }: Trace, from: readonly number[]): readonly number[] {
  if (from.length === 0) return from
  const found = new Set(from)
  for (const id of found) {
    if (found.size > MOST_SOURCES) {
      log.leaveOut('a name that comes out of more than is followed')
      break
    }
    for (const one of actions[id]?.takes ?? []) found.add(one)
  }
  return [...found]
}
const MOST_SOURCES = 1000

/** By what it listed, by what of ours it was given, or by its words. */
function saidByRun(trace: Trace, run: RunAction): Says | null {
  const byItems = saidByListing(trace, run)
  if (byItems !== null || trace.notes.listedBy(run.id) !== undefined) return byItems
  const said = runsSaid(trace)
  return said.touching.has(run.id) ? 'self' : once(said.words, run.id, () => saidByWords(trace, run))
}

/** By the names that it printed. */
function saidByListing(trace: Trace, run: RunAction): Says | null {
  return once(runsSaid(trace).listed, run.id, () => {
    const { items, cwd } = trace.notes.listedBy(run.id) ?? { items: run.stdin?.items ?? [], cwd: trace.scene.cwd }
    const listed = items.map((item) => saidByItem(trace.scene, item, cwd))
    return listed.find((one) => one === 'self') ?? listed.find((one) => one !== null) ?? null
  })
}
/** Whether a word was made of names that were listed, and one of these is ours. */
export const isListedAsOurs = (trace: Trace, { from = [] }: Word): boolean =>
  sourcesOf(trace, from).some((id) => {
    const run = trace.actions[id]
    if (run?.does !== 'run' || trace.notes.listedBy(id)?.items.every(({ text }) => isRuntime(text ?? '')) === true) return false
    const { touching, nameless } = runsSaid(trace)
    return saidByListing(trace, run) === 'self' || (touching.has(id) && !nameless.has(id))
  })

function saidByWords(trace: Trace, run: RunAction): Says | null {
  // Names of the project's files, whatever is looked for in them.
  const lists = run.options.some(({ name }) => LISTING.has(name))
  const names = [...wordsOf(run).map(literalsOf), run.stdin?.text ?? ''].map((text) => nameIn(trace, text))
  return names.includes('path') || (names.includes('name') && !lists) ? 'may-be-self' : saidByCode(trace, run.id)
}
const LISTING: ReadonlySet<string> = new Set(['--files-with-matches', '--files-without-match', '--name-only', '--files', '-l'])

/** Names are listed out of all the home, or of what lies above it, and what chooses among them speaks as ours are called. */
function saidByChoice({ notes, scene }: Trace, runs: readonly RunAction[]): Says | null {
  // A name that is looked for says itself whether it may be one of ours.
  const folders = runs
    .flatMap(({ id }) => notes.listedBy(id) ?? [])
    .flatMap(({ items, cwd }) => items.flatMap(({ text, deep }) => (deep === undefined || !ALL_BELOW.test(text ?? '') ? [] : [normalise(deep, cwd)])))
  const wide = folders.find((folder) => isWithin(scene.home, folder))
  if (wide === undefined) return null
  const names = [...ownFolders(scene), ...(scene.wired ?? [])].filter((own) => isWithin(own, scene.home)).map((own) => own.slice(scene.home.length))
  const words = runs.filter(({ id }) => !notes.listedBy(id)).flatMap((run) => wordsOf(run).map(literalsOf))
  const choices = words.flatMap((text) => text.match(SPELLED) ?? [])
  return choices.some((choice) => names.some((name) => name.includes(choice))) ? 'may-be-self' : null
}
/** What a pattern spells out. */
export const SPELLED = /[A-Za-z][\w-]{2,60}/g
const ALL_BELOW = /\/(?:\*|\?\*|\*\/\?\*)$/

/** What `find` or `ls` prints. */
function saidByItem(scene: Scene, item: Word, cwd: string): Says | null {
  const text = spelledItem(scene, item)
  const [first, ...rest] = item.parts ?? []
  // What a search found somewhere below a folder of ours.
  if (text === '' && first?.kind === 'text' && first.text.startsWith('/') && rest.length > 0)
    return oursLike(`${first.text}\0`, scene, false).length > 0 ? 'may-be-self' : null
  if (text === '' || (!text.startsWith('/') && cwd === '')) return null
  const path = normalise(text, cwd)
  if (item.deep !== undefined) {
    const folder = normalise(item.deep, cwd)
    // All that lies below, narrowed down by what cannot be told; of the whole home much is meant that is not ours.
    return !isWithin(scene.home, folder) &&
      ALL_BELOW.test(text) &&
      [...ownFilesBelow(scene, folder), ...ownFolders(scene).filter((own) => isWithin(own, folder))].length > 0
      ? 'may-be-self'
      : null
  }
  if (ownFolders(scene).some((own) => isWithin(path, own)) || scene.wired?.includes(path) === true) return 'self'
  return oursLike(path, scene, true).length > 0 ? 'self' : null
}

/** Where all but the home in it is known. */
export function spelledItem({ home }: Scene, { text, parts = [] }: Word): string {
  if (text !== null) return text
  const pieces = parts.map((part) => (part.kind !== 'unknown' ? part.text : part.name === 'HOME' ? home : null))
  return pieces.includes(null) ? '' : pieces.join('')
}

/** Code that a program was given speaks for all that it changes. */
function saidByCode(trace: Trace, by: number): Says | null {
  return trace.notes.codes.some((code) => code.by === by && nameIn(trace, code.text) !== null) ? 'may-be-self' : null
}

const nameIn = ({ scene, books }: Trace, text: string): 'name' | 'path' | null => (text === '' ? null : namesGround(text, scene, books.places))
export const wordsOf = ({ operands, options }: RunAction): readonly Word[] => [...operands, ...options.flatMap(({ value }) => (value === true ? [] : [value]))]
export const literalsOf = ({ text, parts = [] }: Word): string => text ?? parts.map((part) => (part.kind === 'unknown' ? ' ' : part.text)).join('')
