// May a process that an agent has started answer at the desk, with whatever it has read of the person's?
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import { clear } from '../clear.ts'
import { deskHere, LIMITS, questionAbout } from '../desk/desk-here.ts'
import type { DeskHere } from '../desk/desk-here.ts'

/** Sends what it is told to and leaves what it was answered in a file: who started it may not wait for it. */
const CLIENT = `
const [url, where, bearer, body, file] = process.argv.slice(1)
const headers = { origin: url, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json', authorization: 'Bearer ' + bearer }
fetch(url + where, { method: 'POST', headers, body }).then(async (r) => require('fs').writeFileSync(file, r.status + ' ' + (await r.text())))
`
const scratch = mkdtempSync(path.join(tmpdir(), 'prudent-agent-'))
let desk: DeskHere
let secret = ''
const question = questionAbout('rm -rf ../other')
beforeAll(async () => {
  // A person's page, opened and armed.
  let isPerson = true
  desk = await deskHere({ standing: () => null, ...(await strictly(() => isPerson)) })
  secret = await desk.secret()
  desk.running.entered()
  isPerson = false
  await desk.approvals.raise(question, LIMITS)
})
afterAll(async () => {
  await desk.close()
  clear(scratch)
})

/** As it is for people, but for the one moment in which the test itself is one. */
async function strictly(isPerson: () => boolean): Promise<{ readonly behind: (pid: number) => string | null }> {
  const { agentBehind } = await import('../../src/ask/person.ts')
  const { noBrowser } = await import('../../src/desk/peer.ts')
  return { behind: (pid) => (isPerson() ? null : (agentBehind(pid) ?? noBrowser(pid))) }
}

const MARKED = { PATH: process.env['PATH'] ?? '', CLAUDECODE: '1' }
/** How an agent may start it. */
const WAYS: Readonly<Record<string, (words: readonly string[]) => readonly [program: string, ...words: string[]]>> = {
  'as it starts everything': (words) => [process.execPath, ...words],
  'in a session of its own': (words) => ['setsid', '--wait', process.execPath, ...words],
  'without its environment': (words) => ['env', '-i', process.execPath, ...words],
  'apart from everything, without its environment': (words) => ['setsid', '-f', 'env', '-i', process.execPath, ...words],
  'through a shell that goes away': (words) => ['sh', '-c', 'env -i "$@" >/dev/null 2>&1 &', 'sh', process.execPath, ...words],
}
let count = 0
async function tries(way: string, where: string, bearer: string, body: unknown): Promise<string> {
  const file = path.join(scratch, String(++count))
  const [program, ...words] = (WAYS[way] ?? WAYS['as it starts everything'])!(['-e', CLIENT, desk.url, where, bearer, JSON.stringify(body), file])
  // It has to be answered meanwhile, so it is not waited for here.
  const { spawn } = await import('node:child_process')
  spawn(program, words, { env: MARKED, stdio: 'ignore' }).unref()
  await expect.poll(() => said(file), { timeout: 30_000, interval: 20 }).not.toBe('')
  return said(file)
}
const said = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
const canSee = process.platform === 'linux' && spawnSync('setsid', ['--version']).status === 0

describe.runIf(canSee)('a process that an agent starts', () => {
  test.each(Object.keys(WAYS))('%s cannot approve with the secret of a page, cannot open a link, and can deny', async (way) => {
    expect(await tries(way, `/api/approvals/${question.id}/respond`, secret, { approved: true })).toMatch(/^403 .*may not approve/)
    const link = desk.running.link().split('#link=')[1] ?? ''
    expect(await tries(way, '/api/session', link, {})).toMatch(/^403 .*only a person/)
    expect((await desk.approvals.find(question.id))?.ended).toBeNull()
    const other = questionAbout(`rm -rf ../other-${count}`)
    await desk.approvals.raise(other, LIMITS)
    expect(await tries(way, `/api/approvals/${other.id}/respond`, secret, { approved: false })).toMatch(/^200 /)
  })
  test('is told in the log as a violation', () => {
    const entries = [...openJsonLines({ state: path.join(desk.home, 'state/prudent') }).entries()]
    expect(entries.filter(({ kind }) => kind === 'violation')[0]).toMatchObject({ of: 'self-protection', rules: ['self.desk'] })
    expect(entries.filter(({ kind }) => kind === 'notice')[0]).toMatchObject({ text: expect.stringContaining('a program tried') as string })
  })
})

test('a desk that nobody stands behind shows and denies, and never approves', async () => {
  const alone = await deskHere({ standing: () => 'this is no terminal' })
  try {
    const page = await alone.secret()
    alone.running.entered()
    await alone.approvals.raise(question, LIMITS)
    const respond = (approved: boolean): Promise<Response> => alone.ask('POST', `/api/approvals/${question.id}/respond`, { secret: page, body: { approved } })
    expect((await respond(true)).status).toBe(403)
    expect((await alone.ask('GET', '/api/approvals', { secret: page })).status).toBe(200)
    expect((await respond(false)).status).toBe(200)
  } finally {
    await alone.close()
  }
})
