// Does a name that a program or code puts together reach this gate's own files in silence? And do the same changes of other files pass?
import { beforeAll, describe, expect, test } from 'vitest'
import type { Checked } from '../../src/gate/gate.ts'
import { buildGate } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import { attempts, controls } from './put-together.ts'

const MACHINE = { own: ['/opt/node/bin/node', '/usr/lib/node_modules/prudent'], wired: ['/home/dev/.claude/settings.json', '/home/dev/.codex/hooks.json'] }
let built: Built
beforeAll(async () => {
  built = await buildGate('bare')
}, 240_000)
const known = new Map<string, Checked>()
function seen(command: string): Checked {
  let checked = known.get(command)
  if (checked === undefined) known.set(command, (checked = built.check(command, MACHINE)))
  return checked
}
const isOurs = ({ decision }: Checked): boolean => decision.findings.some(({ rule, verdict }) => rule.startsWith('self') && verdict !== 'allow')
const isStopped = (checked: Checked): boolean => isOurs(checked) || checked.decision.verdict === 'deny'

describe(`${attempts.length} names of ours that are put together`, () => {
  test('there are enough of them', () => expect(attempts.length).toBeGreaterThan(500))
  test('none is silent', () => expect(attempts.filter((command) => !isStopped(seen(command)) && seen(command).reading.unreadWrite !== true)).toEqual([]))
  test('and none but a few go on to be noticed only afterwards', () => {
    expect(attempts.filter((command) => !isStopped(seen(command))).length).toBeLessThanOrEqual(MOST_UNREAD)
  })
  test('most are denied', () => expect(attempts.filter((command) => seen(command).decision.verdict === 'deny').length).toBeGreaterThan(attempts.length * 0.8))
})
const MOST_UNREAD = 2

describe(`${controls.length} names of others`, () => {
  test('there are enough of them', () => expect(controls.length).toBeGreaterThan(300))
  test('none is taken for ours', () => expect(controls.filter((command) => isOurs(seen(command)))).toEqual([]))
})
