// Under which canonical names does a rule mean the options it spells?
import { listOf } from '../match/words.ts'
import { expandBraces, hasGlob } from '../text/glob.ts'
import type { Many, MatchSource } from '../rules/source.ts'

/** The canonical spelling of an option of a program and its subcommands; the option itself when nothing is known. */
export type Canonical = (program: string, words: readonly string[], option: string) => string

/**
 * Rewrites every option of a match to canonical names. A rule over programs that spell differently falls apart into one match a spelling;
 * conditions without a `run` of their own take the spellings of `enclosing`, joined with `|`.
 */
export const canonicalMatch = <M extends MatchSource>(given: M, canonical: Canonical, enclosing: readonly string[] = []): M => {
  const match = given.run === undefined || !listOf(given.run).some(hasSpacedBraces) ? given : { ...given, run: listOf(given.run).flatMap(spread) }
  const patterns = match.run === undefined ? enclosing : listOf(match.run)
  const within = { ...match, ...nestedOf(match, canonical, patterns) }
  if (match.options === undefined) return within
  if (match.run === undefined) return { ...within, options: optionsFor(match.options, (option) => joined(patterns, option, canonical)) }
  const groups = new Map<string, { run: string[]; options: NonNullable<MatchSource['options']> }>()
  for (const pattern of patterns.flatMap(expandProgram)) {
    const options = optionsFor(match.options, (option) => spelling(pattern, option, canonical))
    const name = JSON.stringify(options)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, { run: [pattern], options })
    else group.run.push(pattern)
  }
  const parts = [...groups.values()]
  if (parts.length === 1) return { ...within, ...parts[0] }
  const { run: _run, options: _options, operands, env, depth, dry, barred, ...rest } = within
  const conditions = {
    ...(operands && { operands }),
    ...(env && { env }),
    ...(depth && { depth }),
    ...(dry !== undefined && { dry }),
    ...(barred !== undefined && { barred }),
  }
  return { ...rest, any: parts.map((part) => ({ ...part, ...conditions })) } as unknown as M
}

const hasSpacedBraces = (pattern: string): boolean => SPACED.test(pattern)
const SPACED = /\{[^{}]* [^{}]*\}/
/** Runs are matched word by word: `x {a,b c} d` is `x a d` and `x b c d`. */
const spread = (pattern: string): string[] => {
  const group = SPACED.exec(pattern)
  if (group === null) return [pattern]
  const before = pattern.slice(0, group.index)
  const after = pattern.slice(group.index + group[0].length)
  return expandBraces(group[0]).flatMap((one) => spread(before + one + after))
}

const nestedOf = (match: MatchSource, canonical: Canonical, patterns: readonly string[]): Partial<MatchSource> => ({
  ...(match.all && { all: match.all.map((one) => canonicalMatch(one, canonical, patternsIn(match.all ?? [], patterns))) }),
  ...(match.any && { any: match.any.map((one) => canonicalMatch(one, canonical, patterns)) }),
  ...(match.not && { not: canonicalMatch(match.not, canonical, patterns) }),
  ...(match.by && { by: canonicalMatch(match.by, canonical) }),
  ...(match.did && { did: canonicalMatch(match.did, canonical) }),
  ...(match.flow && { flow: { from: canonicalMatch(match.flow.from, canonical), to: canonicalMatch(match.flow.to, canonical) } }),
})

/** All run patterns a match names, for the conditions that go with it. */
export const patternsIn = (matches: readonly MatchSource[], otherwise: readonly string[] = []): readonly string[] => {
  const found = matches.flatMap((match): readonly string[] => [
    ...(match.run === undefined ? [] : listOf(match.run)),
    ...patternsIn(match.all ?? []),
    ...patternsIn(match.any ?? []),
  ])
  return found.length > 0 ? found : otherwise
}

const expandProgram = (pattern: string): string[] => {
  const [first = '', ...rest] = pattern.split(' ')
  return expandBraces(first).map((one) => [one, ...rest].join(' '))
}

const spelling = (pattern: string, option: string, canonical: Canonical): string => {
  const [program = '', ...words] = pattern.split(' ')
  if (hasGlob(program)) return option
  const names = new Set<string>()
  // `git {push,fetch}`: each alternative may spell the option in its own way.
  for (const one of expandBraces(words.join(' '))) {
    const literal = one === '' ? [] : one.split(' ')
    const end = literal.findIndex(hasGlob)
    names.add(canonical(program, end < 0 ? literal : literal.slice(0, end), option))
  }
  return [...names].sort().join('|')
}

const joined = (patterns: readonly string[], option: string, canonical: Canonical): string => {
  const names = new Set(patterns.flatMap(expandProgram).flatMap((pattern) => spelling(pattern, option, canonical).split('|')))
  return names.size === 0 ? option : [...names].sort().join('|')
}

const optionsFor = (options: NonNullable<MatchSource['options']>, name: (option: string) => string): NonNullable<MatchSource['options']> => {
  const each = (given: Many<string>): readonly string[] => listOf(given).map(name)
  return {
    ...(options.any !== undefined && { any: each(options.any) }),
    ...(options.all !== undefined && { all: each(options.all) }),
    ...(options.none !== undefined && { none: each(options.none) }),
    ...(options.is !== undefined && { is: Object.fromEntries(Object.entries(options.is).map(([option, value]) => [name(option), value])) }),
  }
}
