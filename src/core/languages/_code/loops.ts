// Reads the bodies of loops and comprehensions, once for each item that is known.
import { assign } from './assign.ts'
import type { Interpreter } from './interpreter.ts'
import { MAX_STEPS } from './limits.ts'
import { elementsOf } from './members.ts'
import { MAX_ITEMS } from './pieces.ts'
import { newScope } from './scopes.ts'
import type { Code } from './syntax.ts'
import { fromOf, list, NOTHING, unknown } from './values.ts'
import type { Scope, Value } from './values.ts'

/** Times that one loop's body is read, over all the ways to reach it. */
const MAX_ROUNDS = 400

export function loop(at: Interpreter, code: Code & { is: 'loop' }, scope: Scope): Value {
  if (code.endless) at.endless++
  const over = code.over === null ? NOTHING : at.run(code.over, scope)
  if (code.target === null) at.run(code.body, scope)
  else {
    const { items } = elementsOf(over)
    for (const item of items.length === 0 && over.is !== 'list' ? [unknown(fromOf(over))] : items) {
      const count = roundsOf(at, code)
      if (at.steps > MAX_STEPS) break
      assign(at, code.target, item, scope, true)
      at.run(code.body, scope)
      // Over the limit each further visit still sees one item: a literal list longer than this is followed to its end only once.
      if (count > MAX_ROUNDS && items.length < MAX_ROUNDS) break
    }
  }
  if (code.endless) at.endless--
  return NOTHING
}

export function comprehension(at: Interpreter, code: Code & { is: 'comprehension' }, scope: Scope): Value {
  const inner = newScope(scope)
  const results: Value[] = []
  let sample = code.tests.length > 0
  const walk = (level: number): void => {
    const one = code.loops[level]
    if (one === undefined) {
      for (const test of code.tests) at.run(test, inner)
      if (results.length < MAX_ITEMS) results.push(at.run(code.item, inner))
      return
    }
    const over = at.run(one.over, inner)
    const found = elementsOf(over)
    sample ||= found.sample
    for (const item of found.items) {
      if (at.steps > MAX_STEPS || roundsOf(at, one.over) > MAX_ITEMS) return
      assign(at, one.target, item, inner, true)
      walk(level + 1)
    }
  }
  walk(0)
  return list(results, sample)
}

function roundsOf({ rounds }: Interpreter, code: Code): number {
  const count = (rounds.get(code) ?? 0) + 1
  rounds.set(code, count)
  return count
}
