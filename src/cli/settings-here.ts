// What do the settings that count here say about preset and mode, and what in them must be corrected?
import { packageData } from '../config/package-files.ts'
import type { FileProblem } from '../config/packs.ts'
import { settingsFiles } from '../config/settings-files.ts'

export interface SettingsHere {
  readonly problems: readonly FileProblem[]
  readonly mode: 'enforce' | 'observe'
  readonly enabled: boolean
  readonly preset: string
}

export async function settingsHere(home: string, project: string): Promise<SettingsHere> {
  const { readSettings } = await import('../config/settings.ts')
  const presets = packageData().presets.map(({ name }) => name)
  const { problems, conduct, preset } = readSettings(settingsFiles(home, project, process.platform), presets)
  return { problems, mode: conduct.mode, enabled: conduct.enabled, preset: preset ?? 'standard' }
}
