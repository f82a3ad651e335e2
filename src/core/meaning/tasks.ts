// What does the entry of a task runner say (`tasks`): which files hold its tasks, and which words name those that it runs?
import { isTable, list, tables } from './source-shape.ts'
import type { Report, Table } from './source-shape.ts'

/** Files of one form. */
export interface TaskFiles {
  /** Names, in a folder or one above it; the first that is there counts. */
  readonly of: readonly string[]
  /** The form, called after a file that has it (`readers/task-files.ts`). */
  readonly as: string
  /** Where in it the tasks stand, or what marks one. */
  readonly at: string
}
export interface RunsTasks {
  /** None: scripts of package.json. */
  readonly files: readonly TaskFiles[]
  /** They are those of each package of a repository. */
  readonly across: boolean
  /** Options that name another file, or move to another folder. */
  readonly file: readonly string[]
  readonly moves: readonly string[]
  /** Which of its words are tasks. */
  readonly named: 'all' | 'first' | 'none'
  /** They stand behind one of these; `alone`: or behind nothing, where that is no command of its own. */
  readonly verbs: readonly string[]
  readonly alone: boolean
  /** Beginnings by which a word is known as a task's name; what follows may be a pattern. */
  readonly prefixes: readonly string[]
  /** Options that name tasks, several with commas. */
  readonly options: readonly string[]
  /** The option that says whose task it is, where the name does not: `env:name`. */
  readonly under: readonly string[]
  /** At the first of these characters a name ends. */
  readonly cut: string
  /** The task that is meant where none is named. */
  readonly otherwise: string | null
  /** Tasks that belong to its other commands, unless one of these options is set. */
  readonly hooks: Readonly<Record<string, readonly string[]>>
  readonly unless: readonly string[]
  /** Commands that run no task. */
  readonly not: readonly string[]
  /** Words after the task's name are its own. */
  readonly passes: boolean
}

const KEYS = 'files across file moves named verbs alone prefixes options under cut otherwise hooks unless not passes'.split(' ')
const FILE_KEYS = ['of', 'as', 'at']
const NAMED = ['all', 'first', 'none'] as const

/** Of what an entry does not say. */
export const NO_TASKS: RunsTasks = {
  files: [],
  across: false,
  file: [],
  moves: [],
  named: 'none',
  verbs: [],
  alone: false,
  prefixes: [],
  options: [],
  under: [],
  cut: '',
  otherwise: null,
  hooks: {},
  unless: [],
  not: [],
  passes: false,
}

export function compileTasks(value: unknown, path: readonly (string | number)[], problem: Report, canonical: (option: string) => string): Partial<RunsTasks> {
  const source: Table = isTable(value) ? value : {}
  const strange = (keys: readonly string[], of: Table): void => {
    for (const key of Object.keys(of)) if (!keys.includes(key)) problem([...path, key], `unknown key \`${key}\`; known are ${keys.join(', ')}`)
  }
  strange(KEYS, source)
  const named = NAMED.find((one) => one === source['named'])
  if (named === undefined) problem([...path, 'named'], `expected one of ${NAMED.join(', ')}: which of its words are tasks`)
  const options = (key: string): readonly string[] => list(source[key]).map(canonical)
  const files = tables(source['files'], [...path, 'files'], problem).map((one) => {
    strange(FILE_KEYS, one)
    if (typeof one['as'] !== 'string') problem([...path, 'files'], 'say the form of the files: `as`')
    return { of: list(one['of']), as: String(one['as']), at: list(one['at'])[0] ?? '' }
  })
  const said = (keys: readonly string[], of: (key: string) => unknown): object =>
    Object.fromEntries(keys.flatMap((key) => (source[key] === undefined ? [] : [[key, of(key)]])))
  return {
    ...(files.length > 0 && { files }),
    ...(named !== undefined && { named }),
    ...(isTable(source['hooks']) && { hooks: hooksOf(source['hooks']) }),
    ...said(['file', 'moves', 'options', 'under', 'unless'], options),
    ...said(['verbs', 'prefixes', 'not'], (key) => list(source[key])),
    ...said(['cut', 'otherwise'], (key) => String(source[key])),
    ...said(['across', 'alone', 'passes'], (key) => source[key] === true),
  }
}

const hooksOf = (source: Table): RunsTasks['hooks'] =>
  Object.fromEntries(Object.entries(source).flatMap(([words, tasks]) => words.split('|').map((word) => [word, list(tasks)])))
