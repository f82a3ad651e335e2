// Which texts of a call go to somebody else, and what do they give away? For tools that fetch and search.
import type { Json, JsonObject } from '../model.ts'
import type { ToolSpec } from '../meaning/entries.ts'
import type { Shell } from '../machine/process.ts'
import { act } from '../machine/act.ts'

const LEAVES = new Set(['fetch', 'download', 'websearch'])
const MOST = 200
const DEEPEST = 4

/** Whatever the field is called. `only`: the fields that nobody else reads. What is sent as content is carried already. */
export function noteLeaving(shell: Shell, input: JsonObject, spec: ToolSpec, only: ReadonlySet<string> | null): void {
  if (!LEAVES.has(spec.kind)) return
  for (const [field, value] of Object.entries(input)) {
    if ((only !== null && !only.has(field)) || spec.fields['content']?.includes(field) === true) continue
    for (const text of textsIn(value)) act({ do: 'carry', what: 'argument', text, secrets: 'alone' }, shell, { field, start: 0, end: text.length })
  }
}

/** What reaches the other side of a fetch: its prompt is for whoever reads the page. */
export const sentAlong = (input: JsonObject): readonly string[] => Object.entries(input).flatMap(([field, value]) => (field === 'prompt' ? [] : textsIn(value)))

/** What lies too deep, or is too much, is one piece of JSON. */
function textsIn(value: Json | undefined, depth = 0): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  const items = Object.values(value) as readonly Json[]
  return depth > DEEPEST || items.length > MOST ? [JSON.stringify(value)] : items.flatMap((item) => textsIn(item, depth + 1))
}
