// What is answered when the engine cannot be loaded?
import { emergency } from './emergency.ts'
import { leave, say } from './exit.ts'
import { problemOf, wordAfter } from './started.ts'

const SAY_MS = 1000

export function rescue(error: unknown): never {
  const { exitCode, stdout, stderr } = emergency(problemOf(error), wordAfter('--host'), '')
  say(stdout, stderr, SAY_MS)
  return leave(exitCode)
}
