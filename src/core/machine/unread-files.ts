// Files that are about to be run and that nobody can read: not there yet, too large, more than are read.
import type { Span, Word } from '../model.ts'
import { isNotThere } from '../disk/arrivals.ts'
import type { Matching } from '../disk/globs.ts'
import { literal, unknownWord } from '../value/text.ts'
import { act } from './act.ts'
import { notRead } from './effect.ts'
import type { Shell } from './process.ts'
import { isForShell, scriptIn } from './shebang.ts'
import { asFile } from './trust.ts'

/** What is unpacked, checked out or made a moment before it runs, nobody could read. */
export function noteNotThere(shell: Shell, language: string, path: string, span: Span): void {
  if (isNotThere(shell, language, path)) act(notRead('code-text', 'critical', 'a file that is not there yet'), shell, span)
}

/** Each file that a pattern stands for, one after the other. */
export function executeAll(shell: Shell, { paths, more }: Matching, pattern: Word, span: Span, run: (file: Word) => unknown): Word {
  for (const path of paths) {
    // Over the budget it has been said that there is more.
    if (shell.trace.budget.spent) break
    run(literal(path, pattern.from))
  }
  if (more !== null) act(notRead('too-much', more, 'more scripts than are read'), shell, span)
  return unknownWord('output', true, pattern.from)
}

/** A file that is there and could not be read: as bad as a script can be, unless nobody would be surprised. */
export function noteUnread(shell: Shell, language: string, file: string, span: Span): void {
  const unread = shell.disk.unreadAt(file)
  if (unread === undefined || (unread.program === true && (language === 'script' || !isForShell(language)))) return
  const actual = language === 'script' ? scriptIn(shell, file, unread.head) : language
  act(notRead(unread.because, 'high', unread.detail), asFile(shell, file, actual), span)
}
