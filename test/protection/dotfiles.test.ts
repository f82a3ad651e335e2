// May an agent work on dotfiles whose repository is the home itself, on Node's versions, on terminals and on settings that are not ours? And is what takes ours along still asked about?
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callOf } from '../../src/cli/call.ts'
import { decide } from '../../src/gate/decide.ts'
import { buildGate } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import { clear } from '../clear.ts'
import { UNHURRIED } from '../unhurried.ts'

let built: Built
let home: string
beforeAll(async () => {
  built = await buildGate()
  home = realpathSync(mkdtempSync(join(homedir(), 'prudent-dotfiles-')))
  const files = [
    '.bashrc',
    '.vimrc',
    '.config/nvim/init.lua',
    '.claude/settings.json',
    '.config/prudent/settings.yaml',
    '.local/state/prudent/keys/caches',
    'app/a.ts',
  ]
  for (const file of files) {
    mkdirSync(dirname(join(home, file)), { recursive: true })
    writeFileSync(join(home, file), 'x\n')
  }
  const hooks = { PreToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: `${home}/.config/prudent/bin/prudent-hook --host claude-code` }] }] }
  writeFileSync(join(home, '.claude/settings.json'), JSON.stringify({ hooks }, null, 2))
  const git = (...words: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...words], { cwd: home, stdio: 'ignore' })
  git('init', '-q')
  git('add', '.bashrc', '.vimrc', '.config/nvim')
  git('commit', '-qm', 'dotfiles')
}, 60_000)
afterAll(() => clear(home))

const asked = (command: string): readonly string[] => {
  const project = join(home, 'app')
  const scene = { home, project, cwd: project, wired: [join(home, '.claude/settings.json')], own: ['/opt/node/bin/node', '/opt/node/lib/node_modules/prudent'] }
  const { decision } = decide(built.gate, callOf('Bash', { command }, project), scene, {}, { limits: UNHURRIED })
  return decision.findings.filter(({ rule, verdict }) => rule.startsWith('self') && verdict !== 'allow').map(({ rule }) => rule)
}

const NAMED = ['.bashrc', '.vimrc .bashrc', '.config/nvim', '.config/nvim/init.lua']
const FORMS = ['git -C ~ CMD', 'cd ~ && git CMD', 'git --git-dir=$HOME/.git --work-tree=$HOME CMD']
const formed = (commands: readonly string[]): readonly string[] => FORMS.flatMap((form) => commands.map((command) => form.replace('CMD', () => command)))

describe('dotfiles in the home', () => {
  test.each(
    formed([...NAMED.map((name) => `checkout -- ${name}`), ...NAMED.map((name) => `checkout HEAD~1 -- ${name}`), ...NAMED.map((name) => `restore ${name}`)]),
  )('files that are named: %s', (command) => expect(asked(command)).toEqual([]))
  test.each(formed(['stash', 'stash push -m x', 'stash save x', 'status', 'diff', 'commit -am x', 'push', 'pull', 'log', 'add .vimrc', 'stash list']))(
    'what leaves alone what git does not know: %s',
    (command) => expect(asked(command)).toEqual([]),
  )
  test.each(
    formed([
      'stash -u',
      'stash push --all',
      'stash --include-untracked',
      'checkout -- .',
      'checkout HEAD .config',
      'checkout -f main',
      'clean -fdx',
      'reset --hard',
      'rm -rf .',
    ]),
  )('what takes ours along: %s', (command) => expect(asked(command)).not.toEqual([]))
  test('a repository that knows ours is asked about', () => {
    execFileSync('git', ['add', '-f', '.claude/settings.json'], { cwd: home })
    for (const command of ['git -C ~ stash', 'git -C ~ checkout HEAD -- .claude', 'cd ~ && git stash push']) expect(asked(command), command).not.toEqual([])
    execFileSync('git', ['rm', '-q', '--cached', '.claude/settings.json'], { cwd: home })
  })
})

describe('other everyday work near ours', () => {
  test.each([
    'nvm use 20',
    'nvm install 22',
    'nvm alias default 22',
    'fnm use 20',
    'volta install node@22',
    'mise use node@22',
    'asdf global nodejs 20.1.0',
    'corepack enable',
    'corepack prepare pnpm@9 --activate',
    'n ls',
    'n --version',

    'npm i -g typescript',
    'npm i -g pnpm yarn',
    'npm uninstall -g typescript',
    'npm ls -g',
    'pnpm add -g tsx',
    'yarn global add serve',
    'npm prefix -g',
    'npm root -g',
    'brew upgrade node',
    'pipx install black',

    "tmux new -d -s dev 'npm run dev'",
    "tmux send-keys -t dev 'npm test' Enter",
    'tmux send-keys -t dev C-c',
    'tmux kill-session -t dev',
    'tmux capture-pane -p -t dev',
    'screen -dmS dev npm run dev',
    'screen -S dev -X quit',
    "screen -S dev -X stuff 'npm test\\n'",

    'yadm status',
    'yadm add ~/.zshrc',
    'chezmoi apply',
    'cd ~/dotfiles && stow nvim',
    'cd ~/.config/nvim && git pull',
    'ln -sf ~/dotfiles/nvim ~/.config/nvim',
    'cp -r ~/dotfiles/nvim ~/.config/',

    'jq . ~/.claude/settings.json',
    'cat .claude/settings.json',
    "mkdir -p .claude/commands && echo 'Review the diff' > .claude/commands/review.md",
    'echo \'{"theme":"x"}\' > ~/.config/opencode/tui.json',
    'git add .claude && git commit -m x',
    'kill $(lsof -ti :3000)',
    'pkill -f vite',
    'fuser -k 8080/tcp',
    'npx kill-port 5173',
    'lsof -i :4766',
  ])('%s', (command) => expect(asked(command)).toEqual([]))
})
