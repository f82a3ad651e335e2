// What does a shell run when it ends, or between its commands? `trap` keeps it, with the values that hold by then.
import type { Shell } from '../../machine/process.ts'
import { folderOf } from '../../machine/alternatives.ts'
import { settle, stateOf } from './branches.ts'
import { altered, fork } from '../../machine/process.ts'
import { doerOf } from '../../log/process.ts'
import { addUnknown } from '../../log/trace.ts'
import { execute } from '../../machine/execute.ts'

const MOST_TRAPS = 64

/** After everything else was read. */
export function runTraps({ endings, trace }: Shell): void {
  let left = MOST_TRAPS
  for (const { owner, traps } of endings) {
    for (const { code, span, set } of traps) {
      if (trace.budget.spent) return
      if (left-- <= 0) {
        addUnknown(trace, doerOf(set, span), 'too-much', 'high', 'more traps than are read')
        return
      }
      const { vars, functions, cwd, wild } = owner ?? set
      const now = new Map(vars)
      for (const name of set.locals) {
        const value = set.vars.get(name)
        if (value !== undefined && !now.has(name)) now.set(name, value)
      }
      const elsewhere = [...(owner ?? set).elsewhere, folderOf(set)].filter((folder) => folder.cwd.text !== cwd.text)
      execute(altered(set, { vars: now, functions, cwd, wild, elsewhere }), { language: 'shell', code, origin: 'argument', span, stdin: null, here: true })
    }
  }
}

/** `trap … DEBUG` runs before each command: what it sets, it sets again and again. */
export function runBetween(shell: Shell, text: string): void {
  const before = stateOf(shell)
  const inner = fork(shell, { certain: false, depth: shell.depth + 1 })
  shell.read.text(inner, text, null)
  for (const [name, value] of inner.vars) if (before.vars.get(name) !== value) shell.constants.add(name)
  settle(shell, [before, stateOf(inner)])
}
