// Is it said of a call that it changed something nobody could read the name of, so that whoever watches can look afterwards?
import { beforeAll, describe, expect, test } from 'vitest'
import { buildGate } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'

let built: Built
beforeAll(async () => {
  built = await buildGate()
}, 120_000)
const isUnread = (command: string): boolean => built.check(command).reading.unreadWrite === true

const TARGETS = ['$X', '"$X"', '$(cat p)', '$(jq -r .f c.json)', '`head -1 list`', '"$(node -p process.argv0)"', '"$DIR/settings.yaml"', '$D/bin/run']
const CHANGES = [
  'echo x > T',
  'cp a T',
  'mv a T',
  'ln -sf a T',
  'ln T a',
  'rm -f T',
  'rm -rf T',
  'chmod 000 T',
  'truncate -s0 T',
  'tee T < a',
  'sed -i s/a/b/ T',
  'dd if=a of=T',
  'sponge T < a',
  'install a T',
]
const all = (targets: readonly string[]): readonly string[] => targets.flatMap((target) => CHANGES.map((change) => change.replace('T', target)))

describe('a target that nobody could read', () => {
  test.each(TARGETS)('%s', (target) => expect(all([target]).filter((command) => !isUnread(command))).toEqual([]))
  test.each([
    'eval "$X"',
    'bash -c "$X"',
    '$CMD a',
    'python3 "$F"',
    'python3 -c "import sys; open(sys.argv[1], \'w\')" "$X"',
    'cd "$D" && rm -f run',
    'cat list | xargs rm',
  ])('and code: %s', (command) => expect(isUnread(command)).toBe(true))
})
describe('what a repository or an archive brings over the project', () => {
  test.each([
    'git checkout x',
    'git switch x',
    'git pull',
    'git merge x',
    'git stash pop',
    'git apply a.patch',
    'git rebase x',
    'git cherry-pick x',
    'patch -p1 < a.patch',
    'tar xf a.tar',
    'tar xf a.tar -C .claude',
    'unzip -o a.zip',
    'git archive x | tar x',
  ])('%s', (command) => expect(isUnread(command)).toBe(true))
  test.each(['tar xf a.tar -C build', 'unzip a.zip -d vendor', 'git status', 'git log -p', 'git commit -am x', 'git push'])('not %s', (command) =>
    expect(isUnread(command)).toBe(false),
  )
})
describe('what could be read, or could be none of ours', () => {
  test.each(['a.txt', '/tmp/x', '~/notes', 'src/*.ts', '"$X.log"', '"$D/a.png"', '$(mktemp)', '"$(pwd)/a"'])('%s', (target) =>
    expect(all([target]).filter(isUnread)).toEqual([]),
  )
  test.each(['cat "$X"', 'ls $D', 'grep -rl a src', 'echo "$X"', 'npm test', 'git commit -m "$M"'])('%s', (command) => expect(isUnread(command)).toBe(false))
})
