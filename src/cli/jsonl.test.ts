// Does `check --jsonl` answer every line, in order, whatever the lines are?
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { emptyHome, ensureBuilt, linesOf, prudent } from '../../test/built.ts'

beforeAll(ensureBuilt, 60_000)
const call = (id: string | number, command: string, rest: object = {}): string =>
  JSON.stringify({ id, tool: 'Bash', input: { command }, cwd: '/home/dev/app', home: '/home/dev', project: '/home/dev/app', ...rest })
const answers = (
  lines: readonly (string | Uint8Array)[],
  words: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Record<string, unknown>[] => {
  const { out, code, err } = prudent(['check', '--jsonl', ...words], {
    input: Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')])),
    env,
  })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return linesOf(out)
}

test('one decision a line, in the order of the calls', () => {
  const many = Array.from({ length: 500 }, (_, at) => call(at, at % 3 === 0 ? 'rm -rf /' : at % 3 === 1 ? 'git push --force' : 'ls'))
  const got = answers(many)
  expect(got.map(({ id }) => id)).toEqual(many.map((_, at) => at))
  expect(got.slice(0, 3).map(({ verdict }) => verdict)).toEqual(['deny', 'ask', 'allow'])
  expect(got[1]).toMatchObject({
    reason: expect.any(String) as unknown,
    findings: [{ rule: 'git.force-push', severity: 'high', title: expect.any(String) as unknown }],
  })
})

test('the preset is a choice, settings are not looked at', () => {
  expect(answers([call(1, 'git push --force')], ['--preset', 'strict'])).toMatchObject([{ verdict: 'deny' }])
  const home = emptyHome()
  mkdirSync(join(home, '.config/prudent'), { recursive: true })
  writeFileSync(join(home, '.config/prudent/settings.yaml'), 'preset: bare\n')
  expect(answers([call(1, 'git push --force')], [], { HOME: home })).toMatchObject([{ verdict: 'ask' }])
})

test('the last line needs no end', () => {
  expect(linesOf(prudent(['check', '--jsonl'], { input: call('z', 'ls') }).out)).toMatchObject([{ id: 'z', verdict: 'allow' }])
  expect(prudent(['check', '--jsonl'], { input: '' }).out).toBe('')
})

describe('a line that is no call', () => {
  const deep = '['.repeat(10_000) + ']'.repeat(10_000)
  const rows: readonly (readonly [string, string | Uint8Array, string | number | null, string])[] = [
    ['text', 'ls -la', null, 'not-json'],
    ['nothing', '', null, 'not-json'],
    ['a list', '[1]', null, 'wrong-shape'],
    ['null', 'null', null, 'wrong-shape'],
    ['no tool', '{"id":"a","input":{}}', 'a', 'wrong-shape'],
    ['no input', '{"id":7,"tool":"Bash"}', 7, 'wrong-shape'],
    ['input of the wrong shape', '{"id":"b","tool":"Bash","input":"ls"}', 'b', 'wrong-shape'],
    ['a folder of the wrong shape', '{"id":"c","tool":"Bash","input":{},"cwd":1}', 'c', 'wrong-shape'],
    ['nested 10,000 deep', `{"id":"d","tool":"Bash","input":{"a":${deep}}}`, 'd', 'too-deep'],
    ['not UTF-8', Uint8Array.from([0x7b, 0xff, 0xfe, 0x7d]), null, 'not-utf8'],
    ['over the limit', `{"id":"e","tool":"Bash","input":{"command":"${'x'.repeat(17 * 1024 * 1024)}"}}`, 'e', 'too-large'],
  ]
  test('is asked about, told why, and the next line is judged', () => {
    const got = answers(rows.flatMap(([, line]) => [line, call('next', 'rm -rf /')]))
    expect(got).toHaveLength(rows.length * 2)
    rows.forEach(([what, , id, code], at) => {
      expect({ what, ...got[at * 2] }).toMatchObject({
        what,
        id,
        verdict: 'ask',
        findings: [],
        error: { code, message: expect.stringMatching(/^[^A-Z\n]|^JSON/) as unknown },
      })
      expect(got[at * 2 + 1]).toMatchObject({ id: 'next', verdict: 'deny' })
    })
  })
})

test('what a server says of its tool counts, and what it says of its input', () => {
  const line = (id: string, more: object): string => JSON.stringify({ id, tool: 'mcp__x__refresh', input: { subject: '/etc/shadow' }, ...more })
  const schema = { type: 'object', properties: { subject: { type: 'string', description: 'URL to load' } } }
  const got = answers([
    line('plain', { input: {} }),
    line('claims', { input: {}, annotations: { destructiveHint: true } }),
    line('harmless, it says', { input: { path: '/home/user/.ssh/id_rsa' }, annotations: { readOnlyHint: true } }),
    line('an address', { input: { subject: '169.254.169.254/latest' } }),
    line('an address, it says', { input: { subject: '169.254.169.254/latest' }, schema }),
    line('odd', { annotations: 'x' }),
  ])
  expect(got.map(({ verdict }) => verdict)).toEqual(['allow', 'ask', 'ask', 'allow', 'ask', 'ask'])
  expect(got[1]).toMatchObject({ findings: [{ rule: 'mcp.destructive' }] })
  expect(got[5]).toMatchObject({ error: { code: 'wrong-shape' } })
})

test('hostile calls are answered, and soon', () => {
  const started = performance.now()
  const got = answers([
    call('nul', 'ls \u0000'),
    call('ten megabytes', `echo ${'a'.repeat(10_000_000)}`),
    call('openers', '$('.repeat(400_000)),
    call('quotes', `"'`.repeat(400_000)),
    call('empty', ''),
    JSON.stringify({ id: 'no command', tool: 'Bash', input: {} }),
    JSON.stringify({ id: 'a list', tool: 'Bash', input: { command: ['rm', '-rf', '/'] } }),
    JSON.stringify({ id: 'numbers', tool: 'Bash', input: { command: 5 } }),
    JSON.stringify({ id: 'mcp', tool: 'mcp__files__read', input: { path: 'a' } }),
    '{"id":"proto","tool":"__proto__","input":{"__proto__":{"command":"x"}}}',
  ])
  const verdict = Object.fromEntries(got.map((one) => [one['id'], one['verdict']]))
  expect(verdict).toMatchObject({ nul: 'deny', 'ten megabytes': 'ask', openers: 'ask', quotes: 'ask', 'no command': 'ask', 'a list': 'deny', numbers: 'ask' })
  expect(got).toHaveLength(10)
  expect(performance.now() - started).toBeLessThan(10_000)
})
