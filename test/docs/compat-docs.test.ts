// Do the examples of docs/compat.md do what they say? Each is run as it stands.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import * as compat from '../../src/compat/index.ts'
import { openMemory } from '../../src/index.ts'
import { emptyHome, ensureBuilt, ROOT } from '../built.ts'

beforeAll(ensureBuilt, 120_000)

const text = readFileSync(path.join(ROOT, 'docs/compat.md'), 'utf8')
const examples = [...text.matchAll(/^## (.+)$[^]*?```js\n([^]*?)```/gm)].map(([, title = '', code = '']) => ({ title, code }))

test('there is one for each system', () => expect(examples.map(({ title }) => title)).toHaveLength(Object.keys(compat).length))

test.each(examples)('$title', async ({ code }) => {
  const folder = path.join(emptyHome(), 'app')
  mkdirSync(path.join(folder, '.git'), { recursive: true })
  const body = code.replace(/^import \{(.+)\} from 'prudent\/compat'$/m, 'const {$1} = compat')
  expect(body).not.toContain('import ')
  const run = Object.getPrototypeOf(async () => {}).constructor as new (...names: readonly string[]) => (...given: readonly unknown[]) => Promise<void>
  await new run('compat', 'assert', 'folder', 'store', body)(compat, assert, folder, openMemory())
})
