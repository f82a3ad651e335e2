// What does a tool's own schema say its arguments are? Only ever more than their names and shapes tell: a schema that is longer or deeper than is read is one
// that says nothing, as most do.
import type { Json, JsonObject } from '../model.ts'

export type Told = 'path' | 'url' | 'command' | 'query'

const DEEPEST = 40
const MOST = 10_000
const FORMATS: Readonly<Record<string, Told>> = {
  uri: 'url',
  url: 'url',
  iri: 'url',
  'uri-reference': 'url',
  path: 'path',
  'file-path': 'path',
  filepath: 'path',
  'directory-path': 'path',
  file: 'path',
  directory: 'path',
  command: 'command',
  sql: 'query',
}
/** How descriptions begin that leave no doubt. */
const DESCRIPTIONS: readonly (readonly [RegExp, Told])[] = [
  [/^(?:the |an? )?(?:absolute |relative |full |local |target |output |input ){0,2}(?:paths?|file ?paths?|file ?names?|directory|folder)\b/i, 'path'],
  [/^(?:the |an? )?(?:absolute |full |target |http |https )?ur[li]s?\b/i, 'url'],
  [/^(?:the |an? )?(?:shell |bash |terminal |command[- ]line )?commands? (?:line )?to (?:run|execute)\b/i, 'command'],
  [/^(?:the |an? )?sql (?:query|statement|code)\b/i, 'query'],
]

/** By the argument's name, at any depth. */
export function toldBy(schema: JsonObject | undefined): ReadonlyMap<string, Told> {
  const told = new Map<string, Told>()
  if (schema === undefined) return told
  let left = MOST
  const visit = (value: Json | undefined, name: string | null, depth: number): void => {
    if (!isTable(value) || depth > DEEPEST || left-- <= 0) return
    const kind = name === null ? null : kindOf(value)
    if (name !== null && kind !== null) told.set(name, kind)
    visit(value['items'], name, depth + 1)
    for (const key of ['anyOf', 'oneOf', 'allOf']) {
      const parts = value[key]
      if (Array.isArray(parts)) for (const part of parts as readonly Json[]) visit(part, name, depth + 1)
    }
    const properties = value['properties']
    if (isTable(properties)) for (const [key, inner] of Object.entries(properties)) visit(inner, key, depth + 1)
  }
  visit(schema, null, 0)
  return told
}

function kindOf({ format, description }: JsonObject): Told | null {
  if (typeof format === 'string' && Object.hasOwn(FORMATS, format.toLowerCase())) return FORMATS[format.toLowerCase()] ?? null
  if (typeof description !== 'string') return null
  const start = description.trimStart()
  return DESCRIPTIONS.find(([pattern]) => pattern.test(start))?.[1] ?? null
}

const isTable = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
