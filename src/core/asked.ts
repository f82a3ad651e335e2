// The nouns of asking: what a person is shown, and what one says to it.
import type { Severity, Span, ToolName } from './terms.ts'

/** A question put to people: what an agent wants, rendered from the calls themselves, secrets covered. */
export interface Approval {
  readonly id: string
  /** Keyed digest of the calls as they would run. An answer names it again. */
  readonly digest: string
  readonly host: string
  readonly session: string
  readonly cwd: string
  readonly branch?: string
  readonly calls: readonly AskedCall[]
  readonly severity: Severity
  readonly findings: readonly AskedFinding[]
  /** What it would do, in one line (`effect`) and step by step, and how far it reaches (how much is deleted, which machines, as whom), a line each. */
  readonly effect?: string
  readonly actions: readonly string[]
  readonly reach: readonly string[]
  /** What the agent says about it, in its own words: nobody has checked it. */
  readonly claim?: string
  readonly policy: string
  readonly askedAt: string
  readonly expiresAt: string
}
export interface AskedCall {
  readonly tool: ToolName
  readonly fields: readonly AskedField[]
}
/** `cut`: there is more than is shown, so nobody can say yes to it. `before`: the text of the file that it replaces. */
export interface AskedField {
  readonly name: string
  readonly text: string
  readonly cut: boolean
  readonly before?: string
}
export interface AskedFinding {
  readonly rule: string
  readonly severity: Severity
  readonly title: string
  readonly why?: string
  readonly instead?: string
  readonly confidence?: number
  readonly span?: Span
}

/** What one person said to one question. */
export interface Answer {
  readonly approval: string
  readonly digest: string
  readonly verdict: 'allow' | 'deny'
  /** Who, as the channel knows them, and for how long it counts. */
  readonly by: string
  readonly channel: string
  readonly remember: Remember
}
/** `shape`: until its grant ends, for calls like this one. */
export type Remember = 'once' | 'session' | 'shape'
