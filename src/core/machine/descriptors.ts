// What do open descriptors lead to, and which does a name of a file stand for? The only module that opens one.
import type { Word } from '../model.ts'
import { normalise } from '../text/path.ts'
import type { Descriptors, Open, Shell, Socket } from './shell.ts'

const opened = (shell: Descriptors): Open<Descriptors> => shell as Open<Descriptors>

/** What can be read from it. */
export const feed = (shell: Shell, descriptor: string, input: Word): void => void opened(shell).inputs.set(descriptor, input)
export const connectTo = (shell: Shell, descriptor: string, socket: Socket): void => void opened(shell).sockets.set(descriptor, socket)

/** What a file is when it is the name of an open descriptor (`-`, /dev/stdin, /dev/fd/3); undefined when it is none. */
export function openedAs(shell: Shell, file: Word, stdin: Word | null): Word | null | undefined {
  if (file.text === '-' || file.text === '/dev/stdin') return stdin
  const number =
    file.text === null || shell.disk.contentAt(file.text) !== undefined
      ? null
      : /^\/(?:dev|proc\/(?:self|thread-self|\d+))\/fd\/0*(\d+|\{\w+\})$/.exec(normalise(file.text, '/'))?.[1]
  if (number == null) return undefined
  return number === '0' ? stdin : (shell.inputs.get(number) ?? null)
}
