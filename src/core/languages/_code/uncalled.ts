// Finds functions that no visible call reaches. Getters, decorators or operators may run them all the same.
import type { CodeEffect } from './effects.ts'
import type { FunctionValue } from './values.ts'

/** More than these are a library. */
const MOST = 200
const MAX_STEPS = 20_000

export interface Dormant {
  /** A function was made. */
  readonly note: (value: FunctionValue) => void
  /** One of them is being read now. */
  readonly reading: () => boolean
  readonly stands: () => Pick<CodeEffect, 'dormant'>
  /** One step more; false when that is enough. */
  readonly step: () => boolean
  /** Reads each that nobody called, and those made in doing so. */
  readonly wake: (isCalled: (value: FunctionValue) => boolean, read: (value: FunctionValue) => unknown) => void
}

export function createDormant(): Dormant {
  const made: FunctionValue[] = []
  let reading = false
  let steps = 0
  return {
    note: (value) => {
      if (made.length < MOST) made.push(value)
    },
    reading: () => reading,
    stands: () => (reading ? { dormant: true } : {}),
    step: () => ++steps <= MAX_STEPS,
    wake: (isCalled, read) => {
      reading = true
      for (const value of made) if (!isCalled(value)) read(value)
      reading = false
    },
  }
}
