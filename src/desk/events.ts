// How do pages hear of changes? A stream with a cursor: what is too old to be told in order is told as a whole.
import { randomBytes } from 'node:crypto'
import type { ApprovalsList, DeskEvents } from './api.ts'

/** So many are kept for those who come back. */
const MOST_KEPT = 512
/** So many wait for a client that is slow; beyond that it gets the whole. */
const MOST_WAITING = 64
/** Browsers open six connections to one place: beyond this many streams the oldest page is told to ask by itself. */
const MOST_STREAMS = 4
const BEAT_MS = 15_000

type Name = keyof DeskEvents
interface Said {
  readonly number: number
  readonly name: Name
  readonly data: unknown
}

export interface Feed {
  readonly cursor: () => string
  readonly say: <N extends Name>(name: N, data: DeskEvents[N]) => void
  /** `owner`: whose stream ends with `close`. */
  readonly stream: (owner: number, after: string | null) => ReadableStream<Uint8Array>
  readonly close: (owner: number) => void
  readonly end: () => void
  readonly streams: () => number
}

interface Client {
  readonly owner: number
  /** Null: more than can wait, so the whole is due. */
  waiting: Said[] | null
  wake: () => void
  isOver: boolean
  isDisplaced: boolean
}

export function makeFeed(snapshot: () => Promise<ApprovalsList>): Feed {
  // A cursor of another start is none.
  const start = randomBytes(6).toString('hex')
  let kept: Said[] = []
  let count = 0
  const clients = new Set<Client>()
  const cursorAt = (number: number): string => `${start}-${number}`
  const since = (after: string | null): Said[] | null => {
    const number = after?.startsWith(`${start}-`) === true ? Number(after.slice(start.length + 1)) : Number.NaN
    if (!Number.isInteger(number) || number < 0 || number > count) return null
    const first = kept[0]?.number ?? count + 1
    return number + 1 < first ? null : kept.filter((one) => one.number > number)
  }
  const leave = (client: Client): void => {
    client.isOver = true
    client.waiting = []
    clients.delete(client)
    client.wake()
  }
  return {
    cursor: () => cursorAt(count),
    say: (name, data) => {
      const said: Said = { number: ++count, name, data }
      kept = [...kept, said].slice(-MOST_KEPT)
      for (const client of clients) {
        if (client.waiting === null) continue
        client.waiting.push(said)
        if (client.waiting.length > MOST_WAITING) client.waiting = null
        client.wake()
      }
    },
    stream: (owner, after) => {
      const client: Client = { owner, waiting: since(after), wake: () => {}, isOver: false, isDisplaced: false }
      clients.add(client)
      const streaming = [...clients].filter(({ isDisplaced }) => !isDisplaced)
      if (streaming.length > MOST_STREAMS && streaming[0] !== undefined) {
        streaming[0].isDisplaced = true
        streaming[0].wake()
      }
      return streamTo(client, snapshot, cursorAt, () => count, leave)
    },
    close: (owner) => {
      for (const client of clients) if (client.owner === owner) leave(client)
    },
    end: () => {
      for (const client of clients) leave(client)
    },
    streams: () => clients.size,
  }
}

/** Nothing is made before the client takes it: what it has not taken waits here, and is bounded. */
function streamTo(
  client: Client,
  snapshot: () => Promise<ApprovalsList>,
  cursorAt: (number: number) => string,
  last: () => number,
  leave: (client: Client) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const line = (name: string, id: string, data: unknown): Uint8Array => encoder.encode(`event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`)
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(': here\n\n')),
      // It must give something each time it is asked.
      pull: async (controller) => {
        for (;;) {
          if (client.isOver) return controller.close()
          if (client.isDisplaced) {
            controller.enqueue(line('displaced', cursorAt(last()), {}))
            leave(client)
            return controller.close()
          }
          if (client.waiting === null) {
            // What is said meanwhile comes after it.
            client.waiting = []
            const number = last()
            return controller.enqueue(line('snapshot', cursorAt(number), { ...(await snapshot()), cursor: cursorAt(number) }))
          }
          const next = client.waiting.shift()
          if (next !== undefined) return controller.enqueue(line(next.name, cursorAt(next.number), next.data))
          if (await isQuiet(client)) return controller.enqueue(encoder.encode(': beat\n\n'))
        }
      },
      cancel: () => leave(client),
    },
    { highWaterMark: 1 },
  )
}

/** Whether nothing happened for as long as may pass in silence. */
function isQuiet(client: Client): Promise<boolean> {
  return new Promise((done) => {
    const beat = setTimeout(() => done(true), BEAT_MS)
    client.wake = () => {
      clearTimeout(beat)
      done(false)
    }
  })
}
