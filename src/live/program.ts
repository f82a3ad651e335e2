// Which program would the person start, and which version is it?
import { rmSync } from 'node:fs'
import type { HostInstall, InstallPlace } from '../gate/host-install.ts'
import { installationsOf, programsOf } from '../install/versions.ts'
import { endMarked, start } from './process.ts'
import { envFor, makeScratch } from './scratch.ts'

const WAIT_MS = 20_000

/** Null where none is on the search path. Where no package tells the version, it is asked, in a folder of its own: what it writes then is not the person's. */
export async function programOf(install: HostInstall, place: InstallPlace): Promise<{ readonly program: string; readonly version: string | null } | null> {
  const [program] = programsOf(install, place)
  if (program === undefined) return null
  const known = installationsOf(install, place).find(({ file }) => file === program)?.version
  if (known !== undefined && known !== null) return { program, version: known }
  const scratch = makeScratch()
  try {
    const { out } = await start({ words: [program, '--version'], cwd: scratch.project, env: envFor(place, scratch), limitMs: WAIT_MS })
    return { program, version: /\d+\.\d+\.\d+[\w.-]*/.exec(out)?.[0] ?? null }
  } finally {
    endMarked(scratch.token)
    rmSync(scratch.base, { recursive: true, force: true })
  }
}
