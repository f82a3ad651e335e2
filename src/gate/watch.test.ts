// Does a process that lives long follow its settings, and never take half of them?
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ensureBuilt } from '../../test/built.ts'
import { makeRecorder } from '../audit/record.ts'
import type { Appended, AuditEntry } from '../audit/entry.ts'
import type { SettingsFiles } from '../config/settings-files.ts'
import { watchGate } from './watch.ts'
import type { SettingsChange, WatchedGate } from './watch.ts'

beforeAll(ensureBuilt, 120_000)
let files: SettingsFiles & { readonly user: string; readonly project: string }
beforeEach(() => {
  const home = mkdtempSync(join(tmpdir(), 'prudent-watch-'))
  files = { home, administrator: null, user: join(home, '.config/prudent/settings.yaml'), project: join(home, 'app/.prudent/settings.yaml') }
})
/** As if it had been written a while ago, so that nobody need wait. */
function write(file: string, text: string, agoMs = 1000): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  const then = (Date.now() - agoMs) / 1000
  utimesSync(file, then, then)
}
function verdict(watched: WatchedGate, command: string): string {
  const { gate, troubles } = watched.current()
  const call = { id: '', host: 'test', session: '', tool: { server: null, name: 'Bash' }, input: { command }, cwd: '/home/dev/app' }
  return gate.check(call, { home: '/home/dev' }, { troubles }).decision.verdict
}
const pause = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))

test('every layer, a project’s file that appears, and included files are followed', async () => {
  const watched = await watchGate(files, { everyMs: 0 })
  expect(verdict(watched, 'git push --force')).toBe('ask')
  write(files.user, 'overrides: { git.force-push: allow }\n')
  expect(verdict(watched, 'git push --force')).toBe('allow')
  write(files.project, 'overrides: { git.force-push: deny }\n')
  expect(verdict(watched, 'git push --force')).toBe('deny')
  rmSync(files.project)
  utimesSync(dirname(files.project), 0, 0)
  expect(verdict(watched, 'git push --force')).toBe('allow')
  const pack = join(files.home, 'mine.yaml')
  const rule = (severity: string): string =>
    `pack: mine\ntitle: Mine\nrules:\n  - { id: mine.deploy, severity: ${severity}, title: deploys, why: No., match: { run: deploy-it } }\n`
  write(pack, rule('high'))
  write(files.user, 'include: [~/mine.yaml]\n')
  expect(verdict(watched, 'deploy-it')).toBe('ask')
  write(pack, rule('critical'))
  expect(verdict(watched, 'deploy-it')).toBe('deny')
})

test('what must be corrected is not taken: the last good settings hold, it is said once, found in every call and written down', async () => {
  const changes: SettingsChange[] = []
  const entries: AuditEntry[] = []
  const store = {
    name: 'list',
    append: (given: readonly AuditEntry[]): Appended => {
      entries.push(...given)
      return { ok: true }
    },
    entries: () => entries,
    digest: () => null,
    tend: () => {},
  }
  write(files.user, 'overrides: { git.force-push: deny }\n')
  // Where nothing can be kept on disk, too.
  writeFileSync(join(files.home, '.cache'), 'a file where the folder should be')
  const recorder = makeRecorder({ store, redact: (text) => text })
  const watched = await watchGate(files, { everyMs: 0, onChange: (change) => changes.push(change), recorder })
  write(files.user, 'overrides: { git.force-push: deny')
  for (const _again of [1, 2, 3]) expect(verdict(watched, 'git push --force')).toBe('deny')
  const { gate, troubles, notes, whole } = watched.current()
  const call = { id: '', host: 'test', session: '', tool: { server: null, name: 'Bash' }, input: { command: 'ls' }, cwd: '/' }
  expect(gate.check(call, {}, { troubles }).decision).toMatchObject({ verdict: 'allow', findings: [{ rule: 'gate.settings-unreadable', verdict: 'allow' }] })
  expect([whole, notes[0]]).toEqual([false, expect.stringContaining('settings.yaml:') as string])
  write(files.user, 'overrides: { git.force-push: ask }\n')
  expect([verdict(watched, 'git push --force'), watched.current().whole, watched.current().troubles]).toEqual(['ask', true, []])
  expect(changes.map(({ settings }) => settings)).toEqual(['kept', 'taken'])
  expect(entries.map((entry) => (entry.kind === 'notice' ? entry.event : entry.kind))).toEqual(['gate.settings-unreadable', 'settings-changed'])
})

test('a file that is just being written, or just replaced, is left alone until it has settled', async () => {
  write(files.user, 'overrides:\n  git.*: allow\n  git.force-push: deny\n')
  const watched = await watchGate(files, { everyMs: 0 })
  expect(verdict(watched, 'git push --force')).toBe('deny')
  // The first half is good settings too, and looser. On a busy machine it may lie there for long: then it was not just being written, and is again.
  for (;;) {
    const began = performance.now()
    writeFileSync(files.user, 'overrides:\n  git.*: allow\n')
    const half = verdict(watched, 'git push --force')
    writeFileSync(files.user, 'overrides:\n  git.*: allow\n  git.force-push: ask\n')
    const whole = verdict(watched, 'git push --force')
    if (performance.now() - began < 100) {
      expect([half, whole]).toEqual(['deny', 'deny'])
      break
    }
    writeFileSync(files.user, 'overrides:\n  git.*: allow\n  git.force-push: deny\n')
    await pause(150)
    expect(verdict(watched, 'git push --force')).toBe('deny')
  }
  await pause(150)
  expect(verdict(watched, 'git push --force')).toBe('ask')
  for (;;) {
    const renamed = performance.now()
    renameSync(files.user, `${files.user}~`)
    const between = verdict(watched, 'git reset --hard')
    if (performance.now() - renamed < 100) {
      expect(between).toBe('allow')
      break
    }
    // Gone for so long that it was not just being replaced: once more.
    renameSync(`${files.user}~`, files.user)
    await pause(150)
    expect(verdict(watched, 'git reset --hard')).toBe('allow')
  }
  writeFileSync(files.user, 'overrides:\n  git.force-push: deny\n')
  await pause(150)
  expect([verdict(watched, 'git push --force'), verdict(watched, 'git reset --hard')]).toEqual(['deny', 'ask'])
})

test('is not looked at more often than it says', async () => {
  write(files.user, 'overrides: { git.force-push: deny }\n')
  const watched = await watchGate(files, { everyMs: 60_000 })
  write(files.user, 'overrides: { git.force-push: allow }\n')
  expect(verdict(watched, 'git push --force')).toBe('deny')
})

test('a call that has begun ends with what it began with', async () => {
  write(files.user, 'overrides: { git.force-push: deny }\n')
  const watched = await watchGate(files, { everyMs: 0 })
  const before = watched.current()
  write(files.user, 'overrides: { git.force-push: allow }\n')
  expect(verdict(watched, 'git push --force')).toBe('allow')
  const call = { id: '', host: 'test', session: '', tool: { server: null, name: 'Bash' }, input: { command: 'git push --force' }, cwd: '/home/dev/app' }
  expect(before.gate.check(call, { home: '/home/dev' }).decision.verdict).toBe('deny')
})
