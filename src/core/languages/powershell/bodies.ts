// Reads the body of a function or a script block again with what it is called with.
import type { Word } from '../../model.ts'
import { nested, spend } from '../_windows/budget.ts'
import { NOTHING, skip, unknownValue } from './state.ts'
import type { Body, State, Value } from './state.ts'
import { readVariableName } from './text.ts'
import { readExpression } from './expression.ts'

/** What a body is called with. */
export interface Given {
  readonly words: readonly Word[]
  readonly inputs: readonly number[]
  /** The command whose output is piped into it. */
  readonly from: number | null
}
interface Parameter {
  readonly key: string
  readonly written: string
  readonly isSwitch: boolean
  readonly otherwise: Value | null
}

const MOST_CALLS = 12
const PARAMETERS = /param\s{0,20}(?=\()/iy

/** What the body puts out; null where it cannot be followed: it calls itself, or calls are nested too deep. */
export function callBody(state: State, body: Body, given: Given): Value | null {
  if (state.calling.has(body.start) || state.calling.size >= MOST_CALLS || !spend(state, state.variables.size + body.to - body.from)) return null
  forget(state, body)
  const [at, outer] = [state.at, state.variables]
  state.calling.add(body.start)
  state.variables = new Map(outer)
  state.scopes.push(outer)
  state.at = body.start
  const value = nested(state, () => readBody(state, given), NOTHING)
  state.scopes.pop()
  state.variables = outer
  state.calling.delete(body.start)
  // Out of steps, the rest of the text is given up.
  if (state.steps >= 0) state.at = at
  return value
}

/** What was written down when nobody knew what it would be called with counts no more. */
function forget(state: State, body: Body): void {
  for (let index = body.from; index < body.to; index++) {
    const command = state.commands[index]
    if (command !== undefined && command.forgotten !== true) state.commands[index] = { ...command, forgotten: true }
  }
}

/** From the list of parameters, or from the bracket that opens the body. */
function readBody(state: State, given: Given): Value {
  if (state.text[state.at] === '(') {
    bind(state, readParameters(state), given)
    skip(state, true)
  } else bind(state, [], given)
  if (state.text[state.at] !== '{') return NOTHING
  state.at++
  const start = state.at
  skip(state, true)
  while (state.text[state.at] === '[') {
    skipBrackets(state)
    skip(state, true)
  }
  PARAMETERS.lastIndex = state.at
  const found = PARAMETERS.exec(state.text)
  if (found === null) state.at = start
  else {
    state.at += found[0].length
    bind(state, readParameters(state), given)
  }
  return state.readStatements(state, '}')
}

/** `( [type]$name = value, … )` */
export function readParameters(state: State): readonly Parameter[] {
  const found: Parameter[] = []
  if (state.text[state.at] !== '(') return found
  state.at++
  nested(
    state,
    () => {
      let isSwitch = false
      for (;;) {
        skip(state, true)
        const before = state.at
        const c = state.text[before]
        if (c === undefined || c === ')') {
          if (c === undefined) state.complete = false
          state.at++
          return
        }
        if (c === '[') {
          skipBrackets(state)
          isSwitch ||= /^\[switch\]/i.test(state.text.slice(before, before + 8))
        } else if (c === '$') {
          const name = readVariableName(state)
          if (name !== null) found.push({ ...name, isSwitch, otherwise: null })
          isSwitch = false
        } else if (c === '=') {
          state.at++
          skip(state, true)
          const otherwise = readExpression(state, false)
          const last = found.pop()
          if (last !== undefined) found.push({ ...last, otherwise })
        } else state.at++
        if (state.at === before) state.at++
      }
    },
    undefined,
  )
  return found
}

function skipBrackets(state: State): void {
  let open = 0
  do {
    if (state.text[state.at] === '[') open++
    else if (state.text[state.at] === ']') open--
    state.at++
  } while (open > 0 && state.at < state.text.length)
}

/** Names, by their beginnings too, take the word behind them; the others take what is left in turn, and the last one all of it. */
function bind(state: State, parameters: readonly Parameter[], { words, inputs, from }: Given): void {
  const values = new Map<string, Word[]>()
  const left: Word[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (word === undefined) break
    const name = /^-([A-Za-z_]\w*)$/.exec(word.text ?? '')?.[1]?.toLowerCase()
    const parameter = name === undefined ? undefined : (parameters.find(({ key }) => key === name) ?? parameters.find(({ key }) => key.startsWith(name)))
    const value = words[at + 1]
    if (parameter === undefined) left.push(word)
    else if (parameter.isSwitch) values.set(parameter.key, [{ text: '$true' }])
    else if (value !== undefined) {
      values.set(parameter.key, [value])
      at++
    }
  }
  const open = parameters.filter(({ key, isSwitch }) => !isSwitch && !values.has(key))
  const rest = [...left]
  open.forEach(({ key }, at) => {
    const own = at === open.length - 1 ? rest.splice(0) : rest.splice(0, 1)
    if (own.length > 0) values.set(key, own)
  })
  const piped = open.find(({ key }) => !values.has(key))
  for (const { key, written, otherwise } of parameters) {
    const own = values.get(key)
    if (own !== undefined) state.variables.set(key, { words: own, inputs })
    else if (from !== null && piped?.key === key) state.variables.set(key, state.items ?? unknownValue('_', [from]))
    else state.variables.set(key, otherwise ?? unknownValue(written))
  }
  state.variables.set('args', { words: rest.length > 0 || parameters.length > 0 ? rest : words, inputs, list: true })
}
