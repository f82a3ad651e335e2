// Where do the words, names, literals and statements of an SQL text begin and end?

export type SqlTokenKind = 'word' | 'name' | 'string' | 'number' | 'punct' | 'end' | 'client'

export interface SqlToken {
  readonly kind: SqlTokenKind
  /** Words in upper case; names without quotes; punctuation as it is; empty for literals. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** How many parentheses are open around it. */
  readonly depth: number
}

export interface SqlTokens {
  readonly tokens: readonly SqlToken[]
  /** False when a literal or name never ends. */
  readonly whole: boolean
}

/** Words that hand the rest of the line to the client program, when a statement begins with them. */
const CLIENT_WORDS = new Set(['SYSTEM', 'SOURCE', 'TEE', 'PAGER', 'HOST', 'DELIMITER', 'CAPTURE'])
/** `SYSTEM` followed by one of these, in capitals, is a statement for a server. */
const SERVER_SYSTEM = /^SYSTEM\s{1,20}(?:SHUTDOWN|KILL|DROP|FLUSH|RELOAD|START|STOP|SYNC|RESTART|RESTORE|ENABLE|DISABLE|UNFREEZE|WAIT|REFRESH)\b/
const MISSES_ALLOWED = 8
/** More signs without a word between them say nothing more: the last takes the place of the one before (open parentheses are still counted). */
const LONGEST_RUN = 64

const WORD = new Uint8Array(128)
for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$@\0') WORD[character.charCodeAt(0)] = 1
const isWord = (code: number): boolean =>
  code < 128 ? WORD[code] === 1 : code > 0xa0 && code !== 0x3000 && code !== 0xfeff && !(code >= 0x2000 && code <= 0x206f)
const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isSpace = (code: number): boolean =>
  code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0x3000 || code === 0xfeff || (code >= 0x2000 && code <= 0x206f)

/** Splits SQL of any dialect into tokens. `backslash` says whether a backslash escapes inside plain literals. */
export function tokenizeSql(text: string, backslash: boolean): SqlTokens {
  const tokens: SqlToken[] = []
  const length = text.length
  let at = 0
  let depth = 0
  let whole = true
  let delimiter = '' as string
  let fresh = true // at the start of a statement
  let firstWord = ''
  let sawStdin = false
  let misses = 0 // closers that were looked for in vain: bounds the work
  let copyDataEnds = true
  let run = 0 // how many signs stand before, without a word between them

  const sign = (value: string, start: number): void => {
    const token: SqlToken = { kind: 'punct', text: value, start, end: start + 1, depth }
    if (run++ < LONGEST_RUN) tokens.push(token)
    else tokens[tokens.length - 1] = token
  }
  const push = (kind: SqlTokenKind, value: string, start: number, end: number): void => {
    tokens.push({ kind, text: value, start, end, depth })
    run = 0
    if (kind === 'end' || kind === 'client') {
      fresh = true
      firstWord = ''
      sawStdin = false
      depth = 0
    } else fresh = false
  }
  const lineEnd = (from: number): number => {
    const found = text.indexOf('\n', from)
    return found < 0 ? length : found
  }
  const opensLine = (from: number): boolean => {
    let before = from - 1
    while (before >= 0 && from - before < 200 && (text[before] === ' ' || text[before] === '\t' || text[before] === '\r')) before--
    return before < 0 || text[before] === '\n'
  }
  const quoted = (start: number, open: number, escapes: boolean): number => {
    const quote = text.charCodeAt(open)
    let i = open + 1
    for (; i < length; i++) {
      const code = text.charCodeAt(i)
      if (code === 92 && escapes) i++
      else if (code === quote) {
        if (text.charCodeAt(i + 1) === quote) i++
        else break
      }
    }
    if (i >= length) whole = false
    const end = Math.min(i + 1, length)
    if (quote === 39) push('string', '', start, end)
    else push('name', text.slice(open + 1, Math.max(open + 1, Math.min(i, length))), start, end)
    return end
  }
  /** The end of text closed by `closer`, or -1; gives up looking after a few misses. */
  const closing = (closer: string, from: number): number => {
    if (misses >= MISSES_ALLOWED) return -1
    const found = text.indexOf(closer, from)
    if (found < 0) misses++
    return found
  }

  while (at < length) {
    const code = text.charCodeAt(at)
    if (isSpace(code)) {
      at++
      continue
    }
    if (isDelimiter(at)) {
      push('end', 'GO', at, at + delimiter.length)
      at += delimiter.length
      continue
    }
    if (code === 40 || code === 41) {
      if (code === 41 && depth > 0) depth--
      sign(code === 40 ? '(' : ')', at)
      if (code === 40) depth++
      at++
      continue
    }
    const next = text.charCodeAt(at + 1)
    if (code === 45 && next === 45) {
      // 5--1 is arithmetic for some servers and a comment for others: read what follows
      const minus = isDigit(text.charCodeAt(at + 2)) && at > 0 && isWord(text.charCodeAt(at - 1))
      at = minus ? at + 2 : lineEnd(at)
      continue
    }
    if (code === 47 && next === 42) {
      const marked = text.charCodeAt(at + 2) === 33 ? 3 : text.startsWith('M!', at + 2) ? 4 : 0
      if (marked > 0) {
        at += marked
        while (isDigit(text.charCodeAt(at))) at++
        continue
      }
      const close = text.indexOf('*/', at + 2)
      at = close < 0 ? length : close + 2
      continue
    }
    if (code === 42 && next === 47) {
      at += 2
      continue
    }
    if (code === 35) {
      const last = tokens[tokens.length - 1]
      const names = last !== undefined && (last.text === ',' || /^(?:TABLE|EXISTS|FROM|INTO|UPDATE|JOIN|DELETE|\.)$/.test(last.text))
      let end = at + 1
      while (end < length && (isWord(text.charCodeAt(end)) || text.charCodeAt(end) === 35)) end++
      if (names && end > at + 1) {
        push('word', text.slice(at, end).toUpperCase(), at, end)
        at = end
      } else at = lineEnd(at)
      continue
    }
    if (code === 39 || code === 34 || code === 96) {
      at = quoted(at, at, backslash && code !== 96)
      continue
    }
    if (code === 59) {
      const copied = firstWord === 'COPY' && sawStdin && copyDataEnds
      if (tokens[tokens.length - 1]?.kind !== 'end') push('end', ';', at, at + 1)
      at++
      if (copied) {
        const data = text.indexOf('\n\\.', at)
        if (data < 0) copyDataEnds = false
        else at = data + 3
      }
      continue
    }
    if (code === 92) {
      at = clientBackslash(at)
      continue
    }
    // sqlite's dot commands, sqlplus' `!`, sqlcmd's `:`: only where a line and a statement begin
    if ((code === 46 || code === 33 || code === 58) && fresh && opensLine(at) && (isWord(next) || (code === 33 && !Number.isNaN(next)))) {
      const end = lineEnd(at)
      push('client', '', at, end)
      at = end
      continue
    }
    if (code === 36) {
      let end = at + 1
      while (end < length && end - at < 64 && isWord(text.charCodeAt(end)) && text[end] !== '$') end++
      if (text[end] === '$' && !isDigit(next)) {
        const tag = text.slice(at, end + 1)
        const close = closing(tag, end + 1)
        if (close >= 0) {
          push('string', tag, at, close + tag.length)
          at = close + tag.length
          continue
        }
      }
    }
    if (code === 91) {
      // [name] for some servers; x[1] and ARRAY[…] elsewhere
      let end = at + 1
      while (end < length && end - at < 128 && !'];\'"\n['.includes(text[end] as string)) end++
      if (text[end] === ']' && end > at + 1 && !(at > 0 && isWord(text.charCodeAt(at - 1)))) {
        push('name', text.slice(at + 1, end), at, end + 1)
        at = end + 1
        continue
      }
    }
    if (isWord(code)) {
      at = word(at, code)
      continue
    }
    sign(text[at] as string, at)
    at++
  }
  return { tokens, whole }

  function isDelimiter(at: number): boolean {
    return delimiter !== '' && text.startsWith(delimiter, at)
  }

  function word(start: number, code: number): number {
    let end = start + 1
    while (end < length && isWord(text.charCodeAt(end)) && !isDelimiter(end)) end++
    if (isDigit(code)) {
      push('number', text.slice(start, Math.min(end, start + 40)), start, end)
      return end
    }
    const upper = text.slice(start, Math.min(end, start + 200)).toUpperCase()
    const after = text.charCodeAt(end)
    if (end - start <= 2 && after === 39) {
      if (upper === 'E') return quoted(start, end, true)
      if ((upper === 'Q' || upper === 'NQ') && end + 1 < length) {
        const open = text[end + 1] as string
        const pair = '[](){}<>'.indexOf(open)
        const closer = (pair >= 0 && pair % 2 === 0 ? ('[](){}<>'[pair + 1] as string) : open) + "'"
        const close = /[[({<!|#~^*]/.test(open) ? closing(closer, end + 2) : -1
        if (close >= 0) {
          push('string', upper, start, close + 2)
          return close + 2
        }
      }
      if (/^(?:N|B|X|R|U|Q|NQ)$/.test(upper)) return quoted(start, end, backslash)
    }
    if (fresh) {
      if (CLIENT_WORDS.has(upper) && (isSpace(after) || Number.isNaN(after)) && !SERVER_SYSTEM.test(text.slice(start, start + 48))) {
        const stop = lineEnd(end)
        if (upper === 'DELIMITER') {
          const wanted = text.slice(end, Math.min(stop, end + 40)).trim()
          delimiter = wanted === ';' ? '' : wanted
        }
        push('client', upper, start, stop)
        return stop
      }
      if (upper === 'GO' && opensLine(start) && text.slice(end, Math.min(lineEnd(end), end + 20)).trim() === '') {
        push('end', 'GO', start, end)
        return end
      }
      firstWord = upper
    } else if (upper === 'GO' && opensLine(start) && text.slice(end, Math.min(lineEnd(end), end + 20)).trim() === '') {
      push('end', 'GO', start, end)
      return end
    }
    if (upper === 'STDIN') sawStdin = true
    push('word', upper, start, end)
    return end
  }

  function clientBackslash(start: number): number {
    const letter = text[start + 1] ?? ''
    const plain = !isWord(text.charCodeAt(start + 2))
    if (letter === '\\' || (letter === 'G' && plain)) {
      push('end', ';', start, start + 2)
      return start + 2
    }
    if (letter === 'g' && plain && !/^[ \t]*[|/.~'"]/.test(text.slice(start + 2, start + 40))) {
      push('end', ';', start, start + 2)
      return start + 2
    }
    let end = start + 2
    if (/^(?:!|copy\b|\.|sf|ef|ev)/.test(text.slice(start + 1, start + 8))) end = lineEnd(start)
    else while (end < length && text[end] !== '\n' && !(text[end] === '\\' && isSpace(text.charCodeAt(end - 1)))) end++
    push('client', '\\', start, end)
    return end
  }
}

/** The text that a string literal or a quoted name stands for. */
export function literalText(source: string, token: SqlToken): string {
  const raw = source.slice(token.start, token.end)
  if (token.kind === 'name') return token.text
  if (token.text.startsWith('$')) return raw.slice(token.text.length, -token.text.length)
  if (token.text === 'Q' || token.text === 'NQ') return raw.slice(token.text.length + 2, -2)
  const open = raw.indexOf("'")
  const inner = raw.slice(open + 1, raw.endsWith("'") && raw.length > open + 1 ? -1 : undefined).replaceAll("''", "'")
  return inner.includes("\\'") ? inner.replaceAll("\\'", "'") : inner
}
