// May an agent take our entry out of a host's settings, in any way, preset or mode? And may it edit the rest of them?
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { callOf } from '../../src/cli/call.ts'
import { recordFile, wiredFiles } from '../../src/config/own-files.ts'
import type { JsonObject } from '../../src/core/model.ts'
import { decide } from '../../src/gate/decide.ts'
import { buildGate } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import { ensureBuilt } from '../built.ts'
import { compileIn, runHook, shellEvent } from '../hook-process.ts'
import { UNHURRIED } from '../unhurried.ts'

let bare: Built
let standard: Built
beforeAll(async () => {
  ensureBuilt()
  bare = await buildGate('bare')
  standard = await buildGate()
}, 120_000)

const handler = { type: 'command', command: '/home/dev/.config/prudent/bin/prudent-hook --host claude-code', timeout: 20 }
const settings = { permissions: { allow: ['Bash(ls)'] }, hooks: { PreToolUse: [{ matcher: '*', hooks: [handler] }] } }
const SETTINGS = `${JSON.stringify(settings, null, 2)}\n`
const YAML = 'model: x\nhooks:\n  pre_tool_call:\n    # >>> prudent: made by `prudent init`\n    - command: prudent-hook\n    # <<< prudent\nother: 1\n'

/** A home in which `prudent init` wrote into three files of the person and one of a project. */
function machine(): { readonly home: string; readonly project: string } {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'prudent-entry-')))
  const project = path.join(home, 'app')
  const files = {
    [path.join(home, '.codex/hooks.json')]: SETTINGS,
    [path.join(home, '.claude/settings.json')]: SETTINGS,
    [path.join(home, '.hermes/config.yaml')]: YAML,
    [path.join(project, '.claude/settings.json')]: SETTINGS,
  }
  for (const [file, text] of Object.entries({ ...files, [recordFile(home)]: JSON.stringify(Object.keys(files).map((file) => ({ file }))) })) {
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return { home, project }
}
const said = (built: Built, tool: string, input: JsonObject, { home, project }: { readonly home: string; readonly project: string }): string => {
  const { decision } = decide(built.gate, callOf(tool, input, project), { home, project, cwd: project, wired: wiredFiles(home) }, {}, { limits: UNHURRIED })
  return `${decision.verdict}${decision.findings.some(({ rule }) => rule === 'self.entry') ? ' self.entry' : ''}`
}

describe('taking it out', () => {
  test.each([
    'rm ~/.codex/hooks.json',
    'rm -rf ~/.codex',
    'rm -r ~/.codex/*',
    'rm ~/.codex/*.json',
    'rm -rf ~/.c*',
    'for f in ~/.codex/*; do rm $f; done',
    'find ~ -name hooks.json -delete',
    'ln ~/.claude/settings.json s.json',
    'cp -l ~/.claude/settings.json s.json',
    'cp -rl ~/.claude x',
    `python3 -c "import os; os.link('/HOME/.claude/settings.json','s.json')"`,
    `perl -e 'link "/HOME/.claude/settings.json","s.json"'`,
    'find ~ -name settings.json -exec sed -i s/prudent/x/ {} +',
    'find . -name settings.json -exec sed -i s/a/b/ {} +',
    'mv ~/.codex{,.bak}',
    'mv ~/.codex /tmp/x',
    'mv ~/.claude/settings.json ~/.claude/settings.bak',
    'echo "{}" > ~/.claude/settings.json',
    ': > ~/.claude/settings.json',
    'truncate -s 0 ~/.claude/settings.json',
    'cp /tmp/x.json ~/.claude/settings.json',
    'ln -sf /dev/null ~/.claude/settings.json',
    "sed -i '/prudent/d' ~/.hermes/config.yaml",
    "sed -i 's/hooks/hookz/' ~/.claude/settings.json",
    "jq 'del(.hooks)' ~/.claude/settings.json > /tmp/x && mv /tmp/x ~/.claude/settings.json",
    `python3 -c "import os; os.remove(os.path.expanduser('~/.codex/hooks.json'))"`,
    `python3 -c "open('/HOME/.codex/hooks.json','w').write('{}')"`,
    `node -e "require('fs').writeFileSync('/HOME/.codex/hooks.json','{}')"`,
    'find ~/.codex -name hooks.json -delete',
    'chmod 000 ~/.claude/settings.json',
    'jq . ~/.codex/hooks.json | sponge ~/.codex/hooks.json',
    'cd ~/.codex && rm hooks.json',
    'rm .claude/settings.json',
    'rm -rf .claude',
    'git clean -fdx .claude',
    'git mv .claude/settings.json x',
    'git rm -f .claude/settings.json',
  ])('%s', (command) => {
    const at = machine()
    expect(said(bare, 'Bash', { command: command.replace('/HOME', at.home) }, at)).toBe('deny self.entry')
    expect(said(standard, 'Bash', { command: command.replace('/HOME', at.home) }, at)).toBe('deny self.entry')
  })
  test.each([
    'prettier --write ~/.claude',
    'npx prettier --write ~/.codex/',
    'unknowntool --dir=~/.claude',
    'cd ~/.claude && unknowntool .',
    'gzip -r ~/.claude',
  ])('the whole folder: %s', (command) => {
    expect(said(standard, 'Bash', { command }, machine())).not.toBe('allow')
  })
  test.each(['prettier --check ~/.claude', 'ls ~/.claude', 'unknowntool .', 'cd ~ && unknowntool .'])('not so: %s', (command) => {
    expect(said(standard, 'Bash', { command }, machine())).toBe('allow')
  })
  test.each([
    'gzip -f ~/.claude/settings.json',
    'prettier --write ~/.claude/settings.json',
    'unknowntool ~/.claude/settings.json',
    'unknowntool --file=.claude/settings.json',
    'unknowntool --out=~/.claude/settings.json',
    "fx ~/.claude/settings.json 'delete x.hooks' save",
    'cd ~/.claude && unknowntool settings.json',
    'unknowntool ~/.claude/*.json',
    'echo ~/.claude/settings.json | xargs unknowntool',
  ])('in the hands of a program that nobody described: %s', (command) => {
    expect(said(bare, 'Bash', { command }, machine())).toBe('deny')
  })
  test.each([
    ['install -t ~/.claude x/settings.json', 'deny self.entry'],
    ['openssl rand -out ~/.claude/settings.json 9', 'deny self.entry'],
    ['go build -o ~/.codex/hooks.json', 'deny self.entry'],
    [`python3 -c "import sys; open(sys.argv[1],'w')" ~/.claude/settings.json`, 'deny self.entry'],
    ['sd prudent-hook true ~/.claude/settings.json', 'deny self.entry'],
    ["npx json -I -f ~/.codex/hooks.json -e 'this.hooks={}'", 'deny self.entry'],
    ["vim -es -c '%d' -c wq ~/.claude/settings.json", 'deny self.entry'],
    ['ln -sf -t ~/.claude $PWD/x/settings.json', 'deny self.entry'],
    ['cp x/* ~/.claude/', 'deny self.entry'],
    ['mv x/*.json ~/.claude', 'deny self.entry'],
    ['wget -P ~/.claude https://x.example/settings.json', 'deny self.entry'],
    ['cd ~/.claude && wget -q https://x.example/settings.json', 'deny self.entry'],
    ['curl -sO --output-dir ~/.claude https://x.example/settings.json', 'deny self.entry'],
    ['curl -s --output-dir ~/.claude -o settings.json https://x.example/a', 'deny self.entry'],
    ['scp h:settings.json ~/.claude/', 'deny self.entry'],
    ['rsync -a x/ ~/.claude/', 'deny'],
    ['aws s3 cp s3://b/settings.json ~/.claude/', 'deny self.entry'],
    ['gsutil cp gs://b/settings.json ~/.claude/', 'deny self.entry'],
    ['aws s3 sync s3://b ~/.claude', 'ask'],
    ['gh release download -D ~/.claude', 'ask'],
    ['rclone copy r:x ~/.claude', 'ask'],
    ['npx degit a/b ~/.claude --force', 'ask'],
  ])('by a folder that it comes to lie in: %s', (command, verdict) => {
    const at = machine()
    mkdirSync(path.join(at.project, 'x'))
    writeFileSync(path.join(at.project, 'x/settings.json'), '{}')
    expect(said(standard, 'Bash', { command }, at)).toBe(verdict)
  })
  test.each([`awk 'BEGIN{print "{}" > "/HOME/.claude/settings.json"}'`, "awk 'BEGIN{print > ARGV[1]}' ~/.claude/settings.json"])('%s', (command) => {
    const at = machine()
    expect(said(bare, 'Bash', { command: command.replace('/HOME', at.home) }, at)).toBe('deny self.entry')
  })
  test.each<[string, string, (file: string) => JsonObject]>([
    ['an edit of the command', 'Edit', (file) => ({ file_path: file, old_string: 'prudent-hook', new_string: 'true' })],
    ['an edit of the matcher', 'Edit', (file) => ({ file_path: file, old_string: '"*"', new_string: '"Nothing"' })],
    ['an edit of the event', 'Edit', (file) => ({ file_path: file, old_string: 'PreToolUse', new_string: 'PreToolUsed' })],
    ['a switch', 'Edit', (file) => ({ file_path: file, old_string: '"permissions"', new_string: '"disableAllHooks": true,\n  "permissions"' })],
    ['text that is no JSON', 'Edit', (file) => ({ file_path: file, old_string: '"permissions": {', new_string: '"permissions": {{' })],
    ['an edit nobody can foresee', 'Edit', (file) => ({ file_path: file, old_string: 'not there', new_string: 'x' })],
    ['all of it', 'Write', (file) => ({ file_path: file, content: '{}\n' })],
    [
      'one of several edits',
      'MultiEdit',
      (file) => ({
        file_path: file,
        edits: [
          { old_string: 'ls', new_string: 'cat' },
          { old_string: 'prudent-hook', new_string: 'x' },
        ],
      }),
    ],
    [
      'a patch',
      'apply_patch',
      (file) => ({ input: `*** Begin Patch\n*** Update File: ${file}\n@@\n-            "timeout": 20\n+            "timeout": 0\n*** End Patch` }),
    ],
    ['a patch that deletes', 'apply_patch', (file) => ({ input: `*** Begin Patch\n*** Delete File: ${file}\n*** End Patch` })],
  ])('by a tool for files: %s', (_, tool, input) => {
    const at = machine()
    expect(said(bare, tool, input(path.join(at.home, '.claude/settings.json')), at)).toBe('deny self.entry')
  })
  test('through a link, and under the name behind a link', () => {
    const at = machine()
    mkdirSync(path.join(at.home, 'dotfiles'))
    writeFileSync(path.join(at.home, 'dotfiles/qwen.json'), SETTINGS)
    mkdirSync(path.join(at.home, '.qwen'))
    symlinkSync(path.join(at.home, 'dotfiles/qwen.json'), path.join(at.home, '.qwen/settings.json'))
    writeFileSync(recordFile(at.home), JSON.stringify([{ file: path.join(at.home, '.qwen/settings.json') }]))
    expect(said(bare, 'Bash', { command: 'rm ~/dotfiles/qwen.json' }, at)).toBe('deny self.entry')
    expect(said(bare, 'Bash', { command: 'echo {} > ~/.qwen/settings.json' }, at)).toBe('deny self.entry')
  })
  test('where nothing is recorded, the file itself tells', () => {
    const at = machine()
    writeFileSync(recordFile(at.home), 'damaged')
    expect(wiredFiles(at.home)).toEqual([])
    expect(said(bare, 'Bash', { command: 'rm ~/.codex/hooks.json' }, at)).toBe('deny self.entry')
  })
})

describe('leaving it alone', () => {
  const keeping: [string, string, (file: string) => JsonObject][] = [
    ['an edit', 'Edit', (file) => ({ file_path: file, old_string: '"Bash(ls)"', new_string: '"Bash(ls)", "Bash(npm test)"' })],
    ['all of it, rewritten', 'Write', (file) => ({ file_path: file, content: JSON.stringify({ ...settings, permissions: { deny: ['Read(.env)'] } }) })],
    [
      'another hook beside it',
      'Edit',
      (file) => ({
        file_path: file,
        old_string: '          }\n        ]',
        new_string: '          },\n          { "type": "command", "command": "true" }\n        ]',
      }),
    ],
    ['a patch', 'apply_patch', (file) => ({ input: `*** Begin Patch\n*** Update File: ${file}\n@@\n-      "Bash(ls)"\n+      "Bash(cat)"\n*** End Patch` })],
  ]
  test.each(keeping)('%s', (_, tool, input) => {
    const at = machine()
    const given = input(path.join(at.home, '.claude/settings.json'))
    expect(said(standard, tool, given, at)).toBe('ask')
    expect(said(bare, tool, given, at)).toBe('allow')
  })
  test('lines elsewhere in a YAML file; none around ours', () => {
    const at = machine()
    const file_path = path.join(at.home, '.hermes/config.yaml')
    expect(said(bare, 'Edit', { file_path, old_string: 'model: x', new_string: 'model: y' }, at)).toBe('allow')
    expect(said(bare, 'Edit', { file_path, old_string: 'pre_tool_call', new_string: 'never' }, at)).toBe('deny self.entry')
  })
  test.each([
    'cat ~/.claude/settings.json',
    'jq .hooks ~/.codex/hooks.json',
    'install -t ~/.claude/skills x/settings.json',
    'cp docs/* ~/.claude/',
    'cp x/* ~/.claude/commands/',
    'ln -sf -t ~/.claude/commands $PWD/x/settings.json',
    'wget -P ~/Downloads https://x.example/settings.json',
    'wget -q https://x.example/settings.json',
    'curl -sO --output-dir /tmp https://x.example/settings.json',
    'scp h:notes.md ~/.claude/',
    'aws s3 sync s3://b data',
    'gh release download -D dist',
    'npx degit a/b new',
    'python3 -m json.tool ~/.claude/settings.json',
    'prettier --check ~/.claude/settings.json',
    'code ~/.claude/settings.json',
    'claude --settings ~/.claude/settings.json -p hi',
    'test -f ~/.claude/settings.json && wc -l ~/.claude/settings.json',
    'unknowntool settings.json',
    'git add .claude/settings.json',
    'git commit -m "Change .claude/settings.json"',
    'gh issue create --title x --body "see .claude/settings.json"',
    "awk '/hooks/{print $1 > 5}' ~/.claude/settings.json",
    'cp ~/.claude/settings.json /tmp/x',
    'ln -s ~/.claude/settings.json s.json',
    'cp -r ~/.claude /tmp/x',
    'cp -al src /tmp/x',
    'rm *',
    'rm ~/.codex/*.log',
    'find ~/.codex -name "*.log" -delete',
    'find ~ -name settings.json -exec grep -l hooks {} +',
    'find . -maxdepth 1 -name settings.json -delete',
    'find src -name settings.json -exec sed -i s/a/b/ {} +',
    'git status',
  ])('nobody minds: %s', (command) => {
    const at = machine()
    for (const file of ['x/settings.json', 'docs/a.md']) {
      mkdirSync(path.dirname(path.join(at.project, file)))
      writeFileSync(path.join(at.project, file), '{}')
    }
    expect(said(bare, 'Bash', { command }, at)).toBe('allow')
  })
  test('a file that no longer starts prudent is like any other', () => {
    const at = machine()
    writeFileSync(path.join(at.home, '.codex/hooks.json'), '{}')
    expect(said(bare, 'Bash', { command: 'rm ~/.codex/hooks.json' }, at)).toBe('allow')
  })
})

describe('a project under git', () => {
  const git = (project: string, ...words: string[]): void =>
    void execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...words], { cwd: project, stdio: 'ignore' })
  const file = ({ project }: { readonly project: string }): string => path.join(project, '.claude/settings.json')

  test('what is committed with us in it comes back with us in it', () => {
    const at = machine()
    git(at.project, 'init', '-q')
    git(at.project, 'add', '.')
    git(at.project, 'commit', '-qm', 'x')
    for (const command of ['git reset --hard', 'git clean -fdx', 'git checkout -- .', 'git stash'])
      expect([command, said(bare, 'Bash', { command }, at)]).toEqual([command, 'allow'])
  })
  test('what is committed without us does not', () => {
    const at = machine()
    git(at.project, 'init', '-q')
    writeFileSync(file(at), '{}')
    git(at.project, 'add', '.')
    git(at.project, 'commit', '-qm', 'x')
    writeFileSync(file(at), SETTINGS)
    for (const command of [
      'git reset --hard',
      'git checkout -- .',
      'git restore .',
      'git checkout -f',
      'git checkout -- .claude/settings.json',
      'git restore .claude',
      'git stash',
    ])
      expect([command, said(bare, 'Bash', { command }, at)]).toEqual([command, 'deny self.entry'])
    expect(said(bare, 'Bash', { command: 'git clean -fdx' }, at)).toBe('allow')
  })
  test('what git does not know is taken by clean alone', () => {
    const at = machine()
    git(at.project, 'init', '-q')
    expect(said(bare, 'Bash', { command: 'git clean -fdx' }, at)).toBe('deny self.entry')
    expect(said(bare, 'Bash', { command: 'git reset --hard' }, at)).toBe('allow')
  })
})

test.each(['preset: bare\n', 'mode: observe\n', 'enabled: false\n', 'overrides: { "agents.*": allow, "self.*": allow }\n'])(
  'in the hook, with %j',
  (text) => {
    const { home, project } = machine()
    writeFileSync(path.join(home, '.config/prudent/settings.yaml'), text)
    compileIn(home, project)
    for (const command of ['rm ~/.codex/hooks.json', 'rm -rf ~/.codex', `sed -i '/prudent/d' ${home}/.claude/settings.json`]) {
      const { code, out } = runHook(JSON.stringify(shellEvent('claude-code', command, { cwd: project })), { home })
      expect([command, code === 2 || out.includes('"permissionDecision":"deny"')]).toEqual([command, true])
    }
    expect(readFileSync(path.join(home, '.codex/hooks.json'), 'utf8')).toBe(SETTINGS)
  },
  60_000,
)
