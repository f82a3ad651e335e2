// Which overrides, and which limits of rules, do `sandbox` and `secrets` in the settings stand for?
import type { Layer, PresetSource, RuleSource, SecretFence, SettingsSource } from '../rules/source.ts'
import type { Outcome } from '../rules/verdicts.ts'

const READS = 'paths.read-outside'
const WRITES = 'paths.outside'
const PROGRAMS = 'paths.shell-outside'
const SECRETS: Readonly<Record<keyof NonNullable<SettingsSource['secrets']>, string>> = {
  prompts: 'secrets.in-prompt',
  content: 'secrets.in-content',
  arguments: 'secrets.in-argument',
  commands: 'secrets.in-command',
}
/** A warning is a finding that is allowed. */
const OUTCOMES: Readonly<Record<SecretFence, Outcome>> = { off: 'off', warn: 'allow', redact: 'redact', ask: 'ask', deny: 'deny' }

/** The same layers, with what they say in short spelled out. An override of their own is more than a short word. */
export const withFences = (layers: readonly Layer[]): readonly Layer[] =>
  layers.map(({ layer, settings }) => {
    const spelled = spelledOut(settings)
    if (spelled === null) return { layer, settings }
    // What programs write has many reasons: it is one step milder.
    const write = settings.sandbox?.outside?.write
    const programs: Record<string, Outcome> = write === 'off' ? { [PROGRAMS]: 'off' } : write === 'deny' ? { [PROGRAMS]: 'ask' } : {}
    return { layer, settings: { ...settings, profile: spelled.profile, overrides: { ...spelled.overrides, ...programs, ...settings.overrides } } }
  })

/** The same for a preset, which says itself what counts of what programs write. */
export const withFence = (preset: PresetSource): PresetSource => {
  const spelled = spelledOut(preset)
  if (spelled === null) return preset
  const profile = preset.packs === undefined ? spelled.profile : [...spelled.profile, ...Object.keys(spelled.overrides)]
  return { ...preset, profile, overrides: { ...spelled.overrides, ...preset.overrides } }
}

type Fenced = Pick<SettingsSource, 'sandbox' | 'secrets' | 'profile'>
const spelledOut = ({
  sandbox,
  secrets,
  profile = [],
}: Fenced): { readonly profile: readonly string[]; readonly overrides: Record<string, Outcome> } | null => {
  if (sandbox?.outside === undefined && secrets === undefined) return null
  const { read, write } = sandbox?.outside ?? {}
  const overrides: Record<string, Outcome> = {}
  if (read !== undefined) overrides[READS] = OUTCOMES[read]
  if (write !== undefined) overrides[WRITES] = OUTCOMES[write]
  for (const [name, fence] of Object.entries(secrets ?? {})) overrides[SECRETS[name as keyof typeof SECRETS]] = OUTCOMES[fence]
  return { profile: read === undefined || read === 'off' ? profile : [...profile, READS], overrides }
}

/** The fence round the project holds for these tools only; null when for all. The project's file has no say in it. */
export const fencedTools = (layers: readonly Layer[], preset: PresetSource): readonly string[] | null => {
  const of = (name: Layer['layer']): SettingsSource | undefined => layers.find(({ layer }) => layer === name)?.settings
  const above = of('administrator')
  const locked = above?.lock === true || (above?.lock ?? []).includes('sandbox')
  return (locked ? above?.sandbox?.tools : (of('user')?.sandbox?.tools ?? above?.sandbox?.tools)) ?? preset.sandbox?.tools ?? null
}

export const fenced = (rule: RuleSource, tools: readonly string[] | null): RuleSource =>
  tools === null || (rule.id !== READS && rule.id !== WRITES) ? rule : { ...rule, match: { ...rule.match, tool: tools } }
