// Compiles what a call had no time for, in the process that the call left behind.
import { rmSync } from 'node:fs'
import { packageData } from '../config/package-files.ts'
import { settingsFiles } from '../config/settings-files.ts'
import { compileSettings } from '../gate/compile-settings.ts'

/** `claim`: removed when it is done. */
export function compileLate(home: string, project: string, claim: string): void {
  try {
    compileSettings(settingsFiles(home, project, process.platform), null, new Date().toISOString(), packageData())
  } finally {
    rmSync(claim, { force: true })
  }
}
