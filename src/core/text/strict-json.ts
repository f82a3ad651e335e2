// Does JSON text say one thing only, and not too deep inside? Where a name stands twice, readers differ about which one counts.

/** Of the events of hosts: what they send is not a quarter as deep. */
export const DEEPEST_EVENT = 64

/** `twice`: a name stands twice in one object. */
export type Flaw = 'twice' | 'deep'

/** For text that is JSON: one pass, in which texts are jumped over. */
export function flawOf(text: string, deepest = DEEPEST_EVENT): Flaw | null {
  /** Names so far: of an object, none, the only one, or all; of a list, nothing. */
  const outer: Names[] = []
  let names: Names = undefined
  let isName = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      const end = endOfText(text, at)
      if (isName) {
        isName = false
        const known = withName(names, nameAt(text, at, end))
        if (known === null) return 'twice'
        names = known
      }
      at = end
    } else if (code === COMMA) isName = names !== undefined
    else if (code === OBJECT || code === LIST) {
      if (outer.push(names) > deepest) return 'deep'
      isName = code === OBJECT
      names = isName ? '' : undefined
    } else if (code === END_OF_OBJECT || code === END_OF_LIST) {
      names = outer.pop()
      isName = false
    }
  }
  return null
}

const QUOTE = 34
const COMMA = 44
const LIST = 91
const BACKSLASH = 92
const END_OF_LIST = 93
const OBJECT = 123
const END_OF_OBJECT = 125

type Names = Set<string> | string | undefined

/** Where the quote stands that ends the text: none that a backslash escapes. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end - 1
    while (text.charCodeAt(before) === BACKSLASH) before--
    if ((end - before) % 2 === 1) return end
  }
  return text.length
}

/** As it stands where nothing is escaped, with its quotes: then no name is empty. */
function nameAt(text: string, start: number, end: number): string {
  const name = text.slice(start, end + 1)
  return name.includes('\\') ? JSON.stringify(JSON.parse(name)) : name
}

/** Null when it is among them. */
function withName(names: Names, name: string): Exclude<Names, undefined> | null {
  if (names === '' || names === undefined) return name
  if (typeof names === 'string') return names === name ? null : new Set([names, name])
  return names.size === names.add(name).size ? null : names
}
