// What does a host start? A small script, so that a gate that cannot start is a denial wherever exit code 2 denies.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { OUR_FILE } from '../gate/host-install.ts'
import type { FileEdit, Ours } from '../gate/host-install.ts'

export interface Paths {
  readonly home: string
  /** Node, by which the hook is run. */
  readonly node: string
  /** The bundled hook. */
  readonly hook: string
}

export const ourFolder = (home: string): string => path.join(home, '.config/prudent')
const program = (home: string): string => path.join(ourFolder(home), 'bin/prudent-hook')

/** For a POSIX shell, and for hosts that split words like one. */
const quoted = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

export const oursFor = (home: string, host: string): Ours => ({ program: program(home), command: `${quoted(program(home))} --host ${host}` })

/** Nothing in the environment may load code into the gate. `passes`: the exit codes that mean something to the host. */
const script = ({ node, hook }: Paths, args: string, passes: string): string => `#!/bin/sh
# ${OUR_FILE}
unset NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS NODE_V8_COVERAGE
${quoted(node)} ${quoted(hook)} ${args}
code=$?
case $code in ${passes}) exit $code ;; esac
echo "prudent: the gate could not run (exit code $code), so this call is not let through; the user can run: prudent doctor" >&2
exit 2
`

/** Amp gives its delegate no arguments, and asks on exit code 1. */
export function wrappers(paths: Paths, hosts: readonly string[]): readonly FileEdit[] {
  const plain: FileEdit = { kind: 'file', file: program(paths.home), text: script(paths, '"$@"', '0|2'), executable: true }
  const amp: FileEdit = { kind: 'file', file: `${program(paths.home)}-amp`, text: script(paths, '--host amp', '0|1|2'), executable: true }
  return hosts.includes('amp') ? [plain, amp] : [plain]
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
