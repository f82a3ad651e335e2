// How does a file of ours say that nobody has written to it since? By a time of last change that follows from a sum of what it holds.

/** Hexadecimal digits, as which a sum stands in its file. */
export const SUM_LENGTH = 8

/** In milliseconds; set once the disk has all of it. Whoever writes to it sets another. */
export const timeOfSum = (sum: number): number => (1_000_000_000 + (sum & 0x1fff_ffff)) * 1000
