// Is a host told to wait for people where they want to be asked by us, and only there?
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { clear } from '../../test/clear.ts'
import { INSTALLS } from '../hosts/install.gen.ts'
import { editsFor } from './plan.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-patience-'))
afterAll(() => clear(FOLDER))
let count = 0
const written = (settings: string | null, host: string): string => {
  const home = path.join(FOLDER, String(count++))
  mkdirSync(path.join(home, '.config/prudent'), { recursive: true })
  if (settings !== null) writeFileSync(path.join(home, '.config/prudent/settings.yaml'), settings)
  const install = INSTALLS.find((one) => one.host === host)
  return install === undefined
    ? ''
    : JSON.stringify(editsFor(install, 'user', { home, project: home, env: {} }))
        .replaceAll(home, '~')
        .replaceAll(/\\+"/g, '"')
        .replaceAll('": ', '":')
}
const PATIENT = {
  'claude-code': '"timeout":150',
  codebuddy: '"timeout":150',
  qoder: '"timeout":150',
  vscode: '"timeout":150',
  'copilot-cli': '"timeoutSec":150',
  'gemini-cli': '"timeout":150000',
  'qwen-code': '"timeout":150000',
}

test.each(Object.entries(PATIENT))('%s', (host, timeout) => {
  const usual = written(null, host)
  expect(usual).not.toContain('--wait')
  expect(usual).not.toContain(timeout)
  for (const settings of ['preset: strict\n', 'approvals: { prefer: host }\n', '# prefer: desk\n', 'approvals: { prefer: [\n'])
    expect(written(settings, host), settings).toBe(usual)
  const patient = written('approvals: { prefer: desk }\n', host)
  expect(patient).toContain('--wait 150')
  expect(patient).toContain(timeout)
})
test('who waits for people anyway is told nothing else', () => {
  expect(written('approvals: { prefer: desk }\n', 'codex')).toBe(written(null, 'codex'))
})
