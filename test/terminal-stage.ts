// A person at a screen, made up: what is drawn has been seen, and keys come one at a time. For tests of the terminal.
import type { Approval } from '../src/core/model.ts'
import type { Offered } from '../src/gate/offers.ts'
import { makeInk } from '../src/ask/ink.ts'
import { ARM_MS, arrive, depart, EMPTY, press, resized, screenOf, shown, withBanner } from '../src/terminal/attend.ts'
import type { Act, State, Waiting } from '../src/terminal/attend.ts'
import { makeKeys } from '../src/terminal/keys.ts'

export const INK = makeInk(false)
export const SIZE = { columns: 80, rows: 24 }

export const asking = (more: Partial<Approval> = {}): Approval => ({
  id: 'q1',
  digest: 'd1',
  host: 'codex',
  session: 's1',
  cwd: '/home/dev/app',
  branch: 'main',
  calls: [{ tool: { server: null, name: 'Bash' }, fields: [{ name: 'command', text: 'git reset --hard', cut: false }] }],
  severity: 'high',
  findings: [{ rule: 'git.reset-hard', severity: 'high', title: 'throws away uncommitted changes', why: 'It is gone.', instead: 'git stash' }],
  actions: ['run git reset'],
  reach: ['deletes 12 files (3 KB, none of them in git) below build'],
  policy: 'p',
  askedAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-01T00:02:00.000Z',
  ...more,
})
export const waiting = (number: number, more: Partial<Approval> = {}): Waiting => ({
  number,
  approval: asking(more),
  endsAt: 120_000,
  waitsUntil: 120_000,
  code: 'bcef',
  offers: [{ remember: 'once', label: 'allow once' }],
})
export const PREVIEW = { wouldMatch: ['git push --force origin feature/…'], wouldNot: ['git push --force origin main'], past: { asked: 7, matched: 3 } }
export const OFFERS: readonly Offered[] = [
  { remember: 'once', label: 'allow once' },
  { remember: 'session', label: 'allow in this session', preview: PREVIEW },
  { remember: 'shape', label: 'allow calls like this in this project until 2026-02-01', until: '2026-02-01T00:00:00.000Z', preview: PREVIEW },
]

/** A person at a screen: what is drawn has been seen, and keys come one at a time. */
export function stage(...questions: readonly Waiting[]) {
  let state: State = questions.reduce((so, question) => arrive(so, question, 0), EMPTY)
  const keys = makeKeys()
  const acts: Act[] = []
  let now = 0
  let size = SIZE
  const draw = (): string[] => {
    const lines = screenOf(state, size, INK, now)
    state = shown(state, size, INK)
    return lines
  }
  return {
    draw,
    acts,
    state: () => state,
    wait: (millis: number) => (now += millis),
    resize: (columns: number, rows: number) => {
      size = { columns, rows }
      state = resized(state, now)
    },
    arrive: (question: Waiting) => (state = arrive(state, question, now)),
    depart: (number: number) => (state = depart(state, number, 'gone', now)),
    banner: (text: string) => (state = withBanner(state, text, now)),
    type: (input: string) => {
      const key = keys(input)
      if (key === null) return
      const step = press(state, key, now, size, INK)
      state = step.state
      if (step.act !== undefined) acts.push(step.act)
    },
  }
}
export const ready = (...questions: readonly Waiting[]) => {
  const at = stage(...questions)
  at.draw()
  at.wait(ARM_MS)
  return at
}
