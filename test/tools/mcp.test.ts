// Are servers' tools read as what they do, wherever the argument hides, and are ordinary calls left alone?
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/model.ts'
import { buildGate } from '../built-gate.ts'
import { leastWork } from '../processor-time.ts'

const { check } = await buildGate()
const strict = await buildGate('standard', true)
const verdictOf = (tool: string, input: JsonObject) => check('', { tool, input }).decision

const PASS: readonly (readonly [string, JsonObject])[] = [
  ['mcp__filesystem__read_file', { path: '/home/dev/app/src/a.ts' }],
  ['mcp__filesystem__write_file', { path: '/home/dev/app/src/a.ts', content: 'export {}\n' }],
  ['mcp__filesystem__edit_file', { path: 'src/a.ts', edits: [{ oldText: 'a', newText: 'b' }], dryRun: false }],
  ['mcp__filesystem__list_directory', { path: '/home/dev/app' }],
  ['mcp__filesystem__move_file', { source: 'src/a.ts', destination: 'src/b.ts' }],
  ['mcp__filesystem__delete_file', { path: 'src/old.ts' }],
  ['mcp__git__git_status', { repo_path: '/home/dev/app' }],
  ['mcp__git__git_commit', { repo_path: '/home/dev/app', message: 'remove rm -rf / from the docs' }],
  ['mcp__git__git_push', { remote: 'origin', branch: 'feature' }],
  ['mcp__github__create_issue', { owner: 'acme', repo: 'app', title: 'rm -rf / in README', body: 'It says `rm -rf /`; $(whoami) | sh' }],
  ['mcp__github__create_or_update_file', { owner: 'a', repo: 'b', path: 'etc/app.conf', content: 'x=1', message: 'm', branch: 'f' }],
  ['mcp__github__search_code', { q: 'DROP TABLE users' }],
  ['mcp__postgres__query', { sql: 'SELECT * FROM users LIMIT 5' }],
  ['mcp__sqlite__read_query', { query: 'select count(*) from t' }],
  ['mcp__playwright__browser_navigate', { url: 'http://localhost:3000/login' }],
  ['mcp__playwright__browser_evaluate', { function: '() => { document.querySelector("rm").remove(); return fetch("/api") }' }],
  ['mcp__puppeteer__puppeteer_evaluate', { script: 'document.title; (() => { rm = 1 })()' }],
  ['mcp__slack__slack_post_message', { channel_id: 'C1', text: '/deploy is broken, try `rm -rf ~/.cache`' }],
  ['mcp__linear__update_issue', { id: 'X-1', description: '~5 minutes; /etc/hosts is wrong' }],
  ['mcp__notion__API-patch-page', { page_id: 'x', properties: { Name: { title: [{ text: { content: 'Delete from the list what is done' } }] } } }],
  ['mcp__kubernetes__kubectl_get', { resourceType: 'pods', namespace: 'default' }],
  ['mcp__shell__run_command', { command: 'npm test' }],
  ['mcp__desktop-commander__start_process', { command: 'ls -la', timeout_ms: 1000 }],
  ['mcp__fetch__fetch', { url: 'https://example.com/docs', max_length: 5000 }],
  ['mcp__memory__create_entities', { entities: [{ name: 'x', entityType: 'y', observations: ['drop table users;'] }] }],
  ['mcp__context7__get-library-docs', { context7CompatibleLibraryID: '/vercel/next.js', topic: 'routing' }],
  ['mcp__router__create_route', { route: '/api/users', method: 'DELETE', handler: 'x' }],
  ['mcp__translate__update_text', { source: 'en', target: 'de', text: '/ is the root' }],
  ['mcp__labels__delete_label', { target: 'bug' }],
  ['mcp__docker__list_containers', { all: true }],
  ['mcp__serena__find_symbol', { name_path: '/Foo/bar', relative_path: 'src' }],
  ['mcp__sequential-thinking__sequentialthinking', { thought: 'I could run rm -rf / but will not', nextThoughtNeeded: true }],
]
const FLAG: readonly (readonly [string, JsonObject])[] = [
  ['mcp__filesystem__write_file', { path: '/home/dev/.ssh/authorized_keys', content: 'ssh-ed25519 AAAA' }],
  ['mcp__filesystem__write_file', { path: '/etc/passwd', content: 'x' }],
  ['mcp__filesystem__read_file', { path: '~/.aws/credentials' }],
  ['mcp__filesystem__read_multiple_files', { paths: ['README.md', '/home/dev/.ssh/id_rsa'] }],
  ['mcp__filesystem__delete_directory', { path: '/home/dev' }],
  ['mcp__filesystem__move_file', { source: '/home/dev/app', destination: '/tmp/x' }],
  ['mcp__filesystem__write_file', { path: 'scripts/a.sh', content: 'rm -rf ~\n' }],
  ['mcp__anything__frobnicate', { options: { deep: [{ filePath: '/home/dev/.ssh/id_rsa' }] } }],
  ['mcp__shell__run_command', { command: 'rm -rf ~' }],
  ['mcp__terminal__execute', { command: 'git', args: ['push', '--force', 'origin', 'main'] }],
  ['mcp__runner__start', { spec: { command: ['rm', '-rf', '/home/dev'] } }],
  ['mcp__desktop-commander__interact_with_process', { pid: 1, input: 'rm -rf ~' }],
  ['mcp__desktop-commander__set_config_value', { key: 'blockedCommands', value: [] }],
  ['mcp__git__git_push', { remote: 'origin', branch: 'main', force: true }],
  ['mcp__git__git_reset', { mode: '--hard', commit: 'HEAD~3' }],
  ['mcp__postgres__query', { sql: 'DROP TABLE users' }],
  ['mcp__sqlite__write_query', { query: 'DELETE FROM users' }],
  ['mcp__supabase__execute_sql', { query: 'TRUNCATE users CASCADE', project_id: 'x' }],
  ['mcp__unknown-db__go', { sql: 'drop database app' }],
  ['mcp__fetch__fetch', { url: 'http://169.254.169.254/latest/meta-data/' }],
  ['mcp__playwright__browser_navigate', { url: 'file:///etc/passwd' }],
  ['mcp__x__y', { nested: { url: 'http://2852039166/' } }],
  ['mcp__kubernetes__kubectl_delete', { resourceType: 'namespace', name: 'prod' }],
  ['mcp__docker__remove_volume', { volume_name: 'pgdata' }],
  ['mcp__terraform__ExecuteTerraformCommand', { command: 'destroy', working_directory: '.' }],
  ['mcp__github__merge_pull_request', { owner: 'a', repo: 'b', pull_number: 1 }],
  ['mcp__github__delete_repository', { owner: 'a', repo: 'b' }],
  ['mcp__stripe__create_refund', { payment_intent: 'pi_1' }],
  ['mcp__ssh__ssh_exec', { host: 'db.example', command: 'rm -rf /var/lib' }],
  ['mcp__aws__call_aws', { cli_command: 'aws s3 rb s3://bucket --force' }],
  ['mcp__applescript__applescript_execute', { code_snippet: 'do shell script "rm -rf ~"' }],
  ['mcp__python__run_python_code', { python_code: "import shutil; shutil.rmtree('/home/dev')" }],
  ['mcp__fs__write', { path: 'a\0b', content: 'x' }],
]

describe('tools of servers', () => {
  it.each(PASS.map(([tool, input], at) => [`${at} ${tool}`, tool, input] as const))('%s passes', (_, tool, input) => {
    const { verdict, reason } = verdictOf(tool, input)
    expect([verdict, verdict === 'allow' ? '' : reason]).toEqual(['allow', ''])
  })
  it.each(FLAG.map(([tool, input], at) => [`${at} ${tool}`, tool, input] as const))('%s is asked about', (_, tool, input) => {
    expect(verdictOf(tool, input).verdict).not.toBe('allow')
  })

  it('refuses shell characters and inner addresses only where a preset asks for it', () => {
    const calls: readonly (readonly [string, JsonObject])[] = [
      ['mcp__x__y', { a: 'b; c' }],
      ['mcp__fetch__fetch', { url: 'http://localhost:3000' }],
    ]
    for (const [tool, input] of calls) {
      expect(verdictOf(tool, input).verdict).toBe('allow')
      expect(strict.check('', { tool, input }).decision.verdict).toBe('deny')
    }
  })

  it('keeps the server: its `read` is not the host’s', () => {
    const { reading } = check('', { tool: 'mcp__a__b__c', input: {} })
    expect(reading.actions[0]).toMatchObject({ does: 'call', tool: { server: 'a', name: 'b__c' } })
  })

  it('ends in time on wide and deep arguments', () => {
    let deep: JsonObject = { path: '/etc/passwd' }
    for (let i = 0; i < 150; i++) deep = { a: deep, b: ['x'.repeat(100)] }
    const wide: JsonObject = { list: Array.from({ length: 20_000 }, (_, i) => ({ path: `/x/${i}`, url: 'http://a.example' })) }
    const judge = (): void => [deep, wide].forEach((input) => verdictOf('mcp__a__b', input))
    expect(leastWork(judge, 500)).toBeLessThan(500)
  })
})
