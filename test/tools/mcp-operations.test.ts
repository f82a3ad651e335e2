// Is an operation that a call names in its arguments judged like one in the tool's name, and do lists, searches, updates and new things stay quiet?
import { describe, expect, it } from 'vitest'
import type { JsonObject, Verdict } from '../../src/core/model.ts'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()
const verdictOf = (tool: string, input: JsonObject): Verdict => check('', { tool, input }).decision.verdict
type Row = readonly [tool: string, input: JsonObject]

const TOKEN = 'ghp_q7Lw2Zk9Rt4Xv8Bn3Mc6Jd1Hf5Gs0Pa2Yu7E'

const ASKED: readonly Row[] = [
  ['mcp__aws__execute', { service: 'rds', operation: 'delete_db_instance', params: { DBInstanceIdentifier: 'x' } }],
  ['mcp__aws__execute', { service: 'ec2', operation: 'terminate_instances', params: { InstanceIds: ['i-1'] } }],
  ['mcp__aws__invoke', { service: 's3', action: 'DeleteBucket', parameters: { Bucket: 'x' } }],
  ['mcp__cloud__run', { request: { api: 'sql', method: 'instances.delete', instance: 'shop' } }],
  ['mcp__api__call', { endpoint: '/users', verb: 'DELETE' }],
  ['mcp__rest__execute', { http_method: 'DELETE', path: '/v1/projects/1' }],
  ['mcp__rest__execute', { httpMethod: 'delete', url: 'https://api.example.com/v1/projects/1' }],
  ['mcp__elasticsearch__general_api_request', { method: 'DELETE', path: '/_all' }],
  ['mcp__jira__manage_project', { action: 'delete', key: 'SHOP' }],
  ['mcp__k8s__resource', { operation: 'delete', kind: 'Deployment', name: 'app' }],
  ['mcp__postgres__table', { op: 'truncate', table: 'users' }],
  ['mcp__github__update_ref', { owner: 'a', repo: 'b', ref: 'heads/main', sha: 'x', force: true }],
  ['mcp__gitlab__push_files', { project_id: 1, branch: 'main', force: true, actions: [] }],
  ['mcp__git__git_push', { args: ['--force', 'origin', 'main'] }],
  ['mcp__git__push', { branch: 'feature', forcePush: true }],
  ['mcp__git__git_branch', { operation: 'delete', branchName: 'feature/x', force: true }],
  ['mcp__git__git_branch', { mode: 'delete', branch: 'feature/x', force: 'true' }],
  ['mcp__git__discard_changes', { path: '.' }],
  ['mcp__git__restore', { paths: ['.'] }],
  ['mcp__git__git_checkout', { repo_path: '.', files: ['.'] }],
  ['mcp__argo__sync_app', { name: 'shop', prune: true, force: true }],
  ['mcp__k8s__scale_deployment', { name: 'app', replicas: 0, namespace: 'prod' }],
  ['mcp__k8s__rollout_restart', { name: 'app', namespace: 'prod' }],
  ['mcp__heroku__ps_scale', { app: 'shop', dyno: 'web=0' }],
  ['mcp__mongodb__aggregate', { database: 'app', collection: 'users', pipeline: [{ $out: 'users' }] }],
  ['mcp__gdrive__delete_file', { fileId: 'x' }],
  ['mcp__npm__publish', { path: '.' }],
  ['mcp__cdk__deploy', { stack: 'prod' }],
  ['mcp__slack__post_message', { channel: '#general', text: `use ${TOKEN}` }],
  ['mcp__discord__send_message', { channel: 'x', content: TOKEN }],
  ['mcp__github__create_issue', { owner: 'a', repo: 'b', title: 'x', body: TOKEN }],
  ['mcp__github__push_files', { owner: 'a', repo: 'b', branch: 'x', files: [{ path: '.env', content: `TOKEN=${TOKEN}` }], message: 'm' }],
]

const ORDINARY: readonly Row[] = [
  ['mcp__aws__execute', { service: 'rds', operation: 'describe_db_instances' }],
  ['mcp__aws__execute', { service: 's3', operation: 'list_buckets' }],
  ['mcp__aws__execute', { service: 'ec2', operation: 'terminate_instances', DryRun: true, dry_run: true }],
  ['mcp__aws__docs', { action: 'search', query: 'delete_db_instance' }],
  ['mcp__aws_docs__search_documentation', { action: 'DeleteBucket' }],
  ['mcp__openapi__get_operation', { operation: 'delete_user' }],
  ['mcp__serena__find_referencing_symbols', { name_path: 'delete_user', relative_path: 'src/a.py' }],
  ['mcp__code__callers', { method: 'deleteUser', function: 'delete_user' }],
  ['mcp__editor__keys', { action: 'delete_word' }],
  ['mcp__docs__edit', { operation: 'delete_paragraph', index: 3 }],
  ['mcp__iam__simulate_policy', { action: 's3:DeleteBucket' }],
  ['mcp__api__call', { endpoint: '/users', verb: 'GET' }],
  ['mcp__api__call', { endpoint: '/users', verb: 'POST', body: { name: 'delete me' } }],
  ['mcp__http__request', { method: 'DELETE', url: 'http://localhost:3000/cart/1' }],
  ['mcp__rest__execute', { http_method: 'DELETE', url: 'http://127.0.0.1:8080/todos/1' }],
  ['mcp__elasticsearch__general_api_request', { method: 'GET', path: '/_cat/indices' }],
  ['mcp__jira__manage_issue', { action: 'update', issue: 'X-1', fields: { summary: 'delete the old page' } }],
  ['mcp__jira__search', { jql: 'project = X and status = deleted' }],
  ['mcp__todo__todo_list', { action: 'delete', id: 3 }],
  ['mcp__tasks__manage_todos', { action: 'delete', id: 3 }],
  ['mcp__memory__manage', { operation: 'delete', id: 'abc' }],
  ['mcp__fs__manage_file', { operation: 'delete', path: 'src/old.ts' }],
  ['mcp__editor__apply', { operation: 'delete_lines', path: 'src/a.ts', from: 3, to: 5 }],
  ['mcp__playwright__browser_tabs', { action: 'close', index: 1 }],
  ['mcp__excel__range', { action: 'delete_rows', sheet: 'a', rows: [3] }],
  ['mcp__figma__edit', { operation: 'delete_node', id: '1:2' }],
  ['mcp__slack__reactions', { action: 'remove_reaction', name: 'eyes' }],
  ['mcp__github__update_ref', { owner: 'a', repo: 'b', ref: 'heads/x', sha: 'x', force: false }],
  ['mcp__github__push_files', { owner: 'a', repo: 'b', branch: 'x', files: [{ path: 'src/a.ts', content: 'export const a = 1' }], message: 'm' }],
  ['mcp__github__create_issue', { owner: 'a', repo: 'b', title: 'delete old tokens', body: 'Set GITHUB_TOKEN=your-token, then operation: delete' }],
  ['mcp__docs__refresh', { force: true }],
  ['mcp__git__git_push', { remote: 'origin', branch: 'feature/x' }],
  ['mcp__git__git_push', { args: ['-u', 'origin', 'feature/x'] }],
  ['mcp__git__git_branch', { operation: 'list' }],
  ['mcp__git__git_branch', { operation: 'create', branchName: 'feature/y' }],
  ['mcp__git__git_branch', { operation: 'delete', branchName: 'merged' }],
  ['mcp__git__git_checkout', { branch_name: 'feature/x' }],
  ['mcp__git__restore', { paths: ['src/a.ts'], staged: true }],
  ['mcp__argo__list_apps', {}],
  ['mcp__k8s__scale_deployment', { name: 'app', replicas: 3, namespace: 'dev' }],
  ['mcp__k8s__apply_manifest', { manifest: 'kind: Deployment\nmetadata: {name: app}', namespace: 'dev' }],
  ['mcp__mongodb__aggregate', { database: 'app', collection: 'users', pipeline: [{ $match: { a: 1 } }, { $group: { _id: '$out' } }] }],
  ['mcp__gdrive__search_files', { query: 'delete' }],
  ['mcp__mqtt__publish', { topic: 'a', message: 'b' }],
  ['mcp__slack__post_message', { channel: '#general', text: 'the deploy is done, please set API_KEY=<your key>' }],
  ['mcp__linear__create_issue', { title: 'Rotate the token', description: 'it starts with ghp_' }],
  ['mcp__notion__update_page', { page_id: 'x', operation: 'append', content: 'drop table users' }],
]

describe('an operation named in the arguments', () => {
  it.each(ASKED)('%s %j is asked about', (tool, input) => expect(verdictOf(tool, input)).not.toBe('allow'))
  it.each(ORDINARY)('%s %j passes', (tool, input) => expect(verdictOf(tool, input)).toBe('allow'))

  it('is found however deep it lies, and however much lies before it', () => {
    const filler = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`k${at}`, { a: at }]))
    expect(verdictOf('mcp__aws__execute', { ...filler, request: { body: [{ operation: 'delete_db_instance' }] } })).not.toBe('allow')
  })
})
