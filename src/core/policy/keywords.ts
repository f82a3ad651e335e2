// Which keywords occur in a text? One pass over the text, however many keywords there are.

export type KeywordFinder = (text: string) => readonly number[]

const LENGTH = 3
/** So many are searched one by one: nothing looks for one word as fast as the engine itself. */
const FEW = 6
const NONE: readonly number[] = []

/** Keywords are found in any case. Short ones are searched one by one; all others by their first three characters. */
export const keywordFinder = (table: Readonly<Record<string, readonly number[]>>): KeywordFinder => {
  const short: [string, readonly number[]][] = []
  const long = new Map<number, [string, readonly number[]][]>()
  const entries = Object.entries(table)
  for (const [word, rules] of entries) {
    const lower = word.toLowerCase()
    if (lower.length < LENGTH || entries.length <= FEW) short.push([lower, rules])
    else {
      const hash = hashOf(lower.charCodeAt(0), lower.charCodeAt(1), lower.charCodeAt(2))
      const entries = long.get(hash)
      if (entries === undefined) long.set(hash, [[lower, rules]])
      else entries.push([lower, rules])
    }
  }
  // A bit for every beginning, so that most positions cost one look.
  const maybe = new Uint8Array(4096)
  for (const hash of long.keys()) maybe[hash & 4095] = 1
  return (given) => {
    const text = given.toLowerCase()
    let found: Set<number> | null = null
    for (const [word, rules] of short) if (text.includes(word)) for (const rule of rules) (found ??= new Set()).add(rule)
    const last = text.length - LENGTH
    // To ask for a character behind the end makes every such look slow.
    if (long.size === 0 || last < 0) return inOrder(found)
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
    return inOrder(found)
  }
}
const inOrder = (found: ReadonlySet<number> | null): readonly number[] => (found === null ? NONE : [...found].sort((a, b) => a - b))

const hashOf = (first: number, second: number, third: number): number => first ^ (second << 5) ^ (third << 10)
