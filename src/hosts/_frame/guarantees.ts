// What a host holds to, from which version on, and how we know: the form of each host's `guarantees.ts`.

/** As `prudent init` sets the host up. */
export const GUARANTEES = ['runs', 'asks', 'failure', 'timeout', 'mcp', 'files', 'subagents'] as const
export type Guarantee = (typeof GUARANTEES)[number]

/** What each of them says, for screens and docs/hosts.md. */
export const MEANINGS: Readonly<Record<Guarantee, { readonly short: string; readonly says: string }>> = {
  runs: { short: 'asks us', says: 'the agent calls the hook before each tool call, and does not run what the hook denies' },
  asks: { short: 'asks you', says: 'a question of ours is shown in the agent’s own prompt' },
  failure: { short: 'fails closed', says: 'a hook that cannot be started blocks the call' },
  timeout: { short: 'timeout blocks', says: 'a hook that times out blocks the call' },
  mcp: { short: 'MCP', says: 'calls of MCP tools are sent to the hook' },
  files: { short: 'files', says: 'calls of tools that read and write files are sent to the hook' },
  subagents: { short: 'sub-agents', says: 'calls of sub-agents are sent to the hook' },
}

export interface Fact {
  readonly is: 'yes' | 'in part' | 'no' | 'not known'
  /** `tried`: the host was started, and tried.json beside it tells; `read`: in its code or its vendor's documentation; `reported`: by others. */
  readonly by: 'tried' | 'read' | 'reported'
  /** Of what was tried: the version. */
  readonly version?: string
  /** What to know about it, one line. */
  readonly says?: string
}
export interface Range extends Readonly<Record<Guarantee, Fact>> {
  /** The first version it is so with. It is so until the next range begins: there are no gaps. */
  readonly from: string
}
/** Oldest first; the first begins with `0`. */
export type Guarantees = readonly [Range, ...Range[]]

/** A host's table, as the registry lists them. */
export interface HostGuarantees {
  readonly host: string
  readonly ranges: Guarantees
}

const said = (says: string | undefined): Pick<Fact, 'says'> => (says === undefined ? {} : { says })
export const read = (is: Fact['is'], says?: string): Fact => ({ is, by: 'read', ...said(says) })
export const reported = (is: Fact['is'], says?: string): Fact => ({ is, by: 'reported', ...said(says) })
export const tried = (version: string, is: Fact['is'], says?: string): Fact => ({ is, by: 'tried', version, ...said(says) })
export const UNKNOWN: Fact = { is: 'not known', by: 'read' }

/** Versions that nobody looked at. */
export const unseen = (from = '0'): Range => ({
  from,
  runs: UNKNOWN,
  asks: UNKNOWN,
  failure: UNKNOWN,
  timeout: UNKNOWN,
  mcp: UNKNOWN,
  files: UNKNOWN,
  subagents: UNKNOWN,
})

/** Versions up to one that was started and ran no hook of ours. */
export const without = (version: string): Range => ({ ...unseen(), runs: tried(version, 'no', 'it runs no hook of ours') })

/** Our script turns a gate that cannot start into a denial; a script that is gone cannot. */
export const BY_SCRIPT = 'our script denies when the gate cannot start; if the script itself is missing, the call runs'
/** For hosts without a switch. */
export const RUNS_ON = 'when the hook times out the call runs; our script answers long before'
