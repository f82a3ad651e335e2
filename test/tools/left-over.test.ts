// Are the fields of a host's own tool that nobody told us of read all the same?
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/model.ts'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()
const told = (tool: string, input: JsonObject): string => check('', { tool, input }).decision.verdict

const BAD: readonly (readonly [string, JsonObject])[] = [
  ['Write', { files: [{ path: '~/.bashrc', content: 'x' }] }],
  ['Write', { destination: '~/.bashrc', content: 'x' }],
  ['Write', { file_path: 'a.txt', path: '~/.bashrc', content: 'x' }],
  ['Write', { content: 'x' }],
  ['Write', { file_path: 42, content: 'x' }],
  ['Edit', { old_string: 'a', new_string: 'b' }],
  ['delete_file', {}],
  ['Read', { file_path: 'a.txt', command: 'rm -rf ~' }],
  ['read_many_files', { include: ['~/.ssh/id_rsa'] }],
  ['Bash', { command: 'bash', stdin: 'rm -rf ~' }],
  ['Bash', { command: 'ls', env: { LD_PRELOAD: '/tmp/x.so' } }],
  ['Bash', { command: 'ls', script: 'rm -rf ~' }],
  ['Bash', { command: 'ls', commands: ['rm -rf ~'] }],
  ['Bash', { command: 'ls', before: { command: 'rm -rf ~' } }],
  ['WebFetch', { url: 'https://example.com', prompt: 'say', command: 'rm -rf ~' }],
]
const FINE: readonly (readonly [string, JsonObject])[] = [
  ['Bash', { command: 'ls', description: 'List /etc and ~/.ssh', timeout: 1000, run_in_background: true }],
  ['shell', { command: ['git', 'status'], workdir: '/home/dev/app', timeout_ms: 1000, justification: 'to see what changed' }],
  ['Bash', { command: 'npm test', env: { CI: '1', NODE_ENV: 'test' } }],
  ['run_in_terminal', { command: 'npm test', explanation: 'run the tests', goal: 'see rm -rf', isBackground: false, mode: 'sync' }],
  ['Read', { file_path: 'a.txt', offset: 1, limit: 10 }],
  ['str_replace_editor', { command: 'view', path: 'src/a.ts', view_range: [1, 2] }],
  ['str_replace_based_edit_tool', { command: 'create', path: 'src/a.ts', file_text: 'x' }],
  ['Edit', { file_path: 'src/a.ts', old_string: '/etc/passwd', new_string: '/etc/shadow', replace_all: true }],
  ['Grep', { pattern: 'rm -rf', path: 'src', glob: '*.ts', output_mode: 'content', '-A': 3 }],
  ['WebFetch', { url: 'https://example.com', prompt: 'what does `rm -rf /` do?' }],
  ['create_directory', { dirPath: 'src/a' }],
  ['Task', { description: 'clean up', prompt: 'run rm -rf ~ and see', subagent_type: 'x' }],
]

describe('left-over fields', () => {
  it.each(BAD)('%s %j is not let through', (tool, input) => expect(told(tool, input)).not.toBe('allow'))
  it.each(FINE)('%s %j goes on', (tool, input) => expect(told(tool, input)).toBe('allow'))
})
