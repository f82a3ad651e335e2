// Which names of a call could be looked up? Apart from looking, so that who may not ask does not load it.
import type { Need, Reading } from '../core/model.ts'

/** What is an address, or known to lead inside, need not be asked. */
const KNOWN = ['literal-address', 'odd-address', 'loopback', 'local-file']

/** Names in a URL that is known whole, letter by letter. */
export const hostNeeds = ({ actions }: Reading): readonly Extract<Need, { kind: 'host' }>[] =>
  actions.flatMap((action) =>
    action.does === 'connect' &&
    action.at === 'here' &&
    action.url.text !== null &&
    action.host !== null &&
    !KNOWN.some((known) => action.places.includes(known))
      ? [{ kind: 'host' as const, name: action.host }]
      : [],
  )
