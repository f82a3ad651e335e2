// Does a gate that asks people let nothing pass but what was allowed, granted or said yes to in time?
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ensureBuilt } from '../../test/built.ts'
import { clear } from '../../test/clear.ts'
import type { JsonObject, ToolCall } from '../core/model.ts'
import { EVENT_ALIASES, makeBus } from '../gate/bus.ts'
import type { EventAlias } from '../gate/bus.ts'
import { switchOn } from '../gate/modes.ts'
import { loadBuiltin } from '../gate/open.ts'
import { openMemoryLifts } from '../stores/memory/lifts.ts'
import { askPeopleThrough } from './asking-gate.ts'
import type { Asking, AskedQuestion, AskingGate, PersonSaid } from './asking-gate.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-asking-'))
afterAll(() => clear(FOLDER))
ensureBuilt()
const GATE = loadBuiltin('standard')
const ASKED = 'git push --force origin feature/a'
const callOf = (command: string, more: Partial<ToolCall> & { readonly input?: JsonObject } = {}): ToolCall => ({
  id: '1',
  host: 'h',
  session: 's1',
  tool: { server: null, name: 'Bash' },
  input: { command },
  cwd: FOLDER,
  ...more,
})
const place = { cwd: FOLDER, project: FOLDER, home: '/home/nobody' }
const said = async (asking: Asking, command = ASKED): Promise<readonly [string, string]> => {
  const { decision } = await askPeopleThrough(GATE, asking).pass(callOf(command), place)
  return [decision.verdict, decision.by]
}

describe('a yes in time, and nothing else, lets it pass', () => {
  test('answers', async () => {
    expect(await said({ ask: () => true })).toEqual(['allow', 'person'])
    expect(await said({ ask: async () => ({ approved: true }) })).toEqual(['allow', 'person'])
    for (const no of [false, { approved: false }, undefined, null, 'yes', 1, { approved: 'true' }, { approved: 1 }, []])
      expect({ no, said: (await said({ ask: () => no as boolean }))[0] }).toEqual({ no, said: 'deny' })
  })
  test('no answer, a fault, nobody', async () => {
    expect(await said({ ask: () => new Promise<boolean>(() => {}), timeoutMs: 20 })).toEqual(['deny', 'timeout'])
    expect(await said({ ask: () => Promise.reject(new Error('x')) })).toEqual(['deny', 'timeout'])
    expect(
      await said({
        ask: () => {
          throw new Error('x')
        },
      }),
    ).toEqual(['deny', 'timeout'])
    expect(await said({ connector: { requestApproval: () => Promise.reject(new Error('x')) } })).toEqual(['deny', 'timeout'])
    expect(await said({})).toEqual(['deny', 'timeout'])
  })
  test('nobody is asked about what passes or is denied anyway', async () => {
    const asked: string[] = []
    const ask = ({ id }: AskedQuestion): boolean => asked.push(id) > 0
    expect([await said({ ask }, 'ls'), await said({ ask }, 'rm -rf /'), asked]).toEqual([['allow', 'policy'], ['deny', 'policy'], []])
  })
  test('what changed while somebody was asked does not run', async () => {
    const script = path.join(FOLDER, 'a.sh')
    writeFileSync(script, ASKED)
    const ask = (): boolean => {
      writeFileSync(script, 'git push --force origin main feature/a')
      return true
    }
    expect((await said({ ask }, 'sh a.sh'))[0]).toBe('deny')
  })
})

describe('of many answers the first counts', () => {
  const waiting = (): { readonly gate: AskingGate; readonly ids: string[]; readonly passing: Promise<string> } => {
    const ids: string[] = []
    const gate = askPeopleThrough(GATE, { connector: { requestApproval: (_chat, id) => void ids.push(id) } })
    return { gate, ids, passing: gate.pass(callOf(ASKED), place).then(({ decision }) => decision.verdict) }
  }
  test.each([true, false])('%s', async (approved) => {
    const { gate, ids, passing } = waiting()
    await new Promise((done) => setTimeout(done))
    expect(gate.pending().map(({ id }) => id)).toEqual(ids)
    const answers = [approved, !approved, !approved].map((one) => gate.resolveApproval(ids[0] ?? '', one))
    expect([answers, await passing, gate.pending()]).toEqual([[true, false, false], approved ? 'allow' : 'deny', []])
    expect(gate.resolveApproval('none', true)).toBe(false)
  })
})

describe('what is remembered', () => {
  const twice = async (answer: PersonSaid, next: ToolCall): Promise<readonly string[]> => {
    let asked = 0
    const gate = askPeopleThrough(GATE, { ask: () => (asked++ === 0 ? answer : false) })
    const bys: string[] = []
    for (const call of [callOf(ASKED), next]) bys.push((await gate.pass(call, place)).decision.by)
    return [...bys, String((await gate.grants.list()).length)]
  }
  test('counts where it was offered, and no further', async () => {
    const other = callOf(ASKED, { session: 's2' })
    expect(await twice({ approved: true }, callOf(ASKED))).toEqual(['person', 'person', '0'])
    expect(await twice({ approved: true, remember: 'session' }, callOf(ASKED))).toEqual(['person', 'grant', '1'])
    expect(await twice({ approved: true, remember: 'session' }, other)).toEqual(['person', 'person', '1'])
    expect(await twice({ approved: true, remember: 'shape' }, other)).toEqual(['person', 'grant', '1'])
    expect(await twice({ approved: false, remember: 'shape' }, callOf(ASKED))).toEqual(['person', 'person', '0'])
    expect(await twice({ approved: true, remember: 'always' as 'once' }, callOf(ASKED))).toEqual(['person', 'person', '0'])
  })
  test('a mode without a session that has a name is none', async () => {
    const gate = askPeopleThrough(GATE, { ask: () => false })
    expect(await gate.modes.on({ what: 'all', session: { host: 'h', session: '' } })).toEqual(expect.any(String))
    expect(await gate.modes.list()).toEqual([])
  })
  test('what cannot be listed lifts nothing', async () => {
    const lifts = openMemoryLifts()
    const broken = { ...lifts, grants: { ...lifts.grants, list: () => Promise.reject(new Error('x')) } }
    await expect(said({ ask: () => false, lifts: broken })).resolves.toEqual(['deny', 'person'])
  })
})

test('other settings are told once', async () => {
  const gates = [loadBuiltin('standard'), loadBuiltin('strict')] as const
  let at = 0
  const opened = () => ({ gate: gates[at === 0 ? 0 : 1], troubles: [], notes: [], whole: true }) as never
  const gate = askPeopleThrough({ current: opened }, { ask: () => false })
  const seen: string[] = []
  gate.bus.on('config.reloaded', ({ policy }) => seen.push(policy))
  await gate.pass(callOf('ls'), place)
  at = 1
  await gate.pass(callOf('ls'), place)
  await gate.pass(callOf('ls'), place)
  expect(seen).toEqual([gates[1].policy.fingerprint])
})

describe('events', () => {
  test('each arrives under our name and under every name that others have for it', async () => {
    const bus = makeBus()
    const heard: string[] = []
    const names = [...new Set(Object.values(EVENT_ALIASES))]
    for (const alias of Object.keys(EVENT_ALIASES) as EventAlias[]) bus.on(alias, () => void heard.push(alias))
    for (const name of names) {
      heard.length = 0
      bus.emit(name, {} as never)
      expect([name, heard]).toEqual([name, (Object.keys(EVENT_ALIASES) as EventAlias[]).filter((alias) => EVENT_ALIASES[alias] === name)])
    }
  })
  test('a mode that another process switched is told with the next call that asks', async () => {
    const lifts = openMemoryLifts()
    const gate = askPeopleThrough(GATE, { ask: () => false, lifts })
    const told: number[] = []
    gate.bus.on('mode.changed', ({ modes }) => told.push(modes.length))
    await gate.pass(callOf(ASKED), place)
    const mode = await switchOn(lifts.modes, { what: 'all', by: 'ann', channel: 'command line' }, new Date())
    expect((await gate.pass(callOf(ASKED), place)).decision.by).toBe('mode')
    await lifts.modes.remove(typeof mode === 'string' ? '' : mode.id)
    await gate.pass(callOf(ASKED), place)
    expect(told).toEqual([1, 0])
  })
})
