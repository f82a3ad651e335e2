// Finds what is called when a known function is passed as an argument, or called through one of its own members.
import { elementsOf, memberOf } from './members.ts'
import type { Call, Language } from './call.ts'
import { resultOf } from './results.ts'
import { list, named, text } from './values.ts'
import type { ClassValue, FunctionValue, Value } from './values.ts'

interface Tools {
  readonly invoke: (callee: Value, call: Call) => Value
  readonly language: Language
}

/** `execSync.call(null, x)`, and what follows on a module that was asked for: `import('fs').then(…)`. Null for any other member. */
export function throughMember(name: string, last: string, made: Call, tools: Tools): Value | null {
  const of = named(name.slice(0, -last.length - 1))
  switch (last) {
    case 'then':
      return resultOf('settle', { ...made, self: of }, null, tools)
    case 'call':
      // Some are told first what they are called on.
      return tools.invoke(of, { ...made, args: made.args.length > 1 ? made.args.slice(1) : made.args })
    case 'apply':
      return tools.invoke(of, { ...made, args: elementsOf(made.args[1] ?? list([])).items })
    case 'to_proc':
    case 'unbind':
      return of
    case 'get':
      return memberOf(of, made.args[0] ?? text(''), true, tools.language)
    case 'items':
      return resultOf('pairs', { ...made, self: of }, null, tools)
    case 'bind':
      // Bound to words, it is called with them sooner or later.
      if (made.args.length > 1) tools.invoke(of, { ...made, args: made.args.slice(1) })
      return of
    default:
      return null
  }
}

const MOST_WORDS = 400

/** `Thread(target=os.system, args=(x,))`, `submit(os.system, x)`: a known function is called with the words beside it. */
export function handOn(made: Call, { invoke, language }: Tools): void {
  // Its words are the last of those that are gone through here: to go through them for each again would take twice as long for every one of them.
  if (made.handedOn === true) return
  const packed = made.options.get('args')
  const beside = packed === undefined ? [] : elementsOf(packed).items.slice(0, MOST_WORDS)
  const start = (value: Value, from: number): void => {
    if (value.is !== 'named' || value.self !== null || language.find(value.name)?.does === undefined) return
    const words = [...made.args.slice(from, from + MOST_WORDS), ...beside].filter(({ is }) => is !== 'constant')
    const args = words.flatMap((word) => (word.is === 'list' ? word.items.slice(0, MOST_WORDS) : [word]))
    if (args.length > 0) invoke(value, { ...made, args, options: new Map(), handedOn: true })
  }
  made.args.slice(0, MOST_WORDS).forEach((value, at) => start(value, at + 1))
  for (const value of made.options.values()) start(value, made.args.length)
}

const UNSEEN = /^__[a-z]+__$|^(?:toString|valueOf|toJSON|then|run)$/
/** Methods that the use of an object calls, and no call that can be seen: `with`, `+`, a loop over it. */
export const calledUnseen = ({ methods }: ClassValue): readonly FunctionValue[] =>
  [...methods].flatMap(([name, value]) => (value.is === 'function' && UNSEEN.test(name) ? [value] : []))
