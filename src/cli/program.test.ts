// Does every option of a command reach it, where commands stand inside commands too?
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ensureBuilt } from '../../test/built.ts'
import { clear } from '../../test/clear.ts'
import { openDiskApprovals } from '../stores/json-lines/approvals.ts'
import { openDiskLifts } from '../stores/json-lines/lifts.ts'
import type { CommandSpec, Io } from './command.ts'
import { commands, runProgram } from './program.ts'

const HOME = mkdtempSync(path.join(tmpdir(), 'prudent-program-'))
const before = { ...process.env }
beforeAll(async () => {
  ensureBuilt()
  process.env['HOME'] = HOME
  delete process.env['XDG_STATE_HOME']
  const [madeAt, expiresAt] = [new Date().toISOString(), new Date(Date.now() + 3_600_000).toISOString()]
  const grant = { id: 'abcd'.repeat(4), findings: [], shape: '', scope: 'host:x', shows: ['x'], madeAt, expiresAt, by: 'ann', channel: 'desk' }
  expect(await openDiskLifts().grants.add(grant, new Date())).toBe(true)
  const names = { id: 'abcd'.repeat(6), session: 's', policy: 'p', askedAt: madeAt }
  const card = { ...names, digest: 'd', host: 'codex', cwd: '/', calls: [], severity: 'high', findings: [], actions: [], reach: [], expiresAt } as const
  const log = { call: 'c', host: 'codex', session: 's' }
  const question = { ...names, call: 'c', card, offers: ['once'], answerIn: 'desk', log, openUntil: expiresAt, waitsUntil: null, usableMillis: 1000 } as const
  expect(await openDiskApprovals().raise(question, { most: 9, mostOfSession: 9 })).toMatchObject({ ok: true })
}, 60_000)
afterAll(() => {
  process.env = before
  clear(HOME)
})

async function run(...words: readonly string[]): Promise<{ readonly code: number; readonly out: string }> {
  let out = ''
  const io: Io = { out: (text) => (out += text), note: () => {}, colour: false, columns: 80, interactive: false, piped: false }
  return { code: await runProgram(words, io), out }
}

/** Operands with which each inner command that speaks JSON runs. */
const OPERANDS: Readonly<Record<string, readonly string[]>> = {
  'approvals list': [],
  'approvals show': ['abcd'],
  'grants list': [],
  'grants show': ['abcd'],
  'mode status': [],
  'compat cpi-si': ['Bash', 'ls'],
  'log preferences': [],
  'log verify': [],
  'rules show': ['git.force-push'],
  'rules try': ['push.*--force', 'git push --force'],
}
const speaksJson = ({ options }: CommandSpec): boolean => options.some(({ flags }) => flags === '--json')
const inner = commands.flatMap((outer) => (outer.commands ?? []).filter(speaksJson).map(({ name }) => `${outer.name} ${name}`))

describe('--json', () => {
  test('every inner command that has it is tried here', () => expect(inner.toSorted()).toEqual(Object.keys(OPERANDS).toSorted()))
  test.each(Object.entries(OPERANDS))('%s, wherever it stands', async (names, operands) => {
    const words = names.split(' ')
    for (const given of [
      [...words, ...operands, '--json'],
      [...words, '--json', ...operands],
      [words[0] ?? '', '--json', words[1] ?? '', ...operands],
    ]) {
      const { code, out } = await run(...given)
      expect({ given, code }).toEqual({ given, code: 0 })
      expect(() => JSON.parse(out) as unknown, given.join(' ')).not.toThrow()
    }
  })
  test('an outer command keeps its own, behind its operands too', async () => {
    expect(JSON.parse((await run('rules', 'force-push', '--json')).out)).toBeInstanceOf(Array)
    expect((await run('rules', 'force-push')).out).toContain('git.force-push')
  })
})

test('the overview has a line for each command in eighty columns', async () => {
  const { out } = await run('--help')
  const listed = out.slice(out.indexOf('Commands:'), out.indexOf('Examples:')).trim().split('\n').slice(1)
  expect(listed.map((line) => line.trim().split(' ')[0])).toEqual(commands.map(({ name }) => name))
})
