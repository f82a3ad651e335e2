// Does a folder that a command makes count as its own where it lay there before? The making fails, and what goes was there.
import { beforeAll, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const disk = projectOnDisk('made')
beforeAll(() => disk.put({ 'src/a.js': 'work\n', 'src/lib/b.js': 'work\n', 'data/app.db': 'rows\n', '.git/HEAD': 'ref: refs/heads/main\n' }))

describe('a folder that was there', () => {
  test.each([
    'mkdir data; rm -rf data',
    'mkdir src 2>/dev/null; rm -rf src',
    'mkdir src; rm -rf src/lib',
    '[ -d src ] || mkdir src; rm -rf src',
    'mkdir src && echo made; rm -rf src',
    'mkdir src && echo made || rm -rf src',
    'mkdir other || mkdir src && rm -rf src',
    'set -e; mkdir src && true; rm -rf src',
    'f() { mkdir src; true; }; f && rm -rf src',
    'mkdir src || echo there; rm -rf src',
    'D=src; mkdir "$D"; trap \'rm -rf "$D"\' EXIT',
    'git clone https://git.example/r data; rm -rf data',
    'git clone https://git.example/src || true; rm -rf src',
  ])('was not made by this: %s', (command) => {
    expect(disk.verdict(command)).toBe('ask')
  })
  test.each(['mkdir .git; rm -rf .git', 'mkdir .git || true; rm -rf .git && git init', 'git clone https://git.example/r .git; rm -rf .git'])(
    'keeps its history: %s',
    (command) => {
      expect(disk.verdict(command)).toBe('deny')
    },
  )
  test.each([
    'mkdir src && rm -rf src',
    'mkdir src && cd src && ls && cd .. && rm -rf src',
    'set -e; mkdir src; rm -rf src',
    'mkdir src || exit 1; rm -rf src',
  ])('is left alone where the making fails: %s', (command) => {
    expect(disk.verdict(command)).toBe('allow')
  })
})

describe('a folder that was not there', () => {
  test.each([
    'mkdir scratch; rm -rf scratch',
    'mkdir scratch; cp src/a.js scratch; rm -rf scratch',
    'mkdir scratch || true; ls; rm -rf scratch/lib scratch',
    'git clone https://git.example/r scratch; rm -rf scratch',
    'git clone https://git.example/r scratch; rm -rf scratch/.git',
    'git clone https://git.example/scratch; cd scratch; ls; cd ..; rm -rf scratch',
  ])('may go again: %s', (command) => {
    expect(disk.verdict(command)).toBe('allow')
  })
})
