// Which tasks does a command line name, by what its program's entry says of them (`tasks`)?
import { has, valuesOf } from '../meaning/options.ts'
import { NO_TASKS } from '../meaning/tasks.ts'
import type { RunsTasks } from '../meaning/tasks.ts'
import type { ReaderLine } from '../machine/shell.ts'

/** What the entry says, or the subcommand's, and behind how many words its own stand. */
export function tasksOf({ parsed: { chain } }: ReaderLine): { readonly tasks: RunsTasks; readonly depth: number } | null {
  const depth = chain.findLastIndex(({ tasks }) => tasks !== undefined)
  const tasks = chain[depth]?.tasks
  return tasks === undefined ? null : { tasks: { ...NO_TASKS, ...tasks }, depth }
}

/** The tasks that this line names; none, where it runs none. */
export function namedTasks(line: ReaderLine, tasks: RunsTasks, depth: number): readonly string[] {
  const { options, operands, depth: deepest } = line.parsed
  const words = operands.slice(depth).map((word) => word.text ?? '')
  const [first = ''] = words
  if (Object.hasOwn(tasks.hooks, first)) return has(options, tasks.unless) ? [] : (tasks.hooks[first] ?? [])
  if (tasks.not.includes(first)) return []
  const behind = behindVerb(words, tasks, deepest === depth)
  if (behind === null) return []
  const said = tasks.options.flatMap((option) => valuesOf(options, option)).flatMap((word) => (word.text ?? '').split(','))
  const named = said.length > 0 ? said : tasks.prefixes.length > 0 ? behind.flatMap((word) => prefixed(word, tasks.prefixes)) : ownWords(behind, tasks)
  const whose = tasks.under.flatMap((option) => valuesOf(options, option)).at(0)?.text
  if (named.length === 0) return tasks.otherwise === null ? [] : [tasks.otherwise]
  return named.map((name) => upTo(tasks.cut, whose == null || name.includes(':') ? name.replace(/^\+[^:]*:/, '') : `${whose}:${name}`))
}

/** `run x`, and `x` where that is no command of its own. */
function behindVerb(words: readonly string[], { verbs, alone }: RunsTasks, isPlain: boolean): readonly string[] | null {
  if (verbs.length === 0) return words
  const [first = ''] = words
  const verb = verbs.find((one) => one === first || (one.startsWith(`${first} `) && one === words.slice(0, 2).join(' ')))
  if (verb !== undefined) return words.slice(verb.split(' ').length)
  return alone && isPlain && first !== '' && !verbs.some((one) => one.startsWith(`${first} `)) ? words.slice(0, 1) : null
}

const ownWords = (words: readonly string[], { named }: RunsTasks): readonly string[] =>
  named === 'none' ? [] : named === 'first' ? words.slice(0, 1) : words.filter((word) => !word.includes('='))

const prefixed = (word: string, prefixes: readonly string[]): readonly string[] =>
  prefixes.flatMap((prefix) => (word.startsWith(prefix) && /^\S/.test(word.slice(prefix.length)) ? [word.slice(prefix.length).replaceAll('*', '**')] : []))

function upTo(marks: string, name: string): string {
  const at = [...name].findIndex((char) => marks.includes(char))
  return at < 0 ? name : name.slice(0, at)
}
