// What is a policy at work: rules looked up by key, loaded and compiled only when touched?
import { ruleTest } from '../judge/rule.ts'
import type { RuleTest } from '../judge/rule.ts'
import type { CompiledIndex, CompiledRule, PolicyParts, Prose } from './compiled.ts'
import { isWhole, programKeys } from './keys.ts'
import { keywordFinder } from './keywords.ts'
import type { KeywordFinder } from './keywords.ts'
import { compileRegex } from '../text/regex.ts'
import type { CompileUserRegex } from '../text/regex.ts'
import type { TextOn } from './source.ts'

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
  /** The rules under a key of an action; the key may come in two pieces. */
  readonly keyed: (key: string, end?: string) => readonly number[]
  /** The rules under the keys that a run has by its program alone. */
  readonly ofProgram: (program: string) => readonly number[]
}

const NOTHING: Prose = { title: 'a rule objects', why: '' }

/** Without an engine of its own a user's pattern must pass the audit that ours pass. */
const audited: CompileUserRegex = (source, anyCase) => compileRegex(anyCase && !source.startsWith('(?i)') ? `(?i)${source}` : source)

const NONE: readonly number[] = []
/** Keys hold words of the calls: they must not fill the memory. */
const MOST_KEYS = 32_768
/** A longer word may hold on to the whole text that it was cut from; as a part of a key it does not. */
const LONGEST_WORD = 12

const keep = (known: Map<string, readonly number[]>, name: string, rules: readonly number[]): void => {
  if (known.size >= MOST_KEYS) known.clear()
  known.set(name, rules)
}

/** A policy that reads only the rules it touches. */
export const fromParts = ({ index, under: find, rule: read, prose }: PolicyParts, compileUserRegex: CompileUserRegex = audited): Policy => {
  const { keys } = index
  const known = new Map<string, readonly number[]>()
  const knownByEnd = new Map<string, Map<string, readonly number[]>>()
  const programs = new Map<string, readonly number[]>()
  const joined = (key: string): readonly number[] => {
    let under = known.get(key)
    if (under === undefined) keep(known, key, (under = (find === undefined ? (Object.hasOwn(keys, key) ? keys[key] : undefined) : find(key)) ?? NONE))
    return under
  }
  const keyed = (key: string, end = ''): readonly number[] => {
    if (end === '') return joined(key)
    if (end.length > LONGEST_WORD) return joined(key + end)
    let ends = knownByEnd.get(key)
    if (ends === undefined) knownByEnd.set(key, (ends = new Map()))
    let under = ends.get(end)
    if (under === undefined) keep(ends, end, (under = joined(key + end)))
    return under
  }
  const ofProgram = (program: string): readonly number[] => {
    let rules = programs.get(program)
    if (rules === undefined) {
      rules = [...new Set(programKeys(program, index).flatMap(joined))]
      if (program.length <= LONGEST_WORD) keep(programs, program, rules)
    }
    return rules
  }
  const rules = new Map<number, LiveRule>()
  const proses = new Map<number, Prose>()
  const finders = new Map<TextOn, KeywordFinder>()
  return {
    index,
    fingerprint: index.fingerprint,
    warnings: index.warnings,
    keyed,
    ofProgram,
    live: (number) => {
      let live = rules.get(number)
      if (live === undefined) {
        const rule = read(number)
        if (rule === undefined) throw new Error(`rule ${number} is missing from the policy`)
        live = { rule, test: ruleTest(rule, compileUserRegex), whole: isWhole(rule.match) }
        rules.set(number, live)
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
