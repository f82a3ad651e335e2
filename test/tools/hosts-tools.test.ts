// Does each host's own tool do the same thing under its own name? One row a host, from its public vocabulary.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/model.ts'
import { showAction } from '../../src/core/log/render.ts'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()
const read = (tool: string, input: JsonObject) => check('', { tool, input })

const BAD_COMMANDS: readonly (readonly [string, JsonObject])[] = [
  ['Bash', { command: 'rm -rf ~' }],
  ['PowerShell', { command: 'Remove-Item -Recurse -Force C:\\' }],
  ['run_shell_command', { command: 'rm -rf ~' }],
  ['Shell', { command: 'rm -rf ~', cwd: '/home/dev/app' }],
  ['run_in_terminal', { command: 'rm -rf ~' }],
  ['Execute', { command: 'rm -rf ~' }],
  ['Bash', { cmd: 'rm -rf ~' }],
  ['shell_command', { command: 'rm -rf .', workdir: '/home/dev' }],
  ['execute_bash', { command: 'rm -rf ~' }],
  ['pre_run_command', { command_line: 'rm -rf ~' }],
  ['run_commands', { commands: ['ls', 'rm -rf ~'] }],
  ['exec', { command: 'rm -rf ~' }],
  ['launch-process', { command: 'rm -rf ~', cwd: '/' }],
  ['terminal', { command: 'rm -rf ~' }],
  ['run_terminal_command', { command: 'rm -rf ~' }],
  ['run_command', { CommandLine: 'rm -rf ~', Cwd: '/home/dev/app' }],
  ['write_stdin', { session_id: 1, chars: 'rm -rf ~\n' }],
  ['send_command_input', { Input: 'rm -rf ~\n' }],
  ['local_shell', { command: ['rm', '-rf', '/home/dev'] }],
  ['execute-tool', { mcp_server: 'shell', tool_name: 'run_command', arguments: { command: 'rm -rf ~' } }],
  ['use_mcp_tool', { server_name: 'fs', tool_name: 'write_file', arguments: '{"path":"/etc/passwd","content":"x"}' }],
]
const BAD_WRITES: readonly (readonly [string, JsonObject])[] = [
  ['Write', { file_path: '~/.bashrc', content: 'x' }],
  ['write_file', { file_path: '~/.bashrc', content: 'x' }],
  ['create', { path: '~/.bashrc', file_text: 'x' }],
  ['create_file', { filePath: '~/.bashrc', content: 'x' }],
  ['fs_write', { command: 'create', path: '~/.bashrc', file_text: 'x' }],
  ['editor', { path: '~/.bashrc', new_text: 'x' }],
  ['save-file', { path: '~/.bashrc', file_content: 'x' }],
  ['write_to_file', { TargetFile: '~/.bashrc', CodeContent: 'x' }],
  ['Edit', { file_path: '~/.bashrc', old_string: 'a', new_string: 'b' }],
  ['replace', { file_path: '~/.bashrc', old_string: 'a', new_string: 'b' }],
  ['replace_string_in_file', { filePath: '~/.bashrc', oldString: 'a', newString: 'b' }],
  ['str-replace-editor', { path: '~/.bashrc', new_str: 'b' }],
  ['apply_patch', { input: '*** Begin Patch\n*** Add File: /home/dev/.bashrc\n+x\n*** End Patch' }],
  ['apply_patch', { patchText: '*** Begin Patch\n*** Update File: a\n*** Move to: /home/dev/.bashrc\n+x\n*** End Patch' }],
  ['multi_replace_string_in_file', { replacements: [{ filePath: '~/.bashrc', newString: 'x' }] }],
  ['move_path', { source_path: 'a', destination_path: '/home/dev/.bashrc' }],
  ['download', { url: 'https://example.com/x', file_path: '/home/dev/.bashrc' }],
  ['edit', { path: 'scripts/a.sh', edits: [{ oldText: 'a', newText: 'rm -rf ~' }] }],
]

describe("hosts' own tools", () => {
  it.each(BAD_COMMANDS.map(([tool, input], at) => [`${at} ${tool}`, tool, input] as const))('%s runs a command', (_, tool, input) =>
    expect(read(tool, input).decision.verdict).not.toBe('allow'),
  )
  it.each(BAD_WRITES.map(([tool, input], at) => [`${at} ${tool}`, tool, input] as const))('%s writes a file', (_, tool, input) =>
    expect(read(tool, input).decision.verdict).not.toBe('allow'),
  )
  it.each([
    ['Read', { file_path: 'src/a.ts' }],
    ['Glob', { pattern: '**/*.ts' }],
    ['Grep', { pattern: 'rm -rf /', path: 'src' }],
    ['TodoWrite', { todos: [{ content: 'rm -rf /', status: 'pending' }] }],
    ['Task', { prompt: 'delete rm -rf ~ from docs', subagent_type: 'x' }],
    ['WebSearch', { query: 'rm -rf / explained' }],
    ['WebFetch', { url: 'https://example.com', prompt: 'read it' }],
    ['delete_file', { target_file: 'src/old.ts' }],
    ['NotebookEdit', { notebook_path: 'a.ipynb', new_source: 'print(1)', cell_type: 'code' }],
    ['ExitPlanMode', { plan: 'run rm -rf node_modules' }],
    ['fs_read', { operations: [{ path: 'src/a.ts' }] }],
  ] as readonly (readonly [string, JsonObject])[])('%s passes', (tool, input) => expect(read(tool, input).decision.verdict).toBe('allow'))
  it('a shell fed without its text is asked about', () => expect(read('WriteShellStdin', { shell_id: 1, chars_length: 5 }).decision.verdict).toBe('ask'))
  it('addresses in a prompt are read', () =>
    expect(read('web_fetch', { prompt: 'summarise http://169.254.169.254/latest/ please' }).decision.verdict).not.toBe('allow'))
  it('a patch shows each file', () => {
    const { actions } = read('apply_patch', { input: '*** Begin Patch\n*** Add File: a\n+x\n*** Delete File: b.txt\n*** End Patch' }).reading
    expect(actions.map(showAction)).toEqual(expect.arrayContaining(['write a', 'delete b.txt']))
  })
})
