// Is everything as it was installed, and who changed it? One look after another, by a process that stays; what an agent's call changed is put back.
import { lstatSync } from 'node:fs'
import path from 'node:path'
import { noticedEntries } from '../audit/noticed.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { readText, replaceFile } from './files.ts'
import { sealOf } from '../gate/cache-key.ts'
import { ALIVE_MS, changedAt, groundFile, MARK_MS, noticeFiles, signatureOf, slackFor } from './ground-files.ts'
import type { Mark } from './ground-files.ts'
import { groundOf, groundText, isGone, readGround, withAdministrators } from './ground.ts'
import type { Ground } from './ground.ts'
import { lastWritten, readMarks, runningAt } from './marks.ts'
import { addNews } from './news.ts'
import { copyOf, isHookFile } from './package-copy.ts'
import { attempt, entryDifference, fileDifference, packageDifferences, scriptDifference } from './notice.ts'
import type { Difference } from './notice.ts'
import { keepSettings } from './settings-kept.ts'
import type { KeptSettings } from './settings-kept.ts'
import { tendSettings } from './settings-watch.ts'

export interface LookoutPlace {
  readonly home: string
  readonly state: string
  /** The record as it was before the call ran; left out, as it is now. */
  readonly text?: string
  /** What the person's settings said then; left out, as it was kept. */
  readonly settings?: KeptSettings
  /** Something of ours was touched since the last call: what is found at the first look is news too. */
  readonly tells?: boolean
}
export interface Look {
  /** When the last call was that changed something nobody could read the name of; null where none was. */
  readonly marked: number | null
  /** What was found since the last look. */
  readonly found: readonly string[]
  /** A person took everything away: there is nothing left to look after. */
  readonly over: boolean
}

const MOST_REPORTS = 20
/** Files of the package are many: every so many looks. */
const PACKAGE_EVERY = 20

export function makeLookout({ home, state, text, settings, tells = false }: LookoutPlace): (now: number) => Look {
  const store = openJsonLines({ state })
  const { digest } = store
  const files = noticeFiles(state)
  const began = Date.now()
  let known: { readonly ground: Ground; readonly text: string } | null = null
  for (const one of [text ?? null, groundText(home, state), recordCopy(state)]) {
    const ground = one === null ? null : groundOf(one, digest)
    if (known === null && ground !== null && one !== null) known = { ground, text: one }
  }
  /** Texts of hosts' files when they were last whole. */
  const healthy = new Map<string, string>()
  const seen = new Map<string, string>()
  /** Files that differ, as they were at the look before. */
  const unsettled = new Map<string, string>()
  const said = new Set<string>()
  const reports = new Map<string, number>()
  let looks = 0
  let held = settings ?? null

  const standsStill = (file: string, signature: string): boolean => {
    const still = unsettled.get(file) === signature && signatureOf(file) === signature
    unsettled.set(file, signature)
    return still
  }

  /** The call that ran then; or the last before it that nobody could read, if that was not long before: what it left behind may go on. */
  const owed = (since: number, marks: readonly Mark[]): Mark | null => {
    const slack = slackFor(since, state, lastWritten(state))
    const mark = marks.findLast(({ at }) => at - slack <= since)
    if (mark !== undefined && since <= mark.at + MARK_MS) return mark
    const running = runningAt(since, state, sealOf(home), null)
    return running?.sure === true ? running.mark : null
  }

  const report = (says: string, mark: Mark | null, now: number): string => {
    const call = mark === null ? {} : { call: { id: mark.call, host: mark.host, session: mark.session } }
    // Where nobody may write now, the rest is looked after all the same.
    attempt(() => void store.append(noticedEntries({ at: new Date(now).toISOString(), text: says, ...call })))
    addNews(files.news, says, now)
    return says
  }

  const recordLook = (marks: readonly Mark[], now: number): readonly string[] | 'over' => {
    const file = groundFile(home)
    const current = readText(file)
    if (known === null) {
      const found = readGround(home, digest)
      if (found.state === 'known') known = found
      // An ordinary call keeps what the settings say only where something is installed.
      if (found.state === 'known' || said.has(file) || isGone(state, began - MARK_MS, digest) || signatureOf(files.settings) === '-') return []
      said.add(file)
      const running = runningAt(changedAt(file) ?? now, state, sealOf(home), null)
      return [report(`\`${file}\` is missing or was replaced, and there is no record of what was installed: run prudent init`, running?.mark ?? null, now)]
    }
    if (current.ok && current.text === known.text) {
      const { text } = known
      if (recordCopy(state) !== text) attempt(() => void replaceFile(files.record, text, 0o600, true))
      return []
    }
    const found = readGround(home, digest)
    if (found.state === 'known') {
      // `prudent init` or `prudent uninstall` wrote it.
      known = found
      seen.clear()
      return []
    }
    if (!standsStill(file, signatureOf(file))) return []
    if (found.state === 'none' && isGone(state, began - MARK_MS, digest)) return 'over'
    const mark = owed(changedAt(file) ?? now, marks)
    if (mark === null)
      return said.has(file)
        ? []
        : (said.add(file), [report(`\`${file}\` was ${found.state === 'none' ? 'removed' : 'changed'}, by an unknown program`, null, now)])
    const { text } = known
    const trouble = attempt(() => void replaceFile(file, text, 0o600, true))
    const during = `\`${file}\` was ${found.state === 'none' ? 'removed' : 'changed'} while a call of ${mark.host} ran`
    if (trouble === null) return [report(`${during}, and was put back`, mark, now)]
    const stuck = `${file}\0${signatureOf(file)}`
    return said.has(stuck) ? [] : (said.add(stuck), [report(`${during}, and could not be put back: ${trouble}; run prudent init`, mark, now)])
  }

  const handle = (difference: Difference, marks: readonly Mark[], now: number): readonly string[] => {
    const { file, says, since, mend, kind } = difference
    const key = `${file}\0${says}\0${since}`
    if (said.has(key)) return []
    said.add(key)
    const mark = since === null ? null : owed(since, marks)
    // What was so before we looked, doctor and status tell.
    if (mark === null && looks === 0 && !tells) return []
    if (mark === null) return [report(`\`${file}\` ${says}; no call of an agent is known to have done it, so it was left as it is`, null, now)]
    const during = `\`${file}\` ${says} while a call of ${mark.host} ran`
    if (mend === undefined) return [report(`${during}: ${kind === 'package' ? 'install prudent again' : 'see what it is'}, then run prudent doctor`, mark, now)]
    const trouble = mend(healthy.get(file))
    // Who writes it again and again is answered again and again, and written down some times.
    const times = (reports.get(file) ?? 0) + 1
    reports.set(file, times)
    if (times > MOST_REPORTS) return []
    return [report(trouble === null ? `${during}, and was put back` : `${during}, and could not be put back: ${trouble}; run prudent init`, mark, now)]
  }

  /** Whoever takes what is remembered of them away has not made us forget; a person who takes everything away has. */
  const settingsLook = (): readonly string[] => {
    if (isGone(state, began - MARK_MS, digest)) return []
    const { found, kept } = tendSettings({ home, state }, held)
    if (kept !== null && lstatSync(files.settings, { throwIfNoEntry: false }) === undefined) attempt(() => keepSettings({ home, state }, kept))
    held = kept
    return found
  }

  return (now) => {
    const marks = readMarks(state).filter(({ unread }) => unread === true)
    const marked = marks.at(-1)?.at ?? null
    const record = recordLook(marks, now)
    if (record === 'over') return { marked, found: [], over: true }
    const found = [...record, ...settingsLook()]
    if (known === null) return { marked, found, over: false }
    const ground = withAdministrators(known.ground)
    const look = (file: string, compare: () => readonly Difference[]): void => {
      const signature = signatureOf(file)
      if (seen.get(file) === signature) return
      const differing = compare()
      // Somebody may be writing it just now: what is half written is not judged, and not overwritten.
      if (differing.length > 0 && !standsStill(file, signature)) return
      for (const difference of differing) found.push(...handle(difference, marks, now))
      // As it was before we compared: what was put back, or changed meanwhile, is compared again.
      seen.set(file, signature)
      const whole = differing.length === 0 && !file.startsWith(ground.package.folder) ? readText(file) : null
      if (whole?.ok === true && whole.text !== null) healthy.set(file, whole.text)
    }
    for (const script of ground.scripts) look(script.file, () => scriptDifference(script))
    for (const entry of ground.entries) look(entry.file, () => entryDifference(entry))
    for (const name of Object.keys(ground.package.files).filter(isHookFile))
      look(path.join(ground.package.folder, name), () => fileDifference(ground.package, name, 'quick', (digest) => copyOf(state, digest)))
    if (looks % PACKAGE_EVERY === 0)
      for (const one of packageDifferences(ground, 'quick', (name) => !isHookFile(name)).slice(0, 1)) found.push(...handle(one, marks, now))
    looks++
    return { marked, found, over: false }
  }
}

const RESIDENT_MS = 2000

/** For a process that stays anyway. Returns how to end it. */
export function keepLooking(place: LookoutPlace): () => void {
  const look = makeLookout(place)
  const { lookout } = noticeFiles(place.state)
  const timer = setInterval(() => {
    try {
      // The one that a call left behind knows more, and two would say everything twice.
      const other = lstatSync(lookout, { throwIfNoEntry: false })
      if (other === undefined || Math.abs(Date.now() - other.mtimeMs) > ALIVE_MS) look(Date.now())
    } catch {
      // A file in motion: the next look tells.
    }
  }, RESIDENT_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function recordCopy(state: string): string | null {
  const read = readText(noticeFiles(state).record)
  return read.ok ? read.text : null
}
