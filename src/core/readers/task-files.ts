// Which tasks does a project's file hold, what do they run, and what do they need first? One reader a format.
import { below, entriesOf, isList, isTable, readJson, textOf, textsOf } from '../text/plain-data.ts'
import type { Data } from '../text/plain-data.ts'
import { hasMoreRows, rowsOf } from '../text/rows.ts'
import { readToml } from '../text/toml-text.ts'
import { readYaml } from '../text/yaml-text.ts'

/** Text for a shell or another language, or the name of another task. */
export type Step = { readonly text: string; readonly language?: string } | { readonly task: string }
export interface Task {
  readonly steps: readonly Step[]
  /** Where it runs, from where the file lies. */
  readonly folder?: string
  /** The file that says so, where another takes it in. */
  readonly file?: string
}
export type Tasks = ReadonlyMap<string, Task>

/** A task of this name says that the file is longer or deeper than is read. */
export const UNREAD = '\0unread'
export const NOT_READ: Tasks = new Map([[UNREAD, { steps: [] }]])

const shell = (text: string): Step => ({ text })
const other = (task: string): Step => ({ task })
const tasksOf = (data: Data | undefined, read: (value: Data, name: string) => readonly Step[]): Map<string, Task> =>
  new Map(entriesOf(data).map(([name, value]) => [name, { steps: read(value, name), ...folderIn(value) }]))
const tasksIn = (data: Data | null, path: string, read: (value: Data, name: string) => readonly Step[]): Tasks =>
  data === null ? NOT_READ : tasksOf(below(data, path), read)
const folderIn = (value: Data): { readonly folder?: string } => {
  const folder = textOf(below(value, 'dir')) ?? textOf(below(value, 'cwd')) ?? textOf(below(value, 'working_dir'))
  return folder === null || /[{$]/.test(folder) ? {} : { folder }
}
/** A word of a list of words, as shell text. */
const quoted = (word: string): string => (/^[\w./:=@%+,~-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)
const words = (data: Data | undefined): readonly Step[] => {
  const found = textsOf(data)
  return found.length === 0 ? [] : [shell(typeof data === 'string' ? data : found.map(quoted).join(' '))]
}

/** Taskfile.yml. `{{.X}}` is what the file says, or a variable nobody knows. */
export function taskfile(text: string): Tasks {
  const data = readYaml(text)
  if (data === null) return NOT_READ
  const values = new Map(entriesOf(below(data, 'vars')).flatMap(([name, value]) => (typeof value === 'string' && !value.includes('{{') ? [[name, value]] : [])))
  const filled = (code: string): string =>
    code
      .replaceAll(/\{\{\s{0,9}\.(\w{1,60})\s{0,9}\}\}/g, (_, name: string) => values.get(name) ?? `\${${name}}`)
      .replaceAll(/\{\{[^{}]{0,400}\}\}/g, '${task_value}')
  const steps = (value: Data | undefined): readonly Step[] => {
    if (value === undefined) return []
    if (typeof value === 'string') return value === '' ? [] : [shell(filled(value))]
    if (isList(value)) return value.flatMap(steps)
    const task = textOf(below(value, 'task'))
    return task === null ? [...steps(below(value, 'cmd')), ...steps(below(value, 'defer'))] : [other(task)]
  }
  return tasksOf(below(data, 'tasks'), (value) => {
    if (!isTable(value)) return steps(value)
    const needs = below(value, 'deps')
    const first = isList(needs) ? needs.flatMap((need) => textOf(need) ?? textOf(below(need, 'task')) ?? []) : []
    return [...first.map(other), ...steps(below(value, 'cmd')), ...steps(below(value, 'cmds'))]
  })
}

/** A file of tasks that another takes in: its tasks are called `name:task`, or by their own names where it is `flat`. */
export interface Included {
  readonly name: string
  readonly file: string
  readonly folder?: string
  readonly flat: boolean
}

export const taskfileIncludes = (text: string): readonly Included[] =>
  entriesOf(below(readYaml(text) ?? '', 'includes')).flatMap(([name, value]) => {
    const file = textOf(value) ?? textOf(below(value, 'taskfile'))
    if (file === null || /[{$]|:\/\//.test(file)) return []
    return [{ name, file, ...(isTable(value) ? folderIn(value) : {}), flat: textOf(below(value, 'flatten')) === 'true' }]
  })

/** The tasks of an included file as the other calls them; `:x` means one of that other. */
export function includedTasks(tasks: Tasks, { name, flat, folder }: Included, file: string): ReadonlyMap<string, Task> {
  const called = (task: string): string => (task.startsWith(':') ? task.slice(1) : flat ? task : `${name}:${task}`)
  const all = new Map<string, Task>()
  for (const [task, { steps, ...rest }] of tasks) {
    const renamed = steps.map((step) => ('task' in step ? other(called(step.task)) : step))
    all.set(called(task), { file, ...(folder === undefined ? {} : { folder }), ...rest, steps: renamed })
  }
  // `task sub` is its default.
  const usual = all.get(`${name}:default`)
  if (usual !== undefined && !flat) all.set(name, usual)
  return all
}

/** deno.json. */
export const denoTasks = (text: string): Tasks =>
  tasksOf(below(readJson(text) ?? '', 'tasks'), (value) =>
    typeof value === 'string' ? [shell(value)] : [...textsOf(below(value, 'dependencies')).map(other), ...textsOf(below(value, 'command')).map(shell)],
  )

/** composer.json: `@x` is another script, `@php` and `@composer` those programs, `A\B::c` code that is installed. */
export const composerScripts = (text: string): Tasks =>
  tasksOf(below(readJson(text) ?? '', 'scripts'), (value) =>
    textsOf(value).flatMap((script) => {
      if (/^@(?:php|composer)\s/.test(script)) return [shell(script.slice(1))]
      if (script.startsWith('@putenv') || /^[\w\\]+::\w+$/.test(script)) return []
      return script.startsWith('@') ? [other(script.slice(1).split(/\s/, 1)[0] ?? '')] : [shell(script)]
    }),
  )

/** mise.toml. */
export const miseTasks = (text: string): Tasks =>
  tasksIn(readToml(text), 'tasks', (value) => {
    if (!isTable(value)) return textsOf(value).map(shell)
    const needs = textsOf(below(value, 'depends')).map((need) => other(need.split(/\s/, 1)[0] ?? ''))
    const runs = below(value, 'run')
    return [...needs, ...textsOf(runs).map((code) => (code.startsWith('#!') ? { text: code, language: 'script' } : shell(code)))]
  })

/** `[tool.poe.tasks]` of pyproject.toml. */
export function poeTasks(text: string): Tasks {
  const data = readToml(text)
  if (data === null) return NOT_READ
  const step = (value: Data, listed: boolean): readonly Step[] => {
    if (typeof value === 'string') return [listed ? other(value.split(/\s/, 1)[0] ?? '') : shell(value)]
    if (isList(value)) return value.flatMap((one) => step(one, true))
    const needs = [...textsOf(below(value, 'deps')), ...entriesOf(below(value, 'uses')).flatMap(([, name]) => textsOf(name))]
    const runs = ['cmd', 'shell'].flatMap((key) => textsOf(below(value, key)).map(shell))
    const refs = textsOf(below(value, 'ref')).map(other)
    const several = ['sequence', 'parallel'].flatMap((key) => step(below(value, key) ?? [], true))
    return [...needs.map((need) => other(need.split(/\s/, 1)[0] ?? '')), ...runs, ...refs, ...several]
  }
  return tasksOf(below(data, 'tool.poe.tasks') ?? below(data, 'tasks'), (value) => step(value, false))
}

/** `[tool.pdm.scripts]`, `[tool.rye.scripts]`, `[tool.taskipy.tasks]`, `[tool.pixi.tasks]` of pyproject.toml, and pixi.toml. */
export const projectScripts = (text: string, path: string): Tasks =>
  tasksIn(readToml(text), path, (value, name) => {
    const own = isTable(value)
      ? [
          ...[...textsOf(below(value, 'depends-on')), ...textsOf(below(value, 'depends_on')), ...textsOf(below(value, 'chain'))].map((one) => other(one)),
          ...(isList(below(value, 'depends-on')) ? (below(value, 'depends-on') as readonly Data[]).flatMap((one) => textsOf(below(one, 'task'))) : []).map(
            other,
          ),
          ...textsOf(below(value, 'composite')).map((one) => other(one.split(/\s/, 1)[0] ?? '')),
          ...words(below(value, 'cmd')),
          ...textsOf(below(value, 'shell')).map(shell),
        ]
      : words(value)
    return /^(?:pre|post)_/.test(name) ? own : [other(`pre_${name}`), ...own, other(`post_${name}`)]
  })

/** `[tool.hatch.envs.ENV.scripts]` as `ENV:name`; those of the default environment also by name alone. A script may begin with another's name. */
export function hatchScripts(text: string): Tasks {
  const data = readToml(text)
  if (data === null) return NOT_READ
  const all = new Map<string, Task>()
  for (const [env, value] of entriesOf(below(data, 'tool.hatch.envs') ?? below(data, 'envs')))
    for (const [name, script] of entriesOf(below(value, 'scripts'))) {
      const steps = textsOf(script).flatMap((code): readonly Step[] => {
        const plain = code.replaceAll(/\{args(?::([^{}]{0,200}))?\}/g, '$1').replaceAll(/\{[^{}]{0,200}\}/g, '${hatch_value}')
        const called = code.split(/\s/, 1)[0] ?? ''
        return called === name ? [shell(plain)] : [shell(plain), other(`${env}:${called}`)]
      })
      all.set(`${env}:${name}`, { steps })
      if (env === 'default') all.set(name, { steps })
    }
  return all
}

/** Makefile.toml of cargo-make. */
export const cargoMakeTasks = (text: string): Tasks =>
  tasksIn(readToml(text), 'tasks', (value) => {
    const needs = below(value, 'dependencies')
    const named = [...textsOf(needs), ...(isList(needs) ? needs.flatMap((need) => textsOf(below(need, 'name'))) : []), ...textsOf(below(value, 'run_task'))]
    const command = textOf(below(value, 'command'))
    const runner = textOf(below(value, 'script_runner')) ?? ''
    const script = textsOf(below(value, 'script'))
    const language = /python/.test(runner) ? { language: 'python' } : /node/.test(runner) ? { language: 'javascript' } : {}
    const filled = (code: string): string => code.replaceAll(/\$\{@\}/g, '')
    return [
      ...named.map(other),
      ...(command === null ? [] : [shell(filled([command, ...textsOf(below(value, 'args'))].map(quoted).join(' ')))]),
      ...(script.length === 0 || runner.startsWith('@') ? [] : [{ text: filled(script.join('\n')), ...language }]),
    ]
  })

/** tox.ini: an environment without commands of its own has those of `[testenv]`. The list of environments is the task with no name. */
export function toxEnvironments(text: string): Tasks {
  const sections = new Map<string, Map<string, string>>()
  let section = new Map<string, string>()
  let key = ''
  if (hasMoreRows(text)) return NOT_READ
  for (const row of rowsOf(text.replaceAll(/\\\r?\n[ \t]*/g, ' '))) {
    const head = /^\[([^\]]{1,200})\]/.exec(row)?.[1]
    const set = /^([\w-]{1,60})[ \t]*=[ \t]*(.*)$/.exec(row)
    if (head !== undefined) sections.set(head, (section = sections.get(head) ?? new Map()))
    else if (set?.[1] !== undefined) section.set((key = set[1]), set[2] ?? '')
    else if (/^[ \t]+\S/.test(row) && !/^[ \t]*#/.test(row)) section.set(key, `${section.get(key) ?? ''}\n${row.trim()}`)
  }
  const base = sections.get('testenv')
  const steps = (name: string): readonly Step[] =>
    ['commands_pre', 'commands', 'commands_post'].flatMap((one) =>
      (sections.get(name)?.get(one) ?? base?.get(one) ?? '')
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => shell(toxFilled(line.replace(/^[-!]\s*/, '').replace(/^[\w!.,-]{1,60}:\s+/, '')))),
    )
  const all = new Map<string, Task>([...sections.keys()].filter((name) => name.startsWith('testenv:')).map((name) => [name.slice(8), { steps: steps(name) }]))
  const listed = sections.get('tox')?.get('envlist') ?? sections.get('tox')?.get('env_list') ?? ''
  all.set('*', { steps: steps('testenv') })
  all.set('', { steps: [other('*'), ...[...all.keys()].filter((name) => listed.includes(name)).map(other)] })
  return all
}

const toxFilled = (line: string): string =>
  line
    .replaceAll(/\{(?:tty:[^{}]*|posargs(?::([^{}]*))?)\}/g, '$1')
    .replaceAll(/\{(?:toxinidir|tox_root)\}/g, '.')
    .replaceAll(/\{(?:toxworkdir|tox_work_dir|envdir|env_dir|envtmpdir|env_tmp_dir|envbindir|envsitepackagesdir|distdir|temp_dir|work_dir)\}/g, '.tox')
    .replaceAll(/\{env:(\w+)(?::[^{}]*)?\}/g, '${$1}')
    .replaceAll('{:}', ':')
    .replaceAll('{/}', '/')
    .replaceAll(/\{(?:envname|env_name|envpython|basepython|package_root)\}/g, 'python')
