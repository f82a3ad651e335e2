// Says whether a kind's pattern is bounded, and whether every match of it begins with a keyword.
import { slowToCompile } from '../text/regex-cost.ts'

export interface Pattern {
  readonly source: string
  readonly flags: string
}

/** A leading `(?i)` means any case. */
export const patternOf = (regex: string): Pattern => (regex.startsWith('(?i)') ? { source: regex.slice(4), flags: 'i' } : { source: regex, flags: '' })

/** Most steps one look may take: the longest match, with every repeat at its most. */
const MOST_STEPS = 20_000

/** Why a pattern cannot be used; null when it can. */
export function whyNot({ source, flags }: Pattern): string | null {
  const slow = slowToCompile(source)
  if (slow !== null) return slow
  if (!compiles(source, flags)) return 'the pattern is not a regular expression: check brackets and escapes'
  const bare = bareOf(source)
  if (bare.includes('\u0000')) return 'a backreference can take very long: spell the repetition out'
  if (/[*+]|\{\d{1,9},\}/.test(bare)) return 'an open repeat can take very long: bound it, as in `{0,80}`'
  return longest(bare) > MOST_STEPS ? 'the pattern can match too long a text: lower its bounds' : null
}

const compiles = (source: string, flags: string): boolean => {
  try {
    return new RegExp(source, flags).flags === flags
  } catch {
    return false
  }
}

/** Escapes and classes as single letters, backreferences as NUL. */
const bareOf = (source: string): string =>
  source
    .replace(/\\[1-9k]/g, '\u0000')
    .replace(/\\./gs, 'a')
    .replace(/\[[^\]]*\]/g, 'a')

/** How many characters one look may read. */
export const reachOf = ({ source }: Pattern): number => longest(bareOf(source))

/** The longest text a pattern can match, alternatives taken together. */
function longest(bare: string): number {
  const open: number[] = [0]
  let last = 0
  for (let i = 0; i < bare.length; i++) {
    const char = bare[i]
    if (char === '(') {
      open.push(0)
      last = 0
      i += /^\(\?(?:<?[=!]|:|<\w{1,40}>)/.exec(bare.slice(i, i + 50))?.[0].length ?? 1
      i--
    } else if (char === ')') {
      last = open.pop() ?? 0
      open[open.length - 1] = (open[open.length - 1] ?? 0) + last
    } else if (char === '{') {
      const [all = '{', least = '1', , most = least] = /^\{(\d{1,6})(,(\d{1,6}))?\}/.exec(bare.slice(i, i + 16)) ?? []
      open[open.length - 1] = (open[open.length - 1] ?? 0) + last * (Number(most) - 1)
      i += all.length - 1
    } else if (char !== '?' && char !== '|') {
      last = 1
      open[open.length - 1] = (open[open.length - 1] ?? 0) + 1
    }
  }
  return open[0] ?? 0
}

/** No match is shorter than this. */
export const leastOf = ({ source }: Pattern): number => Math.min(...alternatives(source).map(leastOfItems))

function leastOfItems(source: string): number {
  let all = 0
  for (let at = 0; at < source.length;) {
    const char = source.charAt(at)
    let end = at + 1
    let one = 1
    if (char === '\\') {
      end = at + (/^\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|[uUpP]\{[^}]{1,40}\}|c[A-Za-z]|.)/s.exec(source.slice(at, at + 50))?.[0].length ?? 2)
      // Edges of words, and what stood somewhere before.
      if (/[bB0-9k]/.test(source.charAt(at + 1))) one = 0
    } else if (char === '[') end = classEnd(source, at) + 1
    else if (char === '(') {
      end = groupEnd(source, at)
      const head = /^\((?:\?(?::|<\w{1,40}>|<?[=!]))?/.exec(source.slice(at, at + 50))?.[0] ?? '('
      one = /[=!]$/.test(head) ? 0 : leastOf({ source: source.slice(at + head.length, end - 1), flags: '' })
    } else if (char === '^' || char === '$') one = 0
    const repeat = /^(?:[?*+]|\{(\d{1,6})(?:,\d{0,6})?\})\??/.exec(source.slice(end, end + 20))
    if (repeat !== null) {
      const times = repeat[1] === undefined ? (repeat[0].startsWith('+') ? 1 : 0) : Number(repeat[1])
      one *= times
      end += repeat[0].length
    }
    all += one
    at = end
  }
  return all
}

/** True when each way into the pattern spells a keyword out: then a match can only begin where the keyword does. */
export function isLed({ source }: Pattern, keywords: readonly string[]): boolean {
  const starts = ({ text }: Way): boolean => keywords.some((keyword) => text.toLowerCase().startsWith(keyword))
  const ways = waysInto(source)
  return ways.length <= MOST_WAYS && ways.every(starts)
}

interface Way {
  readonly text: string
  /** All of the pattern so far is in `text`: what follows may be added. */
  readonly open: boolean
}
const MOST_WAYS = 128
const LONGEST_WAY = 40

/** The literal beginnings of what a pattern matches. */
const waysInto = (source: string): Way[] => alternatives(source).flatMap(waysOf)

function waysOf(source: string): Way[] {
  let ways: Way[] = [{ text: '', open: true }]
  let at = 0
  while (at < source.length && ways.length <= MOST_WAYS && ways.some(({ open, text }) => open && text.length < LONGEST_WAY)) {
    const { choices, end } = itemAt(source, at)
    if (choices === null || /[?*+{]/.test(source.charAt(end))) return ways.map(({ text }) => ({ text, open: false }))
    ways = ways.flatMap((way) => (way.open ? choices.map((choice) => ({ text: way.text + choice.text, open: choice.open })) : [way]))
    at = end
  }
  return ways
}

/** What the next item can be, and where it ends; null when it cannot be spelled out. */
function itemAt(source: string, at: number): { readonly choices: readonly Way[] | null; readonly end: number } {
  const char = source.charAt(at)
  const spelled = (text: string): Way[] => [{ text, open: true }]
  if (char === '\\') return { choices: /\w/.test(source.charAt(at + 1)) ? null : spelled(source.charAt(at + 1)), end: at + 2 }
  if (char === '[') {
    const end = classEnd(source, at)
    const inside = source.slice(at + 1, end)
    return { choices: /^[A-Za-z0-9_?&;]{1,10}$/.test(inside) ? Array.from(inside, (one) => ({ text: one, open: true })) : null, end: end + 1 }
  }
  if (char === '(') {
    const head = /^\((?:\?:|\?<\w{1,40}>)/.exec(source.slice(at, at + 44))
    const end = groupEnd(source, at)
    return { choices: head === null ? null : waysInto(source.slice(at + head[0].length, end - 1)), end }
  }
  return { choices: /[).^$|{}?*+]/.test(char) ? null : spelled(char), end: at + 1 }
}

const groupEnd = (source: string, start: number): number => {
  let depth = 0
  for (let i = start; i < source.length; i++) {
    const char = source[i]
    if (char === '\\') i++
    else if (char === '[') i = classEnd(source, i)
    else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return i + 1
  }
  return source.length
}
const classEnd = (source: string, start: number): number => {
  let i = start + 1
  while (i < source.length && source[i] !== ']') i += source[i] === '\\' ? 2 : 1
  return i
}
const alternatives = (source: string): string[] => {
  const parts: string[] = []
  let from = 0
  for (let i = 0; i <= source.length; i++) {
    const char = source[i]
    if (char === '\\') i++
    else if (char === '[') i = classEnd(source, i)
    else if (char === '(') i = groupEnd(source, i) - 1
    else if (char === '|' || i === source.length) {
      parts.push(source.slice(from, i))
      from = i + 1
    }
  }
  return parts
}
