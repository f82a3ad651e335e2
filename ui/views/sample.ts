// A made-up question for trying out how answering works. It never leaves the page.
import type { ApprovalView } from '../../src/desk/api.ts'

const ASKED = '2026-01-01T00:00:00.000Z'

export const SAMPLE: ApprovalView = {
  id: 'sample',
  state: 'open',
  headline: 'Deletes 14 files (38 KB) in /home/dev/app/src/cart: 2 changed since the last commit, 1 not in git',
  why: 'deletes a folder of the project (files.delete-source, 90 % sure)',
  card: {
    id: 'sample',
    digest: 'sample',
    host: 'claude-code',
    session: 'sample',
    cwd: '/home/dev/app',
    branch: 'checkout',
    calls: [{ tool: { server: null, name: 'Bash' }, fields: [{ name: 'command', text: 'rm -rf src/cart && mkdir src/cart', cut: false }] }],
    severity: 'high',
    findings: [
      {
        rule: 'files.delete-source',
        severity: 'high',
        confidence: 90,
        title: 'deletes a folder of the project',
        why: 'What in it is not committed is lost.',
        instead: 'git rm -r, which refuses what is not committed',
        span: { field: 'command', start: 0, end: 15 },
      },
    ],
    actions: ['run rm src/cart', '  delete src/cart recursive (inside-project)', 'run mkdir src/cart'],
    reach: [],
    policy: 'standard',
    askedAt: ASKED,
    expiresAt: ASKED,
  },
  offers: [{ remember: 'once', label: 'Allow once' }],
  askedAt: ASKED,
  openUntil: ASKED,
  waitsUntil: null,
  answerIn: 'desk',
  ended: null,
  similar: { answered: 4, allowed: 1, last: { verdict: 'deny', at: ASKED, by: 'you' } },
  usableSeconds: 600,
  claim: 'Start the cart module afresh',
}
