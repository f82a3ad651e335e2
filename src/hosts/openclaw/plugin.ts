// How is OpenClaw served from inside its process? A plugin with two of its hooks; approvals are OpenClaw's own, and it tells how they ended.
import { cut, partsOf } from '../_frame/plugin.ts'
import type { HostPlugin } from '../_frame/plugin.ts'

interface Api {
  readonly on: (name: string, handler: (event: unknown, context: unknown) => Promise<unknown>, options?: object) => unknown
}

/** Only what is read: the context also holds functions and signals. */
const contextOf = (context: unknown): object => {
  const { agentId, sessionKey, sessionId, runId, toolCallId, channelId } = partsOf(context)
  return { agentId, sessionKey, sessionId, runId, toolCallId, channelId }
}

export const plugin: HostPlugin = {
  make: (tell) => ({
    id: 'prudent',
    name: 'Prudent',
    description: 'Judges every tool call before it runs',
    register: (api: Api) => {
      // Before the others, and answered before OpenClaw gives up and blocks.
      api.on(
        'before_tool_call',
        async (event, context) => {
          const { toolName, params, toolKind, toolInputKind, runId, toolCallId } = partsOf(event)
          const { value, settled } = await tell({ event: { toolName, params, toolKind, toolInputKind, runId, toolCallId }, ctx: contextOf(context) })
          const { requireApproval } = partsOf(value)
          if (requireApproval === undefined) return value
          const onResolution = (decision: unknown): void => settled(decision === 'allow-once' || decision === 'allow-always' ? 'allow' : 'deny')
          return { requireApproval: { ...partsOf(requireApproval), onResolution } }
        },
        { priority: 100, timeoutMs: 10_000 },
      )
      api.on('after_tool_call', async (event, context) => {
        const { toolName, params, toolCallId, error } = partsOf(event)
        await tell({ hook: 'after_tool_call', event: { toolName, params, toolCallId, error: cut(error) }, ctx: contextOf(context) }, { onlyTold: true })
      })
    },
  }),
}
