// Which story of the log does a person mean, and where was its call made?
import { homedir } from 'node:os'
import { answerTo, isTrial, storiesOf } from '../audit/stories.ts'
import type { Story } from '../audit/stories.ts'
import type { ToolCall } from '../core/model.ts'
import { projectOf } from '../observe/project.ts'
import { openJsonLines } from '../stores/json-lines/store.ts'

const DAYS_MS = 30 * 86_400_000

/** Of the last thirty days, without the doctor's trials. */
export const storiesLately = (): readonly Story[] =>
  storiesOf(openJsonLines().entries({ since: new Date(Date.now() - DAYS_MS).toISOString() })).filter((story) => !isTrial(story))

/** The last question, or the call of this id; null where there is none. */
export function storyOf(id: string | undefined, stories: readonly Story[]): Story | null {
  const found = stories.filter((story) =>
    id === undefined
      ? story.decision?.verdict === 'ask' || answerTo(story) === 'ask'
      : story.id === id || story.id.startsWith(id) || story.approval?.approval === id,
  )
  return found.at(-1) ?? null
}

export const sceneOfCall = ({ cwd }: Pick<ToolCall, 'cwd'>): { readonly cwd: string; readonly home: string; readonly project: string } => ({
  cwd,
  home: homedir(),
  project: projectOf(cwd, homedir()),
})
