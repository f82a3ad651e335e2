// How does a step of a call become an entry of the log? Everything somebody else wrote is masked and cut on the way.
import type { Decision, Finding, JsonObject, ToolCall, ToolName, Verdict } from '../core/model.ts'
import { canonicalJson } from '../core/text/canonical.ts'
import type { Store } from '../gate/seams.ts'
import { shownInput, shownText } from './content.ts'
import type { Redact } from './content.ts'
import type {
  Appended,
  ApprovalEntry,
  AttemptEntry,
  AuditEntry,
  DecisionEntry,
  Opinion,
  OutcomeEntry,
  RecordedRedaction,
  RecordedSecret,
  ViolationEntry,
} from './entry.ts'
import { AUDIT_DEFAULTS } from './settings.ts'
import type { AuditSettings } from './settings.ts'
import { violationsOf } from './violation.ts'

/** What names a call in every entry. Where the host gives it no id, what it does names it: its result is told in the same words. */
export type CallRef = Pick<ToolCall, 'id' | 'host' | 'session' | 'chat'> & Partial<Pick<ToolCall, 'tool' | 'input'>>
export type ApprovalStep = Pick<ApprovalEntry, 'event' | 'approval' | 'verdict' | 'by' | 'channel' | 'because' | 'remember'>
export interface Circumstance {
  readonly mode?: 'observe' | 'disabled'
  readonly would?: Verdict
  /** What secrets the call holds, never what they say. */
  readonly secrets?: readonly RecordedSecret[]
  readonly redacted?: readonly RecordedRedaction[]
  readonly hostVersion?: string
}

/** Each returns whether it was recorded; with `strict`, only when the disk has it. None throws. */
export interface Recorder {
  readonly strict: boolean
  /** Before judging, for those who want to see what killed us. */
  readonly attempt: (call: ToolCall) => Appended
  readonly decision: (call: ToolCall, decision: Decision, circumstance?: Circumstance) => Appended
  /** Attempt and decision in one write. */
  readonly judged: (call: ToolCall, decision: Decision, circumstance?: Circumstance) => Appended
  readonly approval: (call: CallRef, step: ApprovalStep) => Appended
  readonly outcome: (call: CallRef, outcome: RecordedOutcome) => Appended
  /** The result of a call that was denied or still unanswered: recorded as a violation too. */
  readonly contradiction: (call: CallRef, outcome: RecordedOutcome, answered: 'deny' | 'unanswered') => Appended
  /** A call of which nothing is known but when it was and that we could not judge it. */
  readonly failure: (about: FailedCall) => Appended
  readonly mark: (call: CallRef, as: Opinion) => Appended
  readonly notice: (event: string, text: string, of?: Pick<CallRef, 'host' | 'session'>) => Appended
  /** As the entry of an outcome has it. */
  readonly digested: (of: RecordedOutcome['of']) => Pick<OutcomeEntry, 'digest'>
  /** What names the call in its entries. */
  readonly names: (call: CallRef) => Pick<AuditEntry, 'call' | 'host' | 'session' | 'chat'>
}
interface RecordedOutcome {
  readonly ok: boolean
  readonly text?: string
  readonly unmatched?: boolean
  /** What ran, where the host says it again. */
  readonly of?: Pick<ToolCall, 'tool' | 'input'>
}
interface FailedCall {
  readonly id: string
  /** ISO 8601. */
  readonly at: string
  readonly host: string
  readonly reason: string
}

export interface Recording {
  readonly store: Store
  /** Masks secrets. Where it throws, the text is left out. */
  readonly redact: Redact
  readonly settings?: AuditSettings
  readonly now?: () => Date
}

const MOST_FINDINGS = 50
const LONGEST_NAME = 200

/** A call that its host gave no id is named by its digest. */
export const isMadeName = (call: string): boolean => call.startsWith(MADE)
const MADE = '~'

export function makeRecorder({ store, redact, settings = AUDIT_DEFAULTS, now = () => new Date() }: Recording): Recorder {
  // A name is cut too: an agent chooses its own call ids and could write a book into one.
  const name = (text: string): string => shownText(text, redact, LONGEST_NAME)
  const write = (entries: readonly AuditEntry[]): Appended => store.append(entries, settings.strict)

  type Names = Pick<AuditEntry, 'call' | 'host' | 'session' | 'chat'>
  const kept = new WeakMap<CallRef, Names>()
  const digestOf = (tool: ToolName, raw: string | null): string | null => (raw === null ? null : store.digest(deedOf(tool, raw)))
  const madeId = ({ tool, input }: CallRef): string =>
    tool === undefined || input === undefined ? '' : `${MADE}${digestOf(tool, rawOf(input))?.slice(-12) ?? ''}`
  const namesOf = (call: CallRef): Names => {
    const known = kept.get(call)
    if (known !== undefined) return known
    const names = {
      call: call.id === '' ? madeId(call) : name(call.id),
      host: name(call.host),
      session: name(call.session),
      ...(call.chat === undefined ? {} : { chat: name(call.chat) }),
    }
    kept.set(call, names)
    return names
  }
  const common = (call: CallRef): Pick<AuditEntry, 'at' | 'id'> & Names => ({ at: now().toISOString(), id: freshId(), ...namesOf(call) })

  const attempted = (call: ToolCall): AttemptEntry => {
    const raw = rawOf(call.input)
    const input = shownInput(call.input, settings.content, redact)
    return {
      ...common(call),
      kind: 'attempt',
      tool: { server: call.tool.server === null ? null : name(call.tool.server), name: name(call.tool.name) },
      cwd: name(call.cwd),
      ...(input === null ? {} : { input }),
      digest: digestOf(call.tool, raw),
      size: raw?.length ?? 0,
    }
  }

  const decided = (call: CallRef, decision: Decision, circumstance: Circumstance = {}): readonly (DecisionEntry | ViolationEntry)[] => {
    const entry: DecisionEntry = {
      ...common(call),
      kind: 'decision',
      verdict: decision.verdict,
      by: decision.by,
      reason: settings.content === 'none' ? '' : shownText(decision.reason, redact),
      findings: recorded(decision.findings),
      policy: decision.policy,
      ...(decision.grants === undefined ? {} : { grants: decision.grants.slice(0, MOST_FINDINGS).map(name) }),
      ...circumstance,
    }
    const violations = [...violationsOf(decision.findings)].map(([of, findings]): ViolationEntry => ({
      ...common(call),
      kind: 'violation',
      of,
      rules: [...new Set(findings.map(({ rule }) => rule))].slice(0, MOST_FINDINGS),
      verdict: decision.verdict,
    }))
    return [entry, ...violations]
  }

  const digested = (of: RecordedOutcome['of']): Pick<OutcomeEntry, 'digest'> => {
    const digest = of === undefined ? null : digestOf(of.tool, rawOf(of.input))
    return digest === null ? {} : { digest }
  }
  const outcomeOf = (call: CallRef, { ok, text, unmatched, of }: RecordedOutcome): OutcomeEntry => ({
    ...common(call),
    kind: 'outcome',
    ok,
    ...digested(of),
    ...(text === undefined || settings.content === 'none' ? {} : { text: shownText(text, redact) }),
    ...(unmatched === true ? { unmatched } : {}),
  })

  return {
    strict: settings.strict,
    attempt: (call) => write([attempted(call)]),
    decision: (call, decision, circumstance) => write(decided(call, decision, circumstance)),
    judged: (call, decision, circumstance) => write([attempted(call), ...decided(call, decision, circumstance)]),
    approval: (call, step) =>
      write([
        {
          ...common(call),
          kind: 'approval',
          event: step.event,
          ...(step.approval === undefined ? {} : { approval: name(step.approval) }),
          ...(step.verdict === undefined ? {} : { verdict: step.verdict }),
          ...(step.by === undefined ? {} : { by: name(step.by) }),
          ...(step.channel === undefined ? {} : { channel: name(step.channel) }),
          ...(step.because === undefined ? {} : { because: name(step.because) }),
          ...(step.remember === undefined ? {} : { remember: name(step.remember) }),
        },
      ]),
    outcome: (call, outcome) => write([outcomeOf(call, outcome)]),
    contradiction: (call, outcome, answered) =>
      write([outcomeOf(call, outcome), { ...common(call), kind: 'violation', of: 'contradiction', rules: [], verdict: answered === 'deny' ? 'deny' : 'ask' }]),
    failure: ({ id, at, host, reason }) => {
      const entry = { ...common({ id, host, session: '' }), at }
      return write([{ ...entry, kind: 'decision', verdict: 'deny', by: 'failure', reason: shownText(reason, redact), findings: [], policy: '' }])
    },
    mark: (call, as) => write([{ ...common(call), kind: 'mark', as }]),
    names: namesOf,
    digested,
    notice: (event, text, { host, session } = { host: '', session: '' }) =>
      write([{ ...common({ id: '', host, session }), kind: 'notice', event: name(event), text: shownText(text, redact) }]),
  }
}

/** The same rule at several places of one call is one line; the strictest counts. */
function recorded(findings: readonly Finding[]): DecisionEntry['findings'] {
  const seen = new Map<string, DecisionEntry['findings'][number]>()
  for (const { rule, severity, verdict } of findings) {
    if (seen.size >= MOST_FINDINGS) break
    const known = seen.get(rule)
    if (known === undefined || (verdict === 'deny' && known.verdict !== 'deny')) seen.set(rule, { rule, severity, verdict })
  }
  return [...seen.values()]
}

/** What is digested of a call: the tool and all it was given. */
const deedOf = ({ server, name }: ToolName, raw: string): string => canonicalJson([server, name, raw])

/** Null where there is no telling. */
export function deedsOf(calls: readonly Pick<ToolCall, 'tool' | 'input'>[]): string | null {
  const deeds: string[] = []
  for (const { tool, input } of calls) {
    const raw = rawOf(input)
    if (raw === null) return null
    deeds.push(deedOf(tool, raw))
  }
  return deeds.join('\n')
}

/** Null for input nested deeper than the stack goes: it is recorded without a digest rather than not at all. */
function rawOf(input: JsonObject): string | null {
  try {
    return canonicalJson(input)
  } catch {
    return null
  }
}

/** Forty bits: rare enough to be named by, short enough to be typed. */
const freshId = (): string =>
  Math.floor(Math.random() * 36 ** 8)
    .toString(36)
    .padStart(8, '0')
