// How is a log kept that ends with its process?
import { createHmac, randomBytes } from 'node:crypto'
import type { AuditEntry, EntryFilter, Store } from '../../gate/seams.ts'

export interface MemoryOpening {
  /** Beyond this the oldest go. */
  readonly most?: number
  readonly now?: () => Date
}

const MOST = 10_000

export function openMemory({ most = MOST, now = () => new Date() }: MemoryOpening = {}): Store {
  const days = new Map<string, string[]>()
  const key = randomBytes(32)
  let count = 0
  const oldest = (): string | undefined => [...days.keys()].toSorted()[0]
  /** Of the oldest day first: a clock that was set back makes no record newer. */
  const drop = (): void => {
    while (count > most) {
      const day = oldest() ?? ''
      const lines = days.get(day) ?? []
      const gone = Math.min(lines.length, count - most)
      lines.splice(0, gone)
      count -= gone
      if (lines.length === 0) days.delete(day)
    }
  }
  return {
    name: 'memory',
    append: (entries) => {
      // As text, so that nobody who still holds an entry can change what was written.
      let lines: string[]
      try {
        lines = entries.map((entry) => JSON.stringify(entry))
      } catch {
        return { ok: false, code: 'failed', message: 'an entry cannot be written as JSON' }
      }
      const day = now().toISOString().slice(0, 10)
      const there = days.get(day)
      if (there === undefined) days.set(day, lines)
      else for (const line of lines) there.push(line)
      count += lines.length
      drop()
      return { ok: true }
    },
    *entries(filter = {}) {
      for (const day of [...days.keys()].toSorted()) {
        for (const line of days.get(day)?.slice() ?? []) {
          const entry = JSON.parse(line) as AuditEntry
          if (passes(entry, filter)) yield entry
        }
      }
    },
    digest: (text) => `hmac-sha256:${createHmac('sha256', key).update(text).digest('base64url')}`,
    tend: drop,
  }
}

const passes = (entry: AuditEntry, { since, host, session, call }: EntryFilter): boolean =>
  (since === undefined || Date.parse(entry.at) >= Date.parse(since)) &&
  (host === undefined || entry.host === host) &&
  (session === undefined || entry.session === session) &&
  (call === undefined || entry.call === call)
