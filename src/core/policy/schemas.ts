// Which JSON Schemas do we publish, by file name?
import type { JsonObject } from '../model.ts'
import { jsonSchema } from './json-schema.ts'
import { packShape, presetShape, settingsShape } from './shapes.ts'

/** `otherKeys` of the settings are owned by other parts of the product and left open. */
export const schemas = (): Readonly<Record<string, JsonObject>> => ({
  'pack.schema.json': jsonSchema('pack.schema.json', 'A pack of rules', packShape),
  'preset.schema.json': jsonSchema('preset.schema.json', 'A preset', presetShape),
  // Channels, hosts and stores have settings of their own beside these.
  'settings.schema.json': { ...jsonSchema('settings.schema.json', 'Settings', settingsShape), additionalProperties: true },
})
