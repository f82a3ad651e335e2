// Keeps what was seen to hold: whether an agent really left undone what we denied, per version and configuration.
import path from 'node:path'
import { makeFolder } from '../gate/make-folder.ts'
import { readText, replaceFile } from './files.ts'

export interface Seen {
  readonly host: string
  /** As its package or program says; empty where nobody could tell. */
  readonly version: string
  /** Digest of our entry and of the settings that steer the host's hooks: `configurationOf`. */
  readonly configuration: string
  /** ISO 8601. */
  readonly at: string
  /** `live`: by `prudent doctor --live`; `call`: a denial in the log, and later outcomes of the same session without one for it. */
  readonly how: 'live' | 'call'
  readonly held: boolean
  /** One line: what was seen. */
  readonly says: string
}

/** `set-up`: registered, and no denied call has been observed yet. */
export type Protection = 'protected' | 'set-up' | 'not-protected'

/** More than all hosts in all versions that somebody has at a time. */
const MOST = 300

export const seenFile = (state: string): string => path.join(state, 'seen.json')

/** Newest last. Never throws: what cannot be read was not seen. */
export function readSeen(state: string): readonly Seen[] {
  const read = readText(seenFile(state))
  if (!read.ok || read.text === null) return []
  try {
    const value: unknown = JSON.parse(read.text)
    return Array.isArray(value) ? value.filter(isSeen).toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)) : []
  } catch {
    return []
  }
}

const isSeen = (value: unknown): value is Seen => {
  const one = value as Partial<Record<keyof Seen, unknown>> | null
  return (
    typeof one === 'object' &&
    one !== null &&
    (['host', 'version', 'configuration', 'at', 'says'] as const).every((key) => typeof one[key] === 'string') &&
    (one.how === 'live' || one.how === 'call') &&
    typeof one.held === 'boolean'
  )
}

/** The newest entry of its kind replaces the older ones. Throws where the folder cannot be written. */
export function noteSeen(state: string, entry: Seen): void {
  const others = readSeen(state).filter((one) => !(isSame(one, entry) && one.how === entry.how))
  const kept = [...others, entry].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).slice(-MOST)
  makeFolder(state, 0o700)
  replaceFile(seenFile(state), `${JSON.stringify(kept, null, 2)}\n`, 0o600, true)
}

type Subject = Pick<Seen, 'host' | 'version' | 'configuration'>
const isSame = (one: Subject, other: Subject): boolean => one.host === other.host && one.version === other.version && one.configuration === other.configuration

/** The last word on exactly this host, version and configuration. */
const lastSeen = (seen: readonly Seen[], subject: Subject): Seen | undefined => seen.findLast((one) => isSame(one, subject))

/** Of one installed version; nothing else is asked than what was seen. */
export function stateOf(seen: readonly Seen[], subject: Subject): Protection {
  const last = lastSeen(seen, subject)
  return last === undefined ? 'set-up' : last.held ? 'protected' : 'not-protected'
}
