// How does the gate act on what it decides? Keys that only the person and the administrator may write.
import { AUDIT_DEFAULTS, readAuditSettings } from '../audit/settings.ts'
import type { AuditSettings } from '../audit/settings.ts'
import { APPROVAL_DEFAULTS, approvalsOf, approvalsShape } from './approval-settings.ts'
import type { ApprovalSettings, ApprovalSource } from './approval-settings.ts'
import { checkShape, either, flag, key, list, object, text, word } from '../core/policy/description.ts'
import type { Problem } from '../core/policy/description.ts'
import type { LayerName, PresetSource } from '../core/rules/source.ts'

export interface Conduct {
  /** `observe` notes what it would have said and stops nothing but floor and self-protection. */
  readonly mode: 'enforce' | 'observe'
  /** Switched off is like `observe`, but each call is told that, and not what would have been said; the log has both. */
  readonly enabled: boolean
  /** Our allow skips the host's own question. */
  readonly autoApprove: boolean
  readonly approvals: ApprovalSettings
  readonly audit: AuditSettings
  /** Folders beside the project where tools may work too; `~` stands for the home. */
  readonly directories: readonly string[]
  /** What becomes of calls while the settings cannot be read and no last good ones are known; `open` goes on without an included file that is missing or broken. */
  readonly onConfigError: 'ask' | 'deny' | 'open'
  /** Where a call's literal names lead is looked up, by the system or by these name servers, when everything else allows it. */
  readonly resolveNames: boolean | readonly string[]
  /** Rule files that the settings include: they are the gate's own. */
  readonly included: readonly string[]
}
export const DEFAULT_CONDUCT: Conduct = {
  mode: 'enforce',
  enabled: true,
  autoApprove: false,
  approvals: APPROVAL_DEFAULTS,
  audit: AUDIT_DEFAULTS,
  directories: [],
  onConfigError: 'ask',
  resolveNames: false,
  included: [],
}

interface ConductSource {
  readonly mode?: Conduct['mode']
  readonly enabled?: boolean
  readonly approvals?: ApprovalSource
  readonly audit?: unknown
  readonly directories?: readonly string[]
  readonly on_config_error?: Conduct['onConfigError']
  readonly resolve_names?: Conduct['resolveNames']
}
export const CONDUCT_KEYS = ['mode', 'enabled', 'approvals', 'audit', 'directories', 'on_config_error', 'resolve_names'] as const

export const conductShape = object({
  mode: key('`enforce`, or `observe` to note what would be said and stop nothing but floor and self-protection', word('enforce', 'observe')),
  enabled: key('`false` switches everything off but floor and self-protection', flag),
  approvals: key('how questions are answered', approvalsShape),
  on_config_error: key('while settings cannot be read: `ask` or `deny`; `open` goes on without an included file that is missing', word('ask', 'deny', 'open')),
  directories: key('folders beside the project where tools may work too: absolute, or below `~`', list(text('line'))),
  resolve_names: key(
    'whether a name is looked up when everything else allows the call, and one that leads inside is judged as that: `true`, or the name servers to ask',
    either(flag, list(text('line'), 1)),
  ),
})

export function checkConduct(value: unknown, layer: LayerName): Problem[] {
  const { audit, ...own } = partOf(value)
  if (layer === 'project') {
    const first = CONDUCT_KEYS.filter((name) => name in partOf(value))
    return first.map((name) => ({ path: [name], message: `\`${name}\` counts in the user's or the administrator's settings only: remove it here`, key: true }))
  }
  const read = readAuditSettings(audit)
  return [
    ...checkShape(conductShape, own, () => null),
    ...checkDirectories(own.directories),
    ...checkServers(own.resolve_names),
    ...(read.ok ? [] : [{ path: read.key === '' ? ['audit'] : ['audit', read.key], message: read.message, key: true }]),
  ]
}

/** A relative folder would mean another one in each project. */
const checkDirectories = (given: unknown): Problem[] =>
  (Array.isArray(given) ? (given as readonly unknown[]) : []).flatMap((folder, at) =>
    typeof folder !== 'string' || /^(?:~?\/|~$|[A-Za-z]:[\\/])/.test(folder)
      ? []
      : [{ path: ['directories', at], message: `\`${folder.slice(0, 80)}\` is no absolute folder: begin it with \`/\` or \`~/\`` }],
  )

const SERVER = /^(?:\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?|\[[\da-fA-F:]+\](?::\d{1,5})?)$/
const checkServers = (given: unknown): Problem[] =>
  (Array.isArray(given) ? (given as readonly unknown[]) : []).flatMap((server, at) =>
    typeof server !== 'string' || SERVER.test(server)
      ? []
      : [{ path: ['resolve_names', at], message: `\`${server.slice(0, 80)}\` is no address of a name server: write \`10.0.0.53\` or \`127.0.0.1:5353\`` }],
  )

const partOf = (value: unknown): ConductSource =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => (CONDUCT_KEYS as readonly string[]).includes(name)))
    : {}

/** What the person says, unless the administrator locks the key; where neither does, what the preset says. */
export function conductOf(administrator: unknown, user: unknown, preset?: PresetSource): Conduct {
  const [above, own] = [partOf(administrator), partOf(user)]
  const { lock } = (administrator ?? {}) as { readonly lock?: unknown }
  const isLocked = (name: string): boolean => lock === true || (Array.isArray(lock) && lock.includes(name))
  const of = <K extends keyof ConductSource>(name: K): ConductSource[K] => (isLocked(name) ? above[name] : (own[name] ?? above[name]))
  const audit = readAuditSettings(of('audit') ?? (isLocked('audit') ? undefined : preset?.audit))
  return {
    mode: of('mode') ?? DEFAULT_CONDUCT.mode,
    enabled: of('enabled') ?? DEFAULT_CONDUCT.enabled,
    autoApprove: of('approvals')?.auto ?? DEFAULT_CONDUCT.autoApprove,
    approvals: approvalsOf(of('approvals'), isLocked('approvals') ? undefined : preset?.approvals?.timeout),
    audit: audit.ok ? audit.settings : AUDIT_DEFAULTS,
    directories: of('directories') ?? DEFAULT_CONDUCT.directories,
    onConfigError: of('on_config_error') ?? (isLocked('on_config_error') ? undefined : preset?.on_config_error) ?? DEFAULT_CONDUCT.onConfigError,
    resolveNames: of('resolve_names') ?? (isLocked('resolve_names') ? undefined : preset?.resolve_names) ?? DEFAULT_CONDUCT.resolveNames,
    included: [],
  }
}
