// What is true out there? The second verb: answers exactly what was asked, within limits, and never runs a program.
import { createHash } from 'node:crypto'
import { isWithin, normalise } from '../core/text/path.ts'
import type { Destination, Extent, Facts, Matches, Names, Need, Scene, UnreadFile } from '../core/model.ts'
import { isAsking } from './asking.ts'
import { committedIn } from './committed.ts'
import { destinationOf } from './destination.ts'
import { environmentOf } from './environment.ts'
import type { Variables } from './environment.ts'
import { extentOf } from './extent.ts'
import { isCommitted, isMissing } from './intact.ts'
import { LIMITS } from './limits.ts'
import type { Limits } from './limits.ts'
import { isLoggedOut } from './login.ts'
import { matchesOf } from './matches.ts'
import { freshLike, namesLike } from './names.ts'
import { isLink, realPath } from './real-path.ts'
import { branchOf, defaultBranchOf, findRepository } from './repository.ts'
import { readScript } from './script-file.ts'

/** What a decision rests on besides the call: if one of these differs, it is another call. */
export interface Seen {
  readonly path: string
  /** `sha256:…` of a file that was read, `link:…` for where a path leads, `none` for what could not be read, `names:…` and `matches:…` for what a pattern stands for, `missing`, `unchanged`, `whole` or `barred` for what was found out. */
  readonly as: string
}

export interface Observation {
  readonly facts: Facts
  readonly seen: readonly Seen[]
  /** What is left of the limits. */
  readonly left: Limits
}

interface Gathered {
  readonly files: Record<string, string | null>
  readonly unread: Record<string, UnreadFile>
  readonly names: Record<string, Names>
  readonly matches: Record<string, Matches>
  readonly links: Record<string, string>
  readonly shared: string[]
  settled: readonly string[]
  readonly missing: string[]
  readonly unchanged: string[]
  readonly whole: string[]
  readonly barred: string[]
  readonly extents: Record<string, Extent>
  readonly destinations: Destination[]
  unset: readonly string[]
  readonly seen: Seen[]
  asking?: true
  branch?: string
  defaultBranch?: string
  environment?: NonNullable<Facts['environment']>
}

/** Never throws. What is over a limit stays unknown, and of a file that may be run it is said so. */
export function observe(needs: readonly Need[], scene: Scene, limits: Limits = LIMITS, variables: Variables = process.env): Observation {
  const started = performance.now()
  const until = started + limits.millis
  const out: Gathered = {
    files: {},
    unread: {},
    names: {},
    matches: {},
    links: {},
    shared: [],
    settled: [],
    missing: [],
    unchanged: [],
    whole: [],
    barred: [],
    extents: {},
    destinations: [],
    unset: [],
    seen: [],
  }
  let { files, bytes, paths } = limits
  let back: ReturnType<typeof wayBack> | undefined
  const homeward = (): ReturnType<typeof wayBack> => (back ??= wayBack(scene))
  const contents = new Map<string, Buffer>()
  let late = MOST_LATE
  let latePaths = MOST_LATE_PATHS
  // What is found there only ever excuses: nothing need be said where it is not looked for.
  let excuses = limits.paths
  for (const need of needs) {
    const isLate = performance.now() > until
    const isLed = need.kind === 'path' || need.kind === 'link'
    if (isLate && isLed && latePaths-- <= 0) paths = 0
    if (isLate && !isLed && need.kind !== 'missing' && need.kind !== 'destination' && (need.kind !== 'file' || late <= 0)) {
      if (need.kind === 'file') out.unread[need.path] = TOO_MUCH
      continue
    }
    switch (need.kind) {
      case 'file':
        if (Object.hasOwn(out.files, need.path) || (need.loose === true && isInstalled(need.path))) break
        if (files <= 0) {
          if (realPath(need.path)?.stats?.isFile() === true) out.unread[need.path] = TOO_MUCH
          break
        }
        bytes -= readInto(out, contents, need.path, Math.min(limits.fileBytes, bytes))
        // Looking where nothing is costs next to nothing: what code takes in may go by several names.
        if (out.files[need.path] !== null || Object.hasOwn(out.unread, need.path)) {
          files--
          if (isLate) late--
        }
        break
      case 'path':
        if (paths-- > 0) followInto(out, need.path, homeward())
        break
      case 'link':
        if (paths-- > 0) {
          const link = isLink(need.path) ? need.path : linkAbove(need.path, scene.project)
          if (link !== null) followInto(out, link, homeward())
        }
        break
      case 'names':
        if (paths-- > 0) namesInto(out, need, limits, until)
        break
      case 'matches':
        if (paths-- > 0) matchesInto(out, need.path, scene, limits, until)
        break
      case 'missing':
        if ((need.decides === true ? paths-- : excuses--) > 0 && isMissing(need.path, scene.cwd)) note(out, need)
        break
      case 'unchanged':
      case 'whole':
        if (excuses-- > 0 && isCommitted(need.path, need.kind === 'whole', limits, Math.min(until, performance.now() + limits.extentMillis))) note(out, need)
        break
      case 'barred':
        if (excuses-- > 0 && isLoggedOut(need.path, scene, variables)) note(out, need)
        break
      case 'extent': {
        const extent = extentOf(need.path, { ...limits, extentMillis: Math.min(limits.extentMillis, Math.max(1, until - performance.now())) })
        if (extent !== null) out.extents[need.path] = extent
        break
      }
      case 'destination': {
        const found = destinationOf(need, scene, variables)
        if (found !== null) out.destinations.push({ run: need.run, to: need.to, ...found })
        break
      }
      case 'branch':
        branchInto(out, scene)
        break
      case 'environment': {
        const environment = environmentOf(scene, need.programs, variables)
        if (environment !== null) out.environment = environment
        break
      }
      case 'variables':
        out.unset = [...out.unset, ...need.names.filter((name) => (variables[name] ?? '') === '')]
        break
      case 'asking':
        if (isAsking(need.path)) out.asking = true
        break
      case 'host': // The network is asked elsewhere, if at all: see net/hosts.ts.
    }
  }
  const repository = contents.size === 0 ? null : findRepository(scene.project)
  if (repository !== null) {
    const inside = new Map([...contents].filter(([path]) => isWithin(path, repository.root)))
    out.settled = committedIn(repository, inside, Math.max(until, performance.now() + GRACE))
  }
  const { seen, destinations, ...facts } = out
  return {
    facts: destinations.length === 0 ? facts : { ...facts, destinations },
    seen,
    left: { ...limits, files, bytes, paths, millis: Math.max(0, until - performance.now()) },
  }
}

/** Comparing takes about a millisecond; on a busy machine the time for reading may just be over. */
/** A verdict may rest on it: if it differs later, it is another call. */
function note(out: Gathered, { kind, path }: Need & { readonly kind: 'missing' | 'unchanged' | 'whole' | 'barred' }): void {
  out[kind].push(path)
  out.seen.push({ path, as: kind })
}

const GRACE = 20
/** A busy machine may have taken all the time before anything was read: some files are read all the same, and some links followed, which is soon done. */
const MOST_LATE = 3
const MOST_LATE_PATHS = 64
const TOO_MUCH: UnreadFile = { because: 'too-much', detail: 'one file more than one call may have looked at', head: '' }

/** The folder on the way that is a link out of the project; those within are many and ordinary. */
function linkAbove(path: string, project: string): string | null {
  if (!isWithin(path, project) || path === project) return null
  for (let end = path.indexOf('/', project.length + 1); end > 0; end = path.indexOf('/', end + 1)) {
    const folder = path.slice(0, end)
    if (isLink(folder)) return isWithin(realPath(folder)?.path ?? project, realPath(project)?.path ?? project) ? null : folder
  }
  return null
}

/** Whether it is a link to a file of a package, as package managers make them. */
function isInstalled(path: string): boolean {
  const real = realPath(path)?.path
  return real !== undefined && real !== path && /\/node_modules\/(?!\.bin\/)/.test(real)
}

/** How many bytes were read as text. */
function readInto(out: Gathered, contents: Map<string, Buffer>, path: string, most: number): number {
  const { text, unread, bytes, seen } = readScript(path, most)
  out.files[path] = text
  if (unread !== null) out.unread[path] = unread
  if (bytes !== null) contents.set(path, bytes)
  out.seen.push({ path, as: seen })
  return unread === null ? (bytes?.length ?? 0) : 0
}

/** Which files there are is part of what is judged: one more makes it another call. */
function namesInto(out: Gathered, { path: pattern, fresh }: { readonly path: string; readonly fresh?: true }, limits: Limits, until: number): void {
  const names = fresh === true ? freshLike(pattern, limits, until) : namesLike(pattern, limits, until)
  out.names[pattern] = names
  out.seen.push({ path: pattern, as: `names:${createHash('sha256').update(names.paths.join('\0')).digest('hex')}` })
}

function matchesInto(out: Gathered, pattern: string, { cwd, project }: Scene, limits: Limits, until: number): void {
  const matches = matchesOf(pattern, cwd, project, limits, until)
  if (matches === null) return
  out.matches[pattern] = matches
  out.seen.push({ path: pattern, as: `matches:${createHash('sha256').update(JSON.stringify(matches)).digest('hex')}` })
}

/** A path that goes in circles leads nowhere; nothing is said about it, and no program can open it. */
function followInto(out: Gathered, path: string, homeward: (path: string) => string): void {
  const real = realPath(path)
  if (real === null) return
  const target = homeward(real.path)
  const plain = normalise(path, '/')
  if (target !== plain) {
    out.links[path] = target
    out.seen.push({ path, as: `link:${target}` })
  }
  if (real.stats?.isFile() === true && real.stats.nlink > 1) out.shared.push(plain)
}

/** A project that is itself reached through a link keeps the name it is known by. */
function wayBack({ project, home }: Scene): (path: string) => string {
  const known = [project, home].flatMap((folder) => {
    const real = folder.length > 1 ? realPath(folder)?.path : undefined
    return real === undefined || real === folder || real === '/' ? [] : [{ folder, real }]
  })
  return (path) => {
    const found = known.find(({ real }) => isWithin(path, real))
    return found === undefined ? path : found.folder + path.slice(found.real.length)
  }
}

function branchInto(out: Gathered, scene: Scene): void {
  const repository = findRepository(scene.cwd)
  if (repository === null) return
  const branch = branchOf(repository)
  const defaultBranch = defaultBranchOf(repository)
  if (branch !== null) out.branch = branch
  if (defaultBranch !== null) out.defaultBranch = defaultBranch
}
