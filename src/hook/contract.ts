// What passes between the file that is started and the engine it loads? Types only.
import type { SlowParts, Surroundings } from '../answer/given.ts'
import type { Seal } from '../gate/seal.ts'

export interface Request extends Surroundings {
  readonly text: string
  /** Why nothing can be judged. */
  readonly problem: string | null
  /** As `--host` and `--event` say. */
  readonly named: string | undefined
  readonly event: string | undefined
  /** Seconds that the host waits for us, as `--wait` says. */
  readonly waits?: number
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
/** A person is asked; it has ended after so many milliseconds. */
export interface Waiting {
  readonly millis: number
  readonly respond: () => Promise<Response>
}
/** What only some events need has to be loaded first, to go on from where it was left. */
export interface Slow {
  /** The file to import. */
  readonly slow: string
  readonly goOn: (parts: SlowParts) => Response | Waiting
}
/** What the file that is started knows and has. */
export interface Start {
  /** Of the bundles. */
  readonly folder: string
  /** Whose caches are kept. */
  readonly home: string
  /** By which they are known: made once for all. */
  readonly seal: Seal | null
  /** The engine, and those of its parts that were needed so far. */
  readonly loaded: readonly Loaded[]
  /** Code that is compiled as the engine is cannot load a module by itself. */
  readonly load: (file: string) => Promise<unknown>
}
export interface Loaded {
  readonly script: { readonly createCachedData: () => Buffer }
  /** Where V8's cache of it belongs, and what is there that we wrote; null: nowhere, nothing. */
  readonly cache: string | null
  readonly kept: Kept | null
  /** V8 took what was kept. */
  readonly taken: boolean
}
export interface Kept {
  readonly madeAt: number
}
export interface Engine {
  readonly run: (engine: Engine, start: Start) => void
  readonly respond: (request: Request) => { readonly response: Response } | Slow
  readonly refuse: (request: Request) => Response
  readonly rehearse: (request: Request) => void
  /** Settings that took too long are compiled by a process of its own. */
  readonly finishLater: (request: Request) => void
}

export type { SlowParts } from '../answer/given.ts'
