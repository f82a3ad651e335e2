// What do `packs` and `context` in the settings stand for? Overrides of a whole pack's rules, and what lifts rules in some circumstances.
import type { Severity } from '../core/model.ts'
import { checkShape, didYouMean, key, list, many, map, object, required, shorten, text, word, yes } from '../core/policy/description.ts'
import type { Form, Problem } from '../core/policy/description.ts'
import type { Layer, Many, OverrideSource, PackSource, RaiseSource, RuleSource, SettingsSource, WhenSource } from '../core/rules/source.ts'
import { rankOfOutcome, rankOfSeverity, SEVERITIES, VERDICTS } from '../core/rules/verdicts.ts'
import type { Outcome } from '../core/rules/verdicts.ts'
import { compileGlob } from '../core/text/glob.ts'

interface ContextSource {
  readonly when: Pick<WhenSource, 'branch' | 'environment' | 'time' | 'production'> & { readonly project?: Many<string> }
  /** Globs of rule ids; all unless said. */
  readonly rules?: Many<string>
  readonly to: Severity
}
type Adjusted = SettingsSource & { readonly packs?: Readonly<Record<string, Outcome>>; readonly context?: readonly ContextSource[] }
export const ADJUST_KEYS = ['packs', 'context'] as const

export const adjustShape = object({
  packs: key('the verdict of all rules of a pack, or `off`; an override that names a rule counts more', map('line', word(...VERDICTS, 'off'))),
  context: key(
    'circumstances that lift rules; they only ever tighten',
    list(
      object({
        when: required(
          'all of these hold',
          object({
            branch: key('glob of the current branch, or `default`', many(text('glob'))),
            environment: key('the environment this runs in', many(word('production', 'staging', 'development'))),
            time: key('between these times of day', object({ from: required('as 22:00', text('clock')), to: required('as 06:00', text('clock')) })),
            production: key('a production marker is among the words', yes),
            project: key("glob of the project's folder, absolute or below `~`", many(text('glob'))),
          }),
        ),
        rules: key('globs of rule ids; all unless said', many(text('rule-glob'))),
        to: required('the severity they are lifted to', word(...SEVERITIES)),
      }),
    ),
  ),
})

const vocabulary = (form: Form, given: string): string | null => {
  if (given === '') return 'an empty text says nothing: write a value or remove the key'
  if (form === 'clock' && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(given)) return `\`${shorten(given)}\` is not a time of day: write it as \`22:00\``
  if (form === 'rule-glob' && !/^[a-z0-9*]+(?:[.-][a-z0-9*]+)*$/.test(given))
    return `\`${shorten(given)}\` is not a rule id or glob: write \`family.thing\` or \`family.*\``
  return null
}

export function checkAdjust(value: unknown): Problem[] {
  const own = partOf(value)
  const problems = checkShape(adjustShape, own, vocabulary)
  const entries = Array.isArray(own['context']) ? (own['context'] as readonly unknown[]) : []
  entries.forEach((entry, at) => {
    const when = isMap(entry) ? entry['when'] : undefined
    if (isMap(when) && Object.keys(when).length === 0)
      problems.push({ path: ['context', at, 'when'], message: 'it holds always: write a condition, or `severity` and `overrides` instead' })
  })
  return problems
}

const isMap = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const partOf = (value: unknown): Record<string, unknown> =>
  isMap(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => (ADJUST_KEYS as readonly string[]).includes(name))) : {}

export interface AdjustedSources {
  readonly layers: readonly Layer[]
  readonly packs: readonly PackSource[]
  /** What was refused or names nothing, one line each: these, and of the policy's own one for a pack instead of one for each of its rules. */
  readonly warnings: (ofPolicy: readonly string[]) => readonly string[]
}

/** Layers and packs with both keys spelled out. `project` and `home` are folders. */
export function adjusted(layers: readonly Layer[], packs: readonly PackSource[], project: string | null, home: string): AdjustedSources {
  const warnings: string[] = []
  const spelledFor = new Map<string, string>()
  const spelled = layers.map(({ layer, settings }) => ({ layer, settings: withPacks(layer, settings as Adjusted, layers, packs, warnings, spelledFor) }))
  const contexts = layers.flatMap(({ settings }) => (settings as Adjusted).context ?? [])
  const raised = contexts.length === 0 ? packs : packs.map((pack) => ({ ...pack, rules: pack.rules.map((rule) => lifted(rule, contexts, project, home)) }))
  return {
    layers: spelled,
    packs: raised,
    warnings: (ofPolicy) => [...new Set([...warnings, ...ofPolicy.map((line) => spelledFor.get(/`([^`]+)` is ignored$/.exec(line)?.[1] ?? '') ?? line)])],
  }
}

function withPacks(
  layer: Layer['layer'],
  settings: Adjusted,
  layers: readonly Layer[],
  packs: readonly PackSource[],
  warnings: string[],
  spelledFor: Map<string, string>,
): SettingsSource {
  if (settings.packs === undefined) return settings
  const named = Object.keys(settings.overrides ?? {}).map((name) => compileGlob(name, { separators: false }))
  const spelled: Record<string, OverrideSource> = {}
  for (const [name, outcome] of Object.entries(settings.packs)) {
    const meant = packs.filter(({ pack }) => pack === name)
    if (meant.length === 0) {
      warnings.push(
        `no pack is called \`${shorten(name)}\` in the ${layer}'s settings${didYouMean(
          name,
          packs.map(({ pack }) => pack),
        )}`,
      )
      continue
    }
    // One line for the pack, not one for each of its rules.
    if (rankOfOutcome(outcome) < rankOfOutcome('ask') && (layer === 'project' || (layer === 'user' && locksPacks(layers)))) {
      warnings.push(`the ${layer}'s settings may only tighten: \`packs: ${shorten(name)}: ${outcome}\` is ignored`)
      continue
    }
    for (const { id } of meant.filter(({ floor = false }) => floor === false).flatMap(({ rules }) => rules)) {
      if (named.some((test) => test(id))) continue
      spelled[id] = outcome
      spelledFor.set(`${id}: ${outcome}`, `\`packs: ${shorten(name)}: ${outcome}\` in the ${layer}'s settings counts only where it tightens`)
    }
    if (meant.some(({ floor = false }) => floor !== false) && outcome !== 'deny')
      warnings.push(`\`${shorten(name)}\` holds whatever the settings say: \`packs: ${shorten(name)}: ${outcome}\` is ignored`)
  }
  return { ...settings, overrides: { ...spelled, ...settings.overrides } }
}

const locksPacks = (layers: readonly Layer[]): boolean =>
  layers.some(({ layer, settings: { lock } }) => layer === 'administrator' && (lock === true || lock?.includes('packs') === true))

function lifted(rule: RuleSource, contexts: readonly ContextSource[], project: string | null, home: string): RuleSource {
  let { severity } = rule
  const raise: RaiseSource[] = [...(rule.raise ?? [])]
  for (const { when, rules = '*', to } of contexts) {
    const { project: folders, ...rest } = when
    if (!listOf(rules).some((glob) => compileGlob(glob, { separators: false })(rule.id)) || rankOfSeverity(to) <= rankOfSeverity(rule.severity)) continue
    // Which project this is is known now: settings are compiled for each.
    if (folders !== undefined && !isOneOf(listOf(folders), project, home)) continue
    if (Object.keys(rest).length > 0) raise.push({ when: rest, to })
    else if (rankOfSeverity(to) > rankOfSeverity(severity)) severity = to
  }
  return raise.length === (rule.raise ?? []).length && severity === rule.severity ? rule : { ...rule, severity, ...(raise.length > 0 ? { raise } : {}) }
}

const listOf = <T>(given: Many<T>): readonly T[] => (Array.isArray(given) ? (given as readonly T[]) : [given as T])

const isOneOf = (globs: readonly string[], project: string | null, home: string): boolean =>
  project !== null && globs.some((glob) => compileGlob(glob.startsWith('~/') ? home + glob.slice(1) : glob)(project))
