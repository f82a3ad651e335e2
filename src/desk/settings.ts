// Which settings hold here, and which layer said so?
import { DEFAULT_CONDUCT } from '../config/conduct.ts'
import type { Conduct } from '../config/conduct.ts'
import { packageData } from '../config/package-files.ts'
import { readSettings } from '../config/settings.ts'
import { isThere, settingsFiles } from '../config/settings-files.ts'
import { projectOf } from '../observe/project.ts'
import type { SettingsView } from './api.ts'

type SaidLayer = Pick<ReturnType<typeof readSettings>['layers'][number], 'layer' | 'settings'>
type Source = SettingsView['inForce'][number]['from']

export function settingsView(home: string, cwd: string): SettingsView {
  const files = settingsFiles(home, projectOf(cwd, home), process.platform)
  const { layers, preset, conduct, problems } = readSettings(
    files,
    packageData().presets.map(({ name }) => name),
  )
  const held = { ...DEFAULT_CONDUCT, ...conduct }
  const usual = valuesOf(DEFAULT_CONDUCT, 'standard')
  return {
    files: (['administrator', 'user', 'project'] as const).flatMap((layer) => {
      const file = files[layer]
      return file === null ? [] : [{ layer, file, there: isThere(file) }]
    }),
    inForce: Object.entries(valuesOf(held, preset ?? 'standard')).map(([key, value]) => ({ key, value, from: fromOf(key, value, layers, usual[key]) })),
    said: layers.flatMap(({ layer, settings }) => Object.entries(settings).map(([key, value]) => ({ layer, key, value }))),
    problems: problems.map(({ layer, file, line, column, message }) => ({ layer, file, line, column, message })),
  }
}

/** By their names in the files. */
function valuesOf(
  { mode, enabled, autoApprove, approvals, directories, onConfigError, resolveNames, audit }: Conduct,
  preset: string,
): Record<string, unknown> {
  return {
    preset,
    mode,
    enabled,
    resolve_names: resolveNames,
    on_config_error: onConfigError,
    directories,
    'approvals.auto': autoApprove,
    'approvals.prefer': approvals.prefer,
    'approvals.timeout': approvals.waitSeconds,
    'approvals.open': approvals.openSeconds,
    'approvals.valid': approvals.validSeconds,
    'approvals.max_pending': approvals.maxPending,
    'approvals.per_session': approvals.perSession,
    'approvals.breaker': approvals.breakerSeconds,
    'audit.content': audit.content,
    'audit.strict': audit.strict,
    'audit.keep_days': audit.keepDays,
    'audit.keep_megabytes': audit.keepMegabytes,
  }
}

/** Of the layers that speak of it, the one that says what holds; where none does and it is not the usual, the preset. */
function fromOf(key: string, value: unknown, layers: readonly SaidLayer[], usual: unknown): Source {
  const same = (other: unknown): boolean => JSON.stringify(other) === JSON.stringify(value)
  const said = layers.flatMap(({ layer, settings }) => {
    const one = key
      .split('.')
      .reduce<unknown>((at, name) => (typeof at === 'object' && at !== null ? (at as Readonly<Record<string, unknown>>)[name] : undefined), settings)
    return one === undefined ? [] : [{ layer, one }]
  })
  return (said.find(({ one }) => same(one)) ?? said[0])?.layer ?? (same(usual) ? 'built in' : 'preset')
}
