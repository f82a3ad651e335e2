// How do tests look at the disk so that what they find does not depend on what else the machine does? Within our limits, but for the clock.
import { LIMITS } from '../src/observe/limits.ts'
import type { Limits } from '../src/observe/limits.ts'

export const UNHURRIED: Limits = { ...LIMITS, millis: 60_000, extentMillis: 60_000 }
