// What does the log of the last thirty days say about a question that is kept?
import { homedir } from 'node:os'
import type { QuestionHistory } from '../ask/history.ts'
import { linesOfPast, pastOf, similarIn } from '../ask/past.ts'
import type { Kept } from '../gate/approvals.ts'
import { grantFrom } from '../gate/grants.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'
import { sceneOfCall, storiesLately } from './logged-call.ts'
import { openWithSettings } from './open.ts'

export async function historyOf({ question: { card, draft } }: Kept): Promise<QuestionHistory> {
  const stories = storiesLately()
  const similar = similarIn(stories, card)
  const now = new Date()
  const grant = draft === undefined ? null : grantFrom(draft, { id: '', now, by: '', channel: '', scope: 'project' })
  if (draft === undefined || grant === null) return { similar, past: null }
  const home = homedir()
  const { gate } = await openWithSettings(undefined, { cwd: card.cwd, home, project: draft.project }, home)
  return { similar, past: linesOfPast(pastOf(grant, stories, gate, sceneOfCall, openJsonLines().digest, now.toISOString())) }
}
