// Is a host's name dressed up as another that people know? Which those are, places/hosts.yaml says.
import { decodePunycode } from '../../text/punycode.ts'

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

/** What tells the disguises of some names. */
export type Disguises = (host: string) => boolean

const LONGEST_HOST = 253
/** `known`: registrable domains, whose look-alikes are worth an attacker's money. */
export function disguisesOf(known: readonly string[]): Disguises {
  const names: ReadonlySet<string> = new Set(known)
  const skeletons: ReadonlySet<string> = new Set(known.map(skeletonOf))
  return (given) => {
    const host = given.toLowerCase().replace(/\.$/, '')
    if (host.length === 0 || host.length > LONGEST_HOST) return false
    const labels = host.split('.').map((label) => (label.startsWith('xn--') ? decodePunycode(label.slice(4)) : label))
    // An encoding that cannot be read.
    if (labels.includes(null)) return true
    const shown = labels as readonly string[]
    const domain = shown.slice(-2).join('.')
    if (names.has(domain)) return shown.some(mixesScripts)
    // `github.com.login.example`: the known name stands in front, another domain owns it.
    const isWorn = shown.length > 3 && (names.has(shown.slice(0, 2).join('.')) || names.has(shown.slice(1, 3).join('.')))
    return isWorn || skeletons.has(skeletonOf(domain)) || shown.some(mixesScripts)
  }
}

/** Made when a name has such letters. */
const scripts = (): readonly RegExp[] => [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u]
const mixesScripts = (label: string): boolean => !/^[\w-]*$/.test(label) && scripts().filter((script) => script.test(label)).length > 1
