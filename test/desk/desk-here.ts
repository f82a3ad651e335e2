// What do tests of the desk share? A desk in this process over a store of its own, a page's requests to it, and questions to ask.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Approval } from '../../src/core/model.ts'
import { startDesk } from '../../src/desk/main.ts'
import type { DeskStart, Running } from '../../src/desk/main.ts'
import type { Approvals, Question } from '../../src/gate/approvals.ts'
import { openDiskApprovals } from '../../src/stores/json-lines/approvals.ts'
import { clear } from '../clear.ts'

export interface DeskHere {
  readonly running: Running
  readonly url: string
  readonly approvals: Approvals
  readonly home: string
  readonly printed: string[]
  /** What the link gives. */
  readonly secret: () => Promise<string>
  readonly ask: (method: string, where: string, given?: Asking) => Promise<Response>
  readonly close: () => Promise<void>
}
export interface Asking {
  readonly secret?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export async function deskHere(given: Partial<DeskStart> = {}): Promise<DeskHere> {
  const home = mkdtempSync(path.join(tmpdir(), 'prudent-desk-'))
  const env = { HOME: home, XDG_STATE_HOME: path.join(home, 'state') }
  const approvals = openDiskApprovals({ state: path.join(home, 'state/prudent') })
  const printed: string[] = []
  const print = (text: string): void => void printed.push(text)
  const started = await startDesk({ port: 0, env, out: print, note: print, open: false, standing: () => null, behind: () => null, approvals, ...given })
  if (!started.ok) throw new Error(started.message)
  const running = started.desk
  const url = `http://127.0.0.1:${running.port}`
  const ask: DeskHere['ask'] = (method, where, { secret, body, headers = {}, signal } = {}) =>
    fetch(`${url}${where}`, {
      method,
      headers: {
        'sec-fetch-site': 'same-origin',
        ...(method === 'GET' ? {} : { origin: url, 'content-type': 'application/json' }),
        ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
  return {
    running,
    url,
    approvals,
    home,
    printed,
    ask,
    secret: async () => {
      const code = running.link().split('#link=')[1] ?? ''
      return ((await (await ask('POST', '/api/session', { secret: code })).json()) as { secret: string }).secret
    },
    close: async () => {
      await running.close()
      clear(home)
    },
  }
}

let count = 0
export function questionAbout(command: string, more: Partial<Omit<Question, 'card'>> & { readonly card?: Partial<Approval> } = {}): Question {
  const id = (++count).toString(16).padStart(16, '0')
  const askedAt = new Date().toISOString()
  const openUntil = new Date(Date.now() + 3600_000).toISOString()
  const card: Approval = {
    id,
    digest: `d:${id}`,
    host: 'claude-code',
    session: 's',
    cwd: '/work/app',
    calls: [{ tool: { server: null, name: 'Bash' }, fields: [{ name: 'command', text: command, cut: false }] }],
    severity: 'high',
    findings: [{ rule: 'files.delete-outside', severity: 'high', title: 'deletes files outside the project' }],
    actions: [`runs ${command}`],
    reach: [],
    policy: 'p',
    askedAt,
    expiresAt: new Date(Date.now() + 60_000).toISOString(),
    ...more.card,
  }
  const log = { call: `c-${id}`, host: 'claude-code', session: 's' }
  const standing = { answerIn: 'desk', log, waitsUntil: card.expiresAt, usableMillis: 600_000 } as const
  return { id, call: `c:${id}`, session: 's', offers: ['once'], policy: 'p', askedAt, openUntil, ...standing, ...more, card }
}
export const LIMITS = { most: 5000, mostOfSession: 5000 }
