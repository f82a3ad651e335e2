// Does anything in the environment of an agent loosen the gate? The script that `prudent init` wrote is started with it, as a host would.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personIn, personHere } from '../../src/config/person.ts'
import { ensureBuilt, prudent } from '../built.ts'
import type { Ran } from '../built.ts'
import { clear } from '../clear.ts'
import { HOOK, shellEvent } from '../hook-process.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-environment-'))
const HOME = path.join(FOLDER, 'home')
const REPO = path.join(HOME, 'app')
const FAKE = path.join(REPO, '.fake')
const CANARY = path.join(FOLDER, 'canary')
const SCRIPT = path.join(HOME, '.config/prudent/bin/prudent-hook')
const put = (file: string, text: string): string => {
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}
beforeAll(() => {
  ensureBuilt()
  mkdirSync(path.join(REPO, '.git'), { recursive: true })
  expect(prudent(['init', '--yes', '--user', '--host', 'claude-code'], { env: { HOME } }).code).toBe(0)
  put(path.join(HOME, '.config/prudent/settings.yaml'), 'overrides: { git.stash-drop: deny }\n')
  prudent(['check', '--project', REPO, 'ls'], { env: { HOME } })
  for (const name of ['.config', '.local/share', '.']) put(path.join(FAKE, name, 'prudent/settings.yaml'), 'enabled: false\npreset: bare\n')
  put(path.join(FAKE, '.config/prudent/settings.yaml'), 'enabled: false\npreset: bare\n')
}, 120_000)
afterAll(() => clear(FOLDER))

const run = (command: string, env: Readonly<Record<string, string>>): Ran => {
  const input = JSON.stringify(shellEvent('claude-code', command, { cwd: REPO }))
  const ran = spawnSync(SCRIPT, ['--host', 'claude-code'], { input, env: { PATH: '/usr/bin:/bin', ...env }, cwd: REPO, encoding: 'utf8', timeout: 60_000 })
  return { code: ran.status, out: ran.stdout, err: ran.stderr }
}
const isDenied = ({ code, out }: Ran): boolean => code === 2 || out.includes('"permissionDecision":"deny"')

const evil = (): string => put(path.join(FOLDER, 'evil.cjs'), `require('node:fs').writeFileSync(${JSON.stringify(CANARY)}, '')\nprocess.exit(0)\n`)
const openssl = (): string =>
  put(path.join(FOLDER, 'openssl.cnf'), `nodejs_conf = x\nopenssl_conf = x\n[x]\nproviders = p\n[p]\nevil = e\n[e]\nmodule = ${FOLDER}/evil.so\nactivate = 1\n`)
const ATTEMPTS: readonly (readonly [string, () => Readonly<Record<string, string>>])[] = [
  ...[
    'HOME',
    'USERPROFILE',
    'XDG_CONFIG_HOME',
    'XDG_STATE_HOME',
    'XDG_CACHE_HOME',
    'XDG_DATA_HOME',
    'XDG_RUNTIME_DIR',
    'CLAUDE_CONFIG_DIR',
    'PRUDENT_HOME',
    'TMPDIR',
  ].map((name) => [`${name}=<repository>/.fake`, () => ({ [name]: name.startsWith('XDG_CONFIG') ? path.join(FAKE, '.config') : FAKE })] as const),
  ['NODE_OPTIONS --require', () => ({ NODE_OPTIONS: `--require ${evil()}` })],
  ['NODE_OPTIONS --import', () => ({ NODE_OPTIONS: `--import ${evil()}` })],
  ['NODE_OPTIONS that Node does not know', () => ({ NODE_OPTIONS: '--no-such-option' })],
  ['NODE_PATH', () => ({ NODE_PATH: path.dirname(evil()) })],
  ['NODE_V8_COVERAGE', () => ({ NODE_V8_COVERAGE: CANARY })],
  ['NODE_REDIRECT_WARNINGS', () => ({ NODE_REDIRECT_WARNINGS: CANARY })],
  ['OPENSSL_CONF', () => ({ OPENSSL_CONF: openssl(), SSL_CERT_FILE: openssl() })],
  ['OPENSSL_MODULES', () => ({ OPENSSL_MODULES: FOLDER, OPENSSL_ENGINES: FOLDER })],
  ['LD_LIBRARY_PATH', () => ({ LD_LIBRARY_PATH: FOLDER })],
  ['SSLKEYLOGFILE', () => ({ SSLKEYLOGFILE: CANARY })],
  ['a shell that starts files', () => ({ ENV: put(path.join(FOLDER, 'rc.sh'), 'exit 0\n'), BASH_ENV: path.join(FOLDER, 'rc.sh') })],
  ['another node first in PATH', () => ({ PATH: `${path.dirname(put(path.join(FOLDER, 'bin/node'), '#!/bin/sh\nexit 0\n'))}:/usr/bin:/bin` })],
]

describe('in the environment of an agent', () => {
  test.each(ATTEMPTS)('%s changes nothing', (_, given) => {
    const env = given()
    // The floor, and what this person alone has said: another home would have neither settings nor log.
    const floor = run('rm -rf /', env)
    const own = run('git stash drop', { HOME, ...env })
    expect([isDenied(floor), isDenied(own), existsSync(CANARY)]).toEqual([true, true, false])
    expect(floor.out + floor.err).toMatch(/delete-root/)
  })
  test('another home with settings of its own is said aloud', () => {
    expect(run('ls', { HOME: FAKE }).out).toContain('do not count')
    expect(run('ls', { HOME }).out).toBe('')
  })
  test('what tells of the call still counts: nobody can be asked in a pipeline', () => {
    const asked = (env: Readonly<Record<string, string>>): boolean => run('git reset --hard', { HOME, ...env }).out.includes('"permissionDecision":"ask"')
    expect([asked({}), asked({ CI: 'true' })]).toEqual([true, false])
  })
})

describe('whose folders', () => {
  test('the first word counts, and only an absolute one', () => {
    expect(personIn(['--home', '/a', '--host', 'x', '--home', '/b', '--folder', 'X=/c', '--folder', 'X=/d', '--folder', 'Y=rel'])).toEqual({
      home: '/a',
      folders: { X: '/c' },
    })
    expect(personIn(['--home', 'rel', '--home', '/b']).home).toBe('/b')
  })
  test('a plugin takes the folder it was installed for only where it is this user’s', () => {
    expect(personHere(HOME).home).toBe(HOME)
    const account = personHere().home
    for (const other of ['relative', '/nowhere/at/all']) expect(personHere(other).home).toBe(account)
  })
  test.skipIf(process.getuid?.() !== 0 || spawnSync('setpriv', ['--version']).status !== 0)(
    'a user id without an account is denied, with the reason, unless the script names a folder',
    () => {
      const started = (...words: string[]): Ran => {
        const nobody = ['--reuid=54321', '--regid=54321', '--clear-groups', process.execPath, HOOK]
        const input = JSON.stringify(shellEvent('claude-code', 'ls', { cwd: '/' }))
        const ran = spawnSync('setpriv', [...nobody, '--host', 'claude-code', ...words], {
          input,
          env: { PATH: '/usr/bin:/bin', HOME: FAKE },
          cwd: '/',
          encoding: 'utf8',
        })
        return { code: ran.status, out: ran.stdout, err: ran.stderr }
      }
      // Where others may not read the checkout, nothing can be tried.
      if (
        spawnSync('setpriv', ['--reuid=54321', '--regid=54321', '--clear-groups', process.execPath, '-e', `require('fs').accessSync(${JSON.stringify(HOOK)})`])
          .status !== 0
      )
        return
      expect(started()).toMatchObject({ code: 2, err: expect.stringContaining('gate.no-home') as string })
      expect(started('--home', '/tmp').code).toBe(0)
    },
  )
})
