// What stands in for an agent's model? A server on loopback that asks for the calls it is told to, in whatever protocol it is spoken to, and knows nothing else.
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { aside, parsedJson, protocolOf, resultsIn, SAY, toolsIn } from './protocols.ts'
import type { OfferedTool, WantedCall } from './protocols.ts'

export interface ModelRequest {
  readonly offered: readonly OfferedTool[]
  /** What became of calls, as the agent told it: the whole conversation so far. */
  readonly results: readonly string[]
  /** Whether the conversation holds a text: sub-agents have conversations of their own. */
  readonly holds: (text: string) => boolean
}
export interface ModelOptions {
  /** The call to make now; null ends the conversation. Titles and summaries are asked for without tools. */
  readonly next: (request: ModelRequest) => WantedCall | null | Promise<WantedCall | null>
  /** How long it takes to answer. */
  readonly thinksMs: number
  readonly log?: (entry: { readonly method: string; readonly url: string; readonly body?: object }) => void
  /** Somebody else's protocol: true where it answered. */
  readonly also?: (request: IncomingMessage, body: Buffer, response: ServerResponse) => boolean
}
export interface Model {
  readonly url: string
  readonly stop: () => Promise<void>
}

const LARGEST = 32 * 1024 * 1024

export async function startModel({ next, thinksMs, log, also }: ModelOptions): Promise<Model> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > LARGEST) request.destroy()
      else chunks.push(chunk)
    })
    request.on('error', () => response.destroy())
    request.on('end', () => {
      const bytes = Buffer.concat(chunks)
      const url = request.url ?? ''
      const about = { method: request.method ?? '', url }
      if (also?.(request, bytes, response) === true) return log?.(about)
      const path = url.replace(/\?.*/, '')
      const body = parsedJson(bytes.toString('utf8'))
      log?.({ ...about, body })
      const protocol = protocolOf(path)
      const model = typeof body['model'] === 'string' ? body['model'] : 'fake'
      const streams = body['stream'] === true || path.endsWith('streamGenerateContent')
      const say = (answer: string | object): void => {
        const isStream = typeof answer === 'string'
        setTimeout(() => {
          response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
          response.end(isStream ? answer : JSON.stringify(answer))
        }, thinksMs)
      }
      if (protocol === null) return say(aside(path))
      const text = bytes.toString('utf8')
      const asked = { offered: toolsIn(body), results: resultsIn(protocol, body), holds: (part: string) => text.includes(part) }
      void Promise.resolve(next(asked)).then((call) => say(SAY[protocol](call, model, streams)))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const stop = (): Promise<void> => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
