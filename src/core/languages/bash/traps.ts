// What does a shell run when it ends, or between its commands? `trap` keeps it, with the values that hold by then.
import type { Span, Word } from '../../model.ts'
import type { Ending, Shell, Trap } from '../../machine/shell.ts'
import { settle } from './branches.ts'
import { altered, fork } from '../../machine/process.ts'
import { execute } from '../../machine/execute.ts'
import { folderOf, stand, standElsewhere } from '../../machine/folders.ts'
import { stateOf } from '../../machine/flow.ts'
import { fix, holdVariables } from '../../machine/env.ts'
import { notRead } from '../../machine/effect.ts'
import { act } from '../../machine/act.ts'

const MOST_TRAPS = 64

/** `trap`: once for each time. */
export function keepTrap(shell: Shell, code: Word, span: Span): void {
  const { ending, endings } = shell
  if (ending.traps.length === 0) (endings as Ending[]).push(ending)
  ;(ending.traps as Trap[]).push({ code, span, set: altered(shell, {}) })
}

/** After everything else was read. */
export function runTraps({ endings, trace }: Shell): void {
  let left = MOST_TRAPS
  for (const { owner, traps } of endings) {
    for (const { code, span, set } of traps) {
      if (trace.budget.spent) return
      if (left-- <= 0) {
        act(notRead('too-much', 'high', 'more traps than are read'), set, span)
        return
      }
      const { vars, functions } = owner ?? set
      const folder = folderOf(owner ?? set)
      const now = new Map(vars)
      for (const name of set.locals) {
        const value = set.vars.get(name)
        if (value !== undefined && !now.has(name)) now.set(name, value)
      }
      const elsewhere = [...(owner ?? set).elsewhere, folderOf(set)].filter((other) => other.cwd.text !== folder.cwd.text)
      const inner = holdVariables(altered(set, {}), now, functions)
      stand(inner, folder)
      standElsewhere(inner, elsewhere)
      execute(inner, { language: 'shell', code, origin: 'argument', span, stdin: null, here: true })
    }
  }
}

/** `trap … DEBUG` runs before each command: what it sets, it sets again and again. */
export function runBetween(shell: Shell, text: string): void {
  const before = stateOf(shell)
  const inner = fork(shell, { certain: false, depth: shell.depth + 1 })
  shell.read.text(inner, text, null)
  for (const [name, value] of inner.vars) if (before.vars.get(name) !== value) fix(shell, name)
  settle(shell, [before, stateOf(inner)])
}
