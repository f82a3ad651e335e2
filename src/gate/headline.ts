// What would happen, in one line with the verb first, and what is the one reason to ask? From the card's own lines, never from the agent's words.
import type { Approval } from '../core/model.ts'

/** What each kind of line begins with, worst first: what cannot be undone is said before what can. */
const VERBS: readonly (readonly [does: string, verb: string])[] = [
  ['delete', 'Delete'],
  ['query', 'Query'],
  ['change', 'Change'],
  ['write', 'Write'],
  ['signal', 'Signal'],
  ['execute', 'Execute'],
  ['connect', 'Connect to'],
  ['read', 'Read'],
  ['call', 'Call'],
  ['run', 'Run'],
  ['unknown', 'Do something that could not be read:'],
]
/** How titles of rules begin, and which kind of line they speak of. */
const SPOKEN: Readonly<Record<string, string>> = {
  deletes: 'delete',
  removes: 'delete',
  drops: 'query',
  reads: 'read',
  sends: 'connect',
  uploads: 'connect',
  downloads: 'connect',
  writes: 'write',
  signals: 'signal',
  ends: 'signal',
  runs: 'execute',
}
/** A command so long is no line. */
const LONGEST_COMMAND = 160
const LONGEST = 400

export function headlineOf(card: Approval): string {
  const [does, verb] = kindOf(card)
  const lines = card.actions.map((line) => line.trim()).filter((line) => line.startsWith(`${does} `))
  const command = does === 'run' ? commandIn(card) : null
  const first = command ?? lines[0]?.slice(does.length + 1) ?? ''
  const more = command === null && lines.length > 1 ? ` and ${lines.length - 1} more` : ''
  const said = first === '' ? `Call ${card.calls.map(({ tool }) => (tool.server === null ? tool.name : `${tool.server}/${tool.name}`)).join(', ')}` : null
  const amount = does === 'delete' ? amountIn(card.reach) : ''
  const sent = does === 'connect' ? /^(.*) sends((?: \(.*\))?)$/.exec(first) : null
  return cut(said ?? (sent === null ? `${verb} ${first}${more}${amount}` : `Send to ${sent[1]}${sent[2]}${more}`))
}

/** Which rule asks, why, and how sure it is: the worst first, as the card has them. */
export function whyOf({ findings }: Approval): string {
  const [first] = findings
  if (first === undefined) return 'it could not be judged'
  const sure = first.confidence === undefined ? '' : `, ${first.confidence} % sure`
  return cut(`${first.title} (${first.rule}${sure})${findings.length > 1 ? ` and ${findings.length - 1} more` : ''}`)
}

const cut = (text: string): string => {
  const line = text.replaceAll(/\s*\n\s*/g, ' ')
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

function kindOf({ actions, findings }: Approval): readonly [does: string, verb: string] {
  const there = VERBS.filter(([does]) => actions.some((line) => line.trim().startsWith(`${does} `)))
  const meant = SPOKEN[findings[0]?.title.split(' ', 1)[0] ?? '']
  return there.find(([does]) => does === meant) ?? there[0] ?? ['run', 'Run']
}

/** As it was written, where it is one line: with the options, which the card's lines leave out. */
function commandIn({ calls }: Approval): string | null {
  const [call, ...others] = calls
  const field = others.length === 0 ? call?.fields.find(({ name }) => name === 'command') : undefined
  return field === undefined || field.cut || field.text === '' || field.text.includes('\n') || field.text.length > LONGEST_COMMAND ? null : field.text
}

/** `deletes 1,284 files (312 MB, none of them in git) below /x`: the count, not the path again. */
const amountIn = (reach: readonly string[]): string => {
  const counted = reach.flatMap((line) => /^deletes (.*?\)) below /.exec(line)?.[1] ?? [])
  return counted.length === 0 ? '' : `: ${counted.join(', ')}`
}
