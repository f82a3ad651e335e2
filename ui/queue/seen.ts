// Whether all of a card has been on the screen: the parts of its height that were, joined. Pure.

export interface Seen {
  readonly height: number
  /** From where to where, in pixels from its top; sorted, not touching. */
  readonly parts: readonly (readonly [number, number])[]
}
export const UNSEEN: Seen = { height: 0, parts: [] }

/** Rounding of layouts, no more. */
const SLACK = 2

/** `from` and `to` are on the screen now. A card that changed its height is another one. */
export function see(seen: Seen, height: number, from: number, to: number): Seen {
  const known = Math.abs(seen.height - height) <= SLACK ? seen.parts : []
  const part: readonly [number, number] = [Math.max(0, from), Math.min(height, to)]
  if (part[1] <= part[0]) return { height, parts: known }
  const parts: (readonly [number, number])[] = []
  for (const next of [...known, part].toSorted((a, b) => a[0] - b[0])) {
    const last = parts.at(-1)
    if (last !== undefined && next[0] <= last[1] + SLACK) parts[parts.length - 1] = [last[0], Math.max(last[1], next[1])]
    else parts.push(next)
  }
  return { height, parts }
}

export function isSeen({ height, parts }: Seen): boolean {
  const [only] = parts
  return height > 0 && parts.length === 1 && only !== undefined && only[0] <= SLACK && only[1] >= height - SLACK
}
