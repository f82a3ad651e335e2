// Base64 and hex, without the platform: decode what is literal so that it can be read.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The decoded text, bytes read as UTF-8 where they are; null when it is not base64. */
export function decodeBase64(text: string): string | null {
  const clean = text.replace(/\s+/g, '').replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '')
  if (!/^[A-Za-z0-9+/]*$/.test(clean)) return null
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const char of clean) {
    held = (held << 6) | ALPHABET.indexOf(char)
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 255)
      held &= (1 << bits) - 1
    }
  }
  return utf8(bytes)
}

export function decodeHex(text: string): string | null {
  const clean = text.replace(/\\x|0x|[\s:,]/g, '')
  if (clean.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(clean)) return null
  const bytes: number[] = []
  for (let at = 0; at < clean.length; at += 2) bytes.push(Number.parseInt(clean.slice(at, at + 2), 16))
  return utf8(bytes)
}

function utf8(bytes: readonly number[]): string {
  let text = ''
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    const extra = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc0 ? 1 : 0
    if (extra === 0) {
      text += String.fromCharCode(byte)
      continue
    }
    let code = byte & (0x3f >> extra)
    for (let more = 1; more <= extra; more++) code = (code << 6) | ((bytes[at + more] ?? 0) & 0x3f)
    at += extra
    text += String.fromCodePoint(Math.min(code, 0x10ffff))
  }
  return text
}
