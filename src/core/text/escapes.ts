// What do backslash escapes stand for, as `echo -e`, printf and tr read them?

const NAMED: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  e: '\x1b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  '"': '"',
  "'": "'",
}
const ESCAPE = /\\(?:x([0-9a-fA-F]{1,2})|(0?[0-7]{1,3})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|(.))/gs
/** The format of printf takes three digits, the first zero among them. */
const FORMAT = /\\(?:x([0-9a-fA-F]{1,2})|([0-7]{1,3})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|(.))/gs

/** `format`: as the format of printf and the sets of tr have it; else as `echo -e` and `%b`. What nobody knows stays as it is. */
export const unescape = (text: string, form: 'echo' | 'format' = 'echo'): string =>
  text.replace(form === 'format' ? FORMAT : ESCAPE, (whole, hex?: string, octal?: string, short?: string, long?: string, char?: string) => {
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 255)
    const code = hex ?? short ?? long
    if (code === undefined) return NAMED[char ?? ''] ?? whole
    const point = Number.parseInt(code, 16)
    return point > 0x10ffff ? whole : String.fromCodePoint(point)
  })

/** What is printed of a text with escapes, as bash reads it; `isEnded` where `\\c` ends all output. Null: not known. */
export interface Escaped {
  readonly text: string
  readonly isEnded: boolean
}
type Form = 'echo' | 'b' | 'format'
const TOKEN = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,4})|([^]))/g
const CONTROL: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', v: '\v', '\\': '\\' }

/** Escapes of `echo -e`, of `%b`, and of the format of printf. */
export function printedEscapes(text: string, form: Form): Escaped | null {
  if (!text.includes('\\')) return { text, isEnded: false }
  const out: string[] = []
  let from = 0
  for (const found of text.matchAll(TOKEN)) {
    const [whole, hex, short, long, octal, char] = found
    out.push(text.slice(from, found.index))
    from = found.index + whole.length
    if (char === 'c' && form !== 'format') return { text: out.join(''), isEnded: true }
    if (octal !== undefined) {
      // A zero in front is one digit more, but for the format.
      const most = form !== 'format' && octal.startsWith('0') ? 4 : 3
      const digits = octal.slice(0, most)
      if (form === 'echo' && !octal.startsWith('0')) out.push(whole)
      else {
        const code = Number.parseInt(digits, 8)
        if (code > 127) return null
        out.push(String.fromCharCode(code), octal.slice(most))
      }
      continue
    }
    const code = hex ?? short ?? long
    if (code === undefined) {
      out.push(CONTROL[char ?? ''] ?? (form === 'format' && /^["'?]$/.test(char ?? '') ? (char ?? '') : whole))
      continue
    }
    const point = Number.parseInt(code, 16)
    // Bytes of more than one are put together by whoever reads them.
    if (point > 0x10ffff || (hex !== undefined && point > 127) || (point >= 0xd800 && point < 0xe000)) return null
    out.push(String.fromCodePoint(point))
  }
  return { text: out.join('') + text.slice(from), isEnded: false }
}
