// What passes without a question: grants that were given with an answer, and modes that are on. Both can be taken back here.
import type { Grants as Found } from '../../src/desk/api.ts'
import { leftUntil, now } from '../clock.ts'
import { request } from '../client.ts'
import { useState } from '../lib.ts'
import type { JSX } from '../lib.ts'
import { Status, useLoad } from '../parts/load.tsx'
import { Plain, sentence } from '../parts/text.tsx'
import { modeText, modes, refreshModes } from '../modes.ts'
import { byPerson } from '../arming.ts'
import { me } from '../queue/state.ts'

export function Grants(): JSX.Element {
  const loaded = useLoad<Found>('/api/grants')
  const [problem, setProblem] = useState('')
  const revoke = async (id: string): Promise<void> => {
    const result = await request('DELETE', `/api/grants/${encodeURIComponent(id)}`)
    setProblem(result.ok ? '' : sentence(result.error))
    loaded.reload()
  }
  return (
    <>
      <div class="title">
        <h2>Grants and modes</h2>
      </div>
      {problem !== '' && (
        <p class="problem" role="alert">
          <Plain text={problem} />
        </p>
      )}
      <h3>Modes</h3>
      <Modes onProblem={setProblem} />
      <h3>Grants</h3>
      <Status loaded={loaded} what="Grants" />
      {loaded.value !== null && loaded.value.grants.length === 0 && <p class="quiet">None. You create a grant by allowing a question for longer than once.</p>}
      <ul class="grants">
        {(loaded.value?.grants ?? []).map((grant) => (
          <li key={grant.id}>
            <div>
              {grant.shows.map((line, at) => (
                <code class="block" key={at}>
                  <Plain text={line} />
                </code>
              ))}
              <p class="quiet">
                <Plain
                  text={`${grant.findings.map(({ rule }) => rule).join(', ')} · ${scopeText(grant.scope)} · by ${grant.by} (${grant.channel}) · ${leftUntil(grant.expiresAt, now.value)} left`}
                />
              </p>
              {grant.reason !== undefined && (
                <p class="quiet">
                  “<Plain text={grant.reason} />”
                </p>
              )}
            </div>
            <button type="button" aria-label={`Revoke ${grant.shows[0] ?? grant.id}`} onClick={() => void revoke(grant.id)}>
              Revoke
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

/** `project:/work/app`, `session:claude-code:1a2b`, `host:codex` */
function scopeText(scope: string): string {
  const [, kind, of = ''] = /^(\w+):(.*)$/s.exec(scope) ?? []
  return kind === 'project' ? `in ${of}` : kind === 'session' ? `in session ${of}` : kind === 'host' ? `for ${of}` : scope
}

const CAPS = ['low', 'medium', 'high'] as const
const MINUTES = [15, 60, 240] as const

function Modes({ onProblem }: { readonly onProblem: (text: string) => void }): JSX.Element {
  const [tool, setTool] = useState('edit')
  const [minutes, setMinutes] = useState('60')
  const [cap, setCap] = useState('medium')
  const answered = async (result: Promise<{ readonly ok: boolean; readonly error?: string; readonly why?: string }>): Promise<void> => {
    const { ok, error = '', why } = await result
    onProblem(ok ? '' : sentence(`${error}${why === undefined ? '' : `: ${why}`}`))
    await refreshModes()
  }
  const switchOn = (event: Event): void => {
    event.preventDefault()
    if (!byPerson(event)) return onProblem('A driven browser or a script cannot switch a mode on.')
    void answered(request('POST', '/api/modes', { ...(tool === '' ? { what: 'all' } : { what: 'tool', tool }), minutes: Number(minutes), cap }))
  }
  return (
    <>
      {modes.value.length === 0 && <p class="quiet">No mode is on: every question is asked.</p>}
      <ul class="grants">
        {modes.value.map((mode) => (
          <li key={mode.id}>
            <p>
              <Plain text={sentence(modeText(mode, now.value))} />
            </p>
            <button
              type="button"
              aria-label={`Switch off: ${modeText(mode, now.value)}`}
              onClick={() => void answered(request('DELETE', `/api/modes/${encodeURIComponent(mode.id)}`))}
            >
              Switch off
            </button>
          </li>
        ))}
      </ul>
      {me.value?.mayApprove === true && (
        <details class="new-mode">
          <summary>Stop asking for a while</summary>
          <form class="filters" onSubmit={switchOn}>
            <Choice
              label="What"
              value={tool}
              onValue={setTool}
              choices={[
                ['edit', 'edits of files'],
                ['', 'everything'],
              ]}
            />
            <Choice
              label="For"
              value={minutes}
              onValue={setMinutes}
              choices={MINUTES.map((one) => [String(one), one < 60 ? `${one} minutes` : `${one / 60} h`])}
            />
            <Choice label="Up to" value={cap} onValue={setCap} choices={CAPS.map((one) => [one, `${one} risk`])} />
            <button type="submit">Switch on</button>
          </form>
          <p class="quiet">
            A mode lifts questions only: what is denied stays denied, what is critical is always asked about, and the gate itself is never open to agents.
          </p>
        </details>
      )}
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly choices: readonly (readonly [value: string, label: string])[]
}
const Choice = ({ label, value, onValue, choices }: ChoiceProps): JSX.Element => (
  <label>
    <span>{label}</span>
    <select value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
      {choices.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  </label>
)
