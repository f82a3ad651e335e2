// Is what runs now, or what is built now, part of what this very call has fetched and unpacked? Nobody has looked at it yet.
import type { RunAction } from '../model.ts'
import { locate } from '../disk/paths.ts'
import { afford } from '../log/process.ts'
import type { Trace } from '../log/trace.ts'
import { hasTrait } from '../meaning/traits.ts'
import { isRooted, isWithin } from '../text/path.ts'
import { knownStart } from '../value/fields.ts'
import { act } from './act.ts'
import type { Line } from './shell.ts'

const ACTIONS_A_STEP = 256
const MOST_BEHIND = 64

/** Machines of one's own, where one's code and everybody's packages are kept: fetching from there is every day's work. */
const USUAL: ReadonlySet<string> = new Set(['loopback', 'private', 'code-forge', 'package-registry', 'bucket'])

/** The connection that an unpacked archive or a checkout came over, by way of the files between; null where it was here before. */
function connectionBehind({ actions }: Trace, by: number): number | null {
  const seen = new Set<number>([by])
  for (const id of seen) {
    if (seen.size > MOST_BEHIND) return null
    const action = actions[id]
    if (action === undefined) continue
    if (action.does === 'connect') {
      if (!action.places.some((place) => USUAL.has(place))) return id
      continue
    }
    for (const before of action.takes) seen.add(before)
    if (id === by) for (const one of actions) if (one.by === by && (one.does === 'read' || one.does === 'connect')) seen.add(one.id)
  }
  return null
}

const PACKED = /(?:\.[a-z][a-z0-9]{0,4}){1,3}$/i
const stemOf = (text: string): string => {
  const parts = (text.split(/[?#]/, 1)[0] ?? '').split(/[/\\]/)
  return (parts.findLast((part) => part !== '') ?? '').replace(PACKED, '').toLowerCase()
}

/** The names under which what came may lie: those of the archive, the repository and the folder that was named. */
function* stemsOf({ actions }: Trace, by: number, connection: number): Generator<string> {
  for (const action of actions)
    if (action.id === connection || action.by === by || action.id === by)
      for (const text of action.does === 'connect'
        ? [knownStart(action.url)]
        : action.does === 'run'
          ? action.operands.map(knownStart)
          : 'path' in action
            ? [knownStart(action.path)]
            : [])
        yield stemOf(text)
}

const isNamedAfter = (part: string, stem: string): boolean =>
  part === stem || (stem.length > 1 && part.startsWith(`${stem}-`)) || (part.length > 1 && stem.startsWith(`${part}-`))

/** Whether a path is of what came with it, by the folder that it was put into or by the name of one in it. */
function isOf({ scene }: Trace, path: string, folder: string | null, stems: ReadonlySet<string>): boolean {
  if (folder !== null && !isWithin(scene.project, folder) && folder !== scene.cwd && isWithin(path, folder)) return true
  const base = [scene.cwd, scene.project].find((one) => isWithin(path, one))
  const below = base === undefined ? path : path.slice(base.length)
  return below
    .toLowerCase()
    .split('/')
    .some((part) => part !== '' && [...stems].some((stem) => stem !== '' && isNamedAfter(part, stem)))
}

/** Programs that run what lies in the folder they stand in. */
const BUILDERS = ['builds', 'runs-project-file', 'package-manager', 'project-script'] as const

interface Fetched {
  readonly connection: number
  readonly stems: ReadonlySet<string>
}
/** Asked again for everything that runs afterwards. */
const known = new WeakMap<Trace, Map<number, Fetched | null>>()
function fetchedBy(trace: Trace, by: number): Fetched | null {
  let all = known.get(trace)
  if (all === undefined) known.set(trace, (all = new Map()))
  let found = all.get(by)
  if (found === undefined) {
    const connection = connectionBehind(trace, by)
    all.set(by, (found = connection === null ? null : { connection, stems: new Set(stemsOf(trace, by, connection)) }))
  }
  return found
}

/** Said as what it is: code that came over the network is run. */
export function noteFetched(line: Line, id: number): void {
  const { shell, command } = line
  const { trace } = shell
  const run = trace.actions[id]
  if (run?.does !== 'run') return
  const { arrivals } = trace.notes
  if (shell.at !== 'here' || shell.later || run.dry || !afford(shell, trace.actions.length / ACTIONS_A_STEP)) return
  const places = ranPaths(line, run)
  if (places.length === 0) return
  for (const { by, folder } of arrivals) {
    if (by >= run.id) continue
    const from = fetchedBy(trace, by)
    if (from === null || !places.some((path) => isOf(trace, path, folder, from.stems))) continue
    act({ do: 'execute', language: 'script', text: null, origin: 'file', decoded: false, takes: [from.connection] }, shell, command.span)
    return
  }
}

/** The files and folders whose code the run starts. */
function ranPaths(line: Line, run: RunAction): readonly string[] {
  const { shell, command, parsed } = line
  const { meaning } = shell.trace.books
  const [head] = command.words
  const itself = head !== undefined && knownStart(head).includes('/') ? [head] : []
  const builds = parsed.chain.some(({ loads }) => loads !== undefined) || BUILDERS.some((trait) => hasTrait(meaning, run.program, trait))
  const starts = parsed.node.runs.some(({ kind }) => kind === 'script')
  const words = builds ? parsed.operands : starts ? parsed.operands.slice(parsed.depth, parsed.depth + 1) : []
  const folders = builds ? [shell.cwd] : []
  return [...itself, ...words, ...folders].flatMap((word) => {
    const { resolved } = locate(shell, word)
    return resolved === null || !isRooted(resolved) ? [] : [resolved]
  })
}
