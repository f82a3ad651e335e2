// How much of a Windows text may be read, folded and nested, and what happens when that is spent?

export interface Budget {
  readonly text: string
  at: number
  depth: number
  /** What is left for folding text, so that doubling variables end. */
  allowance: number
  /** What is left of statements, words and operands to read. */
  steps: number
  complete: boolean
}

export const DEEPEST = 50

/** True when that much folding is still allowed; the caller answers with something unknown otherwise. */
export function spend(state: Budget, amount: number): boolean {
  state.allowance -= amount
  if (state.allowance >= 0) return true
  state.complete = false
  return false
}

/** Counts one piece of reading; gives up on the rest of the text after too many. */
export function step(state: Budget): void {
  state.steps--
  if (state.steps < 0) giveUp(state)
}

/** Goes one level down, or gives up on the rest of the text where it is nested too deep. */
export function nested<T>(state: Budget, read: () => T, otherwise: T): T {
  if (state.depth >= DEEPEST) {
    giveUp(state)
    return otherwise
  }
  state.depth++
  const result = read()
  state.depth--
  return result
}

function giveUp(state: Budget): void {
  state.complete = false
  state.at = state.text.length
}
