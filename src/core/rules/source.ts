// What do packs, rules, presets and settings look like as plain data, before they are compiled?
import type { SecretSpec } from '../secrets/model.ts'
import type { JsonObject, Platform, RuleStatus, Severity, ToolClaims, Verdict, Where } from '../model.ts'

export type Many<T> = T | readonly T[]
export interface Range {
  readonly min?: number
  readonly max?: number
}

export interface RunConditions {
  readonly options?: {
    readonly any?: Many<string>
    readonly all?: Many<string>
    readonly none?: Many<string>
    readonly is?: Readonly<Record<string, Many<string>>>
  }
  readonly operands?: {
    readonly any?: Many<string>
    readonly all?: Many<string>
    readonly none?: Many<string>
    readonly first?: Many<string>
    readonly last?: Many<string>
    readonly place?: Many<string>
    readonly count?: number | Range
    readonly unknown?: boolean
  }
  readonly env?: Readonly<Record<string, Many<string>>>
  readonly depth?: Range
  readonly dry?: boolean
  readonly barred?: boolean
}
export interface PlaceConditions {
  readonly place?: Many<string>
  readonly places?: Many<string>
  readonly 'not-place'?: Many<string>
}
export interface PathConditions extends PlaceConditions {
  readonly path?: Many<string>
  readonly name?: Many<string>
  readonly how?: Many<string>
  readonly recursive?: boolean
  readonly resolved?: boolean
}
export interface ChangeConditions extends PlaceConditions {
  readonly what?: Many<string>
  readonly target?: Many<string>
  readonly value?: Many<string>
  readonly recursive?: boolean
}
export interface SignalConditions {
  readonly broad?: boolean
  readonly target?: Many<string>
}
export interface ConnectConditions extends PlaceConditions {
  readonly host?: Many<string>
  readonly url?: Many<string>
  readonly method?: Many<string>
  readonly sends?: boolean
}
export interface QueryConditions {
  readonly class?: Many<string>
  readonly engine?: Many<string>
  readonly target?: Many<string>
  readonly host?: Many<string>
}
export interface ExecuteConditions {
  readonly language?: Many<string>
  readonly origin?: Many<string>
  readonly decoded?: boolean
  readonly known?: boolean
}
export interface UnknownConditions {
  readonly because?: Many<string>
  readonly could?: Many<Severity>
}
export interface CallConditions {
  readonly server?: Many<string> | null
  readonly name?: Many<string>
  readonly destructive?: boolean
  /** One argument, at any depth that is looked at, has such a name and such a value. */
  readonly argument?: { readonly name: Many<string>; readonly value?: Many<string> }
}
export type TextOn = 'call-json' | 'command' | 'segment' | 'path' | 'content' | 'carry' | `argument:${string}`
/** Either `regex`, our own and audited, or `pattern`, which anybody may have written. */
export interface TextConditions {
  readonly regex?: string
  /** Any of these. */
  readonly pattern?: Many<string>
  /** How `pattern` is meant; `regex` unless said. */
  readonly as?: TextAs
  /** `sensitive` unless said. */
  readonly case?: 'sensitive' | 'insensitive'
  /** The pattern looks around itself: it cannot be matched in linear time and sees the text in small pieces. */
  readonly 'look-around'?: boolean
  readonly keywords?: readonly string[]
  readonly on?: TextOn
}
export type TextAs = 'regex' | 'substring' | 'glob'

/** One action kind or combinator with its conditions. Inside `unless`, `raise`, `by` and combinators the kind may be left out. */
export interface MatchSource extends RunConditions {
  readonly run?: Many<string>
  readonly read?: true | Many<string> | PathConditions
  readonly write?: true | Many<string> | PathConditions
  readonly delete?: true | Many<string> | PathConditions
  readonly change?: true | Many<string> | ChangeConditions
  readonly signal?: true | SignalConditions
  readonly connect?: true | ConnectConditions
  readonly query?: true | Many<string> | QueryConditions
  readonly execute?: true | ExecuteConditions
  readonly unknown?: true | UnknownConditions
  readonly call?: true | CallConditions
  readonly flow?: { readonly from: MatchSource; readonly to: MatchSource }
  readonly text?: TextConditions
  readonly detector?: string
  readonly all?: readonly MatchSource[]
  readonly any?: readonly MatchSource[]
  readonly not?: MatchSource
  readonly at?: Many<Where>
  readonly as?: 'user' | 'root'
  readonly by?: MatchSource
  readonly did?: MatchSource
  readonly tool?: Many<string>
  readonly certain?: boolean
}
export interface WhenSource extends MatchSource {
  readonly branch?: Many<string>
  readonly environment?: Many<string>
  readonly time?: { readonly from: string; readonly to: string }
  readonly production?: true
}
export interface RaiseSource {
  readonly when: WhenSource
  readonly to: Severity
}
/** A shell command, alone or with its folders, or the call of another tool. */
export type ExampleSource = string | ExampleCall
export interface ExampleCall {
  readonly command?: string
  readonly tool?: string
  readonly input?: JsonObject
  readonly annotations?: ToolClaims
  readonly cwd?: string
  readonly home?: string
  readonly project?: string
  /** Files of the folder that are there and committed just so: by path, their text. */
  readonly committed?: Readonly<Record<string, string>>
  /** A look says that nobody is logged in to a registry of packages. */
  readonly 'logged-out'?: true
}

export interface RuleSource {
  readonly id: string
  readonly severity: Severity
  readonly title: string
  readonly why: string
  readonly instead?: string
  readonly status?: RuleStatus
  readonly confidence?: number
  /** It says where, or how little is known, more than what: of findings as bad, the others lead. */
  readonly general?: boolean
  readonly platforms?: readonly Platform[]
  /** Imported rules may say their verdict; `allow` only ends the ordered pack they stand in. */
  readonly verdict?: Verdict
  readonly match: MatchSource
  readonly unless?: MatchSource | readonly MatchSource[]
  readonly raise?: readonly RaiseSource[]
  readonly hits?: readonly ExampleSource[]
  readonly misses?: readonly ExampleSource[]
}
export interface PackSource {
  readonly pack: string
  readonly title: string
  /** Denied, or at least asked about, in every preset and mode; only the administrator lifts these. */
  readonly floor?: boolean | 'ask'
  /** From another system's format: rules may say their verdict and come without examples. */
  readonly imported?: boolean
  /** From somebody's settings, not from the package; no file says so itself. */
  readonly own?: true
  /** One unit: the first rule that matches decides, for each simple command. */
  readonly ordered?: boolean
  readonly rules: readonly RuleSource[]
}

/** `redact` is what `secrets` stands for; nobody writes it here. */
export type OverrideSource = Verdict | 'off' | 'redact' | { readonly verdict: Verdict | 'off'; readonly reason?: string }
export interface Thresholds {
  readonly severity?: Severity
  readonly confidence?: number
}
/** What a preset and a layer of settings may both say. */
export interface Choices {
  readonly severity?: Readonly<Partial<Record<Severity, Verdict>>>
  readonly otherwise?: Verdict
  readonly thresholds?: Thresholds
  readonly profile?: readonly string[]
  readonly overrides?: Readonly<Record<string, OverrideSource>>
}
export interface PresetSource extends Choices {
  readonly name: string
  readonly title: string
  readonly severity: Readonly<Record<Severity, Verdict>>
  readonly otherwise: Verdict
  /** Packs that count whole besides the floor; all unless said. Of the others, the rules that `profile` names count, and those that settings name or bring. */
  readonly packs?: readonly string[]
  /** Globs of the tools that rules speak of, `shell` for every shell; all unless said. The floor, and what settings name or bring, hold for all. */
  readonly tools?: readonly string[]
  readonly sandbox?: NonNullable<SettingsSource['sandbox']>
  readonly secrets?: NonNullable<SettingsSource['secrets']>
  /** How a plain line of `custom_patterns` is meant: in any case unless said. */
  readonly case?: 'sensitive' | 'insensitive'
  /** What a person is asked in the end. */
  readonly question?: string
  /** Of how the gate acts, where no layer of settings says otherwise. */
  readonly approvals?: { readonly timeout?: number | 'none' }
  readonly on_config_error?: 'ask' | 'deny' | 'open'
  readonly resolve_names?: boolean
  readonly audit?: { readonly content?: 'truncated' | 'redacted' | 'none' }
  /** Kinds of secrets that are looked for besides, for who would rather be warned too often. */
  readonly kinds?: readonly SecretSpec[]
}
export interface SettingsSource extends Choices {
  readonly preset?: string
  /** Administrator only: rule globs, or the names of keys, that the layers below may only tighten; `true` locks all. */
  readonly lock?: true | readonly string[]
  /** Patterns that are asked about when a command holds one, in any case. */
  readonly custom_patterns?: readonly (string | CustomPattern)[]
  /** Paths that are asked about before they are written or deleted; a plain name counts in any folder. */
  readonly sensitive_paths?: readonly string[]
  /** The fence round the project and the approved folders. */
  readonly sandbox?: {
    readonly outside?: { readonly read?: Fence; readonly write?: Fence }
    /** Globs of the tools it holds for; all unless said. */
    readonly tools?: readonly string[]
  }
  /** What is done about secrets in what people say, in files, in tools' arguments and on command lines. */
  readonly secrets?: { readonly prompts?: SecretFence; readonly content?: SecretFence; readonly arguments?: SecretFence; readonly commands?: SecretFence }
}
export type Fence = 'off' | 'warn' | 'ask' | 'deny'
/** In order, the strictest last: off, warn, redact, ask, deny. */
export type SecretFence = Fence | 'redact'
export interface CustomPattern {
  readonly pattern: string
  readonly on?: TextOn
  readonly as?: TextAs
  readonly case?: 'sensitive' | 'insensitive'
  readonly 'look-around'?: boolean
  readonly verdict?: 'ask' | 'deny'
  readonly title?: string
}
export type LayerName = 'administrator' | 'user' | 'project'
export interface Layer {
  readonly layer: LayerName
  readonly settings: SettingsSource
}
