// Matches patterns that anybody may have written, in linear time: the only file that knows the engine. Those that look around themselves go to V8.
import { RE2JS } from 're2js'
import { compileLookAround } from '../core/text/regex.ts'
import type { CompileUserRegex } from '../core/text/regex.ts'
import { costToCompile, slowToCompile } from '../core/text/regex-cost.ts'

/** Steps of one pattern, and of all that somebody's settings hold: linear in the text is still as often as the pattern is long. */
const LARGEST = 1500
const LARGEST_TOGETHER = 20_000
/** So many microseconds of V8's compiler count as one step: together that is 0.3 s. */
const STEP_MICROS = 15

/** Refuses look-around and backreferences: no linear engine has them. */
export const compileUserRegex: CompileUserRegex = (source, anyCase, around = false) => {
  if (around) return compileLookAround(source, anyCase)
  if (stepsOf(source) > LARGEST) return { ok: false, message: `${shown(source)} would take too long to match: repeat less in it, or write several patterns` }
  try {
    const regex = RE2JS.compile(portable(source), anyCase ? RE2JS.CASE_INSENSITIVE : 0)
    return {
      ok: true,
      find: (text) => {
        // Whether there is a match is found much faster than where.
        if (!regex.test(text)) return null
        const matcher = regex.matcher(text)
        return matcher.find() ? { start: matcher.start(), end: matcher.end() } : null
      },
    }
  } catch (error) {
    return { ok: false, message: `${shown(source)} cannot be used: ${reasonOf(error, source)}` }
  }
}

/** For the patterns of one reading of the settings: what together would take too long is refused. */
export function compileTogether(): CompileUserRegex {
  let left = LARGEST_TOGETHER
  const counted = new Set<string>()
  return (source, anyCase, around = false) => {
    const steps = counted.has(source) ? 0 : around ? Math.ceil(costToCompile(source) / STEP_MICROS) : stepsOf(source)
    counted.add(source)
    // What is refused by itself takes nothing from the others.
    const counts = around ? slowToCompile(source) === null : steps <= LARGEST
    if (counts && (left -= steps) < 0)
      return { ok: false, message: `${shown(source)} and the patterns before it would take too long to ${around ? 'compile' : 'match'}: leave some out` }
    return compileUserRegex(source, anyCase, around)
  }
}

const shown = (source: string): string => `\`${source.length > 60 ? `${source.slice(0, 57)}...` : source}\``

const CLASS = 8
/** About as many steps as the engine makes of a pattern, never far fewer: `(ab{3}){5}` are some twenty. Found before it makes them. */
export function stepsOf(source: string): number {
  /** Of each open group what it holds so far; and what a repeat would be of. */
  const groups = [0]
  let last = 0
  const add = (steps: number): void => {
    groups[groups.length - 1] = (groups.at(-1) ?? 0) + steps
    last = steps
  }
  for (let at = 0; at < source.length; at++) {
    const char = source[at]
    if (char === '\\') {
      const [name = ''] = /^[pP](?:\{\^?\w{1,40}\}|\w)/.exec(source.slice(at + 1, at + 50)) ?? []
      add(name === '' ? 1 : CLASS)
      at += Math.max(1, name.length)
    } else if (char === '[') {
      const end = endOfClass(source, at)
      add(source.slice(at, end).includes('\\p') ? CLASS : 1)
      at = end
    } else if (char === '(') groups.push(0)
    else if (char === ')') {
      const inner = groups.length > 1 ? (groups.pop() ?? 0) : 0
      add(inner + 2)
    } else if (char === '{') {
      const [whole = '', least = '', most = ''] = /^\{(\d{1,6})(?:,(\d{0,6}))?\}/.exec(source.slice(at, at + 16)) ?? []
      if (whole === '') add(1)
      else {
        const times = Math.max(1, Number(least), Number(most))
        groups[groups.length - 1] = (groups.at(-1) ?? 0) + last * (times - 1) * (most === '' ? 1 : 2)
        last *= times
        at += whole.length - 1
      }
    } else add(1)
  }
  return groups.reduce((sum, steps) => sum + steps, 0)
}

function endOfClass(source: string, start: number): number {
  for (let at = start + 2; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === ']') return at
  }
  return source.length
}

const LOOKS_AROUND = /\(\?<?[=!]/
export const looksAround = (source: string): boolean => LOOKS_AROUND.test(source)

const reasonOf = (error: unknown, source: string): string => {
  if (looksAround(source)) return 'it looks around itself: write `look-around: true` beside it'
  if (/\\[1-9]/.test(source)) return 'a backreference cannot be matched in linear time: spell the repetition out'
  const message = error instanceof Error ? error.message.replace(/^error parsing regexp: /, '').replaceAll('`', "'") : ''
  return `${message || 'check brackets and escapes'}: correct it, or write \`as: substring\` beside it`
}

/** JavaScript's spellings, and Python's end of text. */
const portable = (source: string): string => RE2JS.translateRegExp(source.replaceAll(/\\(.)/gs, (whole, char: string) => (char === 'Z' ? '\\z' : whole)))
