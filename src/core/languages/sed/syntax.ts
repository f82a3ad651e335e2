// What are the commands of a sed script? Null for those that nobody computes here.
import { posixRegex } from '../../text/posix-regex.ts'

export type Address =
  | { readonly kind: 'line'; readonly line: number }
  | { readonly kind: 'last' }
  | { readonly kind: 'more'; readonly count: number }
  | { readonly kind: 'match'; readonly regex: RegExp }
export interface Command {
  readonly name: string
  readonly from: Address | null
  readonly to: Address | null
  readonly negated: boolean
  readonly text: string
  readonly regex?: RegExp
  readonly replacement?: readonly (string | number)[]
  readonly every?: boolean
  readonly nth?: number
  readonly prints?: boolean
  /** What comes of it is run. */
  readonly runs?: boolean
  readonly map?: ReadonlyMap<string, string>
  readonly body?: readonly Command[]
  /** Up to which line it holds, while it does. */
  until: Address | null
  since: number
}

const MOST_COMMANDS = 64

interface Cursor {
  readonly text: string
  readonly extended: boolean
  at: number
  count: number
}

/** Null for what is not followed. */
export function parseSed(text: string, extended: boolean): readonly Command[] | null {
  const cursor: Cursor = { text, extended, at: 0, count: 0 }
  const commands = parseBlock(cursor, false)
  return commands === null || commands.length === 0 ? null : commands
}

const skip = (cursor: Cursor, chars: string): void => {
  while (cursor.at < cursor.text.length && chars.includes(cursor.text[cursor.at] ?? '')) cursor.at++
}

function parseBlock(cursor: Cursor, inner: boolean): readonly Command[] | null {
  const commands: Command[] = []
  for (;;) {
    skip(cursor, ' \t\n;')
    const char = cursor.text[cursor.at]
    if (char === undefined) return inner ? null : commands
    if (char === '}') {
      cursor.at++
      return inner ? commands : null
    }
    if (char === '#') {
      const end = cursor.text.indexOf('\n', cursor.at)
      cursor.at = end < 0 ? cursor.text.length : end
      continue
    }
    const command = ++cursor.count > MOST_COMMANDS ? null : parseCommand(cursor)
    if (command === null) return null
    commands.push(command)
  }
}

function parseCommand(cursor: Cursor): Command | null {
  const from = parseAddress(cursor)
  if (from === undefined) return null
  let to: Address | null = null
  skip(cursor, ' \t')
  if (from !== null && cursor.text[cursor.at] === ',') {
    cursor.at++
    skip(cursor, ' \t')
    const end = parseAddress(cursor)
    if (end == null) return null
    to = end
  }
  skip(cursor, ' \t')
  const negated = cursor.text[cursor.at] === '!'
  if (negated) cursor.at++
  skip(cursor, ' \t!')
  const name = cursor.text[cursor.at++] ?? ''
  const base = { name, from, to, negated, text: '', until: null, since: 0 }
  switch (name) {
    case '{': {
      const body = parseBlock(cursor, true)
      return body === null ? null : { ...base, body }
    }
    case 's':
      return parseSubstitution(cursor, base)
    case 'a':
    case 'i':
    case 'c':
      return { ...base, text: parseText(cursor) }
    case 'y': {
      const map = parseMap(cursor)
      return map === null ? null : { ...base, map }
    }
    case 'd':
    case 'p':
    case 'q':
    case 'n':
    case 'N':
    case 'h':
    case 'H':
    case 'g':
    case 'G':
    case 'x':
      skip(cursor, ' \t')
      return /^(?:[;\n}]|$)/.test(cursor.text.slice(cursor.at, cursor.at + 1)) ? base : null
    default:
      return null
  }
}

/** Null where none stands there; undefined for one that is not followed. */
function parseAddress(cursor: Cursor): Address | null | undefined {
  const char = cursor.text[cursor.at] ?? ''
  if (char === '$') {
    cursor.at++
    return { kind: 'last' }
  }
  const number = /^\+?\d{1,7}/.exec(cursor.text.slice(cursor.at, cursor.at + 8))?.[0]
  if (number !== undefined) {
    cursor.at += number.length
    if (cursor.text[cursor.at] === '~') return undefined
    return number.startsWith('+') ? { kind: 'more', count: Number(number) } : { kind: 'line', line: Number(number) }
  }
  if (char !== '/' && char !== '\\') return null
  if (char === '\\') cursor.at++
  const delimiter = cursor.text[cursor.at++] ?? ''
  const source = parseUntil(cursor, delimiter)
  if (source === null || source === '') return undefined
  const anyCase = cursor.text[cursor.at] === 'I'
  if (anyCase) cursor.at++
  const regex = posixRegex(source, cursor.extended, anyCase)
  return regex === null ? undefined : { kind: 'match', regex }
}

/** What stands before the delimiter, which is then passed; before it a backslash only keeps it from ending. */
function parseUntil(cursor: Cursor, delimiter: string): string | null {
  let out = ''
  for (let inBrackets = false; cursor.at < cursor.text.length; cursor.at++) {
    const char = cursor.text[cursor.at] ?? ''
    if (char === '\\' && cursor.at + 1 < cursor.text.length) {
      const next = cursor.text[++cursor.at] ?? ''
      out += next === delimiter && !inBrackets ? (SPECIAL.includes(next) || (cursor.extended && OPERATORS.includes(next)) ? `\\${next}` : next) : `\\${next}`
    } else if (char === delimiter && !inBrackets) {
      cursor.at++
      return out
    } else {
      if (char === '[' && !inBrackets && delimiter !== ']') inBrackets = cursor.text.indexOf(']', cursor.at + 2) > 0 && isClosed(cursor, delimiter)
      else if (char === ']' && inBrackets && !/\[\^?$/.test(out)) inBrackets = false
      out += char
    }
  }
  return null
}
/** A delimiter that means something in patterns stands for itself when it is escaped. */
const SPECIAL = '.*^$[]'
const OPERATORS = '|+?(){}'

/** Whether brackets that open here close before another delimiter would have to: `[/]`, but not `s/[/x/`. */
const isClosed = ({ text, at }: Cursor, delimiter: string): boolean => {
  const close = text.indexOf(']', text[at + 1] === '^' ? at + 3 : at + 2)
  const line = text.indexOf('\n', at)
  return close >= 0 && (line < 0 || close < line) && text.includes(delimiter, close)
}

function parseSubstitution(cursor: Cursor, base: Omit<Command, 'regex'>): Command | null {
  const delimiter = cursor.text[cursor.at++] ?? ''
  if (delimiter === '' || delimiter === '\n' || delimiter === '\\') return null
  const source = parseUntil(cursor, delimiter)
  const said = source === null || source === '' ? null : parseReplacement(cursor, delimiter)
  if (source === null || said === null) return null
  const flags = /^[gpIie0-9]*/.exec(cursor.text.slice(cursor.at, cursor.at + 12))?.[0] ?? ''
  cursor.at += flags.length
  skip(cursor, ' \t')
  // What is written elsewhere besides changes nothing here.
  if (cursor.text[cursor.at] === 'w') {
    const end = cursor.text.indexOf('\n', cursor.at)
    cursor.at = end < 0 ? cursor.text.length : end
  }
  if (!/^(?:[;\n}#]|$)/.test(cursor.text.slice(cursor.at, cursor.at + 1))) return null
  const regex = posixRegex(source, cursor.extended, /i/i.test(flags))
  const nth = /\d+/.exec(flags)?.[0]
  return regex === null
    ? null
    : {
        ...base,
        regex,
        replacement: said,
        every: flags.includes('g'),
        prints: flags.includes('p'),
        runs: flags.includes('e'),
        ...(nth === undefined ? {} : { nth: Number(nth) }),
      }
}

function parseMap(cursor: Cursor): ReadonlyMap<string, string> | null {
  const delimiter = cursor.text[cursor.at++] ?? ''
  const [from, to] = [parseUntil(cursor, delimiter), parseUntil(cursor, delimiter)]
  if (from === null || to === null || from.length !== to.length || from.includes('\\') || to.includes('\\')) return null
  return new Map(Array.from(from, (char, at) => [char, to[at] ?? char]))
}

/** Texts, and the numbers of groups. */
function parseReplacement(cursor: Cursor, delimiter: string): readonly (string | number)[] | null {
  const parts: (string | number)[] = []
  for (; cursor.at < cursor.text.length; cursor.at++) {
    const char = cursor.text[cursor.at] ?? ''
    if (char === delimiter) {
      cursor.at++
      return parts
    }
    if (char === '&') parts.push(0)
    else if (char === '\\') {
      const next = cursor.text[++cursor.at] ?? ''
      if (next >= '0' && next <= '9') parts.push(Number(next))
      else if (/[a-zA-Z]/.test(next) && next !== 'n' && next !== 't') return null
      else parts.push(next === 'n' ? '\n' : next === 't' ? '\t' : next)
    } else parts.push(char)
  }
  return null
}

/** `a text`, `a\` and the line after it. */
function parseText(cursor: Cursor): string {
  skip(cursor, ' \t')
  // Behind the backslash, on the same line or the next, blanks count.
  if (cursor.text[cursor.at] === '\\') cursor.at += /^\\[ \t]*\n/.exec(cursor.text.slice(cursor.at, cursor.at + 80))?.[0].length ?? 1
  let out = ''
  for (; cursor.at < cursor.text.length; cursor.at++) {
    const char = cursor.text[cursor.at] ?? ''
    if (char === '\n') break
    if (char === '\\' && cursor.at + 1 < cursor.text.length) {
      const next = cursor.text[++cursor.at] ?? ''
      out += next === 't' ? '\t' : next
    } else out += char
  }
  return out
}
