// Which simple commands does an ordered pack look at, each with everything it does?
import type { Action, RunAction } from '../model.ts'
import type { Call } from '../match/trial.ts'

/**
 * One subject a simple command: the run and what it itself does. What no run does is a subject of its own, and so is a call without actions (an empty list).
 * A run that is carried (`sudo rm`, `bash -c 'rm'`) is one too where its name stands in the text; what a script behind `npm test` runs was judged as written.
 */
export const subjectsOf = (call: Call): readonly (readonly Action[])[] => {
  const { actions } = call
  const subjects: Action[][] = []
  const free: Action[] = []
  for (const action of actions) {
    if (action.does === 'run') {
      if (!standsForParent(action, call)) subjects.push([action, ...call.doneBy(action.id).filter((one) => one.does !== 'run')])
    } else if (action.by === null || call.action(action.by)?.does !== 'run') free.push(action)
  }
  if (free.length > 0 || subjects.length === 0) subjects.push(free)
  return subjects
}

const standsForParent = (action: RunAction, call: Call): boolean => {
  const parent = action.by === null ? undefined : call.action(action.by)
  const { field, start, end } = action.span
  if (parent === undefined || parent.span.field !== field || parent.span.start !== start || parent.span.end !== end) return false
  return !(field === call.field && call.text.slice(start, end).includes(action.program))
}
