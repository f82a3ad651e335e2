// Is code read that comes to run by a folder, a data file, an include or another file of its language? Real folders.
import { rmSync } from 'node:fs'
import { beforeEach, describe, expect, test } from 'vitest'
import { projectOnDisk } from './project-on-disk.ts'

const { home, put, commit, verdict } = projectOnDisk('hidden-code', 0o755)

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
    put({ 'run.sh': 'C=$(jq -r .x f.json)\n$C\n' })
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
