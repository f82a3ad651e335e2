// What does a detector get, and what does it say?
import type { Action, Span } from '../model.ts'

export interface DetectorInput {
  readonly actions: readonly Action[]
  /** The raw text of the call: its command, or the text it carries. */
  readonly text: string
  /** The input field the text comes from, for spans. */
  readonly field?: string
}
export interface Detection {
  readonly span: Span
  readonly detail: string
}
export type Detector = (input: DetectorInput) => Detection | null

export const spanOf = (input: DetectorInput, start: number, end: number): Span => ({ field: input.field ?? 'command', start, end })
