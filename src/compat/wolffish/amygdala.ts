// Wolffish's safety gate by its names: a call is safe, waits for a person, or is blocked; each answer is recorded and told on the event bus.
import { askPeopleThrough } from '../../ask/asking-gate.ts'
import type { AskedQuestion } from '../../ask/asking-gate.ts'
import { preferencesOf, preferencesText } from '../../audit/preferences.ts'
import { makeRecorder } from '../../audit/record.ts'
import type { Recorder } from '../../audit/record.ts'
import { storiesOf } from '../../audit/stories.ts'
import type { Decision, JsonObject, Scene, ToolCall } from '../../core/model.ts'
import { decide } from '../../gate/decide.ts'
import type { Store } from '../../gate/seams.ts'
import { openJsonLines } from '../../stores/json-lines/store.ts'
import { openMemoryLifts } from '../../stores/memory/lifts.ts'
import { callOf, coverBy, gateNow, mapTexts } from '../call.ts'
import type { GateSource } from '../call.ts'
import { makeEmitter } from '../emitter.ts'
import type { Emitter } from '../emitter.ts'
import { lift } from '../lifting.ts'
import { readSkills } from './skills.ts'
import type { SkillPatterns } from './skills.ts'

export type Level = 'safe' | 'warn' | 'confirm' | 'block'
export interface Classification {
  readonly level: Level
  readonly reason: string
}
export interface AgentToolCall {
  readonly id: string
  readonly name: string
  readonly args: JsonObject
}
export interface ApprovalRequest {
  readonly id: string
  /** What the card shows; secrets are covered. */
  readonly toolCall: AgentToolCall
  readonly level: 'confirm'
  readonly reason: string
  readonly description: string
}
/** Brings the question to a UI and the answer back. Only `true` and `'approved'` are a yes. */
export interface ApprovalBridge {
  readonly requestApproval: (request: ApprovalRequest) => Promise<boolean | 'approved' | 'denied'>
}
interface About {
  readonly tool: string
  readonly args: JsonObject
}
type Asked = About & { readonly id: string; readonly reason: string }
/** What goes on the event bus. `safety.confirmNeeded` is the same as `safety.confirm`: its page has one name, its code the other. */
export interface SafetyEvents {
  readonly 'safety.confirm': Asked
  readonly 'safety.confirmNeeded': Asked
  readonly 'safety.allowed': About
  readonly 'safety.blocked': About & { readonly reason: string }
  readonly 'safety.approved': { readonly id: string; readonly auto?: true }
  readonly 'safety.denied': { readonly id: string }
  readonly 'feedback.recorded': { readonly action: string; readonly outcome: 'approved' | 'denied' | 'blocked' | 'success' | 'failed' }
}
/** What the agent loop does: run it, or give the model this text as the tool's result. */
export type Gated = { readonly allowed: true } | { readonly allowed: false; readonly isError: true; readonly message: string }

export interface AmygdalaOptions {
  /** Folders of skills, or single SKILL.md files. */
  readonly skills?: readonly string[]
  /** A gate of yours in their place. */
  readonly gate?: GateSource
  readonly bridge?: ApprovalBridge
  readonly cwd: string
  readonly home?: string
  /** Where answers are recorded: the log of this person unless said. */
  readonly store?: Store
}

/** `said`: null while nobody has, or where nobody could be asked. */
interface AskedNow {
  id: string | null
  said: boolean | null
}

/** Nothing times out there: as long as a timer can wait. */
const NEVER_MS = 2 ** 31 - 1

export class Amygdala {
  readonly corpus: Emitter<SafetyEvents> = makeEmitter()
  readonly #skills: readonly string[]
  readonly #registered: SkillPatterns[] = []
  readonly #given: GateSource | null
  readonly #scene: Partial<Scene>
  readonly #cwd: string
  readonly #store: Store
  readonly #recorder: Recorder
  readonly #lifts = openMemoryLifts()
  #source: GateSource
  #notes: readonly string[] = []
  #bridge: ApprovalBridge | null
  #bypassed = false

  constructor({ skills = [], gate, bridge, cwd, home, store = openJsonLines() }: AmygdalaOptions) {
    this.#skills = skills
    this.#given = gate ?? null
    this.#bridge = bridge ?? null
    this.#cwd = cwd
    this.#scene = { cwd, project: cwd, ...(home === undefined ? {} : { home }) }
    this.#store = store
    this.#source = gate ?? this.#read()
    this.#recorder = makeRecorder({ store, redact: (text) => this.#cover(text) })
  }

  /** What of the skills could not be taken over. */
  get notes(): readonly string[] {
    return this.#notes
  }

  setBridge(bridge: ApprovalBridge | null): void {
    this.#bridge = bridge
  }

  /** Questions pass unasked until it is switched off. What is blocked or critical stays. */
  async setBypass(on: boolean): Promise<void> {
    this.#bypassed = on
    for (const mode of await this.#lifts.modes.list(new Date())) await this.#lifts.modes.remove(mode.id)
    if (on) await lift(this.#lifts, null, 'bypass')
  }

  getBypass(): boolean {
    return this.#bypassed
  }

  /** They add to what is there, and take nothing away. */
  registerPatterns(patterns: SkillPatterns): void {
    if (this.#given !== null) throw new TypeError('a gate of your own has its own patterns: add them to its settings')
    this.#registered.push(patterns)
    this.#source = this.#read()
  }

  /** Reads the skills again. */
  reload(): void {
    if (this.#given === null) this.#source = this.#read()
  }

  classify(toolName: string, args: JsonObject): Classification {
    return classificationOf(this.#judge(this.#call({ id: '', name: toolName, args })))
  }

  /** The rule that decides, or null. */
  match(toolName: string, args: JsonObject): { readonly pattern: string; readonly level: Level; readonly reason: string } | null {
    const decision = this.#judge(this.#call({ id: '', name: toolName, args }))
    const finding = decision.findings.find(({ verdict }) => verdict === decision.verdict)
    return finding === undefined ? null : { pattern: finding.rule, ...classificationOf(decision) }
  }

  /** One call from start to end. Never throws: what cannot be judged or asked is denied. */
  async check(toolCall: AgentToolCall): Promise<Gated> {
    try {
      return await this.#check(toolCall)
    } catch {
      return no('blocked by policy: the call could not be judged')
    }
  }

  /** What came of a call that was allowed. */
  recordOutcome(toolCall: AgentToolCall, ok: boolean): void {
    this.#recorder.outcome(this.#call(toolCall), { ok })
    this.corpus.emit('feedback.recorded', { action: toolCall.name, outcome: ok ? 'success' : 'failed' })
  }

  /** What people allowed and denied, in a few lines that the model may read. */
  preferences(): string {
    return preferencesText(preferencesOf(storiesOf(this.#store.entries())))
  }

  async #check(toolCall: AgentToolCall): Promise<Gated> {
    const call = this.#call(toolCall)
    const about: About = { tool: toolCall.name, args: mapTexts(toolCall.args, (text) => this.#cover(text)) as JsonObject }
    const before = this.#judge(call)
    this.#recorder.judged(call, before)
    const asked: AskedNow = { id: null, said: null }
    const ask = async ({ id, description: reason }: AskedQuestion): Promise<boolean> => {
      asked.id = id
      for (const name of ['safety.confirm', 'safety.confirmNeeded'] as const) this.corpus.emit(name, { id, ...about, reason })
      const request: ApprovalRequest = { id, toolCall: { ...toolCall, args: about.args }, level: 'confirm', reason, description: reason }
      this.#recorder.approval(call, { event: 'asked', approval: id, channel: 'library' })
      const said = await this.#bridge?.requestApproval(request)
      asked.said = said === true || said === 'approved'
      return asked.said
    }
    const asking = askPeopleThrough(this.#source, { ...(this.#bridge === null ? {} : { ask }), lifts: this.#lifts, timeoutMs: NEVER_MS })
    const { decision } = await asking.pass(call, this.#scene)
    return this.#told(call, about, decision, asked)
  }

  #told(call: ToolCall, about: About, decision: Decision, { id, said }: AskedNow): Gated {
    const action = about.tool
    if (decision.verdict === 'allow') {
      if (id !== null) this.#answered(call, id, 'allow')
      else if (decision.by === 'mode') this.corpus.emit('safety.approved', { id: call.id, auto: true })
      this.corpus.emit('safety.allowed', about)
      if (id !== null) this.corpus.emit('feedback.recorded', { action, outcome: 'approved' })
      return { allowed: true }
    }
    const reason = decision.reason.replace(/^(?:stopped|waiting for a person): /, '')
    if (id !== null) {
      if (said === null) this.#recorder.approval(call, { event: 'expired', approval: id, because: 'failed' })
      else this.#answered(call, id, 'deny')
      this.corpus.emit('feedback.recorded', { action, outcome: 'denied' })
      return no(`denied ${said === null ? 'without an answer' : 'by the user'}: ${reason}`)
    }
    this.corpus.emit('safety.blocked', { ...about, reason })
    this.corpus.emit('feedback.recorded', { action, outcome: 'blocked' })
    return no(`blocked by policy: ${reason}`)
  }

  #answered(call: ToolCall, approval: string, verdict: 'allow' | 'deny'): void {
    this.#recorder.approval(call, { event: 'answered', approval, verdict, by: 'user', channel: 'library' })
    this.corpus.emit(verdict === 'allow' ? 'safety.approved' : 'safety.denied', { id: approval })
  }

  #call({ id, name, args }: AgentToolCall): ToolCall {
    const call = callOf('wolffish', name, args, { session: '', cwd: this.#cwd })
    return id === '' ? call : { ...call, id }
  }

  #judge(call: ToolCall): Decision {
    const { gate, troubles } = gateNow(this.#source)
    return decide(gate, call, this.#scene, { troubles }).decision
  }

  #cover(text: string): string {
    return coverBy(this.#source)(text)
  }

  #read(): GateSource {
    const { gate, notes } = readSkills(this.#skills, this.#registered)
    this.#notes = notes
    return gate
  }
}

const no = (message: string): Gated => ({ allowed: false, isError: true, message })

function classificationOf({ verdict, reason, findings, warnings }: Decision): Classification {
  if (verdict !== 'allow') return { level: verdict === 'deny' ? 'block' : 'confirm', reason: reason.replace(/^(?:stopped|waiting for a person): /, '') }
  return findings.length > 0 ? { level: 'warn', reason: warnings[0] ?? '' } : { level: 'safe', reason: '' }
}
