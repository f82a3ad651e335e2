// May a committed script delete what it alone can name, and not what somebody hands it? Real repositories, below a home that is not scratch.
import { rmSync, symlinkSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const SCRIPTS: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'a', scripts: { clean: 'rm -rf', tidy: 'sh scripts/own.sh' } }),
  Makefile: 'OUT ?= build\nclean:\n\trm -rf $(OUT)\n',
  'names.txt': 'build\n',
  'scripts/first.sh': 'rm -rf "$1"\n',
  'scripts/all.sh': 'for each in "$@"; do rm -rf "$each"; done\n',
  'scripts/into.sh': 'cd "$1" && rm -rf *\n',
  'scripts/changed.sh': 'X=$(echo "$1" | tr a b); rm -rf "$X"\n',
  'scripts/eval.sh': 'eval "$X"\n',
  'scripts/run.sh': '$X now\n',
  'scripts/variable.sh': 'rm -rf "$X"\n',
  'scripts/target.sh': 'rm -rf "$(cat target.txt)"\n',
  'scripts/piped.sh': 'xargs rm -rf < target.txt\n',
  'scripts/lines.sh': 'while read -r each; do rm -rf "$each"; done < target.txt\n',
  'scripts/target.py': 'import shutil\nshutil.rmtree(open("target.txt").read().strip())\n',
  'scripts/target.js': 'const fs = require("fs")\nfs.rmSync(fs.readFileSync("target.txt", "utf8").trim(), { recursive: true })\n',
  'scripts/argument.py': 'import shutil, sys\nshutil.rmtree(sys.argv[1])\n',
  'scripts/argument.js': 'require("fs").rmSync(process.argv[2], { recursive: true })\n',
  'scripts/variable.js': 'require("fs").rmSync(process.env.OUT, { recursive: true })\n',
  'scripts/into-target.sh': 'cd "$(cat target.txt)" && rm -rf *\n',
  'scripts/own.sh': 'D=$(mktemp -d); E=$(pwd); rm -rf "$D"\n',
  'scripts/names.sh': 'rm -rf "$(cat names.txt)"\n',
  'scripts/loop.sh': 'for d in $(ls packages); do rm -rf "$d"; done\nfind packages -name out > list.tmp; xargs rm -rf < list.tmp\n',
  'scripts/unset.sh': 'rm -rf "$WORK_FOLDER"\n',
  'scripts/asked.sh': 'OUT=$(node -p "1+1"); rm -rf "$OUT"\n',
  'scripts/tree.sh': 'git --work-tree=homelink checkout -f main\n',
  'scripts/tree-to.sh': 'git --work-tree="$1" checkout -f main\n',
  'scripts/site.sh': 'git --work-tree=site checkout -f main\n',
  'scripts/into-folder.sh': 'cd Pictures && rm -rf *\n',
}

const { home, project, put, commit, verdict } = projectOnDisk('tasks')

beforeEach(() => {
  rmSync(home, { recursive: true, force: true })
  put({ ...SCRIPTS, 'packages/a/x': '1\n', 'site/index.html': '1\n', '../Pictures/a.jpg': '1\n' })
  symlinkSync(home, `${project}/homelink`)
  commit()
  put({ 'target.txt': `${home}\n` })
})
describe('what somebody hands a committed script', () => {
  // The file is looked into: it names the home.
  test.each([
    'npm run clean -- "$(cat target.txt)"',
    'make clean OUT="$(cat target.txt)"',
    'OUT="$(cat target.txt)" make clean',
    'cat target.txt | xargs sh scripts/first.sh',
    'xargs -a target.txt sh scripts/first.sh',
    'X="$(cat target.txt)" sh scripts/variable.sh',
    'sh scripts/first.sh "$(getent passwd dev | cut -d: -f6)"',
    'sh scripts/target.sh',
    'sh scripts/into-target.sh',
    'sh scripts/piped.sh',
    'sh scripts/lines.sh',
  ])('%s is denied', (command) => expect(verdict(command)).toBe('deny'))
  test.each([
    'sh scripts/first.sh "$(xdg-user-dir DESKTOP)"',
    'sh scripts/first.sh "$SOMEWHERE"',
    'sh scripts/all.sh "$SOMEWHERE"',
    'sh scripts/into.sh "$SOMEWHERE"',
    'sh scripts/changed.sh "$SOMEWHERE"',
    'export X="$(date)"; sh scripts/variable.sh',
    'X="$(date)" sh scripts/eval.sh',
    'X="$(date)"; . scripts/variable.sh',
    'python3 scripts/target.py',
    'node scripts/target.js',
    'python3 scripts/argument.py "$SOMEWHERE"',
    'OUT=~ node scripts/variable.js',
    'OUT="$(cat target.txt)" node scripts/variable.js',
  ])('%s is asked about', (command) => expect(verdict(command)).toBe('ask'))
  test.each(['python3 scripts/argument.py ~', 'node scripts/argument.js ..'])('%s is denied: what it is handed is known', (command) =>
    expect(verdict(command)).toBe('deny'),
  )

  test.each([
    'sh scripts/own.sh',
    'npm run tidy',
    'make clean',
    'make clean OUT=dist',
    'sh scripts/first.sh build',
    'sh scripts/first.sh packages/a',
    'sh scripts/names.sh',
    'sh scripts/loop.sh',
    'sh scripts/unset.sh',
    'X=1 sh scripts/unset.sh',
    'sh scripts/asked.sh',
    'python3 scripts/argument.py build',
    'node scripts/argument.js --all packages/a',
    'OUT=build node scripts/variable.js',
    'CI=$(date) sh scripts/unset.sh',
  ])('%s goes on', (command) => expect(verdict(command)).toBe('allow'))
})

describe('git in another folder', () => {
  test.each(['sh scripts/tree.sh', 'sh scripts/tree-to.sh homelink', 'sh scripts/tree-to.sh "$SOMEWHERE"', 'git --work-tree=homelink checkout -f main'])(
    '%s is asked about',
    (command) => expect(verdict(command)).toBe('ask'),
  )
  test.each(['sh scripts/site.sh', 'sh scripts/tree-to.sh site'])('%s goes on', (command) => expect(verdict(command)).toBe('allow'))
})

describe('cd with folders to search', () => {
  test.each([
    'CDPATH=~; cd Pictures && rm -rf *',
    'CDPATH=/nope:~; cd Pictures && rm -rf *',
    'export CDPATH=~; bash scripts/into-folder.sh',
    'CDPATH=~ bash scripts/into-folder.sh',
    'CDPATH=~; cd homelink/../Pictures && rm -rf *',
    'CDPATH="$(xdg-user-dir DESKTOP)"; cd build && rm -rf *',
    'CDPATH=~; cd Pict* && rm -rf *',
  ])('%s is asked about', (command) => expect(verdict(command)).not.toBe('allow'))
  test.each([
    'CDPATH=~; cd ./build && rm -rf *',
    'CDPATH=; cd build && rm -rf *',
    'CDPATH=~; cd build && rm -rf *',
    'CDPATH=~; cd packages && ls',
    'CDPATH=~; mkdir build; cd build && rm -rf *',
  ])('%s goes on', (command) => expect(verdict(command)).toBe('allow'))
})
