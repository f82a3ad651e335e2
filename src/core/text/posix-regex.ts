// What does a pattern of sed or grep mean in JavaScript? Null where it cannot be said, or could take long.
import { compileBounded } from './regex.ts'

/** Letters between `[:` and `:]`. */
const CLASSES: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`{-~',
  xdigit: '0-9A-Fa-f',
  word: '\\w',
}
const LONGEST = 1_000
/** Outside of brackets these mean something to JavaScript. */
const SYNTAX = /[\\^$.*+?()[\]{}|/]/
/** Without a backslash in the newer kind of pattern, with one in the older. */
const OPERATORS = '(){}|+?'
const ESCAPES: Readonly<Record<string, string>> = { '<': '\\b(?=\\w)', '>': '\\b(?<=\\w)', '`': '^', "'": '$', n: '\\n', t: '\\t', r: '\\r' }
const SAME = 'bBwWsS'

const plain = (char: string): string => (SYNTAX.test(char) ? `\\${char}` : char)

/** `extended`: as `sed -E` reads it. */
export function posixRegex(source: string, extended: boolean, anyCase: boolean): RegExp | null {
  const translated = source.length > LONGEST ? null : translate(source, extended)
  return translated === null ? null : compileBounded(translated, anyCase ? 'gisu' : 'gsu')
}

function translate(source: string, extended: boolean): string | null {
  let out = ''
  for (let at = 0; at < source.length; at++) {
    const char = source[at] ?? ''
    // Where a branch begins, `*` is itself, and only there and at its end are the anchors.
    const begins = out === '' || /(?:^|[^\\])(?:\\\\)*[(|^]$/.test(out)
    if (char === '[') {
      const found = bracketsAt(source, at)
      if (found === null) return null
      out += found.text
      at = found.end - 1
    } else if (char === '\\') {
      const next = source[++at]
      if (next === undefined) return null
      if (OPERATORS.includes(next)) out += extended ? plain(next) : next
      else if (next >= '1' && next <= '9') return null
      else out += SAME.includes(next) ? `\\${next}` : Object.hasOwn(ESCAPES, next) ? (ESCAPES[next] ?? '') : plain(next)
    } else if (char === '*') out += begins ? '\\*' : '*'
    else if (char === '^') out += extended || begins ? '^' : '\\^'
    else if (char === '$') out += extended || isEnd(source, at + 1) ? '$' : '\\$'
    else if (char === '.') out += '.'
    else if (OPERATORS.includes(char)) out += extended ? char : plain(char)
    else out += plain(char)
  }
  return out
}

const isEnd = (source: string, at: number): boolean => at === source.length || source.startsWith('\\)', at) || source.startsWith('\\|', at)

function bracketsAt(source: string, start: number): { readonly text: string; readonly end: number } | null {
  let at = start + 1
  let text = '['
  if (source[at] === '^') {
    text += '^'
    at++
  }
  for (let first = true; at < source.length; first = false) {
    const char = source[at] ?? ''
    if (char === ']' && !first) return { text: `${text}]`, end: at + 1 }
    const named = char === '[' ? /^\[:([a-z]{1,9}):\]/.exec(source.slice(at, at + 16))?.[1] : undefined
    if (named !== undefined) {
      if (!Object.hasOwn(CLASSES, named)) return null
      text += CLASSES[named]
      at += named.length + 4
      continue
    }
    if (char === '[' && /[.=]/.test(source[at + 1] ?? '')) return null
    const escape = char === '\\' ? /[ntrsSwW]/.exec(source[at + 1] ?? '') : null
    if (escape !== null) {
      text += `\\${escape[0]}`
      at += 2
      continue
    }
    // A backslash stands for itself, but nobody means it before another sign.
    if (char === '\\' && /[\]\\/.*$^&|()-]/.test(source[at + 1] ?? '') && source[at + 1] !== ']') at++
    const sign = source[at] ?? ''
    text += sign === '-' ? (first || source[at + 1] === ']' ? '\\-' : '-') : SYNTAX.test(sign) ? `\\${sign}` : sign
    at++
  }
  return null
}
