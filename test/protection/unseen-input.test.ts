// Is what clicks or types unseen asked about while a person is asked, and only then?
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { callOf } from '../../src/cli/call.ts'
import type { JsonObject } from '../../src/core/model.ts'
import { isAsking } from '../../src/observe/asking.ts'
import { buildGates, home } from '../built-gate.ts'
import type { Built } from '../built-gate.ts'
import { PRESETS } from '../presets.ts'

let gates: ReadonlyMap<string, Built>
beforeAll(async () => {
  gates = await buildGates(PRESETS)
}, 240_000)

const CLICKS: readonly (readonly [tool: string, input: JsonObject])[] = [
  ['computer', { action: 'left_click', coordinate: [10, 20] }],
  ['computer', { action: 'double_click', coordinate: [10, 20] }],
  ['computer', { action: 'type', text: 'some words' }],
  ['mcp__computer-use__left_click', { x: 1, y: 2 }],
  ['mcp__computer-use__computer', { action: 'left_click', coordinate: [1, 2] }],
  ['mcp__desktop__click', { x: 1, y: 2 }],
  ['mcp__windows-mcp__Click-Tool', { loc: [1, 2] }],
  ['mcp__anything__mouse_click', { button: 'left' }],
  ['mcp__anything__press_key', { key: 'tab' }],
  ['Bash', { command: 'xdotool mousemove 10 20 click 1' }],
  ['Bash', { command: 'xdotool search --name Desk windowactivate mousedown 1' }],
  ['Bash', { command: 'ydotool click 0xC0' }],
  ['Bash', { command: 'cliclick c:10,20' }],
  ['Bash', { command: "xte 'mouseclick 1'" }],
]
const LOOKS: readonly (readonly [tool: string, input: JsonObject])[] = [
  ['computer', { action: 'screenshot' }],
  ['computer', { action: 'mouse_move', coordinate: [1, 2] }],
  ['mcp__computer-use__screenshot', {}],
  ['Bash', { command: 'xdotool getactivewindow' }],
  ['Bash', { command: 'npm test' }],
]
const isAsked = (preset: string, [tool, input]: (typeof CLICKS)[number], asking: boolean): boolean =>
  (gates.get(preset) as Built).gate
    .check(callOf(tool, input, home.cwd, {}), home, { facts: asking ? { asking: true } : {} })
    .decision.findings.some(({ rule, verdict }) => rule === 'self-doubt.answer' && verdict !== 'allow')

describe('clicks and keys that nobody sees', () => {
  test.each(PRESETS)('are asked about while a question is open, with preset %s', (preset) => {
    expect(CLICKS.filter((one) => !isAsked(preset, one, true))).toEqual([])
    expect(LOOKS.filter((one) => isAsked(preset, one, true))).toEqual([])
  })
  test('and pass while none is', () => {
    expect([...CLICKS, ...LOOKS].filter((one) => isAsked('standard', one, false))).toEqual([])
  })
  test('only such a call makes anybody look', () => {
    const needs = ([tool, input]: (typeof CLICKS)[number]): readonly string[] =>
      (gates.get('standard') as Built).gate.check(callOf(tool, input, home.cwd, {}), home).reading.needs.map(({ kind }) => kind)
    expect(CLICKS.every((one) => needs(one).includes('asking'))).toBe(true)
    expect(LOOKS.some((one) => needs(one).includes('asking'))).toBe(false)
  })
  test('a question is open until its time is over', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'prudent-asking-'))
    const unsaid = path.join(folder, 'unsaid')
    expect(isAsking(unsaid)).toBe(false)
    mkdirSync(unsaid)
    expect(isAsking(unsaid)).toBe(false)
    writeFileSync(path.join(unsaid, '1700000000000-1700000060000-in-agent-0123456789abcdef'), '')
    expect(isAsking(unsaid, 1_700_000_030_000)).toBe(true)
    expect(isAsking(unsaid, 1_700_000_060_001)).toBe(false)
    rmSync(folder, { recursive: true })
  })
})
