// Did this call change something that nobody could read the name of, and that could be one of this gate's own files?
import type { Action, Word } from '../model.ts'
import type { Trace } from './trace.ts'

/**
 * True where a write, a deletion or a change of who may do what has a target that could not be read and could be ours,
 * and where code or a program ran that could not be read. Cheap: one pass over the actions. Whoever gets it looks afterwards whether all is as it was.
 */
export const hasUnreadWrite = ({ actions, handed }: Trace): boolean => handed || actions.some(isUnread)

function isUnread(action: Action): boolean {
  if (action.at !== 'here' || action.later === true) return false
  switch (action.does) {
    case 'write':
    case 'delete':
      return isOpen(action.path, action.resolved)
    case 'read':
      return action.how === 'link' && isOpen(action.path, action.resolved)
    case 'change':
      return (
        ACCESS.has(action.what) &&
        action.target !== null &&
        (action.target.text === null || action.places.includes('unresolved')) &&
        isOpen(action.target, null)
      )
    case 'execute':
      return action.text === null
    case 'unknown':
      return action.could !== 'low'
    default:
      return false
  }
}
const ACCESS: ReadonlySet<string> = new Set(['mode', 'owner', 'acl', 'attribute', 'mount', 'label'])

/** A part of it is not known, and its name could be that of a file of ours: those have no ending, or one of these. */
function isOpen({ text, parts = [] }: Word, resolved: string | null): boolean {
  if (text !== null && resolved !== null) return false
  const end = text ?? (parts.at(-1)?.kind === 'text' ? (parts.at(-1) as { text: string }).text : '')
  const ending = /\.[A-Za-z0-9_+~-]*$/.exec(end.slice(end.lastIndexOf('/') + 1))?.[0]
  return ending === undefined || OUR_ENDINGS.test(ending)
}
const OUR_ENDINGS = /^\.(?:jsonc?|jsonl|ya?ml|toml|[cm]?js|bin|cmd|ps1|prudent|)$/i
