// Which settings hold here, and which layer said so?
import { DEFAULT_CONDUCT } from '../config/conduct.ts'
import { packageData } from '../config/package-files.ts'
import { readSettings } from '../config/settings.ts'
import { isThere, settingsFiles } from '../config/settings-files.ts'
import { projectOf } from '../observe/project.ts'
import type { SettingsView } from './api.ts'

export function settingsView(home: string, cwd: string): SettingsView {
  const files = settingsFiles(home, projectOf(cwd, home), process.platform)
  const { layers, preset, conduct, problems } = readSettings(
    files,
    packageData().presets.map(({ name }) => name),
  )
  const { mode, enabled, autoApprove, approvals, directories, onConfigError, audit } = { ...DEFAULT_CONDUCT, ...conduct }
  return {
    files: (['administrator', 'user', 'project'] as const).flatMap((layer) => {
      const file = files[layer]
      return file === null ? [] : [{ layer, file, there: isThere(file) }]
    }),
    inForce: {
      preset: preset ?? 'standard',
      mode: enabled ? mode : 'off',
      autoApprove,
      timeoutSeconds: approvals.waitSeconds,
      directories,
      onConfigError,
      audit: { ...audit },
    },
    said: layers.flatMap(({ layer, settings }) => Object.entries(settings).map(([key, value]) => ({ layer, key, value }))),
    problems: problems.map(({ layer, file, line, column, message }) => ({ layer, file, line, column, message })),
  }
}
