// Which tasks does a line name, by what an entry may say of it?
import { expect, test } from 'vitest'
import { UNKNOWN_PROGRAM } from '../meaning/entries.ts'
import { parseOptions } from '../meaning/options.ts'
import { NO_TASKS } from '../meaning/tasks.ts'
import type { RunsTasks } from '../meaning/tasks.ts'
import { namedTasks } from './named-tasks.ts'

const OPTIONS = { '-e': { name: '-e', arity: 1 }, '--env': { name: '--env', arity: 1 }, '--quiet': { name: '--quiet', arity: 0 } } as const
const named = (tasks: Partial<RunsTasks>, line: string): readonly string[] => {
  const program = { ...UNKNOWN_PROGRAM, name: 'x', options: OPTIONS, known: true, subcommands: { sub: { ...UNKNOWN_PROGRAM, name: 'sub' } } }
  const words = line.split(' ').map((text) => ({ text }))
  return namedTasks({ parsed: parseOptions(program, words) } as Parameters<typeof namedTasks>[0], { ...NO_TASKS, ...tasks }, 0)
}

test.each<[Partial<RunsTasks>, string, readonly string[]]>([
  [{ named: 'all' }, 'x a b N=1', ['a', 'b']],
  [{ named: 'all' }, 'x', []],
  [{ named: 'all', otherwise: 'default' }, 'x --quiet', ['default']],
  [{ named: 'first' }, 'x a b', ['a']],
  [{ named: 'none' }, 'x a', []],
  [{ named: 'none', otherwise: '' }, 'x a', ['']],
  [{ named: 'first', verbs: ['run'] }, 'x run a b', ['a']],
  [{ named: 'all', verbs: ['run'] }, 'x run a b', ['a', 'b']],
  [{ named: 'first', verbs: ['run'] }, 'x a', []],
  [{ named: 'first', verbs: ['run', 'tasks run'] }, 'x tasks run a', ['a']],
  [{ named: 'first', verbs: ['run', 'tasks run'], alone: true }, 'x tasks ls', []],
  [{ named: 'all', verbs: ['run'], alone: true }, 'x a b', ['a']],
  [{ named: 'all', verbs: ['run'], alone: true }, 'x sub b', []],
  [{ named: 'none', options: ['-e'] }, 'x -e a,b', ['a', 'b']],
  [{ named: 'all', prefixes: ['npm:'] }, 'x npm:a:* echo npm:', ['a:**']],
  [{ named: 'first', under: ['--env'] }, 'x --env e a', ['e:a']],
  [{ named: 'first', under: ['--env'] }, 'x --env e f:a', ['f:a']],
  [{ named: 'all', cut: '[' }, 'x a[1] b', ['a', 'b']],
  [{ named: 'first', hooks: { install: ['pre', 'post'] }, unless: ['--quiet'] }, 'x install', ['pre', 'post']],
  [{ named: 'first', hooks: { install: ['pre', 'post'] }, unless: ['--quiet'] }, 'x --quiet install', []],
  [{ named: 'none', otherwise: '', not: ['list'] }, 'x list', []],
])('%j in `%s`: %j', (tasks, line, expected) => {
  expect(named(tasks, line)).toEqual(expected)
})
