// How is text that somebody else wrote shown so that nothing in it is hidden, and what is shown says exactly what is there?

/** What opens and closes a name we give to a character; in the text itself it is named too, so that nobody can forge one. */
const OPEN = '⟨'
const CLOSE = '⟩'
/** So many blanks in a row are counted, not drawn: padding pushes text out of sight. */
const MOST_BLANKS = 8
const MOST_LINES = 3
/** Marks set on one letter; more paint over what is around. */
const MOST_MARKS = 2

// Controls, format characters, private and unassigned ones, blanks other than the space, and letters that are drawn as nothing.
const HIDDEN =
  /[\p{C}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200f\u202f\u205f\u3000\u115f\u1160\u2800\u3164\uffa0⟨⟩]|\u034f|[\u17b4\u17b5]|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/u
const MARK = /\p{M}/u

const named = (char: string): string => `${OPEN}u+${(char.codePointAt(0) ?? 0).toString(16)}${CLOSE}`

/** Lines, each safe to print. `unvisible` gives the text back. */
export function visibleLines(text: string): string[] {
  const lines: string[] = []
  let line = ''
  let marks = 0
  const chars = [...text]
  const runOf = (at: number, char: string): number => {
    let end = at
    while (chars[end] === char) end++
    return end - at
  }
  for (let at = 0; at < chars.length; at++) {
    const char = chars[at] ?? ''
    const isMark = MARK.test(char)
    marks = isMark ? marks + 1 : 0
    if (char === '\n') {
      const run = runOf(at, '\n')
      if (run > MOST_LINES) {
        line += `${OPEN}${run} line ends${CLOSE}`
        at += run - 1
      }
      lines.push(line)
      line = ''
    } else if (char === ' ') {
      const run = runOf(at, ' ')
      line += run > MOST_BLANKS ? `${OPEN}${run} blanks${CLOSE}` : ' '.repeat(run)
      at += run - 1
    } else if (char === '\t') line += `${OPEN}tab${CLOSE}`
    else line += HIDDEN.test(char) || (isMark && (marks > MOST_MARKS || line === '')) ? named(char) : char
  }
  lines.push(line)
  return lines
}

/** What was shown, back to what it is. */
export function unvisible(lines: readonly string[]): string {
  return lines
    .map((line, at) => {
      const last = at === lines.length - 1
      const ends = /⟨(\d+) line ends⟩$/.exec(line)
      const body = ends === null ? line : line.slice(0, ends.index)
      const text = body.replaceAll(/⟨(?:u\+([0-9a-f]+)|(\d+) blanks|tab)⟩/g, (_, code?: string, blanks?: string) =>
        code !== undefined ? String.fromCodePoint(Number.parseInt(code, 16)) : blanks !== undefined ? ' '.repeat(Number(blanks)) : '\t',
      )
      return text + (ends === null ? (last ? '' : '\n') : '\n'.repeat(Number(ends[1])))
    })
    .join('')
}

/** In one line, for names and titles. */
export const visible = (text: string): string => visibleLines(text.replaceAll('\n', '\u2028')).join('').replaceAll('⟨u+2028⟩', '⟨line end⟩')

/** How many cells of a terminal a character takes: East Asian wide ones and emoji two, combining marks none. */
export function cellsOf(char: string): number {
  const code = char.codePointAt(0) ?? 0
  if (code < 0x300) return 1
  if (MARK.test(char)) return 0
  return WIDE.some(([from, to]) => code >= from && code <= to) ? 2 : 1
}

const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f000, 0x1faff],
  [0x20000, 0x3fffd],
]

/** Cut into pieces of at most so many cells, between words where there are any. Text must be visible already. */
export function fold(line: string, cells: number): string[] {
  const room = Math.max(cells, 8)
  const out: string[] = []
  let piece = ''
  let used = 0
  let lastBlank = -1
  for (const char of line) {
    const width = cellsOf(char)
    if (used + width > room) {
      // A word is cut only where it fills most of the line by itself.
      const at = lastBlank > room / 3 ? lastBlank + 1 : piece.length
      out.push(piece.slice(0, at))
      piece = piece.slice(at)
      used = widthOf(piece)
      lastBlank = piece.lastIndexOf(' ')
    }
    if (char === ' ') lastBlank = piece.length
    piece += char
    used += width
  }
  out.push(piece)
  return out
}

export function widthOf(text: string): number {
  let cells = 0
  for (const char of text) cells += cellsOf(char)
  return cells
}

export function clipTo(text: string, cells: number): string {
  let used = 0
  let out = ''
  for (const char of text) {
    const width = cellsOf(char)
    if (used + width > cells) return cells < 1 ? '' : `${dropLast(out, used, cells)}…`
    out += char
    used += width
  }
  return out
}

/** Leaves a cell for the ellipsis. */
function dropLast(text: string, used: number, cells: number): string {
  if (used < cells) return text
  const chars = [...text]
  let left = used
  while (left >= cells && chars.length > 0) left -= cellsOf(chars.pop() ?? '')
  return chars.join('')
}
