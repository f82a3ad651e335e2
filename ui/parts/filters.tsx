// Which calls are wanted: by verdict, agent and rule.
import type { Verdict } from '../../src/core/model.ts'
import type { JSX } from '../lib.ts'
import { Field } from './field.tsx'

export interface Filter {
  readonly verdict: Verdict | ''
  readonly host: string
  readonly rule: string
}
export const NO_FILTER: Filter = { verdict: '', host: '', rule: '' }

/** As the desk takes it, to be added to a query. */
export const queryOf = (filter: Filter): string =>
  Object.entries(filter)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `&${name}=${encodeURIComponent(value)}`)
    .join('')

const CHOICES: readonly (Verdict | '')[] = ['', 'allow', 'ask', 'deny']

export const Filters = ({ filter, onFilter }: { readonly filter: Filter; readonly onFilter: (filter: Filter) => void }): JSX.Element => (
  <form class="filters" onSubmit={(event) => event.preventDefault()}>
    <label>
      <span>Verdict</span>
      <select
        value={filter.verdict}
        onChange={({ currentTarget }) => onFilter({ ...filter, verdict: CHOICES.find((one) => one === currentTarget.value) ?? '' })}
      >
        {CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {choice === '' ? 'any' : choice}
          </option>
        ))}
      </select>
    </label>
    <Field label="Agent" value={filter.host} example="claude-code" onValue={(host) => onFilter({ ...filter, host })} />
    <Field label="Rule or family" value={filter.rule} example="git" onValue={(rule) => onFilter({ ...filter, rule })} />
  </form>
)
