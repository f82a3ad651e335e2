// How does each record vouch for all before it? A day's chain depends on the bytes of its file alone: whoever computes it gets the same text.
import { crypto } from './keys.ts'
import type { Unit } from './units.ts'

/** How far a day is chained. */
export interface Chained {
  readonly lines: number
  /** Of the day's file. */
  readonly bytes: number
  /** Of the file beside it. */
  readonly seal: number
  readonly head: string
}

/** One line of the file beside the day's. */
export interface Link {
  readonly n: number
  /** Where the record ends. */
  readonly end: number
  readonly hash: string
  readonly chain: string
}

export const hashOf = (data: Uint8Array | string): string => crypto().createHash('sha256').update(data).digest('base64url')

export const unchained = (day: string): Chained => ({ lines: 0, bytes: 0, seal: 0, head: hashOf(`prudent audit ${day}`) })

export function linkAfter(before: Chained, unit: Unit): { readonly link: Link; readonly text: string; readonly after: Chained } {
  const link = nextLink(before, hashOf(unit.bytes), unit.end)
  const text = `${JSON.stringify(link)}\n`
  return { link, text, after: { lines: link.n, bytes: link.end, seal: before.seal + text.length, head: link.chain } }
}

/** The same from a recorded hash: shows whether recorded links hang together. */
export function nextLink(before: Pick<Chained, 'lines' | 'head'>, hash: string, end: number): Link {
  const n = before.lines + 1
  return { n, end, hash, chain: hashOf(`${before.head} ${n} ${end} ${hash}`) }
}
