// Where does a connection go, and what goes along? One address becomes one action.
import type { Place, Word } from '../model.ts'
import { hostPlacesOf } from '../disk/places/places.ts'
import { locate } from '../disk/paths.ts'
import type { Doer } from '../log/log.ts'
import { add } from '../log/trace.ts'
import { readUrl } from '../text/url.ts'
import { knownStart } from '../value/fields.ts'
import { NO_PLACES, union } from '../value/text.ts'
import { NOTHING_GOES, tokenMarks } from './foreign-token.ts'
import type { Going } from './foreign-token.ts'
import { addPath } from './on-path.ts'
import type { Shell } from './process.ts'

export interface ConnectDetails {
  readonly sends: boolean
  readonly takes: readonly number[]
  readonly method: string | null
  /** What goes there besides the address, as far as it is known: headers, body. */
  readonly going?: Going
  /** Machines that it goes through. */
  readonly via?: readonly string[]
}

/** What a tool says besides the address, and how much that is. */
export const goingWith = (said: readonly string[]): Going & { readonly size: number } => ({
  ...NOTHING_GOES,
  said,
  size: said.reduce((sum, text) => sum + text.length, 0),
})

export function addConnect(shell: Shell, doer: Doer, url: Word, details: ConnectDetails): number {
  const start = knownStart(url)
  const read = readUrl(start)
  const whole = url.text !== null || isWholeHost(start)
  const host = behindLogin(url) ?? (whole ? read.host : null)
  const opened = read.file === null || !whole ? null : addPath(shell, doer, { text: read.file }, { does: 'read', how: 'whole', recursive: false })
  const places: Place[] = host === null ? (url.text === null ? ['unresolved'] : []) : hostPlaces(shell, host)
  if (read.odd && !places.includes('odd-address')) places.push('odd-address')
  if (read.user === 'password') places.push('password-in-url')
  if (read.file !== null) places.push('local-file', ...locate(shell, { text: read.file }).places)
  const marks = (to: string | null, there: readonly Place[]): readonly Place[] => tokenMarks(shell, url, details.going ?? NOTHING_GOES, to, there)
  if (host !== null || url.text === null) places.push(...marks(host, places))
  for (const one of details.via ?? []) for (const mark of marks(one, hostPlaces(shell, one))) if (!places.includes(mark)) places.push(mark)
  const takes = union(details.takes, url.from)
  return add(shell.trace, doer, {
    does: 'connect',
    url,
    host,
    places: places.length === 0 ? NO_PLACES : places,
    method: details.method,
    sends: details.sends,
    takes: opened === null ? takes : union(takes, [opened]),
  })
}

/** `https://$NAME:$TOKEN@host/`: who logs in is not known, where is. */
function behindLogin({ text, parts = [] }: Word): string | null {
  if (text !== null) return null
  const spelt = parts.map((part) => (part.kind === 'unknown' ? UNKNOWN_LOGIN : part.text)).join('')
  const { host } = readUrl(spelt)
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(spelt) && host !== null && !host.includes(UNKNOWN_LOGIN) ? host : null
}
const UNKNOWN_LOGIN = 'unknownlogin'

/** By its name, and by the addresses it has where somebody asked. */
function hostPlaces({ trace: { books, hosts } }: Shell, host: string): Place[] {
  const places = [...hostPlacesOf(books.places, host)]
  const name = host.toLowerCase()
  const addresses = hosts !== undefined && Object.hasOwn(hosts, name) ? hosts[name] : undefined
  if (addresses === undefined) return places
  if (addresses.length === 0) places.push('unresolvable')
  for (const address of addresses) {
    // What is written is a name still: only where it leads is added.
    for (const place of hostPlacesOf(books.places, address)) if (!place.startsWith('literal-') && !places.includes(place)) places.push(place)
  }
  return places
}

/** An unknown tail may still belong to the host unless something ends it. */
const isWholeHost = (start: string): boolean =>
  /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/)?[^/@\s]*[^/@:\s][/:?#]/.test(start.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\//, ''))
