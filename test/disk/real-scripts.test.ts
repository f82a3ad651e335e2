// Is the daily work of real projects left alone? The tasks of every package installed here, laid out as a fresh checkout.
import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readMakefile } from '../../src/core/languages/make/makefile.ts'
import { decide } from '../../src/gate/decide.ts'
import { buildGate, root } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import { clear } from '../clear.ts'
import { UNHURRIED } from '../unhurried.ts'

interface Task {
  readonly command: string
  readonly cwd: string
  readonly project: string
}

let built: Built
let home = ''
const tasks: Task[] = []

/** Folders of packages: `name` and `@scope/name`. */
const packages = (modules: string): readonly string[] =>
  readdirSync(modules)
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => (name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => join(modules, name, inner)) : [join(modules, name)]))
    .filter((folder) => lstatSync(folder).isDirectory() && existsSync(join(folder, 'package.json')))

const TASK_FILES = /^(?:package\.json|GNUmakefile|[Mm]akefile|.*\.(?:sh|bash|mk))$/

function lay(folder: string): void {
  const project = join(home, basename(dirname(folder)).replace('node_modules', ''), basename(folder))
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const from = join(entry.parentPath, entry.name)
    const name = relative(folder, from)
    if (!entry.isFile() || !TASK_FILES.test(entry.name) || name.includes('node_modules/')) continue
    const to = join(project, name)
    mkdirSync(dirname(to), { recursive: true })
    copyFileSync(from, to)
    tasks.push(...tasksOf(to, name, project))
  }
}

function tasksOf(file: string, name: string, project: string): readonly Task[] {
  const cwd = dirname(file)
  if (name === 'package.json') {
    const { scripts = {} } = JSON.parse(readFileSync(file, 'utf8')) as { scripts?: Record<string, string> }
    return Object.keys(scripts).map((script) => ({ command: `npm run '${script}'`, cwd, project }))
  }
  if (/\.(?:sh|bash)$/.test(name)) return [{ command: `bash ${name}`, cwd: project, project }]
  if (!/makefile$/i.test(name)) return []
  const goals = [...readMakefile(readFileSync(file, 'utf8')).rules.keys()].filter((goal) => /^[a-z][\w-]*$/.test(goal))
  return [{ command: 'make', cwd, project }, ...goals.map((goal) => ({ command: `make ${goal}`, cwd, project }))]
}

beforeAll(async () => {
  built = await buildGate()
  home = realpathSync(mkdtempSync(join(homedir(), 'prudent-real-scripts-')))
  for (const folder of packages(join(root, 'node_modules'))) lay(folder)
  writeFileSync(join(home, '.gitignore'), '')
  execFileSync('git', ['init', '-q', '.'], { cwd: home })
  execFileSync('git', ['add', '-A', '-f'], { cwd: home })
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', 'commit', '-q', '-m', 'x'], { cwd: home })
})
afterAll(() => clear(home))

/** What nobody wants done unasked, whoever wrote it down. */
const DESERVED = /^(?:packages\.(?:publish|remove-system)|files\.delete-system|services\.system-settings|git\.|system\.|privilege\.|platforms\.)/
/** Said beside what is deserved, not by itself. */
const BESIDE = /^paths\.outside$/

describe('tasks of real projects', () => {
  test('are run without a word, but for publishing and the like', () => {
    expect(tasks.length).toBeGreaterThan(100)
    const flagged = tasks.flatMap(({ command, cwd, project }) => {
      const { decision } = decide(
        built.gate,
        { id: '1', host: 'test', session: 'test', tool: { server: null, name: 'Bash' }, input: { command }, cwd },
        { cwd, home, project },
        {},
        { variables: {}, limits: UNHURRIED },
      )
      return decision.verdict === 'allow'
        ? []
        : [
            {
              task: `${relative(home, cwd)}: ${command}`,
              rules: decision.findings.filter((finding) => finding.verdict !== 'allow').map((finding) => finding.rule),
            },
          ]
    })
    expect(
      flagged.filter(({ rules }) => !rules.some((rule) => DESERVED.test(rule)) || !rules.every((rule) => DESERVED.test(rule) || BESIDE.test(rule))),
    ).toEqual([])
    expect(flagged.length / tasks.length).toBeLessThan(0.05)
  })
})
