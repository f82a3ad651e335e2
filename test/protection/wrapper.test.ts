// Does the script that hosts start answer in time, whatever becomes of Node, and hand on nothing that steers it? In every shell that this machine has.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FOLDER_VARIABLES, PASSED_ON } from '../../src/install/passed-on.ts'
import { wrappers } from '../../src/install/wrapper.ts'
import type { Paths } from '../../src/install/wrapper.ts'
import { KNOWN } from '../../src/hosts/known.gen.ts'
import { INSTALLS } from '../../src/hosts/install.gen.ts'
import { ensureBuilt, ROOT } from '../built.ts'
import type { Ran } from '../built.ts'
import { clear } from '../clear.ts'
import { shellEvent } from '../hook-process.ts'

const FOLDER = mkdtempSync(path.join(tmpdir(), 'prudent-wrapper-'))
beforeAll(ensureBuilt, 60_000)
afterAll(() => clear(FOLDER))

/** As `/bin/sh` is on one system or another. Busybox takes no `-p`, and nothing from the environment either. */
const SHELLS = [
  ['sh', ['/bin/sh']],
  ['dash', ['dash', '-p']],
  ['bash', ['bash', '--posix', '-p']],
  ['busybox', ['busybox', 'sh']],
  ['zsh', ['zsh', '--emulate', 'sh', '-p']],
  ['mksh', ['mksh', '-p']],
] as const
const HERE = SHELLS.filter(([, [program, ...words]]) => spawnSync(program, [...words, '-c', ':']).status === 0)

const executable = (name: string, text: string): string => {
  const file = path.join(FOLDER, name)
  writeFileSync(file, text)
  chmodSync(file, 0o755)
  return file
}
/** Ends at once, so that nobody waits for a time to be over. */
const NOW = executable('sleep', '#!/bin/sh\nexec /bin/sleep 0.05\n')
const HOOK = path.join(ROOT, 'dist/hook.cjs')

function written(name: string, more: Partial<Paths>): string {
  const home = path.join(FOLDER, `home ${name}`)
  mkdirSync(home, { recursive: true })
  const [edit] = wrappers({ home, node: process.execPath, hook: HOOK, ...more }, [])
  return executable(`hook-${name}`, edit?.text ?? '')
}

/** Waits as hosts do: until it has ended and its pipes are closed. */
function run(shell: readonly string[], file: string, words: readonly string[], input: string, env: Readonly<Record<string, string>> = {}): Promise<Ran> {
  const marked = { ...env, PATH: '/usr/bin:/bin' }
  const child = spawn(shell[0] ?? '', [...shell.slice(1), file, ...words], { env: marked, cwd: FOLDER })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return new Promise((done) => child.on('close', (code) => done({ code, out, err })))
}
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe.each(HERE)('by %s', (shell, command) => {
  const LINE = /^Prudent denied this call: [^\n]+; the user can [^\n]+\n$/

  test.each([
    ['sleeps', 'exec /bin/sleep 1000'],
    ['ignores TERM', "trap '' TERM HUP INT; while :; do :; done"],
    ['is stopped', 'kill -STOP $$'],
  ])('Node %s: it is ended and the call denied, by one line', async (name, does) => {
    const pid = path.join(FOLDER, `pid-${shell}-${name}`)
    const node = executable(`node-${shell}-${name}`, `#!/bin/sh\necho $$ > '${pid}'\n${does}\n`)
    for (const words of [
      ['--host', 'claude-code'],
      ['--host', 'codex', '--wait', '150'],
    ]) {
      const { code, out, err } = await run(command, written(`${shell}-${name}`, { node, sleep: NOW }), words, '{}')
      expect([code, out]).toEqual([2, ''])
      expect(err).toMatch(LINE)
      expect(isAlive(Number(readFileSync(pid, 'utf8')))).toBe(false)
    }
  })
  test('the answer comes as soon as there is one, and no timer is left behind', async () => {
    const timer = path.join(FOLDER, `timer-${shell}`)
    const sleep = executable(`sleep-${shell}`, `#!/bin/sh\necho $$ $1 >> '${timer}'\nexec /bin/sleep 1000\n`)
    const node = executable(`node-${shell}-quick`, `#!/bin/sh\nread -r line\nuntil [ -s '${timer}' ]; do :; done\necho "said $line"\nexit 2\n`)
    const limits: string[] = []
    for (const words of [[], ['--host', 'codex', '--wait', '150'], ['--host', 'grok'], ['--host', 'amp'], ['--wait', '1'], ['--wait', 'x']]) {
      // It would not return at all.
      const { code, out } = await run(command, written(`${shell}-quick`, { node, sleep }), words, 'hello\n')
      expect([code, out]).toEqual([2, 'said hello\n'])
      const [pid, limit = ''] = readFileSync(timer, 'utf8').trim().split(' ')
      limits.push(limit)
      expect(isAlive(Number(pid))).toBe(false)
      rmSync(timer)
    }
    expect(limits).toEqual(['19', '149', '4.5', '9.5', '19', '19'])
  })
  test.each([0, 1, 3, 32, 95, 96])('what lies in the place of Node and leaves with %d has judged nothing', async (code) => {
    const node = executable(`node-${shell}-${code}`, `#!/bin/sh\nexit ${code}\n`)
    // The number that counts is another one with each process: of two in a row, one at least is not this.
    const ran = [await run(command, written(`${shell}-${code}`, { node }), [], ''), await run(command, written(`${shell}-${code}`, { node }), [], '')]
    expect(ran.some((one) => one.code === 2 && LINE.test(one.err))).toBe(true)
    expect(ran.every((one) => one.code === 2 || (one.code === 0 && code >= 32 && code <= 95))).toBe(true)
  })
  test('where no time can be kept, Node still answers; where fractions are not known, whole seconds count', async () => {
    const node = executable(`node-${shell}-late`, '#!/bin/sh\n/bin/sleep 0.2\nwhile [ "$1" != --judged ]; do shift; done\nexit "$2"\n')
    expect(await run(command, written(`${shell}-late`, { node, sleep: '/nowhere/sleep' }), [], '')).toMatchObject({ code: 0, err: '' })
    const whole = executable(`whole-${shell}`, '#!/bin/sh\ncase $1 in *.*) exit 1 ;; *) exec /bin/sleep 0.05 ;; esac\n')
    const hangs = executable(`node-${shell}-hangs`, '#!/bin/sh\nexec /bin/sleep 1000\n')
    expect(await run(command, written(`${shell}-late`, { node: hangs, sleep: whole }), ['--host', 'grok'], '')).toMatchObject({ code: 2 })
  })
  test('what is missing, or crashes, is said in one line with its repair', async () => {
    const crash = executable(`node-${shell}-crash`, '#!/bin/sh\nexit 7\n')
    const cases = [
      [{ node: '/nowhere/node' }, 'Node is missing at `/nowhere/node`; the user can repair it with: prudent init'],
      [{ hook: '/nowhere/hook.cjs' }, '`/nowhere/hook.cjs` is missing; the user can repair it with: npm install --global prudent, then prudent init'],
      [{ node: crash }, '(exit code 7); the user can run: prudent doctor'],
    ] as const
    for (const [more, says] of cases) {
      const { code, out, err } = await run(command, written(`${shell}-missing`, more), ['--host', 'claude-code'], '{}')
      expect([code, out]).toEqual([2, ''])
      expect(err).toMatch(LINE)
      expect(err).toContain(says)
      const cline = await run(command, written(`${shell}-missing`, more), ['--host', 'cline'], '{}')
      expect(JSON.parse(cline.out)).toEqual({ cancel: true, errorMessage: expect.stringContaining('Prudent') as string })
    }
  })
  test('Node gets the variables that tell of the call, and no other', async () => {
    const node = executable(`node-${shell}-env`, '#!/bin/sh\n/usr/bin/env -0\nwhile [ "$1" != --judged ]; do shift; done\nexit "$2"\n')
    const given = { ...HOSTILE, ...KEPT, ODD: 'a\nexport node=/bin/false\nexport IFS=x\nexport hook=/bin/false', 'BASH_FUNC_wait%%': '() { exit 0; }' }
    const { code, out } = await run(command, written(`${shell}-env`, { node }), [], '', given)
    expect(code).toBe(0)
    const names = out.split('\0').flatMap((entry) => (entry === '' ? [] : [entry.slice(0, entry.indexOf('='))]))
    const own = ['PWD', 'OLDPWD', 'SHLVL', '_', 'PATH', 'LINENO', 'PPID', 'PS4', 'BASH_FUNC_wait%%']
    expect(names.filter((name) => !own.includes(name)).toSorted()).toEqual(Object.keys(KEPT).toSorted())
  })
  test('the real hook denies and lets pass, in folders with any name', async () => {
    const file = written(`${shell} it's $HOME "q"`, { folders: { CODEX_HOME: "/x y/it's", XDG_STATE_HOME: path.join(FOLDER, 'state "x" $y') } })
    const denied = await run(command, file, ['--host', 'claude-code'], JSON.stringify(shellEvent('claude-code', 'rm -rf /')), HOSTILE)
    expect(denied.out).toContain('"permissionDecision":"deny"')
    const passed = await run(command, file, ['--host', 'claude-code'], JSON.stringify(shellEvent('claude-code', 'ls')), HOSTILE)
    expect(passed).toMatchObject({ code: 0, out: '' })
    expect(existsSync(path.join(FOLDER, 'state "x" $y/prudent/audit'))).toBe(true)
  })
})

/** What loads code or files into Node, its libraries or a shell, or leads them elsewhere. */
const STEERING =
  'NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE NODE_EXTRA_CA_CERTS NODE_V8_COVERAGE NODE_ICU_DATA NODE_COMPILE_CACHE NODE_REDIRECT_WARNINGS NODE_DEBUG NODE_DEBUG_NATIVE NODE_PENDING_DEPRECATION NODE_USE_ENV_PROXY OPENSSL_CONF OPENSSL_MODULES OPENSSL_ENGINES OPENSSL_ia32cap SSL_CERT_FILE SSL_CERT_DIR SSLKEYLOGFILE LD_LIBRARY_PATH LD_BIND_NOW LD_DEBUG_OUTPUT DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH UV_THREADPOOL_SIZE UV_USE_IO_URING ICU_DATA GCONV_PATH LOCPATH NLSPATH MALLOC_CHECK_ MALLOC_TRACE GLIBC_TUNABLES RES_OPTIONS HOSTALIASES TZ TZDIR LANG LC_ALL TMPDIR TEMP BASH_ENV CDPATH GLOBIGNORE PS4 PROMPT_COMMAND USERPROFILE XDG_RUNTIME_DIR npm'.split(
    ' ',
  )
const HOSTILE: Readonly<Record<string, string>> = Object.fromEntries(
  STEERING.filter((name) => name !== 'npm').map((name) => [name, name.startsWith('LD_') || name === 'GLIBC_TUNABLES' ? '' : path.join(FOLDER, 'canary')]),
)
const KEPT: Readonly<Record<string, string>> = Object.fromEntries(
  PASSED_ON.filter((name) => name !== 'PATH').map((name) => [name.replaceAll(/\[(.).\]/g, '$1').replaceAll('*', 'X'), '/kept']),
)

test('every variable that the engine or a host reads is passed on', () => {
  const patterns = PASSED_ON.map((one) => new RegExp(`^${one.replaceAll('*', '.*')}$`))
  const isPassed = (name: string): boolean => patterns.some((one) => one.test(name))
  const source = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
  const hosts = KNOWN.flatMap(({ name }) => ['index', 'known'].map((file) => source(`src/hosts/${name}/${file}.ts`))).join('\n')
  const named = [...`${hosts}\n${source('src/observe/environment.ts')}\n${source('src/observe/login.ts')}`.matchAll(/(?:env|variables)\['(\w+)'\]/g)].map(
    ([, name = '']) => name,
  )
  const listed = ['src/observe/environment.ts', 'src/hosts/_frame/frame.ts'].flatMap((file) =>
    [...source(file).matchAll(/const (?:NAMES|DATABASES|NOBODY) = \[([^\]]*)\]/g)].flatMap(([, list = '']) => list.match(/\w+/g) ?? []),
  )
  const pipelines = [...source('programs/packages.yaml').matchAll(/variables: \[([^\]]*)\]/g)].flatMap(([, list = '']) => list.match(/\w+/g) ?? [])
  const logins = 'npm_config_registry NPM_TOKEN YARN_NPM_AUTH_TOKEN pnpm_x BUN_AUTH MY_REGISTRY_PASSWORD KEY_FOR_NPM ACTIONS_ID_TOKEN_REQUEST_URL'.split(' ')
  expect(named.length + listed.length + pipelines.length).toBeGreaterThan(60)
  expect([...named, ...listed, ...pipelines, ...logins].filter((name) => !isPassed(name))).toEqual([])
  expect(STEERING.filter((name) => name !== 'npm' && isPassed(name))).toEqual([])
})

test('every variable that moves a folder of a host is written down by init', () => {
  const asked = new Set<string>()
  const env = new Proxy({}, { get: (_, name) => void asked.add(String(name)) })
  for (const install of INSTALLS) {
    install.folders({ home: '/home/dev', project: '/p', env })
    install.edits('user', { home: '/home/dev', project: '/p', env }, { program: '', command: '', plugin: '', home: '', and: () => '' })
  }
  expect([...asked].filter((name) => !(FOLDER_VARIABLES as readonly string[]).includes(name) && name !== 'PATH' && name !== 'Path')).toEqual([])
})
