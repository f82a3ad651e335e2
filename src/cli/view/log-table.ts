// How is the log shown to a person: one call a row, eighty columns, nothing that could play tricks with the terminal?
import type { Aside } from '../../audit/asides.ts'
import type { AuditEntry } from '../../audit/entry.ts'
import { contradictionOf } from '../../audit/contradiction.ts'
import { answerTo, isTrial } from '../../audit/stories.ts'
import type { Story } from '../../audit/stories.ts'
import { readPatch } from '../../core/tools/patch.ts'
import { fold } from '../../core/text/visible.ts'
import { ledByReason } from './decision.ts'
import type { Paint } from './paint.ts'
import { clip, safe, widthOf, wrap } from './safe-text.ts'

const HOST = 11
/** Before the text of the call: time, verdict, host, id. */
const INDENT = 8 + 2 + 5 + 2 + HOST + 2 + 8 + 2
/** With less room beside it, the call stands below, on as many lines. */
const LEAST = 24
const MOST_LINES = 3

/** Days as headings, in the person's own time. */
export function logLines(stories: readonly (Story | Aside)[], columns: number, paint: Paint): string[] {
  const lines: string[] = []
  let day = ''
  for (const story of stories) {
    const date = localDay(story.at)
    if (date !== day) lines.push(...(day === '' ? [] : ['']), paint.strong(date))
    day = date
    lines.push(...('text' in story ? asideLines(story, columns, paint) : storyLines(story, columns, paint)))
  }
  return lines
}

/** What no call brought about. */
function asideLines({ at, text, rules }: Aside, columns: number, paint: Paint): string[] {
  const isViolation = rules.length > 0
  const lines = wrap(safe(isViolation ? `violation (${rules.join(', ')}): ${text}` : text), columns - 10)
  return lines.map((line, count) => `${count === 0 ? paint.quiet(localTime(at)) : ' '.repeat(8)}  ${isViolation ? paint.bad(line) : line}`)
}

function storyLines(story: Story, columns: number, paint: Paint): string[] {
  const answer = answerTo(story)
  const verdict = answer === undefined ? paint.quiet('?    ') : paint.verdict(answer, answer.padEnd(5))
  const head = `${paint.quiet(localTime(story.at))}  ${verdict}  ${pad(Number.isFinite(columns) ? clip(story.host, HOST) : safe(story.host), HOST)}  ${paint.quiet(pad(clip(story.id, 8), 8))}`
  const remark = [isTrial(story) ? 'a trial of prudent doctor' : '', rulesOf(story), ...afterwards(story)].filter((text) => text !== '').join('; ')
  if (columns - INDENT >= LEAST) {
    const row = `${head}  ${clip(whatOf(story), columns - INDENT)}`
    return remark === '' ? [row] : [row, `${' '.repeat(10)}${paint.quiet(clip(remark, columns - 10))}`]
  }
  const room = columns - 2
  const what = fold(clip(whatOf(story), room * MOST_LINES - MOST_LINES), room)
  return [head, ...what.map((line) => `  ${line.trimEnd()}`), ...(remark === '' ? [] : wrap(remark, room).map((line) => `  ${paint.quiet(line)}`))]
}

/** What the agent wanted, in few words. */
function whatOf({ attempt, call }: Pick<Story, 'attempt' | 'call'>): string {
  if (attempt === undefined) return call.startsWith('unlogged-') ? 'a call that could not be judged' : `call ${call}`
  const tool = attempt.tool.server === null ? attempt.tool.name : `${attempt.tool.server}/${attempt.tool.name}`
  if (attempt.input === undefined) return tool
  return `${tool}: ${inFewWords(commandIn(attempt.input) ?? attempt.input)}`
}

/** Of a patch, which files it is about: it begins alike whatever it does. */
function inFewWords(text: string): string {
  if (!/^\s{0,8}(?:\*\*\* Begin Patch|diff --git |--- )/.test(text)) return text
  const files = readPatch(text).map(({ does, path, to }) =>
    does === 'move' ? `move ${path} to ${to ?? '?'}` : `${does === 'delete' ? 'delete' : 'write'} ${path}`,
  )
  return files.length === 0 ? text : files.join(', ')
}

/** The command of a shell call; the text may be cut in the middle, so it is not parsed as JSON alone. */
function commandIn(input: string): string | null {
  const start = /^\{"(?:command|cmd|file_path|path|url|input|patch|patchText|patch_text|diff)":"/.exec(input)?.[0].length
  if (start === undefined) return null
  let end = start
  while (end < input.length && input[end] !== '"') end += input[end] === '\\' ? 2 : 1
  const text = input.slice(start, end)
  try {
    return JSON.parse(`"${text}"`) as string
  } catch {
    return text
  }
}

const rulesOf = ({ decision }: Story): string => {
  const stopping = decision === undefined ? [] : ledByReason(decision).filter(({ verdict }) => verdict !== 'allow')
  return [...new Set(stopping.map(({ rule }) => rule))].join(', ')
}

function afterwards(story: Story): string[] {
  const { decision, violations, approval, outcome, opinion, entries } = story
  return [
    ...(decision?.by === 'failure' && typeof decision.reason === 'string' ? [decision.reason] : []),
    ...(contradictionOf(story) === null ? [] : ['IT RAN ALL THE SAME']),
    ...(violations.length > 0 ? [`violation: ${violations.join(', ')}`] : []),
    ...(decision?.mode === undefined ? [] : [decision.would === undefined ? decision.mode : `${decision.mode}, would ${decision.would}`]),
    ...(approval === undefined ? [] : [approvalText(approval)]),
    ...(outcome?.ok === false ? ['it failed'] : []),
    ...(entries.some((entry) => entry.kind === 'outcome' && entry.unmatched === true) ? ['a result of no call that was judged'] : []),
    ...(opinion === undefined ? [] : [`marked ${opinion}`]),
  ]
}

/** Why there was no answer that counts, where it was not for want of time. */
const WHY_NONE: Readonly<Record<string, string>> = {
  nobody: 'nobody was there to answer',
  'no-person': 'what would have answered was no terminal of a person',
  silent: 'the terminal did not respond',
  alone: 'the agent did not wait long enough for an answer',
  expired: 'nobody answered in time',
  cancelled: 'the question was ended without an answer',
  busy: 'too many questions were waiting',
  gone: 'the terminal was closed before an answer',
  garbled: 'the terminal gave no answer that counts',
  changed: 'allowed, but it had changed meanwhile',
  paused: 'its session was paused',
}

function approvalText({ event, verdict, by, channel, because = '' }: Extract<AuditEntry, { kind: 'approval' }>): string {
  const where = channel === undefined ? '' : ` (${channel})`
  if (event === 'unseen') return `no answer seen${where}`
  if (event === 'answered' && because === 'ran') return `it ran after the prompt of ${by ?? 'the host'}`
  if (event === 'late' && because === 'ticket') return `${verdict === 'allow' ? 'allowed' : 'denied'} by ${by ?? 'somebody'}${where} for the next try`
  if (event === 'expired') return WHY_NONE[because] ?? `nobody answered${where}`
  if (event !== 'answered') return event === 'asked' ? `waits for an answer${where}` : 'answered too late'
  return `${verdict === 'allow' ? 'allowed' : 'denied'} by ${by ?? 'somebody'}${where}`
}

/** One line for an entry as it arrives. Attempts are shown with their decision. */
export function entryLine(entry: AuditEntry, story: Story | undefined, columns: number, paint: Paint): string[] {
  if (entry.kind === 'attempt' || entry.kind === 'violation') return []
  if (entry.kind === 'decision' && story !== undefined) return storyLines(story, columns, paint)
  const text =
    entry.kind === 'notice'
      ? `${entry.event}: ${entry.text}`
      : entry.kind === 'approval'
        ? `${entry.call}: ${approvalText(entry)}`
        : entry.kind === 'outcome'
          ? `${entry.call}: ${entry.ok ? 'done' : 'it failed'}`
          : entry.kind === 'mark'
            ? `${entry.call}: marked ${entry.as}`
            : entry.call
  return [`${paint.quiet(localTime(entry.at))}  ${clip(text, columns - 10)}`]
}

const pad = (text: string, cells: number): string => text + ' '.repeat(Math.max(0, cells - widthOf(text)))
const two = (n: number): string => String(n).padStart(2, '0')
export const localTime = (at: string): string => {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? '??:??:??' : `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`
}
export const localDay = (at: string): string => {
  const time = new Date(at)
  return Number.isNaN(time.getTime()) ? 'no date' : `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
}
