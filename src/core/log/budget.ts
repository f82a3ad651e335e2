// How much more is read of one call? The one place where reading may stop: whoever is stopped here has said so.
import type { Doer, Log } from './log.ts'

/** Commands, nodes and actions one call may cost before we stop reading and say so; and again for what lies in files, so that a long script hides nothing that follows it. */
const STEPS = 1100
/** Characters of code in other languages, inline and again in files. */
const MOST_CODE = 80_000
/** Even a short piece is some work. */
const LEAST_CODE = 400

export class Budget {
  readonly #log: Log
  #left = STEPS
  #leftInFiles = STEPS
  #isInFile = false
  #code = MOST_CODE
  #codeInFiles = MOST_CODE

  constructor(log: Log) {
    this.#log = log
  }

  get spent(): boolean {
    return this.#left <= 0
  }
  /** In both together. */
  get taken(): number {
    return 2 * STEPS - Math.max(0, this.#left) - Math.max(0, this.#leftInFiles)
  }
  get isInFile(): boolean {
    return this.#isInFile
  }

  /** Takes one step where that does not spend the last one: then nobody need know whose step it is. */
  take(): boolean {
    if (this.#left <= 1) return false
    this.#left--
    return true
  }

  /** Takes some steps; false when there are none left, which has then been said. */
  spend(cost: number, by: Doer): boolean {
    if (this.#left <= 0) return false
    this.#left -= cost
    if (this.#left > 0) return true
    // What is not read of a file that is being written may be the worst in it, so it weighs no less.
    const { later: _, soon: __, ...now } = by
    this.#log.unknown(now, 'too-much', 'high', 'more to read than the budget allows')
    return false
  }

  /** Takes a piece of code in another language off what may be read; false when that is spent. */
  spendCode(length: number): boolean {
    const left = (this.#isInFile ? this.#codeInFiles : this.#code) - Math.max(length, LEAST_CODE)
    if (this.#isInFile) this.#codeInFiles = left
    else this.#code = left
    return left >= 0
  }

  /** Reads what lies in a file, on the files' own budget. */
  inFile<T>(by: Doer, read: () => T, otherwise: T): T {
    if (this.#isInFile) return read()
    if (this.#leftInFiles <= 0) {
      this.#log.unknown(by, 'too-much', 'high', 'more scripts to read than the budget allows')
      return otherwise
    }
    const kept = this.#left
    this.#left = this.#leftInFiles
    this.#isInFile = true
    try {
      return read()
    } finally {
      this.#leftInFiles = this.#left
      this.#left = kept
      this.#isInFile = false
    }
  }

  /** As many of a list as are read; that there were more is said. */
  cut<T>(list: readonly T[], most: number, by: Doer, detail: string): readonly T[] {
    if (list.length <= most) return list
    this.#log.unknown(by, 'too-much', 'high', detail)
    return list.slice(0, most)
  }
}
