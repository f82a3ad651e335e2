// Which branches of a remote does a push overwrite or delete that its words do not name as a whole?
import type { Word } from '../model.ts'
import { act } from '../machine/act.ts'
import type { Line } from '../machine/shell.ts'
import type { Shell } from '../machine/process.ts'
import { has } from '../meaning/options.ts'
import { knownStart } from '../value/fields.ts'
import { literal } from '../value/text.ts'

/** `+$BRANCH` overwrites and `:$BRANCH` deletes, whatever the branch is; so does a push by force of the branch that the same text has switched to. */
export function noteRefspecs(there: Shell, { command, parsed }: Line): void {
  const [subcommand, ...own] = parsed.operands
  if (subcommand?.text !== 'push' && subcommand?.text !== 'send-pack') return
  const isForced = has(parsed.options, ['--force'])
  for (const target of own) {
    if (target.text !== null) continue
    const sign = knownStart(target).charAt(0)
    const ifEmpty = sign === '' && deletesIfEmpty(target)
    const overwrites = sign === '+' || (isForced && target !== own[0])
    if (!overwrites && sign !== ':' && !ifEmpty) continue
    const what = overwrites ? 'remote-branch-overwritten' : ifEmpty ? 'remote-branch-deleted-if-empty' : 'remote-branch-deleted'
    act({ do: 'change', what, target: named(target) }, there, command.span)
  }
  const current = isForced && own.slice(1).every(({ text }) => text !== null && OF_CURRENT.test(text)) ? switchedTo(there) : null
  if (current !== null) act({ do: 'change', what: 'remote-branch-overwritten', target: literal(current) }, there, command.span)
}
const OF_CURRENT = /^\+?(?:HEAD|@)(?::HEAD)?$/

/** `"$X":main`: where it goes is known, if not from where. */
function named(target: Word): Word {
  const last = target.parts?.at(-1)
  const colon = last?.kind === 'text' ? last.text.lastIndexOf(':') : -1
  return last?.kind === 'text' && colon >= 0 ? literal(`?${last.text.slice(colon)}`, target.from) : target
}

/** The branch that the text itself switched to last, or that it called the current one. */
function switchedTo({ trace }: Shell): string | null {
  const moved = trace.actions.findLast(
    (action) => action.does === 'run' && action.operands.length === 2 && action.operands[0]?.text != null && MOVES.test(action.operands[0].text),
  )
  if (moved?.does !== 'run') return null
  const [how, branch] = moved.operands
  return how?.text === 'branch' && !has(moved.options, ['-M', '-m', '--move']) ? null : (branch?.text ?? null)
}
const MOVES = /^(?:checkout|switch|branch)$/

/** `"$BRANCH":main`, where nothing in the call says what the variable holds. */
function deletesIfEmpty({ parts = [], from = [] }: Word): boolean {
  const [first, next, ...rest] = parts
  if (from.length > 0 || first?.kind !== 'unknown' || !first.mayBeEmpty || next?.kind !== 'text' || !next.text.startsWith(':')) return false
  return next.text.length > 1 || rest.some((part) => part.kind === 'unknown' && part.name !== first.name)
}
