// Which call does a line of the log tell of, and is all of it there? What was covered or cut cannot be granted.
import { deedsOf } from '../audit/record.ts'
import { answerTo, isTrial, storiesOf } from '../audit/stories.ts'
import type { Story } from '../audit/stories.ts'
import type { JsonObject, ToolCall } from '../core/model.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'

const DAYS_MS = 7 * 86_400_000

/** The last question, or the call of this id; null where there is none. */
export function storyOf(id: string | undefined): Story | null {
  const stories = storiesOf(openJsonLines().entries({ since: new Date(Date.now() - DAYS_MS).toISOString() })).filter((story) => !isTrial(story))
  const found = stories.filter((story) =>
    id === undefined
      ? story.decision?.verdict === 'ask' || answerTo(story) === 'ask'
      : story.id === id || story.id.startsWith(id) || story.approval?.approval === id,
  )
  return found.at(-1) ?? null
}

/** Null where the log does not hold the call as it was. */
export function callOfStory({ attempt, call, host, session }: Story): ToolCall | null {
  if (attempt?.input === undefined || attempt.digest === null) return null
  try {
    const input = JSON.parse(attempt.input) as JsonObject
    const whole: ToolCall = {
      id: call,
      host,
      session,
      tool: attempt.tool,
      input,
      cwd: attempt.cwd,
      ...(attempt.chat === undefined ? {} : { chat: attempt.chat }),
    }
    const deeds = deedsOf([whole])
    return deeds !== null && openJsonLines().digest(deeds) === attempt.digest ? whole : null
  } catch {
    return null
  }
}
