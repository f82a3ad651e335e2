// Finds which versions of an agent are installed: by every program on the search path and by npm's global folders.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import type { HostInstall, InstallPlace } from '../hosts/_frame/install.ts'
import { readText } from './files.ts'

export interface Installation {
  /** The program, or the package's folder where no program of it is on the search path. */
  readonly file: string
  /** Null: nobody could tell. */
  readonly version: string | null
}

/** How far above a program its package.json is looked for. */
const LEVELS = 6
const ASK_MS = 5000
/** No more programs than this are started for one host. */
const MOST_ASKED = 3

/** In the order of the search path: the first is the one that a person starts. `ask`: programs that no package describes may be started with `--version`. */
export function installationsOf(install: Looked, place: InstallPlace, ask = false): readonly Installation[] {
  const found = new Map<string, Installation>()
  let asked = 0
  for (const file of programsOf(install, place)) {
    const real = realName(file)
    const described = packageAbove(real, install) ?? packageBeside(file, install) ?? inName(real)
    const key = described?.folder ?? real
    if (found.has(key)) continue
    // What lies in the project is somebody else's word: it is read, never started.
    const mayAsk = ask && described === null && asked < MOST_ASKED && !isBelow(real, place.project) && !isBelow(file, place.project)
    if (mayAsk) asked++
    found.set(key, { file, version: described?.version ?? (mayAsk ? toldBy(file, place) : null) })
  }
  for (const folder of globalFolders(place))
    for (const name of install.packages ?? []) {
      const described = packageIn(realName(path.join(folder, name)), install)
      if (described !== null && !found.has(described.folder)) found.set(described.folder, { file: described.folder, version: described.version })
    }
  return [...found.values()]
}
type Looked = Pick<HostInstall, 'programs' | 'packages'>

/** The programs of that name on the search path, all of them. */
export function programsOf({ programs }: Pick<HostInstall, 'programs'>, { env, platform }: Pick<InstallPlace, 'env' | 'platform'>): readonly string[] {
  const windows = platform === 'windows'
  const named = (windows ? (env['Path'] ?? env['PATH']) : env['PATH']) ?? ''
  const searched = named.split(windows ? ';' : ':').filter((one) => path.isAbsolute(one))
  const names = programs.flatMap((name) => (windows ? ['.exe', '.cmd', '.bat'].map((ending) => `${name}${ending}`) : [name]))
  return [...new Set(searched)].flatMap((one) => names.map((name) => path.join(one, name))).filter(isProgram)
}

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
const isBelow = (file: string, folder: string): boolean => folder !== path.parse(folder).root && file.startsWith(`${folder}${path.sep}`)

function realName(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

interface Described {
  readonly folder: string
  readonly version: string
}

function packageIn(folder: string, { packages = [], programs }: Looked): Described | null {
  const read = readText(path.join(folder, 'package.json'))
  if (!read.ok || read.text === null) return null
  try {
    const { name, version, bin } = JSON.parse(read.text) as Readonly<Record<string, unknown>>
    const named = typeof name === 'string' && packages.some((one) => name === one || name.startsWith(`${one}-`))
    const starts = packages.length === 0 && typeof bin === 'object' && bin !== null && programs.some((one) => Object.hasOwn(bin, one))
    return (named || starts) && typeof version === 'string' && VERSION.test(version) ? { folder, version: bare(version) } : null
  } catch {
    return null
  }
}
/** Packages of one system's program carry it behind the version. */
const bare = (version: string): string => version.replace(/-(?:linux|darwin|win32)-\w+$/, '')

function packageAbove(file: string, install: Looked): Described | null {
  let folder = path.dirname(file)
  for (let level = 0; level < LEVELS && path.dirname(folder) !== folder; level++, folder = path.dirname(folder)) {
    const found = packageIn(folder, install)
    if (found !== null) return found
  }
  return null
}

/** Where a small script starts the program: npm's on Windows, a version manager's. */
function packageBeside(file: string, install: Looked): Described | null {
  const folder = path.dirname(file)
  for (const modules of [path.join(folder, 'node_modules'), path.join(folder, '../lib/node_modules')])
    for (const name of install.packages ?? []) {
      const found = packageIn(realName(path.join(modules, name)), install)
      if (found !== null) return found
    }
  return null
}

/** `…/claude/versions/2.1.325`, `…/Cellar/codex/0.166.0/bin/codex`. */
function inName(file: string): Described | null {
  const version = file
    .split(/[\\/]/)
    .slice(-4)
    .findLast((part) => /^v?\d+\.\d+\.\d+(?:[-+][\w.]+)?$/.test(part))
  return version === undefined ? null : { folder: file, version: version.replace(/^v/, '') }
}

function globalFolders({ home, env, platform }: InstallPlace): readonly string[] {
  if (platform === 'windows') return env['APPDATA'] === undefined ? [] : [path.join(env['APPDATA'], 'npm/node_modules')]
  const managed = [
    `${home}/.nvm/versions/node`,
    `${home}/.local/share/fnm/node-versions`,
    `${home}/.local/share/mise/installs/node`,
    `${home}/.asdf/installs/nodejs`,
  ]
  const below = managed.flatMap((folder) =>
    foldersIn(folder).flatMap((one) => [`${folder}/${one}/lib/node_modules`, `${folder}/${one}/installation/lib/node_modules`]),
  )
  const prefix = env['npm_config_prefix']
  const moved = prefix !== undefined && path.isAbsolute(prefix) ? [path.join(prefix, 'lib/node_modules')] : []
  return [...moved, `${home}/.npm-global/lib/node_modules`, `${home}/.claude/local/node_modules`, ...below]
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

const VERSION = /\d+\.\d+(?:\.\d+)?(?:-[\da-z.-]+)?/i

/** Started with nothing of the person's environment but where programs are found. */
function toldBy(file: string, { home, env, platform }: InstallPlace): string | null {
  const kept = Object.fromEntries(
    ['PATH', 'Path', 'SystemRoot', 'TEMP', 'TMPDIR', 'LANG'].flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  )
  const ran = spawnSync(file, ['--version'], {
    cwd: home,
    env: { ...kept, HOME: home, NO_COLOR: '1', CI: '1' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: ASK_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 64 * 1024,
    shell: platform === 'windows',
    windowsHide: true,
  })
  return ran.status === 0 ? (VERSION.exec(ran.stdout ?? '')?.[0] ?? null) : null
}

/** An empty text stands for a version that nobody could tell. */
export const versionsOf = (installations: readonly Installation[]): readonly string[] =>
  installations.length === 0 ? [''] : [...new Set(installations.map(({ version }) => version ?? ''))]

/** As release numbers are compared; what is before a release counts less than it. */
export function compareVersions(one: string, other: string): number {
  const [left, right] = [one, other].map((text) => /^v?([\d.]*)(?:-(.*?))?(?:\+.*)?$/.exec(text))
  const numbers = (found: RegExpExecArray | null | undefined): readonly number[] => (found?.[1] ?? '').split('.').map(Number)
  const [a, b] = [numbers(left), numbers(right)]
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  const [early, late] = [left?.[2], right?.[2]]
  if (early === late) return 0
  if (early === undefined) return 1
  if (late === undefined) return -1
  return early < late ? -1 : 1
}
