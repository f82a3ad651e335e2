// Can the tour be taken in a small terminal: every stop, nothing said by Node, no line wider than the screen?
import { spawn } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import { STOPS } from '../../src/cli/commands/tour.ts'
import { emptyHome, ensureBuilt, ROOT } from '../built.ts'
import { HAS_TERMINALS } from '../terminal-process.ts'

beforeAll(ensureBuilt, 120_000)

const PROMPT = 'q Enter: quit '

test.runIf(HAS_TERMINALS).each([80, 60])('in a terminal of %i columns', async (columns) => {
  const child = spawn('script', ['-qec', `stty cols ${columns} rows 24; '${process.execPath}' dist/cli.js tour`, '/dev/null'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'] ?? '', HOME: emptyHome(), TERM: 'xterm', NO_COLOR: '1' },
  })
  let said = ''
  let answered = 0
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
    const asked = said.split(PROMPT).length - 1
    for (; answered < asked; answered++) child.stdin.write('\r')
  })
  expect(await new Promise((done) => child.on('close', done))).toBe(0)
  const lines = said.replaceAll(/\u001B\[[0-9;?]*[A-Za-z]/g, '').split(/\r?\n/)
  expect(answered).toBe(STOPS.length - 1)
  expect(said).toContain('prudent doctor')
  expect(said).not.toContain('Warning')
  // What is drawn again after a carriage return stands in one line here.
  expect(lines.flatMap((line) => line.split('\r')).filter((line) => line.length > columns)).toEqual([])
})
