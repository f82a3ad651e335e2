// What is said to happen by whoever reads a language, a command line or a tool's input: data, of which `act` makes actions.
import type { Because, CallAction, CarryAction, ExecuteAction, PathHow, Place, RunAction, Severity, Word } from '../model.ts'
import type { Brings } from '../disk/destinations.ts'
import type { Rest } from '../log/log.ts'
import { NONE } from '../value/text.ts'
import type { Going } from './foreign-token.ts'

interface Common {
  /** Actions whose data it takes in. */
  readonly takes?: readonly number[]
  /** The run whose doing it is, where that is not the process it is read in. */
  readonly by?: number | null
  /** It happens on some paths only. */
  readonly maybe?: true
}

/** Something is read, written or deleted under a name. */
export interface PathEffect extends Common {
  readonly do: 'read' | 'write' | 'delete'
  readonly path: Word
  readonly how: PathHow
  readonly recursive?: boolean
  /** Who names the path, where it matters: the shell for whatever runs, or a tool for files. */
  readonly named?: 'redirection' | 'by-tool'
  /** What is known of it besides where it is: `to-trash`, `moved-out`, `emptied`. */
  readonly marks?: readonly Place[]
  /** What the file would hold afterwards, from what it holds now; null where that cannot be told. */
  readonly result?: (before: string) => string | null
}

/** Files come to lie under another name too, or under another only. What is read or taken away for it are effects of their own. */
export interface PutEffect extends Common {
  readonly do: 'put'
  readonly how: PathHow
  /** What is put there, as far as it lies here. */
  readonly from: readonly Word[]
  /** What comes from elsewhere, where nothing does from here: it keeps its name. */
  readonly elsewhere?: readonly Word[]
  readonly to: Word
  readonly brings: Brings
  /** `to` is the new name itself, never a folder to put things in; `into`: always that folder. */
  readonly exact?: boolean
  readonly into?: boolean
  /** A link that is another name of the same file. */
  readonly hard?: boolean
  readonly slashMeansContents?: boolean
  readonly recursive?: boolean
  readonly marks?: readonly Place[]
  /** It is nobody's business but where it may lie over something of this gate's. */
  readonly ifOverOurs?: boolean
}

/** What nobody could read before comes to lie below a folder, or anywhere: out of an archive, or of another version. `named`: what is asked for. */
export interface BringEffect extends Common {
  readonly do: 'bring'
  readonly into: Word | null
  readonly named: readonly Word[]
}

/** Variables of the environment are read: all of them, or those of a name. */
interface EnvironmentEffect extends Common {
  readonly do: 'environment'
  readonly how?: 'pattern'
  readonly name?: Word
}

/** A connection to an address: what it sends is in `takes`. */
export interface ConnectEffect extends Common {
  readonly do: 'connect'
  readonly url: Word
  readonly sends: boolean
  readonly method?: string | null
  /** What goes there besides the address, as far as it is known: headers, body. */
  readonly going?: Going
  /** Machines that it goes through. */
  readonly via?: readonly string[]
}

/** A socket that a redirection of the shell opens. */
export interface SocketEffect extends Common {
  readonly do: 'socket'
  readonly address: Word
  readonly host: string | null
  /** What is sent; absent while it is opened. */
  readonly going?: Going
}

/** A state of the system, a service, a setting is changed: `what` is a word of rules. */
export interface ChangeEffect extends Common {
  readonly do: 'change'
  readonly what: string
  readonly target: Word | null
  readonly places?: readonly Place[]
  readonly value?: Word | null
  readonly recursive?: boolean
}

interface SignalEffect extends Common {
  readonly do: 'signal'
  readonly target: Word | null
  readonly broad: boolean
}

interface QueryEffect extends Common {
  readonly do: 'query'
  readonly engine: string
  readonly class: string
  readonly target: string | null
  readonly host: string | null
}

/** Text that would be stored or sent. `alone`: only secrets in it make it an action, and nothing else of it is kept. */
export interface CarryEffect extends Common {
  readonly do: 'carry'
  readonly what: CarryAction['what']
  readonly text: string
  readonly secrets?: 'alone'
}

/** What could not be read, and the worst that it could be. */
interface UnknownEffect extends Common {
  readonly do: 'unknown'
  readonly because: Because
  readonly could: Severity
  readonly detail: string
  /** It surprises even in what was committed, built or installed. */
  readonly surprises?: true
}

type Plain<Action> = Omit<Rest<Action>, 'does' | 'takes'> & Common
/** A program starts, by its words. What it does, its entry says. */
export type RunEffect = Plain<RunAction> & { readonly do: 'run' }
/** Text is run as code. What it does, its language says. */
type ExecuteEffect = Plain<ExecuteAction> & { readonly do: 'execute' }
/** A tool is called. */
type CallEffect = Plain<CallAction> & { readonly do: 'call' }

export type Effect =
  | PathEffect
  | PutEffect
  | BringEffect
  | EnvironmentEffect
  | ConnectEffect
  | SocketEffect
  | ChangeEffect
  | SignalEffect
  | QueryEffect
  | CarryEffect
  | UnknownEffect
  | RunEffect
  | ExecuteEffect
  | CallEffect

export const notRead = (because: Because, could: Severity, detail: string, takes: readonly number[] = NONE): Effect => ({
  do: 'unknown',
  because,
  could,
  detail,
  takes,
})
