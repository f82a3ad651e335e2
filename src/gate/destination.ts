// Says where a call would send commits or a package, as it is configured now: one line for each, and a few words for the headline.
import type { Action, Destination, Facts, Reading } from '../core/model.ts'

interface Read {
  readonly reading: Reading
  readonly facts: Facts
}

/** `origin is git@example.com:a/b.git`, `publishes left 1.2.0 to https://registry.example` */
export const destinationLines = ({ reading, facts }: Read): readonly string[] =>
  (facts.destinations ?? []).map((one) =>
    one.to === 'remote'
      ? `${one.what} is ${one.address ?? 'no remote that this repository knows'}`
      : `publishes ${one.what || 'a package'} to ${one.address ?? defaultOf(reading, one)}`,
  )

/** Behind the command; '' where nothing is known. */
export function destinationOf({ reading, facts }: Read, action: Action): string {
  const found = facts.destinations?.find(({ run }) => run === action.id || run === action.by)
  if (found === undefined) return ''
  if (found.to === 'remote') return found.address === null ? '' : `, to ${found.address}`
  return `, ${found.what === '' ? '' : `${found.what} `}to ${found.address ?? defaultOf(reading, found)}`
}

function defaultOf({ actions }: Reading, { run }: Destination): string {
  const action = actions[run]
  return action?.does === 'run' ? `the default registry of ${action.program}` : 'its default registry'
}
