// How do tests run the built hook for real, and a broken copy of it?
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '../src/core/model.ts'
import { emptyHome, prudent, ROOT } from './built.ts'
import type { Ran } from './built.ts'
import { incoming } from './host-fixtures.ts'

export const HOOK = join(ROOT, 'dist/hook.cjs')
const HOME = emptyHome()

export interface Given {
  readonly words?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly home?: string
  readonly hook?: string
  readonly flags?: readonly string[]
}

const startOf = ({ words = [], env = {}, home = HOME, hook = HOOK, flags = [] }: Given) => ({
  argv: [...flags, hook, ...words, '--home', home],
  options: { env: { PATH: process.env['PATH'] ?? '', HOME: home, ...env }, cwd: ROOT },
})

export function runHook(input: string | Uint8Array, given: Given = {}): Ran {
  const { argv, options } = startOf(given)
  const ran = spawnSync(process.execPath, argv, { ...options, input, encoding: 'utf8', timeout: 60_000, maxBuffer: 64 * 1024 * 1024 })
  return { code: ran.status, out: ran.stdout, err: ran.stderr }
}

/** Without waiting; `end: false` leaves standard input open. */
export function startHook(
  input: string,
  given: Given & { readonly end?: boolean } = {},
): Promise<Ran & { readonly millis: number; readonly pid: number | undefined }> {
  const { argv, options } = startOf(given)
  const began = performance.now()
  const child = spawn(process.execPath, argv, options)
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (out += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (err += chunk))
  child.stdin.on('error', () => {})
  child.stdin.write(input)
  if (given.end !== false) child.stdin.end()
  return new Promise((done) => {
    child.on('close', (code) => done({ code, out, err, millis: performance.now() - began, pid: child.pid }))
  })
}

/** Where the recorded events say that they are. */
const RECORDED = '/home/dev/app'

/** A home whose settings are compiled for calls from there. */
export function homeWith(settings: string, project = RECORDED): string {
  const home = emptyHome()
  mkdirSync(join(home, '.config/prudent'), { recursive: true })
  if (settings === '') return home
  writeFileSync(join(home, '.config/prudent/settings.yaml'), settings)
  compileIn(home, project)
  return home
}

/** Whoever comes first compiles, and the hook has four seconds for everything: on a busy machine somebody with more time goes first. */
export const compileIn = (home: string, project = RECORDED): void => void prudent(['check', '--project', project, 'ls'], { env: { HOME: home } })

/** The host's recorded shell call, with another command. */
export function shellEvent(host: string, command: string, more: JsonObject = {}): JsonObject {
  return { ...(withCommand(incoming(host, 'shell').payload, command) as JsonObject), ...more }
}

function withCommand(value: unknown, command: string): unknown {
  if (typeof value === 'string' && value.startsWith('{')) return JSON.stringify(withCommand(JSON.parse(value), command))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, key === 'command' ? command : withCommand(inner, command)]))
}

/** A package of our own to break: the hook copied, the data linked unless it is to be broken too. */
export function copyOfHook(change: (dist: string) => void, data: 'linked' | 'copied' = 'linked'): string {
  const folder = mkdtempSync(join(tmpdir(), 'prudent-package-'))
  const dist = join(folder, 'dist')
  mkdirSync(dist)
  writeFileSync(join(folder, 'package.json'), '{}')
  for (const name of readdirSync(join(ROOT, 'dist')).filter((one) => /^hook.*\.cjs$/.test(one))) cpSync(join(ROOT, 'dist', name), join(dist, name))
  for (const name of ['parsers', 'chunks', 'hook-slow.js']) symlinkSync(join(ROOT, 'dist', name), join(dist, name))
  if (data === 'linked') symlinkSync(join(ROOT, 'dist/data'), join(dist, 'data'))
  else cpSync(join(ROOT, 'dist/data'), join(dist, 'data'), { recursive: true })
  change(dist)
  return join(dist, 'hook.cjs')
}

export { emptyHome }
