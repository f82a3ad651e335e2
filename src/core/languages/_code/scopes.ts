// Which value does a name stand for here, and where does a new one go?
import type { Scope, Value } from './values.ts'

export const newScope = (parent: Scope | null, returns: Value[] | null = null): Scope => ({ names: new Map(), parent, journal: null, returns })

export function lookUp(name: string, scope: Scope): Value | undefined {
  for (let current: Scope | null = scope; current !== null; current = current.parent) {
    const value = current.names.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

/** A declaration binds the name here; a plain assignment where the name is already known. */
export function bind(name: string, value: Value, scope: Scope, declares: boolean): void {
  let home = scope
  if (!declares)
    for (let current: Scope | null = scope; current !== null; current = current.parent)
      if (current.names.has(name)) {
        home = current
        break
      }
  if (home.journal !== null && !home.journal.has(name)) home.journal.set(name, home.names.get(name))
  home.names.set(name, value)
}
