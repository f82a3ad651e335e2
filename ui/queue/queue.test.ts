// Do cards keep their places, does a change show exactly what changes, and is a card seen only when all of it was?
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ApprovalView } from '../../src/desk/api.ts'
import { around, changePair, diffLines } from './diff.ts'
import { EMPTY, KEEP_MS, openIn, take, takeAll, tidy, unheard } from './order.ts'
import { SAMPLE } from '../views/sample.ts'
import { isSeen, see, UNSEEN } from './seen.ts'

const START = Date.parse('2026-01-01T00:00:00Z')
const view = (id: string, endedAfter: number | null = null): ApprovalView => ({
  ...SAMPLE,
  id,
  state: endedAfter === null ? 'open' : 'denied',
  ended: endedAfter === null ? null : { how: 'denied', by: 'dev', channel: 'desk', at: new Date(START + endedAfter).toISOString() },
})
const ids = (views: readonly ApprovalView[]): string[] => views.map(({ id }) => id)

test('of a change, only long stretches of what stays are counted in place of being shown', () => {
  const line = fc.constantFrom('a', 'b', 'c', 'd')
  const text = fc.array(line, { maxLength: 60 }).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const all = diffLines(before, after)
      const shown = around(all)
      const counted = shown.reduce((total, one) => total + (one.kind === 'skipped' ? one.count : 1), 0)
      expect(counted).toBe(all.length)
      expect(shown.filter(({ kind }) => kind === 'gone' || kind === 'new')).toEqual(all.filter(({ kind }) => kind !== 'same'))
      for (const one of shown) if (one.kind === 'skipped') expect(one.count).toBeGreaterThan(1)
    }),
    { seed: 12 },
  )
  const long = Array.from({ length: 50 }, (_, at) => String(at))
  expect(around(diffLines(long.join('\n'), long.with(25, 'x').join('\n'))).map((one) => (one.kind === 'skipped' ? `…${one.count}` : one.text))).toEqual([
    '…22',
    '22',
    '23',
    '24',
    '25',
    'x',
    '26',
    '27',
    '28',
    '…21',
  ])
})

describe('order of cards', () => {
  test('new ones come below, and an answer leaves a card where it is', () => {
    const queue = takeAll(EMPTY, [view('a'), view('b'), view('c'), view('a', 5)])
    expect(ids(queue.cards)).toEqual(['a', 'b', 'c'])
    expect(ids(openIn(queue))).toEqual(['b', 'c'])
  })
  test('what ended before the page was open is past', () => {
    const queue = takeAll(EMPTY, [view('a'), view('x', 1), view('y', 2)])
    expect([ids(queue.cards), ids(queue.past)]).toEqual([['a'], ['y', 'x']])
  })
  test('an ended card leaves after a while; an open one never', () => {
    const queue = takeAll(EMPTY, [view('a'), view('b'), view('a', 0)])
    expect(tidy(queue, START + KEEP_MS)).toBe(queue)
    const later = tidy(queue, START + KEEP_MS + 1)
    expect([ids(later.cards), ids(later.past)]).toEqual([['b'], ['a']])
    expect(ids(take(later, view('a')).cards)).toEqual(['b'])
  })
  test('in whatever order events come, no card moves above another and no ended one opens again', () => {
    const event = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.option(fc.nat(1000)))
    fc.assert(
      fc.property(fc.array(event, { maxLength: 20 }), (events) => {
        let queue = EMPTY
        const ended = new Set<string>()
        for (const [id, end] of events) {
          const before = ids(queue.cards)
          queue = take(queue, view(id, end))
          if (end !== null) ended.add(id)
          expect(ids(queue.cards).slice(0, before.length)).toEqual(before)
          for (const card of queue.cards) if (ended.has(card.id)) expect(card.ended).not.toBe(null)
        }
      }),
      { seed: 12, numRuns: 300 },
    )
  })
  test('what ended unheard is asked for', () => {
    expect(unheard(takeAll(EMPTY, [view('a'), view('b')]), [view('b'), view('c')])).toEqual(['a'])
  })
})

describe('change', () => {
  test('applied to the old text, it gives the new one, and every line shown is there', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '', '}'), { maxLength: 12 }).map((lines) => lines.join('\n'))
    fc.assert(
      fc.property(text, text, (before, after) => {
        const lines = diffLines(before, after)
        const side = (kind: 'gone' | 'new'): string =>
          lines
            .filter((line) => line.kind === 'same' || line.kind === kind)
            .map((line) => line.text)
            .join('\n')
        expect([side('gone'), side('new')]).toEqual([before, after])
        if (before === after) expect(lines.every(({ kind }) => kind === 'same')).toBe(true)
      }),
      { seed: 12, numRuns: 500 },
    )
  })
  test('texts too long to compare are shown whole', () => {
    const [before, after] = ['x', 'y'].map((letter) => Array.from({ length: 1500 }, (_, at) => `${letter}${at}`).join('\n'))
    expect(diffLines(before ?? '', after ?? '')).toHaveLength(3000)
  })
  test('names of both sides', () => {
    expect(changePair(['file_path', 'old_string', 'new_string'])).toEqual(['old_string', 'new_string'])
    expect(changePair(['file_path', 'new_string'])).toBe(null)
  })
})

describe('seen', () => {
  test('is a card only when its parts together are all of it', () => {
    const part = fc.tuple(fc.nat(1000), fc.nat(1000)).map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)])
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const seen = parts.reduce((so, [from, to]) => see(so, 1000, from, to), UNSEEN)
        const missed = Array.from({ length: 1000 }, (_, at) => at).filter((at) => !parts.some(([from, to]) => from <= at && at < to))
        if (isSeen(seen)) expect(missed.length).toBeLessThanOrEqual(2 * (parts.length + 1))
        if (missed.length === 0) expect(isSeen(seen)).toBe(true)
      }),
      { seed: 12, numRuns: 500 },
    )
  })
  test('jumping to the end is not reading', () => {
    expect(isSeen(see(see(UNSEEN, 3000, 0, 800), 3000, 2200, 3000))).toBe(false)
  })
  test('what changed its height must be seen again', () => {
    const seen = see(UNSEEN, 500, 0, 500)
    expect(isSeen(seen)).toBe(true)
    expect(isSeen(see(seen, 900, 0, 300))).toBe(false)
  })
})
