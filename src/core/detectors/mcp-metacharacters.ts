// Does an argument of a server's tool hold characters that a shell would take for commands?
import type { Json } from '../model.ts'
import type { Detector } from './detector.ts'

const SHELL = /[;&|`$(){}!<>\n\r]/
const MOST = 5000

export const mcpMetacharacters: Detector = ({ actions }) => {
  const call = actions[0]
  if (call?.does !== 'call' || call.tool.server === null) return null
  // Breadth first and counted: arguments may be nested as deep as their sender likes.
  const queue: (readonly [name: string, value: Json])[] = Object.entries(call.arguments)
  for (let at = 0; at < queue.length && at < MOST; at++) {
    const [name, value] = queue[at] as readonly [string, Json]
    if (typeof value === 'string') {
      const found = value.search(SHELL)
      if (found >= 0)
        return {
          span: { field: name, start: found, end: found + 1 },
          detail: `\`${name.slice(0, 60)}\` holds \`${JSON.stringify(value[found]).slice(1, -1)}\``,
        }
    } else if (Array.isArray(value)) for (const item of value) queue.push([name, item as Json])
    else if (typeof value === 'object' && value !== null) for (const [key, item] of Object.entries(value)) queue.push([`${name}.${key}`, item])
  }
  return null
}
