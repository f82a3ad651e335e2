// What does a person let pass for a while without being asked, and what not even then?
import { randomBytes } from 'node:crypto'
import { findTool } from '../core/meaning/entries.ts'
import type { Meaning } from '../core/meaning/entries.ts'
import type { Decision, Finding, Severity, ToolCall } from '../core/model.ts'
import { rankOfSeverity } from '../core/rules/verdicts.ts'
import { sessionScope } from './grants.ts'
import type { Dated, Records } from './records.ts'

/** Everything, or calls of one tool: by its name, or a kind of them as `edit`. */
export interface Mode extends Dated {
  readonly what: 'all' | 'tool'
  readonly tool?: string
  /** As `sessionScope` names it; null: every session of this person. */
  readonly session: string | null
  /** What weighs more is asked about all the same. */
  readonly cap: Exclude<Severity, 'critical'>
  readonly by: string
  readonly channel: string
}
export interface ModeWanted {
  readonly what: 'all' | 'tool'
  readonly tool?: string
  readonly session?: string | null
  readonly minutes?: number
  readonly cap?: Severity
  readonly by: string
  readonly channel: string
}

const MODE_MINUTES = 60
const MOST_MINUTES = 24 * 60
const CAPS: readonly Mode['cap'][] = ['low', 'medium', 'high']

/** The mode, or what is wrong with what was wanted. */
function modeFrom({ what, tool, session = null, minutes = MODE_MINUTES, cap = 'high', by, channel }: ModeWanted, now: Date): Mode | string {
  if (what !== 'all' && what !== 'tool') return 'a mode is for `all` or for a `tool`'
  if ((what === 'tool') !== (typeof tool === 'string' && tool !== '')) return what === 'tool' ? 'name the tool' : 'a mode for all names no tool'
  if (!(minutes > 0) || minutes > MOST_MINUTES) return `a mode lasts from 1 to ${MOST_MINUTES} minutes`
  const capped = CAPS.find((one) => one === cap)
  if (capped === undefined) return 'the cap is low, medium or high: what is critical is always asked about'
  return {
    id: randomBytes(8).toString('hex'),
    what,
    ...(tool === undefined ? {} : { tool }),
    session,
    cap: capped,
    madeAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + minutes * 60_000).toISOString(),
    by,
    channel,
  }
}

/** Switches one on. A text says why not. */
export async function switchOn(modes: Records<Mode>, wanted: ModeWanted, now: Date): Promise<Mode | string> {
  const mode = modeFrom(wanted, now)
  if (typeof mode === 'string') return mode
  return (await modes.add(mode, now)) ? mode : 'it could not be written'
}

/** For people: `everything up to high passes unasked in every session until …`. */
export const bannerOf = ({ what, tool, session, cap, expiresAt, by }: Mode): string =>
  `${what === 'all' ? 'everything' : `\`${tool ?? ''}\``} up to ${cap} passes unasked in ${session === null ? 'every session' : `session \`${session.replace(/^session:/, '')}\``} until ${expiresAt}, by ${by}`

/** Where somebody wanted not to be asked, what asks passes; never what is denied, critical, of the floor, or a fault of the gate itself. */
export function byMode(decision: Decision, call: ToolCall, modes: readonly Mode[], meaning: Meaning): Decision {
  if (decision.verdict !== 'ask' || modes.length === 0) return decision
  const asking = decision.findings.filter(({ verdict }) => verdict !== 'allow')
  const mode = modes.find((one) => isFor(one, call, meaning) && asking.every((finding) => isLifted(finding, one)))
  if (mode === undefined) return decision
  return { ...decision, verdict: 'allow', by: 'mode', reason: 'nobody is asked about calls like this for now', grants: [mode.id] }
}

const isLifted = ({ verdict, severity, floor, rule }: Finding, { cap }: Mode): boolean =>
  verdict === 'ask' && floor !== true && severity !== 'critical' && rankOfSeverity(severity) <= rankOfSeverity(cap) && !rule.startsWith('gate.')

function isFor({ what, tool, session }: Mode, call: ToolCall, meaning: Meaning): boolean {
  if (session !== null && session !== sessionScope(call)) return false
  if (what === 'all') return true
  const { server, name } = call.tool
  if (server !== null) return tool === `${server}/${name}`
  return tool === name || (tool !== undefined && (findTool(meaning, name.toLowerCase())?.fields['mode']?.includes(tool) ?? false))
}
