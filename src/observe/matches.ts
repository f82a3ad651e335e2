// What lies where a pattern leads, of whatever kind, and which of it through links? Walked within limits; nothing is opened but folders.
import { lstatSync, opendirSync } from 'node:fs'
import type { Matches } from '../core/model.ts'
import { compileGlob } from '../core/text/glob.ts'
import type { TextTest } from '../core/text/glob.ts'
import { isWithin } from '../core/text/path.ts'
import type { Limits } from './limits.ts'
import { isKernels, realPath } from './real-path.ts'

const MOST_PATHS = 24
const MOST_FOUND = 2_000
const DEEPEST = 20

/** One component of a pattern: a name, a test of names, or any depth. */
type Step = string | TextTest | null

interface Walk {
  readonly paths: string[]
  readonly linked: Set<string>
  left: number
  readonly until: number
  cut: boolean
  /** Something could not be seen: the walk goes on, but is not all there is. */
  partial: boolean
}

/**
 * More rather than less: hidden names count, letters match in either case, what is below a link is taken to be there.
 * Links that lead out of the project come first. Null where the working folder is not there: the command runs on another machine. Never throws.
 */
export function matchesOf(pattern: string, cwd: string, project: string, limits: Limits, until: number): Matches | null {
  if (realPath(cwd)?.stats?.isDirectory() !== true) return null
  const components = pattern.split('/').filter((component) => component !== '')
  const walk: Walk = {
    paths: [],
    linked: new Set(),
    left: limits.entries,
    until: Math.min(until, performance.now() + limits.extentMillis),
    cut: false,
    partial: false,
  }
  visit(walk, '/', components, false, 0)
  const away = (path: string): boolean => !isWithin(realPath(literalStart(path))?.path ?? '/', project)
  const linked = [...walk.linked]
  const out = linked.filter(away)
  const more = out.length > MOST_PATHS ? 'links' : walk.cut || walk.partial || walk.paths.length > MOST_PATHS ? 'unknown' : null
  return {
    paths: walk.paths.slice(0, MOST_PATHS),
    // Links within a project are many and ordinary.
    linked: [...out, ...linked.filter((path) => !out.includes(path))].slice(0, MOST_PATHS),
    ...(more === null ? {} : { more }),
  }
}

function visit(walk: Walk, folder: string, components: readonly string[], wild: boolean, depth: number, below = false): void {
  const [component, ...rest] = components
  if (component === undefined || walk.cut) return
  if (depth > DEEPEST || isKernels(folder)) {
    walk.partial = true
    return
  }
  const step = stepOf(component)
  if (typeof step === 'string') return enter(walk, folder, step, rest, wild, depth)
  const deep = step === null
  // Any depth is also none; where it is just one, as to most shells by default, links are followed.
  if (deep) visit(walk, folder, rest, true, depth)
  eachIn(walk, folder, (name, isFolder, isLink) => {
    if (!deep) {
      if (step(name)) enter(walk, folder, name, rest, true, depth)
    } else if ((isLink && !below) || rest.length === 0) enter(walk, folder, name, rest, true, depth)
    if (deep && isFolder) visit(walk, join(folder, name), components, true, depth + 1, true)
  })
}

/** `wild`: a wildcard stood before it or in it. */
function enter(walk: Walk, folder: string, name: string, rest: readonly string[], wild: boolean, depth: number): void {
  const path = join(folder, name)
  let stats
  try {
    stats = lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    walk.partial ||= !isNowhere(error)
    return
  }
  if (stats === undefined) return
  if (wild && stats.isSymbolicLink() && (rest.length === 0 || realPath(path)?.stats?.isFile() !== true))
    walk.linked.add([path.replaceAll(/[*?[\]{}\\]/g, '\\$&'), ...rest].join('/'))
  if (rest.length > 0) return visit(walk, path, rest, wild, depth + 1)
  if (walk.paths.length >= MOST_FOUND) walk.cut = true
  else walk.paths.push(path)
}

/** Nothing can lie there: no such name, no folder, links that go in circles. Whatever else is wrong, something may. */
const isNowhere = (error: unknown): boolean => ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(String((error as { code?: unknown }).code))

const join = (folder: string, name: string): string => (folder === '/' ? `/${name}` : `${folder}/${name}`)

/** The path up to its first wildcard's folder, as it is on disk. */
function literalStart(pattern: string): string {
  const components = pattern.split('/')
  const wild = components.findIndex((component) => typeof stepOf(component) !== 'string')
  return (wild < 0 ? components : components.slice(0, wild)).map(stepOf).join('/')
}

function stepOf(component: string): Step {
  if (component === '**') return null
  if (!/(?<!\\)[*?[(]/.test(component)) return component.replaceAll(/\\(.)/g, '$1')
  // Classes and alternatives that only some shells know.
  if (/(?<!\\)\(|\[[:.=]/.test(component)) return () => true
  const exact = compileGlob(component)
  const folded = compileGlob(component, { ignoreCase: true })
  return (name) => exact(name) || folded(name)
}

function eachIn(walk: Walk, folder: string, see: (name: string, isFolder: boolean, isLink: boolean) => void): void {
  let open
  try {
    open = opendirSync(folder)
  } catch (error) {
    walk.partial ||= !isNowhere(error)
    return
  }
  try {
    for (let entry = open.readSync(); entry !== null && !walk.cut; entry = open.readSync()) {
      if (--walk.left < 0 || ((walk.left & 63) === 0 && performance.now() > walk.until)) walk.cut = true
      else see(entry.name, entry.isDirectory(), entry.isSymbolicLink())
    }
  } catch {
    walk.partial = true
  } finally {
    open.closeSync()
  }
}
