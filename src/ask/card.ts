// What does the card say by which a person decides? The risk and the one reason first, then the call whole, how far it reaches, who and where.
import { clipTo, fold, visible, visibleLines, widthOf } from '../core/text/visible.ts'
import type { Approval, AskedCall, Severity } from '../core/model.ts'
import type { Ink } from './ink.ts'

const LABEL = 9

/** Lines of at most so many cells. `details` adds what was understood, and by which rules. */
export function cardLines(approval: Approval, columns: number, ink: Ink, details: boolean): string[] {
  const { findings, severity, calls, reach, host, cwd, branch, session, actions, policy, id, claim } = approval
  const room = Math.max(columns - LABEL, 8)
  const row = (label: string, text: string, put: (line: string) => string = (line) => line): string[] =>
    visibleLines(text)
      .flatMap((line) => fold(line, room))
      .map((line, at) => `${ink.quiet((at === 0 ? label : '').padEnd(LABEL))}${put(line)}`)
  const [first, ...others] = findings
  const lines: string[] = [...row(severity, first?.title ?? 'the gate wants a person to decide', (line) => risk(severity, ink)(line)), '']
  for (const call of calls) lines.push(...callLines(call, columns, ink))
  lines.push('')
  for (const [at, text] of reach.entries()) lines.push(...row(at === 0 ? 'reach' : '', text, ink.strong))
  if (first?.why !== undefined) lines.push(...row('why', first.why))
  if (first?.instead !== undefined) lines.push(...row('instead', first.instead))
  if (first?.confidence !== undefined) lines.push(...row('sure', `${first.confidence} % (${first.rule})`))
  for (const { title, severity: how } of others) lines.push(...row('also', `${title} (${how})`))
  lines.push(...row('where', `${cwd}${branch === undefined ? '' : `, branch ${branch}`}`))
  lines.push(...row('who', `${host}${session === '' ? '' : `, session ${session.slice(0, 40)}`}`))
  if (calls.some(({ fields }) => fields.some(({ cut }) => cut))) {
    lines.push(...row('warn', 'this is too long to be shown completely, so it can only be denied here', ink.bad))
  }
  if (claim !== undefined) lines.push(...row('claim', `the agent says, unchecked: ${claim}`, ink.quiet))
  if (!details) return lines
  lines.push('', ...row('rules', findings.map(({ rule }) => rule).join(', ')))
  for (const [at, text] of actions.entries()) lines.push(...row(at === 0 ? 'would' : '', text))
  lines.push(...row('policy', policy), ...row('question', id), ...row('later', `prudent allow ${id} lets calls like it pass from then on`))
  return lines
}

export const canBeAllowed = ({ calls }: Approval): boolean => calls.every(({ fields }) => fields.every(({ cut }) => !cut))

/** In a few words, for lists. */
export function shortly({ calls }: Approval, cells: number): string {
  const [call] = calls
  const text = call?.fields.find(({ name }) => MAIN.includes(name))?.text ?? call?.fields[0]?.text ?? ''
  return clipTo(visible(`${toolOf(call)}: ${text.slice(0, cells * 2)}`), cells)
}

const MAIN = ['command', 'cmd', 'script', 'file_path', 'path', 'url', 'query']

const toolOf = (call: AskedCall | undefined): string =>
  call === undefined ? '?' : call.tool.server === null ? call.tool.name : `${call.tool.server}/${call.tool.name}`

/** Every character of the call, behind a bar that it cannot leave. */
function callLines(call: AskedCall, columns: number, ink: Ink): string[] {
  const out = [ink.strong(clipTo(visible(toolOf(call)), columns))]
  for (const { name, text, cut } of call.fields) {
    const isMain = MAIN.includes(name) && call.fields.length === 1
    if (!isMain) out.push(`${ink.quiet('│')} ${ink.quiet(clipTo(`${visible(name)}:`, columns - 2))}`)
    const body = cut && text === '' ? [ink.bad('(not shown)')] : visibleLines(text).flatMap((line) => fold(line, columns - (isMain ? 2 : 4)))
    for (const line of body) out.push(`${ink.quiet('│')} ${isMain ? '' : '  '}${line}`)
  }
  return out
}

const risk = (severity: Severity, ink: Ink): ((text: string) => string) => (severity === 'critical' || severity === 'high' ? ink.bad : ink.strong)

/** Text to the left and to the right of a line. */
export function both(left: string, right: string, columns: number): string {
  const kept = clipTo(left, Math.max(columns - (right === '' ? 0 : widthOf(right) + 2), 0))
  return clipTo(`${kept}${' '.repeat(Math.max(columns - widthOf(kept) - widthOf(right), 0))}${right}`, columns)
}
