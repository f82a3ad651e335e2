// Says where open descriptors lead, and which one a name of a file stands for. The only module that opens one.
import type { Word } from '../model.ts'
import { normalise } from '../text/path.ts'
import type { Descriptors, Open, Shell, Socket, Taker } from './shell.ts'

const opened = (shell: Descriptors): Open<Descriptors> => shell as Open<Descriptors>

/** What can be read from it. */
export const feed = (shell: Shell, descriptor: string, input: Word): void => void opened(shell).inputs.set(descriptor, input)
export const connectTo = (shell: Shell, descriptor: string, socket: Socket): void => void opened(shell).sockets.set(descriptor, socket)

/** Where what is written to it goes. */
export const drain = (shell: Shell, descriptor: string, taker: Taker): void => void opened(shell).outputs.set(descriptor, taker)

/** What is written to a name behind which somebody reads: `>(…)`. */
export function hear(shell: Shell, { text }: Word, written: Word): void {
  const taker = text === null ? undefined : shell.outputs.get(text)
  if (taker !== undefined && 'hear' in taker) taker.hear(written)
}

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
