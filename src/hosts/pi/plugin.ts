// How is Pi served from inside its process? An extension: three of its events, its dialogue for questions, its notices for warnings.
import { changeInPlace, cut, partsOf } from '../_frame/plugin.ts'
import type { HostPlugin, Means } from '../_frame/plugin.ts'

interface Context {
  readonly cwd?: unknown
  readonly hasUI?: unknown
  readonly sessionManager?: { readonly getSessionId?: () => unknown }
  readonly ui?: { readonly confirm?: (title: string, message: string) => Promise<boolean>; readonly notify?: (message: string, type: string) => void }
}
interface Extension {
  readonly on: (name: string, handler: (event: unknown, context: unknown) => Promise<unknown>) => unknown
}

const meansIn = ({ hasUI, ui }: Context): Means => ({
  ...(hasUI === true && ui?.confirm !== undefined ? { confirm: (title, message) => ui.confirm?.(title, message) ?? null } : {}),
  warn: (message) => ui?.notify?.(message, 'warning'),
})

const about = (context: Context): object => ({ cwd: context.cwd, hasUI: context.hasUI, sessionId: sessionIn(context) })
function sessionIn({ sessionManager }: Context): unknown {
  try {
    return sessionManager?.getSessionId?.()
  } catch {
    return undefined
  }
}

export const plugin: HostPlugin = {
  make: (tell) => (pi: Extension) => {
    pi.on('tool_call', async (event, context) => {
      const { toolCallId, toolName, input, parentToolCallId } = partsOf(event)
      const here = (context ?? {}) as Context
      const { value } = await tell({ type: 'tool_call', toolCallId, toolName, input, parentToolCallId, rewrites: true, ...about(here) }, meansIn(here))
      const { input: changed, ...said } = partsOf(value)
      changeInPlace(input, changed)
      return changed === undefined ? value : Object.keys(said).length === 0 ? undefined : said
    })
    pi.on('tool_result', async (event, context) => {
      const { toolCallId, toolName, input, isError, content } = partsOf(event)
      const first = partsOf(Array.isArray(content) ? content[0] : undefined)
      await tell({ type: 'tool_result', toolCallId, toolName, input, isError, text: cut(first['text']), ...about(context ?? {}) }, { onlyTold: true })
    })
    pi.on('input', async (event, context) => {
      const here = (context ?? {}) as Context
      return (await tell({ type: 'input', text: partsOf(event)['text'], ...about(here) }, meansIn(here))).value
    })
  },
}
