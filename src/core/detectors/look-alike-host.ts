// Does a connection go to a host whose name is dressed up as a well-known one?
import { keptByName } from '../text/kept.ts'
import type { Detector } from './detector.ts'
import { decodePunycode } from './punycode.ts'

// Names whose look-alikes are worth an attacker's money: registrable domains.
const WELL_KNOWN: readonly string[] = (
  'github.com githubusercontent.com gitlab.com bitbucket.org npmjs.org npmjs.com pypi.org pythonhosted.org crates.io rubygems.org google.com ' +
  'googleapis.com microsoft.com windows.net azure.com amazon.com amazonaws.com cloudflare.com docker.com docker.io anthropic.com openai.com ' +
  'apple.com paypal.com debian.org ubuntu.com kernel.org python.org nodejs.org golang.org huggingface.co slack.com stripe.com facebook.com ' +
  'brew.sh rustup.rs'
).split(' ')

/** Letters of other scripts that look Latin, and digits that look like letters; and what each looks like. */
const OTHERS = 'аɑαсϲԁеҽɡһіıιӏјκкмոпоοօрρԛгѕтτυսνѵԝхχуγʏ01i|5'
const LATIN = 'aaaccdeeghiiiljkkmnnoooppqrsttuuvvwxxyyyollls'
const looksLike = (char: string): string => LATIN[OTHERS.indexOf(char)] ?? char
const skeletonOf = (name: string): string => {
  let out = ''
  for (const char of name.normalize('NFKD').toLowerCase()) {
    // Accents fall away: they are what NFKD splits off.
    if (char >= '\u0300' && char <= '\u036f') continue
    out += looksLike(looksLike(char))
  }
  return out.replaceAll('rn', 'm').replaceAll('vv', 'w')
}
let skeletons: ReadonlyMap<string, string> | undefined
const wellKnownLike = (name: string): string | undefined => (skeletons ??= new Map(WELL_KNOWN.map((host) => [skeletonOf(host), host]))).get(name)
const NAMES: ReadonlySet<string> = new Set(WELL_KNOWN)

export const lookAlikeHost: Detector = ({ actions }) => {
  for (const action of actions) {
    if (action.does !== 'connect' || action.host === null) continue
    const detail = disguise(action.host)
    if (detail !== null) return { span: action.span, detail }
  }
  return null
}

const LONGEST_HOST = 253
/** What is wrong with a host's name, or null. */
export const disguise = (given: string): string | null => seen(NAMES, given)
const seen = keptByName((_names: typeof NAMES, given): string | null => {
  const host = given.toLowerCase().replace(/\.$/, '')
  if (host.length === 0 || host.length > LONGEST_HOST) return null
  const labels = host.split('.').map((label) => (label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label))
  if (labels.includes(null)) return 'a host name whose encoding cannot be read'
  const shown = labels as readonly string[]
  const domain = shown.slice(-2).join('.')
  const twin = wellKnownLike(skeletonOf(domain))
  if (twin !== undefined && !NAMES.has(domain)) return `a host that looks like ${twin}`
  if (shown.some(mixesScripts)) return 'a host name that mixes alphabets'
  if (shown.length > 3) {
    // `github.com.login.example`: the known name stands in front, another domain owns it.
    const front = shown.slice(0, 2).join('.')
    const later = shown.slice(1, 3).join('.')
    const worn = NAMES.has(front) ? front : NAMES.has(later) ? later : null
    if (worn !== null && !NAMES.has(domain)) return `a host that wears the name of ${worn}`
  }
  return null
})

/** Made when a name has such letters. */
const scripts = (): readonly RegExp[] => [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u]
const mixesScripts = (label: string): boolean => !/^[\w-]*$/.test(label) && scripts().filter((script) => script.test(label)).length > 1
