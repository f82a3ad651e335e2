// What does the hook do from its start to its end? Read, judge, answer, leave; and answer even when the rest of the engine cannot.
import path from 'node:path'
import { noteFailure } from '../answer/event.ts'
import { runWithin } from '../answer/watchdog.ts'
import type { Engine, Request, Response, Slow, SlowParts, Start, Waiting } from './contract.ts'
import { NO_HOME, personIn } from '../config/person.ts'
import { lendSeal } from '../gate/cache-key.ts'
import { emergency } from './emergency.ts'
import { readEvent } from './event.ts'
import { leave, say } from './exit.ts'
import { keepingCode } from './keep-code.ts'
import { uptime } from './moment.ts'
import { problemOf, TOO_SLOW, wordAfter } from './started.ts'

/** From the start of the process. Below the smallest that a host waits (five seconds), with room for leaving. */
const DEADLINE_MS = 4000
/** For putting a refusal into the host's words after everything else took too long. */
const REFUSAL_MS = 300
/** For writing down what was answered: at least this, however late it is. */
const RECORD_MS = 1000
const REHEARSAL_MS = 600
/** From the end of a person's time to the last moment at which the host hears us. */
const ANSWER_MS = 4000
const NOBODY = 'the user was asked and nobody answered'

/** `engine`: what the engine's file exports, this function among it. */
export function run(engine: Engine, start: Start): void {
  lendSeal(start.home, start.seal)
  let deadline = DEADLINE_MS
  const left = (): number => Math.max(1, Math.floor(deadline - uptime()))
  const named = wordAfter('--host')
  const waits = Number(wordAfter('--wait'))
  const person = personIn(process.argv.slice(2))
  let request: Request = {
    ...person,
    text: '',
    problem: null,
    named,
    event: wordAfter('--event'),
    ...(waits > 0 ? { waits } : {}),
    env: process.env,
    cwd: folderHere(),
    root: path.dirname(start.folder),
    left,
  }
  /** The exit code that goes with what was said. Whoever is interrupted while saying it has not said it. */
  let said: number | 'saying' | null = null
  /** What only some events need had to be loaded. */
  let isSlow = false

  const tell = (response: Response): number => {
    said = 'saying'
    // An answer that nobody can read is none: say it by the exit code.
    const code = say(response.stdout, response.stderr, left()) ? response.exitCode : 2
    said = code
    return code
  }
  /** For the next call to log. */
  const noted = (problem: string): void =>
    noteFailure(request, { kind: problem === TOO_SLOW ? 'timeout' : 'failed', ...(named === undefined ? {} : { host: named }) })
  const record = ({ afterwards }: Response): void => quietly(() => runWithin(Math.max(RECORD_MS, left()), afterwards))
  const end = (code: number): never => {
    // For `prudent doctor`: says nothing about the call and changes nothing.
    if (process.env['PRUDENT_HOOK_TELL'] !== undefined) say('', `code cache: ${start.loaded.every(({ taken }) => taken) ? 'valid' : 'rebuilt'}`, left())
    const keepCode = keepingCode(start.loaded, start.home)
    if (keepCode !== null) {
      quietly(() => runWithin(REHEARSAL_MS, () => engine.rehearse(request)))
      quietly(keepCode)
    }
    return leave(code)
  }
  const finish = (response: Response): never => {
    if (said !== null) return leave(2)
    const code = tell(response)
    record(response)
    return end(code)
  }
  /** The host's own way to deny; where even that fails, the plainest. */
  const fail = (problem: string): never => {
    if (said !== null) return leave(2)
    let response: Response | null = null
    try {
      response = runWithin(REFUSAL_MS, () => engine.refuse({ ...request, problem }))
    } catch {
      // Said below.
    }
    const { afterwards, ...rest } = response ?? { ...emergency(problem, named, request.text), afterwards: () => noted(problem) }
    return finish({
      ...rest,
      afterwards: () => {
        afterwards()
        if (isSlow && problem === TOO_SLOW) engine.finishLater(request)
      },
    })
  }
  process.on('uncaughtException', (error) => fail(problemOf(error)))
  process.on('unhandledRejection', (error) => fail(problemOf(error)))

  /** Judging is over; a person takes longer, and has an end too. */
  const waitForPerson = ({ millis, respond }: Waiting): Promise<never> => {
    deadline = uptime() + millis + ANSWER_MS
    setTimeout(() => fail(NOBODY), millis + ANSWER_MS - RECORD_MS)
    return respond().then(finish)
  }
  const goOnSlowly = ({ slow, goOn }: Slow): void => {
    isSlow = true
    // Settings that were never compiled, or patterns that need an engine of their own.
    const overdue = setTimeout(() => fail(TOO_SLOW), left())
    void start.load(slow).then(
      (parts) => {
        const answer = runWithin(left(), () => goOn(parts as SlowParts))
        if (!('respond' in answer)) return finish(answer)
        // Nobody is waited for: the question is only kept, in the time there is.
        if (answer.millis === 0) return answer.respond().then(finish)
        clearTimeout(overdue)
        return waitForPerson(answer)
      },
      (error: unknown) => fail(problemOf(error)),
    )
  }
  const judge = (): void => {
    let slow: Slow | null = null
    try {
      runWithin(left(), () => {
        const response = engine.respond(request)
        if (!('response' in response)) return void (slow = response)
        tell(response.response)
        // One watch for both, while there is time; it is set up in a thread of its own.
        if (left() > RECORD_MS) quietly(response.response.afterwards)
        else record(response.response)
      })
    } catch (error) {
      // Too late only for writing it down.
      if (typeof said === 'number') return end(said)
      if (said === 'saying') {
        const { stdout, stderr, exitCode } = emergency(problemOf(error), named, request.text)
        say(stdout, stderr, REFUSAL_MS)
        quietly(() => noted(problemOf(error)))
        return end(exitCode)
      }
      return fail(problemOf(error))
    }
    return slow === null ? end(typeof said === 'number' ? said : 2) : goOnSlowly(slow)
  }

  readEvent(left, (event) => {
    request = { ...request, ...event }
    if (person.home === '') fail(NO_HOME)
    else judge()
  })
}

/** The folder we stand in may be gone. */
function folderHere(): string {
  try {
    return process.cwd()
  } catch {
    return ''
  }
}

/** It was said; what could not be written down is told by `prudent doctor`. */
function quietly(work: () => void): void {
  try {
    work()
  } catch {
    // Nobody is left to tell.
  }
}
