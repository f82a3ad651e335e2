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

export const linesOf = (text: string): readonly JSX.Element[] =>
  visibleLines(text).map((line, at) => (
    <span class="line" key={at}>
      {marked(line)}
      {'\n'}
    </span>
  ))

/** One line of a change, its sign in front. */
export const SignedLine = ({ sign, text, kind }: { readonly sign: string; readonly text: string; readonly kind: string }): JSX.Element => (
  <span class={`line ${kind}`}>
    <span class="sign">{sign}</span>
    {marked(visible(text))}
    {'\n'}
  </span>
)
