// What can be looked at from the page, besides questions? Each route over what the log, the rules and the settings really say.
import { makeCached } from '../ask/command-line.ts'
import type { Ask, Said } from '../ask/command-line.ts'
import { storiesOf } from '../audit/stories.ts'
import type { AuditEntry } from '../audit/entry.ts'
import type { Statistics } from '../audit/statistics.ts'
import type { JsonObject, Verdict } from '../core/model.ts'
import { callView } from './activity.ts'
import type { Activity } from './activity.ts'
import type { Audit, CallView, Decisions, Health, Hosts, Refusal, RuleLine, Rules, RuleView, SettingsView, Stats, Tried, Try } from './api.ts'

export interface Looked {
  readonly query: Readonly<Record<string, string>>
  readonly parts: Readonly<Record<string, string>>
  readonly body: () => Promise<unknown>
  /** Why this page may not approve; null when it may. */
  readonly objection: () => string | null
}
export type Told = { readonly status: 200; readonly body: unknown } | { readonly status: 400 | 403 | 404 | 503; readonly body: Refusal }
export interface Route {
  readonly method: 'get' | 'post' | 'delete'
  readonly path: string
  readonly answer: (looked: Looked) => Promise<Told>
}
export interface Sources {
  readonly activity: Activity
  readonly ask: Ask
  readonly settings: () => SettingsView
  readonly health: () => Promise<Health>
  readonly document: () => JsonObject
}

const RULES_MS = 5000
const VERIFIED_MS = 5000
const HOSTS_MS = 60_000
const MOST_CALLS = 500
const USUAL_CALLS = 100
const MOST_DAYS = 366

const given = (body: unknown): Told => ({ status: 200, body })
const wrong = (error: string): Told => ({ status: 400, body: { error } })
/** What could not be found out is said, and is no answer. */
const found = (said: Said, make: (value: never) => unknown): Told => (said.ok ? given(make(said.value as never)) : { status: 503, body: { error: said.error } })

export function routesOver({ activity, ask, settings, health, document }: Sources): readonly Route[] {
  const cached = makeCached(ask)
  const get = (path: string, answer: Route['answer']): Route => ({ method: 'get', path, answer })
  return [
    get('/api/decisions', async ({ query }) => {
      const filter = filterIn(query)
      return typeof filter === 'string' ? wrong(filter) : given({ calls: activity.last(filter) } satisfies Decisions)
    }),
    get('/api/audit', async ({ query }) => {
      const filter = filterIn(query)
      if (typeof filter === 'string') return wrong(filter)
      const from = timeIn(query['from'])
      const to = timeIn(query['to'])
      if (from === null || to === null) return wrong('`from` and `to` must be times, as 2026-03-01 or in full ISO 8601')
      const words = ['log', '--json', '--since', from ?? '30d', ...(filter.verdict === undefined ? [] : ['--verdict', filter.verdict])]
      const [said, verified] = await Promise.all([
        ask([...words, ...(filter.host === undefined ? [] : ['--host', filter.host]), ...(filter.rule === undefined ? [] : ['--rule', filter.rule])]),
        cached(VERIFIED_MS, ['log', 'verify', '--json']),
      ])
      if (!verified.ok) return { status: 503, body: { error: verified.error } }
      return found(said, (entries: unknown): Audit => {
        const calls = storiesOf((Array.isArray(entries) ? entries : [entries]) as readonly AuditEntry[])
          .map(callView)
          .filter((call) => (to === undefined || call.at <= to) && holds(call, query['query'] ?? ''))
          .toReversed()
        return { calls: calls.slice(0, filter.limit), more: Math.max(0, calls.length - filter.limit), verification: verificationIn(verified.value) }
      })
    }),
    get('/api/stats', async ({ query }) => {
      const days = query['days'] === undefined ? 30 : Number(query['days'])
      if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS) return wrong(`\`days\` must be a number from 1 to ${MOST_DAYS}`)
      const since = new Date(Date.now() - days * 86_400_000).toISOString()
      return found(await cached(RULES_MS, ['stats', '--json', '--since', `${days}d`]), (value: Statistics): Stats => ({ ...value, since }))
    }),
    get('/api/rules', async ({ query }) => {
      const words = (query['query'] ?? '').toLowerCase().split(/\s+/)
      return found(await cached(RULES_MS, ['rules', '--json']), (rules: readonly RuleLine[]): Rules => ({
        rules: rules.filter(({ id, title }) => words.every((word) => `${id} ${title}`.toLowerCase().includes(word))),
      }))
    }),
    get('/api/rules/:id', async ({ parts: { id = '' } }) => {
      const all = await cached(RULES_MS, ['rules', '--json'])
      if (!all.ok) return { status: 503, body: { error: all.error } }
      // Only a name that is one becomes a word of a command.
      if (!(all.value as readonly RuleLine[]).some((rule) => rule.id === id)) return { status: 404, body: { error: 'no rule has this id' } }
      return found(await cached(RULES_MS, ['rules', 'show', '--json', '--', id]), (value: RuleView) => value)
    }),
    {
      method: 'post',
      path: '/api/try',
      answer: async ({ body }) => {
        const call = callIn(await body())
        if (typeof call === 'string') return wrong(call)
        const said = await ask(
          ['check', '--json', '--tool', call.tool, ...(call.cwd === undefined ? [] : ['--cwd', call.cwd]), '--input', '-'],
          JSON.stringify(call.input),
        )
        return found(said, ({ verdict, reason, findings, actions, policy }: Partial<Tried>) => ({
          verdict,
          reason,
          findings,
          actions: actions ?? [],
          policy: policy ?? '',
        }))
      },
    },
    get('/api/settings', async () => given(settings() satisfies SettingsView)),
    get('/api/hosts', async () =>
      found(await cached(HOSTS_MS, ['doctor', '--no-trials', '--json']), ({ hosts, findings }: Hosts): Hosts => ({ hosts, findings })),
    ),
    get('/api/health', async () => given((await health()) satisfies Health)),
    get('/api/openapi.json', async () => given(document())),
  ]
}

const VERDICTS: readonly string[] = ['allow', 'ask', 'deny']
const NAME = /^[\w.-]{1,80}$/

/** A text says what is wrong. */
function filterIn({ limit, verdict, host, rule }: Looked['query']): Parameters<Activity['last']>[0] | string {
  const most = limit === undefined ? USUAL_CALLS : Number(limit)
  if (!Number.isInteger(most) || most < 1 || most > MOST_CALLS) return `\`limit\` must be a number from 1 to ${MOST_CALLS}`
  if (verdict !== undefined && !VERDICTS.includes(verdict)) return '`verdict` must be allow, ask or deny'
  // They become words of a command, and none begins with what an option begins with.
  for (const one of [host, rule]) if (one !== undefined && (!NAME.test(one) || one.startsWith('-'))) return '`host` and `rule` must be names'
  return {
    limit: most,
    ...(verdict === undefined ? {} : { verdict: verdict as Verdict }),
    ...(host === undefined ? {} : { host }),
    ...(rule === undefined ? {} : { rule }),
  }
}

/** Undefined: none is given; null: it is no time. */
function timeIn(text: string | undefined): string | undefined | null {
  if (text === undefined || text === '') return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

function holds({ tool, input = '', reason, host, session, cwd = '', findings, id }: CallView, query: string): boolean {
  const text = [tool, input, reason, host, session, cwd, id, ...findings.map(({ rule }) => rule)].join('\n').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function verificationIn(value: unknown): Audit['verification'] {
  const { ok, problems, sealed, unsealed } = value as Audit['verification']
  const { days, lines, since, at } = sealed
  return { ok, problems, sealed: { days, lines, since, at }, unsealed: { lines: unsealed.lines } }
}

interface TriedCall {
  readonly tool: string
  readonly input: JsonObject
  readonly cwd?: string
}
const LONGEST_TEXT = 100_000

function callIn(body: unknown): (Try & TriedCall) | string {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return 'the body is no JSON object'
  const { command, tool = 'Bash', input, cwd, ...more } = body as Readonly<Record<string, unknown>>
  const [stray] = Object.keys(more)
  if (stray !== undefined) return `\`${stray.slice(0, 40)}\` is not known here`
  if (typeof tool !== 'string' || !/^[\w./:-]{1,200}$/.test(tool) || tool.startsWith('-')) return '`tool` must be the name of a tool'
  if (cwd !== undefined && (typeof cwd !== 'string' || !/^(?:\/|[A-Za-z]:[\\/])/.test(cwd) || cwd.length > 4096)) return '`cwd` must be an absolute folder'
  const where = typeof cwd === 'string' ? { cwd } : {}
  if (input !== undefined) {
    if (command !== undefined) return 'give `command` or `input`, not both'
    if (typeof input !== 'object' || input === null || Array.isArray(input)) return '`input` must be a JSON object'
    return { tool, input: input as JsonObject, ...where }
  }
  if (typeof command !== 'string' || command.trim() === '' || command.length > LONGEST_TEXT) return '`command` must be a text'
  return { tool, input: { command }, ...where }
}
