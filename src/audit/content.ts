// How much of a text that somebody else wrote may stand in the log? Masked first, then cut: a secret cut in half is no longer recognised.
import type { Json, JsonObject } from '../core/model.ts'
import type { AuditContent } from './settings.ts'

export type Redact = (text: string) => string

const CUT = '...[truncated]'
const MOST_SHOWN = 500
/** Looked at before cutting. */
const WINDOW = 16_384
/** Never shown of a text that was not looked at whole: the beginning of a secret whose end was not seen. */
const MARGIN = 4096
const LARGEST = 65_536
const DEEPEST = 12

/** Null when nothing may be shown: asked for nothing, or nobody could mask it. */
export function shownInput(input: JsonObject, content: AuditContent, redact: Redact): string | null {
  if (content === 'none') return null
  const most = content === 'truncated' ? MOST_SHOWN : LARGEST
  try {
    const budget = { left: Math.max(WINDOW, most + MARGIN) }
    // Values first, as they are; then the whole, where a name tells what its value is.
    const text = redact(JSON.stringify(masked(input, redact, budget, 0)))
    return cut(text, most, budget.left <= 0)
  } catch {
    return null
  }
}

/** A short text of somebody else's, such as a reason or a session's name. */
export function shownText(text: string, redact: Redact, most = MOST_SHOWN): string {
  try {
    return cut(maskedText(text, redact, WINDOW), most, text.length > WINDOW)
  } catch {
    return '[not shown]'
  }
}

const cut = (text: string, most: number, more: boolean): string => (text.length > most ? `${text.slice(0, most)}${CUT}` : more ? `${text}${CUT}` : text)

const maskedText = (text: string, redact: Redact, most: number): string => (text.length <= most ? redact(text) : redact(text.slice(0, most)).slice(0, -MARGIN))

/** A copy that is bounded in size and depth, each string masked. */
function masked(value: Json, redact: Redact, budget: { left: number }, depth: number): Json {
  if (budget.left <= 0 || depth > DEEPEST) return CUT
  if (typeof value === 'string') {
    const text = maskedText(value, redact, budget.left)
    budget.left -= value.length + 4
    return text
  }
  budget.left -= 4
  if (value === null || typeof value !== 'object') return value
  if (isList(value)) {
    const out: Json[] = []
    for (const one of value) {
      out.push(masked(one, redact, budget, depth + 1))
      if (budget.left <= 0) break
    }
    return out
  }
  const out: Record<string, Json> = Object.create(null) as Record<string, Json>
  for (const key of Object.keys(value)) {
    budget.left -= key.length
    out[budget.left <= 0 ? CUT : redact(key)] = masked(value[key] ?? null, redact, budget, depth + 1)
    if (budget.left <= 0) break
  }
  return out
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)
