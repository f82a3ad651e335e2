// What a key says to a question besides a yes for once, and what a yes that lasts would let through, shown before it counts.
import type { Remember } from '../core/model.ts'
import { fold, visibleLines } from '../core/text/visible.ts'
import type { Offered } from '../gate/offers.ts'
import type { Ink } from '../ask/ink.ts'

export type Lasting = Exclude<Remember, 'once'>

/** The key of each yes; deny is always there. */
export const KEY_OF: Readonly<Record<Remember, string>> = { once: 'a', session: 's', shape: 'u' }

/** Undefined where the question does not offer it. */
export const offerFor = (offers: readonly Offered[], letter: string): Offered | undefined => offers.find(({ remember }) => KEY_OF[remember] === letter)

const LABEL = 18

/** In place of the card, until the key is pressed a second time. */
export function previewLines({ label, preview, remember }: Offered, columns: number, ink: Ink): string[] {
  const row = (name: string, text: string): string[] =>
    visibleLines(text)
      .flatMap((line) => fold(line, Math.max(columns - LABEL, 8)))
      .map((line, at) => `${ink.quiet((at === 0 ? name : '').padEnd(LABEL))}${line}`)
  const rows = (name: string, texts: readonly string[]): string[] => texts.flatMap((text, at) => row(at === 0 ? name : '', text))
  const { wouldMatch = [], wouldNot = [], past } = preview ?? {}
  return [
    ink.strong(label),
    '',
    ...rows('would allow', wouldMatch),
    ...rows('would not', wouldNot),
    ...(past === undefined ? [] : row('in thirty days', `${past.matched} of ${past.asked} that were asked about by these rules would have passed`)),
    ...row('where', remember === 'session' ? 'in this session, for a day at most' : 'in this project and folder'),
    ...row('later', 'prudent grants lists and revokes it'),
  ]
}
