// How is a pattern in RE2's language written in JavaScript's, with every repeat bounded?

export type Converted = { readonly ok: true; readonly regex: string } | { readonly ok: false; readonly message: string }

interface Flags {
  readonly any: boolean
  readonly dot: boolean
  readonly lines: boolean
}
const OPEN_REPEAT = 1000
const POSIX: Readonly<Record<string, string>> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  digit: '0-9',
  lower: 'a-z',
  upper: 'A-Z',
  space: '\\t\\n\\v\\f\\r ',
  xdigit: '0-9A-Fa-f',
  word: '\\w',
  punct: '!-\\/:-@\\[-`{-~',
  blank: '\\t ',
  print: ' -~',
  graph: '!-~',
}

/** `group` is the number of the capturing group that holds the secret; 0 stands for the first there is. */
export function convertRe2(source: string, group = 0): Converted {
  // One flag for the whole pattern is shorter than each letter in two cases.
  const whole = source.startsWith('(?i)') && !/\(\?[a-z]{0,4}-?[a-z]{0,4}[:)]/i.test(source.slice(4).replaceAll('(?:', ''))
  const reader: Reader = { source: whole ? source.slice(4) : source, at: 0, captures: 0, secret: Math.max(group, 1), wrong: null }
  const body = readGroup(reader, { any: false, dot: false, lines: false }, 0)
  return reader.wrong === null ? { ok: true, regex: whole ? `(?i)${body}` : body } : { ok: false, message: reader.wrong }
}

interface Reader {
  readonly source: string
  at: number
  captures: number
  readonly secret: number
  /** The first thing that cannot be said here. */
  wrong: string | null
}

/** Ends the reading: what was read so far is of no use. */
const giveUp = (reader: Reader, message: string): string => {
  reader.wrong ??= message
  reader.at = reader.source.length
  return ''
}

/** Up to the closing bracket, or the end. Flags set on the way hold to the end of the group. */
function readGroup(reader: Reader, outer: Flags, depth: number): string {
  if (depth > 40) return giveUp(reader, 'the pattern is nested too deeply')
  let flags = outer
  let out = ''
  while (reader.at < reader.source.length) {
    const char = reader.source.charAt(reader.at)
    if (char === ')') {
      return depth === 0 ? giveUp(reader, 'a bracket closes nothing') : out
    }
    if (char === '|') {
      out += '|'
      reader.at++
      continue
    }
    if (char === '(') {
      const inline = /^\(\?([ims]{0,3})(?:-([imsU]{1,4}))?\)/.exec(reader.source.slice(reader.at, reader.at + 16))
      if (inline !== null) {
        flags = withFlags(flags, inline[1] ?? '', inline[2] ?? '')
        reader.at += inline[0].length
        continue
      }
      out += readBrackets(reader, flags, depth) + readRepeat(reader)
    } else if (char === '[') out += readClass(reader, flags) + readRepeat(reader)
    else if (char === '\\') out += readEscape(reader, flags) + readRepeat(reader)
    else {
      reader.at++
      out += plain(char, flags) + readRepeat(reader)
    }
  }
  return depth > 0 ? giveUp(reader, 'a bracket is not closed') : out
}

const withFlags = (flags: Flags, on: string, off: string): Flags => ({
  any: (flags.any || on.includes('i')) && !off.includes('i'),
  dot: (flags.dot || on.includes('s')) && !off.includes('s'),
  lines: (flags.lines || on.includes('m')) && !off.includes('m'),
})

function readBrackets(reader: Reader, flags: Flags, depth: number): string {
  const head = /^\((?:\?P?<(\w{1,60})>|\?([ims]{0,3})(?:-([imsU]{1,4}))?:|(?!\?))/.exec(reader.source.slice(reader.at, reader.at + 70))
  if (head === null) return giveUp(reader, 'the pattern uses a group that has no counterpart here')
  const captures = head[1] !== undefined || head[0] === '('
  if (captures) reader.captures++
  const isSecret = captures && reader.captures === reader.secret
  reader.at += head[0].length
  const body = readGroup(reader, withFlags(flags, head[2] ?? '', head[3] ?? ''), depth + 1)
  reader.at++
  return `${isSecret ? '(?<secret>' : '(?:'}${body})`
}

/** An open repeat gets a bound: a secret is no longer than that, and nothing else is looked for. */
function readRepeat(reader: Reader): string {
  const found = /^(?:[*+?]|\{(\d{1,5})(,?)(\d{0,5})\})(\??)/.exec(reader.source.slice(reader.at, reader.at + 20))
  if (found === null) return ''
  reader.at += found[0].length
  const lazy = found[4] ?? ''
  const sign = found[0][0]
  if (sign === '?') return `?${lazy}`
  if (sign === '*') return `{0,${OPEN_REPEAT}}${lazy}`
  if (sign === '+') return `{1,${OPEN_REPEAT}}${lazy}`
  const least = Number(found[1])
  return found[2] === ',' && found[3] === '' ? `{${least},${least + OPEN_REPEAT}}${lazy}` : found[0]
}

function plain(char: string, flags: Flags): string {
  if (char === '.') return flags.dot ? '[\\s\\S]' : '.'
  if (char === '^' && flags.lines) return '(?<=\\n|^)'
  if (char === '$' && flags.lines) return '(?=\\n|$)'
  if (char === '/' || char === '}' || char === ']' || char === '{') return `\\${char}`
  return flags.any && /[a-z]/i.test(char) ? `[${char.toLowerCase()}${char.toUpperCase()}]` : char
}

function readEscape(reader: Reader, flags: Flags): string {
  const { source, at } = reader
  const next = source.charAt(at + 1)
  if (next === 'Q') {
    const end = source.indexOf('\\E', at)
    const literal = source.slice(at + 2, end < 0 ? undefined : end)
    reader.at = end < 0 ? source.length : end + 2
    return Array.from(literal, (char) => (/\W/.test(char) ? `\\${char}` : plain(char, flags))).join('')
  }
  const code = hexAt(source, at)
  if (code !== null) {
    reader.at += code.length
    return code.text
  }
  reader.at += 2
  if (next === 'z') return '(?![\\s\\S])'
  if (next === 'A') return '(?<![\\s\\S])'
  if (/[1-9pPCkGXRK]/.test(next) || next === '') return giveUp(reader, `\`\\${next}\` has no counterpart here`)
  return `\\${next}`
}

const hexAt = (source: string, at: number): { readonly text: string; readonly length: number } | null => {
  const found = /^\\x(?:\{([0-9A-Fa-f]{1,4})\}|([0-9A-Fa-f]{2}))/.exec(source.slice(at, at + 10))
  return found === null ? null : { text: `\\u${(found[1] ?? found[2] ?? '').padStart(4, '0')}`, length: found[0].length }
}

function readClass(reader: Reader, flags: Flags): string {
  const { source } = reader
  let out = '['
  reader.at++
  if (source[reader.at] === '^') {
    out += '^'
    reader.at++
  }
  for (let first = true; reader.at < source.length; first = false) {
    const char = source.charAt(reader.at)
    if (char === ']' && !first) {
      reader.at++
      return `${out}]`
    }
    out += readMember(reader, flags)
  }
  return giveUp(reader, 'a class is not closed')
}

function readMember(reader: Reader, flags: Flags): string {
  const { source } = reader
  const posix = /^\[:(\^?)(\w{1,10}):\]/.exec(source.slice(reader.at, reader.at + 16))
  if (posix !== null) {
    const members = POSIX[posix[2] ?? '']
    if (members === undefined || posix[1] !== '') return giveUp(reader, `\`${posix[0]}\` has no counterpart here`)
    reader.at += posix[0].length
    return members
  }
  const range = /^([A-Za-z])-([A-Za-z])/.exec(source.slice(reader.at, reader.at + 3))
  if (range !== null) {
    reader.at += 3
    const [all, from = '', to = ''] = range
    const sameCase = (from === from.toLowerCase()) === (to === to.toLowerCase())
    return flags.any && sameCase ? `${from.toLowerCase()}-${to.toLowerCase()}${from.toUpperCase()}-${to.toUpperCase()}` : all
  }
  const char = source.charAt(reader.at)
  if (char === '\\') {
    const code = hexAt(source, reader.at)
    if (code === null && /[pP]/.test(source.charAt(reader.at + 1))) return giveUp(reader, '`\\p` has no counterpart here')
    const text = code?.text ?? source.slice(reader.at, reader.at + 2)
    reader.at += code?.length ?? 2
    return text
  }
  reader.at++
  if (char === '[' || char === ']') return `\\${char}`
  return flags.any && /[a-z]/i.test(char) ? char.toLowerCase() + char.toUpperCase() : char
}
