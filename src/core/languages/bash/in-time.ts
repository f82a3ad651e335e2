// What of a shell text can be read without taking too long? What cannot is said, and the rest is read.
import type { Word } from '../../model.ts'
import { readOnce } from '../../log/trace.ts'
import { unknownWord } from '../../value/text.ts'
import { LONG_TO_READ, parseHead, parseShell, SHORT, wasStopped } from './parse.ts'
import type { ParsedScript } from './parse.ts'
import { spanOf } from '../../log/process.ts'
import { altered } from '../../machine/process.ts'
import type { Shell } from '../../machine/process.ts'
import { notRead } from '../../machine/effect.ts'
import { act } from '../../machine/act.ts'

export interface InTime {
  readonly script: ParsedScript | null
  readonly whole: boolean
}

export const parsed = (shell: Shell, text: string): InTime => said(shell, text, tried(shell, text))

/** As it parses; nothing is said of what does not. */
export const tried = (shell: Shell, text: string): Tried =>
  text.length < SHORT ? parseShell(text) : readOnce(shell.trace, 'shell', text, () => parseShell(text))
type Tried = ReturnType<typeof parseShell>

export function said(shell: Shell, text: string, { script, doubt }: Tried): InTime {
  if (doubt !== null) {
    // What takes too long to read in a file that is being written may be the worst in it: it weighs no less.
    const who = shell.later && doubt.because === 'too-much' ? altered(shell, { later: false }) : shell
    act(notRead(doubt.because, 'high', doubt.detail), who, { field: shell.trace.field, start: 0, end: text.length })
  }
  return script === null ? { script: readOnce(shell.trace, 'head', text, () => parseHead(text)), whole: false } : { script, whole: true }
}

/** What comes after a command that would take too long is read all the same. */
export function inTime(shell: Shell, node: { readonly pos: number; readonly end: number }, read: () => Word): Word {
  try {
    return read()
  } catch (error) {
    if (!wasStopped()) throw error
    act(notRead('too-much', 'high', LONG_TO_READ), shell, spanOf(shell, node))
    return unknownWord('output')
  }
}
