// How do OpenCode and its fork tell us of a call, and how are they answered?
import type { JsonObject } from '../../core/model.ts'
import { eventOf, inputOf, objectAt, serverSingle, textAt } from './frame.ts'
import { changeInPlace, cut, partsOf } from './plugin.ts'
import type { HostPlugin, Means } from './plugin.ts'
import { denied, giveBack, reasonOf } from './replies.ts'
import type { Arrival, HostAnswer, HostEvent, HostReply } from '../../gate/seams.ts'

const OWN =
  'apply_patch todo_write todo_read plan_enter plan_exit lsp_hover lsp_diagnostics code_search web_fetch web_search multi_edit external_directory'.split(' ')
const nameTool = serverSingle(OWN)

export function opencodeRead(host: string): (payload: JsonObject, arrival: Arrival) => HostEvent | null {
  return (payload, arrival) => {
    const hook = textAt(payload, 'hook') ?? arrival.event
    const directory = textAt(payload, 'directory')
    const via = 'in-process'
    if (hook === 'event') {
      const event = objectAt(payload, 'event')
      const name = textAt(event, 'type')
      const asked = objectAt(event, 'properties')
      if (name !== 'permission.asked')
        return name === undefined ? null : eventOf(host, payload, arrival, { kind: 'other', name, via, session: textAt(asked, 'sessionID'), cwd: directory })
      const tool = textAt(asked, 'permission')
      const named = tool === undefined ? [] : [{ tool: nameTool(tool), input: objectAt(asked, 'metadata') }]
      return eventOf(host, payload, arrival, {
        kind: 'permission',
        name,
        via,
        session: textAt(asked, 'sessionID'),
        toolUse: textAt(objectAt(asked, 'tool'), 'callID'),
        cwd: directory,
        named,
      })
    }
    if (hook === 'chat.message') {
      const session = textAt(objectAt(payload, 'input'), 'sessionID')
      return eventOf(host, payload, arrival, { kind: 'prompt', name: hook, via, session, cwd: directory, text: textsOf(objectAt(payload, 'output')['parts']) })
    }
    const kind = hook === 'tool.execute.before' ? 'before-tool' : hook === 'tool.execute.after' ? 'after-tool' : null
    if (kind === null || hook === undefined) return null
    const about = objectAt(payload, 'input')
    const output = objectAt(payload, 'output')
    const input = inputOf(kind === 'before-tool' ? output['args'] : (about['args'] ?? {}))
    const tool = textAt(about, 'tool')
    const named = tool === undefined || input === null ? [] : [{ tool: nameTool(tool), input }]
    const result = kind === 'after-tool' ? (textAt(output, 'output') ?? null) : undefined
    return eventOf(host, payload, arrival, {
      kind,
      name: hook,
      via,
      session: textAt(about, 'sessionID'),
      toolUse: textAt(about, 'callID'),
      cwd: directory,
      named,
      result,
    })
  }
}

const textsOf = (parts: unknown): string =>
  (Array.isArray(parts) ? (parts as readonly unknown[]) : [])
    .map(partsOf)
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join('\n')

/** Asked only where the host says that it asks about everything. */
export const opencodeAsks = (event: HostEvent): boolean => event.payload['asks'] === true

export function opencodeReply(event: HostEvent, answer: HostAnswer): HostReply {
  const { verdict } = answer
  if (event.kind === 'permission') {
    const id = textAt(objectAt(objectAt(event.payload, 'event'), 'properties'), 'id') ?? ''
    const path = `/permission/${id.replaceAll(/[^\w-]/g, '')}/reply`
    if (verdict === 'deny') return { kind: 'request', method: 'POST', path, body: { reply: 'reject', message: reasonOf(answer) } }
    return verdict === 'allow' ? { kind: 'request', method: 'POST', path, body: { reply: 'once' } } : giveBack(null)
  }
  if (verdict === 'deny') return { kind: 'throw', message: reasonOf(answer) }
  // Our plugin puts them in the place of the call's.
  const changed: JsonObject | null = answer.input === undefined || event.kind !== 'before-tool' ? null : { args: answer.input }
  if (verdict !== 'ask' || event.kind !== 'before-tool') return giveBack(changed)
  // Returning hands the call to the host's permissions: good only where they ask.
  const otherwise: HostReply = { kind: 'throw', message: reasonOf(denied(answer)) }
  return { kind: 'ui', message: reasonOf(answer), config: { permission: { '*': 'ask' } }, onApprove: changed, onReject: null, otherwise }
}

/** Calls that are being made, so that a question about one can be judged by what it is. */
const MOST_CALLS = 200
const LONGEST_PROMPT = 1_000_000

export const opencodePlugin: HostPlugin = {
  make: (tell) => (given: unknown) => {
    const { directory, client } = partsOf(given)
    const calls = new Map<string, object>()
    let permissions: 'ask' | 'other' = 'other'
    const means = (): Means => ({
      asksItself: permissions === 'ask',
      warn: (message) => show(client, message),
      request: (path, body) => post(client, path, body),
    })
    return Promise.resolve({
      config: (config: unknown) => {
        permissions = asksAboutAll(config) && !process.argv.includes('--auto') ? 'ask' : 'other'
        return Promise.resolve()
      },
      'tool.execute.before': async (input: unknown, output: unknown) => {
        const { callID, tool, sessionID } = partsOf(input)
        const { args } = partsOf(output)
        if (calls.size >= MOST_CALLS) calls.clear()
        if (typeof callID === 'string') calls.set(callID, { tool, args })
        const about = { tool, sessionID, callID }
        const { value } = await tell(
          { hook: 'tool.execute.before', directory, asks: permissions === 'ask', rewrites: true, input: about, output: { args } },
          means(),
        )
        changeInPlace(args, partsOf(value)['args'])
      },
      'tool.execute.after': async (input: unknown, output: unknown) => {
        const { callID, tool, sessionID, args } = partsOf(input)
        if (typeof callID === 'string') calls.delete(callID)
        await tell(
          { hook: 'tool.execute.after', directory, input: { tool, sessionID, callID, args }, output: { output: cut(partsOf(output)['output']) } },
          { onlyTold: true },
        )
      },
      'chat.message': async (input: unknown, output: unknown) => {
        const { sessionID } = partsOf(input)
        const { parts } = partsOf(output)
        await tell(
          { hook: 'chat.message', directory, input: { sessionID }, output: { parts: [{ type: 'text', text: textsOf(parts).slice(0, LONGEST_PROMPT) }] } },
          means(),
        )
      },
      event: async (told: unknown) => {
        const event = partsOf(partsOf(told)['event'])
        const properties = partsOf(event['properties'])
        // From then on the host may let calls run that we would have it ask about.
        if (event['type'] === 'permission.replied' && (properties['reply'] ?? properties['response']) === 'always') permissions = 'other'
        if (event['type'] !== 'permission.asked') return
        const call = calls.get(String(partsOf(properties['tool'])['callID']))
        if (call === undefined) return
        const { tool, args } = partsOf(call)
        await tell({ hook: 'event', directory, asks: true, event: { ...event, properties: { ...properties, permission: tool, metadata: args } } }, means())
      },
    })
  },
}

/** Every rule that the settings hold, those of agents too, asks or denies, and one is for everything. */
function asksAboutAll(config: unknown): boolean {
  const { permission, agent, mode } = partsOf(config)
  const own = typeof permission === 'string' ? { '*': permission } : partsOf(permission)
  const others = [agent, mode].flatMap((group) => Object.values(partsOf(group)).map((one) => partsOf(one)['permission']))
  const rules = [own, ...others].flatMap(leavesOf)
  return own['*'] === 'ask' && rules.every((rule) => rule === 'ask' || rule === 'deny')
}
const leavesOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : value === undefined ? [] : [value]

interface Toasts {
  readonly tui?: { readonly showToast?: (options: object) => Promise<unknown> }
}
const show = (client: unknown, message: string): unknown =>
  (client as Toasts | undefined)?.tui?.showToast?.({ body: { title: 'Prudent', message, variant: 'warning' } })

/** Without an answer of ours the host asks the person. */
async function post(client: unknown, url: string, body: JsonObject): Promise<void> {
  const { _client } = (client ?? {}) as { readonly _client?: { readonly post?: (options: object) => Promise<unknown> } }
  await _client?.post?.({ url, body, headers: { 'Content-Type': 'application/json' } })
}

/** For the file that the host loads: what stands in for the plugin, and how the host would call it. */
export const OPENCODE_DENYING = "async () => ({ 'tool.execute.before': async () => { throw new Error(why) } })"
export const OPENCODE_DRIVE = `const hooks = await module.Prudent({ directory: event.cwd })
return await hooks['tool.execute.before']({ tool: 'bash', sessionID: event.id, callID: event.id }, { args: { command: event.command } })`
