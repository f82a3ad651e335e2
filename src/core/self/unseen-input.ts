// Does a call click or type where nobody sees what it hits, while a person is being asked? Then it may be the answer.
import type { Action, ChangeAction, Place } from '../model.ts'
import { ownFolders } from './own-files.ts'
import { addNeed } from '../log/trace.ts'
import type { Trace } from '../log/trace.ts'

const ASKING: readonly Place[] = ['question-open']
/** Where questions whose end is not written down are kept, in the folder of what happened. */
const QUESTIONS = 'approvals/unsaid'

/** Only such a call asks whether one is open: there are many clicks, and few questions. */
export function markUnseenInput(trace: Trace, asking: boolean): void {
  const { actions, scene } = trace
  const isBlind = (action: Action): action is ChangeAction => action.does === 'change' && action.what === 'unseen-input' && action.at === 'here'
  if (!actions.some(isBlind)) return
  for (const folder of ownFolders(scene))
    if (/(?:state|Application Support|AppData\/Local)\/prudent$/.test(folder)) addNeed(trace, { kind: 'asking', path: `${folder}/${QUESTIONS}` })
  if (asking) for (const action of actions) if (isBlind(action)) trace.log.amend(action, { places: ASKING })
}
