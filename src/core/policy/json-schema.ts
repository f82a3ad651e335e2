// How does the description of a file read as JSON Schema, for editors?
import type { Json, JsonObject } from '../model.ts'
import type { Form, Shape } from './description.ts'

const PATTERNS: Readonly<Partial<Record<Form, string>>> = {
  line: '^[^\\n\\r]+$',
  'rule-id': '^[a-z0-9]+(-[a-z0-9]+)*(\\.[a-z0-9]+(-[a-z0-9]+)*)+$',
  'rule-glob': '^[a-z0-9*]+([._-][a-z0-9*]+)*$',
  option: '^\\S+$',
  'text-on': '^(call-json|command|segment|path|content|carry|argument:.+)$',
  clock: '^([01]\\d|2[0-3]):[0-5]\\d$',
  variable: '^[A-Za-z_][A-Za-z0-9_]*$',
}

/** A JSON Schema (draft 2020-12) whose named shapes are definitions. */
export const jsonSchema = (id: string, title: string, shape: Shape): JsonObject => {
  const definitions: Record<string, Json> = {}
  const body = schemaOf(shape, definitions)
  const sorted = Object.fromEntries(Object.entries(definitions).sort(([a], [b]) => (a < b ? -1 : 1)))
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', $id: id, title, ...body, ...(Object.keys(sorted).length > 0 && { $defs: sorted }) }
}

const schemaOf = (shape: Shape, definitions: Record<string, Json>): JsonObject => {
  switch (shape.is) {
    case 'named':
      if (!Object.hasOwn(definitions, shape.name)) {
        // Set before it is filled: shapes hold themselves.
        definitions[shape.name] = true
        definitions[shape.name] = schemaOf(shape.get(), definitions)
      }
      return { $ref: `#/$defs/${shape.name}` }
    case 'text': {
      const pattern = PATTERNS[shape.form]
      return pattern === undefined ? { type: 'string' } : { type: 'string', pattern }
    }
    case 'word':
      return { enum: shape.of }
    case 'flag':
      return shape.only === true ? { const: true } : { type: 'boolean' }
    case 'null':
      return { type: 'null' }
    case 'number':
      return { type: 'integer', minimum: shape.min, maximum: shape.max }
    case 'list':
      return { type: 'array', items: schemaOf(shape.of, definitions), ...(shape.min !== undefined && { minItems: shape.min }) }
    case 'map':
      return {
        type: 'object',
        additionalProperties: schemaOf(shape.of, definitions),
        ...(PATTERNS[shape.key] !== undefined && { propertyNames: { pattern: PATTERNS[shape.key] ?? '' } }),
      }
    case 'either':
      return { anyOf: shape.of.map((one) => schemaOf(one, definitions)) }
    case 'object': {
      const required = Object.entries(shape.keys)
        .filter(([, key]) => key.required === true)
        .map(([name]) => name)
      return {
        type: 'object',
        properties: Object.fromEntries(
          Object.entries(shape.keys).map(([name, key]) => [name, { description: key.about, ...schemaOf(key.shape, definitions) }]),
        ),
        ...(required.length > 0 && { required }),
        additionalProperties: false,
      }
    }
  }
}
