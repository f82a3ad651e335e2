// Keeps the event stream open, comes back after every break, and says whether the desk answers.
import type { DeskEvents } from '../src/desk/api.ts'
import { headers } from './client.ts'
import { hear } from './heard.ts'
import { signal } from './lib.ts'
import { refresh } from './queue/state.ts'
import { forget, lockout, secretNow } from './session.ts'
import { makeSseParser } from './sse.ts'

export const isOffline = signal(false)

/** The desk says something every 15 seconds: longer silence is a dead connection. */
const SILENCE_MS = 40_000
const POLL_MS = 2000
const LONGEST_WAIT_MS = 5000
const MARK: keyof DeskEvents = 'displaced'

const wait = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))

export async function stayConnected(): Promise<void> {
  let cursor = ''
  let failures = 0
  for (;;) {
    if (lockout.value !== null || secretNow() === null) {
      await wait(200)
      continue
    }
    const outcome = await follow(cursor, (last) => {
      cursor = last
      failures = 0
    })
    if (outcome === 'displaced') await pollForAWhile()
    else if (outcome === 'failed') failures++
    if (outcome === 'failed' && lockout.value === null) {
      isOffline.value = true
      await wait(Math.min(LONGEST_WAIT_MS, 250 * 2 ** Math.min(failures, 5)))
    }
  }
}

/** Too many pages are open for each to have a stream of its own. */
async function pollForAWhile(): Promise<void> {
  while (lockout.value === null) {
    isOffline.value = !(await refresh())
    await wait(POLL_MS)
    if (document.hasFocus()) return
  }
}

async function follow(after: string, onEvent: (cursor: string) => void): Promise<'displaced' | 'ended' | 'failed'> {
  const ending = new AbortController()
  let silence = 0
  const alive = (): void => {
    clearTimeout(silence)
    silence = window.setTimeout(() => ending.abort(), SILENCE_MS)
  }
  try {
    alive()
    const response = await fetch(`/api/events?after=${encodeURIComponent(after)}`, { headers: headers(), cache: 'no-store', signal: ending.signal })
    if (response.status === 401) forget()
    if (!response.ok || response.body === null) return 'failed'
    isOffline.value = false
    void refresh()
    const parser = makeSseParser()
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return 'failed'
      alive()
      for (const { name, id, data } of parser.feed(value)) {
        onEvent(id ?? after)
        if (name === MARK) return 'displaced'
        hear(name, JSON.parse(data))
      }
    }
  } catch {
    return 'failed'
  } finally {
    clearTimeout(silence)
    ending.abort()
  }
}
