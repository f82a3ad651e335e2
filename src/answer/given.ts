// What must be known besides an event to answer it? Types only.
import type { compileUserRegex } from '../config/user-regex.ts'
import type { compileSettings } from '../gate/compile-settings.ts'
import type { Environment } from '../gate/seams.ts'
import type { undoneBy } from '../install/undone.ts'

export interface Surroundings {
  readonly env: Environment
  readonly cwd: string
  /** The package's folder. */
  readonly root: string
  /** Nobody asked: nothing is written down. */
  readonly rehearsal?: true
}

/** What only some events need: settings that are read anew, the engine for people's own patterns, and what hosts' own files say. */
export interface SlowParts {
  readonly compileSettings: typeof compileSettings
  readonly compileUserRegex: typeof compileUserRegex
  readonly undoneBy: typeof undoneBy
}
