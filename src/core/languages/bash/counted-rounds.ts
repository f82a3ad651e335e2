// Which values does the counter of `for ((i=2; i>=0; i--))` take, where all of them are known and few?
import type { Word } from '../../model.ts'
import type { Shell } from '../../machine/process.ts'
import { literal } from '../../value/text.ts'
import { numberOf } from './arithmetic.ts'
import type { ArithmeticExpression, CommandNode } from './parse.ts'

const MOST = 32

export interface Counted {
  readonly name: string
  readonly values: readonly Word[]
}

export function countedRounds(shell: Shell, { initialize, test, update }: Extract<CommandNode, { type: 'ArithmeticFor' }>): Counted | null {
  if (initialize?.type !== 'ArithmeticBinary' || initialize.operator !== '=' || initialize.left.type !== 'ArithmeticWord' || test === undefined) return null
  const name = initialize.left.value.trim()
  const step = update === undefined ? null : stepOf(shell, update, name)
  let value = numberOf(shell, initialize.right)
  if (!/^[A-Za-z_]\w*$/.test(name) || step === null || value === null) return null
  const values: Word[] = []
  for (;;) {
    const goesOn = numberOf(shell, test, new Map([[name, value]]))
    if (goesOn === null || values.length > MOST) return null
    if (goesOn === 0n) return { name, values }
    values.push(literal(String(value)))
    value += step
  }
}

/** `i++`, `--i`, `i+=2` */
function stepOf(shell: Shell, update: ArithmeticExpression, name: string): bigint | null {
  if (update.type === 'ArithmeticUnary') {
    if (update.operand.type !== 'ArithmeticWord' || update.operand.value.trim() !== name) return null
    return update.operator === '++' ? 1n : update.operator === '--' ? -1n : null
  }
  if (update.type !== 'ArithmeticBinary' || update.left.type !== 'ArithmeticWord' || update.left.value.trim() !== name) return null
  const by = numberOf(shell, update.right)
  return by === null ? null : update.operator === '+=' ? by : update.operator === '-=' ? -by : null
}
