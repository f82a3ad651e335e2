// Reads escaped literals, base64 and other encodings of text.
import { decodeBytes } from '../../text/codecs.ts'
import { isPacked, unpack } from '../../text/inflate.ts'

const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', a: '\x07', e: '\x1b', '0': '\0', '\n': '' }

function codePoint(value: number): string {
  return value <= 0x10ffff ? String.fromCodePoint(value) : ''
}

/** How a language's escapes differ from most. */
export interface Escapes {
  /** \046 counts in tens, as in Lua. */
  readonly decimal?: boolean
  /** What nobody knows keeps its backslash, as in Python. */
  readonly keeps?: boolean
  /** Letters that stand for themselves. */
  readonly plain?: string
}
const USUAL: Escapes = {}
export const PYTHON: Escapes = { keeps: true, plain: 'e' }
export const JAVASCRIPT: Escapes = { plain: 'ae' }

/** Reads backslash escapes as most languages write them. */
export function unescaped(raw: string, { decimal = false, keeps = false, plain = '' }: Escapes = USUAL): string {
  if (!raw.includes('\\')) return raw
  let out = ''
  for (let i = 0; i < raw.length; i++) {
    const char = raw[i]!
    if (char !== '\\' || i + 1 >= raw.length) {
      out += char
      continue
    }
    const next = raw[++i]!
    const digits = next === 'x' ? /^\{?([0-9a-fA-F]{1,6})\}?/ : next === 'u' ? /^\{?([0-9a-fA-F]{1,6})\}?/ : next === 'U' ? /^([0-9a-fA-F]{8})/ : null
    if (digits !== null) {
      const width = raw[i + 1] === '{' ? 9 : next === 'x' ? 2 : next === 'u' ? 4 : 8
      const found = digits.exec(raw.slice(i + 1, i + 1 + width))
      if (found === null) out += next
      else {
        out += codePoint(parseInt(found[1]!, 16))
        i += found[0].length
      }
    } else if (next >= '0' && next <= '9') {
      const found = (decimal ? /^\d{1,3}/ : /^[0-7]{1,3}/).exec(raw.slice(i, i + 3))
      if (found === null) out += next
      else {
        out += codePoint(parseInt(found[0], decimal ? 10 : 8))
        i += found[0].length - 1
      }
    } else out += (plain.includes(next) ? undefined : SIMPLE[next]) ?? (keeps && !/[\\'"]/.test(next) ? char + next : next)
  }
  return out
}

/** Bytes held one a character, read as UTF-8 where they are. */
function fromUtf8(bytes: string): string {
  let percent = ''
  let plain = true
  for (let i = 0; i < bytes.length; i++) {
    const code = bytes.charCodeAt(i)
    if (code > 255) return bytes
    if (code > 127) plain = false
    if (!plain) break
  }
  if (plain) return bytes
  for (let i = 0; i < bytes.length; i++) percent += '%' + bytes.charCodeAt(i).toString(16).padStart(2, '0')
  try {
    return decodeURIComponent(percent)
  } catch {
    return bytes
  }
}

const fromBytes = (bytes: string | null): string | null => (bytes === null ? null : isPacked(bytes) ? bytes : fromUtf8(bytes))

function fromHex(encoded: string): string | null {
  const digits = encoded.replace(/[\s:]/g, '')
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) return null
  let bytes = ''
  for (let i = 0; i < digits.length; i += 2) bytes += String.fromCharCode(parseInt(digits.slice(i, i + 2), 16))
  return fromUtf8(bytes)
}

function rot13(plain: string): string {
  return plain.replace(/[a-zA-Z]/g, (char) => {
    const base = char <= 'Z' ? 65 : 97
    return String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base)
  })
}

function fromPercent(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return null
  }
}

/** Decodes by the encoding's usual names; null when it is not one of these, or the text is not valid in it. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', sol: '/', tilde: '~' }
const fromEntities = (encoded: string): string =>
  encoded.replace(/&(?:#x([0-9A-Fa-f]{1,6})|#(\d{1,7})|([a-z]{2,6}));?/g, (whole, hex?: string, tens?: string, name = '') =>
    hex !== undefined ? codePoint(parseInt(hex, 16)) : tens !== undefined ? codePoint(Number(tens)) : (ENTITIES[name as string] ?? whole),
  )

export function decode(encoding: string, encoded: string): string | null {
  const name = encoding.toLowerCase().replace(/[-_]/g, '')
  switch (name) {
    case 'base64':
    case 'base64url':
    case 'm':
    case 'm0':
      return fromBytes(decodeBytes('base64', encoded.replaceAll('-', '+').replaceAll('_', '/')))
    case 'base32':
    case 'base85':
    case 'ascii85':
      return fromBytes(decodeBytes(name, encoded))
    case 'u':
    case 'uuencoded':
    case 'uu':
      return fromBytes(decodeBytes('uuencoded', encoded))
    case 'packed':
    case 'zlib':
      return fromBytes(unpack(encoded, true))
    case 'hex':
    case 'h*':
      return fromHex(encoded)
    case 'rot13':
      return rot13(encoded)
    case 'percent':
      return fromPercent(encoded)
    case 'form':
      return fromPercent(encoded.replace(/\+/g, '%20'))
    case 'html':
      return fromEntities(encoded)
    case 'quopri':
    case 'quotedprintable':
      return encoded.replace(/=\r?\n/g, '').replace(/=([0-9A-Fa-f]{2})/g, (_, digits: string) => codePoint(parseInt(digits, 16)))
    case 'escape':
    case 'unicodeescape':
    case 'stringescape':
      return unescaped(encoded)
    case 'utf8':
    case 'ascii':
    case 'latin1':
    case 'binary':
    case '':
      return encoded
    default:
      return null
  }
}
