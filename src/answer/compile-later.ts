// What becomes of settings that took too long to compile? The call is denied; a process of its own finishes the work, so that the next is not.
import type * as ChildProcess from 'node:child_process'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { packageData } from '../config/package-files.ts'
import { keptFile, readFresh } from '../config/packs-cache.ts'
import { anySettings, settingsFiles } from '../config/settings-files.ts'
import { bindsUs } from '../gate/cache-key.ts'
import { makeFolder } from '../gate/make-folder.ts'
import type { HostEvent } from '../gate/seams.ts'
import type { Surroundings } from './given.ts'
import { sceneOf, slowParts } from './policy.ts'

/** Longer than it takes on the busiest machine: then who began has died. */
const LATE_MS = 60_000
/** Words of its own, since the bundle that has the compiler is no program. */
const PROGRAM = 'import(process.argv[1]).then(({ compileLate }) => compileLate(...process.argv.slice(2)))'

/** Never two at a time, and nothing where nothing may be kept. Never throws. */
export function compileLater(at: Surroundings, event: HostEvent): void {
  // Where a host loads us into its own process, that is not Node: there, the process stays, and tries again.
  if (at.rehearsal === true || !path.basename(process.execPath).startsWith('node')) return
  try {
    const { home, project } = sceneOf(at, event)
    const files = settingsFiles(home, project, process.platform)
    const data = packageData(at.root)
    if (!anySettings(files) || bindsUs(files.administrator) || readFresh(files, null, data) !== null) return
    const claim = `${keptFile(files, null, data.made())}.late`
    makeFolder(path.dirname(claim), 0o700)
    const other = statSync(claim, { throwIfNoEntry: false })
    if (other !== undefined && Math.abs(Date.now() - other.mtimeMs) < LATE_MS) return
    rmSync(claim, { recursive: true, force: true })
    writeFileSync(claim, '', { mode: 0o600, flag: 'wx' })
    const { spawn }: typeof ChildProcess = process.getBuiltinModule('node:child_process')
    const child = spawn(process.execPath, ['-e', PROGRAM, slowParts(at), home, project, claim], {
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
      cwd: home,
      env: {},
    })
    child.on('error', () => rmSync(claim, { force: true }))
    child.unref()
  } catch {
    // Then the next call compiles for itself.
  }
}
