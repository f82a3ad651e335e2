// Where is V8's cache of the engine kept, and what stands in it? First a sum of the rest, in hexadecimal digits.
export const CODE_FOLDER = '.cache/prudent'
export const SUM_LENGTH = 8
export const LARGEST_CODE = 32 * 1024 * 1024

/** In milliseconds: when a file with this sum was last changed, as it says itself once the disk has all of it. Whoever writes to it sets another time. */
export const timeOfSum = (sum: number): number => (1_000_000_000 + (sum & 0x1fff_ffff)) * 1000
