// Is every file that a patch touches seen, however the patch is written and whoever applies it?
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/model.ts'
import { readPatch } from '../../src/core/tools/patch.ts'
import { buildGate } from '../built-gate.ts'

const { check } = await buildGate()
const told = (input: JsonObject, tool = 'apply_patch'): string => check('', { tool, input }).decision.verdict
const envelope = (...lines: readonly string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

const BAD: readonly (readonly [string, string])[] = [
  ['a blank before the header', envelope(' *** Delete File: /home/dev/.ssh/id_rsa')],
  ['a tab before the header', envelope('\t*** Update File: /home/dev/.bashrc', '+x')],
  ['small letters', envelope('*** delete file: /home/dev/.ssh/id_rsa')],
  ['a blank before the move', envelope('*** Update File: a', ' *** Move to: /home/dev/.bashrc', '+x')],
  ['a rename of git', 'diff --git a/a.txt b/a.txt\nsimilarity index 100%\nrename from a.txt\nrename to /home/dev/.bashrc\n'],
  ['a copy of git', 'diff --git a/a.txt b/a.txt\ncopy from a.txt\ncopy to /home/dev/.bashrc\n'],
  ['a binary file', 'diff --git a/x b//home/dev/.bashrc\nGIT binary patch\nliteral 3\nabc\n'],
  ['a link', 'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b//home/dev/.bashrc\n@@ -0,0 +1 @@\n+/tmp/x\n'],
  ['no patch at all', 'delete everything'],
]

describe('a patch', () => {
  it.each(BAD)('with %s is asked about', (_, patch) => {
    expect(told({ input: patch })).not.toBe('allow')
    expect(told({ diff: patch })).not.toBe('allow')
    expect(told({ command: ['apply_patch', patch] })).not.toBe('allow')
  })
  it.each(BAD)('with %s is asked about in a shell', (_, patch) => {
    expect(check(`apply_patch <<'EOF'\n${patch}\nEOF`).decision.verdict).not.toBe('allow')
    expect(told({ command: ['apply_patch', patch] }, 'shell')).not.toBe('allow')
    expect(check(`apply_patch "$(cat <<'EOF'\n${patch}\nEOF\n)"`).decision.verdict).not.toBe('allow')
  })
  it.each([
    { operation: { type: 'delete_file', path: '~/.ssh/id_rsa' } },
    { operation: { type: 'create_file', path: '~/.bashrc', diff: '+x' } },
    {
      operations: [
        { type: 'update_file', path: 'a.ts', diff: '@@\n+x' },
        { type: 'update_file', path: 'a', move_to: '~/.bashrc' },
      ],
    },
    { operations: [{ type: 'create_file', path: 'a.sh', diff: '+rm -rf ~' }] },
    { path: '~/.bashrc', diff: '@@\n+x' },
    { something: 'else' },
    {},
  ])('as operations is asked about: %j', (input) => expect(told(input)).not.toBe('allow'))
  it.each([
    { input: envelope('*** Update File: src/a.ts', '@@', '-a', '+b') },
    { patch: envelope('*** Add File: docs/a.md', '+# A') },
    { operation: { type: 'update_file', path: 'src/a.ts', diff: '@@\n-a\n+b' } },
    { diff: 'diff --git a/src/a.ts b/src/a.ts\nindex 1..2 100644\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\n' },
  ])('of the project goes on: %j', (input) => expect(told(input)).toBe('allow'))
  it('of the project goes on in a shell', () => {
    expect(check(`apply_patch <<'EOF'\n${envelope('*** Update File: src/a.ts', '@@', '-a', '+b')}\nEOF`).decision.verdict).toBe('allow')
    expect(check('apply_patch "$PATCH"').decision.verdict).toBe('ask')
  })
})

describe('git’s own patches', () => {
  it('name each file once, with what becomes of it', () => {
    const text = [
      'diff --git a/one two.txt b/one two.txt',
      'deleted file mode 100644',
      'diff --git a/b.txt b/c.txt',
      'rename from b.txt',
      'rename to c.txt',
      'diff --git a/d.ts b/d.ts',
      '--- a/d.ts',
      '+++ b/d.ts',
      '+x',
    ].join('\n')
    expect(readPatch(text).map(({ does, path, to }) => [does, path, to])).toEqual([
      ['delete', 'one two.txt', undefined],
      ['move', 'b.txt', 'c.txt'],
      ['edit', 'd.ts', undefined],
    ])
  })
})
