// Is code read that comes to run by a folder, a data file, an include or another file of its language? Real folders.
import { rmSync, symlinkSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const { home, project, put, commit, shell, verdict } = projectOnDisk('hidden-code', 0o755)

beforeEach(() => {
  rmSync(home, { recursive: true, force: true })
  put({ 'README.md': 'an app\n' })
})
function expectAll(commands: readonly string[], expected: string): void {
  for (const command of commands) expect(verdict(command), command).toBe(expected)
}

const WIPE = 'rm -rf ~\n'

describe('another working folder', () => {
  const files = { 'q.sh': 'echo here\n', 'sub/q.sh': WIPE, 'sub/ok.sh': 'echo ok\n' }
  test('what a program starts in another folder is read there', () => {
    put(files)
    expectAll(
      [
        'env -C sub sh q.sh',
        'env --chdir=sub ./q.sh',
        'env -C sub -S "sh q.sh"',
        'timeout 5 env -C sub bash q.sh',
        'uv --directory sub run sh q.sh',
        'poetry -C sub run sh q.sh',
        'pnpm -C sub exec sh q.sh',
        'yarn --cwd sub exec sh q.sh',
        'env -C sub rm -rf ..',
      ],
      'deny',
    )
  })
  test('and nowhere else', () => {
    put(files)
    expectAll(['env -C sub sh ok.sh', 'env -C sub ls; sh q.sh', 'env A=1 sh q.sh', 'pnpm -C sub exec tsc'], 'allow')
  })
})

describe('a program that a file of data names', () => {
  test('is asked about', () => {
    put({ 'f.json': '{"x":"rm -rf /"}', f: 'a\n' })
    expectAll(
      [
        '$(jq -r .x f.json)',
        '`jq -r .x f.json` a',
        'X=$(jq -r .x f.json); $X',
        'time $(yq .x f.yaml)',
        '$(awk NR==1 f)',
        '$(cut -d: -f1 f) y',
        '$(sqlite3 a.db "select c from t")',
        `$(python3 -c "print(open('f').read())")`,
      ],
      'ask',
    )
  })
  test('a program that names its own, and what a committed script does, is not', () => {
    put({ 'run.sh': 'C=$(jq -r .x f.json)\n$C\n', 'a.py': 'print(1)\n' })
    commit()
    put({ 'f.json': '{"x":"ls"}' })
    expectAll(
      [
        '$(which node) x.js',
        '$(npm bin)/tsc',
        '$(go env GOPATH)/bin/x',
        '$(python3 -c "import sys; print(sys.executable)") a.py',
        'V=$(jq -r .x f.json); echo "$V"',
        'sh run.sh',
      ],
      'allow',
    )
  })
})

describe('what Ruby, Perl and PHP take in of their own project', () => {
  const files = {
    'b.rb': '`rm -rf ~`\n',
    'lib/tool.rb': 'def wipe(x)\n  system("rm -rf #{x}")\nend\n',
    'lib/ok.rb': 'def build(x)\n  puts x\nend\ndef wipe\n  system("rm -rf ~")\nend\n',
    'b.php': '<?php system("rm -rf ~");\n',
    'run.php': '<?php system($what);\n',
    'ok.php': '<?php function wipe() { system("rm -rf ~"); } function build() { echo 1; }\n',
    'b.pl': 'system("rm -rf ~");\n',
    'lib/Bad.pm': 'package Bad; system("rm -rf ~"); 1;\n',
    'deep/Deep/Bad.pm': 'package Deep::Bad; system("rm -rf ~"); 1;\n',
    'lib/Ok.pm': 'package Ok; sub build { print 1; } 1;\n',
    'vendor/autoload.php': '<?php system("rm -rf ~");\n',
  }
  test.each([
    ['x.rb', "require_relative 'b'\n"],
    ['x.rb', "require './b'\n"],
    ['x.rb', "load './b.rb'\n"],
    ['x.rb', "require File.join(__dir__, 'b')\n"],
    ['x.rb', "$:.unshift 'lib'\nrequire 'tool'\nwipe(Dir.home)\n"],
    ['bin/x.rb', "require_relative '../b'\n"],
    ['x.php', "<?php require 'b.php';\n"],
    ['x.php', "<?php include_once('b.php');\n"],
    ['x.php', "<?php include __DIR__ . '/b.php';\n"],
    ['x.php', "<?php $what = 'rm -rf ~'; require 'run.php';\n"],
    ['x.pl', "require './b.pl';\n"],
    ['x.pl', "do './b.pl';\n"],
    ['x.pl', "use strict;\nuse lib 'lib';\nuse Bad;\n"],
    ['x.pl', "use lib 'deep';\nuse Deep::Bad qw(x);\n"],
  ])('%s: %s is read', (name, text) => {
    put({ ...files, [name]: text })
    const program = name.endsWith('.rb') ? 'ruby' : name.endsWith('.php') ? 'php' : 'perl'
    expect(verdict(`${program} ${name}`)).toBe('deny')
  })
  test.each([
    ['x.rb', "require 'json'\nrequire_relative 'lib/ok'\nbuild(1)\n"],
    ['x.rb', "require_relative 'missing'\nputs 1\n"],
    ['x.php', "<?php require __DIR__ . '/vendor/autoload.php'; require 'ok.php'; build();\n"],
    ['x.pl', "use strict;\nuse lib 'lib';\nuse Ok;\nbuild();\n"],
    ['x.pl', 'use File::Basename;\nuse Data::Dumper;\nprint 1;\n'],
  ])('%s: %s does nothing by itself', (name, text) => {
    put({ ...files, [name]: text })
    const program = name.endsWith('.rb') ? 'ruby' : name.endsWith('.php') ? 'php' : 'perl'
    expect(verdict(`${program} ${name}`)).toBe('allow')
  })
})

describe('a second name for a file of the gate', () => {
  test.each([
    `ruby -e 'File.link(Dir.home + "/.config/prudent/settings.yaml", "x")'`,
    `ruby -e 'FileUtils.ln("HOME/.config/prudent/settings.yaml", "x")'`,
    `perl -e 'link("HOME/.config/prudent/settings.yaml", "x")'`,
    `php -r 'link("HOME/.config/prudent/settings.yaml", "x");'`,
    'ln HOME/.config/prudent/settings.yaml x',
  ])('%s', (command) => expect(verdict(command.replace('HOME', home))).toBe('deny'))
  test.each([`ruby -e 'File.link("a", "b")'`, `perl -e 'link("a", "b")'`, `php -r 'link("a", "b");'`])("%s is nobody's business", (command) =>
    expect(verdict(command)).toBe('allow'),
  )
})

describe('files that a makefile, a justfile or a Taskfile takes in', () => {
  const files = {
    'sub.mk': 'bad:\n\trm -rf ~\n',
    'd/deep.mk': 'bad:\n\trm -rf ~\n',
    'var.mk': 'X = sub.mk\nok:\n\techo ok\ninclude $(X)\n',
    'dir.mk': 'D = d\nok:\n\techo ok\n-include $(D)/deep.mk\n',
    'search.mk': 'ok:\n\techo ok\ninclude deep.mk\n',
    'deps.mk': 'OBJS = a.o b.o\nDEPS = $(OBJS:.o=.d)\nok:\n\techo ok\n-include $(DEPS)\n-include build/*.mk\n',
    justfile: "import 'sub.just'\nmod tools\nmod other 'x/y.just'\nok:\n  echo ok\n",
    'sub.just': 'bad: step\nstep:\n  rm -rf ~\n',
    'tools.just': 'bad:\n  rm -rf ~\nok:\n  echo ok\n',
    'x/y.just': 'bad:\n  rm -rf ~\n',
    'Taskfile.yml':
      'version: "3"\nincludes:\n  sub: ./sub.yml\n  flat:\n    taskfile: ./flat.yml\n    flatten: true\n  folder: ./tasks\ntasks:\n  ok:\n    cmds: [echo ok]\n  all:\n    cmds: [{task: "sub:bad"}]\n',
    'sub.yml': 'version: "3"\ntasks:\n  bad:\n    deps: [step]\n  step:\n    cmds: ["rm -rf ~"]\n  ok:\n    cmds: [echo ok]\n',
    'flat.yml': 'version: "3"\ntasks:\n  wipe:\n    cmds: ["rm -rf ~"]\n',
    'tasks/Taskfile.yml': 'version: "3"\ntasks:\n  default:\n    cmds: ["sh ./here.sh"]\n',
    'tasks/here.sh': WIPE,
  }
  test('are read', () => {
    put(files)
    expectAll(
      [
        'make -f var.mk bad',
        'make -f dir.mk bad',
        'make -f search.mk -I d bad',
        'make -f search.mk -Id bad',
        'make -f var.mk X=d/deep.mk bad',
        'just bad',
        'just tools bad',
        'just tools::bad',
        'just other::bad',
        'task sub:bad',
        'task all',
        'task wipe',
        'task folder',
      ],
      'deny',
    )
  })
  test('and only what is asked for of them runs', () => {
    put(files)
    expectAll(
      [
        'make -f var.mk',
        'make -f dir.mk ok',
        'make -f search.mk bad',
        'make -f deps.mk',
        'just',
        'just ok',
        'just tools ok',
        'just tools::ok',
        'task ok',
        'task sub:ok',
      ],
      'allow',
    )
  })
})

describe('functions of make', () => {
  test.each([
    'echo $(if 1,$(shell rm -rf ~))',
    'echo $(foreach x,1 2,$(shell rm -rf ~))',
    'echo $(subst a,b,$(shell rm -rf ~))',
    '$(info $(shell rm -rf ~))',
    '$(or $(shell rm -rf ~),x)',
    '$(call wipe,~)',
    '$(foreach d,a ~,rm -rf $(d);)',
    '$(if $(X),echo a,rm -rf ~)',
    '$(if $(shell true),rm -rf ~)',
  ])('%s', (recipe) => {
    put({ Makefile: `all:\n\t${recipe}\nwipe = rm -rf $(1)\n` })
    expect(verdict('make')).toBe('deny')
  })
  test.each([
    '$(call log,hello) && echo $(if $(V),--verbose)',
    '$(info building) true',
    '$(foreach d,a b,mkdir -p $(d);)',
    'echo $(subst a,b,$(shell git rev-parse HEAD))',
    '$(if ,rm -rf ~,echo none)',
  ])('%s is ordinary', (recipe) => {
    put({ Makefile: `all:\n\t${recipe}\nlog = echo "$(1)"\n` })
    expect(verdict('make')).toBe('allow')
  })
})

describe('files that are too large to be read', () => {
  const padding = `# ${'x'.repeat(1_100_000)}\n`
  test('are asked about, however they come to run', () => {
    put({
      Makefile: `${padding}all:\n\trm -rf ~\n`,
      justfile: `${padding}all:\n  rm -rf ~\n`,
      'Taskfile.yml': `${padding}tasks:\n  default:\n    cmds: ["rm -rf ~"]\n`,
      'package.json': `{"a":"${padding.trim()}","scripts":{"test":"rm -rf ~"}}`,
      'x.sh': padding + WIPE,
    })
    expectAll(['make', 'just', 'task', 'npm test', 'yarn test', 'sh x.sh', 'cat x.sh | sh', 'cp x.sh y; sh y'], 'ask')
  })
  test('unless the project has committed them', () => {
    put({ Makefile: `${padding}all:\n\techo hi\n`, 'package.json': `{"a":"${padding.trim()}","scripts":{"test":"vitest"}}` })
    commit()
    expectAll(['make', 'npm test'], 'allow')
  })
})

describe('commands of node_modules/.bin that nobody installed', () => {
  const shim = [
    '#!/bin/sh',
    `basedir=$(dirname "$(echo "$0" | sed -e 's,\\\\,/,g')")`,
    '',
    'case `uname` in',
    '    *CYGWIN*|*MINGW*|*MSYS*)',
    '        if command -v cygpath > /dev/null 2>&1; then',
    '            basedir=`cygpath -w "$basedir"`',
    '        fi',
    '    ;;',
    'esac',
    '',
    'if [ -z "$NODE_PATH" ]; then',
    '  export NODE_PATH="/a/node_modules/.pnpm/x@1.0.0/node_modules"',
    'else',
    '  export NODE_PATH="/a/node_modules/.pnpm/x@1.0.0/node_modules:$NODE_PATH"',
    'fi',
    'if [ -x "$basedir/node" ]; then',
    '  exec "$basedir/node"  "$basedir/../x/bin/x.js" "$@"',
    'else',
    '  exec node  "$basedir/../x/bin/x.js" "$@"',
    'fi',
    '',
  ].join('\n')
  const lay = (): void => {
    put({
      'package.json': '{"scripts":{"own":"evil","build":"tsc -p ."}}',
      'evil.sh': `#!/bin/sh\n${WIPE}`,
      'node_modules/typescript/bin/tsc': 'require("child_process").execSync("rm -rf ~")\n',
      'node_modules/.bin/evil': `#!/bin/sh\n${WIPE}`,
      'node_modules/.bin/prettier': '#!/usr/bin/env node\nrequire("child_process").execSync("rm -rf ~")\n',
      'node_modules/.bin/shim': shim,
      'node_modules/.bin/longer': `${shim}${WIPE}`,
    })
    symlinkSync('../typescript/bin/tsc', `${project}/node_modules/.bin/tsc`)
    symlinkSync('../../evil.sh', `${project}/node_modules/.bin/eslint`)
  }
  test('are read', () => {
    lay()
    expectAll(
      [
        'npx evil',
        'npx evil@1.0',
        'npx --no-install prettier .',
        'npx eslint .',
        'npx longer',
        'npm exec evil',
        'pnpm exec evil',
        'yarn evil',
        'bunx evil',
        'npm run own',
        "printf '#!/bin/sh\\nrm -rf ~\\n' > node_modules/.bin/new && npx new",
        'ln -sf ../../evil.sh node_modules/.bin/tsc && npx tsc',
      ],
      'deny',
    )
  })
  test('what a package manager put there is not even looked at', () => {
    lay()
    expectAll(['npx tsc', 'npx shim', 'npx cowsay hi', 'npm run build', 'pnpm exec tsc', 'yarn tsc -p .'], 'allow')
    expect(shell('npx tsc').facts.files ?? {}).not.toHaveProperty([`${project}/node_modules/.bin/tsc`])
  })
})

describe('environment files that a module reads', () => {
  const files = {
    '.env': 'PORT=1\n',
    'show.js': 'const fs = require("fs")\nconsole.log(fs.readFileSync(".env", "utf8"))\n',
    'config.js': 'const fs = require("fs")\nexports.config = fs.readFileSync(".env", "utf8").split("\\n")\nconsole.log("settings are read")\n',
    'show.py': 'print(open(".env").read())\n',
    'config.py': 'PAIRS = [row.split("=") for row in open(".env")]\n',
    'show.rb': 'puts File.read(".env")\n',
  }
  test.each([
    ['a.js', 'require("./show")\n', 'node a.js'],
    ['a.mjs', 'import "./show.js"\n', 'node a.mjs'],
    ['a.py', 'import show\n', 'python3 a.py'],
    ['a.rb', "require_relative 'show'\n", 'ruby a.rb'],
  ])('%s takes in one that prints them', (name, text, command) => {
    put({ ...files, [name]: text })
    expect(verdict(command)).toBe('ask')
  })
  test.each([
    ['a.js', 'const { config } = require("./config")\nstart(config)\n', 'node a.js'],
    ['a.py', 'import config\nstart(config.PAIRS)\n', 'python3 a.py'],
  ])('%s takes in one that only reads them', (name, text, command) => {
    put({ ...files, [name]: text })
    expect(verdict(command)).toBe('allow')
  })
})

describe('a committed script that is handed a way up', () => {
  const files = {
    'clean.sh': 'rm -rf build/$1\n',
    'named.sh': 'D="build/${1:-x}"\nrm -rf "$D"\n',
    'each.sh': 'for d in "$@"; do rm -rf "build/$d"; done\n',
    'clean.py': 'import shutil, sys\nshutil.rmtree("build/" + sys.argv[1])\n',
    'clean.js': 'require("fs").rmSync(`build/${process.argv[2]}`, { recursive: true })\n',
    'other.py': 'import shutil\nfor name in names():\n    shutil.rmtree("build/" + name)\n',
    'package.json': '{"scripts":{"clean":"sh clean.sh"}}',
  }
  const scripts = ['sh clean.sh', 'sh named.sh', 'sh each.sh a', 'npm run clean --', 'python3 clean.py', 'node clean.js']
  test('is judged by where that leads', () => {
    put(files)
    commit()
    put({ 'notes/a.txt': 'not committed\n' })
    expectAll(
      scripts.flatMap((script) => [`${script} ..`, `${script} ../..`]),
      'deny',
    )
    expectAll(
      scripts.map((script) => `${script} ../notes`),
      'ask',
    )
  })
  test('and may tidy below what it names itself', () => {
    put(files)
    commit()
    expectAll([...scripts.flatMap((script) => [`${script} x`, `${script} a/b`]), 'python3 other.py --root ..'], 'allow')
  })
})

describe('archives whose names count from the root on', () => {
  test('are asked about', () => {
    expectAll(['cpio -id --absolute-filenames < a.cpio', '7z x a.7z -spf', '7z x -spf a.7z', 'tar xPf a.tar'], 'ask')
  })
  test('others are not', () => {
    expectAll(['cpio -id < a.cpio', 'cpio -id --no-absolute-filenames < a.cpio', '7z x a.7z', '7z l -spf a.7z', 'tar xf a.tar'], 'allow')
  })
})
