// Reads a bracket expression of a glob as bash does: `[a-z]`, `[!a]`, `[]a]`, `[[:alpha:]]`, `[[=e=]]`, `[[.hyphen.]]`.

export interface Bracket {
  readonly has: (code: number) => boolean
  /** Where its last `]` stands. */
  readonly end: number
}

/** Made when a pattern has one: tables of letters take long to load. */
const CLASSES: Readonly<Record<string, () => RegExp>> = {
  alnum: () => /[\p{L}\p{N}]/u,
  alpha: () => /\p{L}/u,
  ascii: () => /[\0-\x7f]/,
  blank: () => /[ \t]/,
  cntrl: () => /\p{Cc}/u,
  digit: () => /[0-9]/,
  graph: () => /[^\s\p{C}]/u,
  lower: () => /\p{Ll}/u,
  print: () => /[^\p{C}\t-\r]/u,
  punct: () => /[!-/:-@[-`{-~]|[^\x00-\x7f\p{L}\p{N}\s\p{C}]/u,
  space: () => /\s/,
  upper: () => /\p{Lu}/u,
  word: () => /[\p{L}\p{N}_]/u,
  xdigit: () => /[0-9A-Fa-f]/,
}

/** Null where no bracket ends it: then `[` is a character like any other. */
export function readBracket(pattern: string, start: number): Bracket | null {
  let i = start + 1
  const negated = pattern[i] === '!' || pattern[i] === '^'
  if (negated) i++
  const first = i
  const ranges: number[] = []
  const classes: RegExp[] = []
  let unknown = false
  while (i < pattern.length && (pattern[i] !== ']' || i === first)) {
    const low = readElement(pattern, i)
    if (low.kind === 'class') {
      const made = Object.hasOwn(CLASSES, low.name) ? CLASSES[low.name]?.() : undefined
      if (made !== undefined) classes.push(made)
      i = low.next
      continue
    }
    unknown ||= low.code === null
    const ranged = pattern[low.next] === '-' && low.next + 1 < pattern.length && pattern[low.next + 1] !== ']'
    const high = ranged ? readElement(pattern, low.next + 1) : low
    if (high.kind === 'class') {
      // Bash takes such a range for three members.
      ranges.push(low.code ?? 0, low.code ?? 0, 45, 45)
      i = low.next + 1
      continue
    }
    unknown ||= high.code === null
    if (low.code !== null && high.code !== null) ranges.push(low.code, high.code)
    i = high.next
  }
  if (i >= pattern.length) return null
  const has = (code: number): boolean => {
    for (let k = 0; k < ranges.length; k += 2) if (code >= (ranges[k] as number) && code <= (ranges[k + 1] as number)) return !negated
    if (classes.some((one) => one.test(String.fromCharCode(code)))) return !negated
    // A member with a name that nobody knows here may be any character.
    return unknown || negated
  }
  return { has, end: i }
}

type Element =
  | { readonly kind: 'class'; readonly name: string; readonly next: number }
  | { readonly kind: 'one'; readonly code: number | null; readonly next: number }

function readElement(pattern: string, at: number): Element {
  const mark = pattern[at] === '[' ? pattern[at + 1] : undefined
  if (mark === ':' || mark === '=' || mark === '.') {
    const end = pattern.indexOf(`${mark}]`, at + 2)
    const name = end < 0 ? '' : pattern.slice(at + 2, end)
    if (mark === ':' && /^[a-z]{1,12}$/.test(name)) return { kind: 'class', name, next: end + 2 }
    if (mark === '.' && name.length === 1) return { kind: 'one', code: name.charCodeAt(0), next: end + 2 }
    // What counts as equal is for the locale to say.
    if (mark === '=' && name.length === 1) return { kind: 'one', code: null, next: end + 2 }
    if (mark !== ':' && /^[\w-]{2,24}$/.test(name)) return { kind: 'one', code: null, next: end + 2 }
  }
  const from = pattern[at] === '\\' && at + 1 < pattern.length ? at + 1 : at
  return { kind: 'one', code: pattern.charCodeAt(from), next: from + 1 }
}
