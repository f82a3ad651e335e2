// What may a program that embeds the gate use?
export type * from './core/model.ts'
export type { Checked, Gate, Given } from './gate/gate.ts'
/** What `check` and `decide` give as `instead`: the call with its secrets covered up, judged again. */
export type { Redacted } from './gate/redact.ts'
export type { Opened } from './gate/policy-source.ts'
export type { SettingsFiles } from './config/settings-files.ts'
export type { Books } from './core/log/trace.ts'
export type { Policy } from './core/policy/policy.ts'
export type { Situation } from './core/judge/judge.ts'
export type { Layer, PackSource, PresetSource, RuleSource, SettingsSource } from './core/rules/source.ts'

/** The gate on the rules, programs and places that the package ships: `loadBuiltin('strict').check(call, scene)`. */
export { loadBuiltin } from './gate/open.ts'
/** The gate with the settings of administrator, person and project; never throws for a bad settings file, but says so. */
export { openGate } from './gate/open.ts'
/** The same for a process that lives long: settings that change are taken when they are whole, and the last good ones hold else. */
export { watchGate } from './gate/watch.ts'
export type { SettingsChange, WatchedGate, Watching } from './gate/watch.ts'
/** Where the layers of settings lie for a home and a project. */
export { settingsFiles } from './config/settings-files.ts'
/** The whole way with eyes open: scripts about to run, links and branches are looked at, within limits. */
export { decide } from './gate/decide.ts'
/** The same; where `resolve` says so, the names of an allowed call are looked up and judged by where they lead. */
export { decideResolving } from './gate/decide.ts'
export type { Resolving } from './gate/decide.ts'
export type { Observing } from './gate/decide.ts'
export type { Decided } from './gate/session.ts'
/** The second verb: answers what `interpret` would like to know, from the disk alone. */
export { observe } from './observe/observe.ts'
export type { Observation, Seen } from './observe/observe.ts'
export type { Limits } from './observe/limits.ts'
/** A gate from a policy and the books to look things up in. */
export { makeGate } from './gate/gate.ts'
/** The first verb: a call in, the actions it would take out. Pure. */
export { interpret } from './core/interpret.ts'
/** The third verb: actions, facts, policy and grants in, a decision out. Pure. */
export { judge } from './core/judge/judge.ts'
/** What would be kept of a person's yes, a draft for each finding that asks; null where an answer can count only once. */
export { grantable } from './core/judge/draft.ts'
export type { GrantDraft } from './core/judge/draft.ts'
/** Packs, a preset and layers of settings, compiled to a policy. */
export { compilePolicy } from './core/policy/compile.ts'
/** What must be corrected in a pack, a preset or settings. */
export { checkPack, checkPreset, checkSettings } from './core/policy/rule.ts'
/** One action, and one word of it, as people read them. */
export { showAction, showWord } from './core/log/render.ts'
/** Three plain questions with fixed lists: pure, synchronous, without settings. */
export { isDangerousOperation } from './compat/functions/dangerous-operation.ts'
export { isCriticalFile } from './compat/functions/critical-file.ts'
export { containsLikelySecret } from './compat/functions/likely-secret.ts'
/** A verdict for one command or one path, with no settings at all. */
export { checkBashCommand, checkWritePath } from './compat/functions/check.ts'
export type { SafetyVerdict, WritePlace } from './compat/functions/check.ts'
/** What a command is made of, and how sensitive a path is. */
export { analyzeCommand, analyzePath } from './compat/functions/analyze.ts'
export type { CommandAnalysis, PathAnalysis, PathOperation, RiskLevel, Sensitivity } from './compat/functions/analyze.ts'
/** Where a literal name leads right now, every address classed; and a `lookup` for requests that hands over only what was checked. */
export { pinnedLookup, resolveHost } from './observe/net/resolve.ts'
export type { Resolved, ResolveOptions } from './observe/net/resolve.ts'
export type { AddressClass } from './observe/net/address-class.ts'
/** The fifth verb: each step of a call becomes an entry of a store. */
export { makeRecorder } from './audit/record.ts'
export type { Recorder, Recording } from './audit/record.ts'
/** Where entries are kept: in files, sealed, as the hook does, or in memory. Another store fills `Store`. */
export { openJsonLines } from './stores/json-lines/store.ts'
export { openMemory } from './stores/memory/store.ts'
export type { Appended, AuditEntry, EntryFilter, Store } from './gate/seams.ts'
/** A gate that asks people: by a callback, or by a connector that is answered later. Everything but a yes in time is a no. */
export { askPeopleThrough } from './ask/asking-gate.ts'
export type { AskedQuestion, Asking, AskingGate, Connector, Passed, PersonSaid } from './ask/asking-gate.ts'
/** What happens, as it happens, by our names or by those of other systems. */
export { EVENT_ALIASES, makeBus } from './gate/bus.ts'
export type { Bus, EventAlias, EventName, GateEvents, NamedCall } from './gate/bus.ts'
/** Where grants and modes are kept: as the hook keeps them, or in memory. */
export { openDiskLifts } from './stores/json-lines/lifts.ts'
export { openMemoryLifts } from './stores/memory/lifts.ts'
export type { KeptGrant } from './gate/grants.ts'
export type { Mode } from './gate/modes.ts'
export type { Offered } from './gate/offers.ts'
export type { Lifts, Records } from './gate/records.ts'
