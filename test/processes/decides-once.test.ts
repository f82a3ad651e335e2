// Is a call read once for all that is asked about it, and once more before a yes counts? Readings are counted where each of them begins.
import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { answerEvent } from '../../src/answer/event.ts'
import type { Answered } from '../../src/answer/event.ts'
import type { SlowParts } from '../../src/answer/given.ts'
import { openPolicy } from '../../src/answer/policy.ts'
import type { OpenedPolicy } from '../../src/answer/policy.ts'
import { makeGate } from '../../src/gate/gate.ts'
import type { Host } from '../../src/gate/seams.ts'
import { hear } from '../../src/hosts/_frame/hear.ts'
import * as slow from '../../src/hook/slow.ts'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { ROOT } from '../built.ts'
import { clear } from '../clear.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'prudent-once-read-'))
afterAll(() => clear(FOLDER))
const GENERIC = HOSTS.find(({ name }) => name === 'generic') as Host
let people = 0

/** An event of a host that cannot ask, in a home where something was once granted, and how often its call was read so far. */
function asked(host: string, command: string, conduct: Partial<OpenedPolicy['conduct']> = {}) {
  const home = join(FOLDER, `home-${people++}`)
  mkdirSync(join(home, 'state/prudent/lifts'), { recursive: true })
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state') }
  const at = { env, home, folders: env, cwd: home, root: ROOT }
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    tool_use_id: 'c',
    tool_name: 'Bash',
    tool_input: { command },
    cwd: home,
    permission_mode: 'default',
  }
  const heard = hear(JSON.stringify(event), HOSTS, GENERIC, { env, cwd: home }, host)
  const opened = openPolicy(at, heard.event)
  if ('slow' in opened) throw new Error('no settings, so nothing slow')
  let readings = 0
  const { policy, books, ...standing } = opened.gate
  const parsers = { ...books.parsers, begin: () => void readings++ }
  const counting = { ...opened, conduct: { ...opened.conduct, ...conduct }, gate: makeGate(policy, { ...books, parsers }, standing) }
  const answered = answerEvent(at, heard, counting)
  return { answered, readings: () => readings }
}
const goOn = ({ later }: Answered, parts: SlowParts = slow): Answered => {
  if (later === undefined || !('slowly' in later)) throw new Error('nothing had to be loaded')
  return later.slowly(parts)
}

test('what has to be loaded first goes on from where it was left', () => {
  const { answered, readings } = asked('codex', 'git push --force origin feature/a')
  expect(readings()).toBe(1)
  // Grants and modes are looked up, and a question is kept: by what was read.
  const { later } = goOn(answered)
  expect([later !== undefined && 'answer' in later, readings()]).toEqual([true, 1])
})

test('a person who was asked and says yes: judged anew, by a gate that is opened anew', async () => {
  const { answered, readings } = asked('codex', 'git push --force origin feature/a')
  let again = 0
  const parts: SlowParts = {
    ...slow,
    askPeople: async (given) => {
      again = given.again().length
      return { allowed: true, byPerson: true, reason: 'yes' }
    },
  }
  const { later } = goOn(answered, parts)
  if (later === undefined || !('answer' in later)) throw new Error('nobody was asked')
  const { answer } = await later.answer()
  expect([answer.verdict, again, readings()]).toEqual(['abstain', 1, 1])
})

test.each([
  ['no server', {}, []],
  ['where a name leads inside', { 'x.example': ['169.254.169.254'] }, ['stopped']],
  ['where it leads outside', { 'x.example': ['93.184.216.34'] }, []],
] as const)('names are looked up once, by one more reading for each thing they may be and one for what they are: %s', async (_, hosts, stopped) => {
  const { answered, readings } = asked('claude-code', 'curl -s https://x.example/a', { resolveNames: true })
  const before = readings()
  let looked = 0
  const parts: SlowParts = {
    ...slow,
    observeHosts: async () => {
      looked++
      return hosts
    },
  }
  const { later } = goOn(answered, parts)
  if (later === undefined || !('answer' in later)) throw new Error('no name was looked up')
  const { answer } = await later.answer()
  expect([looked, answer.verdict === 'abstain' ? [] : ['stopped']]).toEqual([1, stopped])
  expect(before).toBeLessThanOrEqual(5)
  expect(readings()).toBeLessThanOrEqual(8)
})
