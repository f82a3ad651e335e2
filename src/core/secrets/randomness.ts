// How unlike ordinary words is a text? The mean surprise of each character after the one before it.
import { DIGITS, STEP, SYMBOLS, TABLE } from './bigrams.ts'
import type { Randomness } from './model.ts'

const SIZE = SYMBOLS.length
const STRANGE = SIZE

interface Tables {
  readonly columns: Uint8Array
  readonly bits: Float32Array
}
let kept: Tables | undefined
const tables = (): Tables => (kept ??= makeTables())

function makeTables(): Tables {
  const columns = new Uint8Array(128).fill(STRANGE)
  for (let i = 0; i < SIZE; i++) {
    columns[SYMBOLS.charCodeAt(i)] = i
    columns[SYMBOLS.charAt(i).toUpperCase().charCodeAt(0)] = i
  }
  const bits = new Float32Array(SIZE * SIZE)
  for (let i = 0; i < bits.length; i++) bits[i] = DIGITS.indexOf(TABLE.charAt(i)) * STEP
  return { columns, bits }
}
/** A character no table knows: as surprising as the rarest pair of letters. */
const STRANGE_BITS = 9

/** Bits per character: some 4 for words and identifiers, 6 and more for generated values. */
export function surprise(text: string): number {
  if (text.length < 2) return 0
  const { columns, bits } = tables()
  let sum = 0
  let before = columnOf(columns, text, 0)
  for (let i = 1; i < text.length; i++) {
    const now = columnOf(columns, text, i)
    sum += before === STRANGE || now === STRANGE ? STRANGE_BITS : (bits[before * SIZE + now] as number)
    before = now
  }
  return sum / (text.length - 1)
}

const columnOf = (columns: Uint8Array, text: string, at: number): number => {
  const code = text.charCodeAt(at)
  return code < 128 ? (columns[code] as number) : STRANGE
}

const LEAST: Readonly<Record<Randomness, number>> = { none: 0, low: 4.4, high: 5.3 }

/** Digits alone, or a repeated character, surprise the table but say nothing: a value needs some variety too. */
export const isRandom = (text: string, randomness: Randomness): boolean =>
  randomness === 'none' || (surprise(text) >= LEAST[randomness] && variety(text) >= Math.min(text.length / 4, randomness === 'low' ? 4 : 6))

/** How many different characters there are, up to sixteen. */
export function variety(text: string): number {
  const seen = new Set<number>()
  for (let i = 0; i < text.length && seen.size < 16; i++) seen.add(text.charCodeAt(i))
  return seen.size
}
