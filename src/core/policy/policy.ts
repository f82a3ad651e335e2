// What is a policy at work: rules looked up by key, loaded and compiled only when touched?
import { ruleTest } from '../judge/rule.ts'
import type { RuleTest } from '../judge/rule.ts'
import type { CompiledIndex, CompiledRule, Prose, ProseShard, Shard, Shards } from './compiled.ts'
import { isWhole } from './keys.ts'
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
  readonly shard: (name: string) => Shard
  readonly proseShard: (name: string) => ProseShard
}

const NOTHING: Prose = { title: 'a rule objects', why: '' }

/** Without an engine of its own a user's pattern must pass the audit that ours pass. */
const audited: CompileUserRegex = (source, anyCase) => compileRegex(anyCase && !source.startsWith('(?i)') ? `(?i)${source}` : source)

/** A policy that loads only the shards it touches. */
export const fromShards = (
  index: CompiledIndex,
  loadShard: (name: string) => Shard,
  loadProse: (name: string) => ProseShard,
  compileUserRegex: CompileUserRegex = audited,
): Policy => {
  const shard = kept(loadShard)
  const proseShard = kept(loadProse)
  const shardName = (rule: number): string => index.shards[index.shardOf[rule] ?? -1] ?? ''
  const rules = new Map<number, LiveRule>()
  const finders = new Map<TextOn, KeywordFinder>()
  return {
    index,
    fingerprint: index.fingerprint,
    warnings: index.warnings,
    shard,
    proseShard,
    live: (number) => {
      let live = rules.get(number)
      if (live === undefined) {
        const rule = shard(shardName(number))[number]
        if (rule === undefined) throw new Error(`rule ${number} is missing from its shard`)
        live = { rule, test: ruleTest(rule, compileUserRegex), whole: isWhole(rule.match) }
        rules.set(number, live)
      }
      return live
    },
    prose: (number) => proseShard(shardName(number))[number] ?? NOTHING,
    wakes: (on, text) => {
      const table = index.keywords[on]
      if (table === undefined) return []
      let finder = finders.get(on)
      if (finder === undefined) finders.set(on, (finder = keywordFinder(table)))
      return finder(text)
    },
  }
}

/** The policy as plain JSON: what a cache holds. Examples are not in it. */
export const toShards = (policy: Policy): Shards => ({
  index: policy.index,
  shards: Object.fromEntries(policy.index.shards.map((name) => [name, policy.shard(name)])),
  prose: Object.fromEntries(policy.index.shards.map((name) => [name, policy.proseShard(name)])),
})

const kept = <T>(load: (name: string) => T): ((name: string) => T) => {
  const loaded = new Map<string, T>()
  return (name) => {
    if (!loaded.has(name)) loaded.set(name, load(name))
    return loaded.get(name) as T
  }
}
