// What does a host start? A small script, so that a gate that cannot start is a denial wherever exit code 2 denies.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../config/package-files.ts'
import { OUR_FILE } from '../gate/host-install.ts'
import type { FileEdit, HostInstall, InstallPlace, Ours } from '../gate/host-install.ts'
import { ENGINE_FLAGS, START_FLAGS } from '../gate/start-flags.ts'

export interface Paths {
  readonly home: string
  /** Node, by which the hook is run. */
  readonly node: string
  /** The bundled hook. */
  readonly hook: string
  readonly platform?: 'windows'
}

export const ourFolder = (home: string): string => path.join(home, '.config/prudent')
const program = (home: string): string => path.join(ourFolder(home), 'bin/prudent-hook')

/** For a POSIX shell, and for hosts that split words like one. */
const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)
/** Git's shell on Windows takes these, and would eat the others. */
const forward = (file: string): string => file.replaceAll('\\', '/')
const backward = (file: string): string => file.replaceAll('/', '\\')

const COULD_NOT = 'the gate could not run'
const AND_SO = 'so this call is not let through; the user can run: prudent doctor'

/** How a host starts us. On Windows null where its shell cannot be given this path. */
export function oursFor(
  { home, platform }: Pick<InstallPlace, 'home' | 'platform'>,
  { host, onWindows }: Pick<HostInstall, 'host' | 'onWindows'>,
): Ours | null {
  const made = (file: string, and: (words: string) => string): Ours => {
    const words = `--host ${host}`
    return { program: file, command: and(words), and: (more) => and(`${words} ${more}`), plugin: path.join(packageFolder(), 'dist/plugins', `${host}.js`) }
  }
  const file = program(home)
  if (platform !== 'windows') return made(file, (words) => `${quoted(file)} ${words}`)
  if (onWindows === 'posix') return made(forward(file), (words) => `${quoted(forward(file))} ${words}`)
  const script = `${backward(file)}.cmd`
  // Hosts hand the text to cmd in quotes of their own, in which ours would not be seen.
  if (onWindows === 'cmd') return /[\s"&^%!()<>|;,=]/.test(script) ? null : made(script, (words) => `${script} ${words}`)
  // PowerShell makes 1 of every exit code that is not said aloud, and 0 of a script that is not there.
  const literal = `'${script.replaceAll("'", "''")}'`
  return made(
    script,
    (words) => `try { & ${literal} ${words}; exit $LASTEXITCODE } catch { [Console]::Error.WriteLine('prudent: ${COULD_NOT}, ${AND_SO}'); exit 2 }`,
  )
}

/** How Node is started for some milliseconds: V8's flags, and where not to look for modules. */
const QUICK = [...START_FLAGS, ...ENGINE_FLAGS, '--preserve-symlinks-main', '--no-global-search-paths'].join(' ')
/** What Node leaves with when it does not know an option. */
const UNKNOWN_OPTION = 9

/** Nothing in the environment may load code into the gate. `passes`: the exit codes that mean something to the host. */
const script = (node: string, hook: string, args: string, passes: string): string => `#!/bin/sh
# ${OUR_FILE}
unset NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_V8_COVERAGE
${quoted(node)} ${QUICK} ${quoted(hook)} ${args}
code=$?
if [ $code -eq ${UNKNOWN_OPTION} ]; then
  ${quoted(node)} ${quoted(hook)} ${args}
  code=$?
fi
case $code in ${passes}) exit $code ;; esac
echo "prudent: ${COULD_NOT} (exit code $code), ${AND_SO}" >&2
exit 2
`

/**
 * The same for cmd, in which a percent sign must be doubled and a missing program is exit code 9009. It reads its files in the machine's old code page:
 * a path with other letters, such as a home named after its person, is told by the way from this file, which cmd knows itself.
 */
const batch = (file: string, node: string, hook: string): string => {
  const isPlain = (text: string): boolean => /^[ -~]*$/.test(text)
  const way = (to: string): string => path.win32.relative(path.win32.dirname(backward(file)), backward(to))
  const escaped = (text: string): string => text.replaceAll('%', '%%')
  const isNear = (to: string): boolean => !isPlain(to) && isPlain(way(to)) && !path.win32.isAbsolute(way(to))
  const literal = (to: string): string => (isNear(to) ? `"%~dp0${escaped(way(to))}"` : `"${escaped(backward(to))}"`)
  const lines = [
    '@echo off',
    `rem ${OUR_FILE}`,
    ...([node, hook].every((to) => isPlain(to) || isNear(to)) ? [] : ['chcp 65001 >nul']),
    'setlocal EnableExtensions DisableDelayedExpansion',
    ...['NODE_OPTIONS', 'NODE_PATH', 'NODE_EXTRA_CA_CERTS', 'NODE_V8_COVERAGE'].map((name) => `set ${name}=`),
    `${literal(node)} ${QUICK} ${literal(hook)} %*`,
    `if errorlevel ${UNKNOWN_OPTION} if not errorlevel ${UNKNOWN_OPTION + 1} ${literal(node)} ${literal(hook)} %*`,
    'if errorlevel 3 goto failed',
    'if errorlevel 2 exit /b 2',
    'if errorlevel 1 goto failed',
    'if not errorlevel 0 goto failed',
    'exit /b 0',
    ':failed',
    `echo prudent: ${COULD_NOT}, ${AND_SO} 1>&2`,
    'exit /b 2',
  ]
  return `${lines.join('\r\n')}\r\n`
}

/** Amp gives its delegate no arguments, and asks on exit code 1. */
export function wrappers({ home, node, hook, platform }: Paths, hosts: readonly string[]): readonly FileEdit[] {
  const file = program(home)
  const our = (name: string, text: string): FileEdit => ({ kind: 'file', file: name, text, executable: true })
  if (platform === 'windows') return [our(`${file}.cmd`, batch(file, node, hook)), our(file, script(forward(node), forward(hook), '"$@"', '0|2'))]
  const plain = our(file, script(node, hook, '"$@"', '0|2'))
  return hosts.includes('amp') ? [plain, our(`${file}-amp`, script(node, hook, '--host amp', '0|1|2'))] : [plain]
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
