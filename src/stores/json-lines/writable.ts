// Can the log be written at all? One look, without writing.
import { accessSync, constants, lstatSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { isMadeUp } from '../../gate/make-folder.ts'

/** Looks at what would be written, or at the nearest folder that is there. A full disk shows only in writing. */
export function isWritable(file: string): boolean {
  if (isMadeUp(file)) return false
  for (let one = file; ; one = path.dirname(one)) {
    try {
      lstatSync(one)
    } catch (error) {
      // Not there yet: who may write above makes it.
      if ((error as { code?: unknown }).code === 'ENOENT' && path.dirname(one) !== one) continue
      return false
    }
    try {
      accessSync(one, constants.W_OK | (one === file ? 0 : constants.X_OK))
      return one === file || !isMadeUp(realpathSync(one))
    } catch {
      return false
    }
  }
}
