// How is something set off on the screen, with colour and without?
import { styleText } from 'node:util'

export interface Ink {
  readonly strong: (text: string) => string
  readonly quiet: (text: string) => string
  readonly bad: (text: string) => string
  readonly good: (text: string) => string
  readonly bar: (text: string) => string
}

type Format = Parameters<typeof styleText>[0]

/** Nothing is said by colour alone. */
export function makeInk(colour: boolean): Ink {
  const put =
    (format: Format) =>
    (text: string): string =>
      colour && text !== '' ? styleText(format, text, { validateStream: false }) : text
  return { strong: put('bold'), quiet: put('dim'), bad: put(['bold', 'red']), good: put('green'), bar: put('inverse') }
}
