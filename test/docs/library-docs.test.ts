// Do the examples of docs/library.md do what they say? Each is run as it stands.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import * as library from '../../src/index.ts'
import { ensureBuilt, ROOT } from '../built.ts'
import { clear } from '../clear.ts'

beforeAll(ensureBuilt, 120_000)

const text = readFileSync(path.join(ROOT, 'docs/library.md'), 'utf8')
const examples = [...text.matchAll(/^## (.+)$[^]*?```js\n([^]*?)```/gm)].map(([, title = '', code = '']) => ({ title, code }))

test('there are some', () =>
  expect(examples.map(({ title }) => title)).toEqual(['A gate that asks', 'A connector', 'Where you answer for all agents', 'Events', 'Grants and modes']))

test.each(examples)('$title', async ({ code }) => {
  const body = code.replace(/^import \{(.+)\} from 'prudent'$/m, 'const {$1} = library')
  expect(body).not.toContain('import ')
  const run = Object.getPrototypeOf(async () => {}).constructor as new (...names: readonly string[]) => (...given: readonly unknown[]) => Promise<void>
  const scratch = mkdtempSync(path.join(tmpdir(), 'prudent-library-'))
  try {
    await new run('library', 'assert', 'scratch', body)(library, assert, scratch)
  } finally {
    clear(scratch)
  }
})

test('every name that others have for an event is told', () => {
  for (const [alias, name] of Object.entries(library.EVENT_ALIASES))
    expect(text).toMatch(new RegExp(`\\| \`${name.replace('.', '\\.')}\` \\|.*\`${alias.replace('.', '\\.')}\``))
})
