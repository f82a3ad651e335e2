// What is answered to one event of a host, whatever it is about, and what is written down of it?
import { refusal } from '../gate/hear.ts'
import type { Heard } from '../gate/hear.ts'
import type { HostAnswer } from '../gate/seams.ts'
import { answerCalls } from './calls.ts'
import { answerConfig } from './config.ts'
import type { SlowParts, Surroundings } from './given.ts'
import type { OpenedPolicy } from './policy.ts'
import { promptAnswer } from './prompt.ts'
import { recordOutcome } from './record.ts'
import { withNotice } from './unread.ts'

export interface Answered {
  readonly answer: HostAnswer
  /** What need not hold up the answer. */
  readonly afterwards: () => void
  /** For those who put the question to a person themselves: what was said, or that nobody could be asked. */
  readonly settled?: (verdict: 'allow' | 'deny' | 'nobody') => void
  /** The call changes something that nobody could read the name of. */
  readonly unread?: true
  /** A person is asked outside the host: what is answered then. Where this is `slow`, come back with the slow parts. */
  readonly later?: Later | 'slow'
}

export interface Later {
  /** It has ended by then. */
  readonly millis: number
  readonly answer: () => Promise<Answered>
}

const ABSTAIN: HostAnswer = { verdict: 'abstain', reason: '', warnings: [] }
const nothing = (): void => {}

/** Some events cannot be judged without what only few need. */
export const needsSlowParts = ({ event }: Heard): boolean => event.kind === 'config'

export function answerEvent(at: Surroundings, heard: Heard, opened: OpenedPolicy, parts?: SlowParts): Answered {
  const { event, problem } = heard
  if (problem !== null) return { answer: refusal(problem), afterwards: nothing }
  switch (event.kind) {
    case 'before-tool':
    case 'permission':
      return withNotice(at, event, answerCalls(at, heard, opened, parts))
    case 'prompt':
      return { answer: promptAnswer(event.text ?? '', opened, at.root), afterwards: nothing }
    case 'after-tool':
      return { answer: ABSTAIN, afterwards: () => recordOutcome(at, event, opened) }
    case 'config':
      return parts === undefined
        ? { answer: refusal('the settings of the host could not be looked at'), afterwards: nothing }
        : answerConfig(at, event, opened, parts)
    default:
      return { answer: ABSTAIN, afterwards: nothing }
  }
}

/** Nothing runs because of a prompt that is not looked at, or of a result that is not noted down. */
export function unjudged(heard: Heard, told: string): HostAnswer {
  const harmless = heard.problem === null && ['prompt', 'after-tool', 'session', 'other'].includes(heard.event.kind)
  return harmless ? { ...ABSTAIN, warnings: [`this was not looked at: ${told}`] } : refusal(told)
}
