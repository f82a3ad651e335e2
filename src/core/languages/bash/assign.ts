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
    const words = elements.flatMap((element) => expandWord(shell, element)).map(withoutIndex)
    const all = [...(before?.words ?? []), ...words]
    return { name: node.name, value: { words: afford(shell, bulkOfList(all.length)) ? all : [unknownWord(node.name)], array: true } }
  }
  const word = expandValue(shell, value)
  if (node.index !== undefined) {
    evaluateValue(shell, expandValue(shell, node.index), { field: shell.trace.field, start: node.pos, end: node.end })
    return { name: node.name, value: { words: [...(set?.words ?? []), word], array: true } }
  }
  return { name: node.name, value: { words: [before === undefined ? word : joinWords([before.words[0] ?? literal(''), word], '')], array: false } }
}

/** `a=([0]=x [1]=y)` */
function withoutIndex(word: Word): Word {
  const index = word.text === null ? null : /^\[[\w-]{1,64}\]\+?=/.exec(word.text)
  return index === null ? word : literal((word.text ?? '').slice(index[0].length), word.from)
}
