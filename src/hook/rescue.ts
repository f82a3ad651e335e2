// What is answered when the engine cannot be loaded?
import { leaveNote } from '../answer/unlogged.ts'
import { personIn } from '../config/person.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'
import { emergency } from './emergency.ts'
import { leave, say } from './exit.ts'
import { problemOf, wordAfter } from './started.ts'

const SAY_MS = 1000

export function rescue(error: unknown): never {
  const { exitCode, stdout, stderr } = emergency(problemOf(error), wordAfter('--host'), '')
  say(stdout, stderr, SAY_MS)
  try {
    // Logged by the next call that can.
    const host = wordAfter('--host')
    const { home, folders } = personIn(process.argv.slice(2))
    leaveNote(stateFolder(folders, process.platform, home), { kind: 'failed', ...(host === undefined ? {} : { host }) })
  } catch {
    // Nobody is left to tell.
  }
  return leave(exitCode)
}
