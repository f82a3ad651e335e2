// How often what was decided, by day, rule and agent, and how often a person was interrupted.
import type { Stats } from '../../src/desk/api.ts'
import { useState } from '../lib.ts'
import type { JSX } from '../lib.ts'
import { DayBars, NamedBars } from '../parts/chart.tsx'
import type { Bar } from '../parts/chart.tsx'
import { Status, useLoad } from '../parts/load.tsx'

const SPANS = [7, 30, 90] as const
const MOST_RULES = 15
const DAY = 86_400_000

export function Statistics(): JSX.Element {
  const [days, setDays] = useState<number>(30)
  const loaded = useLoad<Stats>(`/api/stats?days=${days}`)
  return (
    <>
      <div class="title">
        <h2>Statistics</h2>
        <div class="choice" role="group" aria-label="how far back">
          {SPANS.map((span) => (
            <button key={span} type="button" aria-pressed={days === span} onClick={() => setDays(span)}>
              {span} days
            </button>
          ))}
        </div>
      </div>
      <Status loaded={loaded} what="Statistics" />
      {loaded.value !== null && <Numbers stats={loaded.value} />}
    </>
  )
}

/** A day on which nothing was judged is one, too. */
function eachDay(counts: readonly Bar[], since: string): readonly Bar[] {
  const known = new Map(counts.map((count) => [count.name, count]))
  const [first = ''] = [...known.keys(), since.slice(0, 10)].toSorted()
  const last = [...known.keys(), new Date().toISOString().slice(0, 10)].toSorted().at(-1) ?? ''
  const days: Bar[] = []
  for (let at = Date.parse(first); !Number.isNaN(at) && at <= Date.parse(last); at += DAY) {
    const name = new Date(at).toISOString().slice(0, 10)
    days.push(known.get(name) ?? { name, allow: 0, ask: 0, deny: 0 })
  }
  return days
}

function Numbers({ stats }: { readonly stats: Stats }): JSX.Element {
  const { all, days, rules, hosts, falseAlarmShare, violations, since } = stats
  const calls = all.allow + all.ask + all.deny
  if (calls === 0) return <p class="quiet">No calls in this period.</p>
  const percent = (share: number): string => `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`
  const figures: readonly (readonly [string, string, string])[] = [
    [calls.toLocaleString('en'), 'calls judged', ''],
    [percent(all.ask / calls), 'asked a person', `${all.ask} ${all.ask === 1 ? 'interruption' : 'interruptions'}`],
    [percent(all.deny / calls), 'denied', `${all.deny} ${all.deny === 1 ? 'call' : 'calls'}`],
    [falseAlarmShare === null ? '–' : percent(falseAlarmShare), 'of the stopped marked as false alarms', `${all.falseAlarms} marked`],
    [String(violations), violations === 1 ? 'call with a violation' : 'calls with a violation', 'for example: it ran although denied'],
  ]
  return (
    <>
      <ul class="figures">
        {figures.map(([figure, what, more]) => (
          <li key={what}>
            <strong>{figure}</strong>
            <span>{what}</span>
            <span class="quiet">{more}</span>
          </li>
        ))}
      </ul>
      <h3>By day</h3>
      <DayBars days={eachDay(days, since)} />
      <h3>By rule</h3>
      {rules.length === 0 ? <p class="quiet">No rule found anything.</p> : <NamedBars counts={rules.slice(0, MOST_RULES)} label="Rule" />}
      {rules.length > MOST_RULES && <p class="quiet">and {rules.length - MOST_RULES} more: prudent stats</p>}
      <h3>By agent</h3>
      <NamedBars counts={hosts} label="Agent" />
    </>
  )
}
