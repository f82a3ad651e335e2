// A made-up question for trying out how answering works. It never leaves the page.
import type { ApprovalView } from '../../src/desk/api.ts'

const ASKED = '2026-01-01T00:00:00.000Z'

export const SAMPLE: ApprovalView = {
  id: 'sample',
  state: 'open',
  headline: 'Overwrite branch main on origin with the local history, 3 remote commits would be lost',
  why: 'force-push overwrites remote history (git.force-push, 90 % sure)',
  card: {
    id: 'sample',
    digest: 'sample',
    host: 'claude-code',
    session: 'sample',
    cwd: '/home/dev/app',
    branch: 'main',
    calls: [{ tool: { server: null, name: 'Bash' }, fields: [{ name: 'command', text: 'git push --force origin main', cut: false }] }],
    severity: 'high',
    findings: [
      {
        rule: 'git.force-push',
        severity: 'high',
        confidence: 90,
        title: 'force-push overwrites remote history',
        why: 'Commits other people already pushed disappear from the branch.',
        instead: 'git push --force-with-lease',
        span: { field: 'command', start: 0, end: 28 },
      },
    ],
    actions: ['run git push --force origin main'],
    reach: ['reaches github.com', 'acts on another machine'],
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
  claim: 'The branch has to be updated before the release.',
}
