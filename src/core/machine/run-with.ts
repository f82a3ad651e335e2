// Which program runs the lines of a task, when it is not the usual shell?
import { literal } from '../value/text.ts'
import { quoted, runText } from './project-files.ts'
import type { Task } from './project-files.ts'
import type { ReaderLine } from './shell.ts'

const SYSTEM = '(?:/(?:usr/(?:local/)?|opt/homebrew/)?bin/)?'
const FLAG = String.raw`(?:\s+(?:[-+][A-Za-z]+|--[a-z-]+|pipefail|errexit|nounset))`
const PLAIN = new RegExp(`^(?:${SYSTEM}env\\s+)?(?:${SYSTEM}busybox\\s+)?${SYSTEM}(?:ba|da|z|k|mk|a)?sh(?:\\.exe)?${FLAG}{0,12}$`)
const PLAIN_FLAGS = new RegExp(`^${FLAG}{0,12}$`)

/** The shell that a task names, as a command line without the task's own text; null: one that reads the text as it is read anyway. */
export function otherShell(named: string, flags: string): string | null {
  const which = /^\$\((?:which|command\s+-v|type\s+-p)\s+([\w./-]{1,100})[^()]{0,100}\)$/.exec(named.trim())
  const shell = which?.[1] ?? named.trim()
  return shell === '' || (PLAIN.test(shell) && PLAIN_FLAGS.test(` ${flags.trim()}`)) ? null : `${shell} ${flags}`.trim()
}

/** The text as the last word of what that shell is started with. */
export const runWith = (line: ReaderLine, task: Task, shell: string, text: string): void => {
  runText(line, task, `${shell} ${quoted(literal(text))}`)
}
