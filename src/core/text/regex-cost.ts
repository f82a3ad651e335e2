// Estimates how long V8 takes to compile a pattern, without compiling it: a class of Unicode takes milliseconds and tens of kilobytes each time it stands there.

/** Microseconds, measured with the flags `gu` and `giu` on Node 20; the worse of the two. */
const PLAIN = 2
const WIDE = 100
const PROPERTY = 1500
/** A property inside a class that leaves out, or one that is left out. */
const WITHOUT = 4000
const BRANCH = 70
/** V8 writes an item that repeats down up to three times. */
const COPIES = 3

/** Dozens of classes, and more words than anybody writes in one pattern. */
const MOST = 60_000

/** Why a pattern would take too long to compile; null where it does not. */
export function slowToCompile(source: string): string | null {
  return costToCompile(source) > MOST
    ? `\`${source.slice(0, 57)}...\` would take too long to compile: name fewer classes in it, or write several patterns`
    : null
}

/** Never far below what it takes. Linear in the length. */
export function costToCompile(source: string): number {
  let sum = 0
  let at = 0
  while (at < source.length) {
    const start = at
    let cost: number
    if (source[at] === '[') {
      at = endOfClass(source, at)
      cost = costOfClass(source.slice(start, at))
    } else if (source[at] === '\\') {
      const escape = source.slice(at, at + 2)
      at += 2
      if (/\\[pP]/.test(escape)) {
        const close = source.startsWith('{', at) ? source.indexOf('}', at) : -1
        if (close >= 0) at = close + 1
        cost = escape === '\\P' ? WITHOUT : PROPERTY
      } else cost = /\\[WSD]/.test(escape) ? WIDE : PLAIN
    } else {
      cost = source[at] === '.' ? WIDE : source[at] === '|' ? BRANCH : PLAIN
      at += 1
    }
    sum += cost * (isRepeat(source[at]) ? COPIES : 1)
  }
  return sum
}

const isRepeat = (char: string | undefined): boolean => char === '+' || char === '{'

function costOfClass(text: string): number {
  const properties = text.split(/\\[pP]/).length - 1
  const leavesOut = text.startsWith('[^') || text.includes('\\P')
  return properties === 0 ? (leavesOut ? WIDE : PLAIN) + text.length : properties * (leavesOut ? WITHOUT : PROPERTY)
}

function endOfClass(source: string, start: number): number {
  let at = start + 1
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1
  return Math.min(at + 1, source.length)
}
