// Bars in plain SVG: stacked by verdict, one a day; the same numbers as a table below.
import type { Count } from '../../src/audit/statistics.ts'
import type { JSX } from '../lib.ts'

const PARTS = ['allow', 'ask', 'deny'] as const
const WIDTH = 720
const HEIGHT = 180
const FOOT = 22
const LEFT = 36

/** What a bar is drawn from. */
export type Bar = Pick<Count, 'name' | 'allow' | 'ask' | 'deny'>
const total = (count: Bar): number => PARTS.reduce((sum, part) => sum + count[part], 0)

/** A round number not below it, for the scale. */
function ceiling(most: number): number {
  const step = 10 ** Math.floor(Math.log10(Math.max(most, 1)))
  return [1, 2, 5, 10].map((times) => times * step).find((value) => value >= most) ?? most
}

export function DayBars({ days }: { readonly days: readonly Bar[] }): JSX.Element {
  const top = ceiling(Math.max(...days.map(total), 1))
  const width = (WIDTH - LEFT) / Math.max(days.length, 1)
  const bar = Math.min(width * 0.7, 40)
  const scaled = (value: number): number => (value / top) * (HEIGHT - FOOT - 8)
  const every = Math.ceil(days.length / 10)
  const sum = (part: (typeof PARTS)[number]): number => days.reduce((so, day) => so + day[part], 0)
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`calls a day: ${PARTS.map((part) => `${sum(part)} ${part}`).join(', ')} in ${days.length} days`}
      >
        {[0, top / 2, top].map((value) => (
          <g key={value}>
            <line class="grid" x1={LEFT} x2={WIDTH} y1={HEIGHT - FOOT - scaled(value)} y2={HEIGHT - FOOT - scaled(value)} />
            <text class="scale" x={LEFT - 6} y={HEIGHT - FOOT - scaled(value) + 4} text-anchor="end">
              {Number.isInteger(value) ? value : ''}
            </text>
          </g>
        ))}
        {days.map((day, at) => {
          const x = LEFT + at * width + (width - bar) / 2
          let below = HEIGHT - FOOT
          return (
            <g key={day.name}>
              <title>{`${day.name}: ${PARTS.map((part) => `${day[part]} ${part}`).join(', ')}`}</title>
              {PARTS.map((part) => {
                const high = scaled(day[part])
                below -= high
                return high > 0 ? <rect key={part} class={`bar ${part}`} x={x} y={below} width={bar} height={high} /> : null
              })}
              {at % every === 0 && (
                <text class="scale" x={x + bar / 2} y={HEIGHT - 6} text-anchor="middle">
                  {day.name.slice(5)}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <figcaption class="legend">
        {PARTS.map((part) => (
          <span key={part} class={part}>
            {part}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** One line a rule or agent: how often it asked and denied. */
export function NamedBars({ counts, label }: { readonly counts: readonly Count[]; readonly label: string }): JSX.Element {
  const most = Math.max(...counts.map(total), 1)
  return (
    <table class="named">
      <caption class="hidden">{label}</caption>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col" class="wide">
            <span class="hidden">share</span>
          </th>
          {PARTS.map((part) => (
            <th scope="col" key={part}>
              {part}
            </th>
          ))}
          <th scope="col">false alarms</th>
        </tr>
      </thead>
      <tbody>
        {counts.map((count) => {
          let from = 0
          return (
            <tr key={count.name}>
              <th scope="row">{count.name === '' ? 'not named' : count.name}</th>
              <td class="wide">
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  {PARTS.map((part) => {
                    const x = from
                    const wide = (count[part] / most) * 100
                    from += wide
                    return wide > 0 ? <rect key={part} class={`bar ${part}`} x={x} y="0" width={wide} height="8" /> : null
                  })}
                </svg>
              </td>
              {PARTS.map((part) => (
                <td key={part}>{count[part]}</td>
              ))}
              <td>{count.falseAlarms}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
