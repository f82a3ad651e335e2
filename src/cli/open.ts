// Which gate judges the calls of this command: embedded defaults, or the person's settings besides?
import { settingsFiles } from '../config/settings-files.ts'
import { didYouMean } from '../core/policy/description.ts'
import { loadBuiltin, openGate } from '../gate/open.ts'
import type { Opened, PackageData } from '../gate/policy-source.ts'
import type { Gate } from '../gate/gate.ts'
import { packageData } from '../config/package-files.ts'
import { UsageError } from './command.ts'
import type { GivenScene } from './scene.ts'

export function openBuiltin(preset: string | undefined): Gate {
  const data = packageData()
  checkPreset(preset, data)
  return loadBuiltin(preset, data)
}

export async function openWithSettings(preset: string | undefined, scene: GivenScene, home: string): Promise<Opened> {
  const data = packageData()
  checkPreset(preset, data)
  return openGate(settingsFiles(home, scene.project, process.platform), preset ?? null, new Date().toISOString(), data)
}

function checkPreset(preset: string | undefined, data: PackageData): void {
  if (preset === undefined || preset === 'standard') return
  const names = data.presets.map(({ name }) => name)
  if (!names.includes(preset)) throw new UsageError(`no preset is called \`${preset}\`: write ${names.join(', ')}${didYouMean(preset, names)}`)
}
