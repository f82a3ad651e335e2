// What of the hosts' files and of the project's agent settings is not as it was at the call before, whoever changed it?
//
// Signs of the files are kept, sealed, and compared with every call: a few looks at names, no file read. Nobody but the system sets the time of a file's
// last change, so a text that was swapped for another of the same length shows too. Who changed it nobody can tell: it is
// said. The person's own settings are settings-watch.ts's.
import { lstatSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { noticedEntries } from '../audit/noticed.ts'
import { recordFile, wiredFiles, wiredNames } from '../config/own-files.ts'
import { AGENT_SETTINGS } from '../core/self/agent-settings.ts'
import { hooksOff } from '../core/self/hooks-off.ts'
import type { Steers } from '../core/meaning/traits.ts'
import { textOf } from '../gate/bytes.ts'
import { sealOf } from '../gate/cache-key.ts'
import { takePlace } from '../gate/cache-keeping.ts'
import { makeFolder } from '../gate/make-folder.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { readText } from './files.ts'
import { groundFile, noticeFiles } from './ground-files.ts'
import { addNews } from './news.ts'

const NAME = 'last'
/** Of projects that nobody works in any more nothing need be known. */
const MOST_FILES = 400

type Signs = Readonly<Record<string, string>>
export interface LastPlace {
  readonly home: string
  readonly state: string
  readonly project: string
}
export interface SinceLast {
  /** Said once, in this answer. */
  readonly says: readonly string[]
  /** Our script, the record or a host's settings differ: somebody should look what of ours is gone. */
  readonly touched: boolean
  /** All that was looked at, where it was found as it was. */
  readonly same?: readonly string[]
}
const NOTHING: SinceLast = { says: [], touched: false }

/** Null where nothing lies there. */
function signOf(file: string): string | null {
  try {
    const about = lstatSync(file, { throwIfNoEntry: false })
    return about === undefined ? null : `${about.ino} ${about.size} ${about.ctimeMs}`
  } catch {
    return null
  }
}

const ours = (home: string): readonly string[] => [groundFile(home), recordFile(home), path.join(home, '.config/prudent/bin/prudent-hook')]
const ofProject = ({ home, project }: LastPlace): readonly string[] => (project === home ? [] : AGENT_SETTINGS.map((name) => path.join(project, name)))

function kept({ home, state }: LastPlace): Signs | null {
  const seal = sealOf(home)
  if (seal === null) return null
  try {
    const bytes = readFileSync(noticeFiles(state).last)
    seal.room(bytes.length).set(bytes)
    const content = seal.opened(NAME, bytes.length)
    return content === null ? null : (JSON.parse(textOf(content)) as Signs)
  } catch {
    return null
  }
}

/** Never throws. Only where something was set up here. */
export function sinceLast(place: LastPlace, steers: Steers): SinceLast {
  try {
    const { home, state } = place
    if (lstatSync(groundFile(home), { throwIfNoEntry: false }) === undefined && lstatSync(noticeFiles(state).last, { throwIfNoEntry: false }) === undefined)
      return NOTHING
    const before = kept(place)
    const mine = ours(home)
    const theirs = wiredFiles(home)
    const now = new Map([...mine, ...theirs, ...ofProject(place)].map((file) => [file, signOf(file)]))
    const changed = [...now].filter(([file, sign]) => (before?.[file] ?? null) !== sign).map(([file]) => file)
    if (changed.length === 0) return { ...NOTHING, same: [...mine, ...wiredNames(home), ...ofProject(place)] }
    // The first time there is nothing to compare with; of a project, what it brings is told all the same.
    const isKnown = (file: string): boolean => before !== null && (file in before || mine.includes(file))
    const says = changed.flatMap((file) => saidOf(file, place, now.get(file) ?? null, steers))
    try {
      keep(place, before ?? {}, now)
    } catch {
      // A folder that nobody may write to now: it is said again with the next call.
    }
    for (const one of says) report(state, one)
    return { says, touched: changed.some((file) => isKnown(file) && (theirs.includes(file) || ours(home).includes(file))) }
  } catch {
    // What was decided counts all the same.
    return NOTHING
  }
}

function saidOf(file: string, { home, project }: LastPlace, is: string | null, steers: Steers): readonly string[] {
  if (project === home || !file.startsWith(`${project}${path.sep}`) || is === null) return []
  const read = readText(file)
  const off = read.ok && read.text !== null ? hooksOff(read.text, steers) : null
  if (off === 'off') return [`\`${file}\` switches hooks off: from its next session on, the agent may run here without prudent`]
  return off === 'unsure' ? [`\`${file}\` sets what the agent's next session loads, and may start it without prudent: check that you want that`] : []
}

function keep({ home, state }: LastPlace, before: Signs, now: ReadonlyMap<string, string | null>): void {
  const seal = sealOf(home)
  if (seal === null) return
  const { folder, last } = noticeFiles(state)
  const others = Object.entries(before).filter(([file]) => !now.has(file))
  const all = [...others, ...[...now].flatMap(([file, sign]) => (sign === null ? [] : [[file, sign] as const]))]
  makeFolder(folder, 0o700)
  const fresh = `${last}.${process.pid}`
  writeFileSync(fresh, seal.sealed(NAME, Buffer.from(JSON.stringify(Object.fromEntries(all.slice(-MOST_FILES))))), { mode: 0o600 })
  takePlace(fresh, last)
}

function report(state: string, says: string): void {
  const at = Date.now()
  try {
    openJsonLines({ state }).append(noticedEntries({ at: new Date(at).toISOString(), text: says }))
  } catch {
    // The answer says so.
  }
  addNews(noticeFiles(state).news, says, at)
}

/** As everything is now, `prudent` itself or a person wants it. */
export function acceptAll(place: LastPlace): void {
  if (lstatSync(noticeFiles(place.state).last, { throwIfNoEntry: false }) === undefined) return
  keep(place, kept(place) ?? {}, new Map([...ours(place.home), ...wiredFiles(place.home)].map((file) => [file, signOf(file)])))
}
