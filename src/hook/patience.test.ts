// Is a person never waited for longer than the host waits for us?
import { describe, expect, test } from 'vitest'
import type { Host } from '../gate/seams.ts'
import { HOSTS } from '../hosts/registry.gen.ts'
import { patienceOf } from './patience.ts'

const hostOf = (name: string): Host => HOSTS.find((one) => one.name === name) as Host
const millis = (host: string, named?: string, waits?: number): number =>
  patienceOf({ named, ...(waits === undefined ? {} : { waits }) }, () => 100)(hostOf(host))

describe('what was registered with the host counts, less five seconds and the time that has gone', () => {
  test.each([
    ['codex', 'codex', 150, 145_000],
    ['cline', 'cline', 120, 115_000],
    // Registered for another: that one may wait as it pleases.
    ['codex', 'claude-code', 150, 15_000],
    ['auggie', 'claude-code', 150, 5000],
    ['codex', undefined, 150, 15_000],
    // Nothing is said: not long, and no longer than the host does by itself.
    ['codex', 'codex', undefined, 15_000],
    ['auggie', 'auggie', undefined, 5000],
    ['windsurf', 'windsurf', undefined, 15_000],
  ] as const)('%s, registered for %s with %s', (host, named, waits, expected) => {
    expect(millis(host, named, waits)).toBe(expected - 100)
  })
  test('never less than nothing', () => {
    expect(patienceOf({ named: 'codex', waits: 1 })(hostOf('codex'))).toBe(0)
  })
})
