// Says that git works on a folder that holds this gate's own files, and that it keeps what lies in a folder with its keys.
import { locate } from '../disk/paths.ts'
import { act } from '../machine/act.ts'
import type { Shell } from '../machine/process.ts'
import type { Line } from '../machine/shell.ts'
import { has } from '../meaning/options.ts'
import { holdsKeys, holdsOurs } from '../self/own-files.ts'
import { literal } from '../value/text.ts'

/** Which commands take something away there, or put something back, their rule says. */
export function noteOver(there: Shell, { command, parsed }: Line): void {
  if (there.at !== 'here' || parsed.operands.length === 0) return
  const { resolved } = locate(there, HERE)
  if (resolved !== null && holdsOurs(there.trace.scene, resolved)) act({ do: 'change', what: 'tree-of-self', target: there.cwd }, there, command.span)
}
const HERE = literal('.')

/** `git add .local`: what it keeps can be read from git. */
export function noteKeysStaged(there: Shell, { command, parsed }: Line): void {
  const [, ...own] = parsed.operands
  const targets = own.length === 0 && has(parsed.options, ['--all']) ? [HERE] : own
  for (const target of targets) {
    // Over the budget, that itself is said.
    if (there.trace.budget.spent) return
    const { resolved } = locate(there, target)
    if (resolved !== null && there.at === 'here' && holdsKeys(there.trace.scene, resolved))
      return void act({ do: 'change', what: 'stages-keys', target }, there, command.span)
  }
}
