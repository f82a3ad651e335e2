// How does a program that embeds the gate open one: on embedded defaults, or with the layers of settings?
import { homedir } from 'node:os'
import { policyOf } from '../config/builtin.ts'
import { conductOf } from '../config/conduct.ts'
import { movedFolders, runningFiles, wiredFiles } from '../config/own-files.ts'
import { packageData, packageFolder } from '../config/package-files.ts'
import { accountHome } from '../config/person.ts'
import { anySettings } from '../config/settings-files.ts'
import type { SettingsFiles } from '../config/settings-files.ts'
import { describeSecrets } from '../core/secrets/compile.ts'
import type { Gate } from './gate.ts'
import { open, openSettings } from './policy-source.ts'
import type { Compilers, Here, Opened, PackageData } from './policy-source.ts'

/** What is ours on this machine. Wherever the environment says that home is: what an embedding process was given must not hide it. */
export const hereNow = (): Here => ({
  root: packageFolder(),
  own: [...movedFolders(process.env), ...runningFiles(process.execPath, packageFolder())],
  wired: [...new Set([homedir(), accountHome() ?? homedir()].flatMap((home) => wiredFiles(home)))],
})

/** By what ships alone. Throws when no preset has that name. */
export function openShipped(preset: string | null, data: PackageData): Opened {
  const name = preset ?? 'standard'
  const policy = name === 'standard' ? data.policy() : policyOf(data, name)
  if (policy === null) throw new Error(`no preset is called \`${name}\`: write ${data.presets.map((one) => one.name).join(', ')}`)
  const chosen = data.presets.find((one) => one.name === name)
  const { kinds = [] } = chosen ?? {}
  const conduct = conductOf({}, {}, preset === null ? undefined : chosen)
  return open({ policy, conduct, ...(kinds.length > 0 && { kinds: describeSecrets(kinds, { examples: false }) }) }, data, hereNow())
}

/** The gate on embedded defaults. Throws when no preset has that name. */
export const loadBuiltin = (preset = 'standard', data: PackageData = packageData()): Gate => openShipped(preset, data).gate

/** The gate with the layers of settings. A file that does not compile leaves the last good policy, or is left out and said. */
export async function openGate(files: SettingsFiles, preset: string | null, now: string, data: PackageData = packageData()): Promise<Opened> {
  if (!anySettings(files)) return openShipped(preset, data)
  const here = hereNow()
  return openSettings(files, preset, data, here) ?? (openSettings(files, preset, data, here, await compilersAt(() => now)) as Opened)
}

/** YAML and the engine for people's own patterns are large: read only where they are needed. */
export async function compilersAt(now: () => string): Promise<Compilers> {
  const { compileSettings } = await import('./compile-settings.ts')
  const { compileUserRegex } = await import('../config/user-regex.ts')
  return { compileSettings: (files, preset, _, data) => compileSettings(files, preset, now(), data), compileUserRegex }
}
