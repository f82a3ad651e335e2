// Are rule files in TOML read, and broken ones named without their text?
import { expect, test } from 'vitest'
import { compileSecrets } from '../core/secrets/compile.ts'
import { findSecrets } from '../core/secrets/scan.ts'
import { importSecretRules } from './import-rules.ts'

test('a rule of a TOML file finds its secret', () => {
  const { specs, problems } = importSecretRules(`title = "rules"
[[rules]]
id = "acme-token"
description = "Acme token"
regex = '''(?i)\\bacme[_-]token\\s*[:=]\\s*['"]?([a-z0-9]{24})\\b'''
keywords = ["acme"]
entropy = 3.2
`)
  expect(problems).toEqual([])
  const { book } = compileSecrets(specs, { examples: false })
  expect(findSecrets('ACME_TOKEN: "k3vqpzs4ujdhfgavtbinokxr"', book)).toEqual([{ kind: 'acme-token', title: 'Acme token', start: 13, end: 37, length: 24 }])
})

test('what is not TOML is a problem that repeats nothing of it', () => {
  expect(importSecretRules('secret = k3vQpZs4uJdHfGaVtBiN')).toEqual({
    specs: [],
    problems: [{ id: '?', message: 'the file is not TOML: check it with the tool it is for' }],
    notes: [],
  })
})
