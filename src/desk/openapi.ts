// What is the desk's API, for programs? The document that GET /api/openapi.json gives; the types of api.ts in JSON Schema.
import about from '../../package.json' with { type: 'json' }
import type { JsonObject } from '../core/model.ts'

type Schema = JsonObject
const text: Schema = { type: 'string' }
const time: Schema = { type: 'string', format: 'date-time' }
const flag: Schema = { type: 'boolean' }
const count: Schema = { type: 'integer', minimum: 0 }
const anything: Schema = {}
const list = (items: Schema): Schema => ({ type: 'array', items })
const one = (...words: readonly string[]): Schema => ({ type: 'string', enum: words })
const or = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
/** A name with `?` behind it may be missing; `open`: others may be there besides. */
function object(fields: Readonly<Record<string, Schema>>, open = false): Schema {
  const names = Object.keys(fields)
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name.replace(/\?$/, ''), schema])),
    required: names.filter((name) => !name.endsWith('?')),
    ...(open ? {} : { additionalProperties: false }),
  }
}

const verdict = one('allow', 'ask', 'deny')
const severity = one('low', 'medium', 'high', 'critical')
const remember = one('once', 'session', 'shape')
const how = one('allowed', 'denied', 'expired', 'cancelled')
const layer = one('administrator', 'user', 'project')
const tally = object(
  { name: text, allow: count, ask: count, deny: count, approved: count, ran: count, unseen: count, falseAlarms: count, harmful: count },
  true,
)

const SCHEMAS: Readonly<Record<string, Schema>> = {
  Refusal: object({ error: text, 'why?': text, 'approval?': ref('Approval') }),
  Card: object(
    {
      id: text,
      digest: text,
      host: text,
      session: text,
      cwd: text,
      'branch?': text,
      calls: list(object({ tool: object({ server: or(text), name: text }), fields: list(object({ name: text, text, cut: flag, 'before?': text })) })),
      severity,
      findings: list(
        object({
          rule: text,
          severity,
          'confidence?': { type: 'number' },
          title: text,
          'why?': text,
          'instead?': text,
          'span?': object({ field: text, start: count, end: count }),
        }),
      ),
      'effect?': text,
      actions: list(text),
      reach: list(text),
      'claim?': text,
      policy: text,
      askedAt: time,
      expiresAt: time,
    },
    true,
  ),
  Offer: object({
    remember,
    label: text,
    'until?': time,
    'preview?': object({ wouldMatch: list(text), wouldNot: list(text), 'past?': object({ asked: count, matched: count }) }),
    'needsWord?': text,
  }),
  Approval: object({
    id: text,
    state: one('open', 'allowed', 'denied', 'expired', 'cancelled'),
    card: ref('Card'),
    headline: text,
    why: text,
    offers: list(ref('Offer')),
    askedAt: time,
    openUntil: time,
    waitsUntil: or(time),
    answerIn: one('desk', 'agent'),
    ended: or(object({ how, by: text, channel: text, at: time, 'reason?': text })),
    similar: object({ answered: count, allowed: count, 'last?': object({ verdict: one('allow', 'deny'), at: time, by: text }) }),
    usableSeconds: count,
    'claim?': text,
  }),
  Approvals: object({ approvals: list(ref('Approval')), cursor: text }),
  Respond: object({ approved: flag, 'reason?': text, 'remember?': remember, 'word?': text, 'pause?': flag }),
  Session: object({ secret: text }),
  Me: object({ mayApprove: flag, 'why?': text, version: text, containment: text }),
  Call: object({
    id: text,
    at: time,
    host: text,
    session: text,
    call: text,
    tool: text,
    'input?': text,
    'cwd?': text,
    verdict,
    by: text,
    reason: text,
    findings: list(object({ rule: text, severity, verdict })),
    'answer?': object({ event: text, 'verdict?': one('allow', 'deny'), 'by?': text, 'channel?': text }),
    'ran?': flag,
    'marked?': one('false-alarm', 'harmful'),
    violations: list(text),
  }),
  Decisions: object({ calls: list(ref('Call')) }),
  Audit: object({
    calls: list(ref('Call')),
    more: count,
    verification: object({
      ok: flag,
      problems: list(anything),
      sealed: object({ days: count, lines: count, since: or(text), at: or(time) }),
      unsealed: object({ lines: count }),
    }),
  }),
  Stats: object(
    {
      since: time,
      all: tally,
      rules: list(tally),
      hosts: list(tally),
      days: list(tally),
      violations: count,
      trials: count,
      withoutOutcome: count,
      falseAlarmShare: or({ type: 'number' }),
    },
    true,
  ),
  Rules: object({ rules: list(object({ pack: text, 'own?': flag, id: text, severity, status: text, title: text })) }),
  Rule: object(
    {
      pack: text,
      'own?': flag,
      id: text,
      severity,
      'status?': text,
      title: text,
      why: text,
      'instead?': text,
      match: anything,
      hits: list(anything),
      misses: list(anything),
      verdicts: list(object({ preset: text, outcome: anything })),
    },
    true,
  ),
  Try: object({ 'command?': text, 'tool?': text, 'input?': { type: 'object' }, 'cwd?': text }),
  Tried: object({
    verdict,
    reason: text,
    findings: list(
      object({ rule: text, severity, confidence: { type: 'number' }, verdict, title: text, span: object({ field: text, start: count, end: count }) }, true),
    ),
    actions: list(text),
    policy: text,
  }),
  Settings: object({
    files: list(object({ layer, file: text, there: flag })),
    inForce: list(object({ key: text, value: anything, from: one('administrator', 'user', 'project', 'preset', 'built in') })),
    said: list(object({ layer, key: text, value: anything })),
    problems: list(object({ layer, file: text, line: count, column: count, message: text })),
  }),
  Hosts: object({
    hosts: list(object({ host: text, state: one('protected', 'set-up', 'not-protected'), means: text, says: text, 'do?': text, setUp: flag }, true)),
    findings: list(object({ about: text, level: text, says: text, 'means?': text, 'mend?': text }, true)),
  }),
  Grants: object({
    grants: list(
      object(
        {
          id: text,
          madeAt: time,
          expiresAt: time,
          findings: list(object({ rule: text, revision: text, severity })),
          shape: text,
          scope: text,
          shows: list(text),
          by: text,
          channel: text,
          'approval?': text,
          'reason?': text,
        },
        true,
      ),
    ),
  }),
  Mode: object({
    id: text,
    madeAt: time,
    expiresAt: time,
    what: one('all', 'tool'),
    'tool?': text,
    session: or(text),
    cap: one('low', 'medium', 'high'),
    by: text,
    channel: text,
    banner: text,
  }),
  Modes: object({ modes: list(ref('Mode')) }),
  NewMode: object({ what: one('all', 'tool'), 'tool?': text, 'session?': text, minutes: { type: 'number' }, cap: one('low', 'medium', 'high') }),
  Health: object({ ok: flag, version: text, open: count, streams: count, recorded: flag }),
}

interface Described {
  readonly says: string
  readonly gives: string
  readonly takes?: string
  readonly query?: readonly string[]
  /** What else it may answer. */
  readonly refuses?: readonly number[]
  readonly type?: string
}
const DAYS = ['days']
const FILTER = ['limit', 'verdict', 'host', 'rule']

const ROUTES: Readonly<Record<string, Described>> = {
  'POST /api/session': { says: 'gives the secret for the code of a link, which is the bearer here: once, within a minute', gives: 'Session', refuses: [403] },
  'GET /api/me': { says: 'what this page may do', gives: 'Me' },
  'GET /api/approvals': { says: 'open questions, oldest first, then the last that ended', gives: 'Approvals' },
  'GET /api/approvals/{id}': { says: 'one question', gives: 'Approval', refuses: [404] },
  'POST /api/approvals/{id}/respond': { says: 'answers a question', takes: 'Respond', gives: 'Approval', refuses: [400, 403, 404, 409] },
  'GET /api/events': {
    says: 'what changes, as it changes, from a cursor on; `snapshot` holds all of GET /api/approvals',
    gives: 'Approvals',
    query: ['after'],
    type: 'text/event-stream',
  },
  'GET /api/decisions': { says: 'the last calls that were judged, latest first', gives: 'Decisions', query: FILTER, refuses: [400] },
  'GET /api/audit': {
    says: 'calls that the log holds, latest first, and whether it is as it was sealed',
    gives: 'Audit',
    query: ['query', 'from', 'to', ...FILTER],
    refuses: [400, 503],
  },
  'GET /api/stats': { says: 'what was decided, by rule, host and day', gives: 'Stats', query: DAYS, refuses: [400, 503] },
  'GET /api/rules': { says: 'the rules, or those that hold some words', gives: 'Rules', query: ['query'], refuses: [503] },
  'GET /api/rules/{id}': { says: 'one rule with its examples', gives: 'Rule', refuses: [404, 503] },
  'POST /api/try': { says: 'what the gate would answer; nothing is run', takes: 'Try', gives: 'Tried', refuses: [400, 503] },
  'GET /api/settings': { says: 'the settings in force, and which layer says what', gives: 'Settings' },
  'GET /api/hosts': { says: "how each agent stands, and the doctor's findings", gives: 'Hosts', refuses: [503] },
  'GET /api/grants': { says: 'what passes unasked because a person said so', gives: 'Grants' },
  'DELETE /api/grants/{id}': { says: 'takes a grant back', gives: 'Grants', refuses: [404] },
  'GET /api/modes': { says: 'what passes unasked for a while', gives: 'Modes' },
  'POST /api/modes': { says: 'lets calls pass unasked for a while, never what is denied or critical', takes: 'NewMode', gives: 'Mode', refuses: [400, 403] },
  'DELETE /api/modes/{id}': { says: 'switches a mode off', gives: 'Modes', refuses: [404] },
  'GET /api/health': { says: 'whether all is in order', gives: 'Health' },
  'GET /api/openapi.json': { says: 'this document', gives: 'Document' },
}

const REFUSALS: Readonly<Record<number, string>> = {
  400: 'malformed',
  401: 'the secret is missing or not known',
  403: 'this page may not, and why',
  404: 'there is no such thing',
  409: 'it was decided before: by whom, when and how',
  429: 'too many requests',
  503: 'it could not be found out',
}

export function openApi(): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const [route, described] of Object.entries(ROUTES)) {
    const [method = '', path = ''] = route.split(' ')
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(path, described) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Prudent desk', version: about.version, description: 'For the page of prudent desk, on this machine only.' },
    servers: [{ url: 'http://127.0.0.1:4766' }],
    security: [{ secret: [] }],
    paths,
    components: {
      schemas: { ...SCHEMAS, Document: object({ openapi: text, paths: { type: 'object' } }, true) },
      securitySchemes: { secret: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function operationOf(path: string, { says, gives, takes, query = [], refuses = [], type = 'application/json' }: Described): JsonObject {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ name, in: 'path', required: true, schema: text }))
  const refusals = [401, 429, ...refuses].map((status): [string, JsonObject] => [
    String(status),
    { description: REFUSALS[status] ?? '', content: { 'application/json': { schema: ref('Refusal') } } },
  ])
  return {
    summary: says,
    parameters: [...named, ...query.map((name) => ({ name, in: 'query', required: false, schema: text }))],
    ...(takes === undefined ? {} : { requestBody: { required: true, content: { 'application/json': { schema: ref(takes) } } } }),
    responses: { '200': { description: 'done', content: { [type]: { schema: ref(gives) } } }, ...Object.fromEntries(refusals) },
  }
}
