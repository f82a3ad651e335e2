// Cuts a script into tokens: strings, comments and patterns told apart for the languages that have no full parser here.
import type { Syntax } from '../_book/book.ts'
import { unescaped } from '../_code/strings.ts'
import { closerOf, closingOf, endOfText, piecesOf, unknownEscapes } from './holes.ts'
import type { Piece } from './holes.ts'

export interface Token {
  /** text: a string without holes. hole: one with. command: text for a shell. break: end of a statement. */
  readonly is: 'word' | 'number' | 'text' | 'hole' | 'command' | 'words' | 'regex' | 'mark' | 'break'
  readonly text: string
  readonly start: number
  readonly end: number
  /** White space comes before. */
  readonly spaced: boolean
  /** Literal pieces and code pieces, for text with holes. */
  readonly pieces?: readonly Piece[]
}

const DECIMAL = { decimal: true }
const MARKS = [
  '<=>',
  ':=',
  '===',
  '!==',
  '**=',
  '**',
  '...',
  '||=',
  '<<=',
  '?->',
  '->',
  '=>',
  '::',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  '=~',
  '!~',
  '..',
  '+=',
  '.=',
  '-=',
  '<<',
  '>>',
  '++',
  '--',
  '??',
  '?.',
  '//',
  '~/',
]

export function scan(source: string, syntax: Syntax, base = 0): Token[] {
  const tokens: Token[] = []
  const length = source.length
  let i = 0
  let spaced = false
  let failedHeredocs = 0
  /** Quotes inside a hole are of the code there; Perl looks for the end of a text first. Null, too, once a hole had no end: none is looked for again. */
  let holes = syntax.quoting_words ? null : syntax.holes

  const push = (is: Token['is'], text: string, start: number, end: number, pieces?: readonly Piece[]): void => {
    tokens.push(
      pieces === undefined ? { is, text, start: base + start, end: base + end, spaced } : { is, text, start: base + start, end: base + end, spaced, pieces },
    )
    spaced = false
    i = end
  }
  /** Where text in these delimiters ends: the index of the closing one. */
  const closing = (from: number, open: string): number => closingOf(source, from, open)
  const closingText = (from: number, quote: string): number => {
    const to = holes === null || quote === "'" ? null : endOfText(source, from, quote, holes)
    if (to === -1) holes = null
    return to === null || to < 0 ? closing(from, quote) : to
  }
  const afterValue = (): boolean => {
    const last = tokens.at(-1)
    if (last === undefined || last.is === 'break') return false
    if (last.is === 'word') return !/^(?:if|unless|and|or|not|return|while|until|when|split|grep|print|puts|in|elsif|x)$/.test(last.text)
    return last.is !== 'mark' || last.text === ')' || last.text === ']' || last.text === '}'
  }
  const starts = (text: string): boolean => source.startsWith(text, i)
  const isComment = (): boolean => syntax.comments.some(starts) && !syntax.no_comments.some(starts)
  /** A string: its text as it stands for, or its pieces. */
  const string = (start: number, from: number, to: number, quote: string, kind: 'text' | 'command'): void => {
    const raw = source.slice(from, to)
    const end = Math.min(length, to + 1)
    if (quote === "'" && syntax.plain_quotes) return push(kind, raw.replace(/\\(['\\])/g, '$1'), start, end)
    if (quote === '`' && syntax.backticks === 'raw') return push('text', raw, start, end)
    // Escapes that change the letters behind them are not computed.
    if (syntax.quoting_words && /\\[ULQFulNc]|@\{/.test(raw.replace(/\\\\/g, ''))) return push('hole', raw, start, end, unknownEscapes(raw, base + from))
    const pieces = syntax.holes === null ? null : piecesOf(raw, base + from, syntax.holes)
    if (pieces === null) return push(kind, unescaped(raw, syntax.decimal_escapes ? DECIMAL : undefined), start, end)
    return push(kind === 'command' ? 'command' : 'hole', raw, start, end, pieces)
  }

  while (i < length) {
    const char = source[i]!
    const next = source[i + 1]
    if (char === '\n') {
      // A line that goes on with `.method`, or ends in an operator, is one statement.
      const rest = /^\s*(?:\.[a-zA-Z_]|->|&\.)/.exec(source.slice(i, i + 80))
      const last = tokens.at(-1)
      if (rest === null && last !== undefined && last.is !== 'break' && !(last.is === 'mark' && /^(?:,|\+|\.|\.\.|&&|\|\||=|=>|\(|\[|&)$/.test(last.text)))
        push('break', '\n', i, i + 1)
      else i++
      spaced = true
    } else if (char === ' ' || char === '\t' || char === '\r') {
      spaced = true
      i++
    } else if (char === '\\' && next === '\n') i += 2
    else if (char === ';') push('break', ';', i, i + 1)
    else if (isComment()) {
      const long = syntax.long_brackets ? /^--\[(=*)\[/.exec(source.slice(i, i + 12)) : null
      const stop = long === null ? source.indexOf('\n', i) : source.indexOf(`]${long[1]}]`, i)
      i = stop < 0 ? length : long === null ? stop : stop + 2 + long[1]!.length
      spaced = true
    } else if (next === '*' && syntax.long_comments[char + next] !== undefined) {
      const close = syntax.long_comments[char + next]!
      const stop = source.indexOf(close, i + 2)
      i = stop < 0 ? length : stop + close.length
      spaced = true
    } else if (char === '=' && source[i - 1] === '\n' && syntax.documentation_end !== null && /^=[a-z]/.test(source.slice(i, i + 2))) {
      const stop = source.indexOf(`\n${syntax.documentation_end}`, i)
      i = stop < 0 ? length : stop + 1 + syntax.documentation_end.length
    } else if (char === '"' || char === "'" || (char === '`' && syntax.backticks !== 'none')) {
      const triple = syntax.triple_quotes && source.startsWith(char.repeat(3), i)
      if (triple) {
        const stop = source.indexOf(char.repeat(3), i + 3)
        const to = stop < 0 ? length : stop
        push('text', unescaped(source.slice(i + 3, to)), i, Math.min(length, to + 3))
      } else {
        const to = closingText(i + 1, char)
        string(i, i + 1, to, char, char === '`' && syntax.backticks === 'command' ? 'command' : 'text')
      }
    } else if (char === '[' && syntax.long_brackets && /^\[=*\[/.test(source.slice(i, i + 10))) {
      const level = /^\[(=*)\[/.exec(source.slice(i, i + 10))![1]!
      const stop = source.indexOf(`]${level}]`, i)
      push('text', source.slice(i + 2 + level.length, stop < 0 ? length : stop), i, stop < 0 ? length : stop + 2 + level.length)
    } else if (char === '<' && next === '<' && syntax.heredocs && heredoc()) continue
    else if (char === '%' && syntax.percent_texts && !afterValue() && /^%[xwWqQiI]?[([{<|!/]/.test(source.slice(i, i + 3))) {
      const kind = /[a-zA-Z]/.test(next!) ? next! : 'Q'
      const open = i + (kind === next ? 2 : 1)
      const to = closing(open + 1, source[open]!)
      if (kind === 'w' || kind === 'W' || kind === 'i' || kind === 'I') push('words', source.slice(open + 1, to), i, Math.min(length, to + 1))
      else string(i, open + 1, to, kind === 'q' ? "'" : '"', kind === 'x' ? 'command' : 'text')
    } else if (char === '/' && syntax.patterns && !afterValue()) {
      const to = closing(i + 1, '/')
      push('regex', '', i, Math.min(length, to + 1))
      while (i < length && /[a-z]/.test(source[i]!)) i++
    } else if (
      char === '<' &&
      syntax.angle_globs &&
      (!afterValue() || (tokens.at(-1)?.is === 'word' && !tokens.at(-1)!.text.startsWith('$'))) &&
      /^<[^<>\s=]{1,200}>/.test(source.slice(i, i + 202))
    ) {
      const to = source.indexOf('>', i)
      push('words', `<${source.slice(i + 1, to)}`, i, to + 1)
    } else if (/[0-9]/.test(char)) {
      const digits = /^(?:0[xX][0-9a-fA-F_]+|0[oO]?[0-7_]+(?![.\d])|\d[\d_]*(?:\.\d+)?)/.exec(source.slice(i, i + 40))!
      push('number', digits[0], i, i + digits[0].length)
    } else if (isWordStart(char) || (syntax.sigils.includes(char) && next !== undefined && /[a-zA-Z_{$!0-9]/.test(next) && !(char === '%' && afterValue())))
      word()
    else if (
      char === ':' &&
      syntax.symbols &&
      next !== undefined &&
      /[a-z_"]/i.test(next) &&
      source[i - 1] !== ':' &&
      !(tokens.at(-1)?.is === 'word' && !spaced)
    ) {
      const name = /^:"?([\w]+[?!]?)"?/.exec(source.slice(i, i + 100))
      if (name === null) push('mark', ':', i, i + 1)
      else push('text', name[1]!, i, i + name[0].length)
    } else {
      const mark = MARKS.find((one) => source.startsWith(one, i)) ?? char
      push('mark', mark, i, i + mark.length)
    }
  }
  return tokens

  function word(): void {
    const start = i
    let j = i
    if (/[$@%]/.test(source[j]!)) {
      j++
      if (source[j] === '#') j++
      if (source[j] === '{') {
        const to = closing(j + 1, '{')
        return push(
          'word',
          '$' +
            source
              .slice(j + 1, to)
              .trim()
              .replace(/^\$/, ''),
          start,
          Math.min(length, to + 1),
        )
      }
      while (source[j] === '$') j++
      if (source[j] === '!' || source[j] === '@') j++
    }
    const from = j
    while (j < length && (isWordStart(source[j]!) || /[0-9]/.test(source[j]!))) j++
    if (syntax.marked_names && (source[j] === '?' || source[j] === '!') && source[j + 1] !== '=') j++
    const text = source.slice(from, j)
    const variable = from > start
    // `'b'x3` repeats; `v97.98` is text by its numbers, which is not computed.
    if (!variable && syntax.x_repeats && /^x\d+$/.test(text) && afterValue()) return push('word', 'x', start, start + 1)
    if (!variable && syntax.quoting_words && /^v\d+$/.test(text) && source[j] === '.') {
      while (j < length && /[\d.]/.test(source[j]!)) j++
      return push('regex', '', start, j)
    }
    if (!variable && syntax.quoting_words && /^(?:s|m|y|tr|q|qq|qw|qx|qr)$/.test(text) && tokens.at(-1)?.text !== '->' && quoteLike(text, start, j)) return
    if (!variable && syntax.text_prefixes && /^[rbfuRBFU]{1,2}$/.test(text) && (source[j] === '"' || source[j] === "'")) {
      i = j
      return
    }
    push('word', variable && source[start] === '@' && syntax.at_names ? `@${text}` : variable ? `$${text}` : text, start, j)
  }

  /** Perl's quoting words, with any delimiter. */
  function quoteLike(kind: string, start: number, from: number): boolean {
    let open = from
    while (source[open] === ' ' && open < from + 3) open++
    const delimiter = source[open]
    if (
      delimiter === undefined ||
      /[\w\s,;)]/.test(delimiter) ||
      (delimiter === '=' && /[=>~\s]/.test(source[open + 1] ?? '')) ||
      (open > from && /[=#-]/.test(delimiter))
    )
      return false
    const to = closing(open + 1, delimiter)
    const end = Math.min(length, to + 1)
    if (kind === 'q') push('text', source.slice(open + 1, to), start, end)
    else if (kind === 'qq' || kind === 'qx') string(start, open + 1, to, delimiter === "'" ? "'" : '"', kind === 'qx' ? 'command' : 'text')
    else if (kind === 'qw') push('words', source.slice(open + 1, to), start, end)
    else {
      let last = end
      let replacement = ''
      if (kind === 's' || kind === 'y' || kind === 'tr') {
        let second = to
        if (closerOf(delimiter) !== delimiter) {
          second = end
          while (/\s/.test(source[second] ?? '')) second++
        }
        const stop = closing(second + 1, source[second] ?? delimiter)
        replacement = source.slice(second + 1, stop)
        last = Math.min(length, stop + 1)
      }
      const flags = /^[a-z]*/.exec(source.slice(last, last + 10))![0]
      // With the flag e the replacement is code.
      if (kind === 's' && flags.includes('e')) push('hole', replacement, start, last + flags.length, [{ code: true, text: replacement, start: base + to + 1 }])
      else push('regex', '', start, last + flags.length)
    }
    return true
  }

  function heredoc(): boolean {
    const opening = /^<<(?:<\s*|[~-])?(["'`]?)([A-Za-z_]\w*)\1/.exec(source.slice(i, i + 80))
    if (failedHeredocs > 40 || opening === null || (opening[1] === '' && afterValue() && !spaced)) return false
    const lineEnd = source.indexOf('\n', i)
    if (lineEnd < 0) return false
    const tag = opening[2]!
    let at = lineEnd + 1
    while (at < length) {
      const stop = source.indexOf('\n', at)
      const line = source.slice(at, stop < 0 ? length : stop)
      if (line.trim().replace(/[;),]+$/, '') === tag) {
        const body = source.slice(lineEnd + 1, at)
        const rest = source.slice(i + opening[0].length, lineEnd)
        const start = i
        push(opening[1] === '`' ? 'command' : 'text', body, i, i + opening[0].length)
        for (const token of scan(rest, syntax, base + start + opening[0].length)) tokens.push(token)
        i = stop < 0 ? length : stop
        return true
      }
      if (stop < 0) break
      at = stop + 1
    }
    failedHeredocs++
    return false
  }
}

const isWordStart = (char: string): boolean => (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_' || char > '\x7f'
