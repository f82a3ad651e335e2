// Does every condition of the rule language match what it says, and nothing else?
import { describe, expect, test } from 'vitest'
import type { Action, Facts } from '../model.ts'
import type { MatchSource, RaiseSource } from '../rules/source.ts'
import { compileLookAround } from '../text/regex.ts'
import { call, carry, change, connect, execute, query, read, remove, run, signal, unknown, word, write } from '../../../test/make-actions.ts'
import { compileMatch, matchesEither } from './match.ts'
import { ruleTest } from './rule.ts'
import { callOf } from './trial.ts'

const matches = (source: MatchSource, action: Action, others: readonly Action[] = [], text = ''): boolean =>
  matchesEither(compileMatch(source, compileLookAround), action, callOf([action, ...others], {}, text, 'command'))

type Row = readonly [match: MatchSource, action: Action, expected: boolean, others?: readonly Action[]]
const table = (name: string, rows: readonly Row[]): void => {
  describe(name, () => {
    test.each(rows.map((row, i) => ({ i, row })))('$i', ({ row: [match, action, expected, others] }) => {
      expect({ match, action: action.does, matches: matches(match, action, others) }).toEqual({ match, action: action.does, matches: expected })
    })
  })
}

table('run paths', [
  [{ run: 'git push' }, run(0, 'git push origin'), true],
  [{ run: 'git push' }, run(0, 'git pull'), false],
  [{ run: 'git push' }, run(0, 'git stash push'), false],
  [{ run: 'git' }, run(0, 'git'), true],
  [{ run: 'git' }, run(0, 'gitx'), false],
  [{ run: ['rm', 'rmdir'] }, run(0, 'rmdir x'), true],
  [{ run: '{rm,rmdir}' }, run(0, 'rmdir x'), true],
  [{ run: 'mkfs.*' }, run(0, 'mkfs.ext4 x'), true],
  [{ run: 'mkfs.*' }, run(0, 'mkfs x'), false],
  [{ run: 'aws * delete-*' }, run(0, 'aws ec2 delete-volume'), true],
  [{ run: 'aws * delete-*' }, run(0, 'aws delete-volume'), false],
  [{ run: 'aws ** rm' }, run(0, 'aws a b c rm'), true],
  [{ run: 'aws ** rm' }, run(0, 'aws rm'), true],
  [{ run: 'aws ** x rm' }, run(0, 'aws x y x rm'), true],
  [{ run: 'git {push,pull} *' }, run(0, 'git pull origin'), true],
  [{ run: 'git {push,pull} *' }, run(0, 'git pull'), false],
  [{ run: 'git push *' }, run(0, 'git push ?'), true],
  [{ run: 'git push origin' }, run(0, 'git push ?'), false],
  [{ run: 'git push ma*' }, run(0, 'git push ?'), false],
  [{ run: '* install' }, run(0, 'npm install'), true],
  [{ run: '**' }, run(0, 'anything at all'), true],
  [{ run: 'git push' }, run(0, 'git push', { dry: true }), false],
  [{ run: 'git push', dry: true }, run(0, 'git push', { dry: true }), true],
  [{ run: 'git push', dry: true }, run(0, 'git push'), true],
  [{ run: 'git push' }, run(0, 'git x push', { operandsOtherwise: [word('push')] }), true],
  [{ run: 'git' }, read(0, '/git'), false],
])

table('options', [
  [{ run: 'git push', options: { any: ['--force', '--mirror'] } }, run(0, 'git push --mirror'), true],
  [{ run: 'git push', options: { any: '--force' } }, run(0, 'git push --force-with-lease'), false],
  [{ run: 'rm', options: { all: ['-r', '-f'] } }, run(0, 'rm -r -f x'), true],
  [{ run: 'rm', options: { all: ['-r', '-f'] } }, run(0, 'rm -r x'), false],
  [{ run: 'rm', options: { none: ['-i'] } }, run(0, 'rm x'), true],
  [{ run: 'rm', options: { none: ['-i'] } }, run(0, 'rm -i x'), false],
  [{ run: 'aws s3', options: { is: { '--acl': 'public-*' } } }, run(0, 'aws s3 --acl=public-read'), true],
  [{ run: 'aws s3', options: { is: { '--acl': 'public-*' } } }, run(0, 'aws s3 --acl=private'), false],
  [{ run: 'aws s3', options: { is: { '--acl': 'public-*' } } }, run(0, 'aws s3 --acl'), false],
  [{ run: 'aws s3', options: { is: { '--acl': '*' } } }, run(0, 'aws s3 --acl'), true],
  [{ run: 'aws', options: { is: { '--acl': 'public-*' } } }, run(0, 'aws', { options: [{ name: '--acl', value: word(null) }] }), false],
  [{ run: 'a', options: { any: ['--force|-f'] } }, run(0, 'a -f'), true],
])

table('operands', [
  [{ run: 'git push', operands: { any: ['main'] } }, run(0, 'git push origin main'), true],
  [{ run: 'git push', operands: { any: ['push'] } }, run(0, 'git push origin'), false],
  [{ run: 'x', operands: { any: 'a/*' } }, run(0, 'x a/b/c'), true],
  [{ run: 'x', operands: { all: ['a*', 'b*'] } }, run(0, 'x b1 a1 c'), true],
  [{ run: 'x', operands: { all: ['a*', 'b*'] } }, run(0, 'x a1'), false],
  [{ run: 'x', operands: { none: ['a*'] } }, run(0, 'x b'), true],
  [{ run: 'x', operands: { none: ['a*'] } }, run(0, 'x b a'), false],
  [{ run: 'x', operands: { none: ['a*'] } }, run(0, 'x ?'), true],
  [{ run: 'x', operands: { first: 'a' } }, run(0, 'x a b'), true],
  [{ run: 'x', operands: { first: 'b' } }, run(0, 'x a b'), false],
  [{ run: 'x', operands: { last: 'b' } }, run(0, 'x a b'), true],
  [{ run: 'x', operands: { last: 'a' } }, run(0, 'x a b'), false],
  [{ run: 'x', operands: { last: 'a' } }, run(0, 'x'), false],
  [{ run: 'x y', operands: { count: 1 } }, run(0, 'x y z'), true],
  [{ run: 'x', operands: { count: { min: 2 } } }, run(0, 'x y'), false],
  [{ run: 'x', operands: { count: { max: 0 } } }, run(0, 'x'), true],
  [{ run: 'x', operands: { unknown: true } }, run(0, 'x ?'), true],
  [{ run: 'x', operands: { unknown: true } }, run(0, 'x a'), false],
  [{ run: 'x', operands: { unknown: false } }, run(0, 'x a'), true],
  [{ run: 'x', operands: { any: '*' } }, run(0, 'x ?'), true],
  [{ run: 'x', operands: { any: '?*' } }, run(0, 'x ?'), false],
  [{ run: 'x', operands: { place: 'home' } }, run(0, 'x /h'), true, [read(1, '/h', { by: 0, places: ['home'] })]],
  [{ run: 'x', operands: { place: 'home' } }, run(0, 'x /h'), false, [read(1, '/other', { by: 0, places: ['home'] })]],
  [{ run: 'x', operands: { place: 'home' } }, run(0, 'x /h'), false, [read(1, '/h', { by: 9, places: ['home'] })]],
])

table('environment and depth', [
  [{ run: 'x', env: { LD_PRELOAD: '*' } }, run(0, 'x', { assigns: [{ name: 'LD_PRELOAD', value: word(null) }] }), true],
  [{ run: 'x', env: { A: '1' } }, run(0, 'x', { assigns: [{ name: 'A', value: word('2') }] }), false],
  [{ run: 'x', depth: { min: 1 } }, run(0, 'x', { depth: 2 }), true],
  [{ run: 'x', depth: { min: 1 } }, run(0, 'x'), false],
])

table('paths', [
  [{ delete: true }, remove(0, '/a'), true],
  [{ delete: true }, write(0, '/a'), false],
  [{ read: '/etc/*' }, read(0, '/etc/shadow'), true],
  [{ read: '/etc/*' }, read(0, '/etc/a/b'), false],
  [{ read: '/etc/**' }, read(0, '/etc/a/b'), true],
  [{ read: ['/x', '**/.env'] }, read(0, '/p/q/.env'), true],
  [{ read: '/etc/*' }, read(0, null), false],
  [{ write: { place: ['home', 'system'] } }, write(0, '/a', { places: ['system'] }), true],
  [{ write: { place: 'home' } }, write(0, '/a', { places: ['system'] }), false],
  [{ write: { places: ['home', 'credentials'] } }, write(0, '/a', { places: ['credentials', 'home'] }), true],
  [{ write: { places: ['home', 'credentials'] } }, write(0, '/a', { places: ['home'] }), false],
  [{ write: { 'not-place': 'scratch' } }, write(0, '/a', { places: ['scratch'] }), false],
  [{ write: { 'not-place': 'scratch' } }, write(0, '/a'), true],
  [{ write: { name: '*.pem' } }, write(0, '/a/b.pem'), true],
  [{ write: { name: '*.pem' } }, write(0, '/b.pem/a'), false],
  [{ write: { how: ['append', 'edit'] } }, write(0, '/a', { how: 'edit' }), true],
  [{ write: { how: 'append' } }, write(0, '/a'), false],
  [{ delete: { recursive: true } }, remove(0, '/a', { recursive: true }), true],
  [{ delete: { recursive: true } }, remove(0, '/a'), false],
  [{ delete: { recursive: false } }, remove(0, '/a'), true],
  [{ delete: { resolved: false } }, remove(0, null), true],
  [{ delete: { resolved: false } }, remove(0, '/a/\0/b'), true],
  [{ delete: { resolved: true } }, remove(0, '/a'), true],
])

table('other kinds', [
  [{ change: 'mode' }, change(0, 'mode'), true],
  [{ change: ['owner', 'account'] }, change(0, 'mode'), false],
  [{ change: { what: 'mode', value: ['777', 'a+*'], recursive: true } }, change(0, 'mode', { value: word('777'), recursive: true }), true],
  [{ change: { what: 'mode', value: '777' } }, change(0, 'mode', { value: word(null) }), false],
  [{ change: { target: 'nginx*' } }, change(0, 'service', { target: word('nginx.service') }), true],
  [{ change: { target: '*' } }, change(0, 'service'), false],
  [{ change: { place: 'system' } }, change(0, 'mode', { places: ['system'] }), true],
  [{ signal: true }, signal(0), true],
  [{ signal: { broad: true } }, signal(0), false],
  [{ signal: { target: 'node' } }, signal(0, { target: word('node') }), true],
  [{ connect: true }, connect(0, 'https://a.example'), true],
  [{ connect: { host: '*.Example' } }, connect(0, 'https://a.example/x'), true],
  [{ connect: { host: 'b.example' } }, connect(0, null), false],
  [{ connect: { sends: true, method: 'post' } }, connect(0, 'https://a', { sends: true, method: 'POST' }), true],
  [{ connect: { sends: true } }, connect(0, 'https://a'), false],
  [{ connect: { url: 'http://*' } }, connect(0, 'http://a/b/c'), true],
  [{ connect: { 'not-place': 'loopback' } }, connect(0, 'http://a', { places: ['loopback'] }), false],
  [{ query: 'drop' }, query(0, 'drop'), true],
  [{ query: ['drop', 'truncate'] }, query(0, 'select'), false],
  [{ query: { class: 'drop', engine: 'sql', target: 'users*' } }, query(0, 'drop', { target: 'users_old' }), true],
  [{ query: { host: 'prod*' } }, query(0, 'drop', { host: 'PROD-1' }), true],
  [{ execute: true }, execute(0, 'x'), true],
  [{ execute: { known: false } }, execute(0, null), true],
  [{ execute: { language: ['python'], origin: 'stdin', decoded: true } }, execute(0, 'x', { language: 'python', origin: 'stdin', decoded: true }), true],
  [{ execute: { decoded: true } }, execute(0, 'x'), false],
  [{ unknown: true }, unknown(0), true],
  [{ unknown: { because: ['unparsed'] } }, unknown(0), false],
  [{ unknown: { could: ['high', 'critical'] } }, unknown(0), true],
  [{ unknown: { could: 'medium' } }, unknown(0), false],
  [{ call: { server: 'files', name: 'read_*' } }, call(0, 'files', 'read_file'), true],
  [{ call: { server: null, name: 'read_*' } }, call(0, 'files', 'read_file'), false],
  [{ call: { server: null } }, call(0, null, 'x'), true],
  [{ call: { server: '*' } }, call(0, 'x', 'x'), true],
])

table('what all kinds share', [
  [{ delete: true, at: 'here' }, remove(0, '/a'), true],
  [{ delete: true, at: ['container', 'remote'] }, remove(0, '/a'), false],
  [{ delete: true, as: 'root' }, remove(0, '/a', { as: 'root' }), true],
  [{ delete: true, as: 'root' }, remove(0, '/a'), false],
  [{ delete: true, certain: true }, remove(0, '/a', { certain: false }), false],
  [{ delete: true, by: { run: 'find' } }, remove(0, '/a', { by: 1 }), true, [run(1, 'find . x')]],
  [{ delete: true, by: { run: 'xargs' } }, remove(0, '/a', { by: 1 }), true, [run(1, 'rm x', { by: 2 }), run(2, 'xargs rm')]],
  [{ delete: true, by: { run: 'find' } }, remove(0, '/a', { by: 1 }), false, [run(1, 'rm x')]],
  [{ delete: true, by: { run: 'rm', options: { any: ['-f'] } } }, remove(0, '/a', { by: 1 }), true, [run(1, 'rm -f x')]],
  [{ delete: true, by: { run: 'rm' } }, remove(0, '/a', { by: 0 }), false],
])

table('combinators', [
  [{ all: [{ run: 'git push' }, { operands: { any: 'main' } }] }, run(0, 'git push origin main'), true],
  [{ all: [{ run: 'git push' }, { operands: { first: 'push' } }] }, run(0, 'git push origin'), false],
  [{ any: [{ read: true }, { write: true }] }, write(0, '/a'), true],
  [{ any: [{ read: true }, { write: true }] }, remove(0, '/a'), false],
  [{ all: [{ delete: true }, { not: { delete: { place: 'scratch' } } }] }, remove(0, '/a', { places: ['scratch'] }), false],
  [{ all: [{ delete: true }, { not: { delete: { place: 'scratch' } } }] }, remove(0, '/a'), true],
])

const secret = read(1, '/h/.ssh/id', { places: ['credentials'] })
const leak: MatchSource = { flow: { from: { read: { place: 'credentials' } }, to: { connect: { sends: true } } } }
table('flow', [
  [leak, connect(0, 'https://x', { sends: true, takes: [1] }), true, [secret]],
  [leak, connect(0, 'https://x', { sends: true, takes: [2] }), true, [secret, run(2, 'base64', { takes: [1] })]],
  [leak, connect(0, 'https://x', { sends: true }), false, [secret]],
  [leak, connect(0, 'https://x', { takes: [1] }), false, [secret]],
  [leak, connect(0, 'https://x', { sends: true, takes: [2] }), false, [secret, read(2, '/b')]],
  [{ flow: { from: { read: true }, to: { read: true } } }, read(0, '/a'), false],
])

describe('text', () => {
  const key: MatchSource = { text: { regex: 'key-[0-9]{4}', keywords: ['KEY-'], on: 'carry' } }
  test('looks at the text it names', () => {
    expect(matches(key, carry(0, 'a key-1234'))).toBe(true)
    expect(matches(key, carry(0, 'a key-12'))).toBe(false)
    expect(matches(key, run(0, 'echo key-1234'))).toBe(false)
    expect(matches({ text: { regex: '^/etc/', on: 'path' } }, write(0, '/etc/x'))).toBe(true)
    expect(
      matches(
        { text: { regex: 'push +-f', on: 'segment' } },
        run(0, 'git push -f', { span: { field: 'command', start: 3, end: 15 } }),
        [],
        'ls;git push  -f;x',
      ),
    ).toBe(true)
    expect(matches({ text: { regex: '(?i)DROP' } }, run(0, 'x'), [], 'drop table')).toBe(true)
  })
  test('content is what goes into files, not out', () => {
    const content: MatchSource = { text: { regex: 'x', on: 'content' } }
    expect(matches(content, carry(0, 'x'))).toBe(true)
    expect(matches(content, carry(0, 'x'), [connect(1, 'https://a', { takes: [0] })])).toBe(false)
  })
  test('is found round its keyword in a large text', () => {
    expect(matches(key, carry(0, `${' filler'.repeat(80_000)} key-1234 ${' filler'.repeat(80_000)}`))).toBe(true)
  })
})

table('the run that itself does it', [
  [{ read: true, did: { run: 'cat' } }, read(2, '/x', { by: 1 }), true, [run(0, 'git bisect'), run(1, 'cat x', { by: 0 })]],
  [{ read: true, did: { run: 'git' } }, read(2, '/x', { by: 1 }), false, [run(0, 'git bisect'), run(1, 'cat x', { by: 0 })]],
  [{ read: true, by: { run: 'git' } }, read(2, '/x', { by: 1 }), true, [run(0, 'git bisect'), run(1, 'cat x', { by: 0 })]],
  [{ read: true, did: { run: 'git' } }, read(2, '/x'), false],
])

describe('a rule', () => {
  const raise: readonly RaiseSource[] = [
    { when: { operands: { any: ['main'] } }, to: 'critical' },
    { when: { branch: 'default' }, to: 'high' },
    { when: { environment: 'production' }, to: 'high' },
    { when: { time: { from: '22:00', to: '06:00' } }, to: 'high' },
  ]
  const rule = (extra: object = {}) =>
    ruleTest({ id: 'a.b', severity: 'medium', confidence: 90, verdicts: 'aaqd', match: { run: 'git push' }, raise, ...extra }, compileLookAround)
  const severity = (action: Action, facts: Facts = {}, extra: object = {}) => rule(extra)(action, callOf([action], facts, '', 'command'))?.severity ?? null
  test('is raised by its words and by context, and never lowered', () => {
    expect(severity(run(0, 'git push origin'))).toBe('medium')
    expect(severity(run(0, 'git push origin main'))).toBe('critical')
    expect(severity(run(0, 'git push'), { branch: 'main' })).toBe('high')
    expect(severity(run(0, 'git push'), { branch: 'main', defaultBranch: 'trunk' })).toBe('medium')
    expect(severity(run(0, 'git push'), { environment: 'production' })).toBe('high')
    expect(severity(run(0, 'git push'), { environment: 'staging' })).toBe('medium')
    expect(severity(run(0, 'git push'), { minuteOfDay: 23 * 60 })).toBe('high')
    expect(severity(run(0, 'git push'), { minuteOfDay: 60 })).toBe('high')
    expect(severity(run(0, 'git push'), { minuteOfDay: 12 * 60 })).toBe('medium')
    expect(severity(run(0, 'git push origin main'), { branch: 'main' })).toBe('critical')
  })
  test('sees production markers among the words', () => {
    const extra = { raise: [{ when: { production: true }, to: 'critical' }] }
    expect(severity(run(0, 'git push prod-eu'), {}, extra)).toBe('critical')
    expect(severity(run(0, 'git push products'), {}, extra)).toBe('medium')
  })
  test('keeps its exceptions to the same reading of the operands', () => {
    const extra = { unless: [{ operands: { any: ['safe'] } }] }
    expect(severity(run(0, 'git push safe'), {}, extra)).toBe(null)
    // Read the other way, `safe` is the value of an option: the worse counts.
    expect(severity(run(0, 'git push safe', { operandsOtherwise: [word('push')] }), {}, extra)).toBe('medium')
  })
})
