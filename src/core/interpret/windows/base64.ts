// What text or bytes does a base64 argument hold?
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const DIGITS = new Int8Array(128).fill(-1)
for (let i = 0; i < 64; i++) DIGITS[ALPHABET.charCodeAt(i)] = i
const LONGEST = 4_000_000

/** The bytes as a string of characters 0 to 255, or null when the text is not base64. White space is skipped, as .NET does; missing padding is forgiven. */
export function decodeBase64(text: string): string | null {
  if (text.length > LONGEST) return null
  const out: string[] = []
  let held = 0
  let bits = 0
  let digits = 0
  let ended = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 32 || code === 9 || code === 10 || code === 13) continue
    if (code === 61) {
      ended = true
      continue
    }
    const digit = code < 128 ? (DIGITS[code] ?? -1) : -1
    if (digit < 0 || ended) return null
    held = ((held << 6) | digit) & 0xffff
    digits++
    bits += 6
    if (bits >= 8) {
      bits -= 8
      out.push(String.fromCharCode((held >> bits) & 0xff))
    }
  }
  return digits === 0 || digits % 4 === 1 ? null : out.join('')
}

export function utf16Of(bytes: string): string {
  const out: string[] = []
  for (let i = bytes.startsWith('\xff\xfe') ? 2 : 0; i + 1 < bytes.length; i += 2) {
    out.push(String.fromCharCode(bytes.charCodeAt(i) | (bytes.charCodeAt(i + 1) << 8)))
  }
  return out.join('')
}

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

/** The script behind `-EncodedCommand` (base64 of UTF-16LE), or null when the text is not that. */
export function decodeEncodedCommand(base64: string): string | null {
  const bytes = decodeBase64(base64.trim())
  return bytes === null || bytes.length < 2 || bytes.length % 2 === 1 ? null : utf16Of(bytes)
}
