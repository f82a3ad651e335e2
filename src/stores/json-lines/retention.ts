// Chooses which days are removed for their age or size, by what the log itself shows rather than by the clock alone.
//
// The checkpoint lists the days in the order in which they were last written, which no clock changes. What the time is now is taken from the seventh
// latest date that no later one contradicts, and when a day was written from the seven days that were written after it as well as from its own date. So
// a clock must be wrong on seven written days, one after the other, before a day goes too early.

export interface KeptDay {
  readonly day: string
  /** Of its files. */
  readonly size: number
  /** Sealed to its end: others are never removed. */
  readonly whole: boolean
}

/** Days that must have been written, each no earlier than the one before, until a date is believed. */
export const WITNESSES = 7
const DAY_MS = 86_400_000

/** `days` in the order in which they were last written, `today` as the clock has it. Today's and later ones are never removed. */
export function daysToRemove(days: readonly KeptDay[], today: string, keepDays: number, keepBytes: number): readonly string[] {
  const believed = believedDay(days, today)
  const limit = believed === null ? '' : dayBefore(believed, keepDays)
  let total = days.reduce((sum, { size }) => sum + size, 0)
  return days.flatMap(({ day, size, whole }, at) => {
    const after = days.slice(at + 1, at + 1 + WITNESSES)
    // No later than the latest of these: what was written before them is at least as old.
    const isOld = after.length === WITNESSES && day < limit && after.every((one) => one.day < limit)
    if (day >= today || !whole || (!isOld && total <= keepBytes)) return []
    total -= size
    return [day]
  })
}

/** Null as long as too few days are there to tell. */
function believedDay(days: readonly KeptDay[], today: string): string | null {
  const steady: string[] = []
  let earliest = today
  for (const { day } of days.toReversed()) {
    if (day > earliest) continue
    earliest = day
    steady.push(day)
  }
  return steady[WITNESSES - 1] ?? null
}

const dayBefore = (day: string, count: number): string => new Date(Date.parse(day) - count * DAY_MS).toISOString().slice(0, 10)

/** By more than midnight can explain: the clock was set back since `last` was written. */
export const isBehind = (today: string, last: string): boolean => Date.parse(last) - Date.parse(today) > DAY_MS
