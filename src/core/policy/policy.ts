// What is a policy at work: rules looked up by key, loaded and compiled only when touched?
import type { Action } from '../model.ts'
import { ruleTest } from '../match/rule.ts'
import type { RuleTest } from '../match/rule.ts'
import type { CompiledIndex, CompiledRule, PolicyParts, Prose } from '../rules/compiled.ts'
import { isWhole, kindKeysOf, pathKeysOf, runKeysOf } from './keys.ts'
import type { OnPath } from './keys.ts'
import { keywordFinder } from './keywords.ts'
import type { KeywordFinder } from './keywords.ts'
import { copyOf } from '../text/kept.ts'
import { compileRegex } from '../text/regex.ts'
import type { CompileUserRegex } from '../text/regex.ts'
import type { TextOn } from '../rules/source.ts'

export interface LiveRule {
  readonly rule: CompiledRule
  /** Compiled on first use. May throw: then the rule has failed. */
  readonly test: RuleTest
  /** It looks at the call as a whole, not at one action. */
  readonly whole: boolean
}
export interface Policy {
  readonly index: CompiledIndex
  readonly fingerprint: string
  /** What was refused in the settings, one line each. */
  readonly warnings: readonly string[]
  readonly live: (rule: number) => LiveRule
  readonly prose: (rule: number) => Prose
  /** Which text rules of this kind a text wakes. */
  readonly wakes: (on: TextOn, text: string) => readonly number[]
  /** The rules under a key of an action, which comes in two pieces. */
  readonly keyed: (key: string, end: string) => readonly number[]
  /** The rules under the keys that every action of a kind has. */
  readonly ofKind: (kind: Action['does']) => readonly number[]
  /** The rules under all keys that a run has by its program and its first operand. */
  readonly ofRun: (program: string, first: string | null) => readonly number[]
  /** The rules under all keys that an act on a path has by where it leads. */
  readonly ofPath: (kind: OnPath, resolved: string) => readonly number[]
}

const NOTHING: Prose = { title: 'a rule objects', why: '' }

/** Without an engine of its own a user's pattern must pass the audit that ours pass. */
const audited: CompileUserRegex = (source, anyCase) => compileRegex(anyCase && !source.startsWith('(?i)') ? `(?i)${source}` : source)

const NONE: readonly number[] = []
/** Keys hold words of the calls: they must not fill the memory. */
const MOST_KEYS = 32_768
/** No rule is about this word. */
const NO_WORD = '\0'
/** Longer words come back seldom. */
const LONGEST_WORD = 200

/** What is found under two words, kept under both: to look up each costs less than to join them. */
const keptInPieces = <First extends string>(
  find: (first: First, second: string) => readonly number[],
): ((first: First, second: string) => readonly number[]) => {
  const kept = new Map<string, Map<string, readonly number[]>>()
  let size = 0
  return (first, second) => {
    let seconds = kept.get(first)
    let rules = seconds?.get(second)
    if (rules !== undefined) return rules
    rules = find(first, second)
    if (first.length + second.length > LONGEST_WORD) return rules
    if (++size > MOST_KEYS) {
      kept.clear()
      seconds = undefined
      size = 0
    }
    if (seconds === undefined) kept.set(copyOf(first), (seconds = new Map()))
    seconds.set(copyOf(second), rules)
    return rules
  }
}

/** A policy that reads only the rules it touches. */
export const fromParts = ({ index, under: find, rule: read, prose }: PolicyParts, compileUserRegex: CompileUserRegex = audited): Policy => {
  const { keys } = index
  const under = (key: string): readonly number[] => (find === undefined ? (Object.hasOwn(keys, key) ? keys[key] : undefined) : find(key)) ?? NONE
  const byKey = keptInPieces((key, end) => under(key + end))
  const byRun = keptInPieces((program, second) => [...new Set(runKeysOf(program, second === NO_WORD ? null : second, index).flatMap(under))])
  const byPath = keptInPieces((kind: OnPath, resolved) => [...new Set(pathKeysOf(kind, resolved, index).flatMap(under))])
  const byKind = new Map<Action['does'], readonly number[]>()
  const ofKind = (kind: Action['does']): readonly number[] => {
    const rules = [...new Set(kindKeysOf(kind).flatMap(under))]
    byKind.set(kind, rules)
    return rules
  }
  const lives: LiveRule[] = []
  const proses = new Map<number, Prose>()
  const finders = new Map<TextOn, KeywordFinder>()
  return {
    index,
    fingerprint: index.fingerprint,
    warnings: index.warnings,
    keyed: byKey,
    ofKind: (kind) => byKind.get(kind) ?? ofKind(kind),
    ofPath: byPath,
    ofRun: (program, first) => byRun(program, first ?? NO_WORD),
    live: (number) => {
      let live = lives[number]
      if (live === undefined) {
        const rule = read(number)
        if (rule === undefined) throw new Error(`rule ${number} is missing from the policy`)
        live = { rule, test: ruleTest(rule, compileUserRegex), whole: isWhole(rule.match) }
        lives[number] = live
      }
      return live
    },
    prose: (number) => {
      let said = proses.get(number)
      if (said !== undefined) return said
      try {
        said = prose(number) ?? NOTHING
      } catch {
        // What a rule says matters less than that it objects.
        return NOTHING
      }
      proses.set(number, said)
      return said
    },
    wakes: (on, text) => {
      const table = index.keywords[on]
      if (table === undefined) return NONE
      let finder = finders.get(on)
      if (finder === undefined) finders.set(on, (finder = keywordFinder(table)))
      return finder(text)
    },
  }
}
