// Every call as it is judged, latest first, with filters.
import type { CallView, Decisions } from '../../src/desk/api.ts'
import { computed, signal, useState } from '../lib.ts'
import type { JSX } from '../lib.ts'
import { Calls } from '../parts/calls.tsx'
import { Filters, NO_FILTER, queryOf } from '../parts/filters.tsx'
import { Status, useLoad } from '../parts/load.tsx'

const MOST = 200
/** What came over the stream since the page was opened. */
const live = signal<readonly CallView[]>([])
export const heardCall = (call: CallView): void => void (live.value = [call, ...live.value.filter(({ id }) => id !== call.id)].slice(0, MOST))
const isPaused = signal(false)
/** A list that moves cannot be read: while it is paused, it stands still. */
const frozen = signal<readonly CallView[]>([])
const shown = computed(() => (isPaused.value ? frozen.value : live.value))

export function Activity(): JSX.Element {
  const [filter, setFilter] = useState(NO_FILTER)
  const loaded = useLoad<Decisions>(`/api/decisions?limit=${MOST}${queryOf(filter)}`)
  const fits = ({ verdict, host, findings }: CallView): boolean =>
    (filter.verdict === '' || verdict === filter.verdict) &&
    (filter.host === '' || host === filter.host) &&
    (filter.rule === '' || findings.some(({ rule }) => rule === filter.rule || rule.startsWith(`${filter.rule}.`)))
  const older = loaded.value?.calls ?? []
  const fresh = shown.value.filter((call) => fits(call) && !older.some(({ id }) => id === call.id))
  const togglePause = (): void => {
    frozen.value = live.value
    isPaused.value = !isPaused.value
  }
  return (
    <>
      <div class="title">
        <h2>Activity</h2>
        <button type="button" aria-pressed={isPaused.value} onClick={togglePause}>
          {isPaused.value ? 'Go on' : 'Pause'}
        </button>
      </div>
      <Filters filter={filter} onFilter={setFilter} />
      <Status loaded={loaded} what="Activity" />
      {loaded.value !== null && <Calls calls={[...fresh, ...older].slice(0, MOST)} none="No call in the last two days matches." />}
    </>
  )
}
