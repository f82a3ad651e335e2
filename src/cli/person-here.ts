// Is it a person who runs this command? What loosens the gate is done by nobody else.
import { agentMayBeBehind } from '../ask/person.ts'
import { noTerminal } from '../ask/tty.ts'
import { UsageError } from './command.ts'

export function mustBePerson(what: string): void {
  const objection = noTerminal({ input: process.stdin, output: process.stdout }, process.env, process.platform, what)
  if (objection !== null) throw new UsageError(objection)
}

export const mayBeAgent = (): boolean => agentMayBeBehind() !== null

/** Where something is installed, whoever changes or removes it must not be an agent; scripts of people need no terminal. */
export function mustBeNoAgent(what: string): void {
  const objection = agentMayBeBehind()
  if (objection !== null) throw new UsageError(`\`${what}\` changes an installation of prudent, and ${objection}: run it in a terminal window of your own`)
}
