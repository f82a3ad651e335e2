// Which calls wrote where nobody could read, and while which of them did something happen?
import { appendFileSync } from 'node:fs'
import { makeFolder } from '../gate/make-folder.ts'
import { TAG } from '../gate/seal.ts'
import type { Seal } from '../gate/seal.ts'
import { readText } from './files.ts'
import { MARK_MS, noticeFiles, SLACK_MS } from './ground-files.ts'
import type { Mark } from './ground-files.ts'

const MOST_LINES = 400

/** `call`: `*` for all of the session. */
type Over = Pick<Mark, 'at' | 'host' | 'session' | 'call'>

export function markCall(state: string, mark: Mark): void {
  const { folder, marks } = noticeFiles(state)
  makeFolder(folder, 0o700)
  appendFileSync(marks, `${JSON.stringify(mark)}\n`, { mode: 0o600 })
}

/** It has ended: what is changed from now on is not its doing. With a tag, for who writes that is believed to have changed nothing since. */
export function endCall(state: string, over: Over, seal: Seal): void {
  appendFileSync(noticeFiles(state).marks, `${JSON.stringify({ over, tag: tagOf(over, seal) })}\n`, { mode: 0o600 })
}

const tagOf = ({ at, host, session, call }: Over, seal: Seal): string =>
  Buffer.from(seal.sealed('over', Buffer.from(JSON.stringify([at, host, session, call]))).subarray(0, TAG)).toString('hex')

type Line = Partial<Mark> & { readonly over?: Over; readonly tag?: string }

function linesOf(state: string): readonly Line[] {
  const read = readText(noticeFiles(state).marks)
  if (!read.ok || read.text === null) return []
  return read.text
    .split('\n')
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
  linesOf(state).flatMap(({ at, host, session = '', call = '', asked }) =>
    typeof at === 'number' && typeof host === 'string' ? [{ at, host, session, call, ...(asked === true ? { asked } : {}) }] : [],
  )

interface Running {
  readonly mark: Mark
  /** False where a person was asked about it, and nobody told yet whether it ran. */
  readonly sure: boolean
}

/** The call that ran at that moment, rather one that is sure; `also`: one that is known without the file. */
export function runningAt(when: number, state: string, seal: Seal | null, also: Mark): Running | null {
  const overs = linesOf(state).flatMap(({ over, tag }) => (over !== undefined && seal !== null && tag === tagOf(over, seal) ? [over] : []))
  const isOf = (over: Over, mark: Mark): boolean =>
    over.at >= mark.at && over.host === mark.host && over.session === mark.session && (over.call === '*' || over.call === mark.call)
  const running = [also, ...readMarks(state)].flatMap((mark): Running[] => {
    const over = overs.find((one) => isOf(one, mark))
    if (when < mark.at - SLACK_MS || when > (over?.at ?? mark.at + MARK_MS)) return []
    // Where the person writes a prompt and no result came, they said no.
    if (mark.asked === true && over?.call === '*') return []
    return [{ mark, sure: mark.asked !== true || over !== undefined }]
  })
  return running.findLast(({ sure }) => sure) ?? running.at(-1) ?? null
}
