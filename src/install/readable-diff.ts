// How is a change told so that a person reads it? As hunks: what repeats is told once, a part of a line as that part, and nothing is left out.
import { diffLines } from './diff.ts'
import type { DiffLine } from './diff.ts'
import type { FileText } from './edit.ts'

export type Piece =
  /** Where the next piece stands in what there is now. */
  | { readonly kind: 'place'; readonly line: number }
  /** `lines` as they stand in the file; `text` is the same in one line, where that is easier to read. */
  | { readonly kind: 'same' | 'out' | 'in'; readonly text: string; readonly lines: readonly string[] }
  /** One line in which a part comes or goes. */
  | Within
interface Within {
  readonly kind: 'within'
  readonly before: string
  readonly out: string
  readonly in: string
  readonly after: string
}
type Line = DiffLine | Within

const CONTEXT = 1
/** A value that takes more in one line is told on several. */
const LONGEST_JOINED = 320

export function readableDiff(from: FileText, to: FileText, isJson: boolean): readonly Piece[] {
  const changed = partsOfLines(diffLines(from, to))
  const lines = isJson ? partsOfLines(anchored(changed.flatMap(wholeLines))) : changed
  const pieces: Piece[] = []
  let line = 1
  for (let at = 0; at < lines.length;) {
    const first = lines[at] as Line
    const end = first.kind === 'within' ? at + 1 : endOfRun(lines, at)
    const texts = lines.slice(at, end).flatMap((one) => (one.kind === 'within' ? [] : [one.text]))
    if (first.kind === 'within') pieces.push(first)
    else if (first.kind !== 'same') pieces.push(...(isJson ? toldOnce(joined(texts, first.kind)) : texts.map(plain(first.kind))))
    else pieces.push(...context(texts, line, at === 0, end === lines.length))
    line += first.kind === 'in' ? 0 : end - at
    at = end
  }
  return pieces
}

/** Of what stays, only what is near a change. */
function context(texts: readonly string[], line: number, isFirst: boolean, isLast: boolean): readonly Piece[] {
  const [behind, ahead] = [isFirst ? 0 : CONTEXT, isLast ? 0 : CONTEXT]
  if (texts.length <= behind + ahead + 1 && !isLast) return texts.map(plain('same'))
  const place: readonly Piece[] = isLast ? [] : [{ kind: 'place', line: line + texts.length - ahead }]
  return [...texts.slice(0, behind).map(plain('same')), ...place, ...texts.slice(texts.length - ahead).map(plain('same'))]
}

const wholeLines = (line: Line): readonly DiffLine[] => {
  if (line.kind !== 'within') return [line]
  const { before, after } = line
  return [
    { kind: 'out', text: `${before}${line.out}${after}` },
    { kind: 'in', text: `${before}${line.in}${after}` },
  ]
}

const plain =
  (kind: 'same' | 'out' | 'in') =>
  (text: string): Joined => ({ kind, text, lines: [text] })

function endOfRun(lines: readonly Line[], at: number): number {
  let end = at
  while (end < lines.length && lines[end]?.kind === lines[at]?.kind) end++
  return end
}

/** `]` becomes `],` and a new `]` follows: told so, instead of a `],` too many before and a `]` too few behind. */
function anchored(lines: readonly DiffLine[]): readonly DiffLine[] {
  const out = [...lines]
  for (let at = 0; at < out.length;) {
    const kind = out[at]?.kind
    const end = endOfRun(out, at)
    const next = out[end]
    const closes = kind === 'same' || next?.kind !== 'same' ? -1 : unbalanced(out.slice(at, end).map(({ text }) => text))
    const closing = out[at + closes]
    if (kind === undefined || kind === 'same' || next === undefined || closing === undefined || closes < 0 || closing.text !== `${next.text},`) {
      at = end
      continue
    }
    const pair: readonly DiffLine[] = kind === 'in' ? [{ kind: 'out', text: next.text }, closing] : [closing, { kind: 'in', text: next.text }]
    out.splice(at + closes, end + 1 - at - closes, ...pair, ...out.slice(at + closes + 1, end), { kind, text: next.text })
    at += closes + 2
  }
  return out
}

/** The first line that closes what none of them has opened. */
function unbalanced(texts: readonly string[]): number {
  let depth = 0
  return texts.findIndex((text) => {
    depth += opened(text) ?? 0
    return depth < 0
  })
}

/** How many brackets are open behind it that were not before; null where a remark stands in it. */
function opened(text: string): number | null {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (isText) {
      if (char === '\\') at++
      else if (char === '"') isText = false
    } else if (char === '"') isText = true
    else if (char === '/' && (text[at + 1] === '/' || text[at + 1] === '*')) return null
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
  }
  return depth
}

/** A line that comes in the place of one that goes, with something more or less in it, is told as that. */
function partsOfLines(lines: readonly DiffLine[]): readonly Line[] {
  const told: Line[] = []
  for (let at = 0; at < lines.length;) {
    const middle = lines[at]?.kind === 'out' ? endOfRun(lines, at) : at
    const end = lines[middle]?.kind === 'in' ? endOfRun(lines, middle) : middle
    if (end === at) told.push(lines[at++] as DiffLine)
    else told.push(...replaced(lines.slice(at, middle), lines.slice(middle, end)))
    at = Math.max(at, end)
  }
  return told
}

/** From the top as long as they pair, then once the last that goes with the first that comes. */
function replaced(gone: readonly DiffLine[], come: readonly DiffLine[]): readonly Line[] {
  const pairs: Within[] = []
  const pair = (from: DiffLine | undefined, to: DiffLine | undefined): Within | null =>
    from === undefined || to === undefined ? null : withinOf(from.text, to.text)
  for (let one = pair(gone[0], come[0]); one !== null; one = pair(gone[pairs.length], come[pairs.length])) pairs.push(one)
  const [out, added] = [gone.slice(pairs.length), come.slice(pairs.length)]
  const last = pair(out.at(-1), added[0])
  return last === null ? [...pairs, ...out, ...added] : [...pairs, ...out.slice(0, -1), last, ...added.slice(1)]
}

function withinOf(from: string, to: string): Within | null {
  const [short, long] = from.length < to.length ? [from, to] : [to, from]
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const rest = short.slice(start)
  if (short.trim() === '' || short === long || !long.endsWith(rest) || long.length - rest.length < start) return null
  const part = long.slice(start, long.length - rest.length)
  // A bracket has little to be known by, and half a word or number is not read.
  if (short.trim().length < 3 && part !== ',') return null
  if (/\w$/.test(short.slice(0, start)) && /^\w/.test(part)) return null
  if (/\w$/.test(part) && /^\w/.test(rest)) return null
  return { kind: 'within', before: short.slice(0, start), out: long === from ? part : '', in: long === to ? part : '', after: rest }
}

interface Joined {
  readonly kind: 'same' | 'out' | 'in'
  readonly text: string
  readonly lines: readonly string[]
}

/** What opens and closes a bracket over several lines, in one, unless that grows too long. */
function joined(texts: readonly string[], kind: 'out' | 'in'): readonly Joined[] {
  const pieces: Joined[] = []
  for (let at = 0; at < texts.length;) {
    const end = endOfValue(texts, at)
    const lines = texts.slice(at, end)
    pieces.push({ kind, lines, text: lines.length === 1 ? (lines[0] ?? '') : `${/^\s*/.exec(lines[0] ?? '')?.[0]}${lines.map((one) => one.trim()).join(' ')}` })
    at = end
  }
  return pieces
}

function endOfValue(texts: readonly string[], at: number): number {
  let [depth, length] = [0, 0]
  for (let end = at; end < texts.length; end++) {
    const text = texts[end] ?? ''
    const more = opened(text)
    length += text.trim().length + 1
    if (more === null || length > LONGEST_JOINED || depth + more < 0) return at + 1
    depth += more
    if (depth === 0) return end + 1
  }
  return at + 1
}

/** Keys beside each other that have the same value are told with it once. */
function toldOnce(pieces: readonly Joined[]): readonly Joined[] {
  const out: Joined[] = []
  for (let at = 0; at < pieces.length;) {
    const value = valueOf(pieces[at])
    const other = value === null ? at + 1 : pieces.findIndex((one, index) => index > at && valueOf(one) !== value)
    const end = other < 0 ? pieces.length : other
    const same = pieces.slice(at, end)
    const [first] = same
    if (first !== undefined && same.length > 1) {
      const keys = same.map(({ text }) => KEY.exec(text)?.[2])
      const last = same.at(-1)?.text.endsWith(',') === true ? ',' : ''
      out.push({ ...first, text: `${KEY.exec(first.text)?.[1] ?? ''}${keys.join(', ')}, each: ${value}${last}`, lines: same.flatMap(({ lines }) => lines) })
    } else out.push(...same)
    at = end
  }
  return out
}

const KEY = /^(\s*)("[\w.-]+"): /
/** Of short ones nothing is gained. */
function valueOf(piece: Joined | undefined): string | null {
  const key = piece === undefined || piece.lines.length < 2 ? null : KEY.exec(piece.text)
  return key === null || piece === undefined ? null : piece.text.slice(key[0].length).replace(/,$/, '')
}
