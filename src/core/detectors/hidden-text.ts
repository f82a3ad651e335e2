// Does the text hold characters that people do not see, or see in another order than the machine reads them?
import type { Detector } from './detector.ts'
import { spanOf } from './detector.ts'

const NAMES: readonly (readonly [from: number, to: number, name: string])[] = [
  [0x1b, 0x1b, 'a terminal escape'],
  [0x9b, 0x9b, 'a terminal escape'],
  [0x200b, 0x200c, 'a zero-width character'],
  [0x200e, 0x200f, 'a direction mark'],
  [0x202a, 0x202e, 'a direction override'],
  [0x2060, 0x2064, 'a zero-width character'],
  [0x2066, 0x2069, 'a direction override'],
  [0x115f, 0x1160, 'an invisible filler'],
  [0x3164, 0x3164, 'an invisible filler'],
  [0xffa0, 0xffa0, 'an invisible filler'],
  [0x61c, 0x61c, 'a direction mark'],
  [0x180e, 0x180e, 'a zero-width character'],
  [0xe0001, 0xe007f, 'an invisible tag character'],
]
const MAYBE = /[\x1b\x9b\u200b-\u200f\u202a-\u202e\u2060-\u2069\u115f\u1160\u3164\uffa0\u061c\u180e\ufeff]|\udb40[\udc01-\udc7f]/g

export const hiddenText: Detector = (input) => {
  const { text } = input
  MAYBE.lastIndex = 0
  for (let found = MAYBE.exec(text); found !== null; found = MAYBE.exec(text)) {
    const at = found.index
    const code = text.codePointAt(at) ?? 0
    // A byte order mark in front is how some editors save; joiners hold emoji and some scripts together.
    if (code === 0xfeff && at === 0) continue
    if (code === 0x200c || code === 0x200d) {
      if (joins(text, at)) continue
      return { span: spanOf(input, at, at + 1), detail: 'a zero-width character' }
    }
    if (code === 0xfeff) return { span: spanOf(input, at, at + 1), detail: 'a zero-width character' }
    // Flags of regions are spelt with tags after a black flag.
    if (code >= 0xe0001 && inFlag(text, at)) continue
    const name = NAMES.find(([from, to]) => code >= from && code <= to)?.[2]
    if (name !== undefined) return { span: spanOf(input, at, at + found[0].length), detail: name }
  }
  return null
}

const joins = (text: string, at: number): boolean => at > 0 && at + 1 < text.length && text.charCodeAt(at - 1) > 0x2ff && text.charCodeAt(at + 1) > 0x2ff

const LONGEST_FLAG = 16
const inFlag = (text: string, at: number): boolean => {
  for (let i = at - 2, steps = 0; i >= 0 && steps < LONGEST_FLAG; i -= 2, steps++) {
    const code = text.codePointAt(i) ?? 0
    if (code === 0x1f3f4) return true
    if (code < 0xe0020 || code > 0xe007f) return false
  }
  return false
}
