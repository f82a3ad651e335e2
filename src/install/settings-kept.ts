// What did the person's settings, and what was installed, say when they were last looked at? `<state>/ground/settings` holds it, sealed; an ordinary call
// compares what the system says of the files, and no more.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { recordFile } from '../config/own-files.ts'
import { AGENT_SETTINGS } from '../core/self/agent-settings.ts'
import { textOf } from '../gate/bytes.ts'
import { sealOf } from '../gate/cache-key.ts'
import { sealFor, takePlace } from '../gate/cache-keeping.ts'
import { makeFolder } from '../gate/make-folder.ts'
import type { Seal } from '../gate/seal.ts'
import { readSealed } from '../gate/sealed-file.ts'
import { noticeFiles, signatureOf } from './ground-files.ts'
import type { Mark } from './ground-files.ts'
import { tokenFile } from './http-token.ts'
import { keepLastCall, lastCall } from './last-call.ts'
import { asBefore, groundNow } from './settings-look.ts'

export interface KeptFile {
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
  /** The calls after that one are told apart from this: last-call.ts. */
  readonly calls?: true
  /** Of this project, and of the hosts' files, since-last.ts has seen all as it is here. */
  readonly looked?: string
}
export type Signatures = readonly (readonly [file: string, signature: string])[]
export interface WatchPlace {
  readonly home: string
  readonly state: string
}

const NAME = 'settings'

/** The person's settings, what they include outside of the project, the record of what was set up, and the server's token. */
export const watched = (home: string, included: readonly string[]): readonly string[] => [
  ...new Set([path.join(home, '.config/prudent/settings.yaml'), ...included, recordFile(home), tokenFile(home)]),
]

/** Those of the project that tell an agent how to run: a home that is one has the person's own. */
const agentsFiles = (home: string, project: string): readonly string[] => (project === home ? [] : AGENT_SETTINGS.map((name) => path.join(project, name)))

/** To be taken before the call can run. `tended`: as they were found when the call was heard, so that nothing slips in between. */
export function settingsNow(
  home: string,
  project: string,
  included: readonly string[],
  by: Mark,
  { kept, moved }: { readonly kept: KeptSettings | null; readonly moved: boolean } = { kept: null, moved: false },
): KeptSettings {
  const files = [
    ...watched(home, included).map((file): KeptFile => ({ file, signature: '', digest: null, mode: 0, link: null })),
    ...agentsFiles(home, project).map((file): KeptFile => ({ file, signature: '', digest: null, mode: 0, link: null, agents: true })),
  ].map((one) => kept?.files.find(({ file }) => file === one.file) ?? asBefore(one, home))
  const before = kept?.ground
  const ground = before === undefined || !sameRecord(before) ? groundNow(home) : moved ? before.map(([file]) => [file, signatureOf(file)] as const) : before
  return { at: by.at, by, files, ground, calls: true }
}

const sameRecord = ([first]: Signatures): boolean => first !== undefined && signatureOf(first[0]) === first[1]

/** Throws when it cannot. */
export function keepSettings({ home, state }: WatchPlace, kept: KeptSettings): void {
  const { folder, settings } = noticeFiles(state)
  makeFolder(folder, 0o700)
  const fresh = `${settings}.${process.pid}`
  writeFileSync(fresh, (sealOf(home) ?? sealFor(home)).sealed(NAME, Buffer.from(JSON.stringify(kept))), { mode: 0o600 })
  takePlace(fresh, settings)
}

/**
 * For a call that is about to run. What is not decided yet stays so, and what somebody decided meanwhile counts. `before`: what was kept when the call was
 * heard; where it says the same, only the call is new.
 */
export function keepBefore(place: WatchPlace, fresh: KeptSettings, before: KeptSettings | null = null): void {
  if (fresh.by !== null) keepLastCall(place.state, fresh.by, sealOf(place.home) ?? sealFor(place.home))
  if (before !== null && saysSame(fresh, before)) return
  const is = keptSettings(place)
  const counts = is?.files.filter(({ said, left }) => is.at > fresh.at || said !== undefined || left !== undefined) ?? []
  const eased = is?.eased === undefined ? {} : { eased: is.eased }
  const { looked, ...rest } = fresh
  // What somebody decided meanwhile, nobody has looked at yet.
  const seen = looked === undefined || counts.length > 0 ? {} : { looked }
  keepSettings(place, { ...rest, ...seen, ...eased, files: fresh.files.map((one) => counts.find(({ file }) => file === one.file) ?? one) })
}

const saysSame = (fresh: KeptSettings, before: KeptSettings): boolean =>
  before.calls === true &&
  before.eased === undefined &&
  fresh.ground === before.ground &&
  fresh.looked === before.looked &&
  fresh.files.length === before.files.length &&
  fresh.files.every((one, at) => one === before.files[at])

/** The last call; where what tells of it was taken away, somebody has just done so. */
export function calledLast({ by, calls }: KeptSettings, { home, state }: WatchPlace): Mark | null {
  const seal = sealOf(home)
  if (by === null || calls !== true || seal === null) return by
  const last = lastCall(state, seal) ?? { ...by, at: Date.now() }
  return last.at > by.at ? last : by
}

/** Null where there is none of ours. */
export function keptSettings({ home, state }: WatchPlace): KeptSettings | null {
  const seal = sealOf(home)
  return seal === null ? null : opened(noticeFiles(state).settings, seal)
}

function opened(file: string, seal: Seal): KeptSettings | null {
  try {
    const content = readSealed(file, NAME, seal)
    return content === null ? null : (JSON.parse(textOf(content)) as KeptSettings)
  } catch {
    return null
  }
}
