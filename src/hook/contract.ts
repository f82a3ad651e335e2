// What passes between the file that is started and the engine it loads? Types only.
import type { Environment } from '../gate/seams.ts'
import type { compileUserRegex } from '../config/user-regex.ts'
import type { compileSettings } from '../gate/compile-settings.ts'

export interface Request {
  readonly text: string
  /** Why nothing can be judged. */
  readonly problem: string | null
  /** As `--host` and `--event` say. */
  readonly named: string | undefined
  readonly event: string | undefined
  readonly env: Environment
  readonly cwd: string
  /** The package's folder. */
  readonly root: string
  /** Milliseconds until we must have answered. */
  readonly left: () => number
  /** Nobody asked: nothing is written down. */
  readonly rehearsal?: true
}
export interface Response {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
  /** What need not hold up the answer. */
  readonly afterwards: () => void
}
/** What only some calls need; imported from the file that `slow` names. */
export interface SlowParts {
  readonly compileSettings: typeof compileSettings
  readonly compileUserRegex: typeof compileUserRegex
}
export interface Engine {
  readonly respond: (request: Request) => { readonly response: Response } | { readonly slow: string }
  readonly respondSlowly: (request: Request, parts: SlowParts) => Response
  readonly refuse: (request: Request) => Response
  readonly rehearse: (request: Request) => void
}
