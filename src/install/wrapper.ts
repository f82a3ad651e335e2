// What does a host start? A small script, so that a gate that cannot start is a denial wherever exit code 2 denies.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../config/package-files.ts'
import { OUR_FILE, PERSON_SECONDS } from '../hosts/_frame/install.ts'
import type { FileEdit, HostInstall, InstallPlace, Ours } from '../hosts/_frame/install.ts'
import { prefersDesk } from './patience.ts'
import { FOLDER_VARIABLES, TAKEN_AWAY } from './passed-on.ts'
import { DENIED, FIRST_JUDGED, JUDGED_CODES, personWords, QUICK, quoted, REPAIR, script, UNKNOWN_OPTION } from './script.ts'
import type { Script } from './script.ts'
import { hasService, serviceEdit } from './service.ts'

export interface Paths {
  readonly home: string
  /** Node, by which the hook is run. */
  readonly node: string
  /** The bundled hook. */
  readonly hook: string
  readonly platform?: 'windows'
  /** Variables that move folders, as they are now. */
  readonly folders?: Readonly<Record<string, string>>
  readonly sleep?: string
  /** Whether the system's shell takes `-p`. */
  readonly privileged?: boolean
  /** Whether the resident is to be a service. */
  readonly service?: boolean
}

/** Of an environment: where hosts' and systems' folders were moved to. */
export const foldersIn = (env: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    FOLDER_VARIABLES.flatMap((name) => {
      const folder = env[name]
      return folder !== undefined && path.isAbsolute(folder) ? [[name, folder]] : []
    }),
  )

export const ourFolder = (home: string): string => path.join(home, '.config/prudent')
const program = (home: string): string => path.join(ourFolder(home), 'bin/prudent-hook')

/** Git's shell on Windows takes these, and would eat the others. */
const forward = (file: string): string => file.replaceAll('\\', '/')
const backward = (file: string): string => file.replaceAll('/', '\\')

const COULD_NOT = `${DENIED}: the gate could not run; ${REPAIR}`

/** How a host starts us. On Windows null where its shell cannot be given this path. */
export function oursFor(
  { home, platform }: Pick<InstallPlace, 'home' | 'platform'>,
  { host, onWindows }: Pick<HostInstall, 'host' | 'onWindows'>,
): Ours | null {
  const made = (file: string, and: (words: string) => string): Ours => {
    const words = `--host ${host}`
    const patient = prefersDesk(home)
    return {
      home,
      program: file,
      command: and(patient ? `${words} --wait ${PERSON_SECONDS}` : words),
      ...(patient ? { patient } : {}),
      and: (more) => and(`${words} ${more}`),
      plugin: path.join(packageFolder(), 'dist/plugins', `${host}.js`),
    }
  }
  const file = program(home)
  if (platform !== 'windows') return made(file, (words) => `${quoted(file)} ${words}`)
  if (onWindows === 'posix') return made(forward(file), (words) => `${quoted(forward(file))} ${words}`)
  const script = `${backward(file)}.cmd`
  // Hosts hand the text to cmd in quotes of their own, in which ours would not be seen.
  if (onWindows === 'cmd') return /[\s"&^%!()<>|;,=]/.test(script) ? null : made(script, (words) => `${script} ${words}`)
  // PowerShell makes 1 of every exit code that is not given explicitly, and 0 of a script that is not there.
  const literal = `'${script.replaceAll("'", "''")}'`
  return made(script, (words) => `try { & ${literal} ${words}; exit $LASTEXITCODE } catch { [Console]::Error.WriteLine('${COULD_NOT}'); exit 2 }`)
}

/**
 * The same for cmd, in which a percent sign must be doubled and a missing program is exit code 9009. It reads its files in the machine's old code page:
 * a path with other letters, such as a home named after its person, is told by the way from this file, which cmd knows itself.
 */
const batch = (file: string, { node, hook, home, folders }: Pick<Script, 'node' | 'hook' | 'home' | 'folders'>): string => {
  const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)
  const way = (to: string): string => path.win32.relative(path.win32.dirname(backward(file)), backward(to))
  const escaped = (text: string): string => text.replaceAll('%', '%%')
  const isNear = (to: string): boolean => !isPlain(to) && isPlain(way(to)) && !path.win32.isAbsolute(way(to))
  const literal = (to: string): string => (isNear(to) ? `"%~dp0${escaped(way(to))}"` : `"${escaped(backward(to))}"`)
  const words = personWords({ home: backward(home), folders })
    .map((word) => (word.startsWith('--') ? word : word === backward(home) ? literal(home) : `"${escaped(word)}"`))
    .join(' ')
  const lines = [
    '@echo off',
    `rem ${OUR_FILE}`,
    ...([node, hook, home].every((to) => isPlain(to) || isNear(to)) ? [] : ['chcp 65001 >nul']),
    'setlocal EnableExtensions DisableDelayedExpansion',
    ...TAKEN_AWAY.map((name) => `set ${name}=`),
    `set /a judged=${FIRST_JUDGED} + %RANDOM% %% ${JUDGED_CODES}`,
    'set /a above=judged + 1',
    `${literal(node)} ${QUICK} ${literal(hook)} --judged %judged% ${words} %*`,
    `if errorlevel ${UNKNOWN_OPTION} if not errorlevel ${UNKNOWN_OPTION + 1} ${literal(node)} ${literal(hook)} --judged %judged% ${words} %*`,
    'if errorlevel %judged% if not errorlevel %above% exit /b 0',
    'if errorlevel 3 goto failed',
    'if errorlevel 2 exit /b 2',
    ':failed',
    `echo ${COULD_NOT} 1>&2`,
    'exit /b 2',
  ]
  return `${lines.join('\r\n')}\r\n`
}

/** Amp gives its delegate no arguments, and asks on exit code 1. */
export function wrappers(
  { home, node, hook, platform, folders = {}, sleep = '/bin/sleep', privileged = false }: Paths,
  hosts: readonly string[],
): readonly FileEdit[] {
  const file = program(home)
  const our = (name: string, text: string): FileEdit => ({ kind: 'file', file: name, text, executable: true })
  const given: Script = { node, hook, home, folders, sleep, privileged, windows: false, args: '"$@"', passes: '2' }
  if (platform === 'windows') {
    const posix = { ...given, node: forward(node), hook: forward(hook), home: forward(home), windows: true }
    return [our(`${file}.cmd`, batch(file, given)), our(file, script(posix))]
  }
  const plain = our(file, script(given))
  return hosts.includes('amp') ? [plain, our(`${file}-amp`, script({ ...given, args: '--host amp', passes: '1 | 2' }))] : [plain]
}

/** All files that are ours whole, by whatever reads them: the scripts, and the service where one is wanted or there. */
export function ownFiles(paths: Paths, hosts: readonly string[]): readonly FileEdit[] {
  const service = paths.service === true || hasService(paths.home) ? serviceEdit(paths) : null
  return [...wrappers(paths, hosts), ...(service === null ? [] : [service])]
}

/** Of the two files that every call runs; null where they are not. */
export function hookDigest({ hook }: Paths): string | null {
  const sum = createHash('sha256')
  try {
    sum.update(readFileSync(hook))
  } catch {
    return null
  }
  try {
    sum.update(readFileSync(hook.replace(/\.cjs$/, '-engine.cjs')))
  } catch {
    // Without it the hook denies everything, which its trial tells.
  }
  return sum.digest('hex')
}
