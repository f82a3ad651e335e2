// Where does a literal host name lead right now? All its addresses, within a time limit. Advice only: whoever connects asks again.
import { Resolver, lookup as systemLookup } from 'node:dns'
import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import { classOf } from './address-class.ts'
import type { AddressClass } from './address-class.ts'

export interface Resolved {
  readonly name: string
  /** Every A and AAAA record; empty when there are none or nobody answered in time. */
  readonly addresses: readonly { readonly address: string; readonly class: AddressClass }[]
  /** The worst of them; `unresolvable` when there is no answer. */
  readonly class: AddressClass | 'unresolvable'
}
export interface ResolveOptions {
  /** Milliseconds for the whole question; 500 unless said. */
  readonly within?: number
  /** Name servers to ask instead of the system's: `127.0.0.1:5353`. */
  readonly servers?: readonly string[]
}

const RANK: readonly (AddressClass | 'unresolvable')[] = ['public', 'special', 'private', 'link-local', 'loopback', 'metadata', 'unresolvable']
const MOST = 64
const NAME = /^(?=.{1,253}\.?$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.?$/i

/** Never throws. Asks nothing for what is no plain name: looking up a made-up name can itself tell somebody something. */
export async function resolveHost(name: string, { within = 500, servers }: ResolveOptions = {}): Promise<Resolved> {
  const literal = name.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0) return made(name, [literal])
  if (!NAME.test(name)) return made(name, [])
  const resolver = new Resolver({ timeout: within, tries: 1 })
  if (servers !== undefined) resolver.setServers(servers)
  const ask = (type: 'A' | 'AAAA'): Promise<readonly string[]> =>
    new Promise((done) => resolver.resolve(name, type, (error, found) => done(error === null ? found : [])))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<readonly string[]>((done) => {
    timer = setTimeout(() => {
      resolver.cancel()
      done([])
    }, within)
  })
  try {
    const answers = await Promise.race([Promise.all([ask('A'), ask('AAAA')]).then((both) => both.flat()), late])
    return made(name, answers.slice(0, MOST))
  } finally {
    clearTimeout(timer)
  }
}

function made(name: string, found: readonly string[]): Resolved {
  const addresses = found.map((address) => ({ address, class: classOf(address) }))
  const worst = addresses.reduce<AddressClass>((worse, one) => (RANK.indexOf(one.class) > RANK.indexOf(worse) ? one.class : worse), 'public')
  return { name, addresses, class: addresses.length === 0 ? 'unresolvable' : worst }
}

/**
 * A `lookup` for `http.request` that hands over only what was checked: when any address of the name is not public, it fails.
 * What is checked is what is connected to, so that a name cannot change its mind in between.
 */
export function pinnedLookup(options: ResolveOptions = {}): LookupFunction {
  return (hostname, lookupOptions, callback) => {
    const refuse = (): void => callback(Object.assign(new Error(`\`${hostname}\` does not lead to the internet alone`), { code: 'EACCES' }), '', 0)
    const all = (found: readonly LookupAddress[]): void => {
      const usable = found.filter(({ family }) => wantsFamily(lookupOptions, family))
      const [first] = usable
      if (first === undefined || found.some(({ address }) => classOf(address) !== 'public')) return refuse()
      if (lookupOptions.all === true) callback(null, [...usable])
      else callback(null, first.address, first.family)
    }
    if (options.servers === undefined) systemLookup(hostname, { all: true }, (error, found) => (error === null ? all(found) : refuse()))
    else void resolveHost(hostname, options).then(({ addresses }) => all(addresses.map(({ address }) => ({ address, family: isIP(address) }))))
  }
}

const wantsFamily = ({ family }: LookupOptions, given: number): boolean => family === undefined || family === 0 || family === given || family === `IPv${given}`
