// Begins to read the calls of one event, by whichever rules they are judged.
import { movedFolders, recordFile, wiredFiles } from '../config/own-files.ts'
import type { ToolCall } from '../core/model.ts'
import { sessionFor } from '../gate/decide.ts'
import type { Opened } from '../gate/policy-source.ts'
import type { HostEvent } from '../gate/seams.ts'
import type { Session } from '../gate/session.ts'
import { LIMITS } from '../observe/limits.ts'
import type { EventScene, Surroundings } from './given.ts'
import type { OpenedPolicy } from './policy.ts'

/** People wait: look at less than the command line may. */
const MOST_MILLIS = 150

/** A call of the event, and all that was read and seen of it. */
export interface Begun {
  readonly call: ToolCall
  readonly session: Session
}

export function beginCalls(
  at: Surroundings,
  event: HostEvent,
  scene: EventScene,
  { gate, troubles, conduct, tended }: Opened & Partial<Pick<OpenedPolicy, 'tended'>>,
): readonly Begun[] {
  const limits = { ...LIMITS, millis: MOST_MILLIS }
  const own = [...movedFolders(at.env), ...movedFolders(at.folders)]
  const wired = wiredFiles(scene.home, tended?.still === true ? tended.kept?.files.find(({ file }) => file === recordFile(scene.home))?.text : undefined)
  const given = { troubles, now: new Date().toISOString() }
  const resolves = conduct.resolveNames !== false && at.rehearsal !== true
  return event.calls.map((said) => {
    const call = said.cwd === '' ? { ...said, cwd: scene.cwd } : said
    return { call, session: sessionFor(gate, call, { ...scene, cwd: call.cwd, own, wired }, given, { limits, variables: at.env }, resolves) }
  })
}
