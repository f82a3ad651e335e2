// Is every secret in an input covered up, at any depth, and nothing else changed?
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../model.ts'
import { compileSecrets } from './compile.ts'
import { redactInput } from './redact-input.ts'
import { processorNow } from '../../../test/processor-time.ts'

const { book } = compileSecrets(
  [
    { id: 'acme-token', title: 'Acme token', keywords: ['acmet_'], regex: 'acmet_[a-z0-9]{20}', randomness: 'low' },
    { id: 'secret-assignment', title: 'secret', keywords: ['api_key'], where: 'secret' },
    { id: 'pem', title: 'key', keywords: ['-----begin'], regex: '-----BEGIN KEY-----(?<secret>[A-Za-z0-9+/\\s]{20,200})', randomness: 'none' },
  ],
  { examples: false },
)
const SECRET = ['acmet_', 'q7w2zk9rt4xv8bn3mc6j'].join('')
const SHOWN = '[redacted acme-token, 26 characters]'
const WORD = 'redacted-acme-token-26-characters'
const redact = (input: JsonObject): JsonObject | undefined => redactInput(input, book)?.input

describe('an input', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['plain', { text: `a ${SECRET} b` }, { text: `a ${SHOWN} b` }],
    ['deep', { a: [{ b: { c: [[SECRET]] } }] }, { a: [{ b: { c: [[SHOWN]] } }] }],
    ['twice', { text: `${SECRET} ${SECRET}` }, { text: `${SHOWN} ${SHOWN}` }],
    ['a command', { command: `x --t ${SECRET}; y` }, { command: `x --t ${WORD}; y` }],
    ['words of a command', { args: ['login', '-p', SECRET] }, { args: ['login', '-p', WORD] }],
    ['JSON as text', { arguments_json: `{"t":"${SECRET}"}` }, { arguments_json: `{"t":"${SHOWN}"}` }],
    ['no text', { n: 1, b: true, z: null, e: '' }, { n: 1, b: true, z: null, e: '' }],
    ['a path', { file_path: `/srv/${SECRET}/a`, target_file: SECRET }, { file_path: `/srv/${SECRET}/a`, target_file: SECRET }],
    ['what an edit looks for', { old_string: SECRET, oldText: SECRET, new_string: SECRET }, { old_string: SECRET, oldText: SECRET, new_string: SHOWN }],
  ])('%s', (_name, input, expected) => {
    expect(redact(input)).toEqual(expected)
  })
  it('known by its name in one field is covered in the others', () => {
    expect(redact({ a: 'api_key = "k3vQpZs4uJdHfGaVtBiN"', b: { c: 'k3vQpZs4uJdHfGaVtBiN!' } })).toEqual({
      a: 'api_key = "[redacted secret-assignment, 20 characters]"',
      b: { c: '[redacted secret-assignment, 20 characters]!' },
    })
  })
  it('that is a patch keeps its lines', () => {
    const patch = (added: string): string => `--- a/x\n+++ b/x\n@@ -1,2 +1,3 @@\n ${SECRET}\n-${SECRET}\n+${added}\n`
    expect(redact({ patch: patch(`t ${SECRET}`) })).toEqual({ patch: patch(`t ${SHOWN}`) })
    const key = (text: string): string => `*** Begin Patch\n*** Add File: k\n+-----BEGIN KEY-----${text}\n+-----END`
    expect(redact({ input: key(`\n+${'A1b2'.repeat(8)}\n+${'C3d4'.repeat(8)}`) })?.['input']).toMatch(
      /-----\[redacted pem, \d+ characters\]\n\+\n\+\n\+-----END$/,
    )
  })
  it('says how many of what, never what', () => {
    const { secrets } = redactInput({ a: SECRET, b: [SECRET, `x ${SECRET}`] }, book) ?? {}
    expect(secrets).toEqual(Array.from({ length: 3 }, () => ({ kind: 'acme-token', length: 26 })))
  })
  it('that cannot be looked at whole is not changed in part', () => {
    let deep: Json = SECRET
    for (let i = 0; i < 100; i++) deep = [deep]
    expect(redactInput({ deep }, book)).toBeNull()
    expect(redactInput({ a: 'x'.repeat(5_000_000) }, book)).toBeNull()
  })
  it('law: keeps its shape, holds the secret no more, and is changed once', () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.constant(SECRET),
      fc.string().map((text) => `${text} ${SECRET}`),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    )
    const { input } = fc.letrec<{ input: Json }>((tie) => ({
      input: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('input'), { maxLength: 4 }), fc.dictionary(fc.string(), tie('input'), { maxKeys: 4 })),
    }))
    fc.assert(
      fc.property(input, (given) => {
        const once = redactInput({ given }, book)
        if (once === null) throw new Error('not whole')
        expect(shapeOf(once.input)).toEqual(shapeOf({ given }))
        const kept = JSON.stringify(once.input).includes(SECRET)
        const mayKeep = /"(?:old|removed|original|before|search|find)[^"]*"|path|filename|directory|folder|cwd|workdir|file"/i.test(JSON.stringify(given))
        expect(kept && !mayKeep).toBe(false)
        expect(redactInput(once.input, book)?.secrets).toEqual([])
      }),
    )
  })
  it('ends in time, whatever it is', () => {
    const began = processorNow()
    redactInput({ patch: `*** Begin Patch\n+${`${SECRET} `.repeat(9000)}`, b: `api_key=${'k3vQ'.repeat(40_000)}`, c: '\n+'.repeat(400_000) }, book)
    expect(processorNow() - began).toBeLessThan(3000)
  })
})

const shapeOf = (value: Json): unknown =>
  typeof value === 'string'
    ? 'text'
    : Array.isArray(value)
      ? value.map((item) => shapeOf(item as Json))
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shapeOf(item)]))
        : value
