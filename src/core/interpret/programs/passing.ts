// Is what comes out of a pipe what went into it? Where code came from, and whether a program on the way made it into something else.
import type { Action, Word } from '../../model.ts'
import type { Shell } from '../shell/state.ts'
import { NONE } from '../trace.ts'
import { findProgram } from './meaning.ts'

/** Programs that hand text on as it is: all of it, some of its lines, or its lines in another order. */
const PLAIN = new Set(
  'cat tac nl bat head tail sed grep rg ag ack sort uniq shuf tee sponge pv less more dd cp mv ln install rsync xargs parallel find fd ls script base64 dos2unix unix2dos eval source . read'.split(
    ' ',
  ),
)
const MOST = 200

const walk = (shell: Shell, code: Word, next: (action: Action) => readonly number[]): readonly number[] => {
  const seen = new Set<number>()
  const queue = [...(code.from ?? NONE)]
  for (let id = queue.pop(); id !== undefined && seen.size < MOST; id = queue.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const action = shell.trace.actions[id]
    if (action !== undefined) queue.push(...next(action))
  }
  return [...seen]
}

/** The actions a text comes from, however many hands it went through. */
export const behind = (shell: Shell, code: Word): readonly number[] => walk(shell, code, (action) => action.takes)

/** Whether a program on the way puts out something else than it took in: what `jq` finds in a file is not what the file says. */
export function isMade(shell: Shell, code: Word): boolean {
  return walk(shell, code, textOf).some((id) => {
    const action = shell.trace.actions[id]
    return action?.does === 'run' && !PLAIN.has(action.program) && !handsOn(shell, action.program)
  })
}

/** Where the text of it comes from: not the names of the files, and not its other words. */
function textOf(action: Action): readonly number[] {
  if (action.does === 'run') return action.stdin?.from ?? NONE
  if (action.does === 'read') return action.takes.filter((id) => action.path.from?.includes(id) !== true)
  return action.takes
}

/** `sudo cat x`, `bash -c 'cat x'`: what it prints is printed by what it runs. */
const handsOn = ({ trace }: Shell, program: string): boolean =>
  findProgram(trace.books.meaning, program).runs.some(({ kind }) => kind === 'words' || kind === 'shell' || kind === 'joined')
