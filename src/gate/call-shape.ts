// Is this a call at all? For programs without types, which are told what to write instead of failing somewhere inside.
import type { Scene, ToolCall } from '../core/model.ts'

/** Throws a line that says what to write. */
export function mustBeCall(call: ToolCall, scene: Partial<Scene>): void {
  const given = call as { readonly [Name in keyof ToolCall]?: unknown } | null | undefined
  if (typeof given !== 'object' || given === null) throw new TypeError("a call is an object: write { id: '', host: '', session: '', tool, input, cwd }")
  const { tool, input, cwd } = given
  const name = typeof tool === 'object' && tool !== null && 'name' in tool ? tool.name : undefined
  if (typeof name !== 'string')
    throw new TypeError(`\`tool\` is no name of a tool: write { server: null, name: '${typeof tool === 'string' ? tool.slice(0, 60) : 'Bash'}' }`)
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new TypeError("`input` is no object: write the tool's input, as { command: 'ls' }")
  if (typeof (scene.cwd ?? cwd) !== 'string') throw new TypeError('`cwd` is no folder: write the folder that the call runs in, as text')
}
