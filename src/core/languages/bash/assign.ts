// What does an assignment leave in its variable?
import type { Word } from '../../model.ts'
import { literal, unknownWord } from '../../value/text.ts'
import { evaluateValue } from './re-evaluation.ts'
import { joinWords } from '../../value/fields.ts'
import type { Assignment } from './parse.ts'
import { afford, bulkOfList, readable } from '../../log/process.ts'
import { meantBy, setAlias } from '../../machine/env.ts'
import { hasRole } from '../../meaning/traits.ts'
import type { Shell, Value } from '../../machine/process.ts'
import { expandValue, expandWord } from './words.ts'

export function expandAssign(shell: Shell, node: Assignment): { readonly name: string; readonly value: Value } {
  const { value } = node
  const set = shell.vars.get(meantBy(shell, node.name) ?? node.name)
  const before = node.append === true ? set : undefined
  if (value.type === 'ArrayValue') {
    const elements = readable(shell, value.elements, { field: shell.trace.field, start: node.pos, end: node.end })
    const { home } = shell.trace.scene
    const pairs = elements.flatMap((element) => expandWord(shell, element).map((word) => ({ word, home: AT_HOME.test(element.text) ? home : '~' })))
    const given = pairs.map(({ word }) => word)
    const all = [...(before?.words ?? []), ...pairs.map(withoutIndex)]
    const keys = given.some((word) => keyOf(word) !== null) ? { keys: [...keysOf(before), ...given.map(keyOf)] } : {}
    return {
      name: node.name,
      value: afford(shell, bulkOfList(all.length)) ? inOrder({ words: all, array: true, ...keys }) : { words: [unknownWord(node.name)], array: true },
    }
  }
  const word = expandValue(shell, value)
  if (node.index !== undefined) {
    const index = expandValue(shell, node.index)
    evaluateValue(shell, index, { field: shell.trace.field, start: node.pos, end: node.end })
    // What it is called by from now on.
    if (hasRole(shell.trace.books.meaning, node.name, 'names-commands') && index.text !== null && word.text !== null) setAlias(shell, index.text, word.text)
    return { name: node.name, value: inOrder({ words: [...(set?.words ?? []), word], array: true, keys: [...keysOf(set), index.text] }) }
  }
  return { name: node.name, value: { words: [before === undefined ? word : joinWords([before.words[0] ?? literal(''), word], '')], array: false } }
}

/** `a=([2]=x [0]=y)`: by number, where all are numbers that differ; one that is set again is as it was. */
function inOrder(value: Value): Value {
  const numbers = value.keys?.map((key, at) => (key === null ? at : /^\d{1,4}$/.test(key) ? Number(key) : Number.NaN))
  if (numbers === undefined || numbers.some((one) => Number.isNaN(one)) || new Set(numbers).size < numbers.length) return value
  const order = numbers.map((number, at) => ({ number, at })).toSorted((a, b) => a.number - b.number)
  return { ...value, words: order.flatMap(({ at }) => value.words[at] ?? []), keys: order.map(({ number }) => String(number)) }
}

const INDEX = /^\[([\w-]{1,64})\]\+?=/
/** Under which each of its words stands, where that was said; null where it is the place. */
const keysOf = (value: Value | undefined): readonly (string | null)[] => value?.keys ?? value?.words.map(() => null) ?? []
const keyOf = ({ text }: Word): string | null => (text === null ? null : (INDEX.exec(text)?.[1] ?? null))

/** `a=([0]=x [1]=~)`: written so, the home is meant. */
function withoutIndex({ word, home }: { readonly word: Word; readonly home: string }): Word {
  const index = word.text === null ? null : INDEX.exec(word.text)
  return index === null ? word : literal((word.text ?? '').slice(index[0].length).replace(/^~(?=\/|$)/, home), word.from)
}
const AT_HOME = /\]\+?=~(?:\/|$)/
