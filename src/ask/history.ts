// What was answered before to questions like this one, and what would a grant of its shape have let through? Asked of the command line, which reads the log.
import type { Ask } from './command-line.ts'

export interface Similar {
  readonly answered: number
  readonly allowed: number
  readonly last?: { readonly verdict: 'allow' | 'deny'; readonly at: string; readonly by: string }
}
/** Of the calls of the last 30 days that were asked about by the same rules: how many, and some of them, one line each. */
export interface PastCalls {
  readonly asked: number
  readonly matched: number
  readonly wouldMatch: readonly string[]
  readonly wouldNot: readonly string[]
}
export interface QuestionHistory {
  readonly similar: Similar
  /** Null where nothing of it can be granted. */
  readonly past: PastCalls | null
}

export interface Histories {
  /** Null where it is not known yet. */
  readonly known: (id: string) => QuestionHistory | null
  /** Looks it up, once; `told` is called when it is known. */
  readonly look: (id: string) => void
}

const MOST_KEPT = 500
const ID = /^[0-9a-f]{16,64}$/

export function makeHistory(ask: Ask, told: (id: string) => void): Histories {
  const kept = new Map<string, QuestionHistory | null>()
  const look = async (id: string): Promise<void> => {
    const said = await ask(['approvals', 'show', '--json', id])
    const history = said.ok ? (said.value as { readonly history?: QuestionHistory }).history : undefined
    // What could not be found out is asked again when somebody looks again.
    if (history === undefined) return void kept.delete(id)
    kept.set(id, history)
    told(id)
  }
  return {
    known: (id) => kept.get(id) ?? null,
    look: (id) => {
      if (kept.has(id) || !ID.test(id)) return
      if (kept.size >= MOST_KEPT) kept.clear()
      kept.set(id, null)
      void look(id)
    },
  }
}
