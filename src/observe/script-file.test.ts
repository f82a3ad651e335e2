// Is a file that may be run read as text, or said to be unread and why?
import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import { readScript } from './script-file.ts'
import type { ScriptFile } from './script-file.ts'

let base = ''
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-script-')))
})
afterAll(() => clear(base))

const read = (content: string | Buffer, most = 1000): ScriptFile => {
  writeFileSync(`${base}/x`, content)
  return readScript(`${base}/x`, most)
}

describe('readScript', () => {
  test('text is text', () => {
    expect(read('echo grüße\n')).toMatchObject({ text: 'echo grüße\n', unread: null })
    expect(read('')).toMatchObject({ text: '', unread: null })
    expect(readScript(`${base}/none`, 1000)).toEqual({ text: null, unread: null, bytes: null, seen: 'none' })
    expect(readScript(base, 1000)).toMatchObject({ text: null, unread: null })
  })
  test('what is too large is said to be, with its first line, and can still be compared', () => {
    const found = read(`#!/usr/bin/env node\n${'x'.repeat(1000)}`)
    expect(found).toMatchObject({ text: null, unread: { because: 'too-large', detail: 'a file of 1020 bytes', head: '#!/usr/bin/env node' } })
    expect(found.bytes?.length).toBe(1020)
    expect(found.seen).toMatch(/^sha256:/)
    expect(read('x'.repeat(1001)).unread?.head).toHaveLength(512)
  })
  test('zero bytes are passed over, as shells do', () => {
    expect(read('echo a\n\0\nrm -rf ~\0\n').text).toBe('echo a\n\nrm -rf ~\n')
    // Bash looks at the first line only, and at no more than 80 bytes of it.
    expect(read(`${'x'.repeat(90)}\0\nrm -rf ~\n`).text).toContain('rm -rf ~')
  })
  test('a program, and a script with an archive behind it', () => {
    expect(read('\x7fELF\x02\x01\x01\0\0\0')).toMatchObject({ text: null, unread: { because: 'unparsed', program: true } })
    expect(read(Buffer.concat([Buffer.from('#!/bin/sh\nexit\n'), Buffer.from([0, 0xff, 0xfe])])).unread).toEqual({
      because: 'unparsed',
      detail: 'a file that is not all text',
      head: '#!/bin/sh',
    })
    expect(read(`MZ\0\0${'x'.repeat(2000)}`).unread).toMatchObject({ because: 'too-large', program: true })
  })
})
