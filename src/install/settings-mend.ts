// What did a call change in the person's settings? It is put back, and never thrown away: it stays beside the file under another name.
import { closeSync, openSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { noticedEntries } from '../audit/noticed.ts'
import { hooksOff } from '../core/self/hooks-off.ts'
import { readRegularFile } from '../config/packs-cache.ts'
import { sealOf } from '../gate/cache-key.ts'
import { makeFolder } from '../gate/make-folder.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { replaceFile, saidBy } from './files.ts'
import { groundText } from './ground.ts'
import type { Ground } from './ground.ts'
import { changedAt, noticeFiles } from './ground-files.ts'
import type { Mark } from './ground-files.ts'
import { tokenFile } from './http-token.ts'
import { runningAt } from './marks.ts'
import type { CallName } from './marks.ts'
import { addNews } from './news.ts'
import { calledLast, keepSettings, keptSettings, watched } from './settings-kept.ts'
import type { KeptFile, KeptSettings, WatchPlace } from './settings-kept.ts'
import { asBefore, groundNow, lstatOf, now } from './settings-look.ts'
import type { Tended } from './settings-watch.ts'

/** Nobody takes that long to put files back. */
const BUSY_MS = 3000

const NOTHING: Tended = { found: [], stuck: false, kept: null, moved: false }

/** Where we were set up, what the settings said is known from then on: that it is not is somebody's doing. */
export function forgotten(place: WatchPlace): Tended {
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

/** By what is kept now: somebody may have decided it while we waited. */
export const mended = (place: WatchPlace, kept: KeptSettings, result: CallName | null): Tended =>
  inTurn(place, () => {
    const again = keptSettings(place)
    return handle(place, again !== null && again.at > kept.at ? again : kept, result)
  })

/** By its own words; variables that do so, the next answer speaks of. */
const switchesOff = (text: string | undefined): boolean => text !== undefined && hooksOff(text, () => null) === 'off'

const isSame = (then: KeptFile, is: KeptFile): boolean => is.digest === then.digest && is.link === then.link

function handle(place: WatchPlace, { looked: _looked, ...kept }: KeptSettings, result: CallName | null): Tended {
  const found: string[] = []
  const by = calledLast(kept, place)
  let stuck = false
  const files = kept.files.map((then): KeptFile => {
    const is = asBefore(then, place.home)
    const counts = then.left ?? then
    const isNew = !isSame(counts, is)
    if (!isNew && then.left === undefined) return is
    if (then.agents === true && (!switchesOff(is.text) || switchesOff(then.text))) return is
    const what = is.digest === null ? 'was removed' : then.digest === null ? 'was made' : 'was changed'
    const since = then.left === undefined || isNew ? (changedAt(then.file) ?? Date.now()) : then.left.since
    const running = runningAt(since, place.state, sealOf(place.home), by, result)
    // The next answer says so whoever it was: since-last.ts.
    if (running === null && then.agents === true) return is
    if (running === null) {
      if (isNew && by !== null) found.push(report(place, `\`${then.file}\` ${what} after a call of ${by.host}, while none ran: check that it was you`, null))
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
  if (kept === null) return
  const { looked: _looked, ...rest } = kept
  keepSettings(place, { ...rest, at: Date.now(), eased: Date.now() })
}

/** As they are now, a person wants them. */
export function acceptSettings(place: WatchPlace): void {
  const { eased: _eased, looked: _looked, ...kept } = keptSettings(place) ?? { by: null, files: watched(place.home, []).map((file) => ({ file })) }
  keepSettings(place, { ...kept, at: Date.now(), files: kept.files.map((one) => asBefore(one as KeptFile, place.home)), ground: groundNow(place.home) })
}
