// Undoes encodings of bytes as text: of so many bits a character, of base 85, and what uuencode and hex dumps write. Bytes are characters 0 to 255; null is for what is not so encoded.

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const DIGITS = '0123456789'
/** Each character stands for as many bits as its alphabet is long. */
const ALPHABETS: Readonly<Record<string, string>> = {
  base2msbf: '01',
  base16: `${DIGITS}ABCDEF`,
  base32: `${UPPER}234567`,
  base32hex: `${DIGITS}ABCDEFGHIJKLMNOPQRSTUV`,
  base64: `${UPPER}${UPPER.toLowerCase()}${DIGITS}+/`,
  base64url: `${UPPER}${UPPER.toLowerCase()}${DIGITS}-_`,
}
const BASE_85 = `${DIGITS}${UPPER}${UPPER.toLowerCase()}!#$%&()*+-;<=>?@^_\`{|}~`
const LONGEST = 400_000

export function decodeBytes(encoding: string, text: string): string | null {
  if (text.length > LONGEST) return null
  if (Object.hasOwn(ALPHABETS, encoding)) return fromBits(text, ALPHABETS[encoding] ?? '')
  if (encoding === 'base85') return from85(text.replace(/\s/g, ''), (char) => BASE_85.indexOf(char))
  if (encoding === 'ascii85') return fromAscii85(text)
  return encoding === 'uuencoded' ? fromUuencoded(text) : encoding === 'hex-dump' ? fromHexDump(text) : null
}
export const isEncoding = (name: string): boolean => Object.hasOwn(ALPHABETS, name)

function fromBits(text: string, alphabet: string): string | null {
  const width = Math.log2(alphabet.length)
  const given = alphabet.length <= 32 ? text.toUpperCase() : text
  const out: string[] = []
  let held = 0
  let bits = 0
  for (const char of given.replace(/=+\s*$/, '').replace(/\s/g, '')) {
    const digit = alphabet.indexOf(char)
    if (digit < 0) return null
    held = ((held << width) | digit) & 0xffff
    bits += width
    if (bits < 8) continue
    bits -= 8
    out.push(String.fromCharCode((held >> bits) & 0xff))
  }
  return out.join('')
}

/** Five characters for four bytes; the last group may be shorter. */
function from85(text: string, digitOf: (char: string) => number): string | null {
  const out: string[] = []
  for (let at = 0; at < text.length; at += 5) {
    const group = text.slice(at, at + 5)
    let value = 0
    for (let place = 0; place < 5; place++) {
      const digit = place < group.length ? digitOf(group.charAt(place)) : 84
      if (digit < 0 || digit > 84) return null
      value = value * 85 + digit
    }
    if (group.length === 1 || value > 0xffffffff) return null
    for (let place = 0; place < group.length - 1; place++) out.push(String.fromCharCode(Math.floor(value / 256 ** (3 - place)) % 256))
  }
  return out.join('')
}

const fromAscii85 = (text: string): string | null =>
  from85(
    text
      .replace(/\s/g, '')
      .replace(/^<~|~>$/g, '')
      .replaceAll('z', '!!!!!'),
    (char) => char.charCodeAt(0) - 33,
  )

/** The lines alone, or between `begin` and `end`; with `begin-base64`, what stands there is that. */
function fromUuencoded(text: string): string | null {
  const lines = text.split('\n')
  const begin = lines.findIndex((line) => /^begin(?:-base64)? /.test(line))
  const end = lines.findIndex((line, at) => at > begin && /^(?:end|====)\s*$/.test(line))
  const body = lines.slice(begin + 1, end < 0 ? undefined : end)
  if (lines[begin]?.startsWith('begin-') === true) return decodeBytes('base64', body.join(''))
  const out: string[] = []
  for (const line of body) {
    const length = (line.charCodeAt(0) - 32) & 63
    if (line === '' || length === 0) continue
    if (/[^ -`]/.test(line)) return null
    let bytes = ''
    for (let at = 1; at < line.length; at += 4) {
      const value = [0, 1, 2, 3].reduce((all, place) => all * 64 + (((line.charCodeAt(at + place) || 32) - 32) & 63), 0)
      bytes += String.fromCharCode(value >> 16, (value >> 8) & 255, value & 255)
    }
    out.push(bytes.slice(0, length))
  }
  return begin < 0 && out.length === 0 ? null : out.join('')
}

/** `00000000: 726d 202d …  rm -`: what stands behind two blanks is for people. */
function fromHexDump(text: string): string | null {
  const out: string[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const digits = /^\s*[0-9a-fA-F]+:\s+(?=[0-9a-fA-F])((?:[0-9a-fA-F]+ )*[0-9a-fA-F]*)(?: |$)/.exec(line)?.[1]?.replaceAll(' ', '')
    if (digits === undefined || digits.length % 2 !== 0) return null
    for (let at = 0; at < digits.length; at += 2) out.push(String.fromCharCode(Number.parseInt(digits.slice(at, at + 2), 16)))
  }
  return out.join('')
}
