// How are paths put together and taken apart when parts of them are not known?
import type { Part } from '../../model.ts'
import { asText, concat, each, eachPair, home, literal, text } from './values.ts'
import type { TextValue, Value } from './values.ts'

/** `restarts`: an absolute second path replaces the first, as in Python; Node's `join` only adds. */
export function joinPaths(values: readonly Value[], restarts: boolean): Value {
  let all: Value = text('')
  for (const value of values) all = eachPair(all, value, (left, right) => joinTwo(asText(left), asText(right), restarts))
  return all
}
function joinTwo(a: TextValue, b: TextValue, restarts: boolean): Value {
  if (a.parts.length === 0) return b
  if (b.parts.length === 0) return a
  const first = b.parts[0]!
  if (first.kind === 'text' && first.text.startsWith('/') && restarts) return b
  if (first.kind === 'unknown' && first.name === 'HOME' && restarts) return b
  const last = a.parts.at(-1)!
  const slashes = (last.kind === 'text' && last.text.endsWith('/')) || (first.kind === 'text' && first.text.startsWith('/'))
  return concat(slashes ? a : concat(a, text('/')), b)
}

export function expandHome(value: Value): Value {
  return each(value, (one) => {
    const whole = asText(one)
    const first = whole.parts[0]
    if (first?.kind !== 'text' || !/^~(?:\/|$)/.test(first.text)) return one.is === 'thing' && one.text !== null ? one.text : one
    return concat(home(), {
      ...whole,
      parts: first.text === '~' ? whole.parts.slice(1) : [{ kind: 'text', text: first.text.slice(1) }, ...whole.parts.slice(1)],
    })
  })
}

export function dirName(value: Value): Value {
  return each(value, (one) => {
    const whole = asText(one)
    const last = whole.parts.at(-1)
    if (last === undefined) return whole
    if (last.kind !== 'text') {
      // `dir + '/*'`: its folder is what comes before the slash.
      const before = whole.parts.at(-2)
      if (before?.kind === 'text' && before.text.endsWith('/')) return withLast(whole, -2, before.text.slice(0, -1) || '/')
      return concat(whole, text('/..'))
    }
    const trimmed = last.text.length > 1 ? last.text.replace(/\/$/, '') : last.text
    const slash = trimmed.lastIndexOf('/')
    if (slash > 0) return withLast(whole, -1, trimmed.slice(0, slash))
    if (slash === 0) return whole.parts.length === 1 ? withLast(whole, -1, '/') : withLast(whole, -1, '')
    return whole.parts.length === 1 ? text('.') : concat(whole, text('/..'))
  })
}
function withLast(whole: TextValue, index: number, last: string): TextValue {
  const kept = whole.parts.slice(0, index)
  return { ...whole, parts: last === '' ? kept : [...kept, { kind: 'text', text: last }] }
}

export function baseName(value: Value): Value {
  return each(value, (one) => {
    const whole = asText(one)
    const last = whole.parts.at(-1)
    if (last?.kind === 'glob') return { ...whole, parts: [last] }
    if (last?.kind !== 'text') return { ...whole, parts: [{ kind: 'unknown', name: null, mayBeEmpty: false }] }
    const slash = last.text.lastIndexOf('/')
    if (slash < 0 && whole.parts.length > 1) return { ...whole, parts: [{ kind: 'unknown', name: null, mayBeEmpty: false }, last] }
    return { ...whole, parts: [{ kind: 'text', text: last.text.slice(slash + 1) }] }
  })
}

/** A pattern as the glob functions read it: `*`, `?` and `[…]` stand for names that exist. */
export function globbed(value: Value): Value {
  return each(value, (one) => {
    const whole = asText(one)
    const parts: Part[] = []
    let deep = whole.deep
    for (const part of whole.parts) {
      if (part.kind !== 'text') parts.push(part)
      else {
        for (const piece of part.text.split(/([*?]+|\[[^\]/]*\])/)) {
          if (piece === '') continue
          parts.push(/^[*?[]/.test(piece) ? { kind: 'glob', text: piece } : { kind: 'text', text: piece })
        }
        deep ||= part.text.includes('**')
      }
    }
    return { ...whole, parts, deep }
  })
}

/** Some name in this folder. */
export function anythingIn(folder: Value, deep: boolean): Value {
  const star: TextValue = { is: 'text', parts: [{ kind: 'glob', text: '*' }], from: [], decoded: false, deep }
  return each(folder, (one) => joinPaths([literal(one) === '' ? text('.') : one, star], false))
}
export const anyName = (): TextValue => ({ is: 'text', parts: [{ kind: 'glob', text: '*' }], from: [], decoded: false, deep: false })

export const isAddress = (value: Value): boolean => {
  const first = asText(value).parts[0]
  return first?.kind === 'text' && /^(?:https?|ftps?|wss?|sftp):\/\//i.test(first.text)
}

/** Whether what is done to it reaches below, and whether it is looked for there. */
export function reach(value: Value, recursive: boolean): { readonly recursive: boolean; readonly deep?: true } {
  return asText(value).deep ? { recursive: true, deep: true } : { recursive }
}

/** Without `.` and `..`, where all of it is known. */
export const normalisedPath = (value: Value): Value =>
  each(value, (one) => {
    const known = literal(one)
    if (known === null || !/(?:^|\/)\.{1,2}(?:\/|$)|\/\//.test(known)) return one
    const kept: string[] = []
    for (const part of known.split('/')) {
      if (part === '' || part === '.') continue
      if (part === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop()
      else if (part !== '..' || !known.startsWith('/')) kept.push(part)
    }
    const made = `${known.startsWith('/') ? '/' : ''}${kept.join('/')}`
    return { ...asText(one), parts: [{ kind: 'text', text: made === '' ? '.' : made }] }
  })
