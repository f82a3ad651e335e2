// Which keywords occur in a text? One pass over the text, however many keywords there are.

export type KeywordFinder = (text: string) => readonly number[]

const LENGTH = 3
/** So many are searched one by one: nothing looks for one word as fast as the engine itself. */
const FEW = 6
/** And so are all of them at first: a short-lived process sees too little text to make more of them. */
const AT_FIRST = 2048
const LONG = 256
const MOST_KNOWN = 8
const NONE: readonly number[] = []

/** Keywords are found in any case. Short ones are searched one by one; all others by their first three characters. */
export const keywordFinder = (table: Readonly<Record<string, readonly number[]>>): KeywordFinder => {
  const all = Object.entries(table).map(([word, rules]): Keyword => [word.toLowerCase(), rules])
  let characters = 0
  let sorted: Sorted | undefined
  const known = new Map<string, readonly number[]>()
  const find = (given: string): readonly number[] => {
    const text = given.toLowerCase()
    characters += text.length
    if (sorted === undefined && characters > AT_FIRST) sorted = byBeginning(all)
    const found = oneByOne(text, sorted === undefined ? all : sorted.short)
    return inOrder(sorted === undefined || sorted.long.size === 0 ? found : byThree(text, sorted, found))
  }
  // What one command runs in turn has its text: as many actions, one look.
  return (given) => {
    if (given.length < LONG) return find(given)
    let found = known.get(given)
    if (found === undefined) {
      found = find(given)
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(given, found)
    }
    return found
  }
}

type Keyword = readonly [string, readonly number[]]
interface Sorted {
  readonly short: readonly Keyword[]
  readonly long: ReadonlyMap<number, readonly Keyword[]>
  /** A bit for every beginning, so that most positions cost one look. */
  readonly maybe: Uint8Array
}

function byBeginning(all: readonly Keyword[]): Sorted {
  const short: Keyword[] = []
  const long = new Map<number, Keyword[]>()
  const maybe = new Uint8Array(4096)
  for (const one of all) {
    const [word] = one
    if (word.length < LENGTH || all.length <= FEW) {
      short.push(one)
      continue
    }
    const hash = hashOf(word.charCodeAt(0), word.charCodeAt(1), word.charCodeAt(2))
    const alike = long.get(hash)
    if (alike === undefined) long.set(hash, [one])
    else alike.push(one)
    maybe[hash & 4095] = 1
  }
  return { short, long, maybe }
}

function oneByOne(text: string, keywords: readonly Keyword[]): Set<number> | null {
  let found: Set<number> | null = null
  for (const [word, rules] of keywords) if (text.includes(word)) for (const rule of rules) (found ??= new Set()).add(rule)
  return found
}

function byThree(text: string, { long, maybe }: Sorted, before: Set<number> | null): Set<number> | null {
  let found = before
  const last = text.length - LENGTH
  // To ask for a character behind the end makes every such look slow.
  if (last < 0) return found
  let first = text.charCodeAt(0)
  let second = text.charCodeAt(1)
  for (let i = 0; i <= last; i++) {
    const third = text.charCodeAt(i + 2)
    const hash = hashOf(first, second, third)
    first = second
    second = third
    if (maybe[hash & 4095] === 0) continue
    for (const [word, rules] of long.get(hash) ?? []) if (text.startsWith(word, i)) for (const rule of rules) (found ??= new Set()).add(rule)
  }
  return found
}

const inOrder = (found: ReadonlySet<number> | null): readonly number[] => (found === null ? NONE : [...found].sort((a, b) => a - b))

const hashOf = (first: number, second: number, third: number): number => first ^ (second << 5) ^ (third << 10)
