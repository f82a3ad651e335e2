// Base64, hex, UTF-8 and UTF-16, without the platform: decode what is literal so that it can be read. Bytes are characters 0 to 255.

import { decodeBytes } from './codecs.ts'
import { isPacked } from './inflate.ts'

/** What the character of a code stands for, or -1. Made when the first such text comes. */
let digits: Int8Array | undefined
function digitsByCode(): Int8Array {
  if (digits !== undefined) return digits
  digits = new Int8Array(128).fill(-1)
  for (const [digit, char] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries()) digits[char.charCodeAt(0)] = digit
  // The alphabet for addresses.
  digits['-'.charCodeAt(0)] = 62
  digits['_'.charCodeAt(0)] = 63
  return digits
}
const LONGEST = 4_000_000

/** Null when the text is not base64. White space is skipped, missing padding forgiven; behind padding nothing may follow. */
export function bytesOfBase64(text: string): string | null {
  if (text.length > LONGEST) return null
  const known = digitsByCode()
  const out: string[] = []
  let held = 0
  let bits = 0
  let ended = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 32 || (code >= 9 && code <= 13)) continue
    if (code === 61) {
      ended = true
      continue
    }
    const digit = code < 128 ? (known[code] ?? -1) : -1
    if (digit < 0 || ended) return null
    held = ((held << 6) | digit) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      out.push(String.fromCharCode((held >> bits) & 0xff))
    }
  }
  return out.join('')
}

/** The decoded text, bytes read as UTF-8 where they are; null when it is not base64. */
export function decodeBase64(text: string): string | null {
  const bytes = bytesOfBase64(text)
  return bytes === null ? null : textOf(bytes, isPacked(bytes))
}

export function decodeHex(text: string): string | null {
  const clean = text.replace(/\\x|0x|[\s:,]/g, '')
  if (clean.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(clean)) return null
  const bytes: string[] = []
  for (let at = 0; at < clean.length; at += 2) bytes.push(String.fromCharCode(Number.parseInt(clean.slice(at, at + 2), 16)))
  const all = bytes.join('')
  return textOf(all, isPacked(all))
}

/** What a dump of bytes shows. */
export function decodeDump(text: string): string | null {
  const bytes = decodeBytes('hex-dump', text)
  return bytes === null ? null : textOf(bytes, isPacked(bytes))
}

/** Bytes as the text that they are; what is packed stays as it is. */
export const textOf = (bytes: string, packed: boolean): string => (packed ? bytes : utf8Of(bytes))

/** Bytes that are not UTF-8 stand for themselves: a wrong guess still shows the plain letters. */
export function utf8Of(bytes: string): string {
  const out: string[] = []
  for (let i = 0; i < bytes.length; i++) {
    const first = bytes.charCodeAt(i)
    const more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc0 ? 1 : 0
    let point = more === 0 ? first : first & (0x3f >> more)
    let good = more > 0 && i + more < bytes.length
    for (let k = 1; good && k <= more; k++) {
      const next = bytes.charCodeAt(i + k)
      good = (next & 0xc0) === 0x80
      point = (point << 6) | (next & 0x3f)
    }
    if (good && point <= 0x10ffff) {
      out.push(String.fromCodePoint(point))
      i += more
    } else out.push(String.fromCharCode(first))
  }
  return out.join('')
}

export function utf16Of(bytes: string): string {
  const out: string[] = []
  for (let i = bytes.startsWith('\xff\xfe') ? 2 : 0; i + 1 < bytes.length; i += 2) {
    out.push(String.fromCharCode(bytes.charCodeAt(i) | (bytes.charCodeAt(i + 1) << 8)))
  }
  return out.join('')
}
