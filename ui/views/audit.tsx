// Searches the log, and says whether it is untouched.
import type { Audit as Found } from '../../src/desk/api.ts'
import { clockTime, now } from '../clock.ts'
import { useState } from '../lib.ts'
import type { JSX } from '../lib.ts'
import { Calls } from '../parts/calls.tsx'
import { Field } from '../parts/field.tsx'
import { Filters, NO_FILTER, queryOf } from '../parts/filters.tsx'
import { Status, useLoad } from '../parts/load.tsx'

export function Audit(): JSX.Element {
  const [filter, setFilter] = useState(NO_FILTER)
  const [words, setWords] = useState('')
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const day = (name: string, value: string, end: string): string =>
    value === '' ? '' : `&${name}=${encodeURIComponent(new Date(`${value}T${end}`).toISOString())}`
  const loaded = useLoad<Found>(
    `/api/audit?limit=100${words === '' ? '' : `&query=${encodeURIComponent(words)}`}${day('from', from, '00:00:00')}${day('to', to, '23:59:59.999')}${queryOf(filter)}`,
  )
  const found = loaded.value
  return (
    <>
      <div class="title">
        <h2>Audit</h2>
      </div>
      {found !== null && <Verification verification={found.verification} />}
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <Field label="Words in a call, its folder, session or reason" value={words} onValue={setWords} isSearch />
        <label>
          <span>From</span>
          <input type="date" value={from} onChange={({ currentTarget }) => setFrom(currentTarget.value)} />
        </label>
        <label>
          <span>To</span>
          <input type="date" value={to} onChange={({ currentTarget }) => setTo(currentTarget.value)} />
        </label>
      </form>
      <Filters filter={filter} onFilter={setFilter} />
      <Status loaded={loaded} what="The log" />
      {found !== null && (
        <>
          <p class="quiet" role="status">
            {found.calls.length === 0
              ? 'Nothing fits.'
              : `${found.calls.length}${found.more > 0 ? ` of ${found.calls.length + found.more}` : ''} ${found.calls.length === 1 && found.more === 0 ? 'call' : 'calls'}${from === '' ? ', last 30 days' : ''}`}
          </p>
          <Calls calls={found.calls} none="" />
        </>
      )}
    </>
  )
}

function Verification({ verification: { ok, problems, sealed, unsealed } }: { readonly verification: Found['verification'] }): JSX.Element {
  return ok ? (
    <p class="verified good" role="status">
      <strong>Verified.</strong> {sealed.lines.toLocaleString('en')} sealed records
      {sealed.since === null ? '' : ` since ${sealed.since.slice(0, 10)}`} are as they were written; {unsealed.lines.toLocaleString('en')} wait for the next
      seal
      {sealed.at === null ? '' : ` (last one ${clockTime(sealed.at, now.value)})`}.
    </p>
  ) : (
    <p class="verified bad" role="alert">
      <strong>The log was changed, or part of it is missing.</strong> {problems.length} {problems.length === 1 ? 'problem' : 'problems'};{' '}
      <code>prudent log verify</code> says where.
    </p>
  )
}
