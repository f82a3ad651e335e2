// Our own rules, meanings, places and presets as the package ships them, and a policy made from them.
import { canonicalOption } from '../core/meaning/canonical-option.ts'
import type { Meaning } from '../core/meaning/entries.ts'
import type { PlaceBook } from '../core/disk/places/places.ts'
import type { LanguageBook } from '../core/languages/_book/book.ts'
import { compilePolicy } from '../core/policy/compile.ts'
import type { Piece } from '../core/policy/compile.ts'
import type { Policy } from '../core/policy/policy.ts'
import type { Layer, PackSource, PresetSource, RuleSource } from '../core/rules/source.ts'
import type { SecretBookData } from '../core/secrets/compile.ts'
import type { SecretBook } from '../core/secrets/model.ts'
import type { CompileUserRegex } from '../core/text/regex.ts'

export interface Data {
  readonly meaning: Meaning
  readonly languages: LanguageBook
  readonly places: PlaceBook
  readonly packs: readonly PackSource[]
  readonly presets: readonly PresetSource[]
  /** What the package has made of its rules already, in the order of `packs`. */
  readonly pieces?: readonly (readonly Piece[])[]
  /** Kinds of secrets, read on first use; `more` are the person's own. */
  readonly secrets?: (more?: SecretBookData) => SecretBook | null
}

/** What need not be made again, by the very rule. */
export function madeOf({ packs, pieces }: Pick<Data, 'packs' | 'pieces'>): (rule: RuleSource) => Piece | undefined {
  const made = new Map<RuleSource, Piece>()
  packs.forEach(({ rules }, at) =>
    rules.forEach((rule, place) => {
      const piece = pieces?.[at]?.[place]
      if (piece !== undefined) made.set(rule, piece)
    }),
  )
  return (rule) => made.get(rule)
}

export function policyOf(
  data: Data,
  presetName: string,
  layers: readonly Layer[] = [],
  extraPacks: readonly PackSource[] = [],
  compileUserRegex?: CompileUserRegex,
): Policy | null {
  const preset = data.presets.find(({ name }) => name === presetName)
  if (preset === undefined) return null
  return compilePolicy({
    packs: [...data.packs, ...extraPacks],
    preset,
    layers,
    canonical: (program, words, option) => canonicalOption(data.meaning, program, words, option),
    made: madeOf(data),
    ...(compileUserRegex !== undefined && { compileUserRegex }),
  })
}
