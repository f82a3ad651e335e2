// Are scripts on a Windows disk looked at before they run? What is asked for, and what becomes of it; the disk itself is made up here.
import { describe, expect, test } from 'vitest'
import { callOf } from '../../src/cli/call.ts'
import type { ToolCall } from '../../src/core/model.ts'
import { startOf } from '../../src/observe/real-path.ts'
import { buildGate } from '../built-gate.ts'

const { gate } = await buildGate()
const HOME = String.raw`C:\Users\dev`
const PLACE = { home: HOME, cwd: `${HOME}\\app`, project: `${HOME}\\app` }
const call = (command: string, tool = 'Bash'): ToolCall => callOf(tool, { command }, PLACE.cwd)

describe('a script', () => {
  test.each([
    ['npm run clean', 'package.json', '{"scripts":{"clean":"rimraf ../../dev"}}'],
    ['python wipe.py', 'wipe.py', 'import shutil, os\nshutil.rmtree(os.path.expanduser("~"))\n'],
    ['bash scripts/x.sh', 'scripts/x.sh', 'rm -rf "$HOME"\n'],
    ['cat scripts/x.sh | bash', 'scripts/x.sh', 'rm -rf "$HOME"\n'],
    ['make', 'Makefile', 'all:\n\trm -rf $(HOME)\n'],
    ['node wipe', 'wipe.js', `require('fs').rmSync(require('os').homedir(), { recursive: true })`],
    ['cmd /c clean.bat', 'clean.bat', '@echo off\r\nrmdir /s /q %USERPROFILE%\r\n'],
    ['powershell -File clean.ps1', 'clean.ps1', 'Remove-Item -Recurse -Force $HOME\r\n'],
  ])('%s is asked for and judged by what it holds', (command, file, text) => {
    const path = `C:/Users/dev/app/${file}`
    const first = gate.check(call(command), PLACE)
    expect(first.decision.verdict).toBe('allow')
    expect(first.reading.needs).toContainEqual(expect.objectContaining({ kind: 'file', path }))
    expect(gate.check(call(command), PLACE, { facts: { files: { [path]: text } } }).decision.verdict).toBe('deny')
  })
  test.each([String.raw`.\clean.bat`, 'clean.bat', 'start clean.bat'])('%s in PowerShell', (command) => {
    const facts = { files: { 'C:/Users/dev/app/clean.bat': 'rd /s /q %USERPROFILE%\r\n' } }
    expect(gate.check(call(command, 'PowerShell'), PLACE, { facts }).decision.verdict).toBe('deny')
  })
})

test('where a path begins', () => {
  const windows = (path: string): string | null => {
    const start = startOf(path, true)
    return start === null ? null : `${start.root} ${start.rest}`
  }
  expect(['c:/a/b', String.raw`C:\a\b`, 'C:', '/c/a', '/mnt/d/a'].map(windows)).toEqual(['C:/ a/b', String.raw`C:/ a\b`, 'C:/ ', 'C:/ a', 'D:/ a'])
  // Another machine's, a device's, a POSIX shell's own, or of no known folder.
  expect(['//server/share/a', String.raw`\\.\pipe\a`, '/tmp/a', '/home/dev', 'a/b', 'C:a', ''].map(windows)).toEqual(Array(7).fill(null))
  expect(['/a/b', '/', 'C:/a', 'a'].map((path) => startOf(path, false))).toEqual([{ root: '/', rest: 'a/b' }, { root: '/', rest: '' }, null, null])
})
