// Is code read that would run without being named: patterns and lists of scripts, what code takes in, what task runners start? Real folders.
import { mkdirSync, rmSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const { home, project, put, commit, shell, verdict } = projectOnDisk('scripts', 0o755)

beforeEach(() => {
  rmSync(home, { recursive: true, force: true })
  mkdirSync(project, { recursive: true })
})
function expectAll(commands: readonly string[], expected: string): void {
  for (const command of commands) expect(verdict(command), command).toBe(expected)
}

const WIPE = 'rm -rf ~\n'
const PY_WIPE = 'import os\nos.system("rm -rf ~")\n'
const JS_WIPE = 'require("child_process").execSync("rm -rf ~")\n'

describe('patterns and lists of scripts', () => {
  const bad = { n: WIPE, 'a.sh': 'echo a\n', 'b.sh': WIPE, 's/a.sh': 'echo a\n', 's/t/b.sh': WIPE, 'ok/a.sh': 'npm test\n', 'ok/b.sh': 'echo b\n' }
  test('each file that a pattern stands for is read', () => {
    put(bad)
    expectAll(
      [
        'sh ./[n]',
        'bash *.sh',
        './b*.sh',
        'source ./b*.sh',
        'cat *.sh | bash',
        'cd s && sh t/b*',
        'for f in *.sh; do sh $f; done',
        'for f in ./*.sh; do "$f" || exit 1; done',
        'for f in $(ls *.sh); do bash $f; done',
        'a=(*.sh); for f in "${a[@]}"; do sh $f; done',
        'mapfile -t a < <(ls *.sh); for f in "${a[@]}"; do sh $f; done',
        'ls *.sh | xargs sh',
        'ls *.sh | xargs -n1 -I{} bash -c "./{}"',
        'parallel bash ::: *.sh',
        "find . -name '*.sh' -exec sh {} \\;",
        "find s -name '*.sh' -print0 | xargs -0 -n1 bash",
        'find s -type f -name \'*.sh\' | while read -r f; do bash "$f"; done',
        "while read f; do sh $f; done < <(find s -name 'b.sh')",
        "find . -path '*t/*.sh' -exec {} \\;",
        'fd -e sh -x bash',
        'run-parts s/t',
        'for d in s/*/; do (cd "$d" && ./b.sh); done',
        "find . -iname 'B.SH' -exec sh {} \\;",
      ],
      'deny',
    )
  })
  test('harmless ones are left alone, and so is what runs none of them', () => {
    put(bad)
    expectAll(
      [
        'for f in ok/*.sh; do bash "$f"; done',
        "find ok -name '*.sh' -exec bash {} \\;",
        'for f in *.sh; do bash -n $f; done',
        'for f in *.sh; do shellcheck $f; done',
        "find . -name '*.sh' -exec chmod +x {} \\;",
        'for f in none/*.sh; do bash $f; done',
      ],
      'allow',
    )
  })
  test('a file that this very call writes counts too', () => {
    expect(verdict("echo 'rm -rf ~' > z.bash; for f in *.bash; do sh $f; done")).toBe('deny')
  })
  test('other languages, and a pattern inside a script', () => {
    put({ 't/a.py': PY_WIPE, 'u/a.js': JS_WIPE, 'all.sh': 'for f in lib/*.sh; do source "$f"; done\n', 'lib/x.sh': 'bash deeper.sh\n', 'deeper.sh': WIPE })
    expectAll(['for f in t/*.py; do python3 $f; done', 'for f in u/*.js; do node "$f"; done', 'bash all.sh'], 'deny')
  })
  test('more than may be read is asked about, but for what git has just so', () => {
    const all = 'for f in many/*.sh; do bash $f; done'
    put(Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`many/${at}.sh`, 'echo x\n'])))
    expect(verdict(all)).toBe('ask')
    commit()
    expect(verdict(all)).toBe('allow')
    put({ 'many/new.sh': 'echo y\n', 'many/7.sh': 'echo changed\n' })
    expect(verdict(all)).toBe('allow')
    put({ 'many/7.sh': WIPE })
    expect(verdict(all)).toBe('deny')
    put(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`many/new-${at}.sh`, 'echo x\n'])))
    put({ 'many/7.sh': 'echo x\n' })
    expect(verdict(all)).toBe('ask')
  })
  test('one more file makes it another call', () => {
    put({ 'ok/a.sh': 'echo a\n' })
    const before = shell('for f in ok/*.sh; do bash $f; done').seen.filter(({ as }) => as.startsWith('names:'))
    put({ 'ok/b.sh': 'echo b\n' })
    const after = shell('for f in ok/*.sh; do bash $f; done').seen.filter(({ as }) => as.startsWith('names:'))
    expect(before.length).toBe(1)
    expect(after).not.toEqual(before)
  })
})

describe('what code takes in of its own project', () => {
  test('JavaScript and TypeScript', () => {
    put({
      'evil.js': JS_WIPE,
      'a.js': 'require("./evil")\n',
      'b.mjs': 'import "./evil.js"\n',
      'c.mjs': 'const x = await import("./evil.js")\n',
      'd.mjs': 'export * from "./evil.js"\n',
      'e.js': 'require("./pkg")\n',
      'pkg/index.js': 'require("../evil")\n',
      'f.ts': 'import { y } from "./lib/y"\n',
      'g.ts': 'import { y } from "./lib/y.js"\n',
      'lib/y.ts': 'import { z } from "./z"\nexport const y: number = z()\n',
      'lib/z.ts': 'import { execSync } from "node:child_process"\nexport const z = () => { execSync("rm -rf ~"); return 1 }\n',
    })
    expectAll(
      ['node a.js', 'node b.mjs', 'node c.mjs', 'node d.mjs', 'node e.js', 'npx tsx f.ts', 'bun g.ts', 'bun run f.ts', 'node -e "require(\'./evil\')"'],
      'deny',
    )
  })
  test('Python', () => {
    put({
      'evil.py': PY_WIPE,
      'a.py': 'import sys, evil as e\n',
      'b.py': 'from evil import x\n',
      'c.py': 'import pkg\n',
      'pkg/__init__.py': 'from . import bad\n',
      'pkg/bad.py': PY_WIPE,
      'pkg/__main__.py': 'from .bad import x\n',
      'd.py': 'import importlib\nimportlib.import_module("evil")\n',
      'e.py': 'import runpy\nrunpy.run_path("evil.py")\n',
      'tools/f.py': 'from tools.g import h\n',
      'tools/g.py': PY_WIPE,
    })
    const runs = ['python3 a.py', 'python3 b.py', 'python3 c.py', 'python3 -m pkg', 'python3 d.py', 'python3 e.py', 'python3 -m tools.f']
    expectAll([...runs, "python3 -c 'import evil'", 'uv run evil.py', 'uv run python a.py', 'coverage run a.py'], 'deny')
  })
  test('what a file defines does something only where it is called, with what it is given', () => {
    put({
      'lib.py':
        'import shutil, os\ndef clean(p):\n    shutil.rmtree(p)\ndef safe():\n    return 1\nif __name__ == "__main__":\n    clean(os.path.expanduser("~"))\n',
      'bad.py': 'import os\nfrom lib import clean as c\nc(os.path.expanduser("~"))\n',
      'good.py': 'import lib\nlib.clean("build")\nlib.safe()\n',
      'util.js':
        'const fs = require("fs"), os = require("os")\nexports.clean = (p) => fs.rmSync(p, { recursive: true })\nexports.home = os.homedir()\nif (require.main === module) exports.clean(os.homedir())\n',
      'bad.js': 'const u = require("./util")\nu.clean(u.home)\n',
      'good.js': 'const { clean } = require("./util")\nclean("dist")\n',
      'wipe.mjs':
        'import { rmSync } from "node:fs"\nimport { homedir } from "node:os"\nexport default function () { rmSync(homedir(), { recursive: true }) }\nexport const other = 1\n',
      'bad.mjs': 'import wipe from "./wipe.mjs"\nwipe()\n',
      'good.mjs': 'import { other } from "./wipe.mjs"\nconsole.log(other)\n',
    })
    expectAll(['python3 bad.py', 'python3 lib.py', 'node bad.js', 'node util.js', 'node bad.mjs'], 'deny')
    expectAll(['python3 good.py', 'node good.js', 'node good.mjs'], 'allow')
  })
  test('what is installed is not followed, circles end, and settings may be read', () => {
    put({
      'a.js': 'require("evil"); require("./node_modules/evil")\n',
      'node_modules/evil/index.js': JS_WIPE,
      'b.py': 'import evil\n',
      'venv/evil.py': PY_WIPE,
      'one.js': 'require("./two")\n',
      'two.js': 'require("./one"); console.log(1)\n',
      'config.py': 'values = dict(line.split("=") for line in open(".env"))\n',
      'app.py': 'import config\n',
      '.env': 'A=1\n',
    })
    expectAll(['node a.js', 'python3 b.py', 'node one.js', 'python3 app.py'], 'allow')
  })
  test('what a committed file does is the project’s business only where a committed file asks for it', () => {
    put({
      'lib/x.js': 'exports.clean = (p) => require("fs").rmSync(p ?? "data", { recursive: true })\n',
      'clean.js': 'require("./lib/x").clean()\n',
      'data/x': '1',
    })
    expect(verdict('node clean.js')).toBe('ask')
    commit()
    expect(verdict('node clean.js')).toBe('allow')
    put({ 'new.js': 'require("./lib/x").clean(process.argv[2])\n', 'data/y': '2' })
    expect(verdict('node new.js')).toBe('ask')
  })
  test('a file that code writes is run as what it wrote', () => {
    expectAll(
      [
        `python3 -c "open('n','w').write('rm -rf ~')"; sh n`,
        `node -e "require('fs').writeFileSync('n','rm -rf ~')" && sh n`,
        "cp /dev/stdin n <<< 'rm -rf ~'; sh n",
        "sed -n 'w m' <<< 'rm -rf ~'; sh m",
      ],
      'deny',
    )
    expect(verdict(`python3 -c "open('n','w').write('echo hi')"; sh n`)).toBe('allow')
  })
})

describe('scripts of package.json that others start', () => {
  const manifest = {
    'package.json': JSON.stringify({
      workspaces: ['packages/*'],
      scripts: { x: 'rm -rf ~', ok: 'tsc -p .', 'ok:a': 'eslint .', all: 'run-s ok x', par: 'concurrently "npm:ok" "npm:x"', fine: 'run-p ok:*' },
    }),
    'packages/a/package.json': JSON.stringify({ name: '@s/a', scripts: { y: 'rm -rf ~', ok: 'tsc' } }),
    'packages/b/package.json': JSON.stringify({ name: 'b', scripts: { y: 'echo', ok: 'tsc' } }),
  }
  test('by name and by pattern', () => {
    put(manifest)
    expectAll(
      [
        'run-s x',
        'npx run-p ok x',
        'npm-run-all --parallel "x*"',
        'npx concurrently -k "npm:ok" "npm:x"',
        'node --run x',
        'nr x',
        'bun run x',
        'npm run all',
        'npm run par',
      ],
      'deny',
    )
    expectAll(['run-s ok', 'npx concurrently "npm:ok*"', 'npm run fine', 'node --run ok', 'nr ok'], 'allow')
  })
  test('in the packages of a repository', () => {
    put(manifest)
    expectAll(
      [
        'npm run y -w @s/a',
        'npm run -w packages/a y',
        'npm run y --workspaces',
        'pnpm -r y',
        'pnpm --filter @s/a run y',
        'pnpm -F ./packages/a y',
        'yarn workspace @s/a y',
        'yarn workspaces foreach -A run y',
        'bun --filter a y',
        'lerna run y',
        'turbo run y',
        'nx run-many -t y',
      ],
      'deny',
    )
    expectAll(['npm run y -w b', 'pnpm --filter b y', 'yarn workspace b run y', 'pnpm -r ok', 'pnpm -r install', 'turbo run ok'], 'allow')
    put({ 'package.json': '{}', 'pnpm-workspace.yaml': 'packages:\n  # all\n  - "packages/*"\n' })
    expect(verdict('pnpm -r run y')).toBe('deny')
  })
})

describe('task runners', () => {
  test.each<readonly [string, Record<string, string>, readonly string[], readonly string[]]>([
    [
      'task',
      { 'Taskfile.yml': 'tasks:\n  default:\n    deps: [x]\n  x:\n    cmds:\n      - rm -rf ~\n  ok: go build ./...\n' },
      ['task', 'task x', 'task ok x'],
      ['task ok', 'task --list', 'task -n x'],
    ],
    ['deno', { 'deno.jsonc': '// c\n{ "tasks": { "x": "rm -rf ~", "ok": "deno lint", }, }' }, ['deno task x'], ['deno task ok']],
    [
      'composer',
      { 'composer.json': '{"scripts":{"x":"rm -rf ~","y":["@x"],"post-install-cmd":"rm -rf ~","ok":"phpunit"}}' },
      ['composer run x', 'composer y', 'composer install'],
      ['composer ok', 'composer install --no-scripts', 'composer require a/b'],
    ],
    [
      'mise',
      { 'mise.toml': '[tasks.x]\nrun = "rm -rf ~"\n[tasks.y]\ndepends = ["x"]\n[tasks.ok]\nrun = "cargo build"\n' },
      ['mise run x', 'mise r y', 'mise y'],
      ['mise run ok', 'mise install'],
    ],
    ['poe', { 'pyproject.toml': '[tool.poe.tasks]\nx = "rm -rf ~"\ny = ["x"]\nok = "pytest"\n' }, ['poe x', 'uv run poe y', 'poetry run poe x'], ['poe ok']],
    [
      'pdm and hatch',
      {
        'pyproject.toml': '[tool.pdm.scripts]\nx = {shell = "rm -rf ~"}\nok = "pytest"\n[tool.hatch.envs.t.scripts]\ny = ["rm -rf ~"]\nok = "pytest {args}"\n',
      },
      ['pdm run x', 'pdm x', 'hatch run t:y'],
      ['pdm run ok', 'hatch run t:ok'],
    ],
    [
      'tox',
      { 'tox.ini': '[tox]\nenvlist = lint\n[testenv]\ncommands = pytest\n[testenv:lint]\ncommands = ruff check\n[testenv:x]\ncommands = rm -rf {env:HOME}\n' },
      ['tox -e x', 'tox run -e lint,x'],
      ['tox', 'tox -e lint', 'tox -e py312'],
    ],
    [
      'rake',
      {
        Rakefile:
          'task default: [:x]\ntask :x do\n  sh "rm -rf ~"\nend\nnamespace :db do\n  task :y => :ok do\n    system("rm -rf ~")\n  end\nend\ntask :ok do\n  sh "rspec"\nend\n',
      },
      ['rake', 'rake x', 'bundle exec rake db:y'],
      ['rake ok', 'rake -T'],
    ],
    [
      'cargo make',
      { 'Makefile.toml': '[tasks.x]\nscript = "rm -rf ~"\n[tasks.y]\ndependencies = ["x"]\n[tasks.ok]\ncommand = "cargo"\nargs = ["build"]\n' },
      ['cargo make x', 'makers y'],
      ['cargo make ok', 'cargo build'],
    ],
    [
      'invoke and nox',
      {
        'tasks.py': 'from invoke import task\n@task\ndef x(c):\n    c.run("rm -rf ~")\n@task\ndef ok(c):\n    c.run("pytest")\n',
        'noxfile.py': '@nox.session\ndef y(session):\n    session.run("rm", "-rf", "/home")\n@nox.session\ndef ok(session):\n    session.run("pytest")\n',
      },
      ['invoke x', 'inv x', 'nox', 'nox -s y'],
      ['inv ok', 'nox -s ok', 'nox --list'],
    ],
  ])('%s', (_, files, denied, allowed) => {
    put(files)
    expectAll(denied, 'deny')
    expectAll(allowed, 'allow')
  })
  test('what a committed task tidies is the project’s business', () => {
    put({ 'Taskfile.yml': 'tasks:\n  reset: rm -rf data\n', 'data/x': '1' })
    expect(verdict('task reset')).toBe('ask')
    commit()
    expect(verdict('task reset')).toBe('allow')
  })
})

describe('code in files that other languages read', () => {
  test('awk, sed, vim and PowerShell', () => {
    put({
      'a.awk': 'BEGIN { system("rm -rf ~") }\n',
      'ok.awk': '{ print $1 }\n',
      'a.sed': 's/a/b/\n1e rm -rf ~\n',
      'ok.sed': 's/a/b/\n',
      'a.vim': 'set number\n:!rm -rf ~\n',
      'ok.vim': 'set number\n',
      'a.ps1': 'Remove-Item -Recurse -Force $HOME\n',
      'ok.ps1': 'Write-Host hi\n',
      n: WIPE,
    })
    expectAll(
      [
        'awk -f a.awk x',
        'gawk --file=a.awk',
        'sed -f a.sed x',
        'vim -S a.vim',
        'vim -es -u a.vim',
        'vim -s a.vim x',
        'pwsh a.ps1',
        'pwsh -File a.ps1',
        `awk '{print | "sh"}' n`,
        'sed e n',
      ],
      'deny',
    )
    expectAll(['awk -f ok.awk x', 'sed -f ok.sed x', 'vim -S ok.vim', 'pwsh ok.ps1', 'sed -n 1p n'], 'allow')
  })
  test('what database clients take in', () => {
    put({ 'shell.sql': '.shell rm -rf ~\n', 'drop.sql': 'DROP TABLE users;\n', 'more.sql': '\\i drop.sql\n', 'ok.sql': 'SELECT 1;\n' })
    expect(verdict('sqlite3 x.db ".read shell.sql"')).toBe('deny')
    for (const command of ['psql -h db -f more.sql', "psql -h db -c '\\i drop.sql'", "mysql -h db -e 'source drop.sql'"])
      expect(verdict(command), command).not.toBe('allow')
    expectAll(['sqlite3 x.db ".read ok.sql"', 'psql -h db -f ok.sql'], 'allow')
  })
  test('a first line says who runs the file', () => {
    put({
      a: '#!/usr/bin/env -S sh -c "rm -rf ~"\n',
      b: '#!/usr/bin/make -f\nall:\n\trm -rf ~\nok:\n\tcc x.c\n',
      c: '#!/usr/bin/awk -f\nBEGIN { system("rm -rf ~") }\n',
      d: '#!/usr/bin/env -S just --justfile\nx:\n  rm -rf ~\n',
      e: '#!/usr/bin/env -S uv run --script\nimport os\nos.system("rm -rf ~")\n',
      f: '#!/usr/bin/env tsx\nimport { execSync } from "node:child_process"\nexecSync("rm -rf ~")\n',
      g: '#!/bin/cat\nrm -rf ~\n',
      h: '#!./h\nrm x\n',
    })
    expectAll(['./a', './b', './b all', './c', './d x', './e', './f'], 'deny')
    expectAll(['./b ok', './g', './h'], 'allow')
  })
  test('what a makefile asks the shell for is done even where nothing is to run', () => {
    put({ Makefile: 'X := $(shell rm -rf ~)\nall:\n\techo $(X)\n', 'ok.mk': 'all:\n\trm -rf ~\n' })
    expect(verdict('make -n')).toBe('deny')
    expect(verdict('make -n -f ok.mk')).toBe('allow')
  })
})
