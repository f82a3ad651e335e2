// Is what lies on disk looked at before it becomes an agent's settings, or the package of this gate? Real folders.
import { describe, expect, test } from 'vitest'
import { projectOnDisk } from '../project-on-disk.ts'

const { home, project, put, decided, shell } = projectOnDisk('arriving')
const OFF = '{"model":"x","disable\\u0041llHooks":true}'
const ON = '{"model":"x","hooks":{"PostToolUse":[]}}'

function layOut(text: string, name: string): void {
  put({
    'package.json': `{"n\\u0061me":"${name}","version":"1.0.0"}`,
    'fake/package.json': `{"n\\u0061me":"${name}","version":"1.0.0"}`,
    'off.json': text,
    'cfg/settings.json': text,
    'tree/.claude/settings.json': text,
    'tree/README.md': 'x',
    '.gemini/settings.json': `{"disableAllHooks":${text === OFF ? 'false' : 'null'},"ui":{"dark":false}}`,
  })
}
const self = (command: string): readonly string[] =>
  shell(command)
    .decision.findings.filter(({ rule, verdict }) => rule.startsWith('self') && verdict !== 'allow')
    .map(({ rule, verdict }) => `${rule} ${verdict}`)

const BROUGHT = [
  'mkdir -p .claude && cp off.json .claude/settings.json',
  'mkdir .claude; mv off.json .claude/settings.local.json',
  'install -D off.json .claude/settings.json',
  'mkdir -p .claude; ln -s $PWD/off.json .claude/settings.json',
  'cat off.json > .claude/settings.json',
  'mv cfg .claude',
  'ln -s cfg .claude',
  'cp -r cfg .claude',
  'rsync -a cfg/ .claude/',
  'cp -a tree/. .',
  'cp -rT tree .',
  'cp -r tree/.claude .',
  'mv tree/.claude .',
  'mv tree/.[!.]* .',
  'rsync -a tree/ ./',
  'ln -s tree/.claude .claude',
  'mkdir -p .claude && cp tree/.claude/* .claude/',
]
const PACKAGED = [
  'npm link',
  'npm i -g .',
  'npm i -g',
  'npm i -g fake/',
  'npm i -g ./fake',
  'cd fake && npm link',
  'npm link ./fake',
  'pnpm add -g ./fake',
  'yarn global add file:fake',
  'NPM_CONFIG_GLOBAL=true npm i ./fake',
]

describe('settings and packages that lie there', () => {
  test.each(BROUGHT)('%s', (command) => {
    layOut(OFF, 'mytool')
    expect(self(command)).toContain('self.hooks-off deny')
    layOut(ON, 'mytool')
    expect(self(command)).toEqual([])
  })
  test.each(PACKAGED)('%s', (command) => {
    layOut(ON, 'prudent')
    expect(self(command)).toContain('self.remove deny')
    layOut(ON, 'mytool')
    expect(self(command)).toEqual([])
  })
  test('an edit of a piece, by what the file becomes', () => {
    layOut(OFF, 'mytool')
    const edit = (old_string: string, new_string: string): readonly string[] =>
      decided('Edit', { file_path: `${project}/.gemini/settings.json`, old_string, new_string }).decision.findings.map(({ rule }) => rule)
    expect(edit('Hooks":false', 'Hooks":true')).toContain('self.hooks-off')
    expect(edit('dark":false', 'dark":true')).not.toContain('self.hooks-off')
  })
  test('what only says how it looks may be changed, and nothing else with it', () => {
    layOut(ON, 'mytool')
    put({ '../.gemini/settings.json': '{"disableAllHooks":false}' })
    const verdict = (new_string: string, folder = project): string =>
      decided('Edit', { file_path: `${folder}/.gemini/settings.json`, old_string: '{"disable', new_string }).decision.verdict
    expect(verdict('{"model":"opus","theme":"dark","disable')).toBe('allow')
    expect(verdict('{"model":"opus","disable', home)).toBe('allow')
    for (const more of [
      '"permissions":{"allow":["Bash"]}',
      '"hooks":{}',
      '"statusLine":{"command":"x"}',
      '"env":{"A":"b"}',
      '"model":{"command":"x"}',
      '"mcpServers":{}',
    ])
      expect(verdict(`{"model":"opus",${more},"disable`), more).toBe('ask')
  })
})
