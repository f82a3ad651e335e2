// Tells whether a secret goes to somebody it does not belong to: one that is written out by what its kind says of its own hosts, one of the environment by its variable's name.
import type { Part, Place, Word } from '../model.ts'
import type { SecretBook } from '../secrets/model.ts'
import { findSecrets } from '../secrets/scan.ts'
import { ANYBODY, ownerOf, ownerOfKind } from '../meaning/owners.ts'
import type { Owner } from '../meaning/owners.ts'
import { hasTrait } from '../meaning/traits.ts'
import { knownText } from '../value/fields.ts'
import { NONE } from '../value/text.ts'
import { findProgram } from '../meaning/entries.ts'
import type { Meaning } from '../meaning/entries.ts'
import { namedIn } from './handed.ts'
import { isForService } from './own-service.ts'
import { leaveOut } from '../log/process.ts'
import type { Shell } from './process.ts'

/** Machines of one's own: what is sent there has not left. */
const NEAR: ReadonlySet<Place> = new Set(['loopback', 'private'])
/** Characters of one request that are searched for tokens; that there were more is said. */
const LONGEST = 1_000_000

/** What goes over a connection besides the address. */
export interface Going {
  /** The body, or all that is said where nothing else is. */
  readonly body: readonly Word[]
  /** Whatever else is told: headers, names, passwords. */
  readonly along: readonly Word[]
  /** What code says in the request, as it is written there. */
  readonly said?: readonly string[]
  /** Whose data is sent. */
  readonly takes: readonly number[]
}
export const NOTHING_GOES: Going = { body: [], along: [], takes: [] }

/** `host` is null where nobody knows it: then a token that is written out is not known to be its own. Kinds that do not say whose they are say nothing here. */
export function tokenMarks(shell: Shell, url: Word, going: Going, host: string | null, places: readonly Place[]): readonly Place[] {
  if (places.some((place) => NEAR.has(place))) return NO_MARKS
  const { trace } = shell
  const { owners, open, told } = carriedBy(shell, going)
  const book = trace.books.secrets?.() ?? null
  const isWritten = [...(book === null ? [] : ownersIn([knownText(url)], book, trace.books.meaning)), ...owners].some((hosts) => !isOwn(hosts, host ?? ''))
  const named = new Set([...open, ...namesIn(shell, [url], NONE)])
  const strange = (names: ReadonlySet<string>): boolean => [...names].some((name) => isForeign(shell, name, host))
  const inOpen = strange(named) || inName(shell, url)
  const marks: Place[] = []
  if (isWritten || inOpen || strange(told)) marks.push('foreign-token')
  if (inOpen) marks.push('secret-in-the-open')
  if (named.size + told.size > 0) marks.push('named-secret')
  if (named.size + told.size > 0 && [...named, ...told].every((name) => isItsOwn(shell, name, host, url))) marks.push('own-token')
  return marks
}
const NO_MARKS: readonly Place[] = []

interface Carried {
  readonly owners: Owners
  readonly open: ReadonlySet<string>
  readonly told: ReadonlySet<string>
}

/** One command may name a thousand addresses, and the same goes along to each. */
const known = new WeakMap<Going, Carried>()
function carriedBy(shell: Shell, going: Going): Carried {
  const { trace } = shell
  let carried = known.get(going)
  if (carried === undefined) {
    const { body, along, said = [], takes } = going
    const book = trace.books.secrets?.() ?? null
    const texts = book === null ? [] : [...[...body, ...along].map(knownText), ...said]
    if (texts.reduce((sum, text) => sum + text.length, 0) > LONGEST) leaveOut(shell, 'a longer text than is searched for tokens')
    const all = book === null ? [] : ownersIn(texts, book, trace.books.meaning)
    const owners = [...new Map(all.map((hosts) => [hosts.join(' '), hosts])).values()]
    known.set(going, (carried = { owners, open: namesIn(shell, body, takes), told: namesIn(shell, along, NONE) }))
  }
  return carried
}

/** Of a variable nobody says that it is a stranger's where the host is not known: both may come from the same settings. */
function isForeign({ trace }: Shell, name: string, host: string | null): boolean {
  const owner: Owner | null = ownerOf(trace.books.meaning, name)
  return owner !== null && owner !== ANYBODY && host !== null && !isOwn(owner, host)
}

/** Its owner is asked with it. */
function isItsOwn(shell: Shell, name: string, host: string | null, url: Word): boolean {
  const owner = ownerOf(shell.trace.books.meaning, name)
  if (owner === null || host === null) return false
  return owner === ANYBODY ? isForService(shell, name, host, url) : isOwn(owner, host)
}

/** `$TOKEN.a.example`: whoever answers for the domain gets it with the question. */
function inName({ trace }: Shell, { parts = [] }: Word): boolean {
  const at = parts.findIndex((part) => part.kind === 'unknown' && part.name !== null && ownerOf(trace.books.meaning, plain(part.name)) !== null)
  if (at < 0) return false
  const before = textOf(parts.slice(0, at)).replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
  return !/[/?#@:]/.test(before) && /^[\w-]*\.[a-z0-9-]+\./i.test(`${textOf(parts.slice(at + 1))}.`)
}
const textOf = (parts: readonly Part[]): string => parts.map((part) => (part.kind === 'unknown' ? 'x' : part.text)).join('')

/** `NAME:`, `NAME%`: as the reader of words says what was done to it. */
const plain = (name: string): string => /^\w+/.exec(name)?.[0] ?? name

/** Secrets of the environment by their names: in the words, in files that this text made, and in what programs were given that hand their input on. */
function namesIn(shell: Shell, words: readonly Word[], takes: readonly number[]): ReadonlySet<string> {
  const { trace, disk } = shell
  const names = new Set<string>()
  const take = (word: Word | undefined): void => {
    for (const part of word?.parts ?? [])
      if (part.kind === 'unknown' && part.name !== null && ownerOf(trace.books.meaning, plain(part.name)) !== null) names.add(plain(part.name))
  }
  for (const word of words) take(word)
  const from = new Set([...takes, ...words.flatMap((word) => word.from ?? [])])
  const takeAll = (word: Word | undefined): void => {
    take(word)
    for (const before of word?.from ?? []) from.add(before)
  }
  for (const id of from) {
    if (from.size > MOST_BEHIND) {
      leaveOut(shell, 'what is sent comes out of more than is followed')
      break
    }
    const action = trace.actions[id]
    if (action?.does === 'read' && action.resolved !== null) takeAll(disk.contentAt(action.resolved))
    if (action?.does === 'write') for (const before of action.takes) from.add(before)
    if (action?.does !== 'run' || !handsOn(trace.books.meaning, action.program)) continue
    const said = [...action.operands, ...action.options.flatMap(({ value }) => (value === true ? [] : [value]))]
    for (const word of said) take(word)
    // Small languages name variables of the environment themselves.
    for (const { text } of said)
      for (const [, name = ''] of (text ?? '').slice(0, LONGEST_SMALL).matchAll(NAMED_THERE)) if (ownerOf(trace.books.meaning, name) !== null) names.add(name)
    // Code says which variables it is told of.
    if (said.some(({ text }) => text !== null)) for (const word of namedIn(shell, said.map(knownText).join(' '))) takeAll(word)
    for (const { value } of action.assigns) take(value)
    take(action.stdin)
    for (const before of action.takes) from.add(before)
  }
  return names
}
const MOST_BEHIND = 1000
const LONGEST_SMALL = 40_000
/** `ENVIRON["NAME"]`, `env.NAME`, `$ENV.NAME` */
const NAMED_THERE = /(?:\bENVIRON\[["']|\benv\.|\$ENV\.)(\w{1,80})/g
const HANDS_ON = ['text-filter', 'passes-text', 'passes-all'] as const
/** It puts out what it is given, or runs something that may. */
const handsOn = (meaning: Meaning, program: string): boolean =>
  HANDS_ON.some((trait) => hasTrait(meaning, program, trait)) || findProgram(meaning, program).runs.length > 0

/** `github.com.a.example` has the name of another in its own. */
const isOwn = (hosts: readonly string[], host: string): boolean =>
  hosts.some(
    (own) =>
      isBelow(host, own) &&
      (own.includes('.') || !hosts.some((other) => other.includes('.') && `${host.toLowerCase()}.`.includes(`${other}.`) && !isBelow(host, other))),
  )

type Owners = readonly (readonly string[])[]

/** Whose the tokens are: for each that says so, its own hosts. */
const ownersIn = (texts: readonly string[], book: SecretBook, meaning: Meaning): Owners =>
  texts.flatMap((text) =>
    [...new Set(findSecrets(unescaped(text.slice(0, LONGEST)), book).map(({ kind }) => kind))].flatMap((kind) => {
      const hosts = hostsOf(kind, book) ?? ownerOfKind(meaning, kind)
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

/** A domain stands for all below it; a word, for machines that have it in their name, as people call those they run themselves. */
function isBelow(host: string, own: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '')
  return own.includes('.') ? name === own || name.endsWith(`.${own}`) : name.split(/[.-]/).includes(own)
}

/** `%5F` is `_` to whoever gets it. */
const unescaped = (text: string): string =>
  text.includes('%') ? text.replace(/%([2-7][0-9A-Fa-f])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))) : text
