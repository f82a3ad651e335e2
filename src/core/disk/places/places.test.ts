// Is every path and host what `places/*.yaml` says it is?
import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { describe, expect, it } from 'vitest'
import type { Scene } from '../../model.ts'
import { expandBraces } from '../../text/glob.ts'
import { expandHome, normalise } from '../../text/path.ts'
import { compilePlaces, containedPlaces, hostPlacesOf, placesOf, storedPlaces, storePlaces } from './places.ts'
import type { PlaceSpec } from './places.ts'

const folder = new URL('../../../../places/', import.meta.url)
const specs: PlaceSpec[] = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => (parse(readFileSync(new URL(file, folder), 'utf8')) as { places: PlaceSpec[] }).places)
// As the package ships it.
const table = JSON.parse(JSON.stringify(storePlaces(specs))) as Readonly<Record<string, unknown>>
const book = storedPlaces((name) => (Object.hasOwn(table, name) ? table[name] : undefined))
const scene: Scene = { cwd: '/home/dev/app', home: '/home/dev', project: '/home/dev/app', platform: 'linux' }
const mac: Scene = { cwd: '/Users/dev/app', home: '/Users/dev', project: '/Users/dev/app', platform: 'macos' }
const windows: Scene = { cwd: 'C:/Users/dev/app', home: 'C:/Users/dev', project: 'C:/Users/dev/app', platform: 'windows' }

function places(path: string, where: Scene = scene): readonly string[] {
  return placesOf(book, resolved(path, where), where)
}
function resolved(path: string, where: Scene = scene): string {
  return normalise(expandHome(path.replace('$project', where.project), where.home), where.cwd)
}

describe('every place', () => {
  it('has a name of its own, a title and at least two examples each way', () => {
    expect(new Set(specs.map((spec) => spec.name)).size).toBe(specs.length)
    for (const spec of specs) {
      expect(spec.title, spec.name).toMatch(/^[a-z].*[^.]$/)
      expect(spec.examples?.is.length, spec.name).toBeGreaterThanOrEqual(2)
      expect(spec.examples?.not.length, spec.name).toBeGreaterThanOrEqual(2)
    }
  })
  it('has patterns small enough to spell out', () => {
    for (const spec of specs) {
      for (const pattern of [...(spec.paths ?? []), ...(spec.names ?? []), ...(spec.segments ?? []), ...(spec.not ?? [])]) {
        expect(
          expandBraces(pattern).some((one) => one.includes('\\{')),
          pattern,
        ).toBe(false)
      }
    }
  })
  const rows = specs.flatMap((spec) => [
    ...(spec.examples?.is ?? []).map((text) => ({ spec, text, is: true })),
    ...(spec.examples?.not ?? []).map((text) => ({ spec, text, is: false })),
  ])
  it.each(rows.map((row) => [`${JSON.stringify(row.text)} is ${row.is ? '' : 'not '}${row.spec.name}`, row] as const))('%s', (_, { spec, text, is }) => {
    const found = spec.kind === 'host' ? hostPlacesOf(book, text) : places(text)
    expect(found.includes(spec.name), found.join(' ')).toBe(is)
  })
})

describe('a stored book', () => {
  const compiled = compilePlaces(specs)
  const paths = specs.flatMap((spec) => (spec.kind === 'host' ? [] : [...(spec.examples?.is ?? []), ...(spec.examples?.not ?? [])]))
  it.each([
    ['linux', scene],
    ['macos', mac],
    ['windows', windows],
  ] as const)('says what the one in memory says on %s', (_, where) => {
    for (const each of paths) {
      const path = resolved(each, where)
      for (const lookup of ['exact', 'pattern'] as const)
        expect([path, placesOf(book, path, where, lookup)]).toEqual([path, placesOf(compiled, path, where, lookup)])
      expect([path, containedPlaces(book, path, where)]).toEqual([path, containedPlaces(compiled, path, where)])
    }
    for (const path of ['/etc/sh?dow', '/home/dev/.s*/id_*', '/home/dev/app/.en?', '/*', '/home/dev/*/config'])
      expect([path, placesOf(book, path, where, 'pattern')]).toEqual([path, placesOf(compiled, path, where, 'pattern')])
  })
  it('is read a little at a time', () => {
    let read = 0
    const counting = storedPlaces((name) => (read++, Object.hasOwn(table, name) ? table[name] : undefined))
    expect(placesOf(counting, '/home/dev/app/src/index.ts', scene)).toEqual(placesOf(compiled, '/home/dev/app/src/index.ts', scene))
    expect(Object.keys(table).length).toBeGreaterThan(5000)
    expect(read).toBeLessThan(60)
  })
})

describe('placesOf', () => {
  const rows: [path: string, is: string, not: string, where?: Scene][] = [
    ['/', 'root', 'home project top-level'],
    ['/etc', 'top-level system', 'root inside-home'],
    ['~', 'home outside', 'project inside-home credentials'],
    ['..', 'home', 'project'],
    ['.', 'project', 'inside-project outside'],
    ['src', 'inside-project', 'outside regenerable inside-home'],
    ['../other/src', 'inside-home outside', 'inside-project regenerable'],
    ['../app2', 'inside-home outside', 'project inside-project'],
    ['.git', 'vcs inside-project', 'inside-vcs'],
    ['.git/hooks/post-checkout', 'inside-vcs git-hook', 'vcs'],
    ['node_modules/.cache', 'regenerable', 'outside'],
    ['packages/a/dist', 'regenerable inside-project', ''],
    ['src/build', 'inside-project', 'regenerable'],
    ['bin', 'inside-project', 'regenerable system'],
    ['~/bin/x', 'local-software', 'regenerable'],
    ['/usr/local/lib/node_modules', 'system local-software', 'regenerable'],
    ['/var/lib/docker', 'system container-storage', 'regenerable'],
    ['/var/tmp/x', 'scratch', 'system outside'],
    ['/tmp/.mktemp-7', 'scratch', 'outside'],
    ['/tmp', 'scratch-root top-level', 'scratch'],
    ['/dev/null', 'harmless-device', 'system outside device'],
    ['/dev/sda1', 'device system', 'harmless-device'],
    ['/dev/mem', 'device process-memory', ''],
    ['/dev/tcp/10.0.0.1/99', 'network-device', 'system'],
    ['/proc/self/root/etc/shadow', 'credentials account-file kernel', ''],
    ['/proc/self/cwd/.env', 'environment-file inside-project', ''],
    ['/etc/../etc/./shadow', 'credentials', ''],
    ['//etc//shadow', 'credentials', ''],
    ['/private/etc/sudoers', 'account-file', ''],
    ['/root/.ssh/id_rsa', 'credentials ssh private-key other-home system', ''],
    ['/home/ann/.aws/credentials', 'credentials other-home', ''],
    ['infra/.aws/credentials', 'credentials', ''],
    ['\0/.aws/credentials', 'credentials unresolved', 'outside'],
    ['\0/.npmrc', 'credentials unresolved', ''],
    ['\0', 'unresolved', 'root home'],
    ['\0/dist', 'regenerable unresolved', 'outside'],
    ['/home/dev/app/\0', 'inside-project', 'unresolved'],
    ['/home/dev/app/\0/..', 'unresolved', 'inside-project'],
    ['/home/\0', 'home', 'unresolved'],
    ['.env', 'environment-file', 'credentials'],
    ['.env.example', 'inside-project', 'environment-file'],
    ['.envrc', 'environment-file tool-startup', ''],
    ['docs/credentials.md', 'inside-project', 'credentials sensitive-settings'],
    ['src/secrets-manager.test.ts', 'inside-project', 'credentials sensitive-settings'],
    ['src/auth/token.ts', 'inside-project', 'credentials'],
    ['README.md', 'inside-project', 'agent-settings manifest'],
    ['package.json', 'manifest', 'lockfile'],
    ['tests/fixtures/server.key', 'private-key', ''],
    ['data/app.sqlite', 'database-file', 'regenerable'],
    ['~/.claude/settings.json', 'host-wiring agent-settings', 'self'],
    ['~/.claude/plans/x.md', 'inside-home', 'agent-settings'],
    ['.prudent/policy.yaml', 'self', ''],
    ['node_modules/prudent/dist/hook.js', 'self', 'regenerable'],
    ['~/.CACHE/x', 'outside', 'regenerable'],
    ['/ETC/shadow', 'outside', 'system credentials'],
    ['/ETC/Sudoers', 'account-file', '', mac],
    ['~/.SSH/ID_RSA', 'credentials ssh', '', mac],
    ['/users/DEV/App/SRC', 'inside-project', 'outside', mac],
    ['~/library/keychains/x', 'credentials', '', mac],
    ['C:\\', 'root', 'project', windows],
    ['D:\\', 'root', '', windows],
    ['\\', 'root', '', windows],
    ['c:\\windows\\system32', 'system', '', windows],
    ['src\\a.ts', 'inside-project', 'outside', windows],
    ['..', 'home', '', windows],
    ['.env.', 'environment-file', '', windows],
    ['.env::$DATA', 'environment-file', '', windows],
    ['/c/Users/dev/.ssh/id_rsa', 'credentials ssh', '', windows],
    ['\\\\?\\C:\\Windows\\x', 'system', '', windows],
    ['\\\\localhost\\C$\\Windows\\x', 'system', '', windows],
    ['D:\\Users\\dev\\app\\x', 'outside', 'inside-project', windows],
    ['/mnt/c/Users/ann/Documents', 'user-data', ''],
    ['/mnt/c', 'root', 'volume'],
    ['/mnt/data', 'volume', 'root'],
  ]
  it.each(rows)('%j is %s, not %s', (path, is, not, where) => {
    const found = places(path, where)
    for (const place of is.split(' ')) expect(found, place).toContain(place)
    for (const place of not.split(' ').filter(Boolean)) expect(found, place).not.toContain(place)
  })

  it('judges a segment only below the project', () => {
    const inBuild = { ...scene, cwd: '/build/app', project: '/build/app' }
    expect(places('src', inBuild)).not.toContain('regenerable')
    expect(places('dist', inBuild)).toContain('regenerable')
    expect(places('.', inBuild)).not.toContain('regenerable')
  })
  it('takes a project kept in a temporary or system folder for a project', () => {
    const inTmp = { ...scene, cwd: '/tmp/app', project: '/tmp/app' }
    expect(places('.', inTmp)).not.toContain('scratch')
    expect(places('src', inTmp)).not.toContain('scratch')
    expect(places('/tmp/other', inTmp)).toContain('scratch')
    const homeInTmp = { ...scene, home: '/tmp/h', cwd: '/srv/app', project: '/srv/app' }
    expect(places('/tmp/h/.ssh/authorized_keys', homeInTmp)).not.toContain('scratch')
    expect(places('/tmp/other', homeInTmp)).toContain('scratch')
    const inUsr = { ...scene, cwd: '/usr/src/app', project: '/usr/src/app' }
    expect(places('src/x.ts', inUsr)).not.toContain('system')
    expect(places('/etc/hosts', { ...scene, project: '/etc' })).toContain('system')
  })
  it('never takes a root for the project', () => {
    expect(places('/etc/hosts', { ...scene, cwd: '/', project: '/' })).toContain('outside')
  })
  it.each([
    ['/home/dev', '.bashrc'],
    ['/home/dev', '.local/bin/git'],
    ['/home/dev', '.myapp/x.toml'],
    ['/home', 'dev/.bashrc'],
    ['/home', 'dev/notes.txt'],
    ['/home/dev/.ssh', 'authorized_keys'],
    ['/home/dev/.config', 'fish/config.fish'],
    ['/usr/local/bin', 'git'],
    ['/etc/nginx', 'nginx.conf'],
  ])('is no project: %s, with %s in it', (cwd, path) => {
    expect(places(path, { ...scene, cwd, project: cwd })).toContain('outside')
  })
  it.each([
    ['/home/dev', 'notes.txt'],
    ['/home/dev', 'work/app/.env.local'],
    ['/home/dev/.dotfiles', 'zsh/.zshrc'],
    ['/home/dev/.config/nvim', 'lua/own.lua'],
    ['/opt/app', 'src/x.ts'],
    ['/usr/src/app', '.bashrc'],
    ['/srv/etc', 'x.conf'],
  ])('is one: %s, with %s in it', (cwd, path) => {
    expect(places(path, { ...scene, cwd, project: cwd })).toContain('inside-project')
  })
  it('keeps both words when the home is the project', () => {
    const found = places('~/Documents', { ...scene, project: '/home/dev' })
    expect(found).toContain('inside-project')
    expect(found).toContain('inside-home')
  })
  it.each([
    ['/etc/sh?dow', 'credentials'],
    ['/etc/sh*', 'credentials'],
    ['/???/passwd', 'account-file'],
    ['/home/dev/.s[sx]h/id_rsa', 'ssh'],
    ['/home/dev/app/.en?', 'environment-file'],
    ['/home/dev/app/.e*', 'environment-file'],
  ])('reads %s as what a shell would make of it', (path, place) => {
    expect(placesOf(book, path, scene, 'pattern')).toContain(place)
    expect(placesOf(book, path, scene).filter((found) => found === 'environment-file')).toEqual([])
  })
  it.each(['/home/dev/app/*', '/home/dev/app/src/*.json', '/home/dev/app/*.ts', '/home/dev/app/.*'])('does not suspect %s', (path) => {
    expect(placesOf(book, path, scene, 'pattern')).toEqual(['inside-project'])
  })
  it('ends soon on hostile paths', () => {
    for (const part of ['a/', '.git/modules/', '../', '\0/', 'node_modules/']) {
      expect(places(`/${part.repeat(1_000_000 / part.length)}`).length).toBeGreaterThan(0)
    }
  })
})

describe('containedPlaces', () => {
  const contained = (path: string, where: Scene = scene): readonly string[] => containedPlaces(book, resolved(path, where), where)
  it.each([
    ['/', 'home project vcs system credentials account-file boot self'],
    ['/home', 'home project vcs credentials ssh'],
    ['~', 'project vcs credentials ssh shell-startup self'],
    ['..', 'project vcs'],
    ['.', 'vcs inside-project'],
    ['/etc', 'account-file scheduler'],
    ['/var', 'database-file log package-database'],
    ['~/.config', 'credentials self'],
    ['~/.claude', 'host-wiring'],
    ['.git', 'git-hook git-config'],
    ['infra/.aws', 'credentials'],
  ])('%s swallows %s', (path, is) => {
    for (const place of is.split(' ')) expect(contained(path), place).toContain(place)
  })
  it.each(['src', 'node_modules', 'packages/a/node_modules', '~/.cache', '~/Pictures', '/tmp/x', '/srv/x', '~/other'])(
    '%s swallows nothing of note',
    (path) => {
      expect(contained(path)).toEqual([])
    },
  )
  it('leaves out what is harmless', () => {
    expect(contained('/')).not.toContain('regenerable')
    expect(contained('/')).not.toContain('scratch')
  })
  it('knows other spellings of the same folder', () => {
    expect(contained('C:\\Users', windows)).toContain('project')
    expect(contained('/USERS', mac)).toContain('home')
  })
})
