// What happens when a host runs `prudent hook`? Read, judge, answer, leave. This file loads the engine and answers even when the engine cannot.
import path from 'node:path'
import { emergency } from './emergency.ts'
import { loadEngine } from './engine-file.ts'
import type { Request, Response, SlowParts, Waiting } from './contract.ts'
import { readEvent } from './event.ts'
import { leave, say } from './exit.ts'
import { uptime } from './moment.ts'
import { runWithin } from '../answer/watchdog.ts'

/** From the start of the process. Below the smallest that a host waits (five seconds), with room for leaving. */
const DEADLINE_MS = 4000
/** For putting a refusal into the host's words after everything else took too long. */
const REFUSAL_MS = 300
/** For writing down what was answered: at least this, however late it is. */
const RECORD_MS = 1000
const REHEARSAL_MS = 400
/** From the end of a person's time to the last moment at which the host hears us. */
const ANSWER_MS = 4000

const words = process.argv.slice(2)
const wordAfter = (flag: string): string | undefined => {
  const at = words.indexOf(flag)
  return at >= 0 ? words[at + 1] : words.find((word) => word.startsWith(`${flag}=`))?.slice(flag.length + 1)
}
const named = wordAfter('--host')
const waits = Number(wordAfter('--wait'))
let deadline = DEADLINE_MS
const left = (): number => Math.max(1, Math.floor(deadline - uptime()))

const request: Request = {
  text: '',
  problem: null,
  named,
  event: wordAfter('--event'),
  ...(waits > 0 ? { waits } : {}),
  env: process.env,
  cwd: folderHere(),
  root: path.dirname(__dirname),
  left,
}
let refuse: ((problem: string) => Response) | null = null
let keep: () => void = () => {}
let answered = false

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

function finish(response: Response): never {
  if (answered) return leave(2)
  answered = true
  let code = response.exitCode
  // An answer that nobody can read is none: say it by the exit code.
  if (!say(response.stdout, response.stderr, left())) code = 2
  quietly(() => runWithin(Math.max(RECORD_MS, left()), response.afterwards))
  quietly(keep)
  return leave(code)
}

/** The host's own way to deny; where even that fails, the plainest. */
function fail(problem: string): never {
  if (answered) return leave(2)
  let response: Response | null = null
  try {
    if (refuse !== null) response = runWithin(REFUSAL_MS, () => refuse?.(problem) ?? null)
  } catch {
    // Said below.
  }
  return finish(response ?? emergency(problem, named, request.text))
}

const OWN_FAULT = 'the gate failed (`gate.failed`)'
const NOBODY = 'the user was asked and nobody answered'
const TOO_SLOW = 'judging took too long (`gate.timeout`)'
const problemOf = (error: unknown): string => ((error as { readonly code?: string } | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? TOO_SLOW : OWN_FAULT)

process.on('uncaughtException', (error) => fail(problemOf(error)))
process.on('unhandledRejection', (error) => fail(problemOf(error)))

/** Judging is over; a person takes longer, and has an end too. */
function waitForPerson({ millis, respond }: Waiting): Promise<never> {
  deadline = uptime() + millis + ANSWER_MS
  setTimeout(() => fail(NOBODY), millis + ANSWER_MS - RECORD_MS)
  return respond().then(finish)
}

function run(): void {
  // The engine first: what the host writes meanwhile is there when it is asked for.
  const { engine, keepCode, cached } = loadEngine(__dirname, process.env['HOME'])
  // For `prudent doctor`: says nothing about the call and changes nothing.
  if (process.env['PRUDENT_HOOK_TELL'] !== undefined) say('', `compiled code: ${cached ? 'kept' : 'made anew'}`, left())
  if (keepCode !== null) {
    keep = () => {
      quietly(() => runWithin(REHEARSAL_MS, () => engine.rehearse(request)))
      keepCode()
    }
  }
  refuse = (problem) => engine.refuse({ ...request, problem })
  const judge = (): void => {
    try {
      const response = runWithin(left(), () => engine.respond(request))
      if ('response' in response) return finish(response.response)
      // Settings that were never compiled, or patterns that need an engine of their own.
      const overdue = setTimeout(() => fail(TOO_SLOW), left())
      void import(response.slow).then(
        (parts: SlowParts) => {
          const said = runWithin(left(), () => engine.respondSlowly(request, parts))
          if (!('respond' in said)) return finish(said)
          clearTimeout(overdue)
          return waitForPerson(said)
        },
        () => fail(OWN_FAULT),
      )
    } catch (error) {
      fail(problemOf(error))
    }
  }
  readEvent(left, (event) => {
    Object.assign(request, event)
    judge()
  })
}

try {
  run()
} catch (error) {
  fail(problemOf(error))
}
