// How are grants, modes and pauses kept that end with their process?
import type { KeptGrant } from '../../gate/grants.ts'
import type { Mode } from '../../gate/modes.ts'
import { byAge, isDue } from '../../gate/records.ts'
import type { Dated, Lifts, Pause, Records } from '../../gate/records.ts'

export const openMemoryLifts = (): Lifts => ({ grants: openRecords<KeptGrant>(), modes: openRecords<Mode>(), pauses: openRecords<Pause>() })

function openRecords<T extends Dated>(): Records<T> {
  /** As text, so that nobody who still holds it can change what is kept. */
  const rows = new Map<string, string>()
  const all = (): readonly T[] => [...rows.values()].map((row) => JSON.parse(row) as T)
  return {
    name: 'memory',
    add: async (record, now) => {
      for (const one of all()) if (isDue(one, now)) rows.delete(one.id)
      if (rows.has(record.id) || !/^[0-9a-f]{16,64}$/.test(record.id)) return false
      rows.set(record.id, JSON.stringify(record))
      return true
    },
    list: async (now) =>
      all()
        .filter((one) => !isDue(one, now))
        .toSorted(byAge),
    remove: async (id) => rows.delete(id),
  }
}
