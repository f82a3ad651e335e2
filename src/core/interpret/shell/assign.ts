// What does an assignment leave in its variable?
import { literal } from '../trace.ts'
import { joinWords } from './fields.ts'
import type { Assignment } from './parse.ts'
import type { Shell, Value } from './state.ts'
import { expandValue, expandWord } from './words.ts'

export function expandAssign(shell: Shell, node: Assignment): { readonly name: string; readonly value: Value } {
  const { value } = node
  const before = node.append === true ? shell.vars.get(node.name) : undefined
  if (value.type === 'ArrayValue') {
    const words = value.elements.flatMap((element) => expandWord(shell, element))
    return { name: node.name, value: { words: [...(before?.words ?? []), ...words], array: true } }
  }
  const word = expandValue(shell, value)
  if (node.index !== undefined) {
    expandValue(shell, node.index)
    return { name: node.name, value: { words: [...(shell.vars.get(node.name)?.words ?? []), word], array: true } }
  }
  return { name: node.name, value: { words: [before === undefined ? word : joinWords([before.words[0] ?? literal(''), word], '')], array: false } }
}
