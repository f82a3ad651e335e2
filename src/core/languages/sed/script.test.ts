// Is what sed makes of a text computed as sed itself would? Each of these was tried with GNU sed.
import { expect, test } from 'vitest'
import { processorNow } from '../../../../test/processor-time.ts'
import { runSed } from './script.ts'

const plain = { extended: false, quiet: false }

test.each([
  ['s/a/b/', 'aa\nca\n', 'ba\ncb\n'],
  ['s/a/b/g', 'aa', 'bb'],
  ['s/a/b/2', 'aaa', 'aba'],
  ['s/a/b/2g', 'aaaa', 'abbb'],
  ['s/A/b/I', 'xa', 'xb'],
  ['s/.*/[&]/', 'a b', '[a b]'],
  ['s/\\(a\\)\\(b\\)/\\2\\1/', 'ab', 'ba'],
  ['s/a+b?/x/', 'a+b?', 'x'],
  ['s/a.c/x/', 'abc', 'x'],
  ['s/\\$(OUT)/~/', 'rm $(OUT)', 'rm ~'],
  ['s/$(OUT)/~/', 'rm $(OUT)', 'rm ~'],
  ['s/^/# /', 'a\nb', '# a\n# b'],
  ['s/*/x/', 'a*b', 'axb'],
  ['s|a\\|b|x|', 'a|b', 'x'],
  ['s/a\\|b/x/g', 'abc', 'xxc'],
  ['s/[/]/x/', 'a/b', 'axb'],
  ['s/[[:space:]]*$//', 'a  ', 'a'],
  ['s/\\bd/D/', 'ad d', 'ad D'],
  ['s/x*/-/g', 'axb', '-a-b-'],
  ['s/a/b\\nc/', 'a', 'b\nc'],
  ['s/a/x/;s/b/y/ # why', 'ab', 'xy'],
  ['s/a/x/w out.txt', 'a', 'x'],
  ['1d;$d', 'a\nb\nc\n', 'b\n'],
  ['2,3d', 'a\nb\nc\nd', 'a\nd'],
  ['/b/,$d', 'a\nb\nc', 'a'],
  ['/b/!d', 'a\nb\nc', 'b'],
  ['0,/a/s/a/x/', 'a\na', 'x\na'],
  ['2,+1d', 'a\nb\nc\nd', 'a\nd'],
  ['1i first', 'a\n', 'first\na\n'],
  ['$ a last', 'a\n', 'a\nlast\n'],
  ['/a/a\\\trm x', 'a\nb', 'a\n\trm x\nb'],
  ['/a/a\\\nrm x', 'a\nb', 'a\nrm x\nb'],
  ['1c other', 'a\nb', 'other\nb'],
  ['1,2c other', 'a\nb\nc', 'other\nc'],
  ['/a/{n;s/b/x/}', 'a\nb\nb', 'a\nx\nb'],
  ['N;s/\\n/+/', 'a\nb\n', 'a+b\n'],
  ['1!G;h;$!d', 'a\nb\nc\n', 'c\nb\na\n'],
  ['y/ab/xy/', 'abc', 'xyc'],
  ['1q', 'a\nb', 'a'],
])('%s', (script, before, after) => expect(runSed(before, script, plain)).toBe(after))

test('options change what a script means', () => {
  expect(runSed('OUT ?= a\n', 's/(OUT|DIR) (\\??=) .*/\\1 \\2 b/', { ...plain, extended: true })).toBe('OUT ?= b\n')
  expect(runSed('a\nb\n', 's/a/x/p', { ...plain, quiet: true })).toBe('x\n')
})

test.each(['s/a', 'b end', 'l', '1~2d', 's/a/\\U&/', 's/a/b/e', '{s/a/b/', 's/\\(a\\)\\1/b/', ''])('%j is not followed', (script) =>
  expect(runSed('a\n', script, plain)).toBe(null),
)

test.each([
  ['s/.*/&&/', 'a'.repeat(199_000)],
  [`${'s/a*a*b/x/g;'.repeat(60)}s/a/b/`, 'a'.repeat(100_000)],
  ['s/\\(a*\\)*b/x/', `${'a'.repeat(5_000)}\n`.repeat(30)],
  ['H;x;G;h', 'ab\n'.repeat(20_000)],
  [`${'p;'.repeat(60)}p`, 'ab\n'.repeat(20_000)],
])('%s ends soon, whatever it is given', (script, text) => {
  const started = processorNow()
  expect(runSed(text, script, plain)).toBe(null)
  expect(processorNow() - started).toBeLessThan(1_000)
})
