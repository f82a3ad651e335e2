// Does a token that is written out go to somebody it does not belong to? By what its kind says of its own hosts.
import type { Place } from '../model.ts'
import type { SecretBook } from '../secrets/model.ts'
import { findSecrets } from '../secrets/scan.ts'
import type { Books } from '../log/trace.ts'

/** Machines of one's own: what is sent there has not left. */
const NEAR: ReadonlySet<Place> = new Set(['loopback', 'private'])
const LONGEST = /* quiet */ 200_000
const MOST = /* quiet */ 20

/** `host` is null where nobody knows it: then it is not known to be the token's own. Kinds that do not say whose they are say nothing here. */
export function bringsForeignToken(books: Books, url: string, along: readonly string[], host: string | null, places: readonly Place[]): boolean {
  const book = books.secrets?.() ?? null
  if (book === null || places.some((place) => NEAR.has(place))) return false
  return [...ownersIn([url], book), ...ownersAlong(along, book)].some((hosts) => !hosts.some((own) => isBelow(host ?? '', own)))
}

type Owners = readonly (readonly string[])[]

/** Whose the tokens are: for each that says so, its own hosts. */
const ownersIn = (texts: readonly string[], book: SecretBook): Owners =>
  texts.flatMap((text) =>
    findSecrets(unescaped(text.slice(0, LONGEST)), book, { most: MOST }).flatMap(({ kind }) => {
      const hosts = hostsOf(kind, book)
      return hosts === null ? [] : [hosts]
    }),
  )

function hostsOf(id: string, book: SecretBook): readonly string[] | null {
  for (let index = 0; index < book.sorts.length; index++) {
    const kind = book.kindAt(index)
    if (kind.id === id) return kind.hosts
  }
  return null
}

/** One command may name a thousand addresses, and the same goes along to each. */
const known = new WeakMap<readonly string[], Owners>()

function ownersAlong(along: readonly string[], book: SecretBook): Owners {
  let owners = known.get(along)
  if (owners === undefined) known.set(along, (owners = [...new Map(ownersIn(along, book).map((hosts) => [hosts.join(' '), hosts])).values()]))
  return owners
}

/** A domain stands for all below it; a word, for machines that have it in their name, as people call those they run themselves. */
function isBelow(host: string, own: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return own.includes('.') ? name === own || name.endsWith(`.${own}`) : name.split(/[.-]/).includes(own)
}

/** `%5F` is `_` to whoever gets it. */
const unescaped = (text: string): string =>
  text.includes('%') ? text.replace(/%([2-7][0-9A-Fa-f])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text
