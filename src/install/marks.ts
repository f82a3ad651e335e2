// Which calls were let through and which have ended, and while which of them did something happen?
import { appendFileSync, lstatSync, renameSync } from 'node:fs'
import { TAG } from '../gate/seal.ts'
import type { Seal } from '../gate/seal.ts'
import { appendLines } from '../stores/json-lines/append.ts'
import { readText } from './files.ts'
import { MARK_MS, noticeFiles, slackFor } from './ground-files.ts'
import type { Mark } from './ground-files.ts'

const MOST_LINES = 400
/** Twice as many as are read, in lines of some length. */
const LARGEST = 200_000

/** `call`: `*` for all of the session. */
export type CallName = Pick<Mark, 'host' | 'session' | 'call'>
type Over = CallName & Pick<Mark, 'at'>

export const callName = ({ host, session, toolUse = '' }: { readonly host: string; readonly session: string; readonly toolUse?: string }): CallName => ({
  host,
  session: session.slice(0, 200),
  call: toolUse.slice(0, 200),
})

export function markCall(state: string, mark: Mark): void {
  const { marks, marksBefore } = noticeFiles(state)
  // Who is writing to it just now goes on there: both are read.
  if ((lstatSync(marks, { throwIfNoEntry: false })?.size ?? 0) > LARGEST) renameSync(marks, marksBefore)
  appendLines(marks, [JSON.stringify(mark)], false)
}

/** It has ended: what is changed from now on is not its doing. With a tag, for who writes that is believed to have changed nothing since. */
export function endCall(state: string, over: Over, seal: Seal): void {
  appendFileSync(noticeFiles(state).marks, `${JSON.stringify({ over, tag: tagOf(over, seal) })}\n`, { mode: 0o600 })
}

const tagOf = ({ at, host, session, call }: Over, seal: Seal): string =>
  Buffer.from(seal.sealed('over', Buffer.from(JSON.stringify([at, host, session, call]))).subarray(0, TAG)).toString('hex')

type Line = Partial<Mark> & { readonly over?: Over; readonly tag?: string }

function linesOf(state: string): readonly Line[] {
  const { marks, marksBefore } = noticeFiles(state)
  return [marksBefore, marks]
    .flatMap((file) => {
      const read = readText(file)
      return read.ok && read.text !== null ? read.text.split('\n').filter((line) => line !== '') : []
    })
    .slice(-MOST_LINES)
    .flatMap((line) => {
      try {
        const one = JSON.parse(line) as Line | null
        return typeof one === 'object' && one !== null ? [one] : []
      } catch {
        return []
      }
    })
}

/** Oldest first. */
export const readMarks = (state: string): readonly Mark[] =>
  linesOf(state).flatMap(({ at, host, session = '', call = '', asked, unread }) =>
    typeof at === 'number' && typeof host === 'string'
      ? [{ at, host, session, call, ...(asked === true ? { asked } : {}), ...(unread === true ? { unread } : {}) }]
      : [],
  )

interface Running {
  readonly mark: Mark
  /** False where nobody told yet whether it ran then: a person was asked about it, or its session went on without its result. */
  readonly sure: boolean
}

/** When the last line was written, by the clock of who wrote it. */
export const lastWritten = (state: string): number | null => {
  const last = linesOf(state).at(-1)
  return last?.over?.at ?? last?.at ?? null
}

/**
 * The call that ran at that moment, rather one that is sure. `also`: one that is known without the file; `result`: the call whose result is heard now.
 * Only its own result ends a call for good: a prompt may be sent by whoever can start our script, so by the call itself.
 */
export function runningAt(when: number, state: string, seal: Seal | null, also: Mark | null, result: CallName | null = null): Running | null {
  const overs = linesOf(state).flatMap(({ over, tag }) => (over !== undefined && seal !== null && tag === tagOf(over, seal) ? [over] : []))
  const isOf = (one: CallName, mark: Mark, call = mark.call): boolean => one.host === mark.host && one.session === mark.session && one.call === call
  const slack = slackFor(when, state, lastWritten(state))
  const running = [...(also === null ? [] : [also]), ...readMarks(state)].flatMap((mark): Running[] => {
    const last = mark.at + MARK_MS
    if (when < mark.at - slack || when > last) return []
    const later = overs.filter(({ at }) => at >= mark.at)
    const ended = result !== null && isOf(result, mark) ? last : later.findLast((one) => isOf(one, mark))?.at
    if (ended !== undefined) return when <= ended ? [{ mark, sure: true }] : []
    const moved = later.find((one) => isOf(one, mark, '*'))?.at
    return [{ mark, sure: mark.asked !== true && (moved === undefined || when <= moved) }]
  })
  return running.findLast(({ sure }) => sure) ?? running.at(-1) ?? null
}
