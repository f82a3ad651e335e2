// What is written on Windows, so that each shell there starts the gate and keeps its exit code? Made by pure functions, looked at from any system; nothing here was run on Windows.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { NO_TONGUE, readPowershell } from '../../src/core/languages/read-windows.ts'
import type { HostInstall, InstallPlace } from '../../src/hosts/_frame/install.ts'
import { movable } from '../../src/hosts/_frame/install.ts'
import { INSTALLS } from '../../src/hosts/install.gen.ts'
import { applyInstall, applyUninstall } from '../../src/install/apply.ts'
import { wordsFor } from '../../src/install/canary.ts'
import { isOurCommand } from '../../src/install/edit.ts'
import { findHosts } from '../../src/install/find.ts'
import { editsFor, planInstall, planUninstall } from '../../src/install/plan.ts'
import { oursFor, wrappers } from '../../src/install/wrapper.ts'
import { clear } from '../clear.ts'

const HOMES = [String.raw`C:\Users\dev`, String.raw`C:\Users\Jane O'Hara`, String.raw`D:\Homes\50% & more`]
const placeIn = (home: string, env: InstallPlace['env'] = {}): InstallPlace => ({ home, project: `${home}\\app`, env, platform: 'windows' })
const named = (host: string): HostInstall => INSTALLS.find((one) => one.host === host) as HostInstall
const KNOWN = INSTALLS.filter(({ onWindows }) => onWindows !== undefined)

describe('the command', () => {
  test.each(HOMES)('PowerShell, in %s: one program, its exit code said aloud, and a denial where it is not there', (home) => {
    const ours = oursFor(placeIn(home), { host: 'gemini-cli', onWindows: 'powershell' })
    const program = `${home}\\.config\\prudent\\bin\\prudent-hook.cmd`
    expect(ours?.program).toBe(program)
    for (const [text, more] of [
      [ours?.command ?? '', []],
      [ours?.and('--wait 9') ?? '', ['--wait', '9']],
    ] as const) {
      const [first] = readPowershell(text, NO_TONGUE).commands.filter(({ words }) => (words[0]?.text ?? '').endsWith('prudent-hook.cmd'))
      expect(first?.words.map((word) => word.text)).toEqual([program, '--host', 'gemini-cli', ...more])
      expect(text).toMatch(/^try \{ & '.*; exit \$LASTEXITCODE \} catch \{ .*; exit 2 \}$/)
      expect(isOurCommand(text)).toBe(true)
    }
  })
  test("Git's shell: slashes that it does not eat", () => {
    for (const home of HOMES) {
      const ours = oursFor(placeIn(home), { host: 'codebuddy', onWindows: 'posix' })
      const ran = spawnSync('sh', ['-c', `printf '%s\\n' ${ours?.and('--wait 9')}`], { encoding: 'utf8' })
      expect(ran.stdout.trimEnd().split('\n')).toEqual([`${home.replaceAll('\\', '/')}/.config/prudent/bin/prudent-hook`, '--host', 'codebuddy', '--wait', '9'])
      expect(isOurCommand(ours?.command ?? '')).toBe(true)
    }
  })
  test('cmd: no quotes, so nothing that would need them', () => {
    const command = (home: string): string | undefined => oursFor(placeIn(home), { host: 'codex', onWindows: 'cmd' })?.command
    expect(HOMES.map(command)).toEqual([String.raw`C:\Users\dev\.config\prudent\bin\prudent-hook.cmd --host codex`, undefined, undefined])
    expect(isOurCommand(command(HOMES[0] ?? '') ?? '')).toBe(true)
  })
  test('is tried the way each shell is started', () => {
    expect(wordsFor({ starts: 'shell', onWindows: 'cmd' }, 'x', 'windows')).toEqual(['cmd.exe', '/d', '/c', 'x'])
    expect(wordsFor({ starts: 'shell', onWindows: 'powershell' }, 'x', 'windows').slice(-2)).toEqual(['-Command', 'x'])
    expect(wordsFor({ starts: 'shell', onWindows: 'posix' }, 'x', 'windows')).toEqual(['sh', '-c', 'x'])
    expect(wordsFor({ starts: 'program', onWindows: 'powershell' }, 'x.ps1', 'windows').slice(-2)).toEqual(['-File', 'x.ps1'])
  })
})

describe('the wrapper', () => {
  const paths = {
    home: String.raw`C:\Users\dev`,
    node: String.raw`C:\Program Files\nodejs\node.exe`,
    hook: String.raw`C:\100% mine\dist\hook.cjs`,
    platform: 'windows',
  } as const
  const [batch, shell] = wrappers(paths, ['claude-code', 'amp'])
  test('for cmd: clears what could load code, passes what was judged, and makes 2 of everything else', () => {
    expect(batch?.file).toMatch(/prudent-hook\.cmd$/)
    const lines = (batch?.text ?? '').split('\r\n')
    expect(batch?.text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const name of ['NODE_OPTIONS', 'NODE_PATH', 'NODE_EXTRA_CA_CERTS', 'NODE_V8_COVERAGE']) expect(lines).toContain(`set ${name}=`)
    const started = lines.filter((line) => line.includes(String.raw` "C:\100%% mine\dist\hook.cjs" --judged %judged% --home "`) && line.endsWith('" %*'))
    expect(started).toEqual([
      expect.stringMatching(/^"C:\\Program Files\\nodejs\\node\.exe" --no-rehash-snapshot /) as string,
      // Where Node does not know the options.
      expect.stringMatching(/^if errorlevel 9 if not errorlevel 10 "C:\\Program Files\\nodejs\\node\.exe" "C:/) as string,
    ])
    expect(lines).toContain('set /a judged=32 + %RANDOM% %% 64')
    // What cmd does with these lines, for every exit code there is, where 50 says that the call was judged.
    const ends = (code: number): string => {
      const from = lines.findIndex((line) => line.endsWith('%*')) + 1
      for (let at = from; at < lines.length;) {
        let rest = (lines[at] ?? '').replaceAll('%judged%', '50').replaceAll('%above%', '51')
        let holds = true
        for (let test = IF.exec(rest); test !== null; test = IF.exec(rest)) {
          holds &&= code >= Number(test[2]) !== (test[1] !== undefined)
          rest = test[3] ?? ''
        }
        if (holds && rest.startsWith('exit')) return rest
        at = holds && rest.startsWith('goto') ? lines.indexOf(`:${rest.slice(5)}`) : at + 1
      }
      return 'runs out'
    }
    const IF = /^if (not )?errorlevel (\d+) (.*)$/
    expect(ends(50)).toBe('exit /b 0')
    expect([0, 1, 2, 3, 49, 51, 9009, -1, -1073741819].map(ends)).toEqual(Array.from({ length: 9 }, () => 'exit /b 2'))
  })
  test('for cmd: letters that its code page may not have are not written where there is another way', () => {
    const home = String.raw`C:\Users\Jürgen`
    const hook = `${home}\\AppData\\Roaming\\npm\\node_modules\\prudent\\dist\\hook.cjs`
    const text = (node: string): string => wrappers({ ...paths, home, hook, node }, [])[0]?.text ?? ''
    const usual = text(paths.node)
    expect(usual).toMatch(/^[\r\n -~]+$/)
    expect(usual).toContain(String.raw`"C:\Program Files\nodejs\node.exe" --no-rehash-snapshot`)
    expect(usual).toContain(String.raw` "%~dp0..\..\..\AppData\Roaming\npm\node_modules\prudent\dist\hook.cjs" --judged %judged% --home "%~dp0..\..\.." %*`)
    expect(text(`${home}\\100%\\node.exe`)).toContain(String.raw`"%~dp0..\..\..\100%%\node.exe" --no-rehash-snapshot`)
    expect(usual).not.toContain('chcp')
    // Elsewhere only another code page helps, before the first such letter.
    expect(text(String.raw`D:\Größe\node.exe`)).toMatch(/chcp 65001 >nul\r\n(?:[\r\n -~])*"D:\\Größe\\node\.exe"/)
  })
  test("for Git's shell", () => {
    expect(shell?.text).toContain(`\nnode='C:/Program Files/nodejs/node.exe'\n`)
    expect(shell?.text).toContain(`\nhook='C:/100% mine/dist/hook.cjs'\n`)
    expect(spawnSync('sh', ['-n'], { input: shell?.text ?? '', encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
  })
})

describe('hosts', () => {
  test('those whose shell is known first-hand', () => {
    expect(KNOWN.map(({ host, onWindows }) => `${host}: ${onWindows}`)).toEqual([
      'claude-code: powershell',
      'cline: powershell',
      'codebuddy: posix',
      'codex: cmd',
      'copilot-cli: powershell',
      'crush: posix',
      'gemini-cli: powershell',
      'goose: posix',
    ])
  })
  test.each(KNOWN.map(({ host }) => host))('%s: every entry names us, in the form of its shell', (host) => {
    const edits = editsFor(named(host), 'user', placeIn(String.raw`C:\Users\dev`)) ?? []
    const text = edits
      .map((edit) => JSON.stringify(edit.kind === 'json' ? edit.add.map(({ value }) => value) : edit.kind === 'file' ? edit.text : ''))
      .join('\n')
    expect(edits.length).toBeGreaterThan(0)
    expect(text.includes('prudent-hook.cmd')).toBe(named(host).onWindows !== 'posix')
    expect(text).not.toContain('#!/bin/sh')
  })
  test('Claude Code is told to take PowerShell, Copilot CLI has a field for it, Cline a file', () => {
    const place = placeIn(String.raw`C:\Users\dev`)
    const [claude] = editsFor(named('claude-code'), 'user', place) ?? []
    expect(claude?.kind === 'json' && claude.add[0]?.value).toMatchObject({ hooks: [{ shell: 'powershell', onFailure: 'block' }] })
    const [copilot] = editsFor(named('copilot-cli'), 'user', place) ?? []
    expect(copilot?.kind === 'file' && Object.keys((JSON.parse(copilot.text) as { hooks: { preToolUse: [object] } }).hooks.preToolUse[0])).toEqual([
      'type',
      'powershell',
      'timeoutSec',
    ])
    const [cline] = editsFor(named('cline'), 'user', place) ?? []
    expect(cline?.file).toMatch(/PreToolUse\.ps1$/)
    expect(
      cline?.kind === 'file' && readPowershell(cline.text, NO_TONGUE).commands.some(({ words }) => (words[0]?.text ?? '').endsWith('prudent-hook.cmd')),
    ).toBe(true)
  })
  test('the others are left alone, with what to do', () => {
    const unknown = INSTALLS.filter(({ onWindows }) => onWindows === undefined)
    const { changes, refusals } = planInstall(unknown, 'user', placeIn('/nowhere'), { home: '/nowhere', node: 'node', hook: 'hook', platform: 'windows' })
    expect([changes, refusals.length]).toEqual([[], unknown.length])
    for (const { message } of refusals) expect(message).toContain('by hand')
    const blank = planInstall([named('codex')], 'user', placeIn('/no where'), { home: '/no where', node: 'node', hook: 'hook', platform: 'windows' })
    expect(blank.refusals[0]?.message).toContain('blanks')
  })
  test('are found by the endings of programs there, and folders that variables move', () => {
    const folder = String.raw`C:\Users\dev\AppData\Roaming\npm`
    expect(findHosts([named('codex')], placeIn(String.raw`C:\Users\dev`, { Path: folder }))[0]?.by).toBe(null)
    const move = (value: string): string => movable(placeIn(String.raw`C:\Users\dev`, { CODEX_HOME: value }), 'CODEX_HOME', '.codex')
    expect([move(String.raw`D:\codex` + '\\'), move('codex'), move('/codex')]).toEqual([
      String.raw`D:\codex`,
      String.raw`C:\Users\dev/.codex`,
      String.raw`C:\Users\dev/.codex`,
    ])
  })
})

const made: string[] = []
afterEach(() => {
  clear(...made.splice(0))
})
test.each(['dev', 'Jürgen'])('there and back leaves nothing in the home of %s', (name) => {
  const home = realpathSync(mkdtempSync(join(tmpdir(), `prudent-windows-${name}-`)))
  made.push(home)
  const place: InstallPlace = { home, project: home, env: {}, platform: 'windows' }
  const paths = { home, node: 'C:\\node.exe', hook: 'C:\\hook.cjs', platform: 'windows' } as const
  const plan = planInstall(KNOWN, 'user', place, paths)
  expect(plan.refusals).toEqual([])
  applyInstall(plan.changes, home, { version: '1', hook: null, now: new Date(0) })
  expect(readFileSync(join(home, '.config/prudent/bin/prudent-hook.cmd'), 'utf8')).toContain('hook.cjs')
  // PowerShell's old version takes a file for the machine's code page unless this stands before it.
  expect(readFileSync(join(home, '.cline/hooks/PreToolUse.ps1'), 'utf8').startsWith('\u{feff}')).toBe(name !== 'dev')
  expect(planInstall(KNOWN, 'user', place, paths).changes).toEqual([])
  applyUninstall(planUninstall(INSTALLS, null, place, paths).changes, home)
  expect(spawnSync('find', [home, '-type', 'f'], { encoding: 'utf8' }).stdout).toBe('')
})
