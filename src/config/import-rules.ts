// What do another scanner's rule files (TOML) hold?
import { importSecrets } from '../core/secrets/import.ts'
import type { ImportedSecrets } from '../core/secrets/import.ts'
import { readToml } from './toml.ts'

/** Never throws: a file that cannot be read is a problem. Its text is never part of the message. */
export function importSecretRules(text: string): ImportedSecrets {
  const file = readToml(text)
  if (!file.ok) return { specs: [], problems: [{ id: '?', message: 'the file is not TOML: check it with the tool it is for' }], notes: [] }
  return importSecrets(file.value)
}
