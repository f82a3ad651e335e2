// Finds what a host holds to in an installed version; what nobody tried gets the weaker word.
import { GUARANTEES, UNKNOWN } from '../hosts/_frame/guarantees.ts'
import type { Fact, Guarantee, HostGuarantees, Range } from '../hosts/_frame/guarantees.ts'
import { compareVersions } from './versions.ts'

export interface Holding {
  readonly facts: Readonly<Record<Guarantee, Fact>>
  /** `newer` than any that was tried or looked at; `unknown`: the installed version is unknown, so only what all versions have in common counts. */
  readonly version: 'known' | 'newer' | 'unknown'
  /** The newest version that was tried; null where none was. */
  readonly tried: string | null
}

/** `version` null: nobody could tell. */
export function holdingOf({ ranges }: Pick<HostGuarantees, 'ranges'>, version: string | null): Holding {
  const tried = triedVersions({ ranges }).toSorted(compareVersions).at(-1) ?? null
  if (version === null) return { facts: pick((name) => agreed(ranges.map((range) => range[name]))), version: 'unknown', tried }
  const range = ranges.findLast(({ from }) => compareVersions(from, version) <= 0) ?? ranges[0]
  const newest = tried ?? ranges.at(-1)?.from ?? '0'
  return { facts: range, version: newest !== '0' && compareVersions(version, newest) > 0 ? 'newer' : 'known', tried }
}

const pick = (of: (name: Guarantee) => Fact): Readonly<Record<Guarantee, Fact>> =>
  Object.fromEntries(GUARANTEES.map((name) => [name, of(name)])) as Readonly<Record<Guarantee, Fact>>
/** What all versions have in common. */
const agreed = (facts: readonly Fact[]): Fact => {
  const [first = UNKNOWN] = facts
  return facts.every(({ is }) => is === first.is) ? first : { ...UNKNOWN, says: 'the installed version is unknown' }
}

/** Each version that a fact rests on. */
export const triedVersions = ({ ranges }: Pick<HostGuarantees, 'ranges'>): readonly string[] => [
  ...new Set(ranges.flatMap((range: Range) => GUARANTEES.flatMap((name) => range[name].version ?? []))),
]
