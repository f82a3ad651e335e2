// What must be known besides an event to answer it? Types only.
import type { Person } from '../config/person.ts'
import type { compileUserRegex } from '../config/user-regex.ts'
import type { compileSettings } from '../gate/compile-settings.ts'
import type { Scene } from '../core/model.ts'
import type { Environment, Host } from '../gate/seams.ts'
import type { liftingIn } from './lifting.ts'
import type { askPeople } from '../ask/people.ts'
import type { observeHosts } from '../observe/net/hosts.ts'
import type { undoneBy } from '../install/undone.ts'

/** Where an event happens. */
export type EventScene = Pick<Scene, 'cwd' | 'home' | 'project'> & Partial<Pick<Scene, 'platform'>>

export interface Surroundings extends Person {
  /** The agent's: read as data about its calls, never to find anything of ours. */
  readonly env: Environment
  readonly cwd: string
  /** The package's folder. */
  readonly root: string
  /** For how many milliseconds from now a person may be waited for, so that the host still hears the answer. None without it. */
  readonly patience?: (host: Host) => number
  /** Nobody asked: nothing is written down. */
  readonly rehearsal?: true
}

/** What only some events need: settings that are read anew, the engine for people's own patterns, what hosts' own files say, how people are asked, and where names lead. */
export interface SlowParts {
  readonly compileSettings: typeof compileSettings
  readonly compileUserRegex: typeof compileUserRegex
  readonly undoneBy: typeof undoneBy
  readonly askPeople: typeof askPeople
  readonly liftingIn: typeof liftingIn
  readonly observeHosts: typeof observeHosts
}
