// What do the layers of settings make of the shipped rules? The slow way, with YAML; what comes out is kept for the next time.
import path from 'node:path'
import { madeOf } from '../config/builtin.ts'
import { DEFAULT_CONDUCT } from '../config/conduct.ts'
import type { Conduct } from '../config/conduct.ts'
import { adjusted } from '../config/context.ts'
import { digestOf, keepPolicy, readFresh, readKept } from '../config/packs-cache.ts'
import type { KeptPolicy, SourceMark } from '../config/packs-cache.ts'
import type { FileProblem } from '../config/packs.ts'
import type { SettingsFiles } from '../config/settings-files.ts'
import { readSettings } from '../config/settings.ts'
import { inTurn } from '../config/turns.ts'
import { canonicalOption } from '../core/meaning/canonical-option.ts'
import { compileRules, partsOf } from '../core/policy/compile.ts'
import type { CompiledPolicy } from '../core/policy/compile.ts'
import type { CompiledIndex, GateRule, PolicyParts } from '../core/rules/compiled.ts'
import type { Layer, PackSource } from '../core/rules/source.ts'
import { outcomeFor, SEVERITIES, stricter, verdictsFrom } from '../core/rules/verdicts.ts'
import type { Outcome } from '../core/rules/verdicts.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import type { PackageData } from './policy-source.ts'

export interface CompiledSettings {
  readonly parts: PolicyParts
  readonly conduct: Conduct
  /** Kinds of secrets from included files. */
  readonly kinds?: SecretBookData
  /** The files that were looked at, as they were. */
  readonly sources: readonly SourceMark[]
  /** To be given with every check. */
  readonly troubles: readonly GateRule[]
  /** What the person should know about their settings, one line each. */
  readonly notes: readonly string[]
  /** False while something in the files must be corrected. */
  readonly whole: boolean
}

export const UNREADABLE = 'gate.settings-unreadable'

/** A file that does not compile leaves the last good policy, or is left out and said. Throws when no preset has that name. */
export function compileSettings(files: SettingsFiles, preset: string | null, now: string, data: PackageData): CompiledSettings {
  const made = data.made()
  const look = (): CompiledSettings | null => {
    const kept = readFresh(files, preset, data)
    return kept === null
      ? null
      : { ...kindsOf(kept.kinds), parts: kept.parts, conduct: kept.conduct, sources: kept.sources, troubles: [], notes: [], whole: true }
  }
  return inTurn({ files, preset, made }, look, () => compileNow(files, preset, now, data))
}

function compileNow(files: SettingsFiles, preset: string | null, now: string, data: PackageData): CompiledSettings {
  const made = data.made()
  const kept = readKept(files, preset, data)
  const names = data.presets.map(({ name }) => name)
  const settings = readSettings(files, names, { preset, sources: data.presets })
  const { conduct, sources } = settings
  const ignored = settings.problems.filter(({ included, layer }) => included === true && layer !== 'project' && conduct.onConfigError === 'open')
  const problems = [...settings.problems.filter((one) => !ignored.includes(one)), ...emptied(sources, kept)]
  const told = problems.map(lineOf)
  const where = problems[0] === undefined ? undefined : placeOf(problems[0])
  // Whoever wants to be stopped wants it too when the file that says so is the broken one.
  const denies = conduct.onConfigError === 'deny' || (kept?.conduct.onConfigError === 'deny' && problems.some(({ layer }) => layer !== 'project'))
  if (problems.length > 0 && kept !== null && !denies && onlyBroken(problems, sources, kept)) {
    const notes = [...told, `until this is corrected, the last good settings hold (${kept.savedAt})`]
    return { ...kindsOf(kept.kinds), parts: onlyWarning(kept.parts, where), conduct: kept.conduct, sources, troubles: [UNREADABLE], notes, whole: false }
  }
  const name = preset ?? settings.preset ?? 'standard'
  const chosen = data.presets.find((one) => one.name === name)
  if (chosen === undefined) throw new Error(`no preset is called \`${name}\`: write ${names.join(', ')}`)
  const compile = (layers: readonly Layer[], packs: readonly PackSource[]): CompiledPolicy => {
    const project = files.project === null ? null : path.dirname(path.dirname(files.project))
    const sources = adjusted(layers, [...data.packs, ...packs], project, files.home)
    const compiled = compileRules({
      packs: sources.packs,
      preset: chosen,
      layers: sources.layers,
      canonical: (program, words, option) => canonicalOption(data.meaning, program, words, option),
      made: madeOf(data),
    })
    const missing = ignored.map((one) => `${lineOf(one)}; the settings say to go on without it`)
    return withWarnings(compiled, [...sources.warnings(compiled.index.warnings), ...missing, ...settings.notes])
  }
  const kinds = kindsOf(settings.kinds)
  let policy: CompiledPolicy
  try {
    policy = compile(settings.layers, settings.packs)
  } catch {
    // Checked files always compile; should one not, the embedded rules do.
    const notes = ['the settings could not be compiled: every call is asked about']
    return { parts: partsOf(compile([], [])), conduct: DEFAULT_CONDUCT, sources, troubles: [UNREADABLE], notes, whole: false }
  }
  if (problems.length > 0) {
    const notes = [...told, `until this is corrected, that file does not count and every call is ${denies ? 'denied' : 'asked about'}`]
    const strict = stopping(withPlace(policy, where), settings.layers, denies ? 'deny' : 'ask')
    return { ...kinds, parts: partsOf(strict), conduct: { ...conduct, autoApprove: false }, sources, troubles: [UNREADABLE], notes, whole: false }
  }
  keepPolicy(files, preset, policy, { made, savedAt: now, sources, conduct, ...kinds }, data)
  return { ...kinds, parts: partsOf(policy), conduct, sources, troubles: [], notes: [], whole: true }
}

/** What a broken file held is not known, but what others say now is: the last good settings must not keep that out. */
function onlyBroken(problems: readonly FileProblem[], sources: readonly SourceMark[], kept: KeptPolicy): boolean {
  const broken = new Set(problems.map(({ file }) => file))
  const before = new Map(kept.sources.map(({ path: file, digest }) => [file, digest]))
  return sources.every(({ path: file, digest }) => broken.has(file) || before.get(file) === digest)
}

const placeOf = ({ file, line, column }: FileProblem): string => `${file}:${line}:${column}`
const lineOf = (problem: FileProblem): string => `${placeOf(problem)}: ${problem.message}`

/** Of no text at all. */
const EMPTY = digestOf('')

/** A settings file that held something and is empty now was cut, as a full disk or a power failure does it: nobody says nothing that way. */
function emptied(sources: readonly SourceMark[], kept: KeptPolicy | null): readonly Emptied[] {
  const before = new Map(kept?.sources.map(({ path: file, digest }) => [file, digest]))
  const message = 'it is empty now: write it again, or remove the file'
  return sources
    .filter(({ path: file, digest }) => digest === EMPTY && (before.get(file) ?? EMPTY) !== EMPTY)
    .map(({ path: file }) => ({ file, line: 1, column: 1, message, layer: null }))
}
interface Emptied extends FileProblem {
  readonly layer: null
}

const withWarnings = (policy: CompiledPolicy, warnings: readonly string[]): CompiledPolicy => ({ ...policy, index: { ...policy.index, warnings } })

/** While the last good settings hold, what is wrong is said with every call and stops none. */
export const onlyWarning = (parts: PolicyParts, where: string | undefined): PolicyParts =>
  withPlace(
    withVerdicts(parts, () => 'allow'),
    where,
  )

/** The finding itself then says which file it is about. */
const withPlace = <Policy extends { readonly index: CompiledIndex }>(policy: Policy, where: string | undefined): Policy =>
  where === undefined ? policy : { ...policy, index: { ...policy.index, unreadable: where } }

/** In every preset the same, neither silence nor a locked door; only somebody who names this very finding may have it otherwise. */
function stopping(policy: CompiledPolicy, layers: readonly Layer[], least: 'ask' | 'deny'): CompiledPolicy {
  const naming = layers.filter(({ settings }) => settings.overrides?.[UNREADABLE] !== undefined).map(({ layer }) => layer)
  if (least === 'ask' && naming.some((layer) => layer !== 'project')) return policy
  return withVerdicts(policy, (outcome) => (naming.length > 0 ? stricter(outcome, least) : least))
}

function withVerdicts<Policy extends { readonly index: CompiledIndex }>(policy: Policy, change: (outcome: Outcome) => Outcome): Policy {
  const { index } = policy
  const verdicts = index.gate[UNREADABLE] ?? ''
  const gate = { ...index.gate, [UNREADABLE]: verdictsFrom(SEVERITIES.map((severity) => change(outcomeFor(verdicts, severity)))) }
  return { ...policy, index: { ...index, gate } }
}

const kindsOf = (kinds: SecretBookData | null | undefined): { readonly kinds?: SecretBookData } => (kinds == null ? {} : { kinds })
