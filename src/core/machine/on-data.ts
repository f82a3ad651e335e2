// What does a small language work on: files with its program, files that it reads, text that it hands to a shell?
import type { Word } from '../model.ts'
import { contentOf, locate } from '../disk/paths.ts'
import { doerOf } from '../log/process.ts'
import { addNeed } from '../log/trace.ts'
import { BLANK, textWithHoles } from '../value/placeholders.ts'
import { union, unknownWord } from '../value/text.ts'
import { openedAs } from './descriptors.ts'
import { notRead } from './effect.ts'
import { asFile } from './trust.ts'
import { noteUnread } from './unread-files.ts'
import { runShell } from './run-shell.ts'
import type { ReaderLine } from './shell.ts'
import { act } from './act.ts'

export type WithData = ReaderLine & {
  /** The reads of what it works on: code that is made of it comes from there. */
  readonly data?: readonly number[]
}

/** What is typed, as far as it is known; null where nothing is. */
export const typedText = (word: Word | null | undefined): string | null => (word == null ? null : textWithHoles(word, () => BLANK))

/** What a file holds that says what to do, read as one that is run; asked for where it is not known. */
export function fromFile(line: WithData, file: Word, read: (line: WithData, text: string) => void): void {
  const { shell, command } = line
  const opened = openedAs(shell, file, command.stdin)
  if (opened !== undefined) {
    const given = typedText(opened)
    // What nobody gives it is nothing.
    if (opened !== null && opened.text === null) act(notRead('code-text', 'high', 'the program that it is fed is not known'), shell, command.span)
    if (given !== null) shell.trace.budget.inFile(doerOf(shell, command.span), () => read(line, given), undefined)
    return
  }
  const { resolved } = locate(shell, file)
  if (resolved === null || shell.at !== 'here' || resolved.includes('\0')) return
  const content = contentOf(shell, file)
  const text = content === null ? undefined : typedText(content)
  if (text === undefined) addNeed(shell.trace, { kind: 'file', path: resolved })
  if (text == null) return noteUnread(shell, 'other', resolved, command.span)
  const inner = asFile(shell, resolved, 'other')
  shell.trace.budget.inFile(doerOf(inner, command.span), () => read({ ...line, shell: inner }, text), undefined)
}

export function readingAll(line: WithData, files: readonly Word[]): WithData {
  const ids = files.map((file) => act({ do: 'read', path: file, how: 'whole' }, line.shell, line.command.span))
  return {
    ...line,
    data: union(
      line.command.stdin?.from,
      ids.filter((id) => id !== null),
    ),
  }
}

/** Text made of what is read, run by a shell. */
export const runData = (line: WithData, name: string): void => {
  const { stdin } = line.command
  runShell(line, stdin?.text != null && (line.data?.length ?? 0) <= (stdin.from?.length ?? 0) ? stdin : unknownWord(name, true, line.data))
}
