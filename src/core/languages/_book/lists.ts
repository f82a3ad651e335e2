// Which words does a file of languages/ give to the reader of its language, by what they mean?

/** By what they mean, in the spelling in which they are looked for. */
export type Lists = Readonly<Record<string, readonly string[]>>

const NONE: ReadonlySet<string> = new Set()
const made = new WeakMap<readonly string[], ReadonlySet<string>>()

export function listed(lists: Lists, name: string): ReadonlySet<string> {
  const words = Object.hasOwn(lists, name) ? lists[name] : undefined
  if (words === undefined) return NONE
  let set = made.get(words)
  if (set === undefined) made.set(words, (set = new Set(words)))
  return set
}
