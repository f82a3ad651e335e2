// Is written content judged by what it will do, and by nothing else?
import { describe, expect, it } from 'vitest'
import { buildGate } from '../built-gate.ts'
import { DANGEROUS } from './dangerous-contents.ts'
import { ORDINARY } from './ordinary-contents.ts'
import { processorNow } from '../processor-time.ts'

const { check } = await buildGate()
const write = (path: string, content: string) => check('', { tool: 'Write', input: { file_path: path, content } }).decision

describe('contents of files', () => {
  it.each(ORDINARY.map(([path, content], at) => [`${at} ${path}`, path, content] as const))('%s passes', (_, path, content) => {
    const { verdict, reason } = write(path, content)
    expect([verdict, verdict === 'allow' ? '' : reason]).toEqual(['allow', ''])
  })

  it.each(DANGEROUS.map(([path, content], at) => [`${at} ${path}`, path, content] as const))('%s is asked about', (_, path, content) => {
    expect(write(path, content).verdict).not.toBe('allow')
  })

  it('judges an edit and a patch by what they add', () => {
    const edit = (new_string: string) => check('', { tool: 'Edit', input: { file_path: 'scripts/a.sh', old_string: 'rm -rf ~', new_string } }).decision.verdict
    expect(edit('rm -rf "$OUT_DIR"/*')).toBe('allow')
    expect(edit('rm -rf "$HOME"/*')).not.toBe('allow')
    const patch = (line: string) =>
      check('', { tool: 'apply_patch', input: { input: `*** Begin Patch\n*** Update File: scripts/a.sh\n@@\n${line}\n*** End Patch` } }).decision.verdict
    expect(patch('-rm -rf ~')).toBe('allow')
    expect(patch('+rm -rf ~')).not.toBe('allow')
  })

  it('weighs a command that is only written one step less than one that is run', () => {
    expect(check('rm -rf ~').decision.verdict).toBe('deny')
    expect(write('scripts/x.sh', 'rm -rf ~\n').verdict).toBe('ask')
  })
})

describe('hostile contents', () => {
  const LONG = 90_000
  const fill = (text: string): string => text.repeat(Math.ceil(LONG / text.length)).slice(0, LONG)
  const FILLS = [
    ' ',
    '\n',
    '\t',
    '"',
    "'",
    '- ',
    '!',
    "sh '''",
    'sh "',
    'resolved ',
    'registry = ',
    'url: {  ',
    'A = ',
    'A =     #',
    'run: |\n',
    'script:\n',
    '- x\n',
    'Exec',
    '"postinstall": [',
    '"a": "',
    '$(',
    '${',
    'RUN --x ',
    '* * * * * ',
    '\\\n',
    '{{',
    '${{',
    '(((',
    '`',
    'a\\',
  ]
  const PATHS = [
    'a.sh',
    'Makefile',
    'package.json',
    'Dockerfile',
    '.github/workflows/a.yml',
    'crontab',
    'a.service',
    'a.desktop',
    'Procfile',
    'Jenkinsfile',
    '.devcontainer/devcontainer.json',
    'package-lock.json',
    'yarn.lock',
    '.npmrc',
    'a.ps1',
    'a.bat',
    'a.md',
  ]
  it.each(PATHS)('are read in time in %s', (path) => {
    for (const piece of FILLS) {
      const started = processorNow()
      write(path, fill(piece))
      expect(processorNow() - started, JSON.stringify(piece)).toBeLessThan(1000)
    }
  })
})
