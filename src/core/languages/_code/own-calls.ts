// How many calls of the code's own functions are read, and how deep? What is not read any more is said: a helper may be called harmlessly for long.
import type { Dormant } from './uncalled.ts'
import type { Call } from './call.ts'
import type { Recorder } from './record.ts'
import type { FunctionCode } from './syntax.ts'

const DEEPEST = 40
/** So many calls of one function are read for nothing; those that follow share an allowance. */
const FREE_CALLS = 24
const MOST_REPEATED_STEPS = 30_000

export interface OwnCalls {
  readonly isCalled: (code: FunctionCode) => boolean
  /** What `read` gives, or null where the call is not read. */
  readonly read: <T>(code: FunctionCode, made: Call, depth: number, read: () => T) => T | null
}

interface Progress {
  readonly steps: number
  /** A file that the code took in is being read. */
  readonly inFile: boolean
}

/** What nobody calls is read as far as it goes, without a word. */
export function createOwnCalls(dormant: Dormant, record: Pick<Recorder, 'unread'>, progress: () => Progress): OwnCalls {
  const calls = new Map<FunctionCode, number>()
  let repeated = 0
  let isRepeating = false
  return {
    isCalled: (code) => calls.has(code),
    read: (code, made, depth, read) => {
      const count = (calls.get(code) ?? 0) + 1
      calls.set(code, count)
      if (depth >= DEEPEST || (count > FREE_CALLS && repeated > MOST_REPEATED_STEPS)) {
        if (!dormant.reading()) record.unread(depth >= DEEPEST ? 'too-deep' : 'too-much', made, progress().inFile ? 'medium' : 'high')
        return null
      }
      if (count <= FREE_CALLS || isRepeating) return read()
      isRepeating = true
      const before = progress().steps
      const result = read()
      repeated += progress().steps - before
      isRepeating = false
      return result
    },
  }
}
