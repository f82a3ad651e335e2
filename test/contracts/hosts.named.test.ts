// Does a person who reads a denial or a question in another program's window see who says it, once?
import { expect, test } from 'vitest'
import { answerOf, hear, refusal, signed } from '../../src/hosts/_frame/hear.ts'
import type { Host, HostAnswer } from '../../src/gate/seams.ts'
import { HOSTS } from '../../src/hosts/registry.gen.ts'
import { emergency } from '../../src/hook/emergency.ts'
import { incoming } from '../host-fixtures.ts'
import { buildGate } from '../built-gate.ts'

const standard = await buildGate()
const GENERIC = HOSTS.find(({ name }) => name === 'generic') as Host
const decisionOf = (command: string): HostAnswer => answerOf(standard.check(command).decision, false)
const ANSWERS: readonly (readonly [string, HostAnswer])[] = [
  ['a denial', decisionOf('rm -rf /')],
  ['a question', decisionOf('git reset --hard')],
  ['a denial without a reason', { verdict: 'deny', reason: '', warnings: [] }],
  ['what was said by a person', { verdict: 'deny', reason: 'stopped: `x`: y; the user said no', warnings: [] }],
  ['a prompt that is not sent', { verdict: 'deny', reason: 'the prompt seems to hold a secret: a key, 20 characters; it was not sent', warnings: [] }],
  ['a failure of ours', refusal('judging took too long (`gate.timeout`)')],
]
/** As the hook, the server and the plugins do. */
const replied = (host: Host, answer: HostAnswer, unattended: boolean): readonly string[] => {
  const { payload, arrival } = incoming(host.name, 'shell')
  const heard = hear(JSON.stringify(payload), [host], GENERIC, arrival, host.name)
  return textsIn(heard.host.reply({ ...heard.event, ...(unattended ? { unattended } : {}) }, signed(answer)))
}
const textsIn = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []

test.each(HOSTS.map((host) => [host.name, host] as const))('%s', (_, host) => {
  const wrong = ANSWERS.flatMap(([what, answer]) => {
    // What our reason says, whatever it is put into.
    const core = answer.reason.replace(/^(?:stopped|waiting for a person|Prudent): /, '').slice(0, 40)
    return [false, true].flatMap((unattended) =>
      replied(host, answer, unattended)
        .filter((text) => (core !== '' && text.includes(core)) || text.includes('Prudent') || text.includes('waiting for a person'))
        .filter((text) => text.match(/Prudent/g)?.length !== 1 || text.includes('waiting for a person'))
        .map((text) => [what, text]),
    )
  })
  expect(wrong).toEqual([])
})

test.each(HOSTS.map((host) => [host.name, host] as const))('%s: a warning is signed, once', (_, host) => {
  const warnings = ['`chmod 777 x`: lets everybody change a file', 'observe mode: this would be `deny`: x']
  for (const verdict of ['abstain', 'ask'] as const) {
    const lines = replied(host, { verdict, reason: verdict === 'ask' ? 'waiting for a person: `x`: y' : '', warnings }, false).flatMap((text) =>
      text.split('\n'),
    )
    const told = lines.filter((line) => line.includes('chmod 777') || line.includes('only watches'))
    expect(told.filter((line) => !/^prudent\b/i.test(line) || (line.match(/prudent/gi) ?? []).length !== 1)).toEqual([])
  }
})

test('what answers when nothing else works', () => {
  for (const { name } of HOSTS) expect(emergency('the gate failed (`gate.failed`)', name, '').stderr.match(/Prudent/g)).toHaveLength(1)
})
