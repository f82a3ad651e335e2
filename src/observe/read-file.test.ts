// Are only regular files read, and only as much as allowed?
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, renameSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import { quickest } from '../../test/processor-time.ts'
import { readRegular, readText } from './read-file.ts'

const MOST = 1000
let base = ''
const at = (path: string): string => `${base}/${path}`

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'prudent-read-')))
})
afterAll(() => clear(base))

describe('readRegular', () => {
  test('reads a file, also through a link', () => {
    writeFileSync(at('a'), 'text')
    symlinkSync('a', at('link'))
    expect(readText(at('a'), MOST)).toBe('text')
    expect(readText(at('link'), MOST)).toBe('text')
    expect(readText(at('a'), 4)).toBe('text')
    expect(readText(at('a'), 3)).toBeNull()
  })
  test('does not wait for a pipe', async () => {
    execFileSync('mkfifo', [at('pipe')])
    expect(await quickest(() => expect(readRegular(at('pipe'), MOST)).toBeNull())).toBeLessThan(200)
  })
  test('opens no folder, device, socket or process', async () => {
    const server = createServer().listen(at('socket'))
    await new Promise((resolve) => server.once('listening', resolve))
    symlinkSync('/dev/zero', at('zero'))
    symlinkSync('/proc/self/environ', at('environ'))
    for (const path of [base, at('socket'), at('zero'), at('environ'), '/dev/zero', '/proc/self/status', at('missing')])
      expect(readRegular(path, MOST)).toBeNull()
    await new Promise((resolve) => server.close(resolve))
  })
  test('leaves huge files alone', async () => {
    writeFileSync(at('huge'), '')
    truncateSync(at('huge'), 5_000_000_000)
    expect(await quickest(() => expect(readRegular(at('huge'), MOST)).toBeNull())).toBeLessThan(200)
  })
  test('what holds NUL bytes is no text', () => {
    writeFileSync(at('program'), 'ELF\0\0')
    expect(readRegular(at('program'), MOST)?.length).toBe(5)
    expect(readText(at('program'), MOST)).toBeNull()
  })
  test.skipIf(process.getuid?.() === 0)('what may not be read is not', () => {
    writeFileSync(at('closed'), 'x')
    chmodSync(at('closed'), 0)
    expect(readRegular(at('closed'), MOST)).toBeNull()
  })
  test('a file that is replaced all the time is read whole, or not at all', async () => {
    mkdirSync(at('race'))
    writeFileSync(at('race/x'), 'a'.repeat(100))
    writeFileSync(at('race/secret'), 'secret')
    const worker = new Worker(
      `const { renameSync, symlinkSync, writeFileSync } = require('node:fs')
       const { workerData } = require('node:worker_threads')
       for (let round = 0; round < 1500; round++) {
         writeFileSync(workerData + '/next', 'b'.repeat(round % 200))
         renameSync(workerData + '/next', workerData + '/x')
         symlinkSync('secret', workerData + '/link')
         renameSync(workerData + '/link', workerData + '/x')
       }`,
      { eval: true, workerData: at('race') },
    )
    const race = { over: false }
    worker.once('exit', () => (race.over = true))
    const seen = new Set<string>()
    while (!race.over) {
      for (let round = 0; round < 200; round++) seen.add((readText(at('race/x'), MOST) ?? 'nothing').replace(/^(.)\1*$/, '$1'))
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect([...seen].filter((text) => !['', 'a', 'b', 'secret', 'nothing'].includes(text))).toEqual([])
    renameSync(at('race/x'), at('race/y'))
  })
})
