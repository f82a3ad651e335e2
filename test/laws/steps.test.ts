// Is what takes long paid for? Counted, not timed: how much of a hostile text is read, how often, and how much is looked at again.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stepsOf } from '../../src/core/interpret.ts'
import { keywordFinder } from '../../src/core/policy/keywords.ts'
import { decide } from '../../src/gate/decide.ts'
import { redactorFor } from '../../src/answer/secrets.ts'
import { buildGate, root } from '../built-gate.ts'
import { clear } from '../clear.ts'

const { check, gate } = await buildGate()
const each = (size: number, unit: string): string => {
  let text = ''
  for (let at = 0; text.length < size; at++) text += unit.replaceAll('¤', String(at))
  return text.slice(0, size)
}
const isLong = (reading: { readonly actions: ReturnType<typeof check>['reading']['actions'] }): boolean =>
  reading.actions.some((action) => action.does === 'unknown' && action.because === 'too-much')

describe('patterns that may mean our files', () => {
  // Each was compared with every file of ours, and paid for like a plain name.
  it.each(['rm -rf ~/**/x[¤]*;', 'mv ~/**/a[¤]* b;', 'cat ~/.l*/**/k[¤]*;', 'cp x ~/**/b[¤]*;'])('cost more than names: %s', (unit) => {
    const plain = check(each(30_000, unit.replace(/[*[\]]+/g, 'a'))).reading
    const wild = check(each(30_000, unit)).reading
    const runs = (actions: typeof wild.actions): number => actions.filter(({ does }) => does === 'run').length
    expect(runs(wild.actions)).toBeLessThan(runs(plain.actions) / 2)
    expect(isLong(wild)).toBe(true)
  })
  it('are compared only with what has the names in them', () => {
    const named = check('rm -rf ~/**/nobody-has-this').reading
    const part = check('rm -rf ~/**/nobody-has*this*').reading
    const any = check('rm -rf ~/**/p*').reading
    expect(stepsOf(named)).toBeLessThan(stepsOf(any))
    expect(stepsOf(part)).toBe(stepsOf(named))
  })
})

describe('long words', () => {
  // Each command that another hands nearly all of its text to was paid for like a short one.
  const handed = (actions: ReturnType<typeof check>['reading']['actions']): number =>
    actions.reduce((sum, action) => sum + (action.does === 'run' ? action.operands.reduce((all, { text }) => all + (text?.length ?? 0), 0) : 0), 0)
  it.each(['@(]]sh -c${x:-', 'a sh -c${x:-@(', 'sh -c "${x:-$(', '@(b${x:-c '])('are paid for each time they are handed on: %s', (unit) => {
    for (const size of [16_000, 39_000, 100_000]) {
      const { reading, decision } = check(each(size, unit))
      expect(handed(reading.actions), `${size}`).toBeLessThan(600_000)
      expect(decision.verdict).toBe('ask')
    }
  })
  it('are told as what is too long to read', () => {
    const { reading, decision } = check(each(39_000, '@(]]sh -c${x:-'))
    expect(isLong(reading)).toBe(true)
    expect(decision.reason).toContain('would take too long to read')
  })
  it('of one command take away little of what is read', () => {
    const { reading, decision } = check(`echo '${'a '.repeat(50_000)}' > notes.txt; rm -rf ~`)
    expect(isLong(reading)).toBe(false)
    expect(decision.verdict).toBe('deny')
  })
})

describe('a call that is read again', () => {
  /** In a folder where every look finds something new: each script runs the next. */
  const readings = (commands: (at: number) => string): { readonly times: number; readonly verdict: string; readonly long: boolean } => {
    const project = mkdtempSync(join(tmpdir(), 'steps-'))
    mkdirSync(join(project, '.git'))
    for (let at = 0; at < 8; at++) writeFileSync(join(project, `s${at}.sh`), `sh ./s${at + 1}.sh\n`)
    let times = 0
    const { parsers } = gate.books
    const counted = { ...gate, books: { ...gate.books, parsers: { ...parsers, begin: () => (times++, parsers.begin?.()) } } }
    const call = { id: '1', host: 'test', session: 's', tool: { server: null, name: 'Bash' }, input: { command: commands(0) }, cwd: project }
    const { decision, reading } = decide(counted, call, { cwd: project, home: '/home/dev', project })
    clear(project)
    return { times, verdict: decision.verdict, long: isLong(reading) }
  }

  it('is read as often as its scripts lead on, six times at the most, and asked about where they lead further', () => {
    expect(readings(() => 'sh ./s3.sh')).toMatchObject({ times: 6, verdict: 'allow', long: false })
    expect(readings(() => 'sh ./s0.sh')).toMatchObject({ times: 7, verdict: 'ask', long: true })
  })
  it('is read once where that took all there is, and asked about', () => {
    const { times, verdict, long } = readings(() => `sh ./s0.sh; ${each(30_000, 'ls a¤;')}`)
    expect({ times, long }).toEqual({ times: 1, long: true })
    expect(verdict).not.toBe('allow')
  })
  it('is read fewer times the longer it is, and what was not read again is asked about', () => {
    const { times, verdict, long } = readings(() => `sh ./s0.sh; ${each(1200, 'ls a¤;')}`)
    expect(times).toBeLessThan(4)
    expect(times).toBeGreaterThan(1)
    expect({ verdict, long }).toEqual({ verdict: 'ask', long: true })
  })
})

describe('what such a text begins with', () => {
  it.each([30_000, 70_000, 100_000, 200_000])('is read though all of it cannot be, at %i characters', (size) => {
    expect(check(`rm -rf ~; ${each(size, 'ls a¤;')}`).decision.verdict).toBe('deny')
  })
})

describe('the same long text', () => {
  const text = `${'a '.repeat(400)}needle`
  it('is searched for keywords once, whoever has it, and others between', () => {
    const find = keywordFinder({ needle: [1], other: [2], third: [3], fourth: [4], fifth: [5], sixth: [6], seventh: [7] })
    const first = find(text)
    expect(first).toEqual([1])
    find('other')
    expect(find(`${'a '.repeat(400)}needle`)).toBe(first)
    expect(find('needle')).toEqual([1])
  })
  it('is looked through for secrets once by whoever shows and writes it', () => {
    let looks = 0
    const book = gate.books.secrets?.() ?? null
    const redact = redactorFor(root, () => (looks++, book))
    const long = `echo ${'word '.repeat(1000)}`
    expect(redact(long)).toBe(redact(long))
    expect(looks).toBe(1)
  })
})
