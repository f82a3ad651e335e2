// How does a text read once the shell, or whoever opens an address, has put its words together? `'ghp_a'"b"` and `ghp%5Fab` are one token there.

export interface Joined {
  readonly text: string
  /** Where the stretch from `start` to `end` stands in the raw text, with all that was taken out of it. */
  readonly rawSpan: (start: number, end: number) => readonly [number, number]
}

/** Of no width, or only of a direction. */
const UNSEEN = String.raw`\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff`
// The code of one character; or what may hold two halves of a word together. Each way begins with another character: nothing is tried twice.
const SEAM = new RegExp(
  String.raw`%([2-7][0-9A-Fa-f])|\\x([2-7][0-9A-Fa-f])|\\u00([2-7][0-9A-Fa-f])|\\([01][0-7][0-7])` +
    String.raw`|(?:['"${UNSEEN}]|\$(?=['"])|\\(?:\r?\n|(?!x[2-7]|u00[2-7]|[01][0-7][0-7])(?=[!-~]))){1,64}`,
  'g',
)
/** The first seam is a code, or stands between the halves of a word, maybe with more seams: most texts have neither. */
const MAY_HAVE_SEAM = /%[2-7]|\\(?:x[2-7]|u00|[01][0-7])|[\w+/=.~-]["'$\\\u0080-\uffff][\w+/=.~%\\$'"\r\n\u0080-\uffff-]/
/** Quotes round a whole word are no seam in it. */
const ENDS_HALF = /[\w+/=.~-]/
const BEGINS_HALF = /[\w+/=.~%\\$'"-]/

interface Piece {
  /** Where it begins in the joined text, and from where to where it stands in the raw one. */
  readonly at: number
  readonly from: number
  readonly to: number
  readonly isCode: boolean
}

/** Null where there is nothing to put together. */
export function joinedText(raw: string): Joined | null {
  if (!MAY_HAVE_SEAM.test(raw)) return null
  const pieces: Piece[] = []
  let text = ''
  let done = 0
  const put = (piece: string, from: number, to: number, isCode = false): void => {
    if (piece !== '') pieces.push({ at: text.length, from, to, isCode })
    text += piece
    done = to
  }
  SEAM.lastIndex = 0
  for (let seam = SEAM.exec(raw); seam !== null; seam = SEAM.exec(raw)) {
    const from = seam.index
    const to = from + seam[0].length
    const hex = seam[1] ?? seam[2] ?? seam[3]
    if (hex !== undefined || seam[4] !== undefined) {
      const code = hex === undefined ? Number.parseInt(seam[4] ?? '', 8) : Number.parseInt(hex, 16)
      if (code <= 32 || code >= 127) continue
      put(raw.slice(done, from), done, from)
      put(String.fromCharCode(code), from, to, true)
    } else if ((from === done ? from > 0 : ENDS_HALF.test(raw.charAt(from - 1))) && BEGINS_HALF.test(raw.charAt(to))) {
      put(raw.slice(done, from), done, from)
      done = to
    }
  }
  if (done === 0) return null
  put(raw.slice(done), done, raw.length)
  return { text, rawSpan: (start, end) => [rawOf(pieces, start), rawOf(pieces, end - 1, true)] }
}

function rawOf(pieces: readonly Piece[], at: number, behind = false): number {
  let low = 0
  let high = pieces.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((pieces[middle] as Piece).at <= at) low = middle
    else high = middle - 1
  }
  const { at: start, from, to, isCode } = pieces[low] as Piece
  return behind ? (isCode ? to : from + at - start + 1) : from + at - start
}
