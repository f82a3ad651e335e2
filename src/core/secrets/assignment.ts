// Given the end of a name, which value does the text give it, and how is it written?

export interface Assignment {
  /** `=` for any sign that gives or compares, ` ` for nothing but space, `,` and `(` inside a call. */
  readonly sign: '=' | ':' | ' ' | ',' | '('
  readonly quoted: boolean
  /** No space on either side of the sign. */
  readonly tight: boolean
  readonly start: number
  readonly end: number
  /** What follows makes the value part of an expression. */
  readonly open: boolean
}

const LONGEST_BARE = 1024
const LONGEST_QUOTED = 2048
const MOST_SPACES = 24

// Read by hand, character by character: this runs for every `key` and `token` of every text.
const TAB = 9
const NEWLINE = 10
const SPACE = 32
const BACKSLASH = 92
const CLOSING = 93
const codesOf = (characters: string): Uint8Array => {
  const table = new Uint8Array(128)
  for (let i = 0; i < characters.length; i++) table[characters.charCodeAt(i)] = 1
  return table
}
const QUOTES = codesOf('"\'`')
const SIGNS = codesOf('=:?|+!<>~-')
const CALLS = codesOf(',(')
const BLANKS = codesOf('\t ')
const BARE_ENDS = codesOf('\t\n\v\f\r ,;"\'`<>()[]{}|&\\')
const isIn = (table: Uint8Array, code: number): boolean => code < 128 && table[code] === 1
/** No character of any table. To ask for one behind the end makes every look at that place slow. */
const END = 0xffff
const codeAt = (text: string, at: number): number => (at < text.length ? text.charCodeAt(at) : END)

/** Signs of several characters that give or compare a value. */
const LONG_SIGN = /^(?::{0,3}:=|\?=|\|\|=|\+=|={2,3}|!={1,2}|=>|->|<-|~>|=|:|>)$/
const VALUE_ATTRIBUTE = /[ \t]{1,8}value[ \t]{0,4}=[ \t]{0,4}/iy
const SCHEME_STARTS = codesOf('BTDAKSbtdaks')
const SCHEME = /(?:(?:Bearer|Basic|Token|Digest|ApiKey|Bot|Key)[ \t]{1,4}|secret-token:)(?=\S)/iy
/** What may stand between the sign and the literal: a constructor, a default of a variable, a string prefix. */
const WRAPPER_STARTS = codesOf('SNOEBRU@snoebru')
const WRAPPER = /(?:(?:Some|String|SecretString|Secret|new String)\(|(?:os\.getenv|env)\([^)\n]{0,60},[ \t]{0,4})?(?:[bru@]{1,2}(?=["']))?/iy

const lengthAt = (regex: RegExp, text: string, at: number): number => {
  regex.lastIndex = at
  return regex.exec(text)?.[0].length ?? 0
}
const skipSpaces = (text: string, from: number): number => {
  let at = from
  for (; at - from < MOST_SPACES; at++) {
    const code = codeAt(text, at)
    if (code !== SPACE && code !== TAB) break
  }
  return at
}

/** The value after a name that ends at `nameEnd`; null when there is none. Looks a bounded distance ahead. */
export function readAssignment(text: string, nameEnd: number): Assignment | null {
  let at = nameEnd
  if (codeAt(text, at) === BACKSLASH) at++
  const closed = isIn(QUOTES, codeAt(text, at))
  if (closed) at++
  else at = nameEnd
  if (codeAt(text, at) === CLOSING) at++
  const beforeSign = at
  const attribute = closed && isIn(BLANKS, codeAt(text, at)) ? lengthAt(VALUE_ATTRIBUTE, text, at) : 0
  let sign: Assignment['sign'] | null = '='
  let tight = false
  if (attribute > 0) at += attribute
  else {
    at = skipSpaces(text, at)
    const said = signAt(text, at)
    sign = kindOfSign(said, at > beforeSign)
    if (sign === null || (sign === ' ' && closed && text[beforeSign - 1] !== '`')) return null
    const afterSign = at + said.length
    at = skipSpaces(text, afterSign)
    tight = afterSign - said.length === beforeSign && at === afterSign
  }
  // A value may stand on the line below its name.
  if (sign === ':' && codeAt(text, at) === NEWLINE) {
    const below = skipSpaces(text, at + 1)
    if (isIn(QUOTES, codeAt(text, below))) at = below
  }
  return valueAt(text, at, sign, tight)
}

function signAt(text: string, at: number): string {
  if (isIn(CALLS, codeAt(text, at))) return text.charAt(at)
  let end = at
  while (end - at < 4 && isIn(SIGNS, codeAt(text, end))) end++
  // A value may begin with such a character too: `=-x` gives `-x`.
  while (end - at > 1 && !LONG_SIGN.test(text.slice(at, end))) end--
  return text.slice(at, end)
}

function kindOfSign(said: string, spaced: boolean): Assignment['sign'] | null {
  if (said === '') return spaced ? ' ' : null
  if (said === ':' || said === ',' || said === '(') return said
  return said === '=' || LONG_SIGN.test(said) ? '=' : null
}

function valueAt(text: string, from: number, sign: Assignment['sign'], tight: boolean): Assignment | null {
  let at = from
  if (isIn(WRAPPER_STARTS, codeAt(text, at))) at += lengthAt(WRAPPER, text, at)
  const quote = quoteAt(text, at)
  at += quote.length
  // One quoted text inside another: '"value"'.
  const inner = quote === '' ? '' : quoteAt(text, at)
  if (inner !== '' && inner !== quote) at += inner.length
  if (isIn(SCHEME_STARTS, codeAt(text, at))) at += lengthAt(SCHEME, text, at)
  return quote === '' ? bareValue(text, at, sign, tight) : quotedValue(text, at, inner === '' ? quote : inner, sign, tight)
}

const quoteAt = (text: string, at: number): string => {
  const code = codeAt(text, at)
  if (isIn(QUOTES, code)) return text.charAt(at)
  return code === BACKSLASH && isIn(QUOTES, codeAt(text, at + 1)) ? text.slice(at, at + 2) : ''
}

function quotedValue(text: string, start: number, quote: string, sign: Assignment['sign'], tight: boolean): Assignment | null {
  const stop = Math.min(text.length, start + LONGEST_QUOTED)
  const mark = quote.charCodeAt(quote.length - 1)
  for (let i = start; i < stop; i++) {
    const code = codeAt(text, i)
    // No secret that we would know has spaces in it.
    if (code === NEWLINE || code === SPACE || code === TAB) return null
    if (code === mark) return { sign, quoted: true, tight, start, end: quote.length === 2 && codeAt(text, i - 1) === BACKSLASH ? i - 1 : i, open: false }
    if (code === BACKSLASH && quote.length === 1) i++
  }
  // An unclosed quote at the very end of the text still holds a value.
  return stop === text.length ? { sign, quoted: true, tight, start, end: stop, open: false } : null
}

function bareValue(text: string, start: number, sign: Assignment['sign'], tight: boolean): Assignment | null {
  const stop = Math.min(text.length, start + LONGEST_BARE)
  let end = start
  while (end < stop && !isIn(BARE_ENDS, codeAt(text, end))) end++
  const next = text[end] ?? ''
  while (end > start && (text[end - 1] === '.' || text[end - 1] === ':')) end--
  return end === start ? null : { sign, quoted: false, tight, start, end, open: next === '(' || next === '[' || next === '{' }
}
