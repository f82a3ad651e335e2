// What would a task runner run? The task that is named and what it needs first, as the project's own file says.
import type { Word } from '../model.ts'
import { normalise, parentOf } from '../text/path.ts'
import { has, valuesOf } from '../meaning/options.ts'
import { addUnread, firstKnown, folderFor, foldersUp, quoted, runText, within } from '../machine/project-files.ts'
import type { ReaderLine } from '../machine/shell.ts'
import { pythonTasks, rakeTasks } from './task-code.ts'
import {
  cargoMakeTasks,
  composerScripts,
  denoTasks,
  hatchScripts,
  includedTasks,
  miseTasks,
  poeTasks,
  projectScripts,
  taskfile,
  taskfileIncludes,
  toxEnvironments,
  UNREAD,
} from './task-files.ts'
import type { Included, Task, Tasks } from './task-files.ts'

interface Source {
  readonly files: readonly string[]
  readonly read: (text: string) => Tasks
  /** Further files that it takes in. */
  readonly includes?: (text: string) => readonly Included[]
}
interface Runner {
  readonly sources: readonly Source[]
  /** Options that name another file, or move to another folder. */
  readonly file?: readonly string[]
  readonly moves?: readonly string[]
  /** The tasks that this line names; null where it names none. */
  readonly wanted: (line: ReaderLine) => readonly string[] | null
  /** Words after the task's name are its own. */
  readonly passes?: true
}

const texts = ({ parsed }: ReaderLine): readonly string[] => parsed.operands.map((word) => word.text ?? '')
const own = (line: ReaderLine): readonly string[] => texts(line).slice(line.parsed.depth)
/** All of them, or the one that is meant where none is named. */
const each =
  (otherwise: string | null) =>
  (line: ReaderLine): readonly string[] | null => {
    const names = texts(line).filter((word) => !word.includes('='))
    return names.length > 0 ? names : otherwise === null ? null : [otherwise]
  }
/** `pdm run x`, and `pdm x` where that is no command of its own. */
const afterRun = (line: ReaderLine): readonly string[] | null => {
  const [verb, name] = texts(line)
  const found = verb === 'run' || verb === 'r' || verb === 'run-script' || verb === 'task' ? name : line.parsed.depth === 0 ? verb : undefined
  return found === undefined ? null : [found]
}
const COMPOSER_HOOKS: Readonly<Record<string, readonly string[]>> = {
  install: ['pre-install-cmd', 'pre-autoload-dump', 'post-autoload-dump', 'post-install-cmd'],
  i: ['pre-install-cmd', 'pre-autoload-dump', 'post-autoload-dump', 'post-install-cmd'],
  update: ['pre-update-cmd', 'pre-autoload-dump', 'post-autoload-dump', 'post-update-cmd'],
  'dump-autoload': ['pre-autoload-dump', 'post-autoload-dump'],
  dumpautoload: ['pre-autoload-dump', 'post-autoload-dump'],
}
const PYPROJECT = 'pyproject.toml'
const listed = (values: readonly Word[]): readonly string[] => values.flatMap((word) => (word.text ?? '').split(','))

const CARGO_MAKE: Runner = {
  sources: [{ files: ['Makefile.toml'], read: cargoMakeTasks }],
  file: ['--makefile'],
  moves: ['--cwd'],
  wanted: (line) => [own(line)[0] ?? 'default'],
}

const RUNNERS: Readonly<Record<string, Runner>> = {
  task: {
    sources: [
      { files: ['Taskfile.yml', 'taskfile.yml', 'Taskfile.yaml', 'taskfile.yaml', 'Taskfile.dist.yml'], read: taskfile, includes: taskfileIncludes },
      { files: [PYPROJECT], read: projectScripts('tool.taskipy.tasks') },
    ],
    file: ['--taskfile'],
    moves: ['--dir'],
    wanted: each('default'),
  },
  deno: {
    sources: [{ files: ['deno.json', 'deno.jsonc'], read: denoTasks }],
    file: ['--config'],
    moves: ['--cwd'],
    wanted: (line) => (texts(line)[0] === 'task' ? own(line).slice(0, 1) : null),
    passes: true,
  },
  composer: {
    sources: [{ files: ['composer.json'], read: composerScripts }],
    moves: ['--working-dir'],
    wanted: (line) => {
      const [verb = ''] = texts(line)
      if (!Object.hasOwn(COMPOSER_HOOKS, verb)) return afterRun(line)
      return has(line.parsed.options, ['--no-scripts']) ? null : (COMPOSER_HOOKS[verb] ?? null)
    },
    passes: true,
  },
  mise: {
    sources: [{ files: ['mise.toml', '.mise.toml', 'mise/config.toml', '.mise/config.toml', '.config/mise.toml', 'mise.local.toml'], read: miseTasks }],
    moves: ['--cd'],
    wanted: (line) => (texts(line)[0] === 'tasks' ? (texts(line)[1] === 'run' ? texts(line).slice(2, 3) : null) : afterRun(line)),
    passes: true,
  },
  poe: { sources: [{ files: [PYPROJECT, 'poe_tasks.toml'], read: poeTasks }], moves: ['--directory'], wanted: (line) => texts(line).slice(0, 1), passes: true },
  pdm: { sources: [{ files: [PYPROJECT], read: projectScripts('tool.pdm.scripts') }], moves: ['--project'], wanted: afterRun, passes: true },
  rye: { sources: [{ files: [PYPROJECT], read: projectScripts('tool.rye.scripts') }], wanted: afterRun, passes: true },
  pixi: {
    sources: [
      { files: ['pixi.toml'], read: projectScripts('tasks') },
      { files: [PYPROJECT], read: projectScripts('tool.pixi.tasks') },
    ],
    wanted: (line) => (texts(line)[0] === 'run' ? afterRun(line) : null),
    passes: true,
  },
  pipenv: {
    sources: [{ files: ['Pipfile'], read: projectScripts('scripts') }],
    wanted: (line) => (texts(line)[0] === 'run' ? afterRun(line) : null),
    passes: true,
  },
  hatch: {
    sources: [{ files: ['hatch.toml', PYPROJECT], read: hatchScripts }],
    wanted: (line) => {
      const [env] = valuesOf(line.parsed.options, '--env')
      const [verb, name] = texts(line)
      if (verb !== 'run' || name === undefined) return verb === 'test' || verb === 'fmt' ? [`hatch-${verb}:run`] : null
      return [env?.text == null || name.includes(':') ? name.replace(/^\+[^:]*:/, '') : `${env.text}:${name}`]
    },
    passes: true,
  },
  tox: {
    sources: [{ files: ['tox.ini'], read: toxEnvironments }],
    file: ['--conf'],
    wanted: (line) => {
      const envs = listed(valuesOf(line.parsed.options, '-e'))
      const [verb] = texts(line)
      if (verb !== undefined && !['run', 'r', 'run-parallel', 'p', 'legacy', 'le'].includes(verb) && line.parsed.operands.length === 1) return null
      return envs.length > 0 ? envs : ['']
    },
  },
  rails: {
    sources: [{ files: ['Rakefile', 'rakefile', 'Rakefile.rb', 'rakefile.rb'], read: rakeTasks }],
    file: ['--rakefile'],
    wanted: (line) => (each('')(line) ?? []).map((name) => name.replace(/\[.*$/, '')),
  },
  makers: CARGO_MAKE,
  cargo: CARGO_MAKE,
  invoke: { sources: [{ files: ['tasks.py', 'fabfile.py'], read: pythonTasks(/^@(?:\w+\.)?task\b/) }], moves: ['--search-root'], wanted: each(null) },
  nox: {
    sources: [{ files: ['noxfile.py'], read: pythonTasks(/^@(?:nox\.)?session\b/) }],
    file: ['--noxfile'],
    wanted: (line) => {
      const named = valuesOf(line.parsed.options, '--sessions').flatMap((word) => (word.text ?? '').split(','))
      return named.length > 0 ? named.map((name) => name.replace(/[-(].*$/, '')) : ['']
    },
  },
}

const MOST_TASKS = 400

export function readTasks(line: ReaderLine): Word | null {
  const { shell, parsed, command } = line
  const program = parsed.chain[0]?.name ?? ''
  const runner = Object.hasOwn(RUNNERS, program) ? RUNNERS[program] : undefined
  const wanted = runner?.wanted(line) ?? []
  const folder =
    runner === undefined || wanted.length === 0
      ? null
      : folderFor(
          shell,
          (runner.moves ?? []).flatMap((option) => valuesOf(parsed.options, option)),
        )
  if (runner === undefined || folder === null) return null
  const [given] = (runner.file ?? []).flatMap((option) => valuesOf(parsed.options, option))
  let printed: Word | null = null
  for (const source of runner.sources) {
    const { files } = source
    const paths = given?.text == null ? foldersUp(shell, folder).flatMap((at) => files.map((name) => within(at, name))) : [normalise(given.text, folder)]
    const found = firstKnown(shell, paths)
    if (found === null) continue
    const last = wanted.at(-1)
    const position = runner.passes === true ? command.words.findIndex((word) => word.text === last) : -1
    const args = position < 0 ? [] : command.words.slice(position + 1).filter((word, at) => at > 0 || word.text !== '--')
    printed = runTasks(line, program, found.path, allTasks(line, source, found, 0), wanted, args) ?? printed
  }
  return printed
}

const MOST_INCLUDES = 20
const DEEPEST_INCLUDES = 3

/** With those of the files that it takes in. */
function allTasks(line: ReaderLine, source: Source, { path, text }: { readonly path: string; readonly text: string }, depth: number): Tasks {
  const own = source.read(text)
  const includes = source.includes?.(text) ?? []
  if (includes.length === 0) return own
  if (depth >= DEEPEST_INCLUDES || includes.length > MOST_INCLUDES) addUnread(line, path, 'more included task files than are read')
  if (depth >= DEEPEST_INCLUDES) return own
  const all = new Map<string, Task>()
  for (const include of includes.slice(0, MOST_INCLUDES)) {
    const at = normalise(include.file, parentOf(path))
    const found = firstKnown(line.shell, /\.ya?ml$/.test(at) ? [at] : source.files.map((name) => within(at, name)))
    if (found === null) continue
    const folder = include.folder === undefined ? {} : { folder: normalise(include.folder, parentOf(path)) }
    for (const [name, task] of includedTasks(allTasks(line, source, found, depth + 1), { ...include, ...folder }, found.path)) all.set(name, task)
  }
  for (const [name, task] of own) all.set(name, task)
  return all
}

function runTasks(line: ReaderLine, program: string, file: string, tasks: Tasks, wanted: readonly string[], args: readonly Word[]): Word | null {
  const seen = new Set<string>()
  let printed: Word | null = null
  const run = (name: string, tail: string): void => {
    const task = tasks.get(name)
    const mark = `${program} ${file} ${name}`
    if (task === undefined || seen.has(name) || line.shell.calling.includes(mark)) return
    if (seen.size >= MOST_TASKS) {
      if (seen.size === MOST_TASKS) addUnread(line, file, 'more tasks than are read')
      seen.add(name)
      return
    }
    seen.add(name)
    const from = task.file ?? file
    const folder = normalise(task.folder ?? '', parentOf(from))
    for (const step of task.steps) {
      if (line.shell.trace.budget.spent) return
      if ('task' in step) run(step.task, '')
      else if (step.text.trim() !== '') {
        const text = tail === '' || step.language !== undefined ? step.text : `${step.text} ${tail}`
        printed = runText(line, { file: from, folder, name: mark, ...(step.language === undefined ? {} : { language: step.language }) }, text) ?? printed
      }
    }
  }
  if (tasks.has(UNREAD)) addUnread(line, file, 'a longer or deeper file of tasks than is read')
  if (tasks.has('\0always')) run('\0always', '')
  for (const name of wanted) run(tasks.has(name) ? name : program === 'tox' && !tasks.has(name) ? '*' : name, args.map(quoted).join(' '))
  return printed
}
