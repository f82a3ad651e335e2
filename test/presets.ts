// Which presets are there? Those of the folder: what is attacked in every preset is attacked in a new one too.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './built.ts'

export const PRESETS: readonly string[] = readdirSync(join(ROOT, 'presets'))
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => file.slice(0, -'.yaml'.length))
  .toSorted()
