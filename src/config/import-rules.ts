// What do another scanner's rule files (TOML) hold? The one place where TOML is read.
import { parse } from 'smol-toml'
import { importSecrets } from '../core/secrets/import.ts'
import type { ImportedSecrets } from '../core/secrets/import.ts'

/** Never throws: a file that cannot be read is a problem. Its text is never part of the message. */
export function importSecretRules(text: string): ImportedSecrets {
  let file: unknown
  try {
    file = parse(text)
  } catch {
    return { specs: [], problems: [{ id: '?', message: 'the file is not TOML: check it with the tool it is for' }], notes: [] }
  }
  return importSecrets(file)
}
