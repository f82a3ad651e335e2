// How are questions kept that end with their process?
import { isOpen, isSameRun, isUsable } from '../../gate/approvals.ts'
import type { Approvals, Ended, Kept, Question, Use } from '../../gate/approvals.ts'

interface Row {
  /** As text, so that nobody who still holds it can change what is kept. */
  readonly question: string
  ended: string | null
  used: Use | null
  said: boolean
}

export function openMemoryApprovals(): Approvals {
  const rows = new Map<string, Row>()
  const watchers = new Set<() => void>()
  const tell = (): void => watchers.forEach((changed) => changed())
  const keptOf = ({ question, ended, used }: Row): Kept => ({
    question: JSON.parse(question) as Question,
    ended: ended === null ? null : (JSON.parse(ended) as Ended),
    used: used !== null,
  })
  const all = (): Kept[] => [...rows.values()].map(keptOf)
  const end = (id: string, ended: Ended): boolean => {
    const row = rows.get(id)
    if (row === undefined || row.ended !== null) return false
    row.ended = JSON.stringify(ended)
    tell()
    return true
  }
  const find = (id: string): Kept | null => {
    const row = rows.get(id)
    return row === undefined ? null : keptOf(row)
  }
  return {
    name: 'memory',
    raise: async (question, { most, mostOfSession }) => {
      const now = new Date(question.askedAt)
      const open = all().filter((kept) => isOpen(kept, now))
      const same = open.find((kept) => kept.question.call === question.call)
      if (same !== undefined) return { ok: true, kept: same, joined: true }
      // What is answered elsewhere takes nobody's room here.
      const counted = open.filter((kept) => kept.question.answerIn === question.answerIn)
      if (counted.length >= most) return { ok: false, because: 'too-many' }
      if (counted.filter((kept) => kept.question.session === question.session).length >= mostOfSession) return { ok: false, because: 'too-many-of-session' }
      const row: Row = { question: JSON.stringify(question), ended: null, used: null, said: false }
      rows.set(question.id, row)
      tell()
      return { ok: true, kept: keptOf(row), joined: false }
    },
    find: async (id) => find(id),
    list: async () => inOrder(all()),
    open: async (now) => inOrder(all().filter((kept) => isOpen(kept, now))),
    last: async (call) => inOrder(all().filter((kept) => kept.question.call === call)).at(-1) ?? null,
    end: async (id, ended) => {
      const won = end(id, ended)
      const kept = find(id)
      return won && kept !== null ? { won, kept } : { won: false, kept }
    },
    use: async (call, now, run) => {
      const own = [...rows.values()].filter((row) => keptOf(row).question.call === call)
      const shared = own.find((row) => isSameRun(row.used, now, run))
      if (shared !== undefined) return keptOf(shared)
      for (const row of own) {
        const kept = keptOf(row)
        if (!isUsable(kept, now)) continue
        row.used = { at: now.toISOString(), ...(run === undefined ? {} : { run }) }
        tell()
        return { ...kept, used: true }
      }
      return null
    },
    expire: async (now) =>
      all()
        .filter((kept) => kept.ended === null && !isOpen(kept, now))
        .flatMap(({ question: { id } }) => (end(id, { how: 'expired', by: 'timeout', channel: '', at: now.toISOString() }) ? [find(id) as Kept] : [])),
    unsaid: async () => [...rows.values()].flatMap((row) => (row.ended !== null && !row.said ? [keptOf(row)] : [])),
    said: async (id) => {
      const row = rows.get(id)
      if (row !== undefined) row.said = true
    },
    forget: async (before) => {
      for (const [id, row] of rows) {
        const { ended } = keptOf(row)
        if (row.said && ended !== null && Date.parse(ended.at) < before.getTime()) rows.delete(id)
      }
    },
    watch: (changed) => {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
  }
}

const inOrder = (kept: readonly Kept[]): Kept[] => kept.toSorted((a, b) => Date.parse(a.question.askedAt) - Date.parse(b.question.askedAt))
