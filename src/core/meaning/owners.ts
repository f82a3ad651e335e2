// Whose is a secret of the environment? By what programs/owners.yaml says of its name.
import { keptByName } from '../text/kept.ts'
import { promiseOf } from '../secrets/names.ts'
import type { Meaning } from './entries.ts'
import { isTable, list } from './source-shape.ts'
import type { Report } from './source-shape.ts'

/** Nobody says whose it is; it is a secret all the same. */
export const ANYBODY = 'anybody'
export type Owner = readonly string[] | typeof ANYBODY

/** Meant to be seen, or in small letters and seldom the environment's. */
const SEEN = /(?:^|_)(?:PUBLIC|PUBLISHABLE|ANON|SOCK)(?:_|$)|[a-z]/

/** Null where the name does not say that the variable holds a secret. */
export const ownerOf = keptByName((meaning: Meaning, name): Owner | null => {
  const { owners = {} } = meaning
  const given = (word: string): readonly string[] | undefined => (Object.hasOwn(owners, word) ? owners[word] : undefined)
  const whole = given(name)
  if (whole !== undefined) return whole
  const promise = SEEN.test(name) ? null : promiseOf(name)
  if (promise !== 'password' && promise !== 'secret') return null
  const words = name.split('_')
  // `CLOUDFLARE_R2_…`: two words say more than one.
  for (let at = 0; at + 1 < words.length; at++) {
    const pair = given(`${words[at]}_${words[at + 1]}`)
    if (pair !== undefined) return pair
  }
  for (const word of words) {
    const own = given(word)
    if (own !== undefined) return own
  }
  return ANYBODY
})

/** Whose a kind of secrets is, by the first word of its name: `aws-secret-access-key`; null where nobody says. */
export const ownerOfKind = keptByName((meaning: Meaning, id): readonly string[] | null => {
  const { owners = {} } = meaning
  const word = id.split('-', 1)[0]?.toUpperCase() ?? ''
  const hosts = Object.hasOwn(owners, word) ? owners[word] : undefined
  return hosts === undefined || hosts.length === 0 ? null : hosts
})

const HOST = /^[a-z0-9](?:[a-z0-9.-]{0,80}[a-z0-9])?$/
const NAME = /^[A-Z][A-Z0-9_]{0,60}$/

export function readOwners(source: unknown, owners: Record<string, readonly string[]>, problem: Report): void {
  for (const [names, hosts] of Object.entries(isTable(source) ? source : {})) {
    const own = list(hosts)
    if (own.some((host) => !HOST.test(host))) problem(['owners', names], 'expected a list of domains, or of words in the names of machines: write `acme.com`')
    for (const name of names.split(/\s+/)) {
      if (!NAME.test(name)) problem(['owners', names], `\`${name}\` is no name of a variable, nor a word of one`)
      if (Object.hasOwn(owners, name)) problem(['owners', names], `\`${name}\` has an owner already`)
      owners[name] = own
    }
  }
}
