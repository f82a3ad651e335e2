// Does an editor that knows our schemas know every key that a preset or a settings file may hold?
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readAuditSettings } from '../audit/settings.ts'
import { schemas } from './schemas.ts'
import { readSettings } from './settings.ts'
import { readYaml } from './yaml.ts'

const ROOT = path.join(import.meta.dirname, '../..')
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
}
const settings = schemas()['settings.schema.json'] as Schema
const language = schemas()['language.schema.json'] as Schema
const preset = schemas()['preset.schema.json'] as Schema
const keysOf = (schema: Schema | undefined): readonly string[] => Object.keys(schema?.properties ?? {}).sort()

/** Keys of a value, as `a.b`, that no branch of the schema knows. */
function strangers(value: unknown, schema: Schema, root: Schema, at = ''): readonly string[] {
  if (schema.$ref !== undefined) return strangers(value, root.$defs?.[schema.$ref.replace('#/$defs/', '')] ?? {}, root, at)
  if (schema.anyOf !== undefined) {
    const found = schema.anyOf.map((one) => strangers(value, one, root, at))
    return found.reduce((least, one) => (one.length < least.length ? one : least))
  }
  if (Array.isArray(value)) return value.flatMap((one: unknown) => strangers(one, schema.items ?? {}, root, at))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const of = schema.properties?.[name] ?? (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined)
    return of === undefined ? (schema.properties === undefined ? [] : [`${at}${name}`]) : strangers(inner, of, root, `${at}${name}.`)
  })
}

test('the settings that are read, and no other', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'prudent-schema-')), 'settings.yaml')
  writeFileSync(file, 'no-such-key: 1\n')
  const [problem] = readSettings({ home: '/home/dev', administrator: null, user: file, project: null }, []).problems
  const [, told = ''] = /write one of (.+?)(?:;|$)/.exec(problem?.message ?? '') ?? []
  const read = [...told.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)
  expect(read.length).toBeGreaterThan(15)
  // Only the administrator is told of locks.
  expect([...read, 'lock'].sort()).toEqual(keysOf(settings))
  expect(settings.additionalProperties).toBe(false)
})
test('what may be said under `audit`', () => {
  const read = readAuditSettings({ no: 1 })
  const told = read.ok ? [] : (read.message.split('write ')[1]?.split(', ') ?? [])
  expect([...told].sort()).toEqual(keysOf(settings.properties?.['audit']))
})
test('every file of languages', () => {
  const files = readdirSync(path.join(ROOT, 'languages'))
  expect(files.length).toBeGreaterThan(10)
  for (const name of files) expect(strangers(readYaml(readFileSync(path.join(ROOT, 'languages', name), 'utf8')).value, language, language)).toEqual([])
})
test('every preset, and every sample of the documentation', () => {
  const files = readdirSync(path.join(ROOT, 'presets'))
  for (const name of files) expect(strangers(readYaml(readFileSync(path.join(ROOT, 'presets', name), 'utf8')).value, preset, preset)).toEqual([])
  const text = readFileSync(path.join(ROOT, 'docs/settings.md'), 'utf8')
  const samples = [...text.matchAll(/^```yaml\n([^]*?)^```/gm)].map(([, block = '']) => readYaml(block).value)
  expect(samples.length).toBeGreaterThan(3)
  for (const sample of samples) expect(strangers(sample, settings, settings)).toEqual([])
})
test('what a preset may say of conduct, settings may say too', () => {
  const own = ['name', 'title', 'tools', 'case', 'question', 'kinds']
  expect(keysOf(preset).filter((name) => !own.includes(name) && !keysOf(settings).includes(name))).toEqual([])
})
test('a key that is misspelt is seen', () => {
  expect(strangers({ approvals: { timout: 5 }, modes: 'x', audit: { content: 'none' } }, settings, settings)).toEqual(['approvals.timout', 'modes'])
})
