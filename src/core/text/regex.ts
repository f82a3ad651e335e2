// Is this pattern safe to run on hostile text, and where does it match?

export interface RegexMatch {
  readonly start: number
  readonly end: number
}
export type Regex = (text: string) => RegexMatch | null
export type RegexResult = { readonly ok: true; readonly find: Regex } | { readonly ok: false; readonly message: string }

// Text is looked at piece by piece, so that the cost of one pattern stays bounded however long the text is.
const PIECE = 4096
const OVERLAP = 1024
const MOST_PIECES = 96

/** Compiles a pattern. A leading `(?i)` means any case. Refuses what can take more than linear time on a bounded piece. */
export const compileRegex = (source: string): RegexResult => {
  const anyCase = source.startsWith('(?i)')
  const body = anyCase ? source.slice(4) : source
  const danger = backtracks(body)
  if (danger !== null) return { ok: false, message: danger }
  let regex: RegExp
  try {
    regex = new RegExp(body, anyCase ? 'giu' : 'gu')
  } catch (error) {
    return { ok: false, message: `\`${source}\` is not a regular expression: ${reasonOf(error)}` }
  }
  return { ok: true, find: (text) => findIn(regex, text) }
}

const reasonOf = (error: unknown): string => {
  const message = error instanceof Error ? error.message : ''
  const colon = message.lastIndexOf(': ')
  return (colon < 0 ? message : message.slice(colon + 2)).toLowerCase() || 'check brackets and escapes'
}

const findIn = (regex: RegExp, text: string): RegexMatch | null => {
  if (text.length <= PIECE) return findInPiece(regex, text, 0)
  const step = PIECE - OVERLAP
  const count = Math.ceil((text.length - OVERLAP) / step)
  for (let i = 0; i < count; i++) {
    // Over the budget, the middle is skipped: the two ends are where people and attackers put things.
    if (count > MOST_PIECES && i >= MOST_PIECES / 2 && i < count - MOST_PIECES / 2) continue
    const found = findInPiece(regex, text.slice(i * step, i * step + PIECE), i * step)
    if (found !== null) return found
  }
  return null
}

const findInPiece = (regex: RegExp, piece: string, offset: number): RegexMatch | null => {
  regex.lastIndex = 0
  const found = regex.exec(piece)
  return found === null ? null : { start: offset + found.index, end: offset + found.index + found[0].length }
}

/** Says why a pattern could backtrack badly: repeated groups that repeat inside, neighbours that overlap, backreferences. */
const backtracks = (source: string): string | null => {
  // One flag a group: does it hold an unbounded repeat? And what the previous item of the current group repeats.
  const groups: { holds: boolean; previous: string | null }[] = [{ holds: false, previous: null }]
  let i = 0
  while (i < source.length) {
    const group = groups[groups.length - 1] as { holds: boolean; previous: string | null }
    const char = source[i] as string
    let atom: string
    let inner = false
    if (char === '(') {
      groups.push({ holds: false, previous: null })
      i += 1
      if (source[i] === '?') {
        const name = source.startsWith('?<', i) && source[i + 2] !== '=' && source[i + 2] !== '!'
        i = name ? source.indexOf('>', i) + 1 || source.length : i + (source[i + 1] === '<' ? 3 : 2)
      }
      continue
    }
    if (char === '|') {
      group.previous = null
      i += 1
      continue
    }
    if (char === '^' || char === '$') {
      i += 1
      continue
    }
    if (char === ')') {
      if (groups.length === 1) return null // unbalanced: the compiler says it better
      const closed = groups.pop() as { holds: boolean; previous: string | null }
      inner = closed.holds
      if (inner) (groups[groups.length - 1] as { holds: boolean }).holds = true
      atom = '()'
      i += 1
    } else if (char === '[') {
      const end = classEnd(source, i)
      atom = source.slice(i, end)
      i = end
    } else if (char === '\\') {
      const next = source[i + 1] ?? ''
      if ((next >= '1' && next <= '9') || (next === 'k' && source[i + 2] === '<')) return 'a backreference can take very long: spell the repetition out'
      atom = source.slice(i, i + 2)
      i += 2
      if (next === 'b' || next === 'B') continue
      if ((next === 'p' || next === 'P' || next === 'u') && source[i] === '{') {
        const end = source.indexOf('}', i)
        if (end < 0) return null
        atom += source.slice(i, end + 1)
        i = end + 1
      }
    } else {
      atom = char
      i += 1
    }
    const quantifier = quantifierAt(source, i)
    if (quantifier !== null) i += quantifier.length
    const outer = groups[groups.length - 1] as { holds: boolean; previous: string | null }
    if (quantifier !== null && quantifier.unbounded) {
      if (inner) return `a repeated group that repeats inside can take very long: bound one of them, as in \`{0,20}\``
      if (outer.previous !== null && overlaps(outer.previous, atom))
        return `\`${outer.previous}\` and \`${atom}\` repeat side by side and overlap: keep one of them`
      outer.holds = true
      outer.previous = atom
    } else if (quantifier === null || !quantifier.optional) {
      outer.previous = null
    }
  }
  return null
}

const classEnd = (source: string, start: number): number => {
  let i = start + 1
  while (i < source.length && source[i] !== ']') i += source[i] === '\\' ? 2 : 1
  return Math.min(i + 1, source.length)
}

const quantifierAt = (source: string, at: number): { length: number; unbounded: boolean; optional: boolean } | null => {
  const char = source[at]
  const lazy = (length: number): number => (source[at + length] === '?' ? length + 1 : length)
  if (char === '*' || char === '+') return { length: lazy(1), unbounded: true, optional: char === '*' }
  if (char === '?') return { length: lazy(1), unbounded: false, optional: true }
  if (char !== '{') return null
  const end = source.indexOf('}', at)
  const match = end < 0 ? null : /^\{(\d{1,6})(,?)(\d{0,6})$/.exec(source.slice(at, end))
  if (match === null) return null
  const open = match[2] === ',' && match[3] === ''
  return { length: lazy(end + 1 - at), unbounded: open || Number(match[3] || match[1]) > 2000, optional: Number(match[1]) === 0 }
}

// Every ASCII character and a few beyond: two repeats overlap when one character suits both.
const SAMPLES = [...Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)), '\u00e9', '\u0416', '\u4e2d', '\u202e']
const overlaps = (a: string, b: string): boolean => {
  if (a === '()' || b === '()') return true
  try {
    const [first, second] = [new RegExp(`^${a}$`, 'u'), new RegExp(`^${b}$`, 'u')]
    return SAMPLES.some((char) => first.test(char) && second.test(char))
  } catch {
    return true
  }
}
