// What is known of text that would be run as code?
import type { ExecuteAction, Span, Word } from '../model.ts'
import type { Shell } from './process.ts'

export interface Code {
  readonly language: string
  readonly code: Word
  readonly origin: ExecuteAction['origin']
  readonly span: Span
  readonly stdin: Word | null
  readonly args?: readonly Word[]
  /** The file the code lies in, where it is known. */
  readonly file?: string
  /** Of what the file holds, only a part. */
  readonly part?: true
  /** It runs in the shell that is being read, not in one of its own: functions and aliases are known to it. */
  readonly here?: true
  /** Its like is known to be clever: what cannot be read of it weighs little. */
  readonly clever?: boolean
  /** What takes it in calls its functions: of what stands in them, nothing sleeps. */
  readonly called?: true
}

/** Reads it as what it does; returns what it prints. */
export type Execute = (shell: Shell, code: Code) => Word
