// Does a tool's schema add to what its arguments look like, and never take away?
import { expect, it } from 'vitest'
import { toldBy } from './schema.ts'

it.each([
  [{ format: 'uri' }, 'url'],
  [{ description: 'Absolute path to the file to open' }, 'path'],
  [{ description: 'The URL of the page' }, 'url'],
  [{ description: 'The shell command to run' }, 'command'],
  [{ description: 'SQL query to send' }, 'query'],
  [{ description: 'How the path is shown' }, undefined],
  [{ format: 'date' }, undefined],
  [{ format: 'toString' }, undefined],
])('%j: %s', (property, kind) => {
  expect(toldBy({ type: 'object', properties: { subject: { type: 'string', ...property } } }).get('subject')).toBe(kind)
})

it('looks into lists, alternatives and tables', () => {
  const inner = { properties: { subject: { format: 'path' } } }
  expect(toldBy({ properties: { a: { type: 'array', items: inner } } }).get('subject')).toBe('path')
  expect(toldBy({ properties: { a: { anyOf: [{ type: 'null' }, inner] } } }).get('subject')).toBe('path')
})

it('ends on a schema without end', () => {
  const deep = Array.from({ length: 5000 }).reduce<object>((inner) => ({ properties: { a: inner, b: inner } }), {})
  expect(toldBy(deep as never).size).toBe(0)
})
