// No secret of any kind is stored in the log, encoded or not, wherever in an event it stands; and ordinary hashes, images and code are left alone.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { makeRecorder } from '../../src/audit/record.ts'
import { loadSecretFolder } from '../../src/config/load-secrets.ts'
import type { Decision, ToolCall } from '../../src/core/model.ts'
import type { SecretBook, SecretSpec } from '../../src/core/secrets/model.ts'
import { findSecrets, redactSecrets } from '../../src/core/secrets/scan.ts'
import { openMemory } from '../../src/stores/memory/store.ts'
import { ROOT } from '../built.ts'

let book: SecretBook
beforeAll(async () => {
  ;({ book } = await loadSecretFolder(ROOT))
})
const KINDS = readdirSync(join(ROOT, 'secrets')).flatMap((file) => (parse(readFileSync(join(ROOT, 'secrets', file), 'utf8')) as { kinds: SecretSpec[] }).kinds)
const HITS = KINDS.flatMap(({ id, hits = [] }) => hits.map((hit) => ({ id, hit })))

const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  base64: (text) => Buffer.from(text).toString('base64'),
  base64url: (text) => Buffer.from(text).toString('base64url'),
  'base64 in lines': (text) =>
    (
      Buffer.from(text)
        .toString('base64')
        .match(/.{1,76}/g) ?? []
    ).join('\n'),
  'base64 twice': (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64'),
  hex: (text) => Buffer.from(text).toString('hex'),
  percent: (text) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  'base64, then percent': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
}

const CALL: ToolCall = { id: 'c', host: 'h', session: 's', tool: { server: null, name: 'Bash' }, input: {}, cwd: '/work' }
const DECISION: Decision = { verdict: 'allow', reason: '', findings: [], warnings: [], policy: 'p', by: 'policy' }
/** In a file's name a slash cannot stand. */
const named = (text: string): string => text.replaceAll('/', '_')
const PLACES: Readonly<Record<string, (text: string) => Partial<ToolCall>>> = {
  'the command': (text) => ({ input: { command: `echo ${text} | base64 -d` } }),
  'a nested value': (text) => ({ input: { a: { list: [{ deep: text }] } } }),
  'a key': (text) => ({ input: { [text]: true } }),
  'a file': (text) => ({ input: { file_path: `/home/dev/app/${named(text)}/notes.txt` } }),
  'an address': (text) => ({ input: { url: `https://example.org/x?y=${encodeURIComponent(text)}&z=1` } }),
  'the folder': (text) => ({ cwd: `/home/dev/${named(text)}` }),
  'the server': (text) => ({ tool: { server: `srv-${named(text)}`, name: 'query' } }),
  'the tool': (text) => ({ tool: { server: 'db', name: `mcp__${named(text)}` } }),
  'the session': (text) => ({ session: text }),
  'the id': (text) => ({ id: `call ${text}` }),
}

function logged(more: Partial<ToolCall>, text: string): string {
  const store = openMemory()
  const recorder = makeRecorder({ store, redact: (one) => redactSecrets(one, book) })
  const call = { ...CALL, ...more }
  recorder.judged(call, { ...DECISION, reason: `stopped \`${text}\`` })
  recorder.outcome(call, { ok: true, text: `it said ${text}` })
  return JSON.stringify([...store.entries()])
}

describe.each(Object.entries(ENCODINGS))('%s', (encoding, encode) => {
  test('every example of every kind, each in two places', () => {
    // Names are of one line.
    const places = Object.entries(PLACES).slice(0, encoding === 'base64 in lines' ? 2 : undefined)
    const leaks = HITS.flatMap(({ id, hit }, n) =>
      [n, n + 5].flatMap((at) => {
        const [place, put] = places[at % places.length] as (typeof places)[number]
        const encoded = encode(hit)
        // What is covered up alone must be so in any place.
        if (redactSecrets(hit, book) === hit) return [`${id}: not known by itself`]
        // Commands of several words are no names either.
        if (/\s/.test(hit) && /^the (?:server|tool)$/.test(place)) return []
        const log = logged(put(encoded), encoded)
        const trace = JSON.stringify(named(encoded.slice(4, 40))).slice(1, -1)
        return log.includes(trace) || log.includes(JSON.stringify(encoded.slice(4, 40)).slice(1, -1)) ? [`${id} in ${place}`] : []
      }),
    )
    expect(leaks).toEqual([])
  })
})

test('as they are, in every place', () => {
  const places = Object.entries(PLACES)
  const leaks = HITS.flatMap(({ id, hit }, n) => {
    const [found] = findSecrets(hit, book)
    // With a slash in it, it is another text in a file's name.
    if (found === undefined || /[\s/"\\]/.test(hit)) return []
    const [place, put] = places[n % places.length] as (typeof places)[number]
    const middle = hit.slice(found.start + 4, Math.min(found.end, found.start + 24))
    return logged(put(hit), hit).includes(middle) ? [`${id} in ${place}`] : []
  })
  expect(leaks).toEqual([])
})

test.each([
  ['PASSWORD=Hunter2Zebra ./run', 'Hunter2Zebra'],
  ['export DB_PASSWORD=Blue5Horse && ./x', 'Blue5Horse'],
  ['./login --password Blue5Horse --user ann', 'Blue5Horse'],
  ['./login --password=Blue5Horse', 'Blue5Horse'],
  ['{"password":"Blue5Horse"}', 'Blue5Horse'],
  ['APP_SECRET=sesame ./x', 'sesame'],
  ['AUTH_TOKEN=abcd1234 ./x', 'abcd1234'],
])('what is given to a name that promises a secret is covered in the log: %s', (command, value) => {
  expect(logged({ input: { command } }, command)).not.toContain(value)
})
test.each([
  'PASSWORD=$DB_PASSWORD ./run',
  'PASSWORD=${SECRET} ./run',
  'max_tokens=4096',
  'const password: string = read()',
  'git log --author=token',
  'session: "session-1"',
  'PWD=/home/dev/app ls',
  'curl -u "$USER:$PASSWORD" https://example.org',
])('what is none is left alone: %s', (text) => {
  expect(redactSecrets(text, book)).toBe(text)
})

test('hashes, images, lock files and our own code are left alone', () => {
  const bytes = (n: number, length: number): Buffer => {
    const parts: Buffer[] = []
    for (let at = 0; at * 64 < length; at++) parts.push(createHash('sha512').update(`${n} ${at}`).digest())
    return Buffer.concat(parts).subarray(0, length)
  }
  const hashes = Array.from({ length: 1500 }, (_, n) =>
    bytes(n, [16, 20, 32, 48, 64, 96, 600][n % 7] as number).toString((['base64', 'hex', 'base64url'] as const)[n % 3]),
  )
  const lock = readFileSync(join(ROOT, 'package-lock.json'), 'utf8').split('\n')
  const images = Array.from(
    { length: 10 },
    (_, n) => `data:image/png;base64,${Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), bytes(n, 2000)]).toString('base64')}`,
  )
  for (const texts of [hashes, images]) expect(texts.filter((text) => redactSecrets(text, book) !== text)).toEqual([])
  // As one text: line by line it would take long.
  expect(redactSecrets(lock.slice(0, 2500).join('\n'), book)).toBe(lock.slice(0, 2500).join('\n'))
})
