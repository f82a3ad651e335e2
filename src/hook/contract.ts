// What passes between the file that is started and the engine it loads? Types only.
import type { SlowParts, Surroundings } from '../answer/given.ts'

export interface Request extends Surroundings {
  readonly text: string
  /** Why nothing can be judged. */
  readonly problem: string | null
  /** As `--host` and `--event` say. */
  readonly named: string | undefined
  readonly event: string | undefined
  /** Milliseconds until we must have answered. */
  readonly left: () => number
}
export interface Response {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
  /** What need not hold up the answer. */
  readonly afterwards: () => void
}
export interface Engine {
  readonly respond: (request: Request) => { readonly response: Response } | { readonly slow: string }
  readonly respondSlowly: (request: Request, parts: SlowParts) => Response
  readonly refuse: (request: Request) => Response
  readonly rehearse: (request: Request) => void
}

export type { SlowParts } from '../answer/given.ts'
