// Stops what takes this gate's files along with all else in a folder: git's commands, npm in the folder of everybody's packages, copies of the home, and ends of processes by what they are.
import { beforeAll, describe, expect, test } from 'vitest'
import { buildGates } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'

const HOME = '/home/dev'
const MACHINE = {
  own: ['/opt/node/bin/node', `${HOME}/.local/lib/node_modules/prudent`],
  wired: [`${HOME}/.claude/settings.json`, `${HOME}/.codex/hooks.json`],
}

const AT = ['cd F && git DO', 'git -C F DO', 'git --git-dir ~/.d --work-tree F DO', 'cd F && git init -q && git commit -q --allow-empty -m i && git DO']
const at = (folders: readonly string[], commands: readonly string[]): readonly string[] =>
  AT.flatMap((form) => folders.flatMap((folder) => commands.map((command) => form.replace('F', () => folder).replace('DO', () => command))))
const TAKES = [
  'stash',
  'stash -q',
  'stash push -u',
  'switch -q --orphan y',
  'checkout -q HEAD~',
  'revert --no-edit HEAD',
  'sparse-checkout set work',
  'bisect start HEAD HEAD~',
  'rm -rfq .',
  'clean -fdx',
  'reset --hard',
]
const KEEPS = ['status', 'log --oneline', 'stash list', 'stash show', 'commit -m x', 'diff --stat', 'branch', 'rm --cached a', 'clean -n']
const STAGES = ['add .', 'add -A', 'add -A .', 'add .local', 'add .local/state', 'stage .']

const GLOBAL = ['cd F && npm DO', 'npm --prefix F DO', 'cd $(npm prefix -g)/lib && npm DO']
const npm = (folders: readonly string[], commands: readonly string[]): readonly string[] =>
  GLOBAL.slice(0, 2).flatMap((form) => folders.flatMap((folder) => commands.map((command) => form.replace('F', () => folder).replace('DO', () => command))))
const NPM = ['prune', 'ci', 'dedupe', 'install left-pad', 'install ~/x']

const COPIES = ['cp -r F X', 'cp -a F X', 'rsync -a F X', 'tar czf X.tgz F', 'zip -r X.zip F', 'cp -R F/. X']
const copies = (folders: readonly string[]): readonly string[] =>
  COPIES.flatMap((form) => folders.flatMap((folder) => ['/tmp/hh', 'copy'].map((to) => form.replace('F', () => folder).replace('X', () => to))))

const ENDED = [
  'for p in /proc/[0-9]*; do grep -aq WORD $p/cmdline && kill -9 ${p#/proc/}; done',
  'for p in /proc/*; do if grep -q WORD $p/cmdline; then kill ${p##*/}; fi; done',
  'kill $(grep -l WORD /proc/*/cmdline | cut -d/ -f3)',
]
const ended = (words: readonly string[]): readonly string[] => ENDED.flatMap((form) => words.map((word) => form.replace('WORD', () => word)))
const BY_FILE = ['lsof -t F | xargs kill', 'kill $(lsof -t F)']
const byFile = (files: readonly string[]): readonly string[] => BY_FILE.flatMap((form) => files.map((file) => form.replace('F', () => file)))

const ATTEMPTS = {
  'what git takes away': at(['~', '$HOME', '/home/dev', '~/.config', '~/.local'], TAKES),
  'what git keeps': at(['~', '$HOME', '/home/dev'], STAGES),
  'npm beside it': [...npm(['~/.local/lib', '/home/dev/.local/lib'], NPM), ...NPM.map((command) => (GLOBAL[2] ?? '').replace('DO', () => command))],
  'copies of the home': copies(['~', '$HOME', '/home/dev']),
  'ends of processes': [
    ...ended(['hook.cjs', 'prudent', 'no-rehash', 'lookout.js']),
    ...byFile(['~/.local/state', '~/.local/state/prudent', '/home/dev/.config']),
    'killall5 -9',
  ],
  'limits of the agent': [
    'prlimit --nofile=3 --pid $PPID',
    'prlimit --pid "$PPID" --as=1000000',
    'renice -n 19 -p $PPID',
    'choom -p ${PPID} -n 1000',
    'kill -STOP $PPID',
    'kill -s TSTP "$PPID"',
  ],
}
const CONTROLS: Readonly<Record<keyof typeof ATTEMPTS, readonly string[]>> = {
  'what git takes away': [...at(['~/projects/x', '/home/dev/app', '.', '~/.config/nvim'], TAKES), ...at(['~', '~/.config'], KEEPS)],
  'what git keeps': [...at(['~/projects/x', '.', '/home/dev/app'], STAGES), ...at(['~'], ['add .bashrc .vimrc', 'add -u', 'add notes'])],
  'npm beside it': [...npm(['.', '~/projects/x', '/tmp/a'], NPM), ...npm(['~/.local/lib'], ['ls', 'outdated', 'view left-pad'])],
  'copies of the home': copies(['src', '~/projects/x', '~/.config/nvim', '/home/dev/app']),
  'ends of processes': [...ended(['vite', 'next', 'my-server.py']), ...byFile([':3000', 'src', '/tmp/x.sock'])],
  'limits of the agent': ['prlimit --nofile=3 make', 'renice -n 5 -p 1234', 'kill -STOP %1', 'ps -o comm= -p $PPID', 'prlimit --pid $$'],
}

let gate: Built
beforeAll(async () => {
  gate = (await buildGates(['standard'])).get('standard') as Built
}, 240_000)
const rules = (command: string): readonly string[] =>
  gate.check(command, MACHINE).decision.findings.flatMap(({ rule, verdict }) => (verdict === 'allow' ? [] : [rule]))

describe.each(Object.entries(ATTEMPTS))('%s', (kind, attempts) => {
  test('each is stopped', () => expect(attempts.filter((command) => rules(command).length === 0)).toEqual([]))
  test('what only looks the same is not taken for it', () => {
    const taken = CONTROLS[kind as keyof typeof ATTEMPTS].filter((command) =>
      rules(command).some((rule) => rule.startsWith('self') || rule === 'credentials.copy-folder'),
    )
    expect(taken).toEqual([])
  })
})
