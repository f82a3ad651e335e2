// Which network address does a host text spell, in all the ways that programs accept?

export type Address =
  | { readonly family: 4; readonly value: number; /** Not written as four plain decimal numbers. */ readonly odd: boolean }
  | { readonly family: 6; readonly groups: readonly number[]; readonly odd: boolean }

/** Reads IPv4 (also decimal, octal, hexadecimal and short spellings) and IPv6 (an IPv4 address inside one comes back as IPv4). */
export function parseAddress(host: string): Address | null {
  if (host.length > 64) return null
  if (!host.includes(':')) return parseFour(host)
  const groups = parseSix(host.split('%', 1)[0] as string)
  if (!groups) return null
  const inner = fourInside(groups)
  return inner === null ? { family: 6, groups, odd: isStrange(groups, host) } : { family: 4, value: inner, odd: true }
}

/** Loopback and local addresses have one usual spelling; Teredo and `::` are nobody's own server. */
function isStrange(groups: readonly number[], host: string): boolean {
  const [first = 0, second = 0] = groups
  if (first === 0x2001 && second === 0) return true
  if (groups.every((group, at) => group === 0 || (at === 7 && group === 1))) return host !== '::1'
  const local = (first & 0xfe00) === 0xfc00 || (first & 0xff80) === 0xfe80
  return local && /(?:^|:)0\d|:0:0:/.test(host)
}

/** It ends in a number, so it must be an address, and is none: programs wrap it round, cut it off or refuse it. */
export function isBrokenAddress(host: string): boolean {
  if (host.length > 200 || !/(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$/i.test(host)) return false
  return parseFour(host.endsWith('.') ? host.slice(0, -1) : host) === null && (/^[0-9a-fx.]+$/i.test(host) || /^[a-z]?\d+\.\d+\.\d+\.\d+$/i.test(host))
}

function parseFour(host: string): Address | null {
  const parts = host.split('.')
  if (parts.length > 4) return null
  let value = 0
  let odd = parts.length !== 4
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as string
    const number = parseNumber(part)
    if (number === null) return null
    if (part.length > 1 && part.startsWith('0')) odd = true
    // The last part fills all bytes that are left: 127.1 is 127.0.0.1.
    const last = i === parts.length - 1
    const room = last ? 256 ** (4 - i) : 256
    if (number >= room) return null
    value += last ? number : number * 256 ** (3 - i)
  }
  return { family: 4, value, odd }
}

function parseNumber(part: string): number | null {
  if (/^0[xX][0-9a-fA-F]{0,12}$/.test(part)) return part.length === 2 ? 0 : Number.parseInt(part.slice(2), 16)
  if (/^0[0-7]{1,15}$/.test(part)) return Number.parseInt(part, 8)
  return /^[0-9]{1,15}$/.test(part) ? Number.parseInt(part, 10) : null
}

function parseSix(host: string): number[] | null {
  const halves = host.split('::')
  if (halves.length > 2) return null
  const head = parseGroups(halves[0] as string)
  const tail = halves.length === 2 ? parseGroups(halves[1] as string) : []
  if (!head || !tail) return null
  const missing = 8 - head.length - tail.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  return [...head, ...Array.from({ length: missing }, () => 0), ...tail]
}

function parseGroups(text: string): number[] | null {
  if (text === '') return []
  const groups: number[] = []
  const parts = text.split(':')
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as string
    if (i === parts.length - 1 && part.includes('.')) {
      const four = parseFour(part)
      if (!four || four.family !== 4) return null
      groups.push(Math.floor(four.value / 65536), four.value % 65536)
    } else {
      if (!/^[0-9a-fA-F]{1,4}$/.test(part)) return null
      groups.push(Number.parseInt(part, 16))
    }
  }
  return groups
}

/** Mapped (`::ffff:`), compatible (`::`), NAT64 (`64:ff9b::`, `64:ff9b:1::`), ISATAP and 6to4 (`2002:`) addresses all lead to an IPv4 host. */
function fourInside(groups: readonly number[]): number | null {
  const [a, b, c, d, e, f, g, h] = groups as [number, number, number, number, number, number, number, number]
  if (a === 0x2002) return b * 65536 + c
  const low = g * 65536 + h
  // NAT64 of a site's own, and ISATAP.
  if ((a === 0x64 && b === 0xff9b && c === 1) || (f === 0x5efe && (e & 0xfdff) === 0)) return low
  if (c !== 0 || d !== 0) return null
  if (a === 0x64 && b === 0xff9b && e === 0 && f === 0) return low
  if (a !== 0 || b !== 0) return null
  if ((e === 0 && f === 0xffff) || (e === 0xffff && f === 0)) return low
  return e === 0 && f === 0 && low > 1 ? low : null
}

/** Compiles `10.0.0.0/8` or `fc00::/7` to a test; a text without a slash means that one address. */
export function compileRange(range: string): (address: Address) => boolean {
  const [text = '', bits] = range.split('/')
  const base = text.includes(':') ? sixOf(text) : parseFour(text)
  if (!base) throw new Error(`\`${range}\` is not an address range`)
  const length = bits === undefined ? (base.family === 4 ? 32 : 128) : Number(bits)
  if (base.family === 4) {
    const size = 2 ** (32 - length)
    const start = Math.floor(base.value / size)
    return (address) => address.family === 4 && Math.floor(address.value / size) === start
  }
  return (address) => address.family === 6 && sameBeginning(address.groups, base.groups, length)
}

function sixOf(text: string): Address | null {
  const groups = parseSix(text)
  return groups && { family: 6, groups, odd: false }
}

function sameBeginning(a: readonly number[], b: readonly number[], bits: number): boolean {
  for (let i = 0, left = bits; i < 8 && left > 0; i++, left -= 16) {
    const shift = left >= 16 ? 0 : 16 - left
    if ((a[i] as number) >> shift !== (b[i] as number) >> shift) return false
  }
  return true
}
