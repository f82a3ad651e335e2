// What lies where a pattern leads, of whatever kind, and which of it through links? Walked within limits; nothing is opened but folders.
import { lstatSync } from 'node:fs'
import type { Matches } from '../core/model.ts'
import { compileGlob } from '../core/text/glob.ts'
import { isWithin } from '../core/text/path.ts'
import { componentsOf, DEEPEST, eachIn, isNowhere, isNew, MOST_COMPONENTS, MOST_FOUND, newWalk, unescaped } from './folders.ts'
import type { Step, Walk } from './folders.ts'
import type { Limits } from './limits.ts'
import { isKernels, join, realPath, startOf } from './real-path.ts'

const MOST_PATHS = 24

interface Matching extends Walk {
  readonly paths: string[]
  readonly linked: Set<string>
}

/**
 * More rather than less: hidden names count, letters match in either case, what is below a link is taken to be there.
 * Links that lead out of the project come first. Null where the working folder is not there: the command runs on another machine. Never throws.
 */
export function matchesOf(pattern: string, cwd: string, project: string, limits: Limits, until: number): Matches | null {
  const start = startOf(pattern)
  if (start === null || realPath(cwd)?.stats?.isDirectory() !== true) return null
  const components = componentsOf(start.rest)
  if (components.length > MOST_COMPONENTS) return { paths: [], linked: [], more: 'unknown' }
  const walk: Matching = { ...newWalk(limits, until), paths: [], linked: new Set() }
  visit(walk, start.root, components, false, 0)
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

function visit(walk: Matching, folder: string, components: readonly string[], wild: boolean, depth: number, below = false): void {
  const [component, ...rest] = components
  if (component === undefined || walk.cut) return
  if (depth > DEEPEST || isKernels(folder)) {
    walk.partial = true
    return
  }
  if (!isNew(walk, `${components.length} ${below ? 1 : 0} ${folder}`)) return
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
function enter(walk: Matching, folder: string, name: string, rest: readonly string[], wild: boolean, depth: number): void {
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

/** The path up to its first wildcard's folder, as it is on disk. */
function literalStart(pattern: string): string {
  const components = pattern.split('/')
  const wild = components.findIndex((component) => typeof stepOf(component) !== 'string')
  return (wild < 0 ? components : components.slice(0, wild)).map(stepOf).join('/')
}

function stepOf(component: string): Step {
  if (component === '**') return null
  if (!/(?<!\\)[*?[(]/.test(component)) return unescaped(component)
  // Classes and alternatives that only some shells know.
  if (/(?<!\\)\(|\[[:.=]/.test(component)) return () => true
  const exact = compileGlob(component)
  const folded = compileGlob(component, { ignoreCase: true })
  return (name) => exact(name) || folded(name)
}
