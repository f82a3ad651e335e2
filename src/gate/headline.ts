// Says in one line what a call would do (verb, resolved target, how much of it, whether git has it), and in another why it asks. From what was read of the call, never from the agent's words.
import { showWord } from '../core/log/render.ts'
import { destinationOf } from './destination.ts'
import type { Action, Approval, Decision, Extent, Facts, Finding, PathAction, QueryAction, Reading, RunAction, Severity, ToolCall } from '../core/model.ts'

export interface Read {
  readonly call: ToolCall
  readonly decision: Decision
  readonly reading: Reading
  readonly facts: Facts
}

const RANK: Readonly<Record<Severity, number>> = { low: 0, medium: 1, high: 2, critical: 3 }
const MOST_NAMED = 3
const LONGEST_COMMAND = 160
const LONGEST = 400

/** Asking findings, worst first: the order in which everything on the card is said. */
const worstFirst = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ verdict }) => verdict !== 'allow').toSorted((a, b) => RANK[b.severity] - RANK[a.severity])

/** What would happen. */
export function effectOf(about: readonly Read[]): string {
  const asked = about.filter(({ decision }) => decision.verdict !== 'allow')
  const [first] = asked.toSorted((a, b) => worst(b) - worst(a))
  if (first === undefined) return ''
  const more = asked.length > 1 ? `, and ${asked.length - 1} more ${asked.length === 2 ? 'call' : 'calls'}` : ''
  return `${effect(first)}${more}`
}
const worst = ({ decision }: Read): number => RANK[worstFirst(decision.findings)[0]?.severity ?? 'low']

function effect(read: Read): string {
  const { call, decision, reading, facts } = read
  const findings = worstFirst(decision.findings)
  const [finding] = findings
  const found = findings.flatMap(({ action }) => (action === null ? [] : (reading.actions[action] ?? [])))
  const [action] = found
  const title = capital(finding?.title ?? `calls ${toolOf(call)}`)
  switch (action?.does) {
    case 'delete':
      return deletion(withOthers(found, reading.actions, 'delete'), facts)
    case 'write':
    case 'read':
      return capital(pathEffect(withOthers(found, [], action.does), facts))
    case 'connect': {
      const sent = sourcesOf(action, reading.actions)
      return `${action.sends ? `Sends ${sent.length === 0 ? 'data' : named(sent)} to` : 'Connects to'} ${showWord(action.url)}`
    }
    case 'query':
      return capital(named(found.flatMap((one) => (one.does === 'query' ? [queryEffect(one)] : []))))
    case 'call':
      return `${title}: ${toolOf(call)}${argumentsIn(call)}`
    case 'run':
      return `${title}: ${commandOf(action)}${destinationOf(read, action)}`
    case 'change':
    case 'signal':
      return `${action.target === null ? title : `${title}: ${showWord(action.target)}`}${destinationOf(read, action)}`
    default:
      return call.tool.server === null ? title : `${title}: ${toolOf(call)}`
  }
}

const toolOf = ({ tool: { server, name } }: ToolCall): string => (server === null ? name : `${server}/${name}`)
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
const named = (texts: readonly string[]): string => {
  const each = [...new Set(texts)]
  const shown = each.slice(0, MOST_NAMED)
  return each.length > MOST_NAMED
    ? `${shown.join(', ')} and ${each.length - MOST_NAMED} more`
    : [shown.slice(0, -1).join(', '), ...shown.slice(-1)].filter(Boolean).join(' and ')
}
const pathOf = ({ path, resolved }: PathAction): string => (resolved === null || resolved.includes('\0') ? showWord(path) : resolved)

/** Nobody misses what is made again, or is not there. */
const SPARED: readonly string[] = ['regenerable', 'scratch', 'nothing-there']
/** What rules object to, then the rest of its kind. */
function withOthers(found: readonly Action[], all: readonly Action[], does: PathAction['does']): readonly PathAction[] {
  const others = all.filter((action) => action.later !== true && 'places' in action && !action.places.some((place) => SPARED.includes(place)))
  const paths = [...found, ...others].filter((action): action is PathAction => action.does === does)
  return [...new Map(paths.map((action) => [pathOf(action), action])).values()]
}

function deletion(deleted: readonly PathAction[], { extents = {} }: Facts): string {
  const counted = deleted.flatMap(({ resolved }) => (resolved !== null && Object.hasOwn(extents, resolved) ? [extents[resolved] as Extent] : []))
  const where = named(deleted.map(pathOf))
  const away = deleted.some(({ places }) => places.includes('outside')) ? ', outside the project' : ''
  if (counted.length === 0) return `Deletes ${where}${away}`
  return `Deletes ${counted.length < deleted.length ? 'at least ' : ''}${amountOf(counted)} in ${where}${away}: ${inGit(counted)}`
}

const sum = (counted: readonly Extent[], of: (extent: Extent) => number | null): number => counted.reduce((total, extent) => total + (of(extent) ?? 0), 0)

/** `more than 1,284 files (312 MB)` */
export function amountOf(counted: readonly Extent[]): string {
  const files = sum(counted, (extent) => extent.files)
  const bytes = sum(counted, (extent) => extent.bytes)
  const size = bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : bytes >= 1e6 ? `${Math.round(bytes / 1e6)} MB` : `${Math.ceil(bytes / 1000)} KB`
  return `${counted.some(({ capped }) => capped) ? 'more than ' : ''}${files.toLocaleString('en-US')} ${files === 1 ? 'file' : 'files'} (${size})`
}

/** How much of it could be had again. */
export function inGit(counted: readonly Extent[]): string {
  const changed = sum(counted, (extent) => extent.changed)
  const outside = sum(counted, (extent) => (extent.tracked === null ? extent.files : 0))
  const untracked = sum(counted, (extent) => extent.untracked) + outside
  if (changed + untracked === 0) return 'all of it in git'
  if (changed === 0 && untracked >= sum(counted, (extent) => extent.files)) return 'none of it in git'
  const parts = [
    ...(changed > 0 ? [`${changed.toLocaleString('en-US')} changed since the last commit`] : []),
    ...(untracked > 0 ? [`${untracked.toLocaleString('en-US')} not in git`] : []),
  ]
  return parts.join(', ')
}

const WRITES: Readonly<Partial<Record<PathAction['how'], string>>> = {
  append: 'appends to',
  edit: 'edits',
  move: 'moves a file to',
  copy: 'copies to',
  link: 'links',
  truncate: 'empties or replaces',
}
function pathEffect(actions: readonly PathAction[], { files = {}, missing = [] }: Facts): string {
  const [first] = actions
  if (first === undefined) return ''
  const path = first.resolved ?? ''
  const isThere = typeof (Object.hasOwn(files, path) ? files[path] : null) === 'string'
  const verb =
    first.does === 'read'
      ? 'reads'
      : first.how === 'edit' || first.how === 'append'
        ? WRITES[first.how]
        : isThere
          ? 'replaces'
          : missing.includes(path)
            ? 'creates'
            : (WRITES[first.how] ?? 'writes')
  return `${verb} ${named(actions.map(pathOf))}${first.places.includes('outside') ? ', outside the project' : ''}`
}

/** Which files' data it takes along, however many programs lie between. */
function sourcesOf(action: Action, all: readonly Action[]): readonly string[] {
  const seen = new Set<number>()
  const waiting = [...action.takes]
  const found: string[] = []
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const one = seen.has(id) ? undefined : all[id]
    seen.add(id)
    if (one?.does === 'read') found.push(pathOf(one))
    if (one !== undefined) waiting.push(...one.takes)
  }
  return found
}

const QUERIES: Readonly<Record<string, string>> = {
  'replace-table': 'replaces',
  truncate: 'empties',
  'delete-all': 'deletes all rows of',
  'delete-some': 'deletes rows of',
  'update-all': 'changes all rows of',
  'update-some': 'changes rows of',
  insert: 'adds rows to',
  create: 'creates',
  alter: 'alters',
  grant: 'changes who may do what:',
  flush: 'empties the store',
  shutdown: 'stops the server',
  setting: 'changes a setting of the server',
  shell: 'runs on the server:',
  'read-file': 'reads',
  'write-file': 'writes',
  'run-file': 'runs the queries in',
  'copy-out': 'copies rows out of',
  kill: 'ends a session',
}
function queryEffect({ class: kind, target, host }: QueryAction): string {
  const drop = /^drop-(\w+)$/.exec(kind)?.[1]
  const verb = drop === undefined ? (Object.hasOwn(QUERIES, kind) ? QUERIES[kind] : 'queries') : drop === 'other' ? 'drops' : `drops ${drop}`
  return `${verb ?? ''}${target === null ? '' : ` ${target}`}${host === null ? '' : ` on ${host}`}`
}

/** As it would run: without what it is wrapped in, its variables filled in. */
function commandOf({ program, options, operands }: RunAction): string {
  const words = [program, ...operands.map(showWord), ...options.map(({ name, value }) => (value === true ? name : `${name} ${showWord(value)}`))].join(' ')
  return words.length > LONGEST_COMMAND ? `${words.slice(0, LONGEST_COMMAND)}…` : words
}

function argumentsIn({ input }: ToolCall): string {
  const shown = Object.entries(input).flatMap(([name, value]) =>
    (typeof value === 'string' && value.length <= 60) || typeof value === 'number' || typeof value === 'boolean' ? [`${name}: ${String(value)}`] : [],
  )
  return shown.length === 0 ? '' : ` (${shown.slice(0, MOST_NAMED).join(', ')})`
}

const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s*\n\s*/g, ' ')
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line
}

/** What would happen, in one line. */
export const headlineOf = ({ effect: said, findings, calls }: Approval): string =>
  oneLine(
    said ?? capital(findings[0]?.title ?? `calls ${calls.map(({ tool }) => (tool.server === null ? tool.name : `${tool.server}/${tool.name}`)).join(', ')}`),
  )

/** Which rule asks, why, and how sure it is: what the headline has said already is not repeated. */
export function whyOf(card: Approval): string {
  const { findings } = card
  const [first] = findings
  if (first === undefined) return 'it could not be judged'
  const sure = first.confidence === undefined ? '' : `, ${first.confidence} % sure`
  const isSaid = headlineOf(card).toLowerCase().startsWith(first.title.toLowerCase())
  return oneLine(
    `${isSaid ? plain(first.why ?? first.title) : first.title} (${first.rule}${sure})${findings.length > 1 ? ` and ${findings.length - 1} more` : ''}`,
  )
}
const plain = (sentence: string): string => sentence.replace(/\.$/, '')
