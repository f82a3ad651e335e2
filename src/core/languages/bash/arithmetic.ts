// What number does `$(( … ))` give? Known where every number in it is: written out, or held by a variable that is known.
import type { Word } from '../../model.ts'
import type { Shell } from '../../machine/process.ts'
import { literal, unknownWord } from '../../value/text.ts'
import type { ArithmeticExpression } from './parse.ts'
import { lookup } from '../../machine/env.ts'

/** Bash counts in 64 bits. */
const BITS = 64
const DEEPEST = 24
const LONGEST = 20

export function computedWord(shell: Shell, expression: ArithmeticExpression | undefined): Word {
  const value = expression === undefined ? null : numberOf(shell, expression)
  return value === null ? unknownWord('arithmetic', false) : literal(String(value))
}

const NOTHING: ReadonlyMap<string, bigint> = new Map()
/** Null where something of it is not known, and where it sets something. `held` counts before what the shell knows. */
export function numberOf(shell: Shell, expression: ArithmeticExpression, held: ReadonlyMap<string, bigint> = NOTHING, depth = 0): bigint | null {
  if (depth > DEEPEST) return null
  const inner = (one: ArithmeticExpression): bigint | null => numberOf(shell, one, held, depth + 1)
  switch (expression.type) {
    case 'ArithmeticGroup':
      return inner(expression.expression)
    case 'ArithmeticWord':
      return held.get(NAME.exec(expression.value)?.[1] ?? '') ?? valueOf(shell, expression.value)
    case 'ArithmeticUnary': {
      const value = inner(expression.operand)
      const made = value === null ? undefined : UNARY[expression.operator]?.(value)
      return made === undefined ? null : BigInt.asIntN(BITS, made)
    }
    case 'ArithmeticBinary': {
      const left = inner(expression.left)
      const right = left === null ? null : inner(expression.right)
      const made = left === null || right === null ? undefined : BINARY[expression.operator]?.(left, right)
      return made === undefined ? null : BigInt.asIntN(BITS, made)
    }
    case 'ArithmeticTernary': {
      const test = inner(expression.test)
      return test === null ? null : inner(test === 0n ? expression.alternate : expression.consequent)
    }
    case 'ArithmeticCommandExpansion':
      return null
  }
}

/** `${#list[@]}`, `${#text}` */
const COUNT = /^\$\{#([A-Za-z_]\w{0,99})(\[[@*]\])?\}$/
const NAME = /^\$?\{?([A-Za-z_]\w{0,99})\}?$/

function valueOf(shell: Shell, text: string): bigint | null {
  const name = NAME.exec(text)?.[1]
  if (name === undefined) return countOf(shell, text) ?? literalNumber(text)
  // What runs more than once finds another number each time.
  if (shell.leaving.has('continue') || shell.calling.length > 0) return null
  const words = lookup(shell, name)?.words ?? []
  const [held] = words
  return words.length !== 1 || held?.text == null ? null : literalNumber(held.text)
}

function countOf(shell: Shell, text: string): bigint | null {
  const [, name = '', whole] = COUNT.exec(text) ?? []
  const value = name === '' ? undefined : lookup(shell, name)
  if (value == null || value.otherwise !== undefined || value.words.some((word) => word.text === null)) return null
  return whole === undefined ? BigInt(value.words[0]?.text?.length ?? 0) : BigInt(value.words.length)
}

/** `12`, `0x1f`, `017`, `2#1010`. */
function literalNumber(text: string): bigint | null {
  if (text.length > LONGEST) return null
  if (/^(?:0|[1-9]\d*|0[xX][\da-fA-F]+)$/.test(text)) return BigInt(text)
  if (/^0[0-7]+$/.test(text)) return BigInt(`0o${text.slice(1)}`)
  const [, base = '', digits = ''] = /^(\d{1,2})#([\da-zA-Z]+)$/.exec(text) ?? []
  const radix = Number(base)
  if (radix < 2 || radix > 36 || digits === '') return null
  const value = Number.parseInt(digits, radix)
  return Number.isSafeInteger(value) && value.toString(radix) === digits.toLowerCase() ? BigInt(value) : null
}

const truth = (value: boolean): bigint => (value ? 1n : 0n)
const UNARY: Readonly<Record<string, (value: bigint) => bigint>> = {
  '-': (value) => -value,
  '+': (value) => value,
  '~': (value) => ~value,
  '!': (value) => truth(value === 0n),
}
const MOST_SHIFTED = 63n
const HIGHEST_POWER = 64n
const BINARY: Readonly<Record<string, (left: bigint, right: bigint) => bigint | undefined>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => (right === 0n ? undefined : left / right),
  '%': (left, right) => (right === 0n ? undefined : left % right),
  '**': (left, right) => (right < 0n || right > HIGHEST_POWER ? undefined : left ** right),
  '<<': (left, right) => (right < 0n || right > MOST_SHIFTED ? undefined : left << right),
  '>>': (left, right) => (right < 0n || right > MOST_SHIFTED ? undefined : left >> right),
  '&': (left, right) => left & right,
  '|': (left, right) => left | right,
  '^': (left, right) => left ^ right,
  ',': (_, right) => right,
  '<': (left, right) => truth(left < right),
  '>': (left, right) => truth(left > right),
  '<=': (left, right) => truth(left <= right),
  '>=': (left, right) => truth(left >= right),
  '==': (left, right) => truth(left === right),
  '!=': (left, right) => truth(left !== right),
  '&&': (left, right) => truth(left !== 0n && right !== 0n),
  '||': (left, right) => truth(left !== 0n || right !== 0n),
}
