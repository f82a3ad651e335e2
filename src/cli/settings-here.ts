// What do the settings that count here say about preset and mode, and what in them must be corrected?
import { packageData } from '../config/package-files.ts'
import type { FileProblem } from '../config/packs.ts'
import { settingsFiles } from '../config/settings-files.ts'
import { openGate } from '../gate/open.ts'
import type { SettingsState } from '../install/doctor.ts'

export interface SettingsHere extends SettingsState {
  readonly problems: readonly FileProblem[]
}

/** What holds: the last good settings, where something in the files must be corrected. */
export async function settingsHere(home: string, project: string): Promise<SettingsHere> {
  const { readSettings } = await import('../config/settings.ts')
  const data = packageData()
  const files = settingsFiles(home, project, process.platform)
  const { problems, conduct, preset } = readSettings(
    files,
    data.presets.map(({ name }) => name),
    { sources: data.presets },
  )
  try {
    const opened = await openGate(files, null, new Date().toISOString(), data)
    const { index, warnings } = opened.gate.policy
    // Told first, what holds behind them, and then what the policy has to say.
    const told = opened.whole ? [] : opened.notes.slice(0, opened.notes.length - warnings.length)
    const { mode, enabled } = opened.conduct
    return { problems, wrong: told.slice(0, -1), until: told.at(-1) ?? null, notes: warnings, mode, enabled, preset: index.preset }
  } catch {
    // Whoever looks for what is broken is told what can be told.
    const wrong = problems.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`)
    return { problems, wrong, until: null, notes: [], mode: conduct.mode, enabled: conduct.enabled, preset: preset ?? 'standard' }
  }
}
