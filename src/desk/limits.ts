// How many requests may one page make, and how many may those make whom nobody knows? So many at once, and so many a second.
export interface Bucket {
  /** False: too many. */
  readonly take: () => boolean
}

export function makeBucket(most: number, perSecond: number, now: () => number = Date.now): Bucket {
  let left = most
  let at = now()
  return {
    take: () => {
      const passed = Math.max(0, now() - at)
      at = now()
      left = Math.min(most, left + (passed * perSecond) / 1000)
      if (left < 1) return false
      left--
      return true
    },
  }
}
