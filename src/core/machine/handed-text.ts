// Which commands stand in the known texts that went into code which nobody can read?
import type { Action, Span, Word } from '../model.ts'
import { fork } from './process.ts'
import type { Shell } from './process.ts'
import { isCommand } from './nested-command.ts'

const LONGEST = 4_000
const SHORTEST = 4
const LONGEST_COMMAND = 400
const MOST = 8
const QUOTED = /"[^"\n]*"|'[^'\n]*'/g

/**
 * `printf 'rm x' | gzip | gunzip | sh`: whatever was made of a text on the way, it was made to be run, and may come out as it went in.
 * Of files, others read what they hold.
 */
export function readHanded(shell: Shell, code: Word, span: Span): void {
  if (shell.at !== 'here' || code.from === undefined) return
  const { trace } = shell
  const { meaning } = trace.books
  const found = new Set<string>()
  const note = (text: string): void => {
    for (const line of text.split(/\n|\\n/, 40)) {
      const command = line.trim()
      if (command.length >= SHORTEST && command.length <= LONGEST_COMMAND && found.size < MOST && isCommand(meaning, command)) found.add(command)
    }
  }
  for (const id of trace.log.behind(code))
    for (const text of textsOf(trace.actions[id])) {
      note(text)
      for (const [quoted] of text.matchAll(QUOTED)) note(quoted.slice(1, -1))
    }
  const inner = fork(shell, { certain: false, depth: shell.depth + 1, span: shell.span ?? span })
  for (const command of found) shell.read.text(inner, command, null)
}

/** What a run was told or given: its words and its input. */
function textsOf(action: Action | undefined): readonly string[] {
  if (action?.does !== 'run') return []
  const words = [
    ...action.operands,
    ...action.options.flatMap(({ value }) => (value === true ? [] : [value])),
    ...(action.stdin === undefined ? [] : [action.stdin]),
  ]
  return words.flatMap(({ text }) => (text !== null && text.length >= SHORTEST && text.length <= LONGEST ? [text] : []))
}
