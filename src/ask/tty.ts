// Is there a person's terminal before us? Both ends a terminal, ours to be controlled by, and not one that an agent has opened.
import { closeSync, openSync } from 'node:fs'
import type { ReadStream, WriteStream } from 'node:tty'
import { AGENT_MARKS, noPersonBehind } from './person.ts'

export interface Streams {
  readonly input: Pick<ReadStream, 'isTTY'>
  readonly output: Pick<WriteStream, 'isTTY'>
}

/** Why nobody can be asked here; null when somebody can. `what`: the command that has to be run by hand. */
export function noTerminal({ input, output }: Streams, env: Readonly<Record<string, string | undefined>>, platform: string, what: string): string | null {
  const instead = `run ${what} by hand in a terminal window of its own`
  if (!input.isTTY || !output.isTTY) return `this is not a terminal: ${instead}`
  const agent = AGENT_MARKS.find((name) => env[name] !== undefined && env[name] !== '')
  if (agent !== undefined) return `this terminal belongs to an agent (${agent} is set): ${instead}`
  if (platform === 'win32') return null
  try {
    closeSync(openSync('/dev/tty', 'r+'))
  } catch {
    return `this process has no controlling terminal: ${instead}`
  }
  const objection = noPersonBehind(process.pid, platform)
  return objection === null ? null : `nobody can be asked here: ${objection}: ${instead}`
}
