// What is known about a rule besides its own fields: its examples, and its verdict in each preset?
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { packageFolder } from '../config/package-files.ts'
import { withFence } from '../core/policy/fences.ts'
import { resolveLayers } from '../core/policy/layers.ts'
import type { PackSource, PresetSource, RuleSource } from '../core/rules/source.ts'
import { outcomeFor, rankOfSeverity } from '../core/rules/verdicts.ts'
import type { Outcome } from '../core/rules/verdicts.ts'

type Examples = Readonly<Required<Pick<RuleSource, 'hits' | 'misses'>>>

export const examplesById = (): Readonly<Record<string, Examples | undefined>> =>
  (JSON.parse(readFileSync(path.join(packageFolder(), 'dist/data/examples.json'), 'utf8')) as { readonly rules: Readonly<Record<string, Examples>> }).rules

/** `silent`: the preset does not name this profile rule, or the finding is below its thresholds. */
export function outcomesOf(
  rule: RuleSource,
  { pack, floor = false, imported = false }: Pick<PackSource, 'pack' | 'floor' | 'imported'>,
  presets: readonly PresetSource[],
): { readonly preset: string; readonly outcome: Outcome | 'silent' }[] {
  return presets.map((given) => {
    const preset = withFence(given)
    const resolved = resolveLayers(preset, [], [rule.id])
    const confidence = rule.confidence ?? CONFIDENCE[rule.status ?? 'stable']
    const below = rankOfSeverity(rule.severity) < rankOfSeverity(resolved.thresholds.severity) || confidence < resolved.thresholds.confidence
    const left = rule.status === 'profile' || (preset.packs !== undefined && !preset.packs.includes(pack))
    const silent = floor === false && (below || (left && !resolved.usesProfile(rule.id)))
    return {
      preset: preset.name,
      outcome: silent ? 'silent' : outcomeFor(resolved.verdictsOf(rule.id, floor, imported ? rule.verdict : undefined), rule.severity),
    }
  })
}

const CONFIDENCE = { stable: 90, preview: 70, deprecated: 50, profile: 90 } as const
