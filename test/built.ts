// How do tests run the built command for real?
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'

export const ROOT = join(import.meta.dirname, '..')
const CLI = join(ROOT, 'dist/cli.js')

/** Processes share the machine with others: what is right must not fail because it had to wait. */
vi.setConfig({ testTimeout: 120_000 })

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** Builds once, where nobody has. */
export function ensureBuilt(): void {
  if (!existsSync(CLI)) execFileSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], { cwd: ROOT, stdio: 'inherit' })
}

/** A home of its own, so that the settings of whoever runs the tests do not count. */
export const emptyHome = (): string => mkdtempSync(join(tmpdir(), 'prudent-home-'))
const HOME = emptyHome()

export function prudent(
  words: readonly string[],
  given: { readonly input?: string | Uint8Array; readonly env?: Readonly<Record<string, string>>; readonly cwd?: string } = {},
): Ran {
  const env = { PATH: process.env['PATH'] ?? '', HOME, ...given.env }
  const ran = spawnSync(process.execPath, [CLI, ...words, ...(words[0] === 'hook' ? ['--home', env.HOME] : [])], {
    input: given.input ?? '',
    env,
    cwd: given.cwd ?? ROOT,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
  })
  return { code: ran.status, out: ran.stdout, err: ran.stderr }
}

export const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
