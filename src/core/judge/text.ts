// Which texts of a call does a text rule look at, and where does it find its pattern?
import type { Action, Span } from '../model.ts'
import type { TextConditions, TextOn } from '../policy/source.ts'
import { compileRegex } from '../text/regex.ts'
import type { Regex, RegexMatch } from '../text/regex.ts'
import type { Call } from './trial.ts'

/** The text of this kind that belongs to an action (or, with null, to the call), and where it stands. */
export const textOf = (on: TextOn, action: Action | null, call: Call): { readonly text: string; readonly span: Span } | null => {
  if (on === 'command') return { text: call.text, span: { field: call.field, start: 0, end: call.text.length } }
  if (action === null) return null
  switch (on) {
    case 'carry':
      return action.does === 'carry' ? { text: action.text, span: action.span } : null
    case 'content':
      // What goes out over a connection is no file's content.
      return action.does === 'carry' && !call.takenBy(action.id).some((id) => call.action(id)?.does === 'connect')
        ? { text: action.text, span: action.span }
        : null
    case 'path':
      return action.does === 'read' || action.does === 'write' || action.does === 'delete' ? pathText(action.resolved ?? action.path.text, action.span) : null
    case 'segment':
      return action.does === 'run' ? { text: segmentText(action, call), span: action.span } : null
  }
}

const pathText = (text: string | null, span: Span): { text: string; span: Span } | null => (text === null ? null : { text, span })

const segmentText = (action: Extract<Action, { does: 'run' }>, call: Call): string => {
  const { field, start, end } = action.span
  if (field === call.field && end > start && end <= call.text.length) return call.text.slice(start, end)
  const options = action.options.map((one) => (one.value === true ? one.name : `${one.name} ${one.value.text ?? '?'}`))
  return [action.program, ...options, ...action.operands.map((word) => word.text ?? '?')].join(' ')
}

/** Which kinds of action have a text of this kind. */
export const KINDS_WITH: Readonly<Record<Exclude<TextOn, 'command'>, readonly Action['does'][]>> = {
  carry: ['carry'],
  content: ['carry'],
  path: ['read', 'write', 'delete'],
  segment: ['run'],
}

export const findsText = (source: TextConditions): ((action: Action | null, call: Call) => Span | null) => {
  const on = source.on ?? 'command'
  const compiled = compileRegex(source.regex)
  if (!compiled.ok) throw new Error(compiled.message)
  const keywords = source.keywords?.map((one) => one.toLowerCase())
  return (action, call) => {
    const given = textOf(on, action, call)
    if (given === null) return null
    if (keywords !== undefined) {
      const lower = lowerOf(given.text, call)
      if (!keywords.some((one) => lower.includes(one))) return null
    }
    const found = keywords !== undefined && given.text.length > LARGE ? findNear(given.text, keywords, compiled.find, call) : compiled.find(given.text)
    if (found === null) return null
    // Only the command's own offsets are offsets of the input.
    return on === 'command' ? { field: given.span.field, start: found.start, end: found.end } : given.span
  }
}

// In a large text the pattern is tried round the keywords only: where they stand is where it can match.
const LARGE = 256 * 1024
const BEFORE = 512
const AFTER = 1536
const MOST_WINDOWS = 128
const findNear = (text: string, keywords: readonly string[], find: Regex, call: Call): RegexMatch | null => {
  const lower = lowerOf(text, call)
  let windows = 0
  for (const word of keywords) {
    for (let at = lower.indexOf(word); at >= 0 && windows < MOST_WINDOWS; at = lower.indexOf(word, at + AFTER / 2)) {
      windows++
      const from = Math.max(0, at - BEFORE)
      const found = find(text.slice(from, at + AFTER))
      if (found !== null) return { start: from + found.start, end: from + found.end }
    }
  }
  return null
}

const LOWER = {}
const lowerOf = (text: string, call: Call): string => {
  let kept = call.once.get(LOWER) as Map<string, string> | undefined
  if (kept === undefined) call.once.set(LOWER, (kept = new Map()))
  let lower = kept.get(text)
  if (lower === undefined) kept.set(text, (lower = text.toLowerCase()))
  return lower
}
