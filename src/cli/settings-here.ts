// What do the settings that count here say about preset and mode, and what in them must be corrected?
import { packageData } from '../config/package-files.ts'
import type { FileProblem } from '../config/packs.ts'
import { settingsFiles } from '../config/settings-files.ts'
import { openGate } from '../gate/open.ts'

export interface SettingsHere {
  readonly problems: readonly FileProblem[]
  readonly mode: 'enforce' | 'observe'
  readonly enabled: boolean
  readonly preset: string
}

/** What holds: the last good settings, where something in the files must be corrected. */
export async function settingsHere(home: string, project: string): Promise<SettingsHere> {
  const { readSettings } = await import('../config/settings.ts')
  const data = packageData()
  const files = settingsFiles(home, project, process.platform)
  const { problems, conduct, preset } = readSettings(
    files,
    data.presets.map(({ name }) => name),
  )
  try {
    const { gate, conduct: holding } = await openGate(files, null, new Date().toISOString(), data)
    return { problems, mode: holding.mode, enabled: holding.enabled, preset: gate.policy.index.preset }
  } catch {
    // Whoever looks for what is broken is told what can be told.
    return { problems, mode: conduct.mode, enabled: conduct.enabled, preset: preset ?? 'standard' }
  }
}
