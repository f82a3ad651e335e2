// Which simple commands does an ordered pack look at, each with everything it does?
import type { Action } from '../model.ts'
import type { Call } from './trial.ts'

/**
 * One subject a simple command: the run and what it itself does. What no run does is a subject of its own, and so is a call without actions (an empty list).
 * A run that only stands for the text of the run before it (what a script behind `npm test` does) belongs to that one's command, which was judged as written.
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

const standsForParent = (action: Action, call: Call): boolean => {
  const parent = action.by === null ? undefined : call.action(action.by)
  return parent !== undefined && parent.span.field === action.span.field && parent.span.start === action.span.start && parent.span.end === action.span.end
}
