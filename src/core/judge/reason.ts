// What is said to the agent and the person: what was stopped, why, and what to do instead?
import type { Action, Finding, Json, Span, ToolName, Verdict } from '../model.ts'
import type { Call } from '../match/trial.ts'

const LONGEST = 80

/** Letters, digits and signs that are shown as they are: no backtick among them. */
const PLAIN = /^[ -_a-~]*$/

/** User text for one line: control and invisible characters spelt out, backticks replaced, cut to 80 characters. */
const shown = (text: string): string => {
  if (text.length <= LONGEST && PLAIN.test(text)) return text
  const pieces: string[] = []
  let length = 0
  // Each character becomes at least one: more of the text than this is never shown.
  for (const char of text.slice(0, LONGEST + 1)) {
    const piece = spelt(char)
    pieces.push(piece)
    length += piece.length
  }
  if (length <= LONGEST) return pieces.join('')
  while (length > LONGEST - 3) length -= pieces.pop()?.length ?? length
  return `${pieces.join('')}...`
}

const ticked = (about: string): string => (about === '' ? 'this call' : `\`${shown(about)}\``)

const spelt = (char: string): string => {
  const code = char.codePointAt(0) ?? 0
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return `\\x${code.toString(16).padStart(2, '0')}`
  if (isInvisible(code)) return `\\u{${code.toString(16)}}`
  return char === '`' ? "'" : char
}

const isInvisible = (code: number): boolean =>
  (code >= 0x200b && code <= 0x200f) ||
  (code >= 0x2028 && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  code === 0xfeff ||
  code === 0x61c ||
  code === 0x180e ||
  (code >= 0xd800 && code <= 0xdfff) ||
  (code >= 0xe0000 && code <= 0xe007f)

/** The user's words a finding is about. */
export const textAt = (span: Span, action: Action | undefined, call: Call): string => {
  const field = Object.hasOwn(call.input, span.field) ? call.input[span.field] : undefined
  // Of a patch, which names many files, the one that is meant.
  if (isOnPath(action) && isPart(span, field) && action.by !== null && call.action(action.by)?.does === 'call') return deedOf(action)
  if (span.field === call.field && span.end > span.start && span.end <= call.text.length) return call.text.slice(span.start, span.end).trim()
  if (action?.does === 'call') return nameOf(action.tool)
  if (action?.does === 'run') return [action.program, ...action.operands.map((word) => word.text ?? '?')].join(' ')
  if (isOnPath(action)) return deedOf(action)
  // Of a tool's call only the field that the finding is about: the others are nobody's business.
  if (typeof field === 'string') return (span.end > span.start && span.end <= field.length ? field.slice(span.start, span.end) : field).trim()
  return call.tool !== null && span.field !== call.field ? nameOf(call.tool) : wholeText(call)
}

type PathAction = Extract<Action, { does: 'read' | 'write' | 'delete' }>
const isOnPath = (action: Action | undefined): action is PathAction => action?.does === 'read' || action?.does === 'write' || action?.does === 'delete'
const deedOf = (action: PathAction): string => `${action.does} ${action.path.text ?? action.resolved?.replaceAll('\0', '?') ?? '?'}`
const isPart = ({ start, end }: Span, field: Json | undefined): boolean => typeof field === 'string' && end > start && end - start < field.trim().length

/** What the call as a whole is quoted as: of a patch, what it does to which files. */
export const wholeText = (call: Call): string => {
  if (!/^\s{0,8}(?:\*\*\* Begin Patch|diff --git |--- )/.test(call.text)) return call.text.trim()
  const deeds = call.actions.filter(isOnPath).map(deedOf)
  return deeds.length === 0 ? call.text.trim() : deeds.slice(0, MOST_DEEDS).join(', ')
}
const MOST_DEEDS = 5

const nameOf = (tool: ToolName): string => (tool.server === null ? tool.name : `${tool.server} ${tool.name}`)

/** A policy has so much prose of its own, and says the same again and again. */
const MOST_LINES = 2048
const lines = new Map<string, string>()

/** Prose becomes part of a line: lower case in front, no full stop, sentences joined. */
const inLine = (prose: string): string => {
  let line = lines.get(prose)
  if (line === undefined) {
    if (lines.size >= MOST_LINES) lines.clear()
    lines.set(prose, (line = joinedLine(prose)))
  }
  return line
}

/** Most prose is one sentence in one line: patterns are made for the rest. */
const joinedLine = (prose: string): string => {
  const spaced = WIDE.some((gap) => prose.includes(gap)) ? prose.replaceAll(/\s+/g, ' ') : prose
  const trimmed = spaced.trim()
  const line = trimmed.endsWith('.') ? trimmed.slice(0, -1) : trimmed
  return (line.includes('. ') ? line.split(/\. (?=[A-Z])/) : [line])
    .map((sentence) => (/^(?:[A-Z][a-z]|A )/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence))
    .join('; ')
}
const WIDE = ['  ', '\n', '\r', '\t']

const AHEAD: Readonly<Record<Exclude<Verdict, 'allow'>, string>> = { deny: 'stopped', ask: 'waiting for a person' }

export const objection = (verdict: Exclude<Verdict, 'allow'>, finding: Finding, about: string, others: number): string => {
  const title = inLine(finding.title)
  const why = finding.why === undefined || finding.why === '' ? title : inLine(finding.why)
  const parts = [`${AHEAD[verdict]}: ${ticked(about)}: ${title}`]
  if (why !== title) parts.push(why)
  if (finding.extent !== undefined) parts.push(`it would take ${finding.extent}`)
  if (finding.instead !== undefined && finding.instead !== '') parts.push(`instead: ${inLine(finding.instead)}`)
  else
    parts.push(
      verdict === 'deny'
        ? 'instead: choose another way, or ask the person who owns this machine to do it'
        : 'instead: choose another way, or wait for the answer',
    )
  return `${parts.join('; ')} (${finding.rule}${others > 0 ? ` and ${others} more` : ''})`
}

/** With what a person is asked in the end, where the preset says so; `{confidence}` in it is how sure the rule is. */
export const questioned = (said: string, question: string | undefined, confidence: number): string =>
  question === undefined ? said : `${said}; ${question.replaceAll('{confidence}', String(confidence))}`

export const warningOf = (finding: Finding, about: string): string => {
  const instead = finding.instead === undefined || finding.instead === '' ? '' : `; instead: ${inLine(finding.instead)}`
  return `${ticked(about)}: ${inLine(finding.title)}${instead} (${finding.rule})`
}

export const unobjected = (verdict: Verdict, about: string): string => {
  if (verdict === 'allow') return 'no objection'
  const what = ticked(about)
  return verdict === 'deny'
    ? `stopped: ${what}: only what is listed may run here; instead: choose a listed way, or ask the person who owns this machine to do it`
    : `waiting for a person: ${what}: whatever is not listed is asked about here; instead: wait for the answer`
}
