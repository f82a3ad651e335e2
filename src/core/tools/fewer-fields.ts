// Which fields of a table are read when it has too many?
import type { Json, JsonObject } from '../model.ts'

const MOST_FIELDS = 10_000
/** Names that say what is done come first: a flood of others hides none of them. */
const TELLING =
  /^(?:[a-z]{1,12}_)?(?:commands?|cmd|script|code|source|expression|language|args|argv|arguments|paths?|files?|filename|filepath|directory|dir|folder|cwd|workdir|target|destination|urls?|uri|href|endpoint|host|sql|query|statements?|content|contents|text|body|data|patch|diff|edits|input|stdin|env|name|tool|server|action|operation|op|mode|method|verb|type|recursive)$/i

/** The same table with fewer fields, `wanted` among them; null when it has not too many. */
export function fewerFields(table: JsonObject, wanted: () => ReadonlySet<string>): JsonObject | null {
  const names = Object.keys(table)
  if (names.length <= MOST_FIELDS) return null
  const first = wanted()
  const few: Record<string, Json> = {}
  let left = MOST_FIELDS
  const keep = (name: string): void => {
    if (left-- > 0) few[name] = table[name] ?? null
  }
  const tells = (name: string): boolean => first.has(name) || (name.length < 40 && TELLING.test(name))
  for (const name of names) if (tells(name)) keep(name)
  for (const name of names) {
    if (left <= 0) break
    if (!tells(name)) keep(name)
  }
  return few
}
