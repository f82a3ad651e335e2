// How is a decision told to a person: the verdict and why, what was found, what was understood?
import { heldBack } from '../../answer/mode.ts'
import type { Conduct } from '../../config/conduct.ts'
import { unobjected } from '../../core/judge/reason.ts'
import type { Action, Decision, Finding, Verdict } from '../../core/model.ts'
import { actionText, actionTree } from './actions.ts'
import type { Cover } from './cover.ts'
import type { Paint } from './paint.ts'
import { wrap } from './safe-text.ts'

const MOST_FINDINGS = 8
const MOST_ACTIONS = 14

/** The verdict, then the reason beside it. */
export function verdictLines({ verdict, reason, findings = [] }: Told, columns: number, paint: Paint): string[] {
  const [first = '', ...rest] = wrap(verdict === 'allow' ? withWarnings(reason, findings) : reason, columns - 7)
  return [`${paint.verdict(verdict, verdict.padEnd(5))}  ${first}`, ...rest.map((line) => `       ${line}`)]
}

type Told = Pick<Decision, 'verdict' | 'reason'> & { readonly findings?: readonly Finding[] }

/** "No objection" over a list of what was found would read as a contradiction. */
function withWarnings(reason: string, findings: readonly Finding[]): string {
  const rules = new Set(findings.map(({ rule }) => rule)).size
  if (rules === 0 || reason !== unobjected('allow', '')) return reason
  return rules === 1 ? 'with a warning' : `with ${rules} warnings`
}

/** For programs: how the gate acts here, and what the hook would answer then. */
export const actedOn = (decision: Decision, conduct: Conduct): { readonly mode: string; readonly hook: Verdict } => ({
  mode: conduct.enabled ? conduct.mode : 'off',
  hook: heldBack(decision, conduct).decision.verdict,
})

/** Where the hook would not act on it: that, and because of which setting. Null where it would. */
export function notActedOn(decision: Decision, conduct: Conduct): string | null {
  if (heldBack(decision, conduct).decision.verdict === decision.verdict) return null
  return conduct.enabled
    ? 'but the hook lets it run, says so and writes it down: `mode: observe` in your settings'
    : 'but the hook lets it run and writes it down: `enabled: false` in your settings'
}

/** The one that the verdict names stands first here too. */
export function ledByReason<Found extends { readonly rule: string }>({ findings, reason }: { findings: readonly Found[]; reason: string }): readonly Found[] {
  const rule = /\(([^\s()]+)(?: and \d+ more)?\)$/.exec(reason)?.[1]
  return findings.toSorted((a, b) => Number(b.rule === rule) - Number(a.rule === rule))
}

/** Findings that say the same of several places count as one. */
export function findingLines(findings: readonly Finding[], columns: number, paint: Paint): string[] {
  const seen = new Map<string, { finding: Finding; times: number }>()
  for (const finding of findings) {
    const key = `${finding.rule} ${finding.severity}`
    const known = seen.get(key)
    if (known === undefined) seen.set(key, { finding, times: 1 })
    else known.times++
  }
  const all = [...seen.values()]
  const lines = all.slice(0, MOST_FINDINGS).flatMap(({ finding, times }) => {
    const head = `  ${paint.severity(finding.severity, finding.severity.padEnd(8))}  ${paint.name(finding.rule)}${times > 1 ? paint.quiet(` ×${times}`) : ''}`
    const say = (text: string, quiet: boolean): string[] => wrap(text, columns - 12).map((line) => `            ${quiet ? paint.quiet(line) : line}`)
    return [head, ...say(finding.title, false), ...(finding.instead === undefined ? [] : say(`instead: ${finding.instead}`, true))]
  })
  return all.length > MOST_FINDINGS ? [...lines, `  … and ${all.length - MOST_FINDINGS} more`] : lines
}

export function understoodLines(actions: readonly Action[], columns: number, paint: Paint, cover: Cover): string[] {
  const tree = actionTree(actions)
  const lines = tree.slice(0, MOST_ACTIONS).map((line) => `  ${actionText(line, columns - 2, paint, cover)}`)
  return tree.length > MOST_ACTIONS ? [...lines, paint.quiet(`  … and ${tree.length - MOST_ACTIONS} more: prudent explain shows all`)] : lines
}
