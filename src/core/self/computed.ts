// Could a change whose target is computed hit one of this gate's own files? What computes it may say so; else it is said that nobody could read it.
import type { Action, Word } from '../model.ts'
import { isWithin } from '../text/path.ts'
import { touchesSpoken } from './own-code.ts'
import type { Touch } from './own-code.ts'
import { isListedKey } from './listed-keys.ts'
import { isToldUnread, touchesNamed, touchesTold } from './handed-on.ts'
import { isSearched, saidBySearchPath } from './search-path.ts'
import { namesRead, OURS, saidBy, saidByFiles, wordsOf } from './said.ts'
import { BLANK, wordOfBlanks } from '../value/placeholders.ts'
import { NONE, union } from '../value/text.ts'
import type { Trace } from '../log/trace.ts'

/**
 * True where a write, a deletion or a change of who may do what has a target that could not be read and could be ours,
 * and where code or a program ran that could not be read. Cheap: one pass over the actions. Whoever gets it looks afterwards whether all is as it was.
 */
export const hasUnreadWrite = (trace: Trace): boolean =>
  trace.notes.handed.length > 0 ||
  trace.notes.told.some((id) => isToldUnread(trace, id)) ||
  bringsUnread(trace) ||
  trace.actions.some((action) => isUnread(trace, action))

/** What a repository or an archive brings over the project's own folder, or over a hidden one in it, may be an agent's settings. */
const bringsUnread = ({ notes, scene: { project, home } }: Trace): boolean =>
  notes.arrivals.some(({ folder }) => folder === null || isWithin(project, folder) || isWithin(home, folder) || /\/\.[^/]*$/.test(folder))

function isUnread(trace: Trace, action: Action): boolean {
  if (action.at !== 'here' || action.later === true) return false
  switch (action.does) {
    case 'execute':
      return action.text === null
    case 'unknown':
      return action.could !== 'low'
    default: {
      const target = targetOf(trace, action)
      return target !== null && couldBeCalledSo(target)
    }
  }
}
const ACCESS: ReadonlySet<string> = new Set(['mode', 'owner', 'acl', 'attribute', 'mount', 'label'])

/** The word that names what is changed, where not all of it is known. */
function targetOf(trace: Trace, action: Action): Word | null {
  if (action.does === 'write' || action.does === 'delete' || (action.does === 'read' && action.how === 'link')) {
    if (action.resolved === null || action.resolved.includes('\0') || isSearched(trace.books.meaning, action.path)) return action.path
    return action.path.text?.includes(BLANK) === true ? wordOfBlanks(action.path.text, givenTo(trace, action.by)) : null
  }
  const isOpen = action.does === 'change' && ACCESS.has(action.what) && action.target !== null
  return isOpen && (action.places.includes('unresolved') || action.places.includes('partly-unresolved')) ? action.target : null
}

/** What the run was given that a text with holes came from. */
function givenTo({ actions }: Trace, by: number | null): readonly number[] {
  for (let id = by; id !== null; id = actions[id]?.by ?? null) {
    const given = actions[id]?.takes ?? NONE
    // A file that was written before holds it.
    const takes = given.length > 0 ? given : actions.filter((one) => one.does === 'execute' && one.by === id).flatMap((one) => one.takes)
    if (takes.length > 0) return takes
  }
  return NONE
}

/** Files of ours have no ending, or one of these. */
function couldBeCalledSo({ text, parts = [] }: Word): boolean {
  const last = parts.at(-1)
  const end = text ?? (last?.kind === 'text' ? last.text : '')
  const ending = /\.[A-Za-z0-9_+~-]*$/.exec(end.slice(end.lastIndexOf('/') + 1))?.[0]
  return ending === undefined || OUR_ENDINGS.test(ending)
}
const OUR_ENDINGS = /^\.(?:jsonc?|jsonl|ya?ml|toml|[cm]?js|bin|cmd|ps1|prudent|)$/i

/** Marks what is changed under a computed name, where what computes it names our ground; and tells what else touches ours. */
export function* touchesOfOurs(trace: Trace): Generator<Touch> {
  const { actions } = trace
  const reads = namesRead(trace)
  const end = actions.length
  for (let at = 0; at < end; at++) {
    const action = actions[at]
    if (action === undefined || action.at !== 'here' || !('places' in action)) continue
    if (action.does === 'read' && action.resolved === null && action.how === 'whole' && action.path.from !== undefined && isListedKey(trace, action))
      trace.log.amend(action, { places: [...action.places, 'may-be-our-keys'] })
    const target = targetOf(trace, action)
    if (target === null || !couldBeCalledSo(target) || OURS.some((place) => action.places.includes(place))) continue
    const searched = saidBySearchPath(trace, target, action.by)
    const says =
      searched === 'self' ? searched : (saidBy(trace, target, action.by) ?? saidByFiles(trace, reads, union(target.from, action.takes), action.by) ?? searched)
    if (says !== null) trace.log.amend(action, { places: [...action.places, says] })
  }
  for (const id of trace.notes.handed) yield* touchesHanded(trace, id)
  for (const named of trace.notes.named) yield* touchesNamed(trace, named)
  for (const id of trace.notes.told) yield* touchesTold(trace, id)
  yield* touchesSpoken(trace)
}

/** What a program nobody described is handed it may change. */
function* touchesHanded(trace: Trace, id: number): Generator<Touch> {
  const run = trace.actions[id]
  if (run?.does !== 'run') return
  for (const word of wordsOf(run)) {
    const says = word.text === null ? saidBy(trace, word, null) : null
    if (says === null) continue
    return yield { run, target: word, places: [says] }
  }
}
