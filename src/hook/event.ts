// How is the event read from standard input: whole, bounded, and never for longer than there is time?
import { isUtf8 } from 'node:buffer'
import { readSync } from 'node:fs'
import { latinOf, textOf } from '../gate/bytes.ts'
import { pause, uptime } from './moment.ts'

export interface ReadEvent {
  readonly text: string
  readonly problem: string | null
}

const LARGEST = 10 * 1024 * 1024
/** Left for judging when the host never closes what it writes to. */
const RESERVE_MS = 1500
/** How long a host that has sent a whole event may take to say that this was all. */
const WHOLE_MS = 200
const CHUNK = 64 * 1024

export function readEvent(left: () => number, done: (event: ReadEvent) => void): void {
  if (doesNotBlock()) done(readPolling(left))
  else readStreaming(left, done)
}

/**
 * Reading by `process.stdin` costs a seventh of a bare start, reading in the thread pool cannot be abandoned, and plain reading may wait for ever.
 * So standard input is made non-blocking by the wrapper that Node has for pipes, the one thing inside Node that we reach for. Where it has none any more, it is
 * read as a stream.
 */
function doesNotBlock(): boolean {
  if (process.platform === 'win32') return false
  const { noDeprecation } = process
  try {
    process.noDeprecation = true
    const { Pipe, constants } = (process as unknown as { readonly binding: (name: 'pipe_wrap') => PipeWrap }).binding('pipe_wrap')
    return new Pipe(constants.SOCKET).open(0) === 0
  } catch {
    return false
  } finally {
    if (noDeprecation === undefined) delete process.noDeprecation
    else process.noDeprecation = noDeprecation
  }
}
interface PipeWrap {
  readonly Pipe: new (type: number) => { readonly open: (handle: number) => number }
  readonly constants: { readonly SOCKET: number }
}

function readPolling(left: () => number): ReadEvent {
  const chunks: Uint8Array[] = []
  let size = 0
  let quietSince = uptime()
  for (let chunk = new Uint8Array(CHUNK); ;) {
    let count = 0
    try {
      count = readSync(0, chunk, 0, chunk.length, null)
    } catch (error) {
      const { code } = error as { readonly code?: string }
      if (code === 'EAGAIN') {
        if (left() <= RESERVE_MS || (uptime() - quietSince > WHOLE_MS && endsObject(chunks))) break
        pause(1)
        continue
      }
      if (code !== 'EOF') return unreadable('the event could not be read')
    }
    if (count === 0) break
    quietSince = uptime()
    size += count
    if (size > LARGEST) return tooLarge(chunks)
    chunks.push(chunk.subarray(0, count))
    // As much as fits is left for the rest, which as a rule is nothing.
    chunk = chunk.length - count > CHUNK / 2 ? chunk.subarray(count) : new Uint8Array(CHUNK)
  }
  return eventOf(chunks)
}

function readStreaming(left: () => number, done: (event: ReadEvent) => void): void {
  const chunks: Buffer[] = []
  let size = 0
  let over = false
  const end = (event: ReadEvent): void => {
    if (over) return
    over = true
    done(event)
  }
  setTimeout(() => end(eventOf(chunks)), Math.max(1, left() - RESERVE_MS)).unref()
  process.stdin.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > LARGEST) return end(tooLarge(chunks))
    chunks.push(chunk)
  })
  process.stdin.on('end', () => end(eventOf(chunks)))
  process.stdin.on('error', () => end(unreadable('the event could not be read')))
}

/** Whether the last thing that is not blank closes an object. */
function endsObject(chunks: readonly Uint8Array[]): boolean {
  const last = chunks.at(-1)
  return last !== undefined && latinOf(last).trimEnd().endsWith('}')
}

const unreadable = (problem: string, text = ''): ReadEvent => ({ text, problem })

/** What came first may still tell whose event it is. */
const tooLarge = ([first]: readonly Uint8Array[]): ReadEvent =>
  unreadable('the event is too large to be read (`gate.too-large`)', first === undefined ? '' : latinOf(first))

function eventOf(chunks: readonly Uint8Array[]): ReadEvent {
  const bytes = chunks.length === 1 ? (chunks[0] as Uint8Array) : Buffer.concat(chunks)
  if (bytes.length === 0) return unreadable('the event is empty')
  const text = textOf(bytes)
  // What is no UTF-8 leaves this character; but anybody may write it.
  return !text.includes('\ufffd') || isUtf8(bytes) ? { text, problem: null } : unreadable('the event is not UTF-8 text', text)
}
