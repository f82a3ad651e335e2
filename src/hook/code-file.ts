// Where is V8's cache of the engine kept, and what stands in it? First a sum of the rest, in hexadecimal digits.
import path from 'node:path'

export const SUM_LENGTH = 8
export const LARGEST_CODE = 32 * 1024 * 1024

/** In milliseconds: when a file with this sum was last changed, as it says itself once the disk has all of it. Whoever writes to it sets another time. */
export const timeOfSum = (sum: number): number => (1_000_000_000 + (sum & 0x1fff_ffff)) * 1000

/** V8 takes a cache only from its own version started with the same options. Null where there is no home for it. */
export function codeFile(home: string | undefined, digest: string, folder: string): { readonly folder: string; readonly file: string } | null {
  if (home === undefined || !path.isAbsolute(home)) return null
  const options = `${process.execArgv.join(' ')} ${process.env['NODE_OPTIONS'] ?? ''} ${folder}`
  let sum = 5381
  for (let at = 0; at < options.length; at++) sum = (Math.imul(sum, 33) ^ options.charCodeAt(at)) >>> 0
  return { folder: `${home}/.cache/prudent`, file: `${home}/.cache/prudent/code-${process.version}-${process.arch}-${digest}-${sum.toString(36)}` }
}
