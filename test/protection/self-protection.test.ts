// May an agent switch off, loosen, answer for or get round this gate? And may it use what is harmless?
import { copyFileSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { commands } from '../../src/cli/program.ts'
import { movedFolders, runningFiles } from '../../src/config/own-files.ts'
import { buildGate, root } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import { ensureBuilt } from '../built.ts'
import { compileIn, runHook, shellEvent } from '../hook-process.ts'

let built: Built
let standard: Built
beforeAll(async () => {
  ensureBuilt()
  standard = await buildGate()
  built = await buildGate('bare')
}, 120_000)
const said = (command: string): string => {
  const { verdict, findings } = built.check(command).decision
  return `${verdict} ${findings.filter((one) => one.verdict === 'deny').map(({ rule }) => rule.split('.')[0])[0] ?? ''}`.trim()
}

describe('our own commands', () => {
  /** What only looks, or only prints. Whoever adds a command says here that it is harmless, or has packs/self.yaml deny it. */
  const HARMLESS = [
    'check',
    'explain',
    'status',
    'log',
    'log verify',
    'log preferences',
    'doctor',
    'stats',
    'rules',
    'rules show',
    'rules try',
    'rules import',
    'test',
    'tour',
    'hosts',
    'hosts show',
    'completion',
    'hook',
  ]
  const LISTS = / (?:list|show|status)$/
  const all = commands.flatMap(({ name, commands: below = [] }) => [name, ...below.map((one) => `${name} ${one.name}`)])

  test.each(all)('prudent %s', (name) => {
    // What takes no word takes none.
    expect(said(`prudent ${name}${name === 'log' ? '' : ' x y'}`)).toBe(HARMLESS.includes(name) || LISTS.test(name) ? 'allow' : 'deny self')
  })
  test.each([
    'answer 3fk allow',
    'watch',
    'serve',
    'uninstall --yes',
    'log mark 3fk false-alarm',
    'init --yes',
    'init --preset relaxed --yes',
    'not-yet-known',
  ])('however it is started: %s', (words) => {
    const ways = [
      `prudent ${words}`,
      `/usr/local/bin/prudent ${words}`,
      `npx prudent ${words}`,
      `npx -y prudent@latest ${words}`,
      `npx --package=prudent -- prudent ${words}`,
      `npm exec -- prudent ${words}`,
      `npm exec prudent -- ${words}`,
      `pnpm dlx prudent ${words}`,
      `pnpm exec prudent ${words}`,
      `yarn dlx prudent ${words}`,
      `bunx prudent ${words}`,
      `node node_modules/.bin/prudent ${words}`,
      `node /usr/lib/node_modules/prudent/dist/cli.js ${words}`,
      `cd node_modules/prudent && node dist/cli.js ${words}`,
      `sudo prudent ${words}`,
      `bash -c 'prudent ${words}'`,
      `X=prudent; $X ${words}`,
      `yes | prudent ${words}`,
    ]
    expect(ways.filter((way) => said(way) !== 'deny self')).toEqual([])
  })
  test.each(['check "rm -rf /"', 'explain ls', 'status', 'log --since 2h', 'doctor', 'stats', 'rules', 'uninstall --dry-run', 'answer --help'])(
    'harmless however it is started: %s',
    (words) => {
      const ways = [
        `prudent ${words}`,
        `npx prudent ${words}`,
        `npm exec -- prudent ${words}`,
        `pnpm dlx prudent ${words}`,
        `node node_modules/prudent/dist/cli.js ${words}`,
      ]
      expect(ways.filter((way) => said(way) !== 'allow')).toEqual([])
    },
  )
})

describe('round about', () => {
  test.each([
    'npm uninstall -g prudent',
    'npm -g rm prudent',
    'pnpm remove -g prudent',
    'yarn global remove prudent',
    'bun remove -g prudent',
    'pkill -f "prudent serve"',
    'pkill -f dist/hook.cjs',
    'killall prudent',
    'kill $(pgrep -f prudent)',
    'pgrep -f prudent | xargs kill -9',
    'HOME=/tmp/x claude -p hi',
    'env HOME=/tmp/x codex exec hi',
    'export HOME=/tmp/x; claude -p hi',
    "HOME=/tmp/x bash -c 'claude -p hi'",
    'XDG_CONFIG_HOME=/tmp/x opencode run hi',
    'XDG_STATE_HOME=/tmp/x gemini -p hi',
    'PRUDENT_MODE=off claude',
    'export PRUDENT_DISABLE=1',
    'rm -rf ~/.config/prudent',
    'mv ~/.config /tmp/x',
    'rm -rf ~/.local/state',
    'rm ~/.cache/prudent/policy-1234.json',
    'echo x > ~/.cache/prudent/hook-engine.bin',
    'cat ~/.local/state/prudent/keys/audit-signing',
    "pkill -f 'h[o]ok'",
    "pkill -f ''",
    'pgrep -f hook | xargs kill',
    "ps aux | grep hook.cjs | awk '{print $2}' | xargs kill -9",
    "kill $(ps aux | awk '/prud[e]nt/{print $2}')",
    "ps aux | grep '[p]rudent-hook' | awk '{print $2}' | xargs kill",
    'dd if=/dev/zero of=~/.config/prudent/bin/prudent-hook',
    "awk 'BEGIN{print > ARGV[1]}' ~/.config/prudent/bin/prudent-hook",
    'grep -rl prudent-hook ~ | xargs sed -i s/prudent-hook/true/',
    'docker run -v ~:/w alpine cp /x /w/.config/prudent/settings.yaml',
    'docker run --mount type=bind,src=$HOME,dst=/w alpine rm /w/.config/prudent/bin/prudent-hook',
    'find ~ -name prudent -exec rm -rf {} +',
    "find ~ -name 'prud*' -exec rm -rf {} +",
    'find ~ -name prudent-hook -delete',
    'find / -name prudent-hook -exec chmod -x {} +',
    'find ~ -name prudent -type d | xargs rm -rf',
    "find ~ -path '*/prudent/bin' -exec rm -rf {} +",
  ])('denied: %s', (command) => expect(said(command)).toBe('deny self'))
  test.each([
    'HOME=/tmp/x npm test',
    'export HOME=/tmp/x && npm test',
    'HOME=/tmp/x claude --version',
    'XDG_CONFIG_HOME=/tmp/x nvim --headless +q',
    'rm -rf ~/.cache',
    'rm -rf ~/.config/other',
    'git commit -m "prudent uninstall"',
    'grep -rn "prudent answer" docs',
    'pgrep -f prudent',
    'npm install prudent',
    "ps aux | grep node | grep -v grep | awk '{print $2}' | xargs kill",
    "ps aux | awk '/vite/{print $2}' | xargs kill",
    'pgrep -f hook',
    "ps aux | grep '[p]rudent'",
    'grep -rl hook src | xargs sed -i s/hook/hooks/',
    'grep -rl prudent-hook ~',
    'grep -rl prudent-hook ~ | xargs cat',
    'dd if=/dev/zero of=~/x.img bs=1M count=1',
    'docker run -v ~/x:/w alpine cp /x /w/.config/prudent/settings.yaml',
    'docker run -v ~:/w:ro alpine cat /w/.config/prudent/settings.yaml',
    'find ~ -name prudent',
    'find . -name prudent -exec rm -rf {} +',
    'find ~ -maxdepth 1 -name prudent -exec rm -rf {} +',
    'find ~ -name settings.yaml -exec grep deny {} +',
    "find ~ -path '*/build/*' -name x.o -delete",
    'cat ~/.config/prudent/settings.yaml',
  ])('nobody minds: %s', (command) => expect(said(command)).toBe('allow'))
})

const F = '~/.config/prudent/settings.yaml'

describe('what comes to lie over our folders', () => {
  test.each([
    'cp -r x/.config ~/',
    'cp -r ../x/.local ~',
    'cp -r -t ~ x/.config',
    'cp -r x/prudent ~/.config',
    'mv x/.config/prudent ~/.config/',
    'cp -a x/.config/. ~/.config/',
    'rsync -a x/.config/ ~/.config/',
    'cp -r c/. ~/.cache/',
    'ln -sfn $PWD/x/.config ~/.config',
    'rm -rf ~/.cache; ln -s $PWD/c ~/.cache',
    'rm -rf ~/.cache; mv c ~/.cache',
    "python3 -c \"import shutil; shutil.copytree('x', '/home/dev/.config', dirs_exist_ok=True)\"",
    "node -e \"require('fs').renameSync('x', '/home/dev/.config')\"",
  ])('denied: %s', (command) => expect(said(command)).toBe('deny self'))
  test.each([
    'tar xf a.tar -C ~',
    'tar xzf a.tgz -C ~/.config',
    'cd ~ && unzip -o app/a.zip',
    'cd ~ && tar xf app/a.tar',
    '7z x a.7z -o$HOME',
    'rsync -a x/ ~',
    'cp -rT x ~',
    'cp -r x/* ~/.config/',
    "python3 -c \"import shutil; shutil.unpack_archive('a.zip', '/home/dev')\"",
    "node -e \"require('fs').cpSync('x', '/home/dev', {recursive: true})\"",
  ])('asked, for nobody can say: %s', (command) => {
    const { findings } = standard.check(command).decision
    expect(findings.filter(({ verdict }) => verdict === 'ask').map(({ rule }) => rule)).toContain('self-doubt.over-ours')
  })
  test.each([
    'tar xf a.tar -C ~/Downloads',
    'unzip a.zip -d ~/projects/x',
    'tar xzf a.tgz -C ~/.local/share/app',
    'tar xf a.tar',
    'cp -r dist/. ~/.local/share/app/',
    'cp -r nvim ~/.config/',
    'cp x/* ~/.config/',
    'mv x ~/.config',
    'cp -r foo ~/',
    'ln -s $PWD/nvim ~/.config/nvim',
    'rsync -a x/ ~/backup/',
  ])('nobody minds: %s', (command) => expect(standard.check(command).decision.verdict).toBe('allow'))
  test.each([
    ['cp -r x/.ssh ~/', 'persistence.ssh-access'],
    ['cp x/.bashrc ~/', 'persistence.shell-startup'],
    ['cp -r x/. .git/', 'git.write-hook'],
  ])('what it brings counts: %s', (command, rule) => expect(standard.check(command).decision.findings.map((one) => one.rule)).toContain(rule))
})

describe('our files in the hands of programs', () => {
  test.each([
    `echo a | sponge ${F}`,
    `sd a b ${F}`,
    `dasel put -f ${F}`,
    `ex -sc '%d|x' ${F}`,
    `split -b100 n ${F}`,
    `gcc -o ${F} x.c`,
    `foo --out=/home/dev/.config/prudent/settings.yaml`,
    `foo -o/home/dev/.config/prudent/settings.yaml`,
    'install -D x -t ~/.config/prudent',
    'mkfifo ~/.config/prudent/x',
    'git worktree add ~/.config/prudent',
    'git -C ~/.config/prudent pull',
    'cd ~/.config/prudent && git pull',
    'cd ~/.config/prudent && foo settings.yaml',
    'env -C ~/.config/prudent sponge settings.yaml',
    'sed -i s/enforce/observe/ ~/.config/*/settings.yaml',
    'cat ~/.config/prud*/*',
    `sudo sponge ${F}`,
    `bash x.sh ${F}`,
    `gzip ${F}`,
    'docker run -v ~/.config/prudent:/x alpine true',
    'git checkout .prudent/settings.yaml',
    'cd ~/.local/state/prudent/asking && nc -U socket',
    'nc -U ~/.local/state/prudent/ask*/socket',
    'node /usr/lib/node_modules/prudent/dist/watch.js',
    'node node_modules/prudent/dist/serve.js',
  ])('denied: %s', (command) => expect(said(command)).toBe('deny self'))
  test.each([
    `cat ${F}`,
    `sudo cat ${F}`,
    `bash -c 'cat ${F}'`,
    `diff ${F} x`,
    `yq . ${F}`,
    `sed -n 1,20p ${F}`,
    `test -f ${F} && echo yes`,
    `stat ${F}`,
    'ls ~/.config/*',
    'cat ~/.config/*/settings.yaml',
    'cd ~/.config/prudent && cat settings.yaml',
    'git add .prudent/settings.yaml',
    'git commit -m x .prudent/settings.yaml',
    'gh issue create --body "see .prudent/settings.yaml"',
    'eslint --ignore-pattern .prudent/x',
    'node node_modules/prudent/dist/cli.js check ls',
    'cd node_modules/prudent && node dist/cli.js check ls',
    'md5sum node_modules/prudent/dist/cli.js',
  ])('nobody minds: %s', (command) => expect(said(command)).toBe('allow'))
})

describe('our processes, and the terminal a person answers in', () => {
  test.each([
    'pkill -f prud.nt',
    "pkill -f 'p[r]udent'",
    "pkill -f '(prud)+ent'",
    "pgrep -f 'pr[u]dent' | xargs kill",
    'kill -9 $(lsof -t ~/.local/state/prudent/asking/socket)',
  ])('denied: %s', (command) => expect(said(command)).toBe('deny self'))
  test.each(['pkill -f watch.js', 'tmux kill-server', "printf '\\033[2J' > /dev/pts/3", 'cat fake > /dev/pts/1', 'write dev pts/3', 'cat /dev/pts/2'])(
    'asked: %s',
    (command) => expect(standard.check(command).decision.verdict).toBe('ask'),
  )
  test.each([
    'pkill -f "next dev"',
    'pkill -f "node.*server"',
    'pgrep -f vite | xargs kill',
    'tmux kill-session -t dev',
    'echo x > /dev/tty',
    'pkill -f "(a+)+$"',
  ])('nobody minds: %s', (command) => expect(standard.check(command).decision.verdict).toBe('allow'))
})

describe('what runs us', () => {
  const own = runningFiles('/home/dev/.nvm/versions/node/v20/bin/node', '/opt/tools/node_modules/prudent')

  test('is the program, and the package; of a checkout what was built', () => {
    expect(own).toEqual(['/home/dev/.nvm/versions/node/v20/bin/node', '/opt/tools/node_modules/prudent'])
    expect(runningFiles('/usr/bin/node', '/src/prudent')).toEqual(['/usr/bin/node', '/src/prudent/dist'])
  })
  test.each([
    ['cp evil.sh ~/.nvm/versions/node/v20/bin/node', 'deny'],
    ['cp evil/node ~/.nvm/versions/node/v20/bin/', 'deny'],
    ['rm -rf ~/.nvm/versions/node/v20', 'deny'],
    ['ln -sf $PWD/evil ~/.nvm/versions/node/v20/bin/node', 'deny'],
    ['npm i -g prudent-0.1.0.tgz', 'deny'],
    ['npm i -g github:evil/prudent', 'deny'],
    ['~/.nvm/versions/node/v20/bin/node app.js', 'allow'],
    ['ls -l ~/.nvm/versions/node/v20/bin/node', 'allow'],
    ['timeout 5 ~/.nvm/versions/node/v20/bin/node app.js', 'allow'],
    ['npm i -g prudent@latest', 'ask'],
    ['rm -rf ~/.nvm/versions/node/v18/lib/x', 'allow'],
  ])('%s', (command, verdict) => expect(built.check(command, { own }).decision.verdict).toBe(verdict))

  const checkout = runningFiles('/usr/bin/node', '/src/tool')
  test.each([
    ['/src/tool/dist/cli.js uninstall --yes', 'deny'],
    ['/opt/tools/node_modules/prudent/dist/cli.js init --preset relaxed', 'deny'],
    ['ln -s /src/tool/dist/cli.js p.js && node p.js uninstall --yes', 'deny'],
    ['ln -s /src/tool/dist/cli.js p && ./p answer 3fk allow', 'deny'],
    ["sh -c 'exec /src/tool/dist/cli.js uninstall --yes'", 'deny'],
    ["node -e \"process.argv.push('uninstall'); import('/src/tool/dist/cli.js')\"", 'deny'],
    ["node -e \"process.argv.push('uninstall'); import('/opt/tools/node_modules/prudent/dist/cli.js')\"", 'deny'],
    ['npx /src/tool uninstall --yes', 'deny'],
    ['cd /src/tool && npx . uninstall --yes', 'deny'],
    ['cp -r /src/tool /tmp/t; cd /tmp/t; node . uninstall --yes', 'deny'],
    ['cp -r /src/tool/dist /tmp/d; node /tmp/d/cli.js uninstall --yes', 'deny'],
    ['cd /src/other && npx . uninstall --yes', 'allow'],
    ['prudent uninst*', 'deny'],
    ['prudent [u]ninstall --yes', 'deny'],
    ['/src/tool/dist/cli.js check ls', 'allow'],
    ['/opt/tools/node_modules/prudent/dist/cli.js status', 'allow'],
    ['node -e "import(\'/opt/tools/node_modules/prudent/dist/index.js\')"', 'allow'],
    ['node dist/cli.js uninstall left-pad', 'allow'],
    ["prudent check 'rm *.txt'", 'allow'],
  ])('our program by another way: %s', (command, verdict) => expect(built.check(command, { own: [...own, ...checkout] }).decision.verdict).toBe(verdict))
})

describe('our folders, wherever they are', () => {
  const env = { XDG_STATE_HOME: '/data/state', XDG_CONFIG_HOME: '/data/config', XDG_CACHE_HOME: '/data/cache', LOCALAPPDATA: 'relative', HOME: '/home/dev' }
  const own = [...movedFolders(env), '/home/dev/rules/mine.yaml']

  test('are those that the environment names; a relative one does not count', () => {
    expect(movedFolders(env)).toEqual(['/data/config/prudent', '/data/state/prudent', '/data/cache/prudent'])
    expect(movedFolders({})).toEqual([])
  })
  test.each([
    ['echo x >> /data/state/prudent/audit/2026-03-02.jsonl', 'deny', 'ask'],
    ['rm -rf /data/cache/prudent', 'deny', 'ask'],
    ['rm -rf /data', 'deny', 'ask'],
    ['mv /data/state /tmp/x', 'deny', 'allow'],
    ["sed -i 's/deny/allow/' ~/rules/mine.yaml", 'deny', 'allow'],
    ['rm -rf ~/rules', 'deny', 'ask'],
    ['cat /data/state/prudent/keys/audit-digest', 'deny', 'allow'],
    ['cat ~/rules/mine.yaml', 'allow', 'allow'],
    ['echo x > /data/state/other/a', 'ask', 'ask'],
  ])('%s', (command, told, untold) => {
    const { check } = standard
    expect([check(command, { own }).decision.verdict, check(command).decision.verdict]).toEqual([told, untold])
  })
})

describe('in the hook', () => {
  const verdictOf = (command: string, given: { home: string; env?: Readonly<Record<string, string>> }): string => {
    const { code, out } = runHook(JSON.stringify(shellEvent('claude-code', command)), given)
    if (code === 2) return 'deny'
    return out === ''
      ? 'allow'
      : ((JSON.parse(out) as { hookSpecificOutput?: { permissionDecision?: string } }).hookSpecificOutput?.permissionDecision ?? 'allow')
  }
  const homeWith = (settings: string): string => {
    const home = mkdtempSync(path.join(tmpdir(), 'prudent-self-'))
    mkdirSync(path.join(home, '.config/prudent'), { recursive: true })
    mkdirSync(path.join(home, 'rules'))
    writeFileSync(path.join(home, 'rules/mine.yaml'), 'pack: mine\ntitle: Mine\nrules: []\n')
    writeFileSync(path.join(home, '.config/prudent/settings.yaml'), settings)
    compileIn(home)
    return home
  }
  test('included rule files and moved folders are protected', () => {
    const home = homeWith('include: [~/rules/mine.yaml]\n')
    expect(verdictOf(`echo x > ${home}/rules/mine.yaml`, { home })).toBe('deny')
    expect(verdictOf(`echo x > ${home}/rules/other.yaml`, { home })).not.toBe('deny')
    const env = { XDG_STATE_HOME: path.join(home, 'elsewhere') }
    expect(verdictOf(`rm -rf ${home}/elsewhere/prudent/audit`, { home, env })).toBe('deny')
  })
  test('so are the program that runs us, and our own package', () => {
    const home = homeWith('')
    expect(verdictOf(`cp evil.sh ${process.execPath}`, { home })).toBe('deny')
    expect(verdictOf(`echo x > ${path.join(root, 'dist/cli.js')}`, { home })).toBe('deny')
    expect(verdictOf(`${process.execPath} app.js`, { home })).toBe('allow')
  })
  test('our program by a link to it, and a copy of it', () => {
    const home = homeWith('')
    mkdirSync(path.join(home, 'copy/dist'), { recursive: true })
    copyFileSync(path.join(root, 'dist/cli.js'), path.join(home, 'copy/dist/cli.js'))
    symlinkSync(path.join(root, 'dist/cli.js'), path.join(home, 'p.js'))
    for (const file of ['copy/dist/cli.js', 'p.js']) {
      expect(verdictOf(`node ${home}/${file} uninstall --yes`, { home })).toBe('deny')
      expect(verdictOf(`${home}/${file} uninstall --yes`, { home })).toBe('deny')
      expect(verdictOf(`node ${home}/${file} status`, { home })).toBe('allow')
    }
  })
  test('nothing in the environment and no file of the project loosens what the person said', () => {
    const home = homeWith('overrides: { git.reset-hard: deny }\n')
    const lax = homeWith('enabled: false\npreset: bare\n')
    const project = path.join(home, 'app')
    mkdirSync(path.join(project, '.prudent'), { recursive: true })
    mkdirSync(path.join(project, '.git'))
    const env = {
      XDG_CONFIG_HOME: path.join(lax, '.config'),
      XDG_STATE_HOME: path.join(lax, '.state'),
      PRUDENT_DISABLE: '1',
      PRUDENT_MODE: 'observe',
      PRUDENT_PRESET: 'bare',
      PRUDENT_CONFIG: path.join(lax, '.config/prudent/settings.yaml'),
      PRUDENT_HOME: lax,
    }
    for (const text of [
      'overrides: { git.reset-hard: allow }\n',
      'preset: bare\n',
      'packs: { git: off }\n',
      'thresholds: { severity: critical }\n',
      'mode: observe\n',
      'enabled: false\n',
    ]) {
      writeFileSync(path.join(project, '.prudent/settings.yaml'), text)
      const event = JSON.stringify(shellEvent('claude-code', 'git reset --hard', { cwd: project }))
      for (const words of [[], ['--preset', 'bare'], ['--mode', 'observe']]) {
        const { code, out } = runHook(event, { home, env, words })
        expect([text, words, code === 2 || out.includes('"permissionDecision":"deny"')]).toEqual([text, words, true])
      }
    }
  }, 60_000)
})
