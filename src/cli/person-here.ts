// Is it a person who runs this command? What loosens the gate is done by nobody else.
import { noTerminal } from '../ask/tty.ts'
import { UsageError } from './command.ts'

export function mustBePerson(what: string): void {
  const objection = noTerminal({ input: process.stdin, output: process.stdout }, process.env, process.platform, what)
  if (objection !== null) throw new UsageError(objection)
}
