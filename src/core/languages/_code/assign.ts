// Gives a value to what stands on the left of an assignment: a name, several, a member, a pattern.
import type { Interpreter } from './interpreter.ts'
import { elementsOf, memberOf } from './members.ts'
import { keepMember } from './pieces.ts'
import { bind } from './scopes.ts'
import type { Code } from './syntax.ts'
import { either, fromOf, list, literal, text, unknown } from './values.ts'
import type { Scope, Value } from './values.ts'

export function member(at: Interpreter, of: Value, key: Value, plain: boolean): Value {
  if (of.is === 'either') return either(of.options.map((one) => member(at, one, key, plain)))
  if (key.is === 'either') return either(key.options.map((one) => member(at, of, one, plain)))
  return memberOf(of, key, plain, at.language)
}

/** `{ a = 1 } = …`: one in another is nothing that people write. */
const MOST_DEFAULTS = 20

export function assign(at: Interpreter, target: Code, value: Value, scope: Scope, declares: boolean, depth = 0): void {
  switch (target.is) {
    case 'name':
      if (target.name === '*' && value.is === 'named') at.stars.push(value.name)
      else if (target.name === '*' && value.is === 'map') for (const [name, held] of value.entries) bind(name, held, scope, true)
      else bind(target.name, value, scope, declares)
      return
    case 'list': {
      const inner = value.is === 'list' ? value : elementsOf(value)
      target.items.forEach((item, i) => {
        if (item.is === 'spread') assign(at, item.of, list(inner.items.slice(i), inner.sample), scope, declares)
        else assign(at, item, i === 0 && isWhole(value) ? value : (inner.items[i] ?? unknown(fromOf(value))), scope, declares)
      })
      return
    }
    case 'map':
      for (const { key, value: inner } of target.entries) {
        const held =
          key === null
            ? value.is === 'named'
              ? value
              : unknown(fromOf(value))
            : member(at, value, typeof key === 'string' ? text(key) : at.run(key, scope), true)
        assign(at, inner, held, scope, declares)
      }
      return
    case 'assign': {
      // Each of them is run again for all that stand around it.
      if (depth >= MOST_DEFAULTS) return at.record.unread('too-deep', target)
      const usual = at.run(target.value, scope)
      assign(at, target.target, value.is === 'unknown' ? either([usual, value]) : value, scope, declares, depth + 1)
      return
    }
    case 'member': {
      const of = at.run(target.of, scope)
      const key = typeof target.key === 'string' ? target.key : literal(at.run(target.key, scope))
      keepMember(of, key, value)
      if (typeof target.key === 'string') at.record.assigned(of, target.key, value, target)
      return
    }
    default:
  }
}

/** `dir, err := home()`: what comes back besides says only whether it worked. */
const isWhole = (value: Value): boolean => value.is === 'thing' || (value.is === 'text' && literal(value) === null)
