// Which JSON Schemas do we publish, by file name?
import type { JsonObject } from '../core/model.ts'
import { either, flag, key, list, number, object, text, word } from '../core/policy/description.ts'
import type { Shape } from '../core/policy/description.ts'
import { jsonSchema } from '../core/policy/json-schema.ts'
import { languageShape } from '../core/languages/_source/shape.ts'
import { packShape, presetShape, settingsShape } from '../core/policy/shapes.ts'
import { conductShape } from './conduct.ts'
import { adjustShape } from './context.ts'

const path = text('line')
const MOST = 1_000_000

/** What is checked where it is read, each key by its own words. */
const checkedElsewhere = object({
  include: key('files of rules, of kinds of secrets, or of patterns of other systems; folders of such', either(path, list(path))),
  audit: key(
    'what is written down',
    object({
      content: key('how much of a call is written down; secrets are covered up in each', word('truncated', 'redacted', 'none')),
      strict: key('`true`: nothing is allowed that could not be recorded', flag),
      keep_days: key('whole days older than this are removed', number(1, MOST)),
      keep_megabytes: key('the oldest days are removed until the rest fits', number(1, MOST)),
    }),
  ),
})
const together = (...shapes: readonly Shape[]): Shape => object(Object.assign({}, ...shapes.map((one) => (one.is === 'object' ? one.keys : {}))))

export const schemas = (): Readonly<Record<string, JsonObject>> => ({
  'language.schema.json': jsonSchema('language.schema.json', 'A language', languageShape),
  'pack.schema.json': jsonSchema('pack.schema.json', 'A pack of rules', packShape),
  'preset.schema.json': jsonSchema('preset.schema.json', 'A preset', presetShape),
  'settings.schema.json': jsonSchema('settings.schema.json', 'Settings', together(settingsShape, conductShape, adjustShape, checkedElsewhere)),
})
