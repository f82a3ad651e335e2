// Does every route answer as the document says? A client that knows nothing but the document calls each of them.
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeRecorder } from '../../src/audit/record.ts'
import type { JsonObject, Json } from '../../src/core/model.ts'
import { openDiskLifts } from '../../src/stores/json-lines/lifts.ts'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import { openApi } from '../../src/desk/openapi.ts'
import { ensureBuilt } from '../built.ts'
import { deskHere, LIMITS, questionAbout } from './desk-here.ts'
import type { DeskHere } from './desk-here.ts'

const document = openApi() as unknown as Document
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonObject>> }
}
interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: JsonObject
  readonly responses: Readonly<Record<string, { readonly content: Readonly<Record<string, { readonly schema: JsonObject }>> }>>
}

/** What of a value is not as the schema says; nothing when all is. */
function misfits(value: Json | undefined, schema: JsonObject, at = '$'): readonly string[] {
  const { $ref: name, anyOf, enum: words, type } = schema
  if (typeof name === 'string') return misfits(value, document.components.schemas[name.split('/').at(-1) ?? ''] ?? { type: `missing ${name}` }, at)
  if (Array.isArray(anyOf)) {
    const all = anyOf.map((one) => misfits(value, one as JsonObject, at))
    return all.some(({ length }) => length === 0) ? [] : (all[0] ?? [])
  }
  if (Array.isArray(words) && !words.includes(value)) return [`${at} is ${JSON.stringify(value)}, none of ${words.join(', ')}`]
  if (type === undefined) return []
  const is = value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value
  if (is !== type && !(type === 'number' && is === 'integer')) return [`${at} is ${is}, not ${JSON.stringify(type)}`]
  if (schema['format'] === 'date-time' && Number.isNaN(Date.parse(JSON.stringify(value).slice(1, -1)))) return [`${at} is no time`]
  if (typeof schema['minimum'] === 'number' && Number(value) < schema['minimum']) return [`${at} is too small`]
  if (type === 'array') return (value as readonly Json[]).flatMap((one, index) => misfits(one, schema['items'] as JsonObject, `${at}[${index}]`))
  if (type !== 'object') return []
  const fields = (schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>
  const given = value as JsonObject
  const missing = ((schema['required'] ?? []) as readonly string[]).filter((field) => given[field] === undefined).map((field) => `${at}.${field} is missing`)
  const stray = schema['additionalProperties'] === false ? Object.keys(given).filter((field) => fields[field] === undefined) : []
  return [
    ...missing,
    ...stray.map((field) => `${at}.${field} is not described`),
    ...Object.entries(fields).flatMap(([field, inner]) => (given[field] === undefined ? [] : misfits(given[field], inner, `${at}.${field}`))),
  ]
}

let desk: DeskHere
let secret = ''
const asked = questionAbout('rm -rf ../other')
beforeAll(async () => {
  ensureBuilt()
  desk = await deskHere()
  secret = await desk.secret()
  desk.running.entered()
  await desk.approvals.raise(asked, LIMITS)
  const { grants, modes } = openDiskLifts({ state: path.join(desk.home, 'state/prudent') })
  const dates = { madeAt: new Date().toISOString(), expiresAt: new Date(Date.now() + 60_000).toISOString(), by: 'ana', channel: 'terminal' }
  const findings = [{ rule: 'git.force-push', revision: 'r', severity: 'high' }] as const
  await grants.add({ id: 'a'.repeat(16), ...dates, findings, shape: 's', scope: 'host:x', shows: ['git push'] }, new Date())
  await modes.add({ id: 'b'.repeat(16), ...dates, what: 'all', session: null, cap: 'low' }, new Date())
  mkdirSync(path.join(desk.home, '.config/prudent'), { recursive: true })
  writeFileSync(path.join(desk.home, '.config/prudent/settings.yaml'), 'preset: strict\n')
  const store = openJsonLines({ state: path.join(desk.home, 'state/prudent') })
  const recorder = makeRecorder({ store, redact: (text) => text })
  const call = { id: 'c1', host: 'claude-code', session: 's1', tool: { server: null, name: 'Bash' }, input: { command: 'git push --force' }, cwd: '/work' }
  const finding = {
    rule: 'git.force-push',
    severity: 'high',
    confidence: 90,
    span: { field: 'command', start: 0, end: 3 },
    title: 't',
    action: 0,
    verdict: 'deny',
  } as const
  recorder.judged(call, { verdict: 'deny', reason: 'no', findings: [finding], warnings: [], policy: 'p', by: 'policy' })
  recorder.judged({ ...call, id: 'c2', input: { command: 'ls' } }, { verdict: 'allow', reason: '', findings: [], warnings: [], policy: 'p', by: 'policy' })
}, 120_000)
afterAll(async () => desk.close())

const WORDS: Readonly<Record<string, string>> = {
  '/api/grants/{id}': 'a'.repeat(16),
  '/api/modes/{id}': 'b'.repeat(16),

  '/api/approvals/{id}': asked.id,
  '/api/approvals/{id}/respond': asked.id,
  '/api/rules/{id}': 'git.force-push',
}
const BODIES: Readonly<Record<string, unknown>> = {
  '/api/modes': { what: 'tool', tool: 'edit', minutes: 5, cap: 'medium' },
  '/api/session': {},
  '/api/try': { command: 'rm -rf ~' },
  '/api/approvals/{id}/respond': { approved: true },
}
const routes = Object.entries(document.paths).flatMap(([where, operations]) =>
  Object.entries(operations).map(([method, operation]) => [method.toUpperCase(), where, operation] as const),
)
const answered = (where: string): string => where.replace('{id}', WORDS[where] ?? 'x')

describe('every route', () => {
  test.each(routes)('%s %s answers as it is described', async (method, where, { responses }) => {
    const bearer = where === '/api/session' ? (desk.running.link().split('#link=')[1] ?? '') : secret
    const aborting = new AbortController()
    const response = await desk.ask(method, answered(where), {
      secret: bearer,
      signal: aborting.signal,
      ...(method === 'POST' ? { body: BODIES[where] ?? {} } : {}),
    })
    const [type, { schema }] = Object.entries(responses['200']?.content ?? {})[0] ?? ['', { schema: {} }]
    expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, type])
    if (type === 'text/event-stream') {
      const reader = (response.body as ReadableStream<Uint8Array>).getReader()
      let text = ''
      while (!text.includes('\n\n', text.indexOf('event: '))) text += new TextDecoder().decode((await reader.read()).value)
      aborting.abort()
      expect(misfits(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '') as Json, schema)).toEqual([])
    } else expect(misfits((await response.json()) as Json, schema)).toEqual([])
  })
  test.each(routes.filter(([, where]) => where !== '/api/session'))('%s %s is for nobody without the secret', async (method, where, { responses }) => {
    const response = await desk.ask(method, answered(where), { secret: 'x'.repeat(43), ...(method === 'POST' ? { body: BODIES[where] ?? {} } : {}) })
    expect(response.status).toBe(401)
    const schema = responses['401']?.content['application/json']?.schema ?? { type: 'missing' }
    expect(misfits((await response.json()) as Json, schema)).toEqual([])
  })
})

const json = async (where: string): Promise<JsonObject> => (await (await desk.ask('GET', where, { secret })).json()) as JsonObject

test('the log, the rules, the settings and a tried command are the real ones', async () => {
  expect((await json('/api/decisions?verdict=deny'))['calls']).toMatchObject([{ call: 'c1', findings: [{ rule: 'git.force-push' }] }])
  expect((await json('/api/decisions'))['calls']).toHaveLength(2)
  expect(await json('/api/audit?query=push&from=2020-01-01')).toMatchObject({ calls: [{ call: 'c1' }], more: 0, verification: { ok: true } })
  expect((await json('/api/audit?query=nothing-of-this'))['calls']).toEqual([])
  expect(await json('/api/stats?days=7')).toMatchObject({ all: { deny: 1, allow: 1 }, rules: [{ name: 'git.force-push' }] })
  expect(((await json('/api/rules?query=force-push'))['rules'] as readonly JsonObject[]).map(({ id }) => id)).toContain('git.force-push')
  const settings = await json('/api/settings')
  const from = (key: string): unknown => (settings['inForce'] as readonly JsonObject[]).find((one) => one['key'] === key)
  expect(from('preset')).toEqual({ key: 'preset', value: 'strict', from: 'user' })
  expect(from('approvals.timeout')).toEqual({ key: 'approvals.timeout', value: 120, from: 'built in' })
  expect(settings).toMatchObject({ said: [{ layer: 'user', key: 'preset', value: 'strict' }] })
  const tried = await desk.ask('POST', '/api/try', { secret, body: { command: 'git push --force origin main', cwd: '/work' } })
  expect(await tried.json()).toMatchObject({ verdict: 'deny', findings: [{ rule: 'git.force-push' }] })
})

test.each([
  ['/api/decisions?limit=0', 400],
  ['/api/decisions?verdict=maybe', 400],
  ['/api/decisions?host=--all', 400],
  ['/api/audit?from=yesterday-ish', 400],
  ['/api/stats?days=0', 400],
  ['/api/rules/no.such-rule', 404],
  ['/api/nothing', 404],
])('GET %s is refused with %i', async (where, status) => {
  expect((await desk.ask('GET', where, { secret })).status).toBe(status)
})

test('a page that may not approve switches no mode on, and every page switches one off', async () => {
  const other = await desk.secret()
  const body = { what: 'all', minutes: 5, cap: 'low' }
  expect((await desk.ask('POST', '/api/modes', { secret: other, body })).status).toBe(403)
  expect((await desk.ask('POST', '/api/modes', { secret, body: { ...body, cap: 'critical' } })).status).toBe(400)
  const { id } = (await (await desk.ask('POST', '/api/modes', { secret, body })).json()) as { readonly id: string }
  expect(((await json('/api/modes'))['modes'] as readonly JsonObject[]).map((one) => one['id'])).toContain(id)
  expect((await desk.ask('DELETE', `/api/modes/${id}`, { secret: other })).status).toBe(200)
  expect(((await json('/api/modes'))['modes'] as readonly JsonObject[]).map((one) => one['id'])).not.toContain(id)
  expect((await desk.ask('DELETE', `/api/modes/${id}`, { secret })).status).toBe(404)
})
