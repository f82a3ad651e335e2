// What would a task runner run? The task that is named and what it needs first, as the project's own file says.
import type { Word } from '../model.ts'
import { normalise, parentOf } from '../text/path.ts'
import { valuesOf } from '../meaning/options.ts'
import type { TaskFiles } from '../meaning/tasks.ts'
import { addUnread, firstKnown, folderFor, foldersUp, quoted, runText, within } from '../machine/project-files.ts'
import type { ReaderLine } from '../machine/shell.ts'
import { namedTasks, tasksOf } from './named-tasks.ts'
import { FORMS } from './task-forms.ts'
import { includedTasks, NOT_READ, UNREAD } from './task-files.ts'
import type { Task, Tasks } from './task-files.ts'

const MOST_TASKS = 400
/** What a task that is not there is an instance of. */
const OTHERS = '*'

export function readTasks(line: ReaderLine): Word | null {
  const { shell, parsed, command } = line
  const program = parsed.chain[0]?.name ?? ''
  const said = tasksOf(line)
  if (said === null) return null
  const { tasks, depth } = said
  const wanted = namedTasks(line, tasks, depth)
  if (wanted.length === 0) return null
  const folder = folderFor(
    shell,
    tasks.moves.flatMap((option) => valuesOf(parsed.options, option)),
  )
  if (folder === null) return null
  const [given] = tasks.file.flatMap((option) => valuesOf(parsed.options, option))
  let printed: Word | null = null
  for (const source of tasks.files) {
    const paths = given?.text == null ? foldersUp(shell, folder).flatMap((at) => source.of.map((name) => within(at, name))) : [normalise(given.text, folder)]
    const found = firstKnown(shell, paths)
    if (found === null) continue
    const last = wanted.at(-1)
    const position = tasks.passes ? command.words.findIndex((word) => word.text === last) : -1
    const args = position < 0 ? [] : command.words.slice(position + 1).filter((word, at) => at > 0 || word.text !== '--')
    printed = runTasks(line, program, found.path, allTasks(line, source, found, 0), wanted, args) ?? printed
  }
  return printed
}

const MOST_INCLUDES = 20
const DEEPEST_INCLUDES = 3

/** With those of the files that it takes in. */
function allTasks(line: ReaderLine, source: TaskFiles, { path, text }: { readonly path: string; readonly text: string }, depth: number): Tasks {
  const form = FORMS[source.as]
  const own = form?.read(text, source.at) ?? NOT_READ
  const includes = form?.includes?.(text) ?? []
  if (includes.length === 0) return own
  if (depth >= DEEPEST_INCLUDES || includes.length > MOST_INCLUDES) addUnread(line, path, 'more included task files than are read')
  if (depth >= DEEPEST_INCLUDES) return own
  const all = new Map<string, Task>()
  for (const include of includes.slice(0, MOST_INCLUDES)) {
    const at = normalise(include.file, parentOf(path))
    const found = firstKnown(line.shell, /\.ya?ml$/.test(at) ? [at] : source.of.map((name) => within(at, name)))
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
  for (const name of wanted) run(tasks.has(name) ? name : OTHERS, args.map(quoted).join(' '))
  return printed
}
