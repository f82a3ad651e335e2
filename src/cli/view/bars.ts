// How are counts shown as bars in a terminal?
import { total } from '../../audit/statistics.ts'
import type { Count, Statistics } from '../../audit/statistics.ts'
import type { Paint } from './paint.ts'
import { clip, widthOf, wrap } from './safe-text.ts'

const MOST_ROWS = 15
/** Bars grow no longer, however much room there is. */
const WIDEST = 120

/** Name, bar of allow, ask and deny in proportion, the three numbers. */
function barLines(counts: readonly Count[], columns: number, paint: Paint): string[] {
  const shown = counts.slice(0, MOST_ROWS)
  const most = Math.max(1, ...shown.map(total))
  const names = Math.min(Math.max(32, Math.floor(Math.min(columns, 80) / 2)), Math.max(0, ...shown.map(({ name }) => widthOf(name === '' ? '-' : name))))
  const digits = String(most).length
  const room = Math.max(8, columns - names - 3 * (digits + 1) - 5)
  const lines = shown.map((count) => {
    const name = clip(count.name === '' ? '-' : count.name, names)
    const cells = (n: number): number => (n === 0 ? 0 : Math.max(1, Math.floor((n / most) * (room - 2))))
    const bar = `${paint.bad('█'.repeat(cells(count.deny)))}${paint.severity('high', '▓'.repeat(cells(count.ask)))}${paint.good('░'.repeat(cells(count.allow)))}`
    const gap = ' '.repeat(Math.max(0, room - cells(count.deny) - cells(count.ask) - cells(count.allow)))
    const numbers = [count.deny, count.ask, count.allow].map((n) => String(n).padStart(digits)).join(' ')
    return `  ${name}${' '.repeat(Math.max(0, names - widthOf(name)))}  ${bar}${gap} ${numbers}`
  })
  return counts.length > MOST_ROWS ? [...lines, paint.quiet(`  … and ${counts.length - MOST_ROWS} more`)] : lines
}

export function statisticsLines(statistics: Statistics, edge: number, paint: Paint): string[] {
  const columns = Math.min(edge, WIDEST)
  const { all, rules, hosts, days, violations, trials, withoutOutcome, falseAlarmShare } = statistics
  const count = total(all)
  const part = (n: number, said: string): string[] => (n === 0 ? [] : [n === count ? `all ${said}` : `${n} ${said} (${percent(n / count)})`])
  const section = (title: string, counts: readonly Count[]): string[] =>
    counts.length === 0 ? [] : ['', paint.strong(title), ...barLines(counts, columns, paint)]
  return [
    ...[
      `${counted(count, 'call')}: ${count === 1 ? oneSaid(all) : [...part(all.deny, 'denied'), ...part(all.ask, 'asked about'), ...part(all.allow, 'allowed')].join(', ')}`,
      ...sentence([
        ...(all.approved === 0 ? [] : [`${all.approved} of ${counted(all.ask, 'question')} allowed by a person`]),
        ...(all.ran === 0 ? [] : [`${all.ran} ran after the host's own prompt`]),
        ...(all.unseen === 0 ? [] : [`${all.unseen} without an answer that was seen`]),
        ...(violations === 0 ? [] : [counted(violations, 'security violation')]),
      ]),
      ...sentence([
        ...(falseAlarmShare === null || falseAlarmShare === 0 ? [] : [`${percent(falseAlarmShare)} of what was stopped is marked a false alarm`]),
        ...(all.harmful === 0 ? [] : [`${counted(all.harmful, 'call')} marked harmful`]),
      ]),
    ].flatMap((text) => wrap(text, columns)),
    ...(withoutOutcome === 0 ? [] : [paint.quiet(`${counted(withoutOutcome, 'allowed call')} without a known outcome`)]),
    ...(trials === 0 ? [] : [paint.quiet(`${counted(trials, 'trial')} of prudent doctor not counted`)]),
    ...section('by rule   █ deny  ▓ ask  ░ warning', rules),
    ...section('by host   █ deny  ▓ ask  ░ allow', hosts),
    ...section('by day    █ deny  ▓ ask  ░ allow', days.slice(-MOST_ROWS)),
  ]
}

const oneSaid = ({ deny, ask }: Count): string => (deny > 0 ? 'denied' : ask > 0 ? 'asked about' : 'allowed')
const sentence = (parts: readonly string[]): string[] => (parts.length === 0 ? [] : [parts.join(', ')])
const counted = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`
const percent = (share: number): string => (Number.isFinite(share) ? `${(share * 100).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %` : '0 %')
