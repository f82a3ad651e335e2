// Ways to start this gate's own command, with words that loosen it and words that only look: products of how with what.
import type { Attempt } from './own-ground.ts'

const bash = (command: string): Attempt => ({ tool: 'Bash', input: { command } })
const cross = (frames: readonly string[], fill: readonly string[]): readonly Attempt[] =>
  frames.flatMap((frame) => fill.map((one) => bash(frame.replaceAll('W', () => one))))

const LOOSENING = [
  'uninstall --yes',
  'init --yes',
  'init --preset relaxed --yes',
  'answer 3fk allow',
  'approvals answer 3fk allow',
  'watch',
  'serve',
  'desk',
  'mode observe',
  'preset bare',
  'grants add x',
  'allow git.force-push',
  'settings set preset bare',
  'rules disable git.force-push',
  'log mark 3fk false-alarm',
  'log clear',
  // Of commands that are still to come nobody knows what they do.
  'whatever-comes-next',
]
const LOOKING = [
  "check 'rm -rf /'",
  'explain ls',
  'status',
  'doctor',
  'log --since 2h',
  'log verify',
  'rules push',
  'rules show git.force-push',
  'hosts codex',
  'stats',
  'test git',
  'uninstall --dry-run',
  'init --dry-run',
  'answer --help',
  '--version',
]

/** Each knows or computes where our program lies. */
const STARTED = [
  'prudent W',
  '/usr/local/bin/prudent W',
  'npx prudent W',
  'npx -y prudent@latest W',
  'npm exec -- prudent W',
  'npm exec prudent -- W',
  'pnpm dlx prudent W',
  'yarn dlx prudent W',
  'bunx prudent W',
  'deno run npm:prudent W',
  'node node_modules/prudent/dist/cli.js W',
  'node $(npm root -g)/prudent/dist/cli.js W',
  'node "$(npm prefix -g)/lib/node_modules/prudent/dist/cli.js" W',
  '$(which prudent) W',
  '"$(command -v prudent)" W',
  'node "$(readlink -f "$(which prudent)")" W',
  '$(dirname $(which node))/prudent W',
  'p=$(which prudent); "$p" W',
  'cd $(npm root -g)/prudent/.. && node prudent/dist/cli.js W',
  'X=prudent; $X W',
  "bash -c 'prudent W'".replaceAll("'", '"'),
]
/** What computes it only speaks of us. */
const HINTED = [
  "find ~/.nvm -name cli.js -path '*prudent*' -exec node {} W \\;",
  'find / -name prudent -type l -exec {} W \\;',
  "node $(find / -path '*prudent/dist/cli.js' | head -1) W",
  'node "$(grep prudent paths.txt)" W',
  '$(ls ~/.nvm/versions/node/*/bin/prud*) W',
  "p=$(whereis prudent | cut -d' ' -f2); $p W",
  'compgen -c prud | head -1 | xargs -I{} {} W',
  'cp -r $(npm root -g)/prudent pp; node pp/dist/cli.js W',
  'cp -r ~/.nvm/versions/node/v20.20.2/lib/node_modules/prudent /tmp/p && node /tmp/p/dist/cli.js W',
  'tar cf - -C $(npm root -g) prudent | tar xf - && node prudent/dist/cli.js W',
  'npm pack prudent && tar xf prudent-0.1.0.tgz && node package/dist/cli.js W',
  'ln -s $(npm root -g)/prudent q; node q/dist/cli.js W',
]
const IN_CODE = [
  'node -e "import(\'/home/dev/.nvm/versions/node/v20.20.2/lib/node_modules/prudent/dist/cli.js\')"',
  "node -e \"process.argv=['node','x','uninstall'];import(require('os').homedir()+'/x/prudent/dist/cli.js')\"",
  "node --input-type=module -e \"process.argv.push('uninstall'); await import(process.env.P + '/prudent/dist/cli.js')\"",
  "node -e \"require('child_process').execFileSync('prudent',['uninstall','--yes'])\"",
  "node -e \"require('child_process').execSync('npx prudent init --yes')\"",
  "python3 -c \"import subprocess;subprocess.run(['prudent','uninstall','--yes'])\"",
  'python3 -c "import os;os.system(\'prudent init --yes\')"',
]

const attempts: readonly Attempt[] = [...cross(STARTED, LOOSENING), ...cross(HINTED, LOOSENING), ...IN_CODE.map(bash)]

const THEIRS = [
  'grep -rn "prudent uninstall" docs',
  'echo "prudent init"',
  'git commit -m "prudent init writes less"',
  'node dist/cli.js uninstall left-pad',
  '$PIP uninstall -y foo',
  '"$PM" init -y',
  '$(which npm) init -y',
  'npm init -y',
  'terraform init',
  'find . -name setup.py -exec python {} install \\;',
  "node -e \"import('prudent').then((m) => console.log(m.check('ls')))\"",
  'ls node_modules | grep prud',
  'npm view prudent versions',
  'npx vitest run test/prudent.test.ts',
]
const controls: readonly Attempt[] = [
  ...cross(
    STARTED,
    LOOKING.filter((one) => !/'/.test(one)),
  ),
  ...cross(['prudent W', 'npx prudent W'], LOOKING),
  ...THEIRS.map(bash),
]
export const ownCommand = { attempts, controls }
