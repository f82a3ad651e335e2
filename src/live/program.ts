// Which program would the person start, and which version is it?
import { accessSync, constants, statSync } from 'node:fs'
import path from 'node:path'
import type { HostInstall, InstallPlace } from '../gate/host-install.ts'
import { endMarked } from './process.ts'
import { start } from './process.ts'
import { envFor, makeScratch } from './scratch.ts'
import { rmSync } from 'node:fs'

export function findProgram({ programs }: HostInstall, { env }: InstallPlace): string | null {
  const folders = (env['PATH'] ?? '').split(':').filter((one) => path.isAbsolute(one))
  return folders.flatMap((folder) => programs.map((name) => path.join(folder, name))).find(isProgram) ?? null
}
const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

const WAIT_MS = 20_000

/** Asked in a folder of its own: what it writes on its first start is not the person's. */
export async function versionOf(program: string, place: InstallPlace): Promise<string | null> {
  const scratch = makeScratch()
  try {
    const { out } = await start({ words: [program, '--version'], cwd: scratch.project, env: envFor(place, scratch), limitMs: WAIT_MS })
    return /\d+\.\d+\.\d+[\w.-]*/.exec(out)?.[0] ?? null
  } finally {
    endMarked(scratch.token)
    rmSync(scratch.base, { recursive: true, force: true })
  }
}
