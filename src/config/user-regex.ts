// How is a pattern that anybody may have written matched in linear time? The only file that knows the engine.
import { RE2JS } from 're2js'
import type { CompileUserRegex } from '../core/text/regex.ts'

/** Refuses look-around and backreferences: no linear engine has them. */
export const compileUserRegex: CompileUserRegex = (source, anyCase) => {
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
    return { ok: false, message: `\`${source.length > 60 ? `${source.slice(0, 57)}...` : source}\` cannot be used: ${reasonOf(error, source)}` }
  }
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
