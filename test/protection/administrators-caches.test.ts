// Can anybody but root put something into what is compiled for those whom an administrator binds? Only what root alone can have written is used, and only for exactly the file that it was made from.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { beforeAll, describe, expect, test } from 'vitest'
import { packageData } from '../../src/config/package-files.ts'
import { fileForAll, readFresh } from '../../src/config/packs-cache.ts'
import { rootAlone } from '../../src/gate/cache-key.ts'
import { ADMINISTRATORS_CACHE, ADMINISTRATORS_FILE, CACHE_FOLDER, CACHE_KEY } from '../../src/gate/caches.ts'
import { QUICK } from '../../src/install/script.ts'
import { ensureBuilt, ROOT } from '../built.ts'
import { shellEvent } from '../hook-process.ts'

beforeAll(ensureBuilt)
const isRoot = process.getuid?.() === 0
const NOBODY = 'setpriv --reuid=65534 --regid=65534 --clear-groups'
const readable = `${NOBODY} ${process.execPath} -e 'require("fs").accessSync(${JSON.stringify(join(ROOT, 'dist'))})'`
const canTry = isRoot && spawnSync('unshare', ['-m', 'sh', '-c', `mount -t tmpfs none /mnt && ${readable}`]).status === 0
if (!canTry) console.warn('not tested: what root compiles for others (needs root, a mount namespace of its own, and `setpriv`)')

/** A copy of `/etc` that this process and its children alone see, a home of nobody's, and how nobody asks. */
const SCENE = `set -e
mount -t tmpfs -o mode=755 none /mnt
cp -a /etc /mnt/etc && mount --bind /mnt/etc /etc
mkdir -p /etc/prudent /mnt/home/.config/prudent && chmod 755 /etc /etc/prudent
write() { printf '%s' "$1" > ${ADMINISTRATORS_FILE}; chmod 644 ${ADMINISTRATORS_FILE}; }
own() { chown -R 65534:65534 /mnt/home; }
ask() { # PACKAGE COMMAND: the verdict, and whether compiled code was used
  code=0
  answer=$(printf '%s' "$EVENT" | sed "s/COMMAND/$2/" | HOME=/mnt/home PRUDENT_HOOK_TELL=1 ${NOBODY} ${process.execPath} ${QUICK} --openssl-config=/dev/null "$1/dist/hook.cjs" --home /mnt/home --host claude-code 2>/mnt/err) || code=$?
  case $code$answer in 2* | *'"deny"'*) said=deny ;; *'"ask"'*) said=ask ;; *) said=allow ;; esac
  case $(cat /mnt/err) in *'code cache: valid'*) echo "$said kept" ;; *) echo "$said anew" ;; esac
}
`
const EVENT = JSON.stringify(shellEvent('claude-code', 'COMMAND'))
function inScene(script: string, env: Readonly<Record<string, string>> = {}): readonly string[] {
  const ran = spawnSync('unshare', ['-m', 'sh', '-c', SCENE + script], {
    env: { PATH: process.env['PATH'] ?? '', HOME: '/root', EVENT, ROOT, ...env },
    encoding: 'utf8',
    timeout: 240_000,
  })
  return ran.status === 0 ? ran.stdout.trim().split('\n') : [`exit ${ran.status}`, ran.stdout, ran.stderr]
}
const DENIES = "'overrides: { git.stash-drop: deny }\nlock: [overrides]\n'"
const ASKS = "'overrides: { git.stash-drop: ask }\nlock: [overrides]\n'"
const COMPILE = `${process.execPath} "$ROOT/dist/cli.js" init --admin >/dev/null`
const cached = (end: string): string => `$(ls ${ADMINISTRATORS_CACHE}/*${end})`

describe.runIf(canTry)('what root compiled for others', () => {
  test('is used, the policy too: nothing is compiled any more, and what it says holds', { timeout: 240_000 }, () => {
    // Without the part that compiles, whoever needs it is denied everything.
    const copy = mkdtempSync(join(tmpdir(), 'package-'))
    mkdirSync(join(copy, 'dist'))
    cpSync(join(ROOT, 'dist'), join(copy, 'dist'), { recursive: true })
    cpSync(join(ROOT, 'package.json'), join(copy, 'package.json'))
    rmSync(join(copy, 'dist/hook-slow.js'))
    spawnSync('chmod', ['-R', 'a+rX', copy])
    const lines = inScene(
      `write ${DENIES}; own
      ask "$ROOT" ls; ask "$COPY" ls
      ${COMPILE}
      ask "$COPY" ls; ask "$COPY" 'git stash drop'
      # With settings of one's own, what the administrator alone stops is compiled: never read out of a cache of one's own.
      printf 'overrides: { git.reset-hard: deny }\\n' > /mnt/home/.config/prudent/settings.yaml; own
      ask "$COPY" ls; ask "$ROOT" 'git reset --hard'; ask "$ROOT" 'git stash drop'; ask "$COPY" ls; ask "$COPY" 'git stash drop'`,
      { COPY: copy },
    )
    rmSync(copy, { recursive: true })
    expect(lines).toEqual(['allow anew', 'deny anew', 'allow kept', 'deny kept', 'deny kept', 'deny kept', 'deny kept', 'allow kept', 'deny kept'])
  })
  test('is not used where another could have written it, nor for other settings than it was made from', { timeout: 240_000 }, () => {
    const lines = inScene(`write ${DENIES}; own; ${COMPILE}
      ask "$ROOT" 'git stash drop'
      chown 65534 ${cached('-engine')}; ask "$ROOT" 'git stash drop'; chown 0 ${cached('-engine')}
      chmod g+w ${cached('-engine')}; ask "$ROOT" 'git stash drop'; chmod g-w ${cached('-engine')}
      chmod o+w ${ADMINISTRATORS_CACHE}; ask "$ROOT" 'git stash drop'; chmod o-w ${ADMINISTRATORS_CACHE}
      chmod o+w /etc; ask "$ROOT" 'git stash drop'; chmod o-w /etc
      mv ${ADMINISTRATORS_CACHE} /mnt/moved; ln -s /mnt/moved ${ADMINISTRATORS_CACHE}; ask "$ROOT" 'git stash drop'; rm ${ADMINISTRATORS_CACHE}; mv /mnt/moved ${ADMINISTRATORS_CACHE}
      ask "$ROOT" 'git stash drop'
      # As long as before.
      write ${ASKS.replace('ask }', 'ask  }')}; ask "$ROOT" 'git stash drop' | cut -d ' ' -f 1`)
    expect(lines).toEqual(['deny kept', ...Array<string>(5).fill('deny anew'), 'deny kept', 'ask'])
  })
  test('is all that is used: a home full of caches that its owner sealed says nothing', { timeout: 240_000 }, () => {
    const lines = inScene(`own
      printf 'preset: bare\\noverrides: { "git.*": allow }\\n' > /mnt/home/.config/prudent/settings.yaml; own
      ask "$ROOT" 'git stash drop'; ask "$ROOT" 'git stash drop'
      write ${DENIES}; ask "$ROOT" 'git stash drop'
      ${COMPILE}; ask "$ROOT" 'git stash drop'`)
    expect(lines).toEqual(['allow anew', 'allow kept', 'deny anew', 'deny kept'])
  })
  test('is not loosened by what a user kept and sealed, whatever it says', { timeout: 240_000 }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'forger-'))
    const made = await rolldown({ input: join(ROOT, 'src/gate/seal.ts'), tsconfig: false })
    await made.write({ file: join(folder, 'seal.mjs'), format: 'esm' })
    // Whoever has the key may seal what they like: here, that every rule of theirs allows.
    const forger = `import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
      import { sealWith } from './seal.mjs'
      const folder = '/mnt/home/${CACHE_FOLDER}'
      const seal = sealWith(readFileSync('/mnt/home/${CACHE_KEY}'))
      for (const name of readdirSync(folder).filter((one) => one.startsWith('policy-'))) {
        const bytes = readFileSync(folder + '/' + name)
        seal.room(bytes.length).set(bytes)
        const text = Buffer.from(seal.opened(name, bytes.length)).toString('latin1')
        const loose = text.replaceAll(/"verdicts":"\\w{4}"/g, '"verdicts":"aaaa"')
        writeFileSync(folder + '/' + name, seal.sealed(name, Buffer.from(loose, 'latin1')))
        console.log(loose === text ? 'nothing to forge' : 'forged')
      }`
    writeFileSync(join(folder, 'forger.mjs'), forger)
    spawnSync('chmod', ['-R', 'a+rX', folder])
    const lines = inScene(
      `write 'overrides: { git.stash-drop: deny, git.branch-delete: allow }\nlock: [git.stash-drop]\n'; own; ${COMPILE}
      printf 'overrides: { git.stash-drop: allow, git.reset-hard: deny, git.status-*: deny }\\n' > /mnt/home/.config/prudent/settings.yaml; own
      said() { ask "$ROOT" "$1" | cut -d ' ' -f 1; }
      said 'git status'; said 'git stash drop'; said 'git reset --hard'
      ${NOBODY} ${process.execPath} "$FORGER"
      said 'git status'; said 'git stash drop'; said 'git reset --hard'`,
      { FORGER: join(folder, 'forger.mjs') },
    )
    rmSync(folder, { recursive: true })
    expect(lines).toEqual(['allow', 'deny', 'deny', 'forged', 'allow', 'deny', 'deny'])
  })
  test('is not made by anybody else, nor where one’s home or project matters', { timeout: 240_000 }, () => {
    const init = `${NOBODY} ${process.execPath} "$ROOT/dist/cli.js" init --admin >/dev/null 2>&1; echo $?; ls ${ADMINISTRATORS_CACHE} 2>/dev/null | grep -c policy`
    const perProject = "'context: [{ when: { project: ~/work/* }, to: critical }]\n'"
    const lines = inScene(`write ${DENIES}; own; set +e; ${init}
      ${COMPILE}; echo $?; ls ${ADMINISTRATORS_CACHE} | grep -c policy
      write ${perProject}; ${COMPILE}; echo $?; ls ${ADMINISTRATORS_CACHE} | grep -c policy; true`)
    expect(lines).toEqual(['2', '0', '0', '1', '1', '0'])
  })
})

test('a folder is root’s alone only where all above it is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'roots-'))
  // Anybody may write to the folder of what is temporary.
  expect(rootAlone(folder)).toBe(false)
  expect(rootAlone(join(folder, 'absent'))).toBe(false)
  const administrator = join(folder, 'settings.yaml')
  writeFileSync(administrator, 'overrides: { git.stash-drop: deny }\n')
  const data = packageData(ROOT)
  const file = fileForAll(administrator, data.made())
  mkdirSync(join(folder, 'cache'))
  writeFileSync(file, readFileSync(join(ROOT, 'dist/data/policy.txt')))
  expect(readFresh({ home: folder, administrator, user: null, project: null }, null, data)).toBe(null)
})
