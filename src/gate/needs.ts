// What must be looked at for a call, and what is known once it was?
import type { Action, Decision, Facts, Need, Reading } from '../core/model.ts'

/** Worktrees of the same repository are the same work. */
export const leavesProject = ({ actions }: Reading): boolean =>
  actions.some(
    (action) => (action.does === 'read' || action.does === 'write' || action.does === 'delete') && action.at === 'here' && action.places.includes('outside'),
  )

/** What the call itself brings, and may take away. */
export const isBrought = (need: Need): boolean => need.kind === 'missing' && need.brought === true

/** Which scripts a pattern stands for, and what code takes in of its own project: behind them there is more to look at. */
export const leadsOn = (need: Need): boolean => need.kind === 'names' || need.kind === 'matches' || (need.kind === 'file' && need.taken === true)

/** Where something goes is told to the person who is asked: reading again would be none the wiser. */
export const isDestination = (need: Need): boolean => need.kind === 'destination'

/** Branch and environment only ever raise a finding. */
export function contextNeeds(reading: Reading): readonly Need[] {
  const programs = new Set(reading.actions.flatMap((action) => (action.does === 'run' ? [action.program] : [])))
  return [{ kind: 'branch' }, { kind: 'environment', programs: [...programs] }]
}

const MOST_EXTENTS = 4

/** How much would be deleted: for the person who is asked. */
export function extentNeeds(reading: Reading, decision: Decision): readonly Need[] {
  const paths = decision.findings.flatMap((finding) => deletedBy(finding.action === null ? undefined : reading.actions[finding.action]))
  return [...new Set(paths)].slice(0, MOST_EXTENTS).map((path) => ({ kind: 'extent', path }))
}

const deletedBy = (action: Action | undefined): readonly string[] =>
  action?.does === 'delete' &&
  action.at === 'here' &&
  action.recursive &&
  action.resolved !== null &&
  action.resolved.startsWith('/') &&
  !action.resolved.includes('\0')
    ? [action.resolved]
    : []

/** Each is looked at once. */
export const keyOf = (need: Need): string =>
  'path' in need
    ? `${need.kind} ${need.path}${need.kind === 'destination' ? ` ${need.run}` : ''}`
    : 'name' in need
      ? `${need.kind} ${need.name}`
      : 'names' in need
        ? `${need.kind} ${need.names.join(' ')}`
        : need.kind

/** Whether reading the call again could say something else. */
export const isNews = ({
  files = {},
  unread = {},
  names = {},
  matches = {},
  links = {},
  shared = [],
  missing = [],
  unchanged = [],
  whole = [],
  barred = [],
  extents = {},
  unset = [],
  branch,
  environment,
}: Facts): boolean =>
  Object.values(files).some((text) => text !== null) ||
  Object.keys(unread).length > 0 ||
  Object.values(names).some(({ paths }) => paths.length > 0) ||
  Object.keys(matches).length > 0 ||
  Object.keys(links).length > 0 ||
  Object.keys(extents).length > 0 ||
  shared.length > 0 ||
  unset.length > 0 ||
  missing.length > 0 ||
  unchanged.length > 0 ||
  whole.length > 0 ||
  barred.length > 0 ||
  branch !== undefined ||
  environment !== undefined

export const merged = (a: Facts, b: Facts): Facts => ({
  ...a,
  ...b,
  files: { ...a.files, ...b.files },
  unread: { ...a.unread, ...b.unread },
  names: { ...a.names, ...b.names },
  matches: { ...a.matches, ...b.matches },
  links: { ...a.links, ...b.links },
  extents: { ...a.extents, ...b.extents },
  ...(a.destinations === undefined && b.destinations === undefined ? {} : { destinations: [...(a.destinations ?? []), ...(b.destinations ?? [])] }),
  shared: [...(a.shared ?? []), ...(b.shared ?? [])],
  settled: [...(a.settled ?? []), ...(b.settled ?? [])],
  missing: [...(a.missing ?? []), ...(b.missing ?? [])],
  unchanged: [...(a.unchanged ?? []), ...(b.unchanged ?? [])],
  whole: [...(a.whole ?? []), ...(b.whole ?? [])],
  barred: [...(a.barred ?? []), ...(b.barred ?? [])],
  unset: [...(a.unset ?? []), ...(b.unset ?? [])],
})

/** On the clock of whoever works here. */
export function minuteOf(now: string | undefined): number {
  const given = now === undefined ? Number.NaN : Date.parse(now)
  const at = Number.isNaN(given) ? new Date() : new Date(given)
  return at.getHours() * 60 + at.getMinutes()
}
