// Does somebody who moves from another gate get there by what docs/migrating.md says, line by line? Each section in a home of its own.
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { emptyHome, ensureBuilt, ROOT } from '../built.ts'
import { FIXTURES, hookSays } from './origin.ts'

beforeAll(ensureBuilt, 120_000)
const page = readFileSync(path.join(ROOT, 'docs/migrating.md'), 'utf8')
const sections = page
  .split(/^## /m)
  .slice(1)
  .map((text) => ({
    title: text.split('\n', 1)[0] ?? '',
    lines: [...text.matchAll(/^```sh\n([^]*?)^```/gm)].flatMap(([, block = '']) => block.split('\n').filter((line) => line !== '')),
  }))
/** Where each section says that the old gate's files lie, and a call that its own files alone speak of. */
const FILES: Readonly<Record<string, readonly [fixture: string, place: string, command: string, verdict: string]>> = {
  'From Wolffish': ['skills', '.wolffish/skills', 'dd if=a of=b', 'deny'],
  'From Anteroom': ['anteroom.yaml', '.anteroom/config.yaml', 'heroku pg:reset --force', 'ask'],
  'From leashd': ['leashd.yaml', 'leashd/policy.yaml', 'git push x --force', 'deny'],
  'From rune': ['rune.yaml', 'rune/safety-patterns.yaml', 'kubectl delete pod x', 'deny'],
  'From CPI-SI': ['cpi-si', '.claude/cpi-si/system/data/config/safety', 'ship --live', 'ask'],
  "From Claude Code's own permissions": ['claude-settings.json', '.claude/settings.json', 'npm publish', 'ask'],
}
const CODES: Readonly<Record<string, number>> = { allow: 0, ask: 3, deny: 4 }

test('there is a section for each of them', () => {
  expect(sections.map(({ title }) => title)).toEqual(Object.keys(FILES))
  for (const { lines } of sections) expect(lines.length).toBeGreaterThan(3)
})

/** As somebody types it: `prudent` is on the PATH, and the terminal stands in a project. */
function run(home: string, line: string): Promise<readonly [code: number | null, out: string]> {
  const child = spawn('bash', ['-c', line], { cwd: path.join(home, 'app'), env: { PATH: `${home}/bin:${process.env['PATH'] ?? ''}`, HOME: home } })
  let out = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (out += chunk))
  child.stdin.end()
  return new Promise((done) => child.on('close', (code) => done([code, out])))
}

describe.concurrent.each(sections)('$title', ({ title, lines }) => {
  test('every line does what it says', async () => {
    const [fixture = '', place = '', command = '', verdict = ''] = FILES[title] ?? []
    const home = emptyHome()
    for (const folder of ['bin', 'app/.git', '.claude', path.dirname(place)]) mkdirSync(path.join(home, folder), { recursive: true })
    cpSync(path.join(FIXTURES, fixture), path.join(home, place), { recursive: true })
    writeFileSync(path.join(home, 'bin/prudent'), `#!/bin/sh\nexec '${process.execPath}' '${path.join(ROOT, 'dist/cli.js')}' "$@"\n`)
    chmodSync(path.join(home, 'bin/prudent'), 0o755)
    for (const line of lines) {
      const claimed = /# (allow|ask|deny)\b/.exec(line)?.[1]
      const [code, out] = await run(home, line)
      expect([line, code, code === (CODES[claimed ?? 'allow'] ?? 0) ? '' : out]).toEqual([line, CODES[claimed ?? 'allow'], ''])
    }
    // What the agent is told from then on, by the hook: by the files that were there before, and nothing for what is harmless.
    expect(hookSays(home, ['Bash', { command }]).verdict).toBe(verdict)
    expect(hookSays(home, ['Bash', { command: 'ls' }]).verdict).toBe('silent')
    expect(readFileSync(path.join(home, '.claude/settings.json'), 'utf8')).toContain('prudent-hook')
  })
})
