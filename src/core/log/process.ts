// Who does what is being read, where it stands, and what more of it costs.
import type { Span, Where, Word } from '../model.ts'
import type { Doer, Trust } from './log.ts'
import type { Trace } from './trace.ts'

/** What every action that is read has behind it; whoever reads a language keeps more. */
export interface Process {
  readonly trace: Trace
  readonly cwd: Word
  /** `cd a*`: the text of the folder is a pattern. */
  readonly wild: boolean
  /** `set -e`: what fails ends it. */
  readonly strict: boolean
  readonly at: Where
  readonly as: 'user' | 'root'
  readonly by: number | null
  readonly certain: boolean
  /** Set when the text is carried by something else: all its actions point at the carrier. */
  readonly span: Span | null
  /** The text is PowerShell or cmd: a backslash separates folders. */
  readonly windows: boolean
  /** What is read is code in another language, which is not told its arguments. */
  readonly code: boolean
  /** The text lies in a file that is only being written: what it does, it does when somebody runs it. `soon`: this text starts what may run it. */
  readonly later: boolean | 'soon'
  readonly trust: Trust
}

export function doerOf(who: Process, span: Span): Doer {
  const doer: { -readonly [Field in keyof Doer]: Doer[Field] } = {
    by: who.by,
    at: who.at,
    as: who.as,
    certain: who.certain,
    span: who.span ?? span,
  }
  if (who.later !== false) doer.later = true
  if (who.later === 'soon') doer.soon = true
  if (who.trust !== 'nobody') doer.trust = who.trust
  return doer
}

const CHARACTERS_A_STEP = 512
const PARTS_A_STEP = 8
const WORDS_A_STEP = 10
/** Words of one list that are read: arguments, assignments, what a loop goes over. */
const MOST_WORDS = 4000
const FREE_WORDS = 16
/** Characters in the words of one command: nobody hands on more in ordinary work, and it costs less than the command. */
const FREE_CHARACTERS = 2048

/** Whatever a text can repeat or double is paid for; less than a step is free. False when the budget is spent, which has then been said. */
export function afford(who: Process, cost: number): boolean {
  return cost < 1 || who.trace.budget.spend(Math.floor(cost), doerOf(who, { field: who.trace.field, start: 0, end: 0 }))
}

/** There is more than is looked at, which is said. */
export const leaveOut = (who: Process, detail: string, span: Span = { field: who.trace.field, start: 0, end: 0 }): void =>
  who.trace.log.leaveOut(detail, doerOf(who, span))

/** What one more copy of these words costs. */
export const bulkOf = (words: readonly Word[]): number =>
  words.reduce(
    (sum, { text, parts }) => sum + (text?.length ?? 0) / CHARACTERS_A_STEP + (parts?.length ?? 0) / PARTS_A_STEP,
    Math.max(0, words.length - FREE_WORDS) / WORDS_A_STEP,
  )
export const bulkOfText = (length: number): number => length / CHARACTERS_A_STEP
export const bulkOfList = (length: number): number => Math.max(0, length - FREE_WORDS) / WORDS_A_STEP
/**
 * What a program that looks at each of its words costs: patterns take longer to place than names. Of long words every character is looked at, for names of
 * ours and by rules, each time that they are handed on: `sh -c ${x:-sh -c ${x:-…` hands nearly all of the text to each.
 */
export const bulkOfCommand = (words: readonly Word[], assigns: number): number =>
  bulkOfList(words.length + assigns) +
  (words.length <= FREE_WORDS ? 0 : words.reduce((sum, { parts }) => sum + (parts?.length ?? 0), 0) / (2 * PARTS_A_STEP)) +
  bulkOfText(Math.max(0, words.reduce((sum, word) => sum + lengthOf(word), 0) - FREE_CHARACTERS))

const lengthOf = ({ text, parts }: Word): number =>
  text === null ? (parts?.reduce((sum, part) => sum + (part.kind === 'unknown' ? 0 : part.text.length), 0) ?? 0) : text.length

/** As many words as are read. */
export const readable = <T>(who: Process, words: readonly T[], span: Span): readonly T[] =>
  words.length <= MOST_WORDS ? words : who.trace.budget.cut(words, MOST_WORDS, doerOf(who, span), `${words.length} words in one list`)

/** Where a node stands in the call; of text that was made from another, where that stood. */
export const spanOf = (who: Process, node: { readonly pos: number; readonly end: number }): Span =>
  who.span ?? { field: who.trace.field, start: node.pos, end: node.end }

/** The same of a part of the text that is read. */
export const spanAt = (who: Process, start: number, end: number): Span => who.span ?? { field: who.trace.field, start, end }
