// Does a forged, damaged or swapped cache change a verdict? What we did not write ourselves is not used, whatever its name, length and times say.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { beforeAll, describe, expect, test } from 'vitest'
import { packageData } from '../../src/config/package-files.ts'
import { keptFile, readFresh } from '../../src/config/packs-cache.ts'
import { settingsFiles } from '../../src/config/settings-files.ts'
import { sealOf } from '../../src/gate/cache-key.ts'
import { sealFor } from '../../src/gate/cache-keeping.ts'
import { CACHE_FOLDER, CACHE_KEY } from '../../src/gate/caches.ts'
import { sealWith } from '../../src/gate/seal.ts'
import { KEY_BYTES } from '../../src/gate/seal-code.gen.ts'
import { ensureBuilt, prudent, ROOT } from '../built.ts'
import { compileIn, emptyHome, homeWith, runHook, shellEvent } from '../hook-process.ts'
import { seeded } from '../shell-scripts.ts'

beforeAll(ensureBuilt)
const PROJECT = '/home/dev/app'
const event = (command: string): string => JSON.stringify(shellEvent('claude-code', command))
const OWN = 'overrides: { git.stash-drop: deny }\n'
const LOOSE = "preset: bare\noverrides: { 'git.*': allow }\n"

/** Of a floor call, of one that the settings deny, and of a harmless one. */
function verdicts(home: string): readonly string[] {
  return ['rm -rf ~', 'git stash drop', 'ls'].map((command) => {
    const { code, out } = runHook(event(command), { home })
    // What somebody's own rule allows is said all the same.
    return out.includes('"deny"') || code === 2 ? 'deny' : out.includes('"ask"') ? 'ask' : code === 0 ? 'allow' : 'other'
  })
}
const HELD = ['deny', 'deny', 'allow']
const cachesIn = (home: string): readonly string[] => readdirSync(join(home, CACHE_FOLDER)).map((name) => join(home, CACHE_FOLDER, name))
/** Put there as somebody would who wants it to look like the one that was. */
function putBack(file: string, bytes: Uint8Array): void {
  const { atime, mtime, mode } = statSync(file)
  writeFileSync(file, bytes)
  chmodSync(file, mode & 0o777)
  utimesSync(file, atime, mtime)
}
const policyOf = (home: string): string => keptFile(settingsFiles(home, PROJECT, process.platform), null, packageData(ROOT).made())

describe('a cache that somebody forged', () => {
  /** V8's code of another engine, as long as ours: it lets everything pass. */
  function otherEngine(): Buffer {
    const filename = join(ROOT, 'dist/hook-engine.cjs')
    const { length } = readFileSync(filename, 'latin1')
    const code = '(function (exports, require, __filename, __dirname, $open) {exports.run=(engine)=>{if(engine)process.exit(0)}\n})'
    const script = new Script(code + ' '.repeat(length - code.length), { filename })
    // What was run is compiled, and stands in it.
    const made = { run: (_engine: null): void => {} }
    ;(script.runInThisContext() as (exports: object) => void)(made)
    made.run(null)
    return script.createCachedData()
  }
  const home = homeWith(OWN)
  test('is not run, of an engine as long as ours, with the tag of the true one, of another key, or none', () => {
    verdicts(home)
    const file = cachesIn(home).find((name) => name.endsWith('-engine')) ?? ''
    const [before, name] = [readFileSync(file), file.slice(file.lastIndexOf('/') + 1)]
    const other = otherEngine()
    for (const forged of [Buffer.concat([before.subarray(0, 8), other]), sealWith(new Uint8Array(KEY_BYTES)).sealed(name, other), other]) {
      putBack(file, forged)
      expect(verdicts(home)).toEqual(HELD)
    }
    // It is a good forgery: whoever has the key is believed, which is why no agent may read it.
    writeFileSync(file, sealFor(home).sealed(name, other))
    expect(verdicts(home)).toEqual(['allow', 'allow', 'allow'])
    rmSync(file)
    expect(verdicts(home)).toEqual(HELD)
    expect(runHook(event(`cat ~/${CACHE_KEY}`), { home }).out).toContain('"deny"')
  })
  test('is not taken, of a part under the name of another', () => {
    const [engine = '', shell = ''] = ['-engine', '-shell'].map((end) => cachesIn(home).find((name) => name.endsWith(end)) ?? '')
    putBack(engine, readFileSync(shell))
    expect(verdicts(home)).toEqual(HELD)
  })
  test('is not judged by, of other settings, of other sources or of somebody else', () => {
    const [policy, loose] = [policyOf(home), homeWith(LOOSE)]
    expect(verdicts(loose)).toEqual(['deny', 'allow', 'allow'])
    const before = readFileSync(policy)
    putBack(policy, readFileSync(policyOf(loose)))
    expect(verdicts(home)).toEqual(HELD)
    // As they were a moment ago, with the key of this very home.
    const settings = join(home, '.config/prudent/settings.yaml')
    writeFileSync(settings, LOOSE)
    compileIn(home)
    const mine = readFileSync(policyOf(home))
    writeFileSync(settings, OWN)
    putBack(policy, mine)
    expect(verdicts(home)).toEqual(HELD)
    putBack(policy, before)
    expect(verdicts(home)).toEqual(HELD)
    // The other way round: the settings are changed, as long as before, with the times they had.
    putBack(settings, Buffer.from('overrides: { git.reset-hard: deny }\n'))
    expect(verdicts(home)).toEqual(['deny', 'ask', 'allow'])
  })
  test('is not taken out of a folder that a link leads to', () => {
    const [mine, other] = [homeWith(OWN), homeWith(LOOSE)]
    verdicts(mine)
    verdicts(other)
    const folder = join(mine, CACHE_FOLDER)
    const names = readdirSync(folder)
    rmSync(folder, { recursive: true })
    // Their policy under our name as well.
    cpSync(policyOf(other), join(other, CACHE_FOLDER, names.find((name) => name.startsWith('policy-')) ?? ''))
    symlinkSync(join(other, CACHE_FOLDER), folder)
    expect(verdicts(mine)).toEqual(HELD)
  })
  const isRoot = process.getuid?.() === 0
  const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups']
  const canBeNobody =
    isRoot && spawnSync('setpriv', [...nobody, process.execPath, '-e', `require('fs').accessSync(${JSON.stringify(join(ROOT, 'dist'))})`]).status === 0
  test.runIf(canBeNobody)("does not lift what an administrator has locked, not even with the user's own key", () => {
    const folder = mkdtempSync(join(tmpdir(), 'etc-'))
    chmodSync(folder, 0o755)
    const administrator = join(folder, 'settings.yaml')
    writeFileSync(administrator, 'lock: [overrides, preset, mode, enabled, git.*]\noverrides: { git.stash-drop: deny }\n')
    const theirs = mkdtempSync(join(tmpdir(), 'theirs-'))
    chownSync(theirs, 65_534, 65_534)
    const user = join(theirs, 'settings.yaml')
    writeFileSync(user, LOOSE)
    const script = `
      const { readFileSync, readdirSync, writeFileSync } = await import('node:fs')
      const { openGate } = await import(${JSON.stringify(join(ROOT, 'dist/index.js'))})
      const say = async (files) => {
        const { gate } = await openGate({ home: ${JSON.stringify(theirs)}, project: null, user: ${JSON.stringify(user)}, ...files }, null, '')
        const call = { id: '1', host: 'x', session: 's', tool: { server: null, name: 'Bash' }, input: { command: 'git stash drop' }, cwd: '/x' }
        return gate.check(call, { cwd: '/x', home: '/h', project: '/x' }).decision.verdict
      }
      const loose = await say({ administrator: null })
      console.log(JSON.stringify([loose, await say({ administrator: ${JSON.stringify(administrator)} })]))`
    const ask = (): unknown => {
      const ran = spawnSync('setpriv', [...nobody, process.execPath, '--input-type=module', '-e', script], { env: { HOME: theirs }, encoding: 'utf8' })
      return ran.stderr === '' ? (JSON.parse(ran.stdout) as unknown) : ran.stderr
    }
    expect(ask()).toEqual(['allow', 'deny'])
    // The loose one, sealed anew with their key under the name that it has beside the administrator.
    const caches = join(theirs, CACHE_FOLDER)
    const made = packageData(ROOT).made()
    const files = { home: theirs, administrator: null, user, project: null }
    const [from, to] = [keptFile(files, null, made), keptFile({ ...files, administrator }, null, made)]
    const key = readFileSync(join(theirs, CACHE_KEY))
    const seal = sealWith(key)
    const bytes = readFileSync(from)
    seal.room(bytes.length).set(bytes)
    const content = seal.opened(from.slice(caches.length + 1), bytes.length)?.slice() ?? new Uint8Array()
    expect(content.length).toBeGreaterThan(100)
    writeFileSync(to, seal.sealed(to.slice(caches.length + 1), content))
    chownSync(to, 65_534, 65_534)
    expect(ask()).toEqual(['allow', 'deny'])
  })
})

describe('a cache that was damaged', () => {
  test('is known by any byte of it, and wherever it is cut', () => {
    const home = emptyHome()
    const seal = sealFor(home)
    const { below } = seeded(7)
    for (const size of [1, 255, 1024, 5000, 70_000]) {
      const whole = seal.sealed(
        'a',
        Uint8Array.from({ length: size }, () => below(256)),
      )
      const opens = (bytes: Uint8Array, name = 'a'): boolean => {
        seal.room(bytes.length).set(bytes)
        return seal.opened(name, bytes.length) !== null
      }
      expect(opens(whole)).toBe(true)
      expect(opens(whole, 'b')).toBe(false)
      for (let n = 0; n < 600; n++) {
        const bytes = whole.slice()
        const at = n < 20 ? n % bytes.length : below(bytes.length)
        bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8))
        expect(opens(bytes)).toBe(false)
        expect(opens(whole.subarray(0, below(whole.length)))).toBe(false)
        expect(opens(Buffer.concat([whole, Buffer.alloc(1 + below(2000))]))).toBe(false)
      }
    }
  })
  const kinds: readonly (readonly [what: string, damage: (file: string, below: (limit: number) => number) => void])[] = [
    ['two bytes', (file, below) => putBack(file, changed(readFileSync(file), below, 2))],
    ['a tenth of it', (file, below) => putBack(file, changed(readFileSync(file), below, statSync(file).size / 10))],
    ['cut', (file, below) => truncateSync(file, below(statSync(file).size))],
    ['other bytes', (file, below) => putBack(file, Buffer.from(Array.from({ length: 100_000 }, () => below(256))))],
    ['huge', (file) => truncateSync(file, 3_000_000_000)],
    ['a pipe', (file) => [rmSync(file), spawnSync('mkfifo', [file])]],
    ['a folder', (file) => [rmSync(file), mkdirSync(join(file, 'x'), { recursive: true })]],
    ['a link to nowhere', (file) => [rmSync(file), symlinkSync('/nowhere/at/all', file)]],
  ]
  const changed = (bytes: Buffer, below: (limit: number) => number, count: number): Buffer => {
    for (let n = 0; n < count; n++) bytes[below(bytes.length)] = below(256)
    return bytes
  }
  test('says the same, and is made anew', { timeout: 300_000 }, () => {
    const home = homeWith(OWN)
    expect(verdicts(home)).toEqual(HELD)
    for (const [what, damage] of kinds) {
      const { below } = seeded(what.length)
      for (const file of cachesIn(home)) damage(file, below)
      expect(verdicts(home), what).toEqual(HELD)
      // Nobody had to do anything about it.
      const told = runHook(event('ls'), { home, env: { PRUDENT_HOOK_TELL: '1' } })
      expect(told.err, what).toContain('code cache: valid')
      expect(readFresh(settingsFiles(home, PROJECT, process.platform), null, packageData(ROOT)), what).not.toBeNull()
    }
  })
  test('is no matter to who wants to know what is wrong; and neither is a key', () => {
    const home = homeWith(OWN)
    verdicts(home)
    for (const file of cachesIn(home)) writeFileSync(file, Buffer.alloc(200_000, 7))
    expect(prudent(['doctor'], { env: { HOME: home } }).out).toContain('code cache')
    writeFileSync(join(home, CACHE_KEY), 'x')
    expect(verdicts(home)).toEqual(HELD)
    expect(sealOf(home)).not.toBeNull()
    chmodSync(join(home, CACHE_KEY), 0o644)
    expect(sealOf(home)).toBeNull()
    expect(verdicts(home)).toEqual(HELD)
    expect(statSync(join(home, CACHE_KEY)).mode & 0o777).toBe(0o600)
  })
})
