// Can a person read the log, mark what was wrong in it, and see whether it was touched?
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import { makeRecorder } from '../audit/record.ts'
import type { Decision, ToolCall, Verdict } from '../core/model.ts'
import { dayOf } from '../stores/json-lines/layout.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { UsageError } from './command.ts'
import type { CommandSpec, Io } from './command.ts'
import { log } from './commands/log.ts'
import { stats } from './commands/stats.ts'
import { widthOf } from './view/safe-text.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-log-'))
const before = { ...process.env }
afterAll(() => {
  process.env = before
  clear(FOLDER)
})

let homes = 0
beforeEach(() => {
  process.env['HOME'] = path.join(FOLDER, `home${homes++}`)
  delete process.env['XDG_STATE_HOME']
})

interface Said {
  readonly code: number
  readonly out: string
  readonly notes: readonly string[]
}
async function run(spec: CommandSpec, words: readonly string[] = [], options: Record<string, string | boolean> = {}, columns = 80): Promise<Said> {
  let out = ''
  const notes: string[] = []
  const io: Io = { out: (text) => (out += text), note: (text) => notes.push(text), colour: false, columns, interactive: false, piped: false }
  const code = await spec.run({ operands: words, options }, io)
  return { code, out, notes }
}
const inner = (name: string): CommandSpec => log.commands?.find((spec) => spec.name === name) as CommandSpec

function record(id: string, command: string, verdict: Verdict, rule: string, host = 'claude-code'): void {
  const call: ToolCall = { id, host, session: 's1', tool: { server: null, name: 'Bash' }, input: { command }, cwd: '/work' }
  const decision: Decision = {
    verdict,
    reason: 'r',
    findings: rule === '' ? [] : [{ rule, severity: 'high', confidence: 1, span: { field: 'command', start: 0, end: 1 }, title: 't', action: null, verdict }],
    warnings: [],
    policy: 'p',
    by: 'policy',
  }
  makeRecorder({ store: openJsonLines(), redact: (text) => text }).judged(call, decision)
}
function someCalls(): void {
  record('c1', 'ls', 'allow', '')
  record('c2', `git push --force origin main && ${'echo a long tail; '.repeat(20)}`, 'ask', 'git.force-push', 'a-host-with-a-very-long-name')
  record('c3', 'rm -rf ~ \u001b[2J\u202e漢字漢字', 'deny', 'floor.delete-home')
}

describe('prudent log', () => {
  test('no log yet', async () => {
    expect(await run(log)).toMatchObject({ code: 0, out: '', notes: [expect.stringMatching(/^nothing is recorded yet; /)] })
    expect(await run(log, [], { verdict: 'deny' })).toMatchObject({ code: 0, out: '', notes: ['no matching calls are recorded'] })
  })
  test.each([40, 60, 80, 120])('fits %i columns, and cannot play tricks with the terminal', async (columns) => {
    someCalls()
    const { out } = await run(log, [], {}, columns)
    const lines = out.trimEnd().split('\n')
    expect(lines.filter((line) => widthOf(line) > columns)).toEqual([])
    expect(out).not.toMatch(/[\u001b\u202e]/)
    expect(out).toMatch(columns < 64 ? /deny {3}claude-code {2}\w{8}\n {2}Bash: rm -rf ~/ : /deny {3}claude-code {2}\w{8} {2}Bash: rm -rf ~/)
    expect(out).toContain('floor.delete-home; violation: floor')
  })
  test('without a terminal nothing is cut: a search finds all of it', async () => {
    someCalls()
    const { out } = await run(log, [], {}, Infinity)
    expect(out).toContain(`git push --force origin main && ${'echo a long tail; '.repeat(20)}`)
    expect(out).toContain('a-host-with-a-very-long-name')
    expect(out).not.toContain('…')
    expect((await run(stats, [], {}, Infinity)).out).toMatch(/git\.force-push .*▓/)
  })
  test('what the doctor tried is left out, and said; with --all it is marked', async () => {
    record('prudent-doctor-1', 'rm -rf /', 'deny', 'floor.delete-root')
    expect(await run(log)).toMatchObject({ out: '', notes: [expect.anything(), '1 trial of prudent doctor not shown: --all shows them'] })
    expect((await run(log, [], { json: true })).out).toContain('"prudent-doctor-1"')
    expect((await run(log, [], { all: true })).out).toMatch(/deny +claude-code +\w{8} +Bash: rm -rf \/\n +a trial of prudent doctor; floor\.delete-root/)
    expect(await run(stats)).toMatchObject({ out: '', notes: ['no matching calls are recorded'] })
  })
  test('what somebody else wrote into the file is passed over or shown harmlessly', async () => {
    someCalls()
    const base = { at: new Date().toISOString(), id: '\u001b[31mred', call: 'x', host: '\u001b]0;title\u0007', session: 's' }
    const strange = [
      { ...base, kind: 'decision', verdict: 'maybe', findings: [] },
      { ...base, kind: 'decision', verdict: 'deny', findings: [null] },
      { ...base, kind: 'attempt', tool: 'Bash', cwd: '/' },
      { ...base, kind: 'constructor' },
      { ...base, kind: 'decision', verdict: 'ask', findings: [{ rule: '\u001b[2J', verdict: 'ask' }] },
      { ...base, at: 'never', call: 'y', kind: 'outcome', ok: true },
      [],
      null,
    ]
    const { folder } = openJsonLines()
    appendFileSync(path.join(folder, `${dayOf(new Date())}.jsonl`), strange.map((one) => `${JSON.stringify(one)}\n`).join(''))
    appendFileSync(path.join(folder, `${dayOf(new Date())}.jsonl`), '\u0000\u0001{{{\n')
    const { out, code } = await run(log)
    expect(code).toBe(0)
    expect(out).not.toMatch(/[\u0000-\u0009\u001b]/)
    // By its column: an id may end in these letters.
    expect(out.match(/^\S+ {2}ask {4}/gm)).toHaveLength(2)
    expect((await run(stats)).out).not.toMatch(/[\u0000-\u0009\u001b]/)
  })
  test('filters', async () => {
    someCalls()
    const shown = async (options: Record<string, string | boolean>): Promise<unknown[]> => {
      const { out } = await run(log, [], { ...options, json: true })
      const calls = out
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { call: string }).call)
      return [...new Set(calls)]
    }
    expect(await shown({})).toEqual(['c1', 'c2', 'c3'])
    expect(await shown({ verdict: 'deny' })).toEqual(['c3'])
    expect(await shown({ rule: 'git' })).toEqual(['c2'])
    expect(await shown({ host: 'claude-code' })).toEqual(['c1', 'c3'])
    expect(await shown({ session: 'other' })).toEqual([])
    expect(await shown({ since: '1h' })).toEqual(['c1', 'c2', 'c3'])
    expect(await shown({ since: '2999-01-01' })).toEqual([])
    await expect(run(log, [], { since: 'yesterday-ish' })).rejects.toThrow(UsageError)
    await expect(run(log, ['verfiy'])).rejects.toThrow(UsageError)
  })
})

describe('prudent log --follow', () => {
  /** Until the text was said; what happens meanwhile is done by `then`. */
  async function followed(options: Record<string, string | boolean>, then: () => void, until: string): Promise<string> {
    let out = ''
    const io: Io = {
      out: (text) => {
        out += text
        if (out.includes(until)) throw new Error('enough')
      },
      note: () => {},
      colour: false,
      columns: 80,

      interactive: false,
      piped: false,
    }
    setTimeout(then, 100)
    await expect(log.run({ operands: [], options: { ...options, follow: true } }, io)).rejects.toThrow('enough')
    return out
  }
  test('shows what was there once, then what comes, even on a new day', async () => {
    someCalls()
    const later = (): void => {
      record('c9', 'git clean -fdx', 'ask', 'git.clean')
      const store = openJsonLines({ now: () => new Date(Date.now() + 86_400_000) })
      makeRecorder({ store, redact: (text) => text }).approval(
        { id: 'c9', host: 'claude-code', session: 's1' },
        { event: 'answered', verdict: 'deny', by: 'ann' },
      )
    }
    const out = await followed({}, later, 'denied by ann')
    expect(out.match(/rm -rf/g)).toHaveLength(1)
    expect(out).toMatch(/ask\s+claude-code\s+\w{8}\s+Bash: git clean -fdx/)
  })
  test('only what passes the filter', async () => {
    someCalls()
    const later = (): void => {
      record('d1', 'ls', 'allow', '')
      record('d2', 'rm -rf /', 'deny', 'floor.delete-root')
    }
    const out = await followed({ verdict: 'deny', json: true }, later, '"of":"floor","rules":["floor.delete-root"]')
    expect(out).not.toContain('"d1"')
  })
})

describe('a question that nobody answered', () => {
  const unanswered = (id: string): void => {
    record(id, 'git clean -fdx', 'ask', 'git.clean')
    makeRecorder({ store: openJsonLines(), redact: (text) => text }).approval(
      { id, host: 'claude-code', session: 's1' },
      { event: 'expired', because: 'nobody' },
    )
  }
  test('was a denial', async () => {
    unanswered('n1')
    const { out } = await run(log, [], { verdict: 'deny' })
    expect(out).toMatch(/deny +claude-code +\w{8} +Bash: git clean -fdx\n +git\.clean; nobody was there to answer/)
    expect((await run(log, [], { verdict: 'ask' })).out).toBe('')
    expect((await run(stats)).out).toContain('1 call: denied\n')
  })
})

describe('prudent log verify', () => {
  const file = (): string => path.join(openJsonLines().folder, `${dayOf(new Date())}.jsonl`)
  test('untouched, touched', async () => {
    someCalls()
    openJsonLines().seal()
    record('c4', 'ls', 'allow', '')
    const good = await run(inner('verify'))
    expect(good.code).toBe(0)
    expect(good.out).toContain('untouched')
    expect(good.out).toContain('not yet sealed: 2 records')
    writeFileSync(file(), readFileSync(file(), 'utf8').replace('"verdict":"deny"', '"verdict":"allo"'))
    const bad = await run(inner('verify'))
    expect(bad.code).toBe(1)
    expect(bad.out).toMatch(/line \d+ \(byte \d+\): this record is not as it was sealed/)
    expect((await run(inner('verify'), [], { json: true })).code).toBe(1)
  })
  test('a checkpoint kept elsewhere', async () => {
    await expect(run(inner('verify'), [], { checkpoint: true })).rejects.toThrow(UsageError)
    someCalls()
    openJsonLines().seal()
    const kept = path.join(FOLDER, 'kept')
    writeFileSync(kept, (await run(inner('verify'), [], { checkpoint: true })).out)
    expect((await run(inner('verify'), [], { against: kept })).code).toBe(0)
    const { folder } = openJsonLines()
    rmSync(folder, { recursive: true })
    someCalls()
    openJsonLines().seal()
    expect((await run(inner('verify'))).code).toBe(1)
    // With the key too, nothing here tells any more.
    rmSync(path.join(folder, '../keys/audit-signing'))
    openJsonLines().seal()
    expect((await run(inner('verify'))).code).toBe(0)
    expect((await run(inner('verify'), [], { against: kept })).code).toBe(1)
    await expect(run(inner('verify'), [], { against: path.join(FOLDER, 'nowhere') })).rejects.toThrow(UsageError)
  })
})

describe('marks and statistics', () => {
  test('a mark is counted', async () => {
    someCalls()
    const decided = [...openJsonLines().entries()].find((entry) => entry.kind === 'decision' && entry.call === 'c2')
    expect(await run(inner('mark'), [decided?.id ?? '', 'false-alarm'])).toMatchObject({ code: 0, out: expect.stringMatching(/^marked \w{8} false-alarm;/) })
    expect((await run(log, [], { rule: 'git' })).out).toContain('marked false-alarm')
    const statistics = JSON.parse((await run(stats, [], { json: true })).out) as { falseAlarmShare: number }
    expect(statistics.falseAlarmShare).toBe(0.5)
    await expect(run(inner('mark'), ['zzzzzzzzzz', 'harmful'])).rejects.toThrow(UsageError)
    await expect(run(inner('mark'), [decided?.id ?? '', 'fine'])).rejects.toThrow(UsageError)
  })
  test.each([60, 80])('bars fit %i columns', async (columns) => {
    for (let n = 0; n < 30; n++) record(`a${n}`, 'ls', 'allow', n % 3 === 0 ? 'files.a-rule-with-a-very-long-name-indeed' : '')
    someCalls()
    const { out } = await run(stats, [], {}, columns)
    const lines = out.trimEnd().split('\n')
    expect(lines.filter((line) => widthOf(line) > columns)).toEqual([])
    expect(lines.join(' ')).toContain('33 calls: 1 denied (3.0 %), 1 asked about (3.0 %), 31 allowed (94 %)')
    expect(out).toMatch(/git\.force-push .*▓/)
    expect(out).toMatch(/claude-code .*█.*░/)
  })
  test('nothing to count', async () => {
    expect(await run(stats)).toMatchObject({ code: 0, notes: ['no matching calls are recorded'] })
  })
})
