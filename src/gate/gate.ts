// One call, start to finish: interpret, judge. What every process builds and asks.
import { interpret } from '../core/interpret.ts'
import type { Books } from '../core/log/trace.ts'
import { judge } from '../core/judge/judge.ts'
import type { Situation } from '../core/judge/judge.ts'
import type { Decision, Facts, Grant, Json, Platform, Reading, Scene, ToolCall } from '../core/model.ts'
import type { GateRule } from '../core/rules/compiled.ts'
import type { Policy } from '../core/policy/policy.ts'
import { redactSecrets } from '../core/secrets/scan.ts'
import { isWindowsPath } from '../core/text/path.ts'
import { mustBeCall } from './call-shape.ts'
import { placesOf } from './carried-secrets.ts'
import { redactedCall } from './redact.ts'
import type { Redacted } from './redact.ts'

export interface Gate {
  readonly policy: Policy
  readonly books: Books
  /** Folders beside the project that the settings approve of. */
  readonly approved: readonly string[]
  /** Files and folders of the gate itself, where only this machine knows them. */
  readonly own: readonly string[]
  /** Files of hosts that hold our entry. */
  readonly wired: readonly string[]
  /** Judges without observing anything: no file, no name, no clock. */
  readonly check: (call: ToolCall, place: Partial<Scene>, given?: Given) => Checked
}
export interface Given {
  readonly facts?: Facts
  readonly grants?: readonly Grant[]
  readonly now?: string
  readonly scopes?: readonly string[]
  /** What went wrong before the call came: each is a finding. */
  readonly troubles?: readonly GateRule[]
}
export interface Checked {
  readonly decision: Decision
  readonly reading: Reading
  readonly scene: Scene
  /** Where the settings say that secrets are covered up: what may be called in this call's place. Who cannot change the call asks. */
  readonly instead?: Redacted
}

/** What a gate knows of the machine it stands on. */
export type Standing = Partial<Pick<Gate, 'approved' | 'own' | 'wired'>>

export function makeGate(policy: Policy, books: Books, standing: Standing = {}): Gate {
  // The same scene for the same place, so that what is known of its paths is not found out anew.
  let last: Scene | null = null
  const checkOnce: Gate['check'] = (call, place, given = {}) => {
    mustBeCall(call, place)
    const usual = isUsual(place)
    const scene = usual && last !== null && isSame(last, call, place) ? last : sceneOf(call, place, standing)
    if (usual) last = scene
    const reading = interpret(call, scene, books, given.facts)
    const decision = judge(reading, given.facts ?? {}, policy, given.grants ?? [], situationOf(masked(call, reading), scene, given))
    return { decision: withoutSecrets(decision, reading, books), reading, scene }
  }
  const check: Gate['check'] = (call, place, given) => {
    const checked = checkOnce(call, place, given)
    const instead = redactedCall(call, checked.decision, books.secrets, (other) => checkOnce(other, place, given))
    return instead === null ? checked : { ...checked, instead }
  }
  return { policy, books, approved: standing.approved ?? [], own: standing.own ?? [], wired: standing.wired ?? [], check }
}

/** It says no more than where the call stands. */
const isUsual = ({ approved, own, wired, platform }: Partial<Scene>): boolean =>
  approved === undefined && own === undefined && wired === undefined && platform === undefined
const isSame = (scene: Scene, call: ToolCall, place: Partial<Scene>): boolean =>
  scene.cwd === (place.cwd ?? call.cwd) && scene.home === (place.home ?? HOME) && scene.project === (place.project ?? scene.cwd)

/** Reasons and warnings quote the call: what in it is secret must not go on into prompts and logs. */
export function withoutSecrets(decision: Decision, reading: Reading, books: Books): Decision {
  const book = holdsSecrets(reading) ? (books.secrets?.() ?? null) : null
  if (book === null) return decision
  const redact = (text: string): string => redactSecrets(text, book)
  return { ...decision, reason: redact(decision.reason), warnings: decision.warnings.map(redact) }
}

const holdsSecrets = (reading: Reading): boolean => reading.actions.some((action) => action.does === 'carry' && action.secrets.length > 0)

/** The call with every secret that was found covered up, character by character, so that offsets still hold. */
export function masked(call: ToolCall, reading: Reading): ToolCall {
  if (!holdsSecrets(reading)) return call
  const input: Record<string, Json> = { ...call.input }
  for (const action of reading.actions) {
    if (action.does !== 'carry') continue
    const text = input[action.span.field]
    if (typeof text !== 'string') continue
    const whole = call.input[action.span.field]
    input[action.span.field] = placesOf(action, typeof whole === 'string' ? whole : text).reduce(
      (shown, { start, end }) => shown.slice(0, start) + '*'.repeat(end - start) + shown.slice(end),
      text,
    )
  }
  return { ...call, input }
}

/** What the judge is told besides the actions. */
export const situationOf = (call: ToolCall, scene: Scene, given: Given): Situation => ({
  platform: scene.platform,
  text: textOf(call),
  tool: call.tool,
  input: call.input,
  now: given.now ?? '',
  scopes: given.scopes ?? [],
  cwd: scene.cwd,
  troubles: given.troubles ?? [],
})

/** The raw text rules may look at: the command, or the whole input. */
export function textOf(call: ToolCall): string {
  for (const field of ['command', 'cmd', 'script']) {
    const value = call.input[field]
    if (typeof value === 'string') return value
    if (Array.isArray(value)) return value.join(' ')
  }
  // By name: of a table with very many fields the values alone take several times as long.
  return Object.keys(call.input)
    .map((name) => call.input[name])
    .filter((value) => typeof value === 'string')
    .join('\n')
}

const HOME = '/home/user'

export function sceneOf(call: ToolCall, place: Partial<Scene>, standing: Standing = {}): Scene {
  mustBeCall(call, place)
  const home = slashed(place.home ?? HOME)
  const cwd = slashed(place.cwd ?? call.cwd)
  const approved = [...(standing.approved ?? []), ...(place.approved ?? [])].map((folder) => (/^~(?=\/|$)/.test(folder) ? home + folder.slice(1) : folder))
  const own = [...(standing.own ?? []), ...(place.own ?? [])]
  const wired = [...(standing.wired ?? []), ...(place.wired ?? [])]
  return {
    cwd,
    home,
    project: slashed(place.project ?? cwd),
    platform: place.platform ?? platformOf(home),
    ...(approved.length > 0 ? { approved } : {}),
    ...(own.length > 0 ? { own } : {}),
    ...(wired.length > 0 ? { wired } : {}),
  }
}

/** As every path is spelled that comes out of a call: a folder on Windows is looked for below it. */
const slashed = (folder: string): string => (folder.includes('\\') && isWindowsPath(folder) ? folder.replaceAll('\\', '/') : folder)

const platformOf = (home: string): Platform => (/^[A-Za-z]:/.test(home) ? 'windows' : home.startsWith('/Users/') ? 'macos' : 'linux')
