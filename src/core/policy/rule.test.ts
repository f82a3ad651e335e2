// Is every mistake in a pack, preset or settings file found and answered with what to write instead?
import { describe, expect, test } from 'vitest'
import { checkIds, checkPack, checkPreset, checkSettings } from './rule.ts'

const good = {
  id: 'git.force-push',
  severity: 'high',
  title: 'force-push overwrites remote history',
  why: 'Commits disappear.',
  match: { run: 'git push' },
  hits: ['git push -f', { command: 'git push --force', cwd: '/x' }],
  misses: ['git push', 'git pull'],
}
const packOf = (rule: object): object => ({ pack: 'git', title: 'Git', rules: [{ ...good, ...rule }] })
const problems = (rule: object, known = {}): string[] => checkPack(packOf(rule), known).map(({ path, message }) => `${path.slice(2).join('.')}: ${message}`)

describe('a rule that is right', () => {
  test.each([
    {},
    {
      match: {
        run: ['git push', 'aws * delete-*'],
        options: { any: '-f', is: { '--acl': 'public-*' } },
        operands: { count: { min: 1 }, unknown: true },
        env: { A: '*' },
        depth: { min: 1 },
        dry: true,
        at: ['here'],
        as: 'root',
        certain: true,
      },
    },
    {
      match: {
        delete: { place: 'home', 'not-place': ['scratch'], places: ['home'], path: '/x/**', name: '*.db', how: ['move'], recursive: true, resolved: false },
        by: { run: 'find' },
      },
    },
    { match: { change: { what: 'mode', target: '*', value: '777' } } },
    { match: { change: ['mode', 'owner'] } },
    { match: { signal: { broad: true } } },
    { match: { connect: { host: '*.x', sends: true, method: 'POST', url: 'http:*' } } },
    { match: { query: { class: ['drop'], engine: 'sql' } } },
    { match: { execute: { language: 'python', origin: ['stdin'], decoded: true, known: false } } },
    { match: { unknown: { because: 'unparsed', could: ['high'] } } },
    { match: { call: { server: null, name: 'read_*' } } },
    { match: { flow: { from: { read: true }, to: { connect: true } } } },
    { match: { text: { regex: '(?i)drop +table', keywords: ['drop'], on: 'carry' } } },
    { unless: { did: { run: 'git' } } },
    { match: { detector: 'fork-bomb' } },
    { match: { all: [{ run: 'x' }, { not: { operands: { any: 'y' } } }] } },
    { unless: { at: 'container' } },
    { unless: [{ operands: { first: 'x' } }] },
    {
      raise: [
        {
          when: { operands: { any: ['main'] }, branch: 'default', environment: 'production', time: { from: '22:00', to: '06:00' }, production: true },
          to: 'critical',
        },
      ],
    },
    { match: { delete: { place: ['contains-home', 'empty-contains-home'] } } },
    { status: 'profile', confidence: 0, platforms: ['macos'], instead: 'git push --force-with-lease' },
  ])('%#', (rule) => {
    expect(problems(rule, { builtIn: true, places: ['home', 'scratch'] })).toEqual([])
  })
})

describe('a rule that is wrong', () => {
  test.each<readonly [rule: object, expected: string | RegExp]>([
    [{ sevrity: 'high' }, /^sevrity: unknown key `sevrity`: write .*; did you mean `severity`\?$/],
    [{ severity: 'hihg' }, 'severity: `hihg` is not known here: write `low`, `medium`, `high` or `critical`; did you mean `high`?'],
    [{ id: 'Force Push' }, 'id: `Force Push` is not a rule id: write `family.thing` in lower case, as `git.force-push`'],
    [{ title: 'It is bad.' }, 'title: a title ends without a full stop: remove it'],
    [{ title: 'a\nb' }, 'title: this is one line: remove the line break'],
    [{ why: null }, 'why: nothing is written here: write a text'],
    [{ confidence: 101 }, 'confidence: write a whole number from 0 to 100'],
    [{ confidence: 'high' }, 'confidence: the text `high` does not fit here: write a number from 0 to 100'],
    [{ match: {} }, 'match: no action kind is named: write one, as `run`, `write` or `delete`'],
    [{ match: { options: { any: '-f' } } }, 'match: no action kind is named: write one, as `run`, `write` or `delete`'],
    [{ match: { run: 'x', delete: true } }, 'match.delete: `run` and `delete` stand side by side: keep one, or combine them with `all` or `any`'],
    [{ match: { delete: true, options: { any: '-f' } } }, 'match.options: `options` belongs beside `run`: move it there, or into `by`'],
    [{ match: { all: [{ at: 'here' }, { not: { read: true } }] } }, 'match.all: none of these names an action kind: write one, as `run`, `write` or `delete`'],
    [{ match: { any: [{ run: 'x' }, { at: 'here' }] } }, 'match.any.1: no action kind is named: write one, as `run`, `write` or `delete`'],
    [{ match: { not: { run: 'x' } } }, /^match.not: `not` alone matches nearly everything/],
    [{ match: { run: 'git push -f' } }, 'match.run: `git push -f` names an option: write it under `options`'],
    [{ match: { run: 'git  push' } }, /^match.run: `git {2}push` has stray spaces/],
    [{ match: { run: 777 } }, 'match.run: `777` is read as a number: write it in quotes'],
    [{ match: { run: 'x', operands: { ayn: ['y'] } } }, /^match.operands.ayn: unknown key `ayn`: .*did you mean `any`\?$/],
    [{ match: { read: '~/.ssh/*' } }, 'match.read: `~/.ssh/*` begins at a home folder that is not known here: write a place, or `**/.ssh/*`'],
    [{ match: { read: 'etc/x' } }, 'match.read: `etc/x` can match no resolved path: write `**/etc/x`'],
    [{ match: { read: { place: 'hom' } } }, 'match.read.place: no place is called `hom`: write a name from places/; did you mean `home`?'],
    [{ match: { write: { how: 'apend' } } }, /^match.write.how: `apend` is not known here: .*did you mean `append`\?$/],
    [{ match: { detector: 'forkbomb' } }, /^match.detector: no detector is called `forkbomb`: .*did you mean `fork-bomb`\?$/],
    [{ match: { text: { regex: '(' } } }, /^match.text.regex: `\(` is not a regular expression: /],
    [{ match: { text: { regex: '(a+)+' } } }, /^match.text.regex: a repeated group that repeats inside/],
    [{ match: { text: { keywords: ['x'] } } }, /^match.text: `pattern` is missing/],
    [{ match: { text: { regex: 'a', pattern: 'b' } } }, /^match.text: `regex` and `pattern` stand side by side/],
    [{ match: { text: { regex: 'a', case: 'insensitive' } } }, /^match.text.case: `case` belongs beside `pattern`/],
    [{ match: { text: { pattern: '(a+)+(?!b)', 'look-around': true } } }, /^match.text: a repeated group/],
    [{ match: { text: { pattern: 'a', on: 'segmnt' } } }, /^match.text.on: `segmnt` is no text of a call: .*did you mean `segment`/],
    [{ match: { text: { pattern: 'a', on: 'argument:' } } }, /^match.text.on: `argument:` is no text of a call/],
    [{ verdict: 'deny' }, /^verdict: only an imported pack gives verdicts/],
    [{ match: { read: true, did: { write: true } } }, /^match.did: only a run does things/],
    [{ match: { flow: { from: { read: true }, to: {} } } }, /^match.flow.to: no action kind is named/],
    [{ match: { delete: true, by: { delete: true } } }, 'match.by: only a run does things: write `run` and its conditions'],
    [{ unless: {} }, 'unless: an empty match holds for everything: write a condition'],
    [{ unless: [] }, 'unless: the list is too short: write at least 1'],
    [{ raise: [{ when: { branch: 'main' }, to: 'high' }] }, "raise.0.to: `high` is not above the rule's `high`: raise only ever lifts"],
    [
      { raise: [{ when: { time: { from: '25:00', to: '06:00' } }, to: 'critical' }] },
      'raise.0.when.time.from: `25:00` is not a time of day: write it as `22:00`',
    ],
    [{ match: { run: 'x', branch: 'main' } }, /^match.branch: unknown key `branch`/],
    [{ hits: ['one'] }, 'hits: 1 hits are too few: write at least two whole commands'],
    [{ misses: undefined }, /0 misses are too few: write at least two whole commands$/],
    [{ platforms: ['mac'] }, /^platforms.0: `mac` is not known here: .*did you mean `macos`\?$/],
  ])('%#', (rule, expected) => {
    const found = problems(rule, { builtIn: true, places: ['home', 'system'] })
    expect(found).toContainEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected))
    for (const message of found) expect(message).not.toMatch(/\.$|\n/)
  })
})

describe('whole files', () => {
  test('ids are unique in a pack and across packs', () => {
    const twice = { pack: 'git', title: 'Git', rules: [good, good] }
    expect(checkPack(twice)).toEqual([{ path: ['rules', 1, 'id'], message: '`git.force-push` is used twice: give each rule an id of its own' }])
    const pack = { pack: 'a', title: 't', rules: [good] } as never
    expect(checkIds([pack, { ...(pack as object), pack: 'b' } as never])).toEqual([{ id: 'git.force-push', packs: ['a', 'b'] }])
  })
  test('anything at all is answered, never thrown on', () => {
    for (const value of [
      null,
      1,
      'x',
      [],
      {},
      { rules: null },
      { rules: [null, 1, {}] },
      { pack: 'x', title: 't', rules: [{ match: [], raise: {}, unless: 1 }] },
    ])
      expect(checkPack(value, { builtIn: true }).length).toBeGreaterThan(0)
  })
  test('a match nested without end is refused, not followed', () => {
    let match: object = { run: 'x' }
    for (let i = 0; i < 200; i++) match = { not: match }
    expect(problems({ match: { all: [{ run: 'x' }, match] } }).join('\n')).toContain('nested too deeply')
  })
  test('an imported pack gives verdicts and needs no examples', () => {
    const { hits: _hits, misses: _misses, ...bare } = good
    const imported = (rule: object, pack: object = {}): string[] =>
      checkPack({ pack: 'x', title: 'X', imported: true, ...pack, rules: [{ ...bare, ...rule }] }).map((one) => one.message)
    expect(imported({ verdict: 'deny', match: { text: { pattern: 'x', on: 'argument:a', as: 'glob', case: 'insensitive' }, tool: ['Write'] } })).toEqual([])
    expect(imported({ match: { text: { pattern: ['a(?!b)', 'c'], on: 'call-json', 'look-around': true } } })).toEqual([])
    expect(imported({ verdict: 'allow' }, { ordered: true })).toEqual([])
    expect(imported({ verdict: 'allow' })).toEqual([expect.stringContaining('`allow` only ends an ordered pack')])
    expect(imported({ status: 'profile' }, { ordered: true })).toEqual([expect.stringContaining('never silent')])
  })
  test('patterns in the settings are tried out', () => {
    const compileUserRegex = (source: string): { ok: false; message: string } => ({ ok: false, message: `no ${source}` })
    const found = (value: object): unknown => checkSettings(value, 'user', [], { compileUserRegex }).map(({ path, message }) => [...path, message])
    expect(found({ custom_patterns: ['a', { pattern: 'b', as: 'substring' }, { pattern: 'c' }], sensitive_paths: ['~/x'] })).toEqual([
      ['custom_patterns', 0, 'no a'],
      ['custom_patterns', 2, 'pattern', 'no c'],
    ])
    expect(found({ custom_patterns: [1] })).toHaveLength(1)
  })
  test('presets', () => {
    const preset = { name: 'x', title: 'X', severity: { critical: 'deny', high: 'ask', medium: 'allow', low: 'allow' }, otherwise: 'allow' }
    expect(checkPreset(preset)).toEqual([])
    expect(checkPreset({ ...preset, severity: { high: 'ask' } }).map((one) => one.message)).toContain('`low` is missing: the verdict of low findings')
    expect(checkPreset({ ...preset, overrides: { 'git.*': 'never' } })[0]?.path).toEqual(['overrides', 'git.*'])
  })
  test('settings, with keys that others own, and locks for the administrator alone', () => {
    const settings = { preset: 'standard', overrides: { 'git.*': { verdict: 'off', reason: 'x' } }, lock: ['git.*'], channels: {} }
    expect(checkSettings(settings, 'administrator', ['channels'])).toEqual([])
    expect(checkSettings(settings, 'project').map((one) => one.path[0])).toEqual(['channels', 'lock'])
  })
})
