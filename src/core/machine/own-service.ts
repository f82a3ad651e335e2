// Tells whether a secret of the environment that no entry of programs/owners.yaml names goes to the service that issued it: by the name before its kind.
import type { Word } from '../model.ts'
import { wordSet } from '../text/word-set.ts'
import type { Meaning } from '../meaning/entries.ts'
import type { Shell } from './process.ts'

/** What a secret is called besides the service. */
const KINDS = wordSet('CLIENT APP API OAUTH OAUTH2 CONSUMER ACCESS REFRESH BOT AUTH BEARER SECRET TOKEN KEY PASSWORD PROD DEV TEST STAGING SANDBOX MY')

/** `ACME_CLIENT_SECRET` is acme's; empty where it bears only the name of its kind. */
function serviceIn(name: string): string {
  const words = name.split('_').filter((word) => word !== '')
  const kind = words.findIndex((word) => KINDS.has(word))
  return words
    .slice(0, kind < 0 ? words.length : kind)
    .join('')
    .toLowerCase()
}

/** `auth.acme.com`, `acme.co.uk`: the part of it that somebody registered. */
function registered(host: string): string {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  const isDouble = labels.length > 2 && labels.at(-1)?.length === 2 && /^(?:co|com|org|net|gov|ac|edu)$/.test(labels.at(-2) ?? '')
  return labels.at(isDouble ? -3 : -2) ?? ''
}

const SHORTEST = 3
/** Where a service hands out tokens to whom it has given a secret. */
const TOKENS = /\/(?:access_?)?token\/?(?:[?#]|$)/i
/** What a service calls its own machines; its guests choose other names. */
const SIGN_IN = /^(?:accounts?|login|auth|oauth2?|id|identity|sso|api|www)\./

/** Of a secret that nobody is named for: whether it goes to its own service all the same. */
export function isForService({ trace }: Shell, name: string, host: string, url: Word): boolean {
  const service = serviceIn(name)
  if (service !== '') return service.length >= SHORTEST && registered(host) === service
  return /^(?:OAUTH_)?(?:CLIENT|APP)_SECRET$/.test(name) && TOKENS.test(url.text ?? '') && isKnown(trace.books.meaning, host.toLowerCase())
}

/** One of those that secrets are named for. */
const isKnown = ({ owners = {} }: Meaning, host: string): boolean => {
  const bare = host.replace(SIGN_IN, '')
  return Object.values(owners).some((hosts) => hosts.some((own) => own.includes('.') && own === bare))
}
