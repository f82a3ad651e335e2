// How do packs, a preset and the layers of settings become one policy?
import { listOf } from '../match/words.ts'
import type { RuleStatus } from '../model.ts'
import { canonicalJson, fingerprint } from '../text/canonical.ts'
import { expandBraces } from '../text/glob.ts'
import type { CompileUserRegex } from '../text/regex.ts'
import { GATE_RULES } from '../rules/compiled.ts'
import type { CompiledIndex, CompiledRule, PolicyParts, Prose } from '../rules/compiled.ts'
import { keysOfRule, neededDetector, wakeWords, wholeParts, wokenParts } from './keys.ts'
import { resolveLayers } from './layers.ts'
import type { Resolved } from './layers.ts'
import type { Canonical } from './options.ts'
import { canonicalMatch, patternsIn } from './options.ts'
import { customPack } from './custom.ts'
import { fenced, fencedTools, withFence, withFences } from './fences.ts'
import { fromParts } from './policy.ts'
import type { Policy } from './policy.ts'
import { isOfCall } from '../match/text.ts'
import type { Layer, MatchSource, PackSource, PresetSource, RuleSource, TextOn } from '../rules/source.ts'

export type { Canonical } from './options.ts'
export type { CompiledIndex } from '../rules/compiled.ts'

export interface PolicyInput {
  /** Checked packs; what `checkPack` refuses must not come here. */
  readonly packs: readonly PackSource[]
  readonly preset: PresetSource
  readonly layers?: readonly Layer[]
  readonly canonical?: Canonical
  /** The engine for patterns that are not ours. */
  readonly compileUserRegex?: CompileUserRegex
  /** What was made of a rule before; undefined where nothing was. */
  readonly made?: (rule: RuleSource) => Piece | undefined
}

/** What no setting changes of a rule: to make it is most of the work. */
export interface Piece {
  /** In canonical names; left out where that is what the rule says. */
  readonly match?: MatchSource
  readonly unless?: readonly MatchSource[]
  readonly raise?: CompiledRule['raise']
  readonly keys: readonly string[]
  /** Of all that it says. */
  readonly mark: string
}

const CONFIDENCE: Readonly<Record<RuleStatus, number>> = { stable: 90, preview: 70, deprecated: 50, profile: 90 }

/** A policy as plain JSON. */
export interface CompiledPolicy {
  readonly index: CompiledIndex
  readonly rules: readonly CompiledRule[]
  readonly prose: readonly Prose[]
  /** What each rule is, in a line: rules of equal lines are equal in everything. */
  readonly lines: readonly RuleLine[]
}
/** What settings change of a rule, and what they do not: of the second depend its prose and the keys it is found under. */
export type RuleLine = readonly [own: string, same: string]

export const compilePolicy = (input: PolicyInput): Policy => fromParts(partsOf(compileRules(input)), input.compileUserRegex)

export const partsOf = ({ index, rules, prose }: CompiledPolicy): PolicyParts => ({ index, rule: (rule) => rules[rule], prose: (rule) => prose[rule] })

interface Entry {
  readonly rule: CompiledRule
  readonly prose: Prose
  readonly keys: readonly string[]
  /** Two that say the same have the same. */
  readonly mark: string
  /** The name of the ordered pack it belongs to, and its place there. */
  readonly unit?: { readonly pack: string; readonly place: number }
}

/** The same, as plain JSON to be kept. */
export const compileRules = (input: PolicyInput): CompiledPolicy => {
  const canonical = input.canonical ?? ((_program, _words, option) => option)
  const layers = withFences(input.layers ?? [])
  const preset = withFence(input.preset)
  const tools = fencedTools(layers, preset)
  const custom = customPack(layers, preset.case)
  const packs = custom === null ? input.packs : [...input.packs, custom]
  const sources = packs.flatMap((pack) => pack.rules.map((rule, place) => ({ pack, rule, place })))
  const resolved = resolveLayers(preset, layers, [...sources.map(({ rule }) => rule.id), ...GATE_RULES])
  const entries: Entry[] = []
  for (const { pack, rule, place } of sources) {
    if (isFree(pack) && !counts(pack, rule, preset, resolved)) continue
    const verdicts = resolved.verdictsOf(rule.id, pack.floor ?? false, pack.imported === true ? rule.verdict : undefined)
    if (verdicts === 'oooo') continue
    const wanted = pack.own === true || pack.imported === true || resolved.isNamed(rule.id)
    const meant = fenced(rule, tools)
    const entry = entryOf(pack, meant, verdicts, input.made?.(meant) ?? pieceOf(meant, canonical), wanted)
    entries.push(pack.ordered === true ? { ...entry, unit: { pack: unitName(pack), place } } : entry)
  }
  const gate = Object.fromEntries(GATE_RULES.map((id) => [id, resolved.verdictsOf(id, false)]))
  // Numbered in an order of their own, so that the order of files and rules leaves no trace.
  const sorted = entries.map((entry) => {
    const line = lineOf(entry)
    return { entry, line, text: `${entry.rule.id} ${line.join(' ')}` }
  })
  sorted.sort((a, b) => (a.entry.rule.id < b.entry.rule.id ? -1 : a.entry.rule.id > b.entry.rule.id ? 1 : a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  return assemble(
    sorted.map(({ entry }) => entry),
    sorted.map(({ entry, line: [own, same] }) => [own, `${entry.rule.id} ${same}`]),
    {
      format: 1,
      fingerprint: fingerprint(canonicalJson([sorted.map(({ text }) => text), resolved.otherwise, resolved.thresholds, gate, ...(preset.tools ?? [])])),
      preset: preset.name,
      ...(preset.packs !== undefined && { partial: true as const }),
      ...(preset.tools !== undefined && { tools: preset.tools }),
      ...(preset.question !== undefined && { question: preset.question }),
      otherwise: resolved.otherwise,
      thresholds: resolved.thresholds,
      gate,
      warnings: resolved.warnings(),
    },
  )
}

/** Of packs that a preset leaves out, what it names counts, and what somebody's settings name or bring. */
const counts = (pack: PackSource, rule: RuleSource, { packs }: PresetSource, { usesProfile, isNamed }: Resolved): boolean => {
  if (usesProfile(rule.id)) return true
  if (rule.status === 'profile') return false
  return packs === undefined || packs.includes(pack.pack) || pack.own === true || pack.imported === true || isNamed(rule.id)
}

// Two files may give their packs the same name.
const unitName = (pack: PackSource): string => `${pack.pack} ${fingerprint(pack.rules.map(({ id }) => id).join(' '))}`

/** Whether settings may lift its rules. */
const isFree = ({ floor }: PackSource): boolean => floor === undefined || floor === false

const lineOf = ({ rule: { verdicts, floor, passes, wanted }, mark, unit }: Entry): RuleLine => [
  `${verdicts} ${floor === true} ${passes === true} ${wanted === true}`,
  `${mark} ${unit === undefined ? '' : canonicalJson(unit)}`,
]

/** A rule that never speaks of a program, whatever it is told, need not be found by its runs: `unless: { run: git }`. */
const withoutExcused = (keys: readonly string[], unless: readonly MatchSource[]): readonly string[] => {
  const names = unless.flatMap((one) => (one.run !== undefined && Object.keys(one).length === 1 ? listOf(one.run).flatMap(expandBraces) : []))
  const excused = new Set(names.filter((name) => !/[ *?[\\]/.test(name)).map((name) => `run:${name}`))
  return excused.size === 0 ? keys : keys.filter((key) => !excused.has(key))
}

export const pieceOf = (rule: RuleSource, canonical: Canonical): Piece => {
  const match = canonicalMatch(rule.match, canonical)
  const patterns = patternsIn([rule.match])
  const unless = rule.unless === undefined ? [] : listOf(rule.unless)
  const { hits: _hits, misses: _misses, ...says } = rule
  const canonically = {
    match,
    ...(unless.length > 0 && { unless: unless.map((one) => canonicalMatch(one, canonical, patterns)) }),
    ...(rule.raise !== undefined && { raise: rule.raise.map((one) => ({ when: canonicalMatch(one.when, canonical, patterns), to: one.to })) }),
  }
  return { ...canonically, keys: withoutExcused(keysOfRule(match), unless), mark: fingerprint(canonicalJson([says, canonically])) }
}

/** Shorter, for the same rule. */
export const shortPiece = (rule: RuleSource, { match, unless, raise, ...rest }: Piece): Piece => ({
  ...(JSON.stringify(match) !== JSON.stringify(rule.match) && match !== undefined && { match }),
  ...(JSON.stringify(unless) !== JSON.stringify(unlessOf(rule)) && unless !== undefined && { unless }),
  ...(JSON.stringify(raise) !== JSON.stringify(rule.raise) && raise !== undefined && { raise }),
  ...rest,
})

const unlessOf = ({ unless }: RuleSource): readonly MatchSource[] | undefined =>
  unless === undefined || listOf(unless).length === 0 ? undefined : listOf(unless)

const entryOf = (pack: PackSource, rule: RuleSource, verdicts: string, { match = rule.match, unless, raise, keys, mark }: Piece, wanted: boolean): Entry => {
  const [except, raised] = [unless ?? unlessOf(rule), raise ?? rule.raise]
  const compiled: CompiledRule = {
    id: rule.id,
    severity: rule.severity,
    confidence: rule.confidence ?? CONFIDENCE[rule.status ?? 'stable'],
    verdicts,
    match,
    ...(except !== undefined && { unless: except }),
    ...(raised !== undefined && { raise: raised }),
    ...(rule.platforms !== undefined && { platforms: rule.platforms }),
    ...(!isFree(pack) && { floor: true as const }),
    ...(wanted && { wanted: true as const }),
    ...(rule.general === true && { general: true as const }),
    ...(pack.imported === true && rule.verdict === 'allow' && { passes: true as const }),
  }
  const prose = { title: rule.title, why: rule.why, ...(rule.instead !== undefined && { instead: rule.instead }) }
  return { rule: compiled, prose, keys, mark }
}

type Head = Omit<
  CompiledIndex,
  'keys' | 'prefixLengths' | 'byRun' | 'byComponent' | 'whole' | 'detected' | 'keywords' | 'units' | 'userRegexes' | 'wantsBranch'
>
const assemble = (entries: readonly Entry[], lines: readonly RuleLine[], head: Head): CompiledPolicy => {
  const keys: Record<string, number[]> = {}
  const keywords: Record<string, Record<string, number[]>> = {}
  const whole: number[] = []
  const detected: Record<string, number[]> = {}
  const add = (table: Record<string, number[]>, key: string, n: number): void => {
    if (!Object.hasOwn(table, key)) table[key] = []
    table[key]?.push(n)
  }
  const wake = (on: TextOn, some: readonly string[], n: number): void => {
    const table = (keywords[on] ??= {})
    for (const word of new Set(some.map((one) => one.toLowerCase()))) if (!Object.hasOwn(table, word) || table[word]?.at(-1) !== n) add(table, word, n)
  }
  const units = new Map<string, { n: number; place: number }[]>()
  entries.forEach(({ rule, keys: own, unit }, n) => {
    const { text } = rule.match
    if (unit !== undefined) units.set(unit.pack, [...(units.get(unit.pack) ?? []), { n, place: unit.place }])
    else if (text?.keywords !== undefined && !isOfCall(text.on ?? 'command')) wake(text.on ?? 'command', text.keywords, n)
    else {
      const woken = wholeParts(rule.match).map(wakeWords)
      // A detector speaks once for all the rules that only ask it.
      const detector = neededDetector(rule.match)
      if (detector !== null) add(detected, detector, n)
      else if (woken.includes(null)) whole.push(n)
      for (const { on, words: some } of woken.flatMap((one) => one ?? [])) wake(on, some, n)
      for (const { text: one } of wokenParts(rule.match)) wake(one?.on ?? 'command', one?.keywords ?? [], n)
      for (const key of own) add(keys, key, n)
    }
  })
  const index: CompiledIndex = {
    ...head,
    keys,
    prefixLengths: [...new Set(Object.keys(keys).flatMap((key) => (key.startsWith('run~') ? [key.length - 'run~'.length] : [])))].sort((a, b) => a - b),
    byRun: Object.keys(keys).some((key) => /^(?:read|write|delete|connect|signal)</.test(key)),
    byComponent: Object.keys(keys).some((key) => /^(?:read|write|delete)\//.test(key)),
    whole,
    detected,
    keywords,
    units: [...units].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, members]) => members.sort((a, b) => a.place - b.place).map(({ n }) => n)),
    userRegexes: entries.some((entry) => needsEngine([entry.rule.match, ...(entry.rule.unless ?? []), ...(entry.rule.raise ?? []).map(({ when }) => when)])),
    wantsBranch: entries.some((entry) => entry.rule.raise?.some((raise) => raise.when.branch !== undefined) === true),
  }
  return { index, rules: entries.map(({ rule }) => rule), prose: entries.map(({ prose }) => prose), lines }
}

const needsEngine = (matches: readonly (MatchSource | undefined)[]): boolean =>
  matches.some((match) => {
    if (match === undefined) return false
    const { text, all = [], any = [], not, by, did, flow } = match
    const own = text?.pattern !== undefined && (text.as ?? 'regex') === 'regex' && text['look-around'] !== true
    return own || needsEngine([...all, ...any, not, by, did, flow?.from, flow?.to])
  })
