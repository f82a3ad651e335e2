// Lists the command lines that words with several values each may make.
import { fromOf, union, unknown } from './values.ts'
import type { From, Value } from './values.ts'

const MOST = 24
const MOST_WORDS = 500

/** All of them; of too many, those with one word unlike the first, and one in which such words are not known. */
export function waysOf(all: readonly Value[]): readonly (readonly Value[])[] {
  const values = all.length > MOST_WORDS ? [...all.slice(0, MOST_WORDS), unknown()] : all
  let count = 1
  for (const value of values) if (value.is === 'either') count *= value.options.length
  if (count === 1) return [values.map(firstOf)]
  if (count <= MOST) {
    let lines: (readonly Value[])[] = [[]]
    for (const value of values) lines = lines.flatMap((before) => (value.is === 'either' ? value.options : [value]).map((option) => [...before, option]))
    return lines
  }
  const first = values.map(firstOf)
  const hidden = values.map((value) => (value.is === 'either' ? unknown(value.options.reduce<From>((all, one) => union(all, fromOf(one)), [])) : value))
  const others = values.flatMap((value, at) =>
    value.is === 'either' ? value.options.slice(1).map((option) => first.map((one, place) => (place === at ? option : one))) : [],
  )
  return [first, ...others, hidden]
}

const firstOf = (value: Value): Value => (value.is === 'either' ? value.options[0]! : value)
