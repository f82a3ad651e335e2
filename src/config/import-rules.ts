// What do another scanner's rule files (TOML) hold?
import { importSecrets } from '../core/secrets/import.ts'
import type { ImportedSecrets } from '../core/secrets/import.ts'
import type { SecretSpec } from '../core/secrets/model.ts'
import { readToml } from './toml.ts'

/** Kinds as a file that `include` takes and people can read. */
export function kindsText(specs: readonly SecretSpec[], title: string): string {
  const kinds = specs.map((spec) => {
    const [first = '', ...rest] = Object.entries(spec).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    return [`  - ${first}`, ...rest.map((line) => `    ${line}`)].join('\n')
  })
  return ['theme: imported', `title: ${JSON.stringify(title)}`, 'kinds:', ...kinds, ''].join('\n')
}

/** Never throws: a file that cannot be read is a problem. Its text is never part of the message. */
export function importSecretRules(text: string): ImportedSecrets {
  const file = readToml(text)
  if (!file.ok) return { specs: [], problems: [{ id: '?', message: 'the file is not TOML: check it with the tool it is for' }], notes: [] }
  return importSecrets(file.value)
}
