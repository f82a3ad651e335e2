// Is the desk's service what `prudent init` wrote, does it stay so, and who may have a page of it? Real files, real terminals; families of processes made up where no service manager runs.
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Me } from '../../src/desk/api.ts'
import { makeService } from '../../src/desk/service.ts'
import type { Sight } from '../../src/desk/service.ts'
import { groundFile, noticeFiles } from '../../src/install/ground-files.ts'
import { makeLookout } from '../../src/install/lookout.ts'
import { markCall } from '../../src/install/marks.ts'
import { serviceEdit, serviceFile } from '../../src/install/service.ts'
import { openJsonLines } from '../../src/stores/json-lines/store.ts'
import { emptyHome, ensureBuilt, prudent } from '../built.ts'
import { deskHere } from '../desk/desk-here.ts'
import type { DeskHere } from '../desk/desk-here.ts'
import { HAS_TERMINALS, openTerminal } from '../terminal-process.ts'
import type { Terminal } from '../terminal-process.ts'

beforeAll(ensureBuilt, 120_000)
const isLinux = process.platform === 'linux'

interface Stage {
  readonly home: string
  readonly state: string
  readonly file: string
  readonly digest: (text: string) => string | null
}
function stage(): Stage {
  // A name that a unit, a shell and a program read differently.
  const home = join(realpathSync(emptyHome()), 'a %h "$b" c')
  mkdirSync(join(home, '.claude'), { recursive: true })
  expect(prudent(['init', '--service', '--host', 'claude-code', '--yes'], { env: { HOME: home } }).code).toBe(0)
  const state = join(home, '.local/state/prudent')
  return { home, state, file: serviceFile(home) ?? '', digest: openJsonLines({ state }).digest }
}

describe.runIf(isLinux)('the file', () => {
  test('is written once, is one that systemd takes, is shown, and goes with the rest', () => {
    const { home, file } = stage()
    const env = { HOME: home }
    expect(statSync(file).mode & 0o777).toBe(0o644)
    const was = readFileSync(file, 'utf8')
    expect(was).toContain(
      `"HOME=${home
        .replaceAll('"', String.raw`\"`)
        .replaceAll('%', '%%')
        .replaceAll('$', '$$$$')}"`,
    )
    // Where nothing runs, it still tells whether it could read a file.
    const verified = spawnSync('/usr/bin/systemd-analyze', ['--user', 'verify', file], {
      env: { PATH: process.env['PATH'] ?? '', XDG_RUNTIME_DIR: home, HOME: home },
      encoding: 'utf8',
    })
    if (verified.error === undefined) expect(verified.stderr.split('\n').filter((line) => line.includes('prudent.service'))).toEqual([])
    for (const words of [
      ['init', '--host', 'claude-code', '--yes'],
      ['init', '--service', '--host', 'claude-code', '--yes'],
    ]) {
      expect(prudent(words, { env }).out).not.toContain('prudent.service')
      expect(readFileSync(file, 'utf8')).toBe(was)
    }
    expect(JSON.parse(prudent(['status', '--json'], { env }).out)).toMatchObject({ service: file })
    const findings = (): string => prudent(['doctor', '--json'], { env }).out
    expect(findings()).toContain('service.written')
    appendFileSync(file, 'Environment=NODE_OPTIONS=--require=/tmp/x\n')
    expect(findings()).toContain('service.changed')
    expect(prudent(['init', '--host', 'claude-code', '--yes'], { env }).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(was)
    expect(prudent(['uninstall', '--yes'], { env }).out).toContain('systemctl --user disable --now prudent.service')
    expect(existsSync(join(home, '.config/systemd'))).toBe(false)
  })

  test('a file of somebody else is left alone', () => {
    const home = emptyHome()
    const file = serviceFile(home) ?? ''
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, '[Service]\nExecStart=/bin/true\n')
    prudent(['init', '--service', '--host', 'claude-code', '--yes'], { env: { HOME: home } })
    prudent(['uninstall', '--yes'], { env: { HOME: home } })
    expect(readFileSync(file, 'utf8')).toBe('[Service]\nExecStart=/bin/true\n')
  })
})

test('for macOS it is a property list with the same words', () => {
  const { text = '', file = '' } = serviceEdit({ home: '/Users/a&b', node: '/n', hook: '/p/dist/hook.cjs' }, 'darwin') ?? {}
  expect(file).toBe('/Users/a&b/Library/LaunchAgents/dev.prudent.desk.plist')
  expect([...text.matchAll(/^ {4}<string>(.*)<\/string>$/gm)].map(([, word]) => word)).toEqual([
    '/usr/bin/env',
    '-i',
    'HOME=/Users/a&amp;b',
    'PATH=/usr/local/bin:/usr/bin:/bin',
    '/n',
    '/p/dist/cli.js',
    'serve',
  ])
  expect(serviceEdit({ home: 'C:/Users/a', node: 'n', hook: 'h' }, 'win32')).toBeNull()
})

describe.runIf(isLinux)('whether a process is that service', () => {
  let at: Stage
  beforeAll(() => void (at = stage()))
  const MANAGED = { MainPID: '4711', FragmentPath: '', DropInPaths: '', NeedDaemonReload: 'no' }
  const said = (more: Partial<typeof MANAGED> = {}): string =>
    Object.entries({ ...MANAGED, FragmentPath: at.file, ...more })
      .map(([name, value]) => `${name}=${value}\n`)
      .join('')
  /** As it is under systemd: 1 systemd, 900 systemd --user, 4711 ours. */
  const sight = (more: Partial<Sight> = {}): Sight => ({
    pid: 4711,
    platform: 'linux',
    of: (pid) =>
      ({ 1: { name: 'systemd', parent: 0, terminal: 0 }, 900: { name: 'systemd', parent: 1, terminal: 0 }, 4711: { name: 'node', parent: 900, terminal: 0 } })[
        pid
      ] ?? null,
    group: () => '0::/user.slice/user-1000.slice/user@1000.service/app.slice/prudent.service\n',
    agent: () => null,
    manager: () => said(),
    ...more,
  })
  const why = (more: Partial<Sight> = {}): string | null => makeService(at, sight(more))()

  test('it is, where all of it fits; what the system adds to every service is no objection', () => {
    expect(why()).toBeNull()
    expect(why({ manager: () => said({ DropInPaths: '/usr/lib/systemd/user/service.d/10-timeout-abort.conf' }) })).toBeNull()
  })
  test.each<[string, Partial<Sight>]>([
    ['runs in another group', { group: () => '0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-agent.scope\n' }],
    ['runs in a group below', { group: () => '0::/user@1000.service/app.slice/prudent.service/x\n' }],
    [
      'was started by a shell that went away',
      { of: (pid) => (pid === 4711 ? { name: 'node', parent: 1, terminal: 0 } : { name: 'systemd', parent: 0, terminal: 0 }) },
    ],
    [
      'was started by something called so',
      { of: (pid) => ({ 4711: { name: 'node', parent: 900, terminal: 0 }, 900: { name: 'systemd', parent: 800, terminal: 0 } })[pid] ?? null },
    ],
    ['has an agent above it', { agent: () => 'an agent has started it' }],
    ['is not the one that the manager started', { manager: () => said({ MainPID: '4712' }) }],
    ['was started by another file', { manager: () => said({ FragmentPath: '/tmp/prudent.service' }) }],
    ['has something added to it', { manager: () => said({ DropInPaths: `${at.file}.d/x.conf` }) }],
    ['was read before its file was changed', { manager: () => said({ NeedDaemonReload: 'yes' }) }],
    ['has no manager that answers', { manager: () => '' }],
    ['is on a system without any', { platform: 'win32' }],
  ])('not one that %s', (_, more) => expect(why(more)).toEqual(expect.any(String)))

  test('the manager is asked once where it says yes, and again after a while where it did not', () => {
    let [asked, clock, isBusy] = [0, 0, true]
    const manager = (): string => (asked++, isBusy ? '' : said())
    const service = makeService(at, sight({ manager }), () => clock)
    for (let count = 0; count < 5; count++) expect(service()).toEqual(expect.any(String))
    expect(asked).toBe(1)
    ;[isBusy, clock] = [false, 10_000]
    for (let count = 0; count < 5; count++) expect(service()).toBeNull()
    clock = 1e9
    expect([service(), asked]).toEqual([null, 2])
  })
  test('none whose file is not the one that was kept, or nothing tells which that was', () => {
    const was = readFileSync(at.file, 'utf8')
    const service = makeService(at, sight())
    expect(service()).toBeNull()
    for (const change of [
      () => appendFileSync(at.file, '#\n'),
      () => unlinkSync(at.file),
      () => chmodSync(at.file, 0o666),
      () => (writeFileSync(`${at.file}.other`, was), unlinkSync(at.file), symlinkSync(`${at.file}.other`, at.file)),
    ]) {
      change()
      expect(service()).toEqual(expect.any(String))
      if (existsSync(at.file)) unlinkSync(at.file)
      writeFileSync(at.file, was)
      chmodSync(at.file, 0o644)
      expect(service()).toBeNull()
    }
    const ground = readFileSync(groundFile(at.home), 'utf8')
    writeFileSync(groundFile(at.home), ground.replace('prudent serve', 'prudent  serve').replace('"mac":"', '"mac":"x'))
    expect(service()).toContain('no service was set up')
    writeFileSync(groundFile(at.home), ground)
  })
})

describe.runIf(isLinux)('an agent', () => {
  test('that changes the file in plain words, or ends the service, is denied', () => {
    const home = emptyHome()
    for (const command of [
      'echo x >> ~/.config/systemd/user/prudent.service',
      'mkdir -p ~/.config/systemd/user/prudent.service.d && cp x.conf ~/.config/systemd/user/prudent.service.d/',
      'rm ~/.config/systemd/user/default.target.wants/prudent.service',
      'systemctl --user edit prudent.service',
      'systemctl --user disable --now prudent',
      'rm ~/Library/LaunchAgents/dev.prudent.desk.plist',
    ])
      expect([command, (JSON.parse(prudent(['check', '--json', command], { env: { HOME: home } }).out) as { verdict: string }).verdict]).toEqual([
        command,
        'deny',
      ])
  })

  test('that changes it unseen finds it put back, and is written down', () => {
    const { home, state, file } = stage()
    const look = makeLookout({ home, state })
    const was = readFileSync(file, 'utf8')
    look(Date.now())
    markCall(state, { at: Date.now(), host: 'claude-code', session: 's', call: 'c' })
    writeFileSync(file, was.replace('cli.js', 'other.js'))
    const found = [...look(Date.now()).found, ...look(Date.now()).found]
    expect(found.join('\n')).toContain('was changed while a call of claude-code ran, and was put back')
    expect(readFileSync(file, 'utf8')).toBe(was)
    expect(existsSync(noticeFiles(state).news)).toBe(true)
  })
})

describe.runIf(HAS_TERMINALS)('a page of a desk that runs elsewhere', () => {
  let desk: DeskHere
  const terminals: Terminal[] = []
  const home = emptyHome()
  beforeAll(async () => void (desk = await deskHere({ env: { HOME: home } })))
  afterAll(async () => {
    for (const one of terminals) one.close()
    await desk.close()
  })
  const open = (): Terminal => {
    const terminal = openTerminal(home, ['desk', '--no-open', '--port', String(desk.running.port)])
    terminals.push(terminal)
    return terminal
  }
  const linkOf = (terminal: Terminal): string =>
    terminal
      .bytes()
      .match(/#link=([\w-]+)/g)
      ?.at(-1)
      ?.slice(6) ?? ''
  const opened = async (code: string): Promise<string> =>
    ((await (await desk.ask('POST', '/api/session', { secret: code })).json()) as { secret: string }).secret
  const mayApprove = async (secret: string): Promise<boolean> => ((await (await desk.ask('GET', '/api/me', { secret })).json()) as Me).mayApprove

  test('a person gets a link in a terminal, and Enter there, nowhere else, lets its page approve', async () => {
    const [one, other] = [open(), open()]
    for (const terminal of [one, other]) await expect.poll(() => linkOf(terminal), { timeout: 30_000 }).not.toBe('')
    const [mine, theirs] = [await opened(linkOf(one)), await opened(linkOf(other))]
    await expect.poll(() => one.bytes(), { timeout: 30_000 }).toContain('a page was opened')
    expect([await mayApprove(mine), await mayApprove(theirs)]).toEqual([false, false])
    one.type('\r')
    await expect.poll(() => mayApprove(mine), { timeout: 30_000 }).toBe(true)
    expect(await mayApprove(theirs)).toBe(false)
    expect(desk.printed.join('')).not.toContain('a page was opened')
    // Again: a link for another page.
    const before = linkOf(one)
    one.type('\r')
    await expect.poll(() => linkOf(one), { timeout: 30_000 }).not.toBe(before)
  })

  test.each([
    ['without a terminal', [process.execPath]],
    ['in a session of its own, without its environment', ['setsid', '--wait', 'env', '-i', process.execPath]],
    ['in a terminal that it has opened', ['script', '-qfc', 'exec "$NODE" "$FILE" "$FOLDER"', '/dev/null']],
  ])('a process %s gets none, and that is written down', async (_, [program = '', ...words]) => {
    const folder = join(home, '.local/state/prudent/desk')
    const file = join(emptyHome(), 'join.cjs')
    writeFileSync(
      file,
      `const net = require('net'), path = require('path'); process.umask(0o177)
net.createServer((socket) => socket.on('data', (text) => require('fs').appendFileSync(${JSON.stringify(`${file}.got`)}, text))).listen(path.join(process.argv[2], String(process.pid)), () => require('fs').writeFileSync(${JSON.stringify(`${file}.pid`)}, String(process.pid)))
setTimeout(() => process.exit(), 20000)`,
    )
    const child = spawn(program, program === 'script' ? words : [...words, file, folder], {
      env: { PATH: process.env['PATH'] ?? '', NODE: process.execPath, FILE: file, FOLDER: folder },
      stdio: 'ignore',
    })
    const refusals = (): number =>
      [...openJsonLines({ state: join(home, '.local/state/prudent') }).entries()].filter((entry) => JSON.stringify(entry).includes(`process ${pid}`)).length
    await expect.poll(() => existsSync(`${file}.pid`), { timeout: 30_000 }).toBe(true)
    const pid = readFileSync(`${file}.pid`, 'utf8')
    await expect.poll(refusals, { timeout: 30_000 }).toBeGreaterThan(0)
    expect(existsSync(`${file}.got`)).toBe(false)
    process.kill(Number(pid))
    child.kill()
  })
})
