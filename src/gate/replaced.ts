// Finds which field of a call becomes the whole of a file that is there, and what that file holds now: a person is shown what changes.
import type { Action, Facts, Finding, Need, PathAction, Reading, ToolCall } from '../core/model.ts'

/** Files of these are not looked into for a picture of them. */
const CLOSED: readonly string[] = ['credentials', 'private-key', 'environment-file', 'sensitive-settings', 'shell-history', 'self']

const isReplacing = (action: Action): action is PathAction =>
  action.does === 'write' &&
  action.how === 'truncate' &&
  action.at === 'here' &&
  action.later !== true &&
  action.resolved !== null &&
  action.resolved.startsWith('/') &&
  !action.resolved.includes('\0') &&
  !action.places.some((place) => CLOSED.includes(place))

/** By the call itself: what a command line makes of a file is another matter. */
const byCall = ({ actions }: Reading, action: Action): boolean => action.by !== null && actions[action.by]?.does === 'call'

/** What to look at before a person is asked. */
export function replacedNeeds(reading: Reading, findings: readonly Finding[]): readonly Need[] {
  const asked = findings.flatMap(({ action, verdict }) => (verdict === 'ask' && action !== null ? (reading.actions[action] ?? []) : []))
  const path = asked.find((action) => isReplacing(action) && byCall(reading, action))
  return path === undefined || !isReplacing(path) || path.resolved === null ? [] : [{ kind: 'file', path: path.resolved }]
}

export function replacedIn({ call, reading, facts }: { readonly call: ToolCall; readonly reading: Reading; readonly facts: Facts }): {
  readonly field: string
  readonly text: string
} | null {
  const writes = reading.actions.filter((action) => isReplacing(action) && byCall(reading, action))
  const contents = reading.actions.filter((action) => action.does === 'carry' && action.what === 'content' && call.input[action.span.field] === action.text)
  const [write, content] = [writes[0], contents[0]]
  if (writes.length !== 1 || contents.length !== 1 || write === undefined || content === undefined || !isReplacing(write)) return null
  const text = facts.files?.[write.resolved ?? '']
  return typeof text === 'string' ? { field: content.span.field, text } : null
}
