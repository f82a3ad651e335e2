// No leap of the clock removes a day too early: generated histories of clocks that run ahead, back and to and fro.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysToRemove, isBehind, WITNESSES } from './retention.ts'
import type { KeptDay } from './retention.ts'

const START = Date.parse('2026-01-01')
const DAY_MS = 86_400_000
const dayAt = (number: number): string => new Date(START + number * DAY_MS).toISOString().slice(0, 10)
const MUCH = 1e12

/** One true day each: how far the clock is off then, and whether anything was written at all. */
interface Step {
  readonly off: number
  readonly written: boolean
}
interface Life {
  readonly removed: { readonly day: string; readonly age: number }[]
  /** What is left at the end, by its true day. */
  readonly left: ReadonlyMap<string, number>
}

/** As sealing does it: a day that grows goes to the end, and then what is too old is removed. True days are those on which a record was last added. */
function live(steps: readonly Step[], keepDays: number): Life {
  const trueDay = new Map<string, number>()
  const removed: Life['removed'] = []
  steps.forEach(({ off, written }, now) => {
    if (!written) return
    const shown = dayAt(now + off)
    trueDay.delete(shown)
    trueDay.set(shown, now)
    const kept = [...trueDay.keys()].map((day): KeptDay => ({ day, size: 1, whole: true }))
    for (const day of daysToRemove(kept, shown, keepDays, MUCH)) {
      removed.push({ day, age: now - (trueDay.get(day) as number) })
      trueDay.delete(day)
    }
  })
  return { removed, left: trueDay }
}

const keeping = fc.integer({ min: 1, max: 40 })
/** Leaps of any size and direction, to and fro too, each on less than seven written days; in between the clock is right for at least seven. */
const leaps = fc.array(
  fc.record({
    calm: fc.array(fc.boolean(), { minLength: 0, maxLength: 12 }),
    off: fc.oneof(fc.integer({ min: -400, max: 400 }), fc.constantFrom(28, 30, 365, -28, -1, 1, 3650)),
    wrong: fc.integer({ min: 0, max: WITNESSES - 1 }),
    /** To and fro: each wrong day is off by something else. */
    swing: fc.integer({ min: -60, max: 60 }),
  }),
  { minLength: 1, maxLength: 12 },
)
const historyOf = (parts: typeof leaps extends fc.Arbitrary<infer T> ? T : never): Step[] =>
  parts.flatMap(({ calm, off, wrong, swing }) => [
    ...calm.map((written): Step => ({ off: 0, written })),
    ...Array.from({ length: WITNESSES }, (): Step => ({ off: 0, written: true })),
    ...Array.from({ length: wrong }, (_, n): Step => ({ off: off + (n % 2 === 0 ? 0 : swing), written: true })),
  ])

describe('days are removed for their age', () => {
  test('never before it, whatever the clock does in between', () => {
    fc.assert(
      fc.property(leaps, keeping, (parts, keepDays) => {
        const { removed } = live(historyOf(parts), keepDays)
        expect(removed.filter(({ age }) => age < keepDays)).toEqual([])
      }),
      { numRuns: 2000, seed: 11 },
    )
  })
  test('by a clock that is right, some written days later', () => {
    fc.assert(
      fc.property(keeping, fc.integer({ min: 60, max: 200 }), (keepDays, count) => {
        const { left } = live(
          Array.from({ length: count }, () => ({ off: 0, written: true })),
          keepDays,
        )
        expect(left.size).toBe(keepDays + 2 * WITNESSES)
      }),
      { numRuns: 50, seed: 11 },
    )
  })
  test('again some days after a leap that was set right', () => {
    fc.assert(
      fc.property(fc.integer({ min: -400, max: 400 }), (off) => {
        const calm = (length: number): Step[] => Array.from({ length }, () => ({ off: 0, written: true }))
        const { left } = live([...calm(60), { off, written: true }, ...calm(100)], 10)
        // A stray day that lies ahead may stay, and those that were written just before it.
        expect(left.size).toBeLessThanOrEqual(10 + 3 * WITNESSES + 1)
      }),
      { numRuns: 200, seed: 11 },
    )
  })
  test('never today or what is not sealed to its end; for want of room the first written go first', () => {
    const kept = Array.from({ length: 30 }, (_, n): KeptDay => ({ day: dayAt(n), size: 10, whole: n !== 3 }))
    expect(daysToRemove(kept, dayAt(29), 10, MUCH)).toEqual([dayAt(0), dayAt(1), dayAt(2), dayAt(4), dayAt(5)])
    expect(daysToRemove(kept, dayAt(29), 400, 250)).toEqual([dayAt(0), dayAt(1), dayAt(2), dayAt(4), dayAt(5)])
    expect(daysToRemove([{ day: dayAt(9), size: 10, whole: true }], dayAt(9), 1, 0)).toEqual([])
    // Written last by a clock that was behind: not the oldest.
    expect(daysToRemove([...kept.slice(5), { day: dayAt(0), size: 10, whole: true }], dayAt(29), 400, 250)).toEqual([dayAt(5)])
  })
})

test('a clock that was set back is told, midnight is not', () => {
  expect([dayAt(2), dayAt(28), dayAt(29), dayAt(30)].map((today) => isBehind(today, dayAt(29)))).toEqual([true, false, false, false])
})
