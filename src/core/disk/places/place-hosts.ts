// What is this host: loopback, private, metadata, paste, tunnel …? Answers from the `kind: host` entries of `places/*.yaml`.
import type { Place } from '../../model.ts'
import { compileRange, isBrokenAddress, parseAddress } from '../../text/address.ts'
import type { Address } from '../../text/address.ts'
import { plainHost } from '../../text/url.ts'
import { disguisesOf } from './dressed-up.ts'
import type { Disguises } from './dressed-up.ts'
import type { PlaceSpec } from './place-spec.ts'

export interface HostBook {
  readonly names: ReadonlyMap<string, readonly Place[]>
  readonly ranges: readonly { readonly has: (address: Address) => boolean; readonly place: Place }[]
  readonly disguises: readonly { readonly has: Disguises; readonly place: Place }[]
}

/** Whether hosts are looked up in it. */
export const isOfHosts = ({ hosts, addresses, 'dressed-up-as': others }: PlaceSpec): boolean =>
  hosts !== undefined || addresses !== undefined || others !== undefined

export function compileHosts(specs: readonly PlaceSpec[]): HostBook {
  const names = new Map<string, Place[]>()
  const ranges: { has: (address: Address) => boolean; place: Place }[] = []
  const disguises: { has: Disguises; place: Place }[] = []
  for (const spec of specs) {
    if (spec.kind !== 'host') continue
    for (const host of spec.hosts ?? []) {
      const known = names.get(host)
      if (known) known.push(spec.name)
      else names.set(host, [spec.name])
    }
    for (const range of spec.addresses ?? []) ranges.push({ has: compileRange(range), place: spec.name })
    const { 'dressed-up-as': others } = spec
    if (others !== undefined) disguises.push({ has: disguisesOf(others), place: spec.name })
  }
  return { names, ranges, disguises }
}

/**
 * The places of a host name or address (no scheme; a port, brackets and a last dot are ignored).
 * An address gives `literal-address`, one in a strange spelling also `odd-address`; a name without a dot is `private`.
 */
export function hostPlacesOf(book: { readonly hosts: () => HostBook }, host: string): readonly Place[] {
  const name = bareHost(host)
  if (name === '' || name.length > 300 || name.includes('\0')) return []
  const hosts = book.hosts()
  const found: Place[] = []
  const address = parseAddress(name)
  if (address) {
    found.push('literal-address')
    if (address.odd) found.push('odd-address')
    if (address.family === 6) found.push('literal-six')
    addAddress(hosts, address, found)
    return found
  }
  if (isBrokenAddress(name)) return ['literal-address', 'odd-address']
  for (let at = 0; at >= 0; at = nextLabel(name, at)) {
    for (const place of hosts.names.get(name.slice(at)) ?? []) if (!found.includes(place)) found.push(place)
  }
  if (found.includes('wildcard-dns')) {
    const inner = addressesInName(name)
    if (inner.length > 0) found.push('address-in-name')
    for (const address of inner) addAddress(hosts, address, found)
  }
  if (!name.includes('.') && !found.includes('loopback') && !found.includes('private')) found.push('private')
  for (const { has, place } of hosts.disguises) if (has(host)) found.push(place)
  return found
}

function nextLabel(name: string, at: number): number {
  const dot = name.indexOf('.', at)
  return dot < 0 ? -1 : dot + 1
}

function bareHost(host: string): string {
  // Full-width digits and dots are the same host to most resolvers.
  let name = host.length <= 400 ? plainHost(decoded(host)).trim() : host
  if (name.startsWith('[')) name = name.slice(1, name.includes(']') ? name.indexOf(']') : undefined)
  else if (name.indexOf(':') === name.lastIndexOf(':') && name.includes(':')) name = name.slice(0, name.indexOf(':'))
  return name.endsWith('.') ? name.slice(0, -1) : name
}

/** Some programs decode `%31` in a host, so both readings are one. */
const decoded = (host: string): string =>
  host.includes('%') && !host.includes(':') ? host.replace(/%([2-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : host

function addAddress(hosts: HostBook, address: Address, found: Place[]): void {
  for (const range of hosts.ranges) if (!found.includes(range.place) && range.has(address)) found.push(range.place)
}

/** `app.10-0-0-1.nip.io` and `10.0.0.1.nip.io` answer with the address they name. */
function addressesInName(name: string): readonly Address[] {
  const labels = name.split('.').flatMap((label) => label.split('-'))
  const found: Address[] = []
  for (let i = 0; i + 4 <= labels.length; i++) {
    const four = labels.slice(i, i + 4)
    const address = four.every((label) => /^\d{1,3}$/.test(label)) ? parseAddress(four.map(Number).join('.')) : null
    if (address !== null) found.push(address)
  }
  for (const label of labels) {
    const address = /^[0-9a-f]{8}$/.test(label) ? parseAddress(`0x${label}`) : null
    if (address !== null) found.push(address)
  }
  return found
}
