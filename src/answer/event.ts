// What is answered to one event of a host, whatever it is about, and what is written down of it?
import path from 'node:path'
import { SESSION_ENDED } from '../audit/stories.ts'
import { refusal } from '../hosts/_frame/hear.ts'
import type { Heard } from '../hosts/_frame/hear.ts'
import type { HostAnswer } from '../gate/seams.ts'
import { answerCalls } from './calls.ts'
import { answerConfig } from './config.ts'
import type { SlowParts, Surroundings } from './given.ts'
import type { OpenedPolicy } from './policy.ts'
import { promptAnswer } from './prompt.ts'
import { recordOutcome } from './outcome.ts'
import { recorderFor } from './record.ts'
import { stateFolderOf } from './state.ts'
import { leaveNote, notesIn, takeNotes } from './unlogged.ts'
import type { LeftNote, Note } from './unlogged.ts'
import { callsEnded, withNotice } from './unread.ts'

export interface Answered {
  readonly answer: HostAnswer
  /** What need not hold up the answer. */
  readonly afterwards: () => void
  /** For those who put the question to a person themselves: what was said, or that nobody could be asked. */
  readonly settled?: (verdict: 'allow' | 'deny' | 'nobody') => void
  /** The call changes something that nobody could read the name of. */
  readonly unread?: true
  /** A person is asked outside the host: what is answered then. */
  readonly later?: Later | Slowly
}

export interface Later {
  /** It has ended by then. */
  readonly millis: number
  readonly answer: () => Promise<Answered>
}

/** What only some events need has to be loaded first: goes on from where it was left. */
export interface Slowly {
  readonly slowly: (parts: SlowParts) => Answered
}

/** The same answer with something added, however late it comes. */
function whenAnswered(answered: Answered, finish: (one: Answered) => Answered): Answered {
  const { later } = answered
  if (later === undefined) return finish(answered)
  if ('slowly' in later) return { ...answered, later: { slowly: (parts) => whenAnswered(later.slowly(parts), finish) } }
  return { ...answered, later: { ...later, answer: async () => later.answer().then((one) => whenAnswered(one, finish)) } }
}

const ABSTAIN: HostAnswer = { verdict: 'abstain', reason: '', warnings: [] }
const nothing = (): void => {}

/** Some events cannot be judged without what only few need. */
export const needsSlowParts = ({ event }: Heard): boolean => event.kind === 'config'

export function answerEvent(at: Surroundings, heard: Heard, opened: OpenedPolicy, parts?: SlowParts): Answered {
  const answered = answerOne(at, heard, opened, parts)
  return at.rehearsal === true ? answered : whenAnswered(answered, (one) => withNotes(at, heard, opened, one))
}

/** Events whose answer a person sees. */
const TELLING = ['before-tool', 'permission', 'prompt']

/** What could not be written down before is logged now, and what a host did in spite of us is said in the next answer to it. */
function withNotes(at: Surroundings, { event }: Heard, opened: OpenedPolicy, answered: Answered): Answered {
  const notes = notesIn(stateFolderOf(at))
  if (notes.length === 0) return answered
  const mine = notes.filter(({ kind, host }) => kind === 'contradiction' && host === event.host && TELLING.includes(event.kind))
  const others = notes.filter(({ kind }) => kind !== 'contradiction')
  const warnings = [...new Set(mine.map(ranAnyway))]
  const files = [...new Set([...mine, ...others].map(({ file }) => file))]
  return {
    ...answered,
    answer: { ...answered.answer, warnings: [...warnings, ...answered.answer.warnings] },
    afterwards: () => {
      answered.afterwards()
      const recorder = recorderFor(at, opened)
      for (const file of files)
        if (takeNotes(file))
          for (const note of notes) {
            if (note.file !== file || mine.includes(note)) continue
            // Two of one file may be of two kinds: what is another host's stays for that host.
            if (note.kind === 'contradiction') leaveNote(stateFolderOf(at), note)
            else recorder.failure({ id: `unlogged-${path.basename(file)}`, at: note.at, host: note.host, reason: FAILED[note.kind](note.code) })
          }
    },
  }
}

const ranAnyway = ({ tool, answered, at }: Note): string =>
  `this agent ran a call that was ${answered === 'deny' ? 'denied' : 'not answered yet'}${tool === '' ? '' : ` (\`${tool}\`)`} at ${at}: it ignores prudent, so you are not protected here; run \`prudent doctor\``

const FAILED: Readonly<Record<Exclude<Note['kind'], 'contradiction'>, (code: string) => string>> = {
  timeout: () => 'judging took too long (`gate.timeout`)',
  failed: (code) => `the gate failed${code === '' ? '' : ` (${code})`}`,
  unreadable: () => 'the event could not be read',
}

/** For those who must answer without judging: what it was is logged by the next call. */
export const noteFailure = (at: Surroundings, note: LeftNote): void => {
  if (at.rehearsal !== true) leaveNote(stateFolderOf(at), note)
}

function answerOne(at: Surroundings, heard: Heard, opened: OpenedPolicy, parts?: SlowParts): Answered {
  const { event, problem } = heard
  if (problem !== null) return { answer: refusal(problem), afterwards: () => noteFailure(at, { kind: 'unreadable', host: heard.host.name }) }
  switch (event.kind) {
    case 'before-tool':
    case 'permission':
      return whenAnswered(answerCalls(at, heard, opened, parts), (one) => withNotice(at, event, opened, one))
    case 'prompt':
      return { answer: promptAnswer(event.text ?? '', opened, at.root), afterwards: () => callsEnded(at, event, opened, 'all') }
    case 'after-tool':
      return {
        answer: ABSTAIN,
        afterwards: () => {
          callsEnded(at, event, opened, 'this')
          recordOutcome(at, event, opened)
        },
      }
    case 'config':
      return parts === undefined
        ? { answer: refusal('the settings of the host could not be looked at'), afterwards: nothing }
        : answerConfig(at, event, opened, parts)
    case 'session':
      // Questions that are still open then have no answer that anybody will see.
      return { answer: ABSTAIN, afterwards: /end/i.test(event.name) ? () => void recorderFor(at, opened).notice(SESSION_ENDED, event.name, event) : nothing }
    default:
      return { answer: ABSTAIN, afterwards: nothing }
  }
}

/** Nothing runs because of a prompt that is not looked at, or of a result that is not noted down. */
export function unjudged(heard: Heard, told: string): HostAnswer {
  const harmless = heard.problem === null && ['prompt', 'after-tool', 'session', 'other'].includes(heard.event.kind)
  return harmless ? { ...ABSTAIN, warnings: [`not checked: ${told}`] } : refusal(told)
}
