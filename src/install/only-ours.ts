// What of a host's file is ours, or says whether hooks run? Everything else of it is the person's business: their servers, their hooks, their keys.
import type { Json, JsonObject } from '../core/model.ts'
import type { Edit, JsonEdit } from '../hosts/_frame/install.ts'
import { objectOf, ours } from './edit.ts'
import { nodeAt, readJsonc, valueOf } from './jsonc.ts'
import { onlyMarked } from './marked-lines.ts'

type JsonPath = readonly string[]

/** Our entries as they stand in the text, and the switches at `steers`. A text where that is all the file is. */
export function onlyOurs(edit: Edit, text: string, steers: readonly JsonPath[] = []): JsonObject | string {
  if (edit.kind === 'file') return text
  return edit.kind === 'json' ? jsonOnly(edit, text, steers) : onlyMarked(text)
}

function jsonOnly(edit: JsonEdit, text: string, steers: readonly JsonPath[]): JsonObject {
  const { root } = readJsonc(text)
  const held = objectOf(root)
  let made: JsonObject = {}
  const lists = new Map(edit.add.map(({ at }) => [at(held, edit.file).join('\0'), at(held, edit.file)]))
  for (const at of lists.values()) {
    const list = valueOf(nodeAt(root, at))
    const mine = Array.isArray(list) ? (list as readonly Json[]).flatMap(onlyMine) : []
    if (mine.length > 0) made = withValue(made, at, mine)
  }
  const switches = [...(edit.own ?? []), ...(edit.ensure ?? []), ...(edit.off ?? [])].map(({ at }) => at)
  for (const at of [...switches, ...steers]) {
    const value = valueOf(nodeAt(root, at))
    if (value !== undefined) made = withValue(made, at, value)
  }
  return made
}

/** The entry, without what others have in it. */
function onlyMine(entry: Json): readonly Json[] {
  const kind = ours(entry)
  if (kind !== 'part') return kind === 'whole' ? [entry] : []
  const group = entry as JsonObject
  return [{ ...group, hooks: (group['hooks'] as readonly Json[]).flatMap(onlyMine) }]
}

function withValue(object: JsonObject, [step = '', ...rest]: JsonPath, value: Json): JsonObject {
  const inner = object[step]
  const below = typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? (inner as JsonObject) : {}
  return { ...object, [step]: rest.length === 0 ? value : withValue(below, rest, value) }
}

/** Both, key by key; of what both say, the second counts. */
export function joined(one: JsonObject, other: JsonObject): JsonObject {
  const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
  const made: Record<string, Json> = { ...one }
  for (const [key, value] of Object.entries(other)) {
    const there = made[key]
    made[key] = isObject(there) && isObject(value) ? joined(there, value) : value
  }
  return made
}
