// Computes what text tools print of known texts; an option, directive or escape that is not computed here makes the output unknown.
import type { Word } from '../model.ts'
import { directive, DIRECTIVE } from '../text/directive.ts'
import { printedEscapes } from '../text/escapes.ts'
import { joinWords } from '../value/fields.ts'
import { literal, unknownWord } from '../value/text.ts'

const ASCII = /^[\x00-\x7f]*$/
const MOST_PIECES = 8_000

/** printf with a known format, which repeats while arguments are left; `once` in awk, where it does not. */
export function printf(words: readonly Word[], once = false): Word {
  const [format, ...values] = words
  const from = joinWords(words).from
  const unknown = (): Word => unknownWord('printf', true, from)
  if (format?.text == null || format.text.length > 20_000) return unknown()
  const template = format.text.match(/%%|%[-+ #0']*\d*(?:\.\d*)?[a-zA-Z]|[^%]+|%/g) ?? []
  const pieces: Word[] = []
  let at = 0
  do {
    for (const piece of template) {
      if (piece === '%%') pieces.push(literal('%'))
      else if (!piece.startsWith('%')) {
        const plain = printedEscapes(piece, 'format')
        if (plain === null) return unknown()
        pieces.push(literal(plain.text))
      } else {
        const isGiven = at < values.length
        const value = values[at++] ?? literal('')
        const made = pieceOf(piece, value, isGiven, once)
        if (made === 'all') return unknown()
        pieces.push(made)
      }
    }
    if (pieces.length > MOST_PIECES) return joinWords([...pieces.slice(0, MOST_PIECES), unknown()], '')
    if (once) break
  } while (at > 0 && at < values.length)
  return joinWords(pieces, '')
}

/** `all`: nothing is known of what is printed then. */
function pieceOf(piece: string, value: Word, isGiven: boolean, once: boolean): Word | 'all' {
  const unknown = unknownWord('printf', true, value.from)
  const letter = DIRECTIVE.exec(piece)?.[4]
  if (letter === undefined || !'sdiuoxXcbqfeEgGaA'.includes(letter) || (once && 'bq'.includes(letter))) return 'all'
  if (piece === '%s') return value
  const { text } = value
  if (letter === 'b') {
    const plain = text === null ? null : printedEscapes(text, 'b')
    return plain?.isEnded === true ? 'all' : plain === null || piece !== '%b' ? unknown : literal(plain.text, value.from)
  }
  if (text === null) return unknown
  if (letter === 'c')
    return piece === '%c' && text !== '' && ASCII.test(text) && !(once && /^[-+.\d]/.test(text)) ? literal(text.slice(0, 1), value.from) : unknown
  if (letter === 'q') return piece === '%q' && /^[\w./-]+$/.test(text) ? value : unknown
  const made = directive(piece, !isGiven && letter !== 's' ? '0' : text)
  return made === null ? unknown : literal(made, value.from)
}

/** `echo` and its options. */
export function echo(words: readonly Word[]): Word {
  let at = 0
  let newline = true
  let escapes = false
  for (let text = words[0]?.text; text != null && /^-[neE]+$/.test(text); text = words[++at]?.text) {
    if (text.includes('n')) newline = false
    for (const flag of text) if (flag !== 'n' && flag !== '-') escapes = flag === 'e'
  }
  const text = joinWords(words.slice(at))
  const end = literal(newline ? '\n' : '')
  if (!escapes || text.text === null) return newline ? joinWords([text, end], '') : text
  const plain = printedEscapes(text.text, 'echo')
  if (plain === null) return unknownWord('echo', true, text.from)
  return literal(plain.isEnded ? plain.text : plain.text + (end.text ?? ''), text.from)
}

const MOST_NUMBERS = 64
const isWhole = (text: string | null): text is string => text !== null && /^(?:0|-?[1-9]\d{0,8})$/.test(text)

export function seq(given: readonly Word[]): string | null {
  const texts = given.map(({ text }) => text)
  if (texts.length === 0 || texts.length > 3 || !texts.every(isWhole)) return null
  const numbers = texts.map(Number)
  const from = numbers.length === 1 ? 1 : (numbers[0] ?? 1)
  const step = numbers.length === 3 ? (numbers[1] ?? 0) : 1
  const to = numbers.at(-1) ?? 0
  const count = step === 0 ? Infinity : Math.max(0, Math.floor((to - from) / step) + 1)
  return count > MOST_NUMBERS ? null : Array.from({ length: count }, (_, at) => `${from + at * step}\n`).join('')
}

export function folderOf(path: string): string {
  const [, start = ''] = /^(.*[^/])?\/*$/s.exec(path) ?? []
  if (start === '') return path === '' ? '.' : '/'
  const cut = start.lastIndexOf('/')
  return cut < 0 ? '.' : start.slice(0, cut).replace(/\/{1,4096}$/, '') || '/'
}
export function nameOf(path: string, suffix = ''): string {
  const name =
    path
      .replace(/\/{1,4096}$/, '')
      .split('/')
      .at(-1) ?? ''
  if (name === '') return path === '' ? '' : '/'
  return suffix !== '' && name !== suffix && name.endsWith(suffix) ? name.slice(0, -suffix.length) : name
}

/** `head` and `tail`: so many lines or characters, from the start or the end. */
export function someOf(text: string, count: string, unit: 'lines' | 'bytes', end: 'start' | 'end'): string | null {
  const isFrom = end === 'end' && count.startsWith('+')
  if (!/^(?:0|[1-9]\d{0,8})$/.test(isFrom ? count.slice(1) : count) || (unit === 'bytes' && !ASCII.test(text))) return null
  const all = unit === 'bytes' ? [...text] : (text.match(/[^\n]*\n|[^\n]+$/g) ?? [])
  const most = Number(count)
  if (isFrom) return all.slice(Math.max(0, most - 1)).join('')
  return (end === 'start' ? all.slice(0, most) : most === 0 ? [] : all.slice(-most)).join('')
}
