// Is a call of a server's tool answered as strictly as the command line that means the same, and does everyday work of servers stay quiet?
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { JsonObject } from '../../src/core/model.ts'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()
const RANK = { allow: 0, ask: 1, deny: 2 } as const
type Row = readonly [tool: string, input: JsonObject]
const rankOf = ([tool, input]: Row): number => RANK[check('', { tool, input }).decision.verdict]
const TABLE = Object.entries(parse(readFileSync(new URL('mcp-alike.yaml', import.meta.url), 'utf8')) as Readonly<Record<string, readonly Row[]>>)

describe('what a command line does, said by a tool', () => {
  it.each(TABLE)('%s', (command, rows) => {
    const least = RANK[check(command).decision.verdict]
    expect(least).toBeGreaterThan(0)
    expect(rows.filter((row) => rankOf(row) < least)).toEqual([])
  })
})

const PAGES: readonly Row[] = ['playwright', 'puppeteer', 'browser', 'chrome-devtools', 'selenium', 'hyperbrowser', 'appium'].flatMap(
  (server): readonly Row[] => [
    [`mcp__${server}__type`, { selector: '#a', text: 'y' }],
    [`mcp__${server}__press_key`, { key: 'Enter' }],
    [`mcp__${server}__fill`, { uid: '3', value: '1' }],
    [`mcp__${server}__send_keys`, { element: 'q', text: 'yes' }],
  ],
)
const ORDINARY: readonly Row[] = [
  ...PAGES,
  ['mcp__web__type', { selector: 'input[name=q]', text: 'y' }],
  ['mcp__page__type', { ref: 'e3', text: '1' }],
  ['mcp__claude-in-chrome__computer', { action: 'type', text: 'y', tabId: 3 }],
  ['mcp__slack__send_message', { channel: 'c', text: 'yes' }],
  ['mcp__survey__answer', { id: 3, value: 'yes' }],
  ['mcp__redis__set', { key: 'a', value: '1' }],
  ['mcp__notes__write', { text: '1' }],
  ['mcp__git__git_push', { remote: 'origin', branch: 'fix' }],
  ['mcp__git__git_commit', { message: 'reset --hard and push --force', all: true }],
  ['mcp__git__git_log', { max_count: 10 }],
  ['mcp__git__git_create_branch', { branch_name: 'force', base_branch: 'main' }],
  ['mcp__git__git_checkout', { branch_name: 'hard' }],
  ['mcp__git__git_diff', { target: 'main' }],
  ['mcp__github__create_branch', { owner: 'a', repo: 'b', branch: 'x' }],
  ['mcp__github__push_files', { owner: 'a', repo: 'b', branch: 'x', files: [{ path: 'a', content: 'b' }], message: 'm' }],
  ['mcp__github__create_pull_request', { owner: 'a', repo: 'b', title: 't', head: 'x', base: 'main' }],
  ['mcp__github__remove_label', { name: 'bug' }],
  ['mcp__github__get_file_contents', { owner: 'a', repo: 'b', path: 'src/a.ts', ref: 'main' }],
  ['mcp__MCP_DOCKER__push_files', { owner: 'a', repo: 'b', branch: 'x', files: [] }],
  ['mcp__MCP_DOCKER__search_code', { q: 'docker rm' }],
  ['mcp__docker__container_logs', { id: 'web' }],
  ['mcp__docker__list_containers', { all: true }],
  ['mcp__k8s__pods_list', { namespace: 'prod' }],
  ['mcp__k8s__get_pods', { namespace: 'prod' }],
  ['mcp__k8s__describe_resource', { kind: 'Deployment', name: 'app' }],
  ['mcp__npm__search_packages', { query: 'left-pad' }],
  ['mcp__terraform__search_modules', { query: 'vpc' }],
  ['mcp__db__describe_table', { name: 'users' }],
  ['mcp__db__exec', { text: 'SELECT 1' }],
  ['mcp__http__request', { method: 'DELETE', url: 'http://localhost:3000/cart/1' }],
  ['mcp__notify__push', { message: 'built', force: true }],
  ['mcp__os__kill', { pid: 4321 }],
]
it.each(ORDINARY)('%s %j passes', (tool, input) => {
  expect(check('', { tool, input }).decision.verdict).toBe('allow')
})
