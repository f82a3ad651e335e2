// What do people say whom the host cannot ask? The question goes to whoever of ours is running; everything but a yes to this very call is a no.
import { createHmac, randomBytes } from 'node:crypto'
import type { ApprovalStep, Recorder } from '../audit/record.ts'
import { CHANNELS } from '../channels/registry.gen.ts'
import { contentOf, questionOf } from '../gate/question.ts'
import type { AskedAbout } from '../gate/question.ts'
import type { Channel, ChannelPlace, Unanswered } from '../gate/seams.ts'
import { runWithin } from './watchdog.ts'

export interface Elsewhere {
  readonly about: readonly AskedAbout[]
  /** The same, judged anew by the settings that hold then. */
  readonly again: () => readonly AskedAbout[]
  readonly millis: number
  readonly place: ChannelPlace
  readonly redact: (text: string) => string
  readonly recorder: Pick<Recorder, 'approval' | 'strict'> & { readonly digest: (text: string) => string | null }
}
export interface Said {
  readonly allowed: boolean
  /** For the agent. */
  readonly reason: string
}

/** For judging it again. */
const AGAIN_MS = 2000
const RETRY = 'stop, and tell the user that they can run `prudent watch` in another terminal and have you try again, or run it themselves'
const RESTART = 'stop, and tell the user to start `prudent watch` again and have you try again'
const WHY_NOT: Readonly<Record<Unanswered, string>> = {
  nobody: `nobody could be asked: ${RETRY}`,
  'no-person': 'what would be asked is no terminal that the user has opened: stop, and tell the user to run `prudent watch` by hand in a terminal of its own',
  silent: `the terminal of the user does not respond: ${RESTART}`,
  busy: 'more questions wait for the user than can be shown: stop, and let the user answer them first',
  gone: `the terminal was closed while the user was asked: ${RETRY}`,
  expired: 'the user was asked and nobody answered in time: stop, and tell the user that they can answer in `prudent watch` when you try again',
  garbled: `the terminal of the user gave no answer that counts: ${RESTART}`,
}

/** Never rejects. */
export async function askPeople(given: Elsewhere, channels: readonly Channel[] = CHANNELS): Promise<Said> {
  const { about, again, millis, place, redact, recorder } = given
  const first = about.find(({ decision }) => decision.verdict === 'ask') ?? about[0]
  const open = channels.find((channel) => channel.isOpen(place))
  const why = (first?.decision.reason ?? '').replace(/^waiting for a person: /, '')
  const no = (because: string): Said => ({ allowed: false, reason: `stopped: ${why}; ${because}` })
  if (first === undefined) return no(WHY_NOT.nobody)
  const id = randomBytes(12).toString('hex')
  const write = (step: ApprovalStep): boolean => recorder.approval(first.call, { approval: id, ...step }).ok
  if (open === undefined) {
    write({ event: 'expired', because: 'nobody' })
    return no(WHY_NOT.nobody)
  }
  try {
    const spare = randomBytes(32)
    const digest = (text: string): string => recorder.digest(text) ?? createHmac('sha256', spare).update(text).digest('hex')
    const question = questionOf(about, { id, now: Date.now(), millis, redact, digest })
    let isWritten = true
    const asked = await open.ask(question, place, millis, (channel) => {
      isWritten = write({ event: 'asked', channel })
    })
    if (!isWritten && recorder.strict) return no('that the user was asked could not be written down')
    if (asked.kind === 'unanswered') {
      write({ event: 'expired', channel: asked.channel ?? open.name, because: asked.because })
      return no(WHY_NOT[asked.because])
    }
    const { verdict, by, channel, remember } = asked.answer
    // A channel that takes one question for another is caught here too.
    if (asked.answer.approval !== id || asked.answer.digest !== question.digest) {
      write({ event: 'expired', channel, because: 'garbled' })
      return no(WHY_NOT.garbled)
    }
    if (verdict !== 'allow') {
      write({ event: 'answered', verdict: 'deny', by, channel })
      return no('the user was asked and said no: do not try it in another way, ask the user what to do instead')
    }
    // What was shown must still be what would run: files, links and settings may have changed meanwhile.
    if (contentOf(runWithin(AGAIN_MS, again)) !== contentOf(about)) {
      write({ event: 'expired', by, channel, because: 'changed' })
      return no('what it would do changed while the user was asked, so the answer does not count: try again')
    }
    if (!write({ event: 'answered', verdict: 'allow', by, channel, remember }) && recorder.strict) return no('the answer of the user could not be written down')
    return { allowed: true, reason: why }
  } catch {
    write({ event: 'expired', channel: open.name, because: 'failed' })
    return no('the user could not be asked')
  }
}
