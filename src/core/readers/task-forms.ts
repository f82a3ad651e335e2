// Which forms of files with tasks can be read? Called after a file that has it; entries of programs/ say where a runner looks for such.
import { pythonTasks, rakeTasks } from './task-code.ts'
import {
  cargoMakeTasks,
  composerScripts,
  denoTasks,
  hatchScripts,
  miseTasks,
  poeTasks,
  projectScripts,
  taskfile,
  taskfileIncludes,
  toxEnvironments,
} from './task-files.ts'
import type { Included, Tasks } from './task-files.ts'

interface Form {
  /** `at`: where in it the tasks stand, or what marks one. */
  readonly read: (text: string, at: string) => Tasks
  /** Further files that it takes in. */
  readonly includes?: (text: string) => readonly Included[]
}

export const FORMS: Readonly<Record<string, Form>> = {
  'Taskfile.yml': { read: taskfile, includes: taskfileIncludes },
  'pyproject.toml': { read: projectScripts },
  'poe_tasks.toml': { read: poeTasks },
  'hatch.toml': { read: hatchScripts },
  'mise.toml': { read: miseTasks },
  'Makefile.toml': { read: cargoMakeTasks },
  'deno.json': { read: denoTasks },
  'composer.json': { read: composerScripts },
  'tox.ini': { read: toxEnvironments },
  Rakefile: { read: rakeTasks },
  'tasks.py': { read: pythonTasks },
}
