// What stands in for `Date` in the hook's bundle? A moment and its name in UTC, without the time zones that V8 looks up for the first date it makes.

const Real = globalThis.Date
const DAY_MS = 86_400_000

const two = (value: number): string => (value < 10 ? `0${value}` : `${value}`)

/** As much of it as the engine uses. */
export class Date implements Pick<globalThis.Date, 'getTime' | 'valueOf' | 'toISOString' | 'toJSON' | 'getHours' | 'getMinutes'> {
  static readonly now = (): number => Real.now()
  static readonly parse = (text: string): number => Real.parse(text)
  readonly #millis: number

  constructor(given: number | string = Real.now()) {
    this.#millis = typeof given === 'number' ? given : Real.parse(given)
  }
  getTime(): number {
    return this.#millis
  }
  valueOf(): number {
    return this.#millis
  }
  /** The calendar of the Gregorian rule, counted in years that begin in March. */
  toISOString(): string {
    const days = Math.floor(this.#millis / DAY_MS)
    const rest = this.#millis - days * DAY_MS
    const since = days + 719_468
    const era = Math.floor(since / 146_097)
    const ofEra = since - era * 146_097
    const yearOfEra = Math.floor((ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365)
    const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
    const turned = Math.floor((5 * ofYear + 2) / 153)
    const month = turned < 10 ? turned + 3 : turned - 9
    const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    // Years of other lengths, and no moment at all, are written as V8 writes them.
    if (!(year >= 1000 && year <= 9999)) return new Real(this.#millis).toISOString()
    const [hours, minutes, seconds] = [Math.floor(rest / 3_600_000), Math.floor(rest / 60_000) % 60, Math.floor(rest / 1000) % 60]
    const millis = Math.floor(rest % 1000)
    return `${year}-${two(month)}-${two(ofYear - Math.floor((153 * turned + 2) / 5) + 1)}T${two(hours)}:${two(minutes)}:${two(seconds)}.${millis < 100 ? '0' : ''}${two(millis)}Z`
  }
  toJSON(): string {
    return this.toISOString()
  }
  getHours(): number {
    return new Real(this.#millis).getHours()
  }
  getMinutes(): number {
    return new Real(this.#millis).getMinutes()
  }
}
