// Where a connection goes, and what goes along: of one address, the host and what is known of it.
import type { Place, Word } from '../model.ts'
import { hostPlacesOf } from '../disk/places/places.ts'
import { locate } from '../disk/paths.ts'
import { afford, bulkOfText } from '../log/process.ts'
import { readUrl } from '../text/url.ts'
import { knownStart, knownText } from '../value/fields.ts'
import { NO_PLACES, NONE } from '../value/text.ts'
import { NOTHING_GOES, tokenMarks } from './foreign-token.ts'
import type { Going } from './foreign-token.ts'
import type { ConnectEffect, SocketEffect } from './effect.ts'
import type { Shell } from './process.ts'

/** What a tool says besides the address, and how much that is. */
export const goingWith = (said: readonly string[]): Going & { readonly size: number } => ({
  ...NOTHING_GOES,
  said,
  size: said.reduce((sum, text) => sum + text.length, 0),
})

interface Reached {
  readonly host: string | null
  readonly places: readonly Place[]
  /** `file:///etc/passwd`: the file that is opened. */
  readonly file: Word | null
}

export function reachedBy(shell: Shell, { url, going = NOTHING_GOES, via = NONE }: ConnectEffect): Reached {
  const start = knownStart(url)
  const read = readUrl(start)
  const whole = url.text !== null || isWholeHost(start)
  const host = behindLogin(url) ?? (whole ? read.host : null)
  const places: Place[] = host === null ? (url.text === null ? ['unresolved'] : []) : (bucketPlaces(shell, read.scheme) ?? hostPlaces(shell, host))
  if (read.odd && !places.includes('odd-address')) places.push('odd-address')
  if (read.user === 'password') places.push('password-in-url')
  if (read.file !== null) places.push('local-file', ...locate(shell, { text: read.file }).places)
  const marks = (to: string | null, there: readonly Place[]): readonly Place[] => tokenMarks(shell, url, going, to, there)
  if (host !== null || url.text === null) places.push(...marks(host, places))
  for (const one of via) for (const mark of marks(one, hostPlaces(shell, one))) if (!places.includes(mark)) places.push(mark)
  return { host, places: places.length === 0 ? NO_PLACES : places, file: read.file === null || !whole ? null : { text: read.file } }
}

/** A socket of a shell has no protocol: whatever goes there is sent as it is. */
export function socketPlaces(shell: Shell, { address, host, going }: SocketEffect): readonly Place[] {
  const there = hostPlacesOf(shell.trace.books.places, host ?? '')
  const isRead = going !== undefined && afford(shell, bulkOfText(going.body.reduce((sum, word) => sum + knownText(word).length, 0)))
  return ['raw-socket', ...there, ...(isRead ? tokenMarks(shell, address, going, host, there) : NONE)]
}

/** `https://$NAME:$TOKEN@host/`: who logs in is not known, where is. */
function behindLogin({ text, parts = [] }: Word): string | null {
  if (text !== null) return null
  const spelt = parts.map((part) => (part.kind === 'unknown' ? UNKNOWN_LOGIN : part.text)).join('')
  const { host } = readUrl(spelt)
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*@/i.test(spelt) && host !== null && !host.includes(UNKNOWN_LOGIN) ? host : null
}
const UNKNOWN_LOGIN = 'unknownlogin'

/** A bucket is no machine, whatever its name: what it is its scheme says. */
function bucketPlaces({ trace: { books } }: Shell, scheme: string | null): Place[] | null {
  const places = scheme === null ? [] : hostPlacesOf(books.places, `${scheme}.bucket`)
  return places.length === 0 ? null : [...places]
}

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
