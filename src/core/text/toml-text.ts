// What does a TOML file say? Tables, keys, texts, lists and inline tables; numbers and dates stay text. What is no TOML is passed over.
import { newTable } from './plain-data.ts'
import type { Data } from './plain-data.ts'

type Open = Record<string, Data | undefined>
const LONGEST = /* quiet */ 300_000
const DEEPEST = /* quiet */ 20

export function readToml(text: string): Data {
  const root = newTable()
  const source = text.slice(0, LONGEST)
  let table: Open = root
  let at = 0

  const skipBlank = (lines: boolean): void => {
    for (;;) {
      const char = source[at]
      if (char === '#') {
        const end = source.indexOf('\n', at)
        at = end < 0 ? source.length : end
      } else if (char === ' ' || char === '\t' || char === '\r' || (lines && char === '\n')) at++
      else return
    }
  }
  const quoted = (): string => {
    const mark = source[at] ?? '"'
    const long = source.startsWith(mark.repeat(3), at)
    const end = long ? mark.repeat(3) : mark
    at += end.length
    if (long && source[at] === '\n') at++
    let out = ''
    while (at < source.length && !source.startsWith(end, at)) {
      if (!long && source[at] === '\n') break
      if (mark === '"' && source[at] === '\\') {
        const next = source[at + 1] ?? ''
        at += 2
        if (next === '\n') while (/\s/.test(source[at] ?? '')) at++
        else out += next === 'n' ? '\n' : next === 't' ? '\t' : next
      } else out += source[at++] ?? ''
    }
    at += end.length
    return out
  }
  const keys = (): readonly string[] => {
    const found: string[] = []
    for (;;) {
      skipBlank(false)
      const char = source[at]
      if (char === '"' || char === "'") found.push(quoted())
      else {
        const start = at
        while (/[\w-]/.test(source[at] ?? '')) at++
        if (at === start) return found
        found.push(source.slice(start, at))
      }
      skipBlank(false)
      if (source[at] !== '.') return found
      at++
    }
  }
  const value = (depth: number): Data => {
    skipBlank(true)
    const char = source[at]
    if (char === '"' || char === "'") return quoted()
    if (depth < DEEPEST && char === '[') {
      at++
      const items: Data[] = []
      for (;;) {
        skipBlank(true)
        if (at >= source.length || source[at] === ']') break
        const before = at
        if (source[at] === ',') at++
        else items.push(value(depth + 1))
        if (at === before) at++
      }
      at++
      return items
    }
    if (depth < DEEPEST && char === '{') {
      at++
      const inner = newTable()
      for (;;) {
        skipBlank(true)
        if (at >= source.length || source[at] === '}') break
        const before = at
        if (source[at] === ',') at++
        else pair(inner, depth + 1)
        if (at === before) at++
      }
      at++
      return inner
    }
    const start = at
    while (at < source.length && !/[\s,\]}#]/.test(source[at] ?? '')) at++
    return source.slice(start, at)
  }
  const pair = (into: Open, depth: number): void => {
    const path = keys()
    skipBlank(false)
    if (path.length === 0 || source[at] !== '=') return
    at++
    skipBlank(false)
    const held = value(depth)
    const last = path.at(-1)
    if (last !== undefined) tableAt(into, path.slice(0, -1))[last] = held
  }
  while (at < source.length) {
    skipBlank(true)
    if (at >= source.length) break
    if (source[at] === '[') {
      const several = source[at + 1] === '['
      at += several ? 2 : 1
      const path = keys()
      // Of several tables of one name the last is kept: none of those that hold tasks has more than one.
      table = tableAt(root, path)
    } else pair(table, 0)
    const end = source.indexOf('\n', at)
    at = end < 0 ? source.length : end + 1
  }
  return root
}

function tableAt(root: Open, path: readonly string[]): Open {
  let at = root
  for (const key of path.slice(0, DEEPEST)) {
    const held = at[key]
    if (typeof held !== 'object' || Array.isArray(held)) at[key] = newTable()
    at = at[key] as Open
  }
  return at
}
