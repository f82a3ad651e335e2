// What do the preset and the layers of settings, taken together, say about each rule?
import type { Severity, Verdict } from '../model.ts'
import { compileGlob, hasGlob } from '../text/glob.ts'
import { didYouMean, shorten } from './description.ts'
import type { Choices, Layer, LayerName, OverrideSource, PresetSource, Thresholds } from '../rules/source.ts'
import { rankOfOutcome as rank, SEVERITIES, stricter, verdictsFrom } from '../rules/verdicts.ts'
import type { Outcome, Verdicts } from '../rules/verdicts.ts'

export interface Resolved {
  readonly otherwise: Verdict
  readonly thresholds: { readonly severity: Severity; readonly confidence: number }
  readonly usesProfile: (rule: string) => boolean
  /** `own`: the verdict an imported rule gives itself, where it gives one. */
  readonly verdictsOf: (rule: string, floor: boolean | 'ask', own?: Verdict) => Verdicts
  /** Whether a layer of settings names it. */
  readonly isNamed: (rule: string) => boolean
  /** What was refused or names nothing; complete once every rule was asked for. */
  readonly warnings: () => readonly string[]
}

/** Names that are no rule's and are told one by one, with the one that was meant: to find that takes long. */
const MOST_NAMELESS = 8

const ORDER: readonly LayerName[] = ['administrator', 'user', 'project']

export const resolveLayers = (preset: PresetSource, layers: readonly Layer[], ruleIds: readonly string[]): Resolved => {
  const sorted = ORDER.flatMap((name) => layers.filter((layer) => layer.layer === name))
  const locked = lockTest(sorted)
  const refused = new Set<string>()
  const tables: { layer: LayerName | 'preset'; choices: Choices; overrides: Overrides }[] = [
    { layer: 'preset', choices: preset, overrides: overridesOf(preset.overrides ?? {}) },
    ...sorted.map(({ layer, settings }) => ({ layer, choices: settings, overrides: overridesOf(settings.overrides ?? {}) })),
  ]
  const mayLoosen = (layer: LayerName | 'preset', what: string): boolean =>
    layer === 'preset' || layer === 'administrator' || (layer === 'user' && !locked(what))
  const refuse = (layer: string, what: string): void => {
    refused.add(
      layer === 'project'
        ? `the project's settings may only tighten: \`${shorten(what)}\` is ignored`
        : `the ${layer}'s settings may not loosen this: \`${shorten(what)}\` is ignored`,
    )
  }

  let otherwise: Verdict = preset.otherwise
  let thresholds = { severity: 'low' as Severity, confidence: 0, ...defined(preset.thresholds) }
  for (const { layer, choices } of tables.slice(1)) {
    if (choices.otherwise !== undefined) {
      if (rank(choices.otherwise) >= rank(otherwise) || mayLoosen(layer, 'otherwise')) otherwise = choices.otherwise
      else refuse(layer, `otherwise: ${choices.otherwise}`)
    }
    thresholds = mergeThresholds(thresholds, defined(choices.thresholds), mayLoosen(layer, 'thresholds'), (what) => refuse(layer, `thresholds: ${what}`))
    if (layer === 'project' && (choices as Layer['settings']).preset !== undefined) refuse(layer, `preset: ${(choices as Layer['settings']).preset}`)
  }

  const profile = tables.flatMap(({ choices }) => choices.profile ?? []).map((glob) => compileGlob(glob, { separators: false }))

  const verdictsOf = (rule: string, floor: boolean | 'ask', own?: Verdict): Verdicts => {
    const first = (severity: Severity): Outcome => own ?? preset.severity[severity]
    let now: Outcome[] = SEVERITIES.map((severity) => (floor === true ? 'deny' : floor === 'ask' ? stricter('ask', first(severity)) : first(severity)))
    let pinned = floor !== false || own !== undefined
    for (const { layer, choices, overrides } of tables) {
      const named = overrides.find(rule)
      if (floor !== false && layer === 'preset') continue
      const next: Outcome[] = SEVERITIES.map((severity, i) => named?.outcome ?? (pinned ? undefined : choices.severity?.[severity]) ?? (now[i] as Outcome))
      pinned ||= named !== null
      const free =
        layer === 'preset' ||
        layer === 'administrator' ||
        (floor === false && mayLoosen(layer, 'overrides') && mayLoosen(layer, rule) && (named !== null || mayLoosen(layer, 'severity')))
      const before = now
      now = next.map((outcome, i) => (free ? outcome : stricter(before[i] as Outcome, outcome)))
      if (!free && next.some((outcome, i) => rank(outcome) < rank(before[i] as Outcome))) {
        if (named !== null) refuse(layer, `${named.name}: ${named.outcome}`)
        else
          for (const severity of SEVERITIES)
            if (choices.severity?.[severity] !== undefined) refuse(layer, `severity: ${severity}: ${choices.severity[severity]}`)
      }
    }
    return verdictsFrom(now)
  }

  const nameless = (): string[] => {
    const known = new Set(ruleIds)
    return tables.flatMap(({ layer, overrides }) => {
      if (layer === 'preset') return []
      const names = overrides.without(known)
      const told = names.slice(0, MOST_NAMELESS).map((name) => `no rule is called \`${shorten(name)}\` in the ${layer}'s overrides${didYouMean(name, ruleIds)}`)
      const more = names.length - told.length
      return more > 0 ? [...told, `${more} more names in the ${layer}'s overrides are no rule's`] : told
    })
  }
  return {
    otherwise,
    thresholds,
    usesProfile: (rule) => profile.some((test) => test(rule)),
    verdictsOf,
    isNamed: (rule) => tables.some(({ layer, overrides }) => layer !== 'preset' && overrides.find(rule) !== null),
    warnings: () => [...refused, ...nameless()].sort(),
  }
}

const defined = (thresholds: Thresholds | undefined): Thresholds => thresholds ?? {}

const mergeThresholds = (
  now: { severity: Severity; confidence: number },
  given: Thresholds,
  free: boolean,
  refuse: (what: string) => void,
): { severity: Severity; confidence: number } => {
  let { severity, confidence } = now
  if (given.severity !== undefined) {
    if (free || SEVERITIES.indexOf(given.severity) <= SEVERITIES.indexOf(severity)) severity = given.severity
    else refuse(`severity: ${given.severity}`)
  }
  if (given.confidence !== undefined) {
    if (free || given.confidence <= confidence) confidence = given.confidence
    else refuse(`confidence: ${given.confidence}`)
  }
  return { severity, confidence }
}

interface Overrides {
  /** Names and patterns that fit no rule. */
  readonly without: (rules: ReadonlySet<string>) => readonly string[]
  readonly find: (rule: string) => { readonly name: string; readonly outcome: Outcome } | null
}
/** Of several that name a rule the most specific counts; of equals, the strictest. Names are looked up: there may be thousands. */
const overridesOf = (source: Readonly<Record<string, OverrideSource>>): Overrides => {
  const entries = Object.entries(source).map(([name, value]) => ({ name, outcome: typeof value === 'string' ? value : value.verdict }))
  const plain = new Map(entries.filter(({ name }) => !hasGlob(name)).map((entry) => [entry.name, entry]))
  const globs = entries
    .filter(({ name }) => hasGlob(name))
    .map((entry) => ({
      ...entry,
      weight: entry.name.includes('*') ? entry.name.replaceAll('*', '').length : Number.POSITIVE_INFINITY,
      test: compileGlob(entry.name, { separators: false }),
    }))
    .toSorted((a, b) => b.weight - a.weight || rank(b.outcome) - rank(a.outcome) || (a.name < b.name ? -1 : 1))
  return {
    without: (rules) => [
      ...[...plain.keys()].filter((name) => !rules.has(name)),
      ...globs.filter(({ test }) => ![...rules].some((rule) => test(rule))).map(({ name }) => name),
    ],
    find: (rule) => {
      const named = plain.get(rule)
      const fitting = globs.find(({ test }) => test(rule))
      if (named === undefined) return fitting ?? null
      // A pattern without `*` is as specific as a name.
      return fitting !== undefined && fitting.weight === Number.POSITIVE_INFINITY && rank(fitting.outcome) > rank(named.outcome) ? fitting : named
    },
  }
}

const lockTest = (layers: readonly Layer[]): ((what: string) => boolean) => {
  const locks = layers.filter((layer) => layer.layer === 'administrator').map((layer) => layer.settings.lock)
  if (locks.includes(true)) return () => true
  const tests = locks.flatMap((lock) => (lock === undefined || lock === true ? [] : lock.map((glob) => compileGlob(glob, { separators: false }))))
  return (what) => tests.some((test) => test(what))
}
