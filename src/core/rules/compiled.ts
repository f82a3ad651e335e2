// What is a compiled policy as plain JSON: a small index, rules by number, and their prose apart?
import type { Platform, Severity, Verdict } from '../model.ts'
import type { MatchSource, RaiseSource, TextOn } from './source.ts'
import type { Verdicts } from './verdicts.ts'

/** Findings of the gate itself: no pack holds them, overrides may name them. */
export const GATE_RULES = ['gate.rule-failed', 'gate.settings-unreadable', 'gate.too-large'] as const
export type GateRule = (typeof GATE_RULES)[number]

export interface CompiledRule {
  readonly id: string
  readonly severity: Severity
  readonly confidence: number
  readonly verdicts: Verdicts
  readonly match: MatchSource
  readonly unless?: readonly MatchSource[]
  readonly raise?: readonly RaiseSource[]
  readonly platforms?: readonly Platform[]
  readonly floor?: true
  /** Somebody asked for it by name, pattern or file: no threshold drops it. */
  readonly wanted?: true
  /** Of findings as bad, the others lead. */
  readonly general?: true
  /** It lets pass without a word: its verdict, given directly, is `allow`. */
  readonly passes?: true
}
export interface Prose {
  readonly title: string
  readonly why: string
  readonly instead?: string
}

export interface CompiledIndex {
  readonly format: 1
  readonly fingerprint: string
  readonly preset: string
  readonly otherwise: Verdict
  readonly thresholds: { readonly severity: Severity; readonly confidence: number }
  /** Only some packs count: what was too much to read is told by the gate itself. */
  readonly partial?: true
  /** The tools that rules speak of, where not all. */
  readonly tools?: readonly string[]
  /** What a person is asked in the end. */
  readonly question?: string
  /** The gate's own findings. */
  readonly gate: Readonly<Record<string, Verdicts>>
  /** Key of an action → rules. */
  readonly keys: Readonly<Record<string, readonly number[]>>
  /** How long the beginnings of program names are under which `run~…` keys exist. */
  readonly prefixLengths: readonly number[]
  /** Whether `kind<program` keys exist: only then are the runs behind an action looked up. */
  readonly byRun: boolean
  /** Whether `kind/component` keys exist: only then are paths taken apart. */
  readonly byComponent: boolean
  /** Rules that look at the whole call. */
  readonly whole: readonly number[]
  /** Rules that hold only where a detector speaks, by its name. */
  readonly detected: Readonly<Record<string, readonly number[]>>
  /** Text rules by the keyword that wakes them. */
  readonly keywords: Readonly<Partial<Record<TextOn, Readonly<Record<string, readonly number[]>>>>>
  /** Ordered packs: for each simple command the first rule that matches decides. Their rules are in no other table. */
  readonly units: readonly (readonly number[])[]
  /** Whether some pattern needs the engine for regular expressions that are not ours. */
  readonly userRegexes: boolean
  /** Whether some rule would like to know the branch. */
  readonly wantsBranch: boolean
  readonly warnings: readonly string[]
  /** Where settings cannot be read, as `file:line:column`: only while they cannot. */
  readonly unreadable?: string
}
/** Rules are read one at a time: a call touches a few of hundreds. */
export interface PolicyParts {
  readonly index: CompiledIndex
  /** The rules under a key, where they are found otherwise than in the index. */
  readonly under?: (key: string) => readonly number[] | undefined
  readonly rule: (rule: number) => CompiledRule | undefined
  readonly prose: (rule: number) => Prose | undefined
}
