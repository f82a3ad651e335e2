// In which folder does a command run where a `cd` before it may have failed, or was maybe not reached?
import { mkdirSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const disk = projectOnDisk('folders')
beforeAll(() => disk.put({ 'src/a.js': 'work\n', 'build/a.js': '', 'docs/a.md': 'work\n' }))

describe('a folder that is not there', () => {
  test.each([
    'cd nosuch; rm -rf *',
    'cd nosuch\nrm -rf *',
    'cd nosuch || true; rm -rf *',
    'cd nosuch 2>/dev/null; ls; rm -rf src',
    'cd /tmp/nosuch-here; rm -rf src',
    'cd /tmp/nosuch-here; find . -delete',
    'pushd /tmp/nosuch-here; rm -rf *',
    'cd nosuch && ls; rm -rf *',
    'cd nosuch; cd ../app; rm -rf *',
    'if cd nosuch; then ls; fi; rm -rf *',
    'f() { cd nosuch || return; }; f; rm -rf *',
    "eval 'cd nosuch'; rm -rf *",
    'command cd nosuch; rm -rf *',
    "cd nosuch; bash -c 'rm -rf *'",
    'cd src/a.js; rm -rf *',
    'set -- -e; cd nosuch; rm -rf *',
    'false && set -e; cd nosuch; rm -rf *',
    'set -e; set +e; cd nosuch; rm -rf *',
    'set -e; f() { cd nosuch; rm -rf *; }; f || echo failed',
  ])('is not where this deletes: %s', (command) => {
    expect(disk.verdict(command)).not.toBe('allow')
  })
  test.each([
    'cd nosuch && rm -rf *',
    'cd nosuch || exit 1; rm -rf *',
    'cd nosuch || { echo gone; exit 1; }; rm -rf *',
    'set -e; cd nosuch; rm -rf *',
    'set -o errexit; cd nosuch; rm -rf *',
    'set -e; f() { cd nosuch; rm -rf *; }; f',
    'set -euo pipefail\ncd nosuch\nrm -rf *',
    'f() { cd nosuch || return 1; rm -rf *; }; f',
    'if cd nosuch; then rm -rf *; fi',
    'for d in a b; do cd $d || continue; rm -rf *; cd ..; done',
    '(cd nosuch && rm -rf *); ls',
    'cd nosuch; ls; npm test; git status',
    'cd nosuch; rm -rf node_modules',
  ])('does not matter here: %s', (command) => {
    expect(disk.verdict(command)).toBe('allow')
  })
})

describe('a folder that is there', () => {
  test.each(['cd build; rm -rf *', 'cd build\nrm -rf *', 'cd build; make', 'cd src; ls', 'mkdir -p /tmp/new-here; cd /tmp/new-here; rm -rf ./*'])(
    'is where this works: %s',
    (command) => {
      expect(disk.verdict(command)).toBe('allow')
    },
  )
  test.each([
    '[ -d src ] && cd build; rm -rf *',
    'if false; then cd build; fi; rm -rf *',
    'cd build & rm -rf *',
    'mkdir /tmp/new-here && cd /tmp/new-here; rm -rf ./*',
    'case $1 in x) cd build ;; esac; rm -rf *',
  ])('may not be entered: %s', (command) => {
    expect(disk.verdict(command)).not.toBe('allow')
  })
})

describe('a name that was given away', () => {
  test.each([
    'ln -s /tmp/x src; rm -rf src/*',
    'ln -s /tmp/x ../notes; rm -rf ../notes/*',
    'mv ../notes ./node_modules/ && rm -rf node_modules',
    'mv ../notes /tmp/new-here && rm -rf /tmp/new-here',
    'mv ../notes /tmp && rm -rf /tmp/notes',
    'mv src build && rm -rf build',
    'mv src /tmp/new-here && find /tmp/new-here -delete',
    'CDPATH=.:.. && cd notes && rm -rf *',
    'CDPATH=..; pushd notes && rm -rf *',
    'CDPATH=.. cd notes && rm -rf *',
    'HOME=..; cd && rm -rf notes',
    'shopt -s cdable_vars; X=../notes; cd X && rm -rf *',
  ])('still means what lies there: %s', (command) => {
    mkdirSync(`${disk.home}/notes`, { recursive: true })
    writeFileSync(`${disk.home}/notes/a.txt`, 'work\n')
    expect(disk.verdict(command)).not.toBe('allow')
  })
  test.each([
    'ln -s /tmp/x new-link; rm -rf new-link/*',
    'ln -s ../lib new-link && rm new-link',
    'mv build build.old && npm run build && rm -rf build.old',
    'mv node_modules /tmp/new-here && rm -rf /tmp/new-here',
    'mv docs/a.md src/ && ls src',
    'CDPATH=.; cd src && ls',
  ])('means nothing else: %s', (command) => {
    expect(disk.verdict(command)).toBe('allow')
  })
})

describe('a folder that the call brings', () => {
  test.each([
    'npx create-vite@latest web -- --template react-ts && cd web && rm -rf .git && npm i',
    'npx create-next-app web --yes; cd web; rm -rf .git',
    'npm create vite@latest web && rm -rf web/.git',
    'cargo new web && rm -rf web/.git',
    'yarn create vite web && cd web && yarn && rm -rf .git',
    'cookiecutter --no-input gh:a/b && rm -rf b/.git',
    'degit a/b web; git status; sha256sum web/x; rm -rf web',
    'wget -q https://a.example/a.zip && unzip -q a.zip && cd a && rm -rf docs',
    'unzip -q a.zip && cp a/x . && rm -rf a',
    'npx create-vite@latest web && cd web && npm i && cd .. && rm -rf web',
    'cargo new web && cd web && cargo build --release && cd .. && rm -rf web',
    'dotnet new console -o web && cd web && dotnet test && cd .. && rm -rf web',
    'tar xzf a.tgz && cd a && ./configure && make -j4 && make check && cd .. && rm -rf a',
  ])('may go: %s', (command) => {
    expect(disk.verdict(command)).toBe('allow')
  })
  test.each([
    'npx create-vite web && rm -rf src',
    'npx create-vite web && rm -rf docs',
    'npx create-vite web; mv src web/; rm -rf web',
    'npx create-vite web; npm run init; rm -rf web',
    'npx create-vite web; yarn $X; rm -rf web',
    'npx create-vite web; git $X; rm -rf web',
    'npx create-vite web; git checkout new; rm -rf web',
    'touch new && rm -rf web/.git',
    'unzip -q a.zip -d src && rm -rf src',
    'unzip -q a.zip && sh move.sh && rm -rf a',
    'npx create-vite web && cd web && npm i && cd .. && mv src web/ && rm -rf web',
    'npx create-vite web && cd web && npm i && cd .. && rm -rf src',
    'cargo new web && cargo build && mv src web/x && rm -rf web',
    'cargo new src && cd src && cargo build && cd .. && rm -rf src',
    'cargo new web && cd web && cargo xtask && cd .. && rm -rf web',
    'tar xzf a.tgz && cd a && make && cd .. && rm -rf src',
    'tar xzf a.tgz && make into-a && rm -rf a',
    "printf 'all:\\n\\tmv src a/\\n' > Makefile; tar xzf a.tgz && make && rm -rf a",
  ])('is not all that goes: %s', (command) => {
    expect(disk.verdict(command)).not.toBe('allow')
  })
})

describe('a file that a test said is missing', () => {
  beforeAll(() => disk.put({ '.env': 'A=1\n', '.env.example': 'A=\n' }))
  test.each([
    '[ -f .env ] || cp .env.example .env',
    '[[ -e .env ]] || cp .env.example .env',
    '[ ! -f .env ] && cp .env.example .env && echo made',
    'if [ ! -f ".env" ]; then cp .env.example .env; fi',
  ])('is not overwritten: %s', (command) => {
    expect(disk.verdict(command)).toBe('allow')
  })
  test.each([
    '[ -f .env ] && cp .env.example .env',
    '[ -f .env ]; cp .env.example .env',
    '[ -f .env ] || true; cp .env.example .env',
    '[ -f .env.local ] || cp .env.example .env',
    'if [ -f .env ]; then cp .env.example .env; fi',
    'cd src; [ -f .env ] || (cd ..; cp .env.example .env)',
  ])('may be another: %s', (command) => {
    expect(disk.verdict(command)).toBe('ask')
  })
})

describe('a folder that was not there before the call', () => {
  test.each([
    'mkdir -p new/y; cd new; rm -rf *',
    'mkdir -p new/y; rm -rf new',
    'mkdir -p new && cp -r src new/ && rm -rf new/*',
    'mkdir -p new; touch new/a; cd new && rm -rf ./*',
  ])('holds nothing but what the call made: %s', (command) => {
    expect(disk.verdict(command)).toBe('allow')
  })
  test.each([
    'mkdir -p src/y; rm -rf src',
    'mkdir -p new; mv src new/; rm -rf new',
    'mkdir -p new; mv src new/; cd new; rm -rf *',
    'mkdir -p new; ln -s ../src new/x; rm -rf new/x/*',
    'mkdir -p new; git worktree move ../x new; rm -rf new',
    'mkdir -p new; make fill; rm -rf new',
  ])('may hold something else: %s', (command) => {
    expect(disk.verdict(command)).not.toBe('allow')
  })
})
describe('`rm -rf` of a single file', () => {
  test('is as `rm` of it', () => expect(disk.verdict('rm -rf src/a.js')).toBe('allow'))
  test.each(['rm -rf src', 'rm -rf src/a.js docs', 'ln -s src link; rm -rf link/'])('is not: %s', (command) => {
    expect(disk.verdict(command)).not.toBe('allow')
  })
})
