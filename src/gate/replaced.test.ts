// Is a person shown what a write replaces, and nothing of files that hold secrets?
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildGate } from '../../test/built-gate.ts'
import { clear } from '../../test/clear.ts'
import type { AskedField, JsonObject, ToolCall } from '../core/model.ts'
import { decide } from './decide.ts'
import type { Gate } from './gate.ts'
import { contentOf, questionOf } from './question.ts'

let gate: Gate
let home = ''
beforeAll(async () => {
  gate = (await buildGate()).gate
  home = mkdtempSync(path.join(tmpdir(), 'prudent-replaced-'))
}, 60_000)
afterAll(() => clear(home))

const asked = (tool: string, input: JsonObject) => {
  const call: ToolCall = { id: 'c', host: 'codex', session: 's', tool: { server: null, name: tool }, input, cwd: path.join(home, 'app') }
  return { call, ...decide(gate, call, { home, cwd: call.cwd, project: call.cwd }) }
}
const fieldsOf = (tool: string, input: JsonObject): readonly AskedField[] => {
  const about = asked(tool, input)
  expect(about.decision.verdict).toBe('ask')
  const redact = (text: string): string => text.replaceAll('hunter2', '[covered]')
  return questionOf([about], { id: 'q', now: 0, millis: 1, redact, digest: () => '', meaning: gate.books.meaning }).calls[0]?.fields ?? []
}
const lay = (name: string, text: string): string => {
  const file = path.join(home, name)
  writeFileSync(file, text)
  return file
}

test('the text of the file goes with the field that replaces it', () => {
  const file = lay('.bashrc', 'alias ll=ls\n')
  expect(fieldsOf('Write', { file_path: file, content: 'x\n' })).toEqual([
    { name: 'file_path', text: file, cut: false },
    { name: 'content', text: 'x\n', cut: false, before: 'alias ll=ls\n' },
  ])
})
test('not where there is none, where it holds a secret, is kept closed, or only part of it is changed', () => {
  const before = (tool: string, input: JsonObject): unknown => fieldsOf(tool, input).find((field) => field.before !== undefined)
  expect(before('Write', { file_path: path.join(home, '.zshrc'), content: 'x' })).toBeUndefined()
  expect(before('Write', { file_path: lay('.profile', 'export PASSWORD=hunter2\n'), content: 'x' })).toBeUndefined()
  expect(before('Write', { file_path: lay('.netrc', 'machine a login b\n'), content: 'x' })).toBeUndefined()
  expect(before('Edit', { file_path: lay('.bashrc', 'a\n'), old_string: 'a', new_string: 'b' })).toBeUndefined()
  expect(before('Bash', { command: `echo x > ${lay('.bashrc', 'a\n')}` })).toBeUndefined()
})
test('a file that changes after it was shown makes it another question', () => {
  const file = lay('.bashrc', 'a\n')
  const contentNow = (): string => contentOf([asked('Write', { file_path: file, content: 'x' })])
  const first = contentNow()
  expect(contentNow()).toBe(first)
  lay('.bashrc', 'b\n')
  expect(contentNow()).not.toBe(first)
})
