// Has a call an argument of such a name and value?
import type { Json, JsonObject } from '../model.ts'
import { plainName } from '../text/plain-name.ts'
import type { Many } from '../rules/source.ts'
import { textTest } from './words.ts'

/** A call that holds more, or deeper, is said to be unread. */
const DEEPEST = 100
const MOST = 10_000
/** What names an operation is short. */
const LONGEST = 200

/** `deleteBucket` and `DELETE_BUCKET` are `delete_bucket` too. */
const spelled = (patterns: Many<string>): ((text: string) => boolean) => {
  const test = textTest(patterns)
  return (text) => text.length <= LONGEST && (test(text) || test(plainName(text)))
}

export const argumentTest = (names: Many<string>, values: Many<string> | undefined): ((given: JsonObject) => boolean) => {
  const isNamed = spelled(names)
  const isWanted = values === undefined ? null : spelled(values)
  const holds = (value: Json): boolean =>
    Array.isArray(value)
      ? (value as readonly Json[]).slice(0, MOST).some(holds)
      : typeof value === 'object'
        ? isWanted === null && value !== null
        : isWanted === null || isWanted(String(value))
  return (given) => {
    let left = MOST
    const visit = (table: Json, depth: number): boolean => {
      if (typeof table !== 'object' || table === null || depth > DEEPEST) return false
      for (const [name, value] of Object.entries(table)) {
        if (left-- <= 0) return false
        if (!Array.isArray(table) && isNamed(name) && holds(value)) return true
        if (visit(value, depth + 1)) return true
      }
      return false
    }
    return visit(given, 0)
  }
}
