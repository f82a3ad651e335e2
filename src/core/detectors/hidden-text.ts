// Does the text hold characters that people do not see, or see in another order than the machine reads them?
import type { Action } from '../model.ts'
import type { Detection, Detector } from './detector.ts'
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

/** In a command every such character counts; of another tool's input, those in what it acts on: paths and addresses. */
export const hiddenText: Detector = (input) => {
  if (input.actions[0]?.does !== 'call') {
    const found = findHidden(input.text)
    return found === null ? null : { span: spanOf(input, found.start, found.end), detail: found.detail }
  }
  for (const action of input.actions) {
    const text = 'path' in action ? action.path.text : action.does === 'connect' ? action.url.text : null
    const found = text === null ? null : findHidden(text)
    if (found !== null) return { span: action.span, detail: found.detail }
  }
  return null
}

/** Text that would be stored or sent and shows people something else than machines read: turned round, spelt in tags, or encoded in characters without width. */
export const hiddenInstructions: Detector = ({ actions }) => inCarried(actions, (found) => found.strong)
/** The rest: marks that some scripts and logs hold for good reasons. */
export const invisibleContent: Detector = ({ actions }) => inCarried(actions, (found) => !found.strong)

const LONGEST = 1_000_000
const inCarried = (actions: readonly Action[], wanted: (found: Hidden) => boolean): Detection | null => {
  for (const action of actions) {
    if (action.does !== 'carry') continue
    const found = findHidden(action.text.slice(0, LONGEST), wanted)
    if (found !== null) return { span: { field: action.span.field, start: found.start, end: found.end }, detail: found.detail }
  }
  return null
}

interface Hidden {
  readonly start: number
  readonly end: number
  readonly detail: string
  /** Nobody writes it by accident. */
  readonly strong: boolean
}

/** The first character that people do not see and that `wanted` asks for. */
const findHidden = (text: string, wanted: (found: Hidden) => boolean = () => true): Hidden | null => {
  MAYBE.lastIndex = 0
  for (let match = MAYBE.exec(text); match !== null; match = MAYBE.exec(text)) {
    const found = hiddenAt(text, match.index, match[0].length)
    if (found !== null && wanted(found)) return found
  }
  return null
}

const hiddenAt = (text: string, at: number, length: number): Hidden | null => {
  const code = text.codePointAt(at) ?? 0
  const make = (detail: string, strong: boolean): Hidden => ({ start: at, end: at + length, detail, strong })
  // A byte order mark in front is how some editors save; joiners hold emoji and some scripts together.
  if (code === 0xfeff && at === 0) return null
  if (code === 0x200c || code === 0x200d) return joins(text, at) ? null : make('a zero-width character', isRun(text, at))
  if (code === 0xfeff) return make('a zero-width character', isRun(text, at))
  // Flags of regions are spelt with tags after a black flag.
  if (code >= 0xe0001) return inFlag(text, at) ? null : make('an invisible tag character', true)
  const name = NAMES.find(([from, to]) => code >= from && code <= to)?.[2]
  return name === undefined ? null : make(name, name === 'a direction override' || (name === 'a zero-width character' && isRun(text, at)))
}

/** Several in a row carry a message of their own. */
const isRun = (text: string, at: number): boolean => {
  for (let i = at; i < at + 4; i++) if (!hasNoWidth(text.charCodeAt(i))) return false
  return true
}
const hasNoWidth = (code: number): boolean => (code >= 0x200b && code <= 0x200d) || (code >= 0x2060 && code <= 0x2064) || code === 0xfeff || code === 0x180e

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
