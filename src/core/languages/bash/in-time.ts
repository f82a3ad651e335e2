// What of a shell text can be read without taking too long? What cannot is said, and the rest is read.
import type { Word } from '../../model.ts'
import { addUnknown, readOnce } from '../../log/trace.ts'
import { unknownWord } from '../../value/text.ts'
import { LONG_TO_READ, parseHead, parseShell, SHORT, wasStopped } from './parse.ts'
import type { ParsedScript } from './parse.ts'
import { doerOf, spanOf } from '../../log/process.ts'
import type { Shell } from '../../machine/process.ts'

export function parsed(shell: Shell, text: string): { readonly script: ParsedScript | null; readonly whole: boolean } {
  const { script, doubt } = text.length < SHORT ? parseShell(text) : readOnce(shell.trace, 'shell', text, () => parseShell(text))
  if (doubt !== null) {
    const { later, ...now } = doerOf(shell, { field: shell.trace.field, start: 0, end: text.length })
    // What takes too long to read in a file that is being written may be the worst in it: it weighs no less.
    const doer = later === undefined || doubt.because === 'too-much' ? now : { ...now, later }
    addUnknown(shell.trace, doer, doubt.because, 'high', doubt.detail)
  }
  return script === null ? { script: readOnce(shell.trace, 'head', text, () => parseHead(text)), whole: false } : { script, whole: true }
}

/** What comes after a command that would take too long is read all the same. */
export function inTime(shell: Shell, node: { readonly pos: number; readonly end: number }, read: () => Word): Word {
  try {
    return read()
  } catch (error) {
    if (!wasStopped()) throw error
    addUnknown(shell.trace, doerOf(shell, spanOf(shell, node)), 'too-much', 'high', LONG_TO_READ)
    return unknownWord('output')
  }
}
