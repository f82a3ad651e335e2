// Which kinds can be used, and what in the others must be corrected?
import { buildAutomaton } from './automaton.ts'
import { SORTS } from './model.ts'
import type { SecretBook, SecretKind, SecretProblem, SecretSpec } from './model.ts'
import { isLed, leastOf, patternOf, reachOf, whyNot } from './pattern.ts'
import { findSecrets } from './scan.ts'

/** What the package ships: no examples. */
export interface SecretBookData {
  readonly kinds: readonly SecretKind[]
  readonly keywords: readonly string[]
  /** For each keyword, the kinds it wakes. */
  readonly wakes: readonly (readonly number[])[]
}

const KEYS = new Set(['id', 'title', 'hosts', 'keywords', 'regex', 'where', 'randomness', 'context', 'bare', 'check', 'hits', 'misses'])
const WHERES = new Set(['text', 'value', 'password', 'secret', 'key', 'random'])
const RANDOMNESS = new Set(['none', 'low', 'high'])
/** States of the automaton are numbered with 16 bits. */
const MOST_LETTERS = 60_000
/** Characters that one kind may read in vain on one text, however often its keyword stands there. */
const MOST_READ = 8_000_000

/** Kinds without problems make the book. `examples: false` is for imported kinds, which carry none. */
export function compileSecrets(
  specs: readonly SecretSpec[],
  options: { readonly examples?: boolean } = {},
): { readonly book: SecretBook; readonly problems: readonly SecretProblem[] } {
  const wantsExamples = options.examples !== false
  const problems: SecretProblem[] = []
  const seen = new Set<string>()
  const good = specs.filter((spec) => {
    const id = typeof spec?.id === 'string' ? spec.id.slice(0, 80) : '?'
    const wrong = problemsOf(spec, wantsExamples)
    if (seen.has(id)) wrong.push('another kind has this id: give it one of its own')
    seen.add(id)
    problems.push(...wrong.map((message) => ({ id, message })))
    return wrong.length === 0
  })
  const book = bookOf(good)
  if (wantsExamples) problems.push(...good.flatMap((spec) => failedExamples(spec, book).map((message) => ({ id: spec.id, message }))))
  return { book, problems }
}

/** Problems with the examples name their position, never their text: they look like secrets. */
function failedExamples(spec: SecretSpec, book: SecretBook): string[] {
  const finds = (text: string): boolean => findSecrets(text, book).some(({ kind }) => kind === spec.id)
  return [
    ...(spec.hits ?? []).flatMap((text, i) => (finds(text) ? [] : [`hit ${i + 1} is not found as \`${spec.id}\`: correct the example or the pattern`])),
    ...(spec.misses ?? []).flatMap((text, i) => (finds(text) ? [`miss ${i + 1} is found as \`${spec.id}\`: tighten the pattern`] : [])),
  ]
}

function problemsOf(spec: SecretSpec, wantsExamples: boolean): string[] {
  if (spec === null || typeof spec !== 'object') return ['a kind is a map: write id, title, keywords, regex, hits and misses']
  const wrong: string[] = []
  for (const key of Object.keys(spec)) if (!KEYS.has(key)) wrong.push(`\`${key.slice(0, 40)}\` is not a key of a kind`)
  if (typeof spec.id !== 'string' || !/^[a-z0-9][a-z0-9.-]{1,79}$/.test(spec.id)) wrong.push('`id` is lower case with dashes: write `vendor-thing`')
  if (typeof spec.title !== 'string' || spec.title === '') wrong.push('`title` is missing: say what it is')
  const keywords: unknown = spec.keywords
  if (spec.where === 'random') {
    if (keywords !== undefined) wrong.push('`keywords` have no meaning here: leave them out')
  } else if (!Array.isArray(keywords) || keywords.length === 0) wrong.push('`keywords` is missing: name literal text that is always there')
  else if (!keywords.every((word) => typeof word === 'string' && /^[ -~]{3,40}$/.test(word) && word === word.toLowerCase()))
    wrong.push('each keyword is lower-case ASCII of 3 to 40 characters')
  if (spec.where !== undefined && !WHERES.has(spec.where)) wrong.push('`where` is text, value, password, secret, key or random')
  if (spec.randomness !== undefined && !RANDOMNESS.has(spec.randomness)) wrong.push('`randomness` is none, low or high')
  if (spec.check !== undefined && !['jwt', 'password', 'login'].includes(spec.check)) wrong.push('`check` is jwt, password or login')
  if (
    spec.hosts !== undefined &&
    !(Array.isArray(spec.hosts) && spec.hosts.every((host: unknown) => typeof host === 'string' && /^[a-z0-9](?:[a-z0-9.-]{0,80}[a-z0-9])?$/.test(host)))
  )
    wrong.push('`hosts` is a list of domains, or of words in the names of machines: write `acme.com`')
  const needsRegex = spec.where === undefined || spec.where === 'text' || spec.where === 'value'
  if (needsRegex !== (typeof spec.regex === 'string')) wrong.push(needsRegex ? '`regex` is missing' : '`regex` has no meaning here: leave it out')
  if (typeof spec.regex === 'string') {
    const reason = whyNot(patternOf(spec.regex))
    if (reason !== null) wrong.push(reason)
  }
  for (const key of ['context', 'hits', 'misses'] as const) {
    const list: unknown = spec[key]
    if (list !== undefined && !(Array.isArray(list) && list.every((one) => typeof one === 'string'))) wrong.push(`\`${key}\` is a list of texts`)
    else if (wantsExamples && key !== 'context' && (spec[key]?.length ?? 0) < 2) wrong.push(`\`${key}\` needs at least two examples`)
  }
  return wrong
}

const kindOf = (spec: SecretSpec): SecretKind => {
  const where = spec.where ?? 'text'
  const pattern = patternOf(spec.regex ?? '')
  return {
    id: spec.id,
    title: spec.title,
    hosts: spec.hosts ?? null,
    where,
    source: where === 'value' ? `^(?:${pattern.source})$` : pattern.source,
    flags: pattern.flags,
    randomness: spec.randomness ?? 'low',
    context: (spec.context ?? []).map((word) => word.toLowerCase()),
    bare: spec.bare === true,
    check: spec.check ?? null,
    led: where === 'text' && isLed(pattern, spec.keywords ?? []),
    looks: Math.min(60_000, Math.ceil(MOST_READ / Math.max(reachOf(pattern), 1))),
  }
}

function bookOf(specs: readonly SecretSpec[]): SecretBook {
  return readBook(dataOf(specs))
}

function dataOf(specs: readonly SecretSpec[]): SecretBookData {
  const wakes = new Map<string, number[]>()
  let letters = 0
  specs.forEach((spec, index) => {
    for (const keyword of new Set(spec.keywords ?? [])) {
      const kinds = wakes.get(keyword)
      if (kinds !== undefined) kinds.push(index)
      else if ((letters += keyword.length) <= MOST_LETTERS) wakes.set(keyword, [index])
    }
  })
  return { kinds: specs.map(kindOf), keywords: [...wakes.keys()], wakes: [...wakes.values()] }
}

/** The JSON form of the kinds without problems. */
export function describeSecrets(specs: readonly SecretSpec[], options: { readonly examples?: boolean } = {}): SecretBookData {
  return dataOf(specs.filter((spec) => problemsOf(spec, options.examples !== false).length === 0))
}

/** One book of both: what the second one adds to the first. */
export function joinBooks(first: SecretBookData, second: SecretBookData): SecretBookData {
  const wakes = new Map(first.keywords.map((keyword, at) => [keyword, [...(first.wakes[at] ?? [])]]))
  let letters = first.keywords.join('').length
  second.keywords.forEach((keyword, at) => {
    const added = (second.wakes[at] ?? []).map((kind) => kind + first.kinds.length)
    const known = wakes.get(keyword)
    if (known !== undefined) known.push(...added)
    else if ((letters += keyword.length) <= MOST_LETTERS) wakes.set(keyword, added)
  })
  return {
    kinds: [...first.kinds, ...second.kinds],
    keywords: [...wakes.keys()],
    wakes: [...wakes.values()],
  }
}

export const readBook = (data: SecretBookData): SecretBook => ({
  ...tablesOf(data),
  kindAt: (index) => data.kinds[index] as SecretKind,
  regexes: [],
})

/** What every text is looked at with. */
export function tablesOf({ kinds, keywords, wakes }: SecretBookData): Pick<SecretBook, 'automaton' | 'sorts' | 'least' | 'wakes' | 'wakesFrom'> {
  const wakesFrom = new Uint16Array(wakes.length + 1)
  wakes.forEach((list, at) => {
    wakesFrom[at + 1] = (wakesFrom[at] as number) + list.length
  })
  const sorts = Uint8Array.from(kinds, ({ where, led }) => SORTS.indexOf(where === 'text' ? (led ? 'led' : 'round') : where))
  const least = Uint8Array.from(kinds, (kind) => Math.min(255, leastOf(kind)))
  return { automaton: buildAutomaton(keywords), sorts, least, wakes: Uint16Array.from(wakes.flat()), wakesFrom }
}
