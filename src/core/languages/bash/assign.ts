// What does an assignment leave in its variable?
import type { Word } from '../../model.ts'
import { literal, unknownWord } from '../../value/text.ts'
import { evaluateValue } from './re-evaluation.ts'
import { joinWords } from '../../value/fields.ts'
import type { Assignment } from './parse.ts'
import { afford, bulkOfList, readable } from '../../log/process.ts'
import { meantBy } from '../../machine/env.ts'
import type { Shell, Value } from '../../machine/process.ts'
import { expandValue, expandWord } from './words.ts'

export function expandAssign(shell: Shell, node: Assignment): { readonly name: string; readonly value: Value } {
  const { value } = node
  const set = shell.vars.get(meantBy(shell, node.name) ?? node.name)
  const before = node.append === true ? set : undefined
  if (value.type === 'ArrayValue') {
    const elements = readable(shell, value.elements, { field: shell.trace.field, start: node.pos, end: node.end })
    const given = elements.flatMap((element) => expandWord(shell, element))
    const all = [...(before?.words ?? []), ...given.map(withoutIndex)]
    const keys = given.some((word) => keyOf(word) !== null) ? { keys: [...keysOf(before), ...given.map(keyOf)] } : {}
    return {
      name: node.name,
      value: afford(shell, bulkOfList(all.length)) ? { words: all, array: true, ...keys } : { words: [unknownWord(node.name)], array: true },
    }
  }
  const word = expandValue(shell, value)
  if (node.index !== undefined) {
    const index = expandValue(shell, node.index)
    evaluateValue(shell, index, { field: shell.trace.field, start: node.pos, end: node.end })
    return { name: node.name, value: { words: [...(set?.words ?? []), word], array: true, keys: [...keysOf(set), index.text] } }
  }
  return { name: node.name, value: { words: [before === undefined ? word : joinWords([before.words[0] ?? literal(''), word], '')], array: false } }
}

const INDEX = /^\[([\w-]{1,64})\]\+?=/
/** Under which each of its words stands, where that was said; null where it is the place. */
const keysOf = (value: Value | undefined): readonly (string | null)[] => value?.keys ?? value?.words.map(() => null) ?? []
const keyOf = ({ text }: Word): string | null => (text === null ? null : (INDEX.exec(text)?.[1] ?? null))

/** `a=([0]=x [1]=y)` */
function withoutIndex(word: Word): Word {
  const index = word.text === null ? null : INDEX.exec(word.text)
  return index === null ? word : literal((word.text ?? '').slice(index[0].length), word.from)
}
