// Are the files of task runners read as their tools read them, and soon whatever they hold?
import { describe, expect, test } from 'vitest'
import { processorNow } from '../../../test/processor-time.ts'
import { readJson } from '../text/plain-data.ts'
import { pythonTasks, rakeTasks } from './task-code.ts'
import { cargoMakeTasks, composerScripts, denoTasks, hatchScripts, miseTasks, poeTasks, projectScripts, taskfile, toxEnvironments } from './task-files.ts'
import type { Tasks } from './task-files.ts'
import { readToml } from '../text/toml-text.ts'
import { readYaml } from '../text/yaml-text.ts'

const plain = (data: unknown): unknown => JSON.parse(JSON.stringify(data))
/** What a task runs, others by `@name`. */
const stepsOf = (tasks: Tasks, name: string): readonly string[] =>
  (tasks.get(name)?.steps ?? []).map((step) =>
    'task' in step ? `@${step.task}` : step.language === undefined ? step.text : `${step.language}: ${step.text.trim()}`,
  )

describe('formats', () => {
  test('TOML: tables, dotted keys, texts of every kind, lists and tables on one line', () => {
    const text = [
      '# about',
      'title = "a # b" # c',
      'n = 12',
      '[a.b]',
      "x.y = 'c:\\d'",
      'list = [ "one",',
      "  'two', # of them",
      ']',
      'inline = { cmd = "rm", "quoted key" = ["x"] }',
      'long = """',
      'first',
      'sec\\',
      '   ond "quoted"',
      '"""',
      "raw = '''a\\n'''",
      '[[several]]',
      'k = "v"',
    ].join('\n')
    expect(plain(readToml(text))).toEqual({
      title: 'a # b',
      n: '12',
      a: { b: { x: { y: 'c:\\d' }, list: ['one', 'two'], inline: { cmd: 'rm', 'quoted key': ['x'] }, long: 'first\nsecond "quoted"\n', raw: 'a\\n' } },
      several: { k: 'v' },
    })
  })
  test('YAML: mappings, lists, blocks of text, quotes and comments', () => {
    const text = [
      '---',
      "version: '3' # of the format",
      'a:',
      '  b: {x: 1, y: [2, "3, 4"]}',
      '  "c:d": "e: \\"f\\""',
      '  list:',
      '  - one',
      '  - key: two',
      '    other: three',
      '  - - nested',
      '  text: |',
      '    first',
      '      second # no comment',
      '',
      '    third',
      '  folded: >-',
      '    one',
      '    two',
      'url: http://x/#y',
    ].join('\n')
    expect(plain(readYaml(text))).toEqual({
      version: '3',
      a: {
        b: { x: '1', y: ['2', '3, 4'] },
        'c:d': 'e: "f"',
        list: ['one', { key: 'two', other: 'three' }, '- nested'],
        text: 'first\n  second # no comment\n\nthird',
        folded: 'one two',
      },
      url: 'http://x/#y',
    })
  })
  test('JSON with comments and commas too many', () => {
    expect(readJson('// a\n{ "x": "// no", /* b */ "y": [1, 2,], }')).toEqual({ x: '// no', y: [1, 2] })
    expect(readJson('{ "x": ')).toBe(null)
  })
  test.each([
    '[',
    '{',
    '"',
    "'",
    '- ',
    'a: ',
    '\n',
    '/*',
    '//',
    'a.',
    '[[',
    '"""',
    '{{',
    '  - a:\n',
    '#',
    '\\\n',
    'task :a do\n',
    '@task\n',
    'c.run("',
    'sh "',
    '\t',
  ])(
    'however often %j comes, it is read soon',
    (piece) => {
      const text = piece.repeat(Math.ceil(200_000 / piece.length))
      const started = processorNow()
      for (const read of [readToml, readYaml, readJson, taskfile, toxEnvironments, rakeTasks, hatchScripts]) read(text)
      pythonTasks(text, 'task')
      expect(processorNow() - started).toBeLessThan(3000)
    },
    20_000,
  )
})

describe('tasks', () => {
  test('Taskfile.yml', () => {
    const tasks = taskfile(
      [
        'vars:',
        '  OUT: dist',
        'tasks:',
        '  default: { deps: [build] }',
        '  build:',
        '    dir: web',
        '    deps: [{task: prepare}]',
        '    cmds:',
        '      - rm -rf {{.OUT}}/{{.NAME}}',
        '      - task: last',
        '      - cmd: echo {{ now | date }}',
        '  short: echo a',
        '  list: [echo b, echo c]',
      ].join('\n'),
    )
    expect(stepsOf(tasks, 'default')).toEqual(['@build'])
    expect(stepsOf(tasks, 'build')).toEqual(['@prepare', 'rm -rf dist/${NAME}', '@last', 'echo ${task_value}'])
    expect(tasks.get('build')?.folder).toBe('web')
    expect(stepsOf(tasks, 'short')).toEqual(['echo a'])
    expect(stepsOf(tasks, 'list')).toEqual(['echo b', 'echo c'])
  })
  test('deno.json and composer.json', () => {
    expect(stepsOf(denoTasks('{"tasks":{"a":{"command":"x","dependencies":["b"]},"b":"y"}}'), 'a')).toEqual(['@b', 'x'])
    const composer = composerScripts('{"scripts":{"a":["@b --x","@php x.php","@putenv A=1","App\\\\Tasks::run","ls"],"b":"y"}}')
    expect(stepsOf(composer, 'a')).toEqual(['@b', 'php x.php', 'ls'])
  })
  test('mise.toml and Makefile.toml', () => {
    const mise = miseTasks('[tasks]\nb = "y"\n[tasks.a]\ndepends = ["b"]\nrun = ["x", "#!/usr/bin/env node\\n1"]\n')
    expect(stepsOf(mise, 'a')).toEqual(['@b', 'x', 'script: #!/usr/bin/env node\n1'])
    expect(stepsOf(mise, 'b')).toEqual(['y'])
    const make = cargoMakeTasks(
      '[tasks.a]\ndependencies = ["b", { name = "c" }]\ncommand = "rm"\nargs = ["-rf", "a b", "${@}"]\n[tasks.b]\nscript = ["x", "y"]\n',
    )
    expect(stepsOf(make, 'a')).toEqual(['@b', '@c', "rm -rf 'a b' ''"])
    expect(stepsOf(make, 'b')).toEqual(['x\ny'])
  })
  test('pyproject.toml of poe, pdm, pixi and hatch', () => {
    const poe = poeTasks('[tool.poe.tasks]\na = "x"\nb = ["a", {cmd = "y"}]\nc.shell = "z"\nc.deps = ["a"]\nd.sequence = ["a", "b"]\n')
    expect(['a', 'b', 'c', 'd'].map((name) => stepsOf(poe, name))).toEqual([['x'], ['@a', 'y'], ['@a', 'z'], ['@a', '@b']])
    const pdm = projectScripts('[tool.pdm.scripts]\na = {cmd = ["rm", "a b"]}\nb = {composite = ["a", "c x"]}\npre_a = "y"\n', 'tool.pdm.scripts')
    expect(stepsOf(pdm, 'a')).toEqual(['@pre_a', "rm 'a b'", '@post_a'])
    expect(stepsOf(pdm, 'b')).toEqual(['@pre_b', '@a', '@c', '@post_b'])
    expect(stepsOf(pdm, 'pre_a')).toEqual(['y'])
    const pixi = projectScripts('[tasks]\na = {cmd = "x", depends-on = ["b", {task = "c"}]}\n', 'tasks')
    expect(stepsOf(pixi, 'a')).toEqual(['@pre_a', '@b', '@c', 'x', '@post_a'])
    const hatch = hatchScripts('[tool.hatch.envs.default.scripts]\na = "x {args:tests}"\n[tool.hatch.envs.t.scripts]\nb = ["c", "y {root}"]\n')
    expect(stepsOf(hatch, 'a')).toEqual(['x tests', '@default:x'])
    expect(stepsOf(hatch, 't:b')).toEqual(['c', '@t:c', 'y ${hatch_value}', '@t:y'])
  })
  test('tox.ini', () => {
    const tox = toxEnvironments(
      [
        '[tox]',
        'env_list = a, py3',
        '[testenv]',
        'commands =',
        '    pytest {posargs:tests}',
        '    # no',
        '    - rm {env:X:} \\',
        '      {toxinidir}/y',
        '[testenv:a]',
        'commands_pre = x',
        '[testenv:b]',
        'commands = z',
      ].join('\n'),
    )
    expect(stepsOf(tox, '')).toEqual(['@*', '@a'])
    expect(stepsOf(tox, '*')).toEqual(['pytest tests', 'rm ${X}  ./y'])
    expect(stepsOf(tox, 'a')).toEqual(['x', 'pytest tests', 'rm ${X}  ./y'])
    expect(stepsOf(tox, 'b')).toEqual(['z'])
  })
  test('Rakefile', () => {
    const rake = rakeTasks(
      [
        'require "x"',
        'task default: [:a]',
        'desc "b"',
        'task :a => [:b, "db:c"] do |t|',
        '  if x',
        '    sh "rm y"',
        '  end',
        'end',
        'namespace :db do',
        '  task :c do',
        '    rm_rf "z"',
        '  end',
        'end',
        'task(:d) { sh "w" }',
      ].join('\n'),
    )
    expect(stepsOf(rake, '')).toEqual(['@default'])
    expect(stepsOf(rake, 'default')[0]).toBe('@a')
    expect(stepsOf(rake, 'a')).toEqual(['@b', '@db:c', 'ruby: if x\n    system "rm y"\n  end'])
    expect(stepsOf(rake, 'db:c')).toEqual(['ruby: FileUtils.rm_rf "z"'])
    expect(stepsOf(rake, '\0always')[0]).toContain('require "x"')
  })
  test('tasks.py and noxfile.py', () => {
    const invoke = pythonTasks(
      [
        '@task(pre=[b])',
        'def a_x(c):',
        '    c.run(f"rm {name} {x.y}", pty=True)',
        '',
        '@task',
        'def b(c):',
        "    c.sudo('ls')",
        'def helper(c):',
        '    c.run("no")',
      ].join('\n'),
      'task',
    )
    expect(stepsOf(invoke, 'a-x')).toEqual(['@b', 'rm ${name} ${value}'])
    expect(stepsOf(invoke, 'b')).toEqual(['ls'])
    expect(invoke.has('helper')).toBe(false)
    const nox = pythonTasks('@nox.session(python=["3.12"])\ndef t(session):\n    session.run("rm", "-rf", "a b")\n', 'session')
    expect(stepsOf(nox, 't')).toEqual(["rm -rf 'a b'"])
    expect(stepsOf(nox, '')).toEqual(['@t'])
  })
})
