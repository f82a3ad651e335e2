// Is there a terminal of ours in which a person answers, and if not, why?
import { homedir } from 'node:os'
import path from 'node:path'
import type { Unanswered } from '../gate/seams.ts'
import { stateFolder } from '../stores/json-lines/layout.ts'

export interface TerminalHere {
  readonly running: boolean
  /** What is there instead; empty where there is simply nobody. */
  readonly says: string
}

const SAYS: Readonly<Record<Unanswered, string>> = {
  nobody: '',
  'no-person': 'another program listens in its place',
  silent: 'it does not respond',
  gone: 'it does not respond',
  garbled: 'something else listens in its place',
}

export async function terminalHere(): Promise<TerminalHere> {
  const { reach } = await import('../channels/resident/index.ts')
  const { objectionTo } = await import('../channels/resident/standing.ts')
  const told = process.env['HOME']
  const home = process.platform !== 'win32' && told !== undefined && path.isAbsolute(told) ? told : homedir()
  // A person looks: whoever started this command and the terminal alike is no agent.
  const found = await reach({ state: stateFolder(process.env, process.platform, home), platform: process.platform }, (pid, address, platform) =>
    objectionTo(pid, address, platform, null),
  )
  return found.ok
    ? { running: true, says: '' }
    : { running: false, says: found.says === undefined ? SAYS[found.because] : `${SAYS[found.because]}: ${found.says}` }
}
