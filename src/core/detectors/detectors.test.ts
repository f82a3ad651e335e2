// Does each detector see its own shapes, and leave ordinary text alone?
import { describe, expect, test } from 'vitest'
import { connect, execute, read } from '../../../test/make-actions.ts'
import type { Action } from '../model.ts'
import { detectors } from './index.ts'
import { processorNow } from '../../../test/processor-time.ts'

const sees = (name: string, text: string, actions: readonly Action[] = []): boolean => detectors[name]?.({ actions, text }) !== null

describe('fork-bomb', () => {
  test.each([
    ':(){ :|:& };:',
    ':(){:|:&};:',
    'bomb() { bomb | bomb & }; bomb',
    'function f { f | f & }; f',
    'function f() { f|f& }; f',
    'b(){ b & b & }; b',
    'f() { f & }; f',
    'x(){ x|x; }; x',
    'while true; do ./x & done',
    'while :; do sh & done',
    'until false; do x & done',
    'for ((;;)); do x & done',
    'while true\ndo\n x &\ndone',
    'echo hi; :(){ :|:& };:',
    'f(){ f|f & \n}\nf',
  ])('sees %s', (text) => {
    expect(sees('fork-bomb', text)).toBe(true)
  })
  test.each([
    'echo ":(){ :|:& };:"',
    "git commit -m 'stop :(){ :|:& };:'",
    'cat > a.md <<EOF\n:(){ :|:& };:\nEOF',
    '# :(){ :|:& };:',
    'f() { echo hi; }; f & f',
    'f() { g | h & }; f',
    'while true; do sleep 1; curl x & done',
    'while true; do curl -s x 2>&1; done',
    'while read x; do y & done',
    'fact() { if [ $1 -gt 1 ]; then fact $(($1-1)); fi; }; fact 5',
    'walk() { for d in *; do walk "$d"; done; }',
    'npm run dev & npm run test',
    'retry() { cmd || retry; }',
    'while true; do x && break; done',
    'git log --format="%h()" | head',
  ])('leaves %s', (text) => {
    expect(sees('fork-bomb', text)).toBe(false)
  })
  test('sees code that is run, in any language, at the place where it is run', () => {
    for (const code of [':(){ :|:& };:', 'fork while fork', 'import os\nwhile True: os.fork()', 'loop { fork }', 'while(1) { fork() }']) {
      expect(detectors['fork-bomb']?.({ actions: [execute(3, code)], text: "x -c '…'" })).toMatchObject({ span: { start: 3 } })
    }
    expect(sees('fork-bomb', 'x', [execute(0, 'echo ":(){ :|:& };:"')])).toBe(false)
  })
  test('ends soon on hostile text', () => {
    const started = processorNow()
    for (const text of [
      'a(){'.repeat(250_000),
      '('.repeat(1_000_000),
      'while true; do '.repeat(60_000),
      "'".repeat(1_000_001),
      '<<A\n'.repeat(20_000),
      `f(){${'f'.repeat(1_000_000)}&`,
    ])
      sees('fork-bomb', `${text}&`)
    expect(processorNow() - started).toBeLessThan(3000)
  })
})

describe('hidden-text', () => {
  test.each([
    'a\u202eb',
    'rm\u200b x',
    'x \u2066y\u2069',
    '\u{e0041}\u{e0042}',
    '\x1b[8mhidden\x1b[0m',
    'a\ufeffb',
    'x\u200dy',
    'a\u3164b',
    '\u200c',
    'a\x9b31m',
  ])('sees %j', (text) => {
    expect(sees('hidden-text', text)).toBe(true)
  })
  test.each([
    'plain text',
    'na\u00efve \u4e2d\u6587',
    '\ufeff#!/bin/sh',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'a\tb\nc',
  ])('leaves %j', (text) => {
    expect(sees('hidden-text', text)).toBe(false)
  })
  test('tells where', () => {
    expect(detectors['hidden-text']?.({ actions: [], text: 'ab\u202ecd', field: 'content' })).toEqual({
      span: { field: 'content', start: 2, end: 3 },
      detail: 'a direction override',
    })
  })
})

test('look-alike-host sees connections to such a place only', () => {
  const places = ['look-alike' as const]
  expect(sees('look-alike-host', 'echo g1thub.com')).toBe(false)
  expect(sees('look-alike-host', '', [{ ...read(0, '/x'), places }])).toBe(false)
  expect(sees('look-alike-host', '', [connect(4, 'https://github.com/x')])).toBe(false)
  expect(detectors['look-alike-host']?.({ actions: [{ ...connect(4, 'https://g1thub.com/x'), places }], text: '' })).toMatchObject({ span: { start: 4 } })
})

test('nul-byte', () => {
  expect(sees('nul-byte', 'a\0b')).toBe(true)
  expect(sees('nul-byte', 'a\\0b')).toBe(false)
  expect(sees('nul-byte', '', [read(0, '/a', { path: { text: 'a\0.txt' } })])).toBe(true)
  expect(sees('nul-byte', '', [read(0, '/a/\0', { path: { text: null } })])).toBe(false)
})
