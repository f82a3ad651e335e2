// Finds every installation of an agent that a trial can start, with its version.
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { HostInstall, InstallPlace } from '../hosts/_frame/install.ts'
import { installationsOf, programsOf } from '../install/versions.ts'
import { endMarked, start } from './process.ts'
import { envFor, makeScratch } from './scratch.ts'

export interface Startable {
  readonly program: string
  readonly version: string | null
}

const WAIT_MS = 20_000

/** One for each version, the one that the person starts first. Where no package tells the version, the program is asked, in a folder of its own: what it writes then is not the person's. */
export async function startablesOf(install: HostInstall, place: InstallPlace): Promise<readonly Startable[]> {
  const named = new Set(programsOf(install, place))
  const found: Startable[] = []
  for (const { file, version } of installationsOf(install, place)) {
    const program = named.has(file) ? file : programIn(file, install)
    if (program === null) continue
    const told = version ?? (await versionOf(program, install, place))
    if (!found.some((one) => one.version === told)) found.push({ program, version: told })
  }
  return found
}

/** Of a package that is on no search path: what its package.json names. */
function programIn(folder: string, { programs }: HostInstall): string | null {
  try {
    const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { readonly bin?: unknown }
    const named = typeof bin === 'string' ? bin : Object.entries((bin ?? {}) as Record<string, unknown>).find(([name]) => programs.includes(name))?.[1]
    return typeof named === 'string' ? path.join(folder, named) : null
  } catch {
    return null
  }
}

async function versionOf(program: string, install: HostInstall, place: InstallPlace): Promise<string | null> {
  const scratch = makeScratch()
  try {
    const { out } = await start({ words: [program, '--version'], cwd: scratch.project, env: envFor(install, place, scratch), limitMs: WAIT_MS })
    return /\d+\.\d+\.\d+[\w.-]*/.exec(out)?.[0] ?? null
  } finally {
    endMarked(scratch.token)
    rmSync(scratch.base, { recursive: true, force: true })
  }
}
