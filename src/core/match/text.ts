// Which texts of a call does a text rule look at, and where does it find its pattern?
import type { Action, Span, Word } from '../model.ts'
import type { TextConditions, TextOn } from '../rules/source.ts'
import { compileGlob } from '../text/glob.ts'
import { compileLookAround, compileRegex } from '../text/regex.ts'
import type { CompileUserRegex, Regex, RegexMatch } from '../text/regex.ts'
import type { Call } from './trial.ts'
import { lazily, listOf } from './words.ts'

/** The text of this kind that belongs to an action (or, with null, to the call), and where it stands. */
export const textOf = (on: TextOn, action: Action | null, call: Call): { readonly text: string; readonly span: Span } | null => {
  if (on === 'command') return { text: call.text, span: { field: call.field, start: 0, end: call.text.length } }
  if (on === 'call-json') return { text: call.json(), span: { field: '', start: 0, end: 0 } }
  if (on.startsWith('argument:')) return argumentText(on.slice('argument:'.length), call)
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
    default:
      return null
  }
}

const pathText = (text: string | null, span: Span): { text: string; span: Span } | null => (text === null ? null : { text, span })

const argumentText = (name: string, call: Call): { text: string; span: Span } | null => {
  const value = Object.hasOwn(call.input, name) ? call.input[name] : undefined
  if (value === undefined) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return { text, span: { field: name, start: 0, end: typeof value === 'string' ? text.length : 0 } }
}

const segmentText = (action: Extract<Action, { does: 'run' }>, call: Call): string => {
  const { field, start, end } = action.span
  // What something else carries points at its carrier: its own words are the better text.
  if (action.depth === 0 && field === call.field && end > start && end <= call.text.length) return call.text.slice(start, end)
  const options = action.options.map((one) => (one.value === true ? one.name : `${one.name} ${wordText(one.value)}`))
  return [action.program, ...options, ...action.operands.map(wordText)].join(' ')
}
const wordText = (word: Word): string => word.text ?? (word.parts ?? []).map((part) => (part.kind === 'unknown' ? `$${part.name ?? '?'}` : part.text)).join('')

type TextOfAction = 'carry' | 'content' | 'path' | 'segment'
/** Which kinds of action have a text of this kind. */
export const KINDS_WITH: Readonly<Record<TextOfAction, readonly Action['does'][]>> = {
  carry: ['carry'],
  content: ['carry'],
  path: ['read', 'write', 'delete'],
  segment: ['run'],
}
/** Texts that belong to the call as a whole, not to one of its actions. */
export const isOfCall = (on: TextOn): on is Exclude<TextOn, TextOfAction> => !Object.hasOwn(KINDS_WITH, on)

const OF_TOOL = {}
/** Whether a tool of a server is called: asked for each pattern of each action, and the same for all. */
function isOfTool({ once, actions }: Call): boolean {
  if (!once.has(OF_TOOL))
    once.set(
      OF_TOOL,
      actions.some((one) => one.does === 'call' && one.by === null),
    )
  return once.get(OF_TOOL) as boolean
}

export const findsText = (source: TextConditions, compileUser: CompileUserRegex): ((action: Action | null, call: Call) => Span | null) => {
  const on = source.on ?? 'command'
  const find: Regex = lazily(() => finderOf(source, compileUser))
  const foreign = source.regex === undefined
  const mark = {}
  const keywords = source.keywords?.map((one) => one.toLowerCase())
  const look = (action: Action | null, call: Call): Span | null => {
    const given = textOf(on, action, call)
    if (given === null) return null
    // Whoever writes a pattern for commands does not mean what other tools are given.
    if (foreign && on === 'command' && isOfTool(call)) return null
    if (foreign) spend(mark, call)
    if (keywords !== undefined) {
      const lower = lowerOf(given.text, call)
      if (!keywords.some((one) => lower.includes(one))) return null
    }
    const found = keywords !== undefined && given.text.length > LARGE ? findNear(given.text, keywords, find, call) : find(given.text)
    if (found === null) return null
    // Only these texts' own offsets are offsets of the input.
    return (on === 'command' || on.startsWith('argument:')) && given.span.end > 0 ? { field: given.span.field, start: found.start, end: found.end } : given.span
  }
  if (!isOfCall(on)) return look
  // The same for every action of the call: looked for once.
  const kept = {}
  return (action, call) => {
    if (!call.once.has(kept)) call.once.set(kept, look(action, call))
    return call.once.get(kept) as Span | null
  }
}

/** A pattern of ours runs as it is; one that anybody may have written must be linear, or look at small pieces. */
const finderOf = (source: TextConditions, compileUser: CompileUserRegex): Regex => {
  if (source.regex !== undefined) {
    // Rules come from a compiled policy: a pattern that can take long has not got into it.
    const compiled = compileRegex(source.regex, true)
    if (!compiled.ok) throw new Error(compiled.message)
    return compiled.find
  }
  const anyCase = source.case === 'insensitive'
  const finders = (source.pattern === undefined ? [] : listOf(source.pattern)).map((pattern): Regex => {
    if (source.as === 'substring') return substring(pattern, anyCase)
    if (source.as === 'glob') {
      const test = compileGlob(pattern, { separators: source.on === 'path', ignoreCase: anyCase })
      return (text) => (test(text) ? { start: 0, end: text.length } : null)
    }
    const compiled = (source['look-around'] === true ? compileLookAround : compileUser)(pattern, anyCase)
    if (!compiled.ok) throw new Error(compiled.message)
    return compiled.find
  })
  return (text) => {
    const seen = text.length > MOST_SEEN ? text.slice(0, MOST_SEEN) : text
    for (const find of finders) {
      const found = find(seen) ?? (seen === text ? null : shifted(find(text.slice(-MOST_SEEN)), text.length - MOST_SEEN))
      if (found !== null) return found
    }
    return null
  }
}
// Of a very long text both ends are seen: linear is not yet fast.
const MOST_SEEN = 256 * 1024
const shifted = (found: RegexMatch | null, by: number): RegexMatch | null => (found === null ? null : { start: found.start + by, end: found.end + by })

const substring = (pattern: string, anyCase: boolean): Regex => {
  const wanted = anyCase ? pattern.toLowerCase() : pattern
  return (text) => {
    const at = (anyCase ? text.toLowerCase() : text).indexOf(wanted)
    return at < 0 ? null : { start: at, end: at + wanted.length }
  }
}

// Past this many trials in one call a pattern has failed, and a person is asked. Each has its own count, so that more rules leave the others their say.
const MOST_TRIALS = 4000
const TOO_MANY = new Error('one pattern on too many texts')
const spend = (mark: object, call: Call): void => {
  const spent = (call.once.get(mark) as number | undefined) ?? 0
  if (spent >= MOST_TRIALS) throw TOO_MANY
  call.once.set(mark, spent + 1)
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
