// Finds stretches of a text that hold readable text in base64, hex or percent escapes, so that secrets in them can be covered up.

export interface Stretch {
  /** Of the encoded text. */
  readonly start: number
  readonly end: number
  readonly decoded: string
}

/** Of a text; what is beyond is not looked at. */
const MOST_STRETCHES = 200
const MOST_CHARACTERS = 65_536
/** Shorter ones hold no secret that we would know. */
const SHORTEST = 12
const SHORTEST_RUN = 16

/** Base64 in both alphabets, over lines too. A path looks like that, and so do words with hyphens: their parts are tried as well. */
const BASE64 = /[A-Za-z0-9+/_-]{16,}(?:\r?\n[A-Za-z0-9+/_-]+){0,400}={0,2}/g
const HEX = /[0-9A-Fa-f]{24,}/g
const ESCAPE = /%[0-9A-Fa-f]{2}/g
const LONGEST_BEFORE = 400
const LONGEST_WORD = 4096
const PART = /[^/\s]{16,}/g
const SEPARATOR = /[-_]+/g
/** Of the separators in a part, those at either end that may be none of base64's own. */
const MOST_CUTS = 4
/** The name of a file or folder: what stands beside it in a path is no part of a secret in it. */
const SEGMENT = /(?<=[/\\])[^/\\\s"'`]{20,400}(?=[/\\\s"'`]|$)/g

export function stretchesIn(text: string): readonly Stretch[] {
  if (text.length < SHORTEST) return []
  const found: Stretch[] = []
  let left = MOST_CHARACTERS
  const note = (start: number, end: number, decoded: string | null): boolean => {
    if (decoded === null || decoded.length < SHORTEST) return false
    found.push({ start, end, decoded })
    return true
  }
  const isOver = (): boolean => found.length >= MOST_STRETCHES || left <= 0
  for (const match of text.matchAll(BASE64)) {
    if (isOver()) break
    const [run] = match
    left -= run.length
    // What follows on a line of its own may be other text.
    const ends = run.includes('\n') ? [run.length, ...lastLines(run)] : [run.length]
    if (ends.some((end) => note(match.index, match.index + end, readableBase64(run.slice(0, end))))) continue
    for (const part of run.matchAll(PART)) {
      const readable = readableWithin(part[0])
      if (readable !== null) note(match.index + part.index + readable.start, match.index + part.index + readable.end, readable.decoded)
    }
  }
  for (const match of text.matchAll(HEX)) {
    if (isOver()) break
    left -= match[0].length
    note(match.index, match.index + match[0].length, readableHex(match[0]))
  }
  for (const match of text.matchAll(SEGMENT)) {
    if (isOver()) break
    note(match.index, match.index + match[0].length, match[0])
  }
  for (const { start, end } of text.includes('%') ? escapedWords(text) : []) {
    if (isOver()) break
    left -= end - start
    note(start, end, unescaped(text.slice(start, end)))
  }
  return found
}

/** Where the last lines begin. */
function lastLines(run: string): number[] {
  const last = run.lastIndexOf('\n')
  const before = run.lastIndexOf('\n', last - 1)
  return before > 0 ? [last, before] : [last]
}

const isWordEnd = (text: string, at: number): boolean => /[\s"'<>`\\]/.test(text.charAt(at))

/** The words that hold escapes, each once. */
function* escapedWords(text: string): Generator<{ readonly start: number; readonly end: number }> {
  let done = 0
  for (const { index } of text.matchAll(ESCAPE)) {
    if (index < done) continue
    let start = index
    while (start > done && index - start < LONGEST_BEFORE && !isWordEnd(text, start - 1)) start--
    let end = index + 3
    while (end < text.length && end - index < LONGEST_WORD && !isWordEnd(text, end)) end++
    done = end
    yield { start, end }
  }
}

/** `mcp__TOKEN__tool`, `server-TOKEN`: the longest part between separators that is readable. */
function readableWithin(part: string): Stretch | null {
  const cuts = [...part.matchAll(SEPARATOR)]
  const starts = [0, ...cuts.slice(0, MOST_CUTS).map((cut) => cut.index + cut[0].length)]
  const ends = [part.length, ...cuts.slice(-MOST_CUTS).map((cut) => cut.index)].toSorted((a, b) => b - a)
  for (const start of starts)
    for (const end of ends) {
      const decoded = end - start < SHORTEST_RUN ? null : readableBase64(part.slice(start, end))
      if (decoded !== null) return { start, end, decoded }
    }
  return null
}

const isReadable = (code: number): boolean => (code >= 32 && code < 127) || code === 9 || code === 10 || code === 13

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
let digits: Int8Array | undefined
function digitsByCode(): Int8Array {
  if (digits !== undefined) return digits
  digits = new Int8Array(128).fill(-1)
  for (let at = 0; at < ALPHABET.length; at++) digits[ALPHABET.charCodeAt(at)] = at
  digits['-'.charCodeAt(0)] = 62
  digits['_'.charCodeAt(0)] = 63
  return digits
}

/** Null for what is no plain text: of images, hashes and keys the first characters tell. */
function readableBase64(text: string): string | null {
  const known = digitsByCode()
  let out = ''
  let held = 0
  let bits = 0
  for (let at = 0; at < text.length; at++) {
    const digit = known[text.charCodeAt(at)] ?? -1
    if (digit < 0) continue
    held = ((held << 6) | digit) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    const code = (held >> bits) & 0xff
    if (!isReadable(code)) return null
    out += String.fromCharCode(code)
  }
  return out
}

function readableHex(text: string): string | null {
  if (text.length % 2 !== 0) return null
  let out = ''
  for (let at = 0; at < text.length; at += 2) {
    const code = Number.parseInt(text.slice(at, at + 2), 16)
    if (!isReadable(code)) return null
    out += String.fromCharCode(code)
  }
  return out
}

const unescaped = (text: string): string =>
  text.replaceAll(/%([2-7][0-9A-Fa-f]|0[9AaDd])/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
