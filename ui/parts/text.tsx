// Text that somebody else wrote: every character that is not plainly there is spelt out.
import { visible, visibleLines } from '../../src/core/text/visible.ts'
import type { JSX } from '../lib.ts'

const NAMED = /(⟨[^⟩]*⟩)/

/** Names of hidden characters stand out; `⟨` in the text itself is named too, so nobody can forge one. */
const marked = (line: string): JSX.Element[] =>
  line.split(NAMED).map((part, at) => (at % 2 === 1 ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>))

export const Plain = ({ text }: { readonly text: string }): JSX.Element => <>{marked(visible(text))}</>

export const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
/** What the desk says of itself, as a sentence. */
export const sentence = (text: string): string => (text === '' ? '' : `${capital(text)}${/[.!?]$/.test(text) ? '' : '.'}`)

export interface Marked {
  readonly start: number
  readonly end: number
}

/** `spans`: what stands out, in places of the text as it is. */
export function linesOf(text: string, spans: readonly Marked[] = []): readonly JSX.Element[] {
  const cuts = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])]
    .filter((at) => at >= 0 && at <= text.length)
    .toSorted((a, b) => a - b)
  const lines: JSX.Element[][] = [[]]
  for (const [at, from] of cuts.entries()) {
    const to = cuts[at + 1] ?? text.length
    const isIn = spans.some(({ start, end }) => start <= from && to <= end && from < to)
    for (const [index, line] of visibleLines(text.slice(from, to)).entries()) {
      if (index > 0) lines.push([])
      lines.at(-1)?.push(
        <span key={`${from}.${index}`} class={isIn ? 'matched' : ''}>
          {marked(line)}
        </span>,
      )
    }
  }
  return lines.map((line, at) => (
    <span class="line" key={at}>
      {line}
      {'\n'}
    </span>
  ))
}

/** One line of a change, its sign in front. */
export const SignedLine = ({ sign, text, kind }: { readonly sign: string; readonly text: string; readonly kind: string }): JSX.Element => (
  <span class={`line ${kind}`}>
    <span class="sign">{sign}</span>
    {marked(visible(text))}
    {'\n'}
  </span>
)
