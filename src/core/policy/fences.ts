// Which overrides, and which limits of rules, do `sandbox` and `secrets` in the settings stand for?
import type { Layer, RuleSource, SecretFence, SettingsSource } from './source.ts'
import type { Outcome } from './verdicts.ts'

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
    if (settings.sandbox?.outside === undefined && settings.secrets === undefined) return { layer, settings }
    const { read, write } = settings.sandbox?.outside ?? {}
    const spelled: Record<string, Outcome> = {}
    if (read !== undefined) spelled[READS] = OUTCOMES[read]
    if (write !== undefined) spelled[WRITES] = OUTCOMES[write]
    // What programs write has many reasons: it is one step milder.
    if (write === 'off') spelled[PROGRAMS] = 'off'
    if (write === 'deny') spelled[PROGRAMS] = 'ask'
    for (const [name, fence] of Object.entries(settings.secrets ?? {})) spelled[SECRETS[name as keyof typeof SECRETS]] = OUTCOMES[fence]
    const profile = read === undefined || read === 'off' ? (settings.profile ?? []) : [...(settings.profile ?? []), READS]
    return { layer, settings: { ...settings, profile, overrides: { ...spelled, ...settings.overrides } } }
  })

/** The fence round the project holds for these tools only; null when for all. The project's file has no say in it. */
export const fencedTools = (layers: readonly Layer[]): readonly string[] | null => {
  const of = (name: Layer['layer']): SettingsSource | undefined => layers.find(({ layer }) => layer === name)?.settings
  const above = of('administrator')
  const locked = above?.lock === true || (above?.lock ?? []).includes('sandbox')
  return (locked ? above?.sandbox?.tools : (of('user')?.sandbox?.tools ?? above?.sandbox?.tools)) ?? null
}

export const fenced = (rule: RuleSource, tools: readonly string[] | null): RuleSource =>
  tools === null || (rule.id !== READS && rule.id !== WRITES) ? rule : { ...rule, match: { ...rule.match, tool: tools } }
