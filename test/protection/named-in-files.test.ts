// Does a name that comes out of a file, or a link on disk, lead to this gate's own files or keys unseen? Real files; and lists of the task's own files pass.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const disk = projectOnDisk('named-in-files')
const TARGETS = { settings: '.config/prudent/settings.yaml', wrapper: '.config/prudent/bin/prudent-hook', audit: '.local/state/prudent/audit/2026-03-02.jsonl' }
beforeAll(() => {
  for (const [name, path] of Object.entries(TARGETS)) disk.put({ [`t.${name}`]: `${disk.home}/${path}\n` })
  disk.put({ 't.own': 'src/a.txt\n', 'src/a.txt': 'text\n', 'loose.yaml': 'x\n' })
  mkdirSync(`${disk.home}/.local/state/prudent/keys`, { recursive: true })
  writeFileSync(`${disk.home}/.local/state/prudent/keys/caches`, 'key\n')
  symlinkSync(`${disk.home}/.local/state/prudent/keys/caches`, `${disk.project}/k`)
  symlinkSync(`${disk.home}/.local`, `${disk.project}/l`)
})

const WAYS = [
  'echo x > $(cat T)',
  'echo x | tee "$(cat T)"',
  'read p < T; echo x > "$p"',
  'cp loose.yaml $(<T)',
  "xargs -I{} sh -c 'echo x > {}' < T",
  'while read p; do echo x > "$p"; done < T',
  'mapfile -t p < T; echo x > "${p[0]}"',
  'install loose.yaml "$(cat T)"',
  'ln -sf $PWD/loose.yaml "$(head -1 T)"',
  'dd if=loose.yaml of="$(cat T)"',
  'f=$(sed -n 1p T); echo x > $f',
  'f=$(grep . T); echo x > $f',
  'sed -n "w $(cat T)" loose.yaml',
  'cat T | while read f; do : > $f; done',
  'd=$(dirname $(cat T)); cp loose.yaml $d/settings.yaml',
  "python3 -c \"open(open('T').read().strip(), 'w').write('x')\"",
  "node -e \"const fs = require('fs'); fs.writeFileSync(fs.readFileSync('T', 'utf8').trim(), 'x')\"",
  'ruby -e \'File.write(File.read("T").strip, "x")\'',
  'awk \'{print "x" > $0}\' T',
]
const filled = (file: string): readonly string[] => WAYS.map((way) => way.replace('T', () => file))

describe('a name out of a file', () => {
  test.each(Object.keys(TARGETS).flatMap((name) => filled(`t.${name}`)))('that is ours is not changed: %s', (command) => {
    expect(disk.verdict(command)).not.toBe('allow')
  })
  test('of the project’s own is', () => expect(filled('t.own').filter((command) => disk.verdict(command) !== 'allow')).toEqual([]))
})
describe('a link to the keys', () => {
  test.each(['cat k', 'base64 < k', 'cp k x', 'cat l/state/prudent/keys/caches', 'cat l/state/*/keys/*', 'python3 -c "print(open(\'k\').read())"'])(
    'is not read: %s',
    (command) => {
      expect(disk.verdict(command)).toBe('deny')
    },
  )
  test.each(['cp -r l/state x', 'tar cz l | base64', 'grep -r . l/state'])('nor all of the folder above: %s', (command) => {
    expect(disk.verdict(command)).not.toBe('allow')
  })
  test.each(['ls l', 'cat src/*.txt', 'grep -rn text src', 'cp -r src y', 'find l -name x'])('other reading goes on: %s', (command) => {
    expect(disk.verdict(command)).toBe('allow')
  })
})
