// What did the person's settings say before an agent's call, and what did that call change in them?
//
// Whatever changes them between the answer to a call and its result is put back, whether or not anybody could read that the call would, and never thrown
// away: it stays beside the file under another name. What changes when none runs is the person's, and said; so is what changes while nobody can tell
// whether one runs (a person is asked about it, or its session went on), until its result shows that it did. `<state>/ground/settings` holds, sealed,
// what the files said; an ordinary call compares what the system says of them, and no more.
import { lstatSync, openSync, closeSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { noticedEntries } from '../audit/noticed.ts'
import { recordFile } from '../config/own-files.ts'
import { AGENT_SETTINGS } from '../core/self/agent-settings.ts'
import { hooksOff } from '../core/self/hooks-off.ts'
import { digestOf, readRegularFile } from '../config/packs-cache.ts'
import { sealOf } from '../gate/cache-key.ts'
import { sealFor, takePlace } from '../gate/cache-keeping.ts'
import { makeFolder } from '../gate/make-folder.ts'
import type { Seal } from '../gate/seal.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { replaceFile, saidBy } from './files.ts'
import { groundText } from './ground.ts'
import type { Ground } from './ground.ts'
import { changedAt, groundFile, noticeFiles, signatureOf } from './ground-files.ts'
import type { Mark } from './ground-files.ts'
import { tokenFile } from './http-token.ts'
import { runningAt } from './marks.ts'
import type { CallName } from './marks.ts'
import { addNews } from './news.ts'

interface KeptFile {
  readonly file: string
  /** An agent's, in the project: its own work, but for what switches its hooks off. */
  readonly agents?: true
  /** Null: it was not there. */
  readonly digest: string | null
  /** Left out where it is secret, or was no text: then it cannot be put back. */
  readonly text?: string
  /** As the system has it. */
  readonly signature: string
  /** It was said that it cannot be put back. */
  readonly said?: 'stuck'
  /** What it says since that moment, and what counts until it is known whether a call did it. */
  readonly left?: KeptFile & { readonly since: number }
  readonly mode: number
  /** Where it leads, if it is a link. */
  readonly link: string | null
}
export interface KeptSettings {
  readonly at: number
  /** The last call; null where none was yet. */
  readonly by: Mark | null
  readonly files: readonly KeptFile[]
  /** What was installed, as the system has it: who finds it otherwise looks closer. */
  readonly ground?: Signatures
  /** Since then `prudent` itself is changing them. */
  readonly eased?: number
}
type Signatures = readonly (readonly [file: string, signature: string])[]
export interface WatchPlace {
  readonly home: string
  readonly state: string
}

const NAME = 'settings'
/** Nobody takes that long to put files back, nor to set hosts up. */
const BUSY_MS = 3000
const EASED_MS = 60_000

/** The person's settings, what they include outside of the project, the record of what was set up, and the server's token. */
const watched = (home: string, included: readonly string[]): readonly string[] => [
  ...new Set([path.join(home, '.config/prudent/settings.yaml'), ...included, recordFile(home), tokenFile(home)]),
]

/** Those of the project that tell an agent how to run: a home that is one has the person's own. */
const agentsFiles = (home: string, project: string): readonly string[] => (project === home ? [] : AGENT_SETTINGS.map((name) => path.join(project, name)))

function asBefore({ file, agents }: KeptFile, home: string): KeptFile {
  if (agents !== true) return now(file, home)
  // Most are not there, and every call looks.
  return lstatOf(file) === undefined ? { file, agents, signature: signatureOf(file), digest: null, mode: 0o600, link: null } : { ...now(file, home), agents }
}

/** By its own words; variables that do so, the next answer speaks of. */
const switchesOff = (text: string | undefined): boolean => text !== undefined && hooksOff(text, () => null) === 'off'

function now(file: string, home: string): KeptFile {
  // First: what changes while we read is looked at again.
  const signature = signatureOf(file)
  const content = readRegularFile(file)
  let link: string | null = null
  let mode = 0o600
  try {
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true) link = readlinkSync(file)
    mode = (statSync(file, { throwIfNoEntry: false })?.mode ?? mode) & 0o777
  } catch {
    // What it holds cannot be read either.
  }
  if (content.kind !== 'text') return { file, signature, digest: content.kind === 'absent' ? null : content.kind, mode, link }
  return { file, signature, digest: digestOf(content.text), mode, link, ...(file === tokenFile(home) ? {} : { text: content.text }) }
}

function lstatOf(file: string): ReturnType<typeof lstatSync> {
  try {
    return lstatSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** To be taken before the call can run. `tended`: as they were found when the call was heard, so that nothing slips in between. */
export const settingsNow = (home: string, project: string, included: readonly string[], by: Mark, tended: KeptSettings | null = null): KeptSettings => ({
  at: by.at,
  by,
  files: [
    ...watched(home, included).map((file): KeptFile => ({ file, signature: '', digest: null, mode: 0, link: null })),
    ...agentsFiles(home, project).map((file): KeptFile => ({ file, signature: '', digest: null, mode: 0, link: null, agents: true })),
  ].map((one) => tended?.files.find(({ file }) => file === one.file) ?? asBefore(one, home)),
  ground: tended?.ground !== undefined && sameRecord(tended.ground) ? tended.ground.map(([file]) => [file, signatureOf(file)]) : groundNow(home),
})

const sameRecord = ([first]: Signatures): boolean => first !== undefined && signatureOf(first[0]) === first[1]

/** The record first. */
function groundNow(home: string): Signatures {
  const record = groundFile(home)
  const own = [record, signatureOf(record)] as const
  try {
    const { ground } = JSON.parse(readFileSync(record, 'utf8')) as { readonly ground: Pick<Ground, 'scripts' | 'entries'> }
    return [own, ...[...ground.scripts, ...ground.entries].map(({ file }) => [file, signatureOf(file)] as const)]
  } catch {
    return [own]
  }
}

/** Throws when it cannot. */
export function keepSettings({ home, state }: WatchPlace, kept: KeptSettings): void {
  const { folder, settings } = noticeFiles(state)
  makeFolder(folder, 0o700)
  const fresh = `${settings}.${process.pid}`
  writeFileSync(fresh, (sealOf(home) ?? sealFor(home)).sealed(NAME, Buffer.from(JSON.stringify(kept))), { mode: 0o600 })
  takePlace(fresh, settings)
}

/** For a call that is about to run. What is not decided yet stays so, and what somebody decided meanwhile counts. */
export function keepBefore(place: WatchPlace, fresh: KeptSettings): void {
  const is = keptSettings(place)
  const counts = is?.files.filter(({ said, left }) => is.at > fresh.at || said !== undefined || left !== undefined) ?? []
  const eased = is?.eased === undefined ? {} : { eased: is.eased }
  keepSettings(place, { ...fresh, ...eased, files: fresh.files.map((one) => counts.find(({ file }) => file === one.file) ?? one) })
}

/** Null where there is none of ours. */
export function keptSettings({ home, state }: WatchPlace): KeptSettings | null {
  const { settings } = noticeFiles(state)
  if (lstatOf(settings) === undefined) return null
  const seal = sealOf(home)
  return seal === null ? null : opened(settings, seal)
}

function opened(file: string, seal: Seal): KeptSettings | null {
  try {
    const bytes = readFileSync(file)
    seal.room(bytes.length).set(bytes)
    const content = seal.opened(NAME, bytes.length)
    return content === null ? null : (JSON.parse(Buffer.from(content).toString('utf8')) as KeptSettings)
  } catch {
    return null
  }
}

export interface Tended {
  /** What was found, one line each. */
  readonly found: readonly string[]
  /** Something a call changed could not be put back: nothing may rely on it. */
  readonly stuck: boolean
  readonly kept: KeptSettings | null
  /** What was installed is not as it was, or that is not known any more. */
  readonly moved: boolean
}
const NOTHING: Tended = { found: [], stuck: false, kept: null, moved: false }

/** `held`: as a process that stays remembers it, should the file be gone; `result`: the call whose result is heard now, so it ran until now. */
export function tendSettings(place: WatchPlace, held: KeptSettings | null = null, result: CallName | null = null): Tended {
  const read = keptSettings(place)
  // An older one that somebody put there says nothing.
  const kept = read === null || (held !== null && held.at > read.at) ? held : read
  if (kept === null) return forgotten(place)
  const moved = kept.ground?.some(([file, signature]) => signatureOf(file) !== signature) === true
  const isEased = kept.eased !== undefined && Date.now() - kept.eased < EASED_MS
  const isOpen = ({ file, signature, said, left }: KeptFile): boolean => said !== undefined || left !== undefined || signatureOf(file) !== signature
  if (isEased || !kept.files.some(isOpen)) return { ...NOTHING, kept, moved }
  const tended = inTurn(place, () => {
    // Somebody may have decided it while we waited.
    const again = keptSettings(place)
    return handle(place, again !== null && again.at > kept.at ? again : kept, result)
  })
  return { ...tended, moved }
}

/** Where we were set up, what the settings said is known from then on: that it is not is somebody's doing. */
function forgotten(place: WatchPlace): Tended {
  const text = groundText(place.home, place.state)
  try {
    if (text === null || (JSON.parse(text) as { readonly ground: Ground }).ground.kept !== place.state) return NOTHING
  } catch {
    return NOTHING
  }
  const { settings } = noticeFiles(place.state)
  const says = `\`${settings}\`, which tells what your settings say, was removed or written by somebody else: check that they still say what you want`
  return inTurn(place, () => {
    if (keptSettings(place) !== null) return NOTHING
    try {
      acceptSettings(place)
    } catch {
      // A folder that nobody may write to now: nothing can be kept there.
      return NOTHING
    }
    const mark = runningAt(Date.now(), place.state, sealOf(place.home), null)?.mark ?? null
    return { ...NOTHING, found: [report(place, says, mark)], kept: keptSettings(place), moved: true }
  })
}

const isSame = (then: KeptFile, is: KeptFile): boolean => is.digest === then.digest && is.link === then.link

function handle(place: WatchPlace, kept: KeptSettings, result: CallName | null): Tended {
  const found: string[] = []
  let stuck = false
  const files = kept.files.map((then): KeptFile => {
    const is = asBefore(then, place.home)
    const counts = then.left ?? then
    const isNew = !isSame(counts, is)
    if (!isNew && then.left === undefined) return is
    if (then.agents === true && (!switchesOff(is.text) || switchesOff(then.text))) return is
    const what = is.digest === null ? 'was removed' : then.digest === null ? 'was made' : 'was changed'
    const since = then.left === undefined || isNew ? (changedAt(then.file) ?? Date.now()) : then.left.since
    const running = runningAt(since, place.state, sealOf(place.home), kept.by, result)
    // The next answer says so whoever it was: since-last.ts.
    if (running === null && then.agents === true) return is
    if (running === null) {
      if (isNew && kept.by !== null)
        found.push(report(place, `\`${then.file}\` ${what} after a call of ${kept.by.host}, while none ran: check that it was you`, null))
      return is
    }
    const { mark } = running
    if (!running.sure) {
      if (isNew) found.push(report(place, `\`${then.file}\` ${what} while a call of ${mark.host} waited for its answer, or ran: check that it was you`, null))
      return { ...then, left: { ...is, since } }
    }
    // What was left as it is counts, unless that is what this call did.
    const goal = isNew ? counts : then
    const isKept = goal.file !== tokenFile(place.home) && (goal.text !== undefined || goal.digest === null)
    const back: PutBack = isKept ? putBack(goal, place.home) : { ok: false, message: 'what it held is not kept; run prudent init' }
    if (!back.ok && isKept) stuck = true
    if (then.said === 'stuck' && !back.ok) return then
    const during = `\`${then.file}\` ${what} while a call of ${mark.host} ran`
    const end = back.ok
      ? `, and was ${goal.digest === null ? 'removed' : 'put back'}${back.aside === null ? '' : `; what it held is in \`${back.aside}\``}`
      : `, and could not be put back: ${back.message}`
    found.push(report(place, during + end, mark))
    if (!back.ok) return isKept ? { ...then, said: 'stuck' } : is
    const { said: _said, ...base } = then
    const fresh = asBefore(then, place.home)
    return isNew && base.left !== undefined ? { ...base, left: { ...fresh, since: base.left.since } } : fresh
  })
  if (JSON.stringify(files) === JSON.stringify(kept.files)) return { ...NOTHING, found, stuck, kept }
  const next = { ...kept, files, at: Date.now() }
  try {
    keepSettings(place, next)
  } catch {
    // A full disk: the next who looks finds the same.
  }
  return { ...NOTHING, found, stuck, kept: next }
}

function report({ state }: WatchPlace, says: string, mark: Mark | null): string {
  const at = Date.now()
  const call = mark === null ? {} : { call: { id: mark.call, host: mark.host, session: mark.session } }
  try {
    openJsonLines({ state }).append(noticedEntries({ at: new Date(at).toISOString(), text: says, ...call }))
  } catch {
    // What was put back counts, and the answer says so.
  }
  addNews(noticeFiles(state).news, says, at)
  return says
}

type PutBack = { readonly ok: true; readonly aside: string | null } | { readonly ok: false; readonly message: string }

/** What is there now goes aside by a rename: who is still writing it goes on writing there, and nothing is lost. */
function putBack({ file, text, mode, link }: KeptFile, home: string): PutBack {
  try {
    const is = now(file, home)
    const target = link !== null && is.link === link && statSync(file, { throwIfNoEntry: false }) !== undefined ? realpathSync(file) : file
    const aside = lstatOf(target) === undefined ? null : asideOf(target)
    if (aside !== null) renameSync(target, aside)
    if (link !== null && is.link !== link) symlinkSync(link, file)
    if (text !== undefined && !sameText(file, text)) replaceFile(target, text, mode)
    return { ok: true, aside }
  } catch (error) {
    return { ok: false, message: saidBy(error) }
  }
}

const sameText = (file: string, text: string): boolean => {
  const is = readRegularFile(file)
  return is.kind === 'text' && is.text === text
}

function asideOf(file: string): string {
  const name = `${file}.changed-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}`
  for (let n = 1; ; n++) {
    const one = n === 1 ? name : `${name}-${n}`
    if (lstatOf(one) === undefined) return one
  }
}

/** One at a time; who comes meanwhile waits, for it must not go by what a call changed. Where no turn can be had, it is done all the same. */
function inTurn(place: WatchPlace, work: () => Tended): Tended {
  const busy = `${noticeFiles(place.state).settings}.busy`
  const cell = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; waited <= BUSY_MS; waited += 10) {
    try {
      makeFolder(path.dirname(busy), 0o700)
      closeSync(openSync(busy, 'wx', 0o600))
    } catch (error) {
      if ((error as { readonly code?: string }).code !== 'EEXIST') break
      const about = lstatOf(busy)
      if (about !== undefined && Math.abs(Date.now() - Number(about.mtimeMs)) > BUSY_MS) rmSync(busy, { recursive: true, force: true })
      Atomics.wait(cell, 0, 0, 10)
      continue
    }
    try {
      return work()
    } finally {
      rmSync(busy, { force: true })
    }
  }
  return work()
}

/** `prudent` is about to change them itself. */
export function easeSettings(place: WatchPlace): void {
  const kept = keptSettings(place)
  if (kept !== null) keepSettings(place, { ...kept, at: Date.now(), eased: Date.now() })
}

/** As they are now, a person wants them. */
export function acceptSettings(place: WatchPlace): void {
  const { eased: _eased, ...kept } = keptSettings(place) ?? { by: null, files: watched(place.home, []).map((file) => ({ file })) }
  keepSettings(place, { ...kept, at: Date.now(), files: kept.files.map((one) => asBefore(one as KeptFile, place.home)), ground: groundNow(place.home) })
}
