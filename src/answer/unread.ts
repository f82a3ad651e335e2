// What follows from a call that may change the gate unseen? It is marked, with what the settings said before; somebody looks afterwards where it changed
// something nobody could read the name of, or where something is not as it was; and the next answer says what was found.
import type * as ChildProcess from 'node:child_process'
import { lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isTrial } from '../audit/stories.ts'
import { steersIn } from '../core/meaning/traits.ts'
import { sealOf } from '../gate/cache-key.ts'
import type { HostEvent } from '../gate/seams.ts'
import { ALIVE_MS, isLookout, lookoutWords, NEWS_MS, noticeFiles } from '../install/ground-files.ts'
import type { Lookout, Mark, News } from '../install/ground-files.ts'
import { groundText } from '../install/ground.ts'
import { callName, endCall, markCall } from '../install/marks.ts'
import { sinceLast } from '../install/since-last.ts'
import type { SinceLast } from '../install/since-last.ts'
import { keepBefore, settingsNow } from '../install/settings-kept.ts'
import type { KeptSettings } from '../install/settings-kept.ts'
import type { Answered } from './event.ts'
import type { Surroundings } from './given.ts'
import type { OpenedPolicy } from './policy.ts'
import { stateFolderOf } from './state.ts'

/** What the system lets a variable hold. */
const LONGEST_TEXT = 100_000

/** The same answer with what this session must hear, and with somebody to look where the call may change us. */
export function withNotice(at: Surroundings, event: HostEvent, opened: OpenedPolicy, answered: Answered): Answered {
  if (at.rehearsal === true) return answered
  const looked = lookedAt(at, opened)
  const { says, told } = newsFor(at, event)
  const { verdict } = answered.answer
  const isUnread = answered.unread === true
  // Of a question about permission no result tells: the call itself was heard before. What the doctor tries never runs.
  const isCall = event.kind === 'before-tool' && !isTrial({ session: event.session, call: event.toolUse ?? '' })
  const mark = verdict !== 'deny' && (isUnread || isCall) ? callBegins(at, event, opened, { asked: verdict === 'ask', unread: isUnread, looked }) : null
  const { answer, afterwards } = answered
  return {
    ...answered,
    answer: says.length === 0 ? answer : { ...answer, warnings: [...says, ...answer.warnings] },
    // The host may run the call at any moment now.
    afterwards: () => {
      if (mark !== null) quietly(mark)
      if (!isUnread || mark === null) quietly(() => somebodyLooks(at, opened, looked?.touched))
      afterwards()
      quietly(told)
    },
  }
}

/** Null: nothing is otherwise than when all of it was looked at. */
function lookedAt(at: Surroundings, { tended, scene: { project }, gate }: OpenedPolicy): SinceLast | null {
  if (tended?.still === true && tended.kept?.looked === project) return null
  return sinceLast({ home: at.home, state: stateFolderOf(at), project }, steersIn(gate.books.meaning))
}

function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // What was decided counts all the same.
  }
}

/** Null where nothing was installed here. Reads what must stay as it is before the call can run. */
function callBegins(
  at: Surroundings,
  event: HostEvent,
  { conduct, scene, tended }: OpenedPolicy,
  { asked, unread, looked }: { readonly asked: boolean; readonly unread: boolean; readonly looked: SinceLast | null },
): (() => void) | null {
  const { home } = at
  const state = stateFolderOf(at)
  const kept = tended?.kept ?? null
  // Long, so it is read only where somebody needs it, or nothing else tells that there is one.
  const text = unread || kept === null ? groundText(home, state) : null
  if (text === null && kept === null) return null
  const mark: Mark = { at: Date.now(), ...callName(event), ...(asked ? { asked: true } : {}), ...(unread ? { unread: true } : {}) }
  // A project's own files are its agents' work, and may only tighten.
  const included = conduct.included.filter((file) => scene.project === home || !file.startsWith(`${scene.project}${path.sep}`))
  const settings = withLook(settingsNow(home, scene.project, included, mark, tended ?? undefined), scene.project, kept, looked)
  return () => {
    quietly(() => markCall(state, mark))
    quietly(() => keepBefore({ home, state }, settings, kept))
    if (unread && !isWatched(at, state)) startLookout(at, home, state, text ?? '', settings)
  }
}

/** Whether all that `sinceLast` looks at stands in what is kept, as it found it: then nobody need look before that changes. */
function withLook(settings: KeptSettings, project: string, kept: KeptSettings | null, looked: SinceLast | null): KeptSettings {
  if (looked === null) return { ...settings, looked: project }
  if (looked.same === undefined || !settings.files.every((one) => kept?.files.includes(one))) return settings
  const known = new Set([...settings.files.map(({ file }) => file), ...(settings.ground ?? []).map(([file]) => file)])
  return looked.same.every((file) => known.has(file)) ? { ...settings, looked: project } : settings
}

/** What this event says of calls: that one has ended, or that its session went on, for the person writes. */
export function callsEnded(at: Surroundings, event: HostEvent, opened: OpenedPolicy, which: 'this' | 'all'): void {
  const state = stateFolderOf(at)
  quietly(() => {
    const seal = (opened.tended?.kept ?? null) === null ? null : sealOf(at.home)
    if (seal !== null) endCall(state, { at: Date.now(), ...callName(event), ...(which === 'all' ? { call: '*' } : {}) }, seal)
  })
  quietly(() => somebodyLooks(at, opened))
}

/** Where something is not as it was, which is told whoever changed it; and one who was ended before their time is started again. */
function somebodyLooks(at: Surroundings, { tended }: OpenedPolicy, touched = false): void {
  const state = stateFolderOf(at)
  const { lookout } = noticeFiles(state)
  const tells = touched || tended?.moved === true
  const isWanted = tells || lstatSync(lookout, { throwIfNoEntry: false }) !== undefined
  if (isWanted && !isWatched(at, state)) startLookout(at, at.home, state, '', null, tells)
}

function isWatched(at: Surroundings, state: string): boolean {
  const { lookout } = noticeFiles(state)
  const about = lstatSync(lookout, { throwIfNoEntry: false })
  if (about === undefined || Math.abs(Date.now() - about.mtimeMs) > ALIVE_MS) return false
  try {
    return isLookout((JSON.parse(readFileSync(lookout, 'utf8')) as Lookout).pid, lookoutWords(lookoutOf(at), at.home, state))
  } catch {
    return false
  }
}

const lookoutOf = ({ root }: Surroundings): string => path.join(root, 'dist/lookout.js')

/** On its own: it holds none of the host's pipes and outlives us. */
function startLookout(at: Surroundings, home: string, state: string, text: string, settings: KeptSettings | null, tells = false): void {
  const short = (said: string): string => (said.length > LONGEST_TEXT ? '' : said)
  const { spawn }: typeof ChildProcess = process.getBuiltinModule('node:child_process')
  const child = spawn(nodeOf(text), lookoutWords(lookoutOf(at), home, state), {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
    cwd: home,
    env: { PRUDENT_GROUND: short(text), PRUDENT_SETTINGS: settings === null ? '' : short(JSON.stringify(settings)), ...(tells ? { PRUDENT_TELLS: '1' } : {}) },
  })
  child.on('error', () => {})
  child.unref()
}

/** Where a host loads us into its own process, that is not Node. */
function nodeOf(text: string): string {
  if (path.basename(process.execPath).startsWith('node')) return process.execPath
  try {
    return (JSON.parse(text) as { readonly ground: { readonly node: { readonly path: string } } }).ground.node.path
  } catch {
    return process.execPath
  }
}

interface Told {
  readonly says: readonly string[]
  /** For after the answer. */
  readonly told: () => void
}
const NOTHING: Told = { says: [], told: () => {} }

/** What a session has not heard yet. */
function newsFor(at: Surroundings, { host, session }: HostEvent): Told {
  const { news: file } = noticeFiles(stateFolderOf(at))
  try {
    // Throws where a file lies in the place of our folder: the call is judged all the same.
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return NOTHING
    const all = JSON.parse(readFileSync(file, 'utf8')) as readonly News[]
    const who = `${host} ${session}`.slice(0, 200)
    const fresh = all.filter(({ at: since, told }) => Date.now() - since < NEWS_MS && !told.includes(who))
    if (fresh.length === 0) return NOTHING
    const told = (): void => {
      const draft = `${file}.${process.pid}`
      writeFileSync(draft, JSON.stringify(all.map((one) => (fresh.includes(one) ? { ...one, told: [...one.told, who] } : one))), { mode: 0o600 })
      renameSync(draft, file)
    }
    return { says: fresh.map(({ says }) => says), told }
  } catch {
    return NOTHING
  }
}
