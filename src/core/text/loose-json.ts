// What does a text of JSON say, with or without comments and last commas?
import type { Json } from '../model.ts'

/** Undefined for anything else. */
export function readLoosely(text: string): Json | undefined {
  try {
    return JSON.parse(withoutComments(text)) as Json
  } catch {
    return undefined
  }
}

/** One pass: strings stay, comments become a blank, a comma before a closing bracket goes. */
function withoutComments(text: string): string {
  let out = ''
  let comma = -1
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; at++) {
    const sign = text.charAt(at)
    const pair = sign === '/' ? text.charAt(at + 1) : ''
    if (pair === '/' || pair === '*') {
      const end = pair === '/' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2)
      at = end < 0 ? text.length : pair === '/' ? end - 1 : end + 1
      continue
    }
    if (sign === '"') {
      const from = at
      for (at++; at < text.length && text.charAt(at) !== '"'; at++) if (text.charAt(at) === '\\') at++
      out += text.slice(from, at + 1)
      comma = -1
      continue
    }
    if ((sign === '}' || sign === ']') && comma >= 0) out = `${out.slice(0, comma)} ${out.slice(comma + 1)}`
    if (sign === ',') comma = out.length
    else if (!/\s/.test(sign)) comma = -1
    out += sign
  }
  return out
}
