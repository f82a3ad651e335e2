// Works out one directive of printf, as the tools and languages agree on it; what they do not agree on is not known.

/** Flags, width, precision and letter: `%-5.2d`. */
export const DIRECTIVE = /^%([-+ #0']*)(\d*)(\.\d*)?([a-zA-Z])$/
const MOST_WIDTH = 1000
const ASCII = /^[\x00-\x7f]*$/

/** Without a zero in front, which means base eight to some. */
const decimal = (text: string): number | null => (/^[-+]?(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : null)

/** What stands for a text or number. `null`: not known. `numberOf` reads what a number is written as. */
export function directive(piece: string, value: string, numberOf: (text: string) => number | null = decimal): string | null {
  const [, flags = '', wide = '', precise, letter = ''] = DIRECTIVE.exec(piece) ?? []
  if (letter === '' || /[#']/.test(flags)) return null
  const width = Number(wide)
  const precision = precise === undefined ? null : Number(precise.slice(1))
  if (width > MOST_WIDTH || (precision ?? 0) > MOST_WIDTH) return null
  if (letter === 's') {
    if (flags.replaceAll('-', '') !== '' || ((wide !== '' || precision !== null) && !ASCII.test(value))) return null
    return padded(precision === null ? value : value.slice(0, precision), width, flags)
  }
  const made = digitsOf(letter, numberOf(value), flags, precision)
  if (made === null || (flags.includes('0') && precision !== null)) return null
  const [sign, digits] = made
  const zeros = flags.includes('0') && !flags.includes('-') ? Math.max(0, width - sign.length - digits.length) : 0
  return padded(sign + '0'.repeat(zeros) + digits, width, flags)
}

const padded = (text: string, width: number, flags: string): string => (flags.includes('-') ? text.padEnd(width) : text.padStart(width))

/** Whole numbers only, and in other bases none below nothing: what those print depends on the machine. */
function digitsOf(letter: string, number: number | null, flags: string, precision: number | null): readonly [sign: string, digits: string] | null {
  const base = BASES.get(letter)
  if (base === undefined || number === null || !Number.isSafeInteger(number)) return null
  if (letter === 'd' || letter === 'i') {
    const sign = number < 0 ? '-' : flags.includes('+') ? '+' : flags.includes(' ') ? ' ' : ''
    return exact(sign, String(Math.abs(number)), number, precision)
  }
  if (number < 0 || /[+ ]/.test(flags)) return null
  const digits = number.toString(base)
  return exact('', letter === 'X' ? digits.toUpperCase() : digits, number, precision)
}
const BASES = new Map([
  ['d', 10],
  ['i', 10],
  ['u', 10],
  ['x', 16],
  ['X', 16],
  ['o', 8],
])
const exact = (sign: string, digits: string, number: number, precision: number | null): readonly [string, string] => [
  sign,
  number === 0 && precision === 0 ? '' : digits.padStart(precision ?? 0, '0'),
]
