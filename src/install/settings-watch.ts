// What did the person's settings say before a call that wrote where nobody could read, and what did that call change in them?
//
// Settings change by their owner's hand at any time, so only what changes while such a call runs is put back, and never thrown away: it stays beside
// the file under another name. What changes when none runs any more is left, and said; so is what changes while a person is asked about one, until its
// result shows that it ran. `<state>/ground/settings` holds what the files said before the
// call, sealed; it is there only for some minutes after the last such call, so an ordinary call looks whether it is, and no more.
import { lstatSync, openSync, closeSync, readFileSync, readlinkSync, realpathSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { noticedEntries } from '../audit/noticed.ts'
import { recordFile } from '../config/own-files.ts'
import { digestOf, readRegularFile } from '../config/packs-cache.ts'
import { sealOf } from '../gate/cache-key.ts'
import { sealFor, takePlace } from '../gate/cache-keeping.ts'
import { makeFolder } from '../gate/make-folder.ts'
import type { Seal } from '../gate/seal.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { replaceFile, saidBy } from './files.ts'
import { changedAt, MARK_MS, noticeFiles } from './ground-files.ts'
import type { Mark } from './ground-files.ts'
import { tokenFile } from './http-token.ts'
import { runningAt } from './marks.ts'
import { addNews } from './news.ts'

interface KeptFile {
  readonly file: string
  /** Null: it was not there. */
  readonly digest: string | null
  /** Left out where it is secret, or was no text: then it cannot be put back. */
  readonly text?: string
  /** What was said about its change already. */
  readonly said?: 'changed' | 'stuck'
  readonly mode: number
  /** Where it leads, if it is a link. */
  readonly link: string | null
}
export interface KeptSettings {
  readonly at: number
  readonly by: Mark
  readonly files: readonly KeptFile[]
  /** Since then `prudent` itself is changing them. */
  readonly eased?: number
}
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

function now(file: string, home: string): KeptFile {
  const content = readRegularFile(file)
  let link: string | null = null
  let mode = 0o600
  try {
    if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true) link = readlinkSync(file)
    mode = (statSync(file, { throwIfNoEntry: false })?.mode ?? mode) & 0o777
  } catch {
    // What it holds cannot be read either.
  }
  if (content.kind !== 'text') return { file, digest: content.kind === 'absent' ? null : content.kind, mode, link }
  return { file, digest: digestOf(content.text), mode, link, ...(file === tokenFile(home) ? {} : { text: content.text }) }
}

function lstatOf(file: string): ReturnType<typeof lstatSync> {
  try {
    return lstatSync(file, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/** To be taken before the call can run. */
export const settingsNow = (home: string, included: readonly string[], by: Mark): KeptSettings => ({
  at: by.at,
  by,
  files: watched(home, included).map((file) => now(file, home)),
})

/** Throws when it cannot. */
export function keepSettings({ home, state }: WatchPlace, kept: KeptSettings): void {
  const { folder, settings } = noticeFiles(state)
  makeFolder(folder, 0o700)
  const fresh = `${settings}.${process.pid}`
  writeFileSync(fresh, (sealOf(home) ?? sealFor(home)).sealed(NAME, Buffer.from(JSON.stringify(kept))), { mode: 0o600 })
  takePlace(fresh, settings)
}

/** For a call that is about to run. What is not decided yet stays what it was. */
export function keepBefore(place: WatchPlace, fresh: KeptSettings): void {
  const open = keptSettings(place)?.files.filter(({ said }) => said !== undefined) ?? []
  keepSettings(place, { ...fresh, files: fresh.files.map((one) => open.find(({ file }) => file === one.file) ?? one) })
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
}
const NOTHING: Tended = { found: [], stuck: false, kept: null }

/** `held`: as a process that stays remembers it, should the file be gone. */
export function tendSettings(place: WatchPlace, held: KeptSettings | null = null): Tended {
  const read = keptSettings(place)
  // An older one that somebody put there says nothing.
  const kept = read === null || (held !== null && held.at > read.at) ? held : read
  if (kept === null) return NOTHING
  const isEased = kept.eased !== undefined && Date.now() - kept.eased < EASED_MS
  const changed = isEased ? [] : kept.files.filter((one) => differs(one, place.home))
  if (changed.length === 0) return { ...NOTHING, kept }
  return inTurn(place, () => handle(place, kept)) ?? { ...NOTHING, kept }
}

const differs = (then: KeptFile, home: string): boolean => {
  const is = now(then.file, home)
  return is.digest !== then.digest || is.link !== then.link
}

function handle(place: WatchPlace, kept: KeptSettings): Tended {
  const found: string[] = []
  let stuck = false
  const files = kept.files.map((then): KeptFile => {
    if (!differs(then, place.home)) return then
    const is = now(then.file, place.home)
    const what = is.digest === null ? 'was taken away' : then.digest === null ? 'was made' : 'was changed'
    const since = changedAt(then.file) ?? Date.now()
    const running = runningAt(since, place.state, sealOf(place.home), kept.by)
    if (running?.sure === false && Date.now() - running.mark.at < MARK_MS) {
      if (then.said === undefined)
        found.push(report(place, `\`${then.file}\` ${what} while a call of ${running.mark.host} waited for its answer, or ran: see whether it was you`, null))
      return { ...then, said: 'changed' }
    }
    const mark = running?.sure === true ? running.mark : null
    if (mark === null) {
      // Long after the last such call it is nobody's business.
      if (Date.now() - kept.by.at < MARK_MS && then.said === undefined)
        found.push(report(place, `\`${then.file}\` ${what} after a call of ${kept.by.host} that wrote where nobody could read: see whether it was you`, null))
      return is
    }
    const isKept = then.text !== undefined || then.digest === null
    const back: PutBack = isKept ? putBack(then, place.home) : { ok: false, message: 'what it held is not kept; run prudent init' }
    if (!back.ok && isKept) stuck = true
    if (then.said === 'stuck' && !back.ok) return then
    const during = `\`${then.file}\` ${what} while a call of ${mark.host} ran`
    const end = back.ok
      ? `, and was ${then.digest === null ? 'taken away' : 'put back'}${back.aside === null ? '' : `; what it held is in \`${back.aside}\``}`
      : `, and could not be put back: ${back.message}`
    found.push(report(place, during + end, mark))
    return back.ok ? now(then.file, place.home) : isKept ? { ...then, said: 'stuck' } : is
  })
  if (JSON.stringify(files) === JSON.stringify(kept.files)) return { found, stuck, kept }
  const next = { ...kept, files, at: Date.now() }
  try {
    keepSettings(place, next)
  } catch {
    // A full disk: the next who looks finds the same.
  }
  return { found, stuck, kept: next }
}

function report({ state }: WatchPlace, says: string, mark: Mark | null): string {
  const at = Date.now()
  const call = mark === null ? {} : { call: { id: mark.call, host: mark.host, session: mark.session } }
  openJsonLines({ state }).append(noticedEntries({ at: new Date(at).toISOString(), text: says, ...call }))
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

/** One at a time; who comes meanwhile waits, for it must not go by what a call changed. Null where that took too long. */
function inTurn(place: WatchPlace, work: () => Tended): Tended | null {
  const busy = `${noticeFiles(place.state).settings}.busy`
  const cell = new Int32Array(new SharedArrayBuffer(4))
  makeFolder(path.dirname(busy), 0o700)
  for (let waited = 0; waited <= BUSY_MS; waited += 10) {
    try {
      closeSync(openSync(busy, 'wx', 0o600))
    } catch {
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
  return null
}

/** `prudent` is about to change them itself. */
export function easeSettings(place: WatchPlace): void {
  const kept = keptSettings(place)
  if (kept !== null) keepSettings(place, { ...kept, at: Date.now(), eased: Date.now() })
}

/** As they are now, a person wants them. */
export function acceptSettings(place: WatchPlace): void {
  const kept = keptSettings(place)
  if (kept === null) return
  const { eased: _eased, ...rest } = kept
  keepSettings(place, { ...rest, at: Date.now(), files: kept.files.map(({ file }) => now(file, place.home)) })
}
