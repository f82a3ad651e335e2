// Which files does a pattern stand for, as a shell or `find` would say? Walked within limits; nothing is opened but folders.
import type { Names } from '../core/model.ts'
import { compileGlob, expandBraces } from '../core/text/glob.ts'
import { headTreeOf } from './committed.ts'
import { componentsOf, DEEPEST, eachIn, isNew, MOST_COMPONENTS, MOST_FOUND, newWalk, unescaped } from './folders.ts'
import type { Step, Walk } from './folders.ts'
import { knownBelow } from './git-index.ts'
import type { Limits } from './limits.ts'
import { isKernels, join, realPath, startOf } from './real-path.ts'
import { findRepository } from './repository.ts'

/** Installed and kept by tools: thousands of files that nobody means. */
const NOT_ENTERED = new Set(['node_modules', '.git', '.hg', '.svn', 'site-packages', '.venv', '__pycache__'])
/** What each of them runs in turn is to be read too. */
const MOST_NAMED = 30

/** Not more than may be read, first of all those that git does not have as they are. Of the others it is said whether git has them all. Never throws. */
export function namesLike(pattern: string, limits: Limits, until: number): Names {
  const start = startOf(pattern)
  if (start === null) return { paths: [], more: 'unknown' }
  const components = componentsOf(start.rest)
  if (components.length > MOST_COMPONENTS) return { paths: [], more: 'unknown' }
  const steps = components.map(stepOf)
  const plain = steps.findIndex((step) => typeof step !== 'string')
  const root = start.root + (steps.slice(0, plain < 0 ? -1 : plain) as string[]).join('/')
  const walk: Naming = { ...newWalk(limits, until), hidden: steps.includes(null), found: new Set() }
  visit(walk, root, plain < 0 ? steps.slice(-1) : steps.slice(plain), components.slice(plain < 0 ? -1 : plain), 0)
  const paths = [...walk.found].toSorted()
  const most = Math.min(MOST_NAMED, limits.files)
  if (!walk.cut && paths.length <= most) return { paths }
  const isOld = committedBelow(root, until)
  const fresh = paths.filter((path) => !isOld(path))
  const old = fresh.length >= most ? [] : paths.filter((path) => !fresh.includes(path))
  return { paths: [...fresh, ...old].slice(0, most), more: walk.cut || fresh.length > most ? 'unknown' : 'committed' }
}

/** A tool takes in more of them at most with what they do later. */
const MOST_FRESH = 12

/** Those that HEAD does not hold as they are, the newest first, for what was just written counts most. `{…,…}` are alternatives. Never throws. */
export function freshLike(pattern: string, limits: Limits, until: number): Names {
  const walk: Naming = { ...newWalk(limits, until), hidden: true, found: new Set() }
  const roots = new Map<string, { readonly deep: string[]; readonly others: (readonly string[])[] }>()
  for (const one of expandBraces(pattern)) {
    const start = startOf(one)
    const components = start === null ? [] : componentsOf(start.rest)
    if (start === null || components.length > MOST_COMPONENTS) return { paths: [], more: 'unknown' }
    const plain = components.findIndex((component) => typeof stepOf(component) !== 'string')
    const above = components.slice(0, plain < 0 ? -1 : plain)
    const root = start.root + above.map(unescaped).join('/')
    const kept = roots.get(root) ?? { deep: [], others: [] }
    roots.set(root, kept)
    const rest = components.slice(above.length)
    // Names at any depth are looked for in one walk.
    if (rest.length === 2 && rest[0] === '**') kept.deep.push(rest[1]!)
    else kept.others.push(rest)
  }
  for (const [root, { deep, others }] of roots) {
    const tests = deep.map((name) => compileGlob(name))
    const ways: (readonly [readonly Step[], readonly string[]])[] = others.map((rest) => [rest.map(stepOf), rest])
    if (tests.length > 0)
      ways.push([
        [null, (name) => tests.some((test) => test(name))],
        ['**', '*'],
      ])
    for (const [steps, spelled] of ways) {
      walk.visited.clear()
      visit(walk, root, steps, spelled, 0)
    }
  }
  const most = Math.min(MOST_FRESH, limits.files)
  const end = pattern.search(/\/[^/]*[*?[{]/)
  const isOld = walk.found.size === 0 ? null : committedBelow(unescaped(pattern.slice(0, end < 0 ? pattern.lastIndexOf('/') : end)), until)
  const fresh = [...walk.found].filter((path) => isOld?.(path) === false)
  return { paths: byAge(fresh).slice(0, most), ...(walk.cut || fresh.length > most ? { more: 'unknown' as const } : {}) }
}

const byAge = (paths: readonly string[]): readonly string[] =>
  paths
    .map((path) => ({ path, at: realPath(path)?.stats?.mtimeMs ?? 0 }))
    .toSorted((one, other) => other.at - one.at || (one.path < other.path ? -1 : 1))
    .map(({ path }) => path)

/** Whether HEAD holds a file just as it is; false for all where that cannot be told. */
function committedBelow(root: string, until: number): (path: string) => boolean {
  const folder = realPath(root)?.path ?? root
  const repository = findRepository(folder)
  const known = repository === null ? null : knownBelow(repository, folder)
  if (repository === null || known === null || known.tree === null || headTreeOf(repository, until) !== known.tree) return () => false
  return (path) => {
    const real = realPath(path)
    return real?.stats != null && known.stateOf(real.path, real.stats) === 'same'
  }
}

interface Naming extends Walk {
  /** `find` names hidden files too, a shell only where the pattern begins with a dot. */
  readonly hidden: boolean
  readonly found: Set<string>
}

function stepOf(component: string): Step {
  if (component === '**') return null
  return /(?<!\\)[*?[]/.test(component) ? compileGlob(component) : unescaped(component)
}

function visit(walk: Naming, folder: string, steps: readonly Step[], spelled: readonly string[], depth: number): void {
  const [step, ...rest] = steps
  if (step === undefined || walk.cut || depth > DEEPEST || isKernels(folder) || !isNew(walk, `${steps.length} ${folder}`)) return
  if (typeof step === 'string') return enter(walk, join(folder, step), rest, spelled.slice(1), depth)
  // Any depth is also none.
  if (step === null) visit(walk, folder, rest, spelled.slice(1), depth)
  eachIn(walk, folder, (name, isFolder) => {
    if (step === null) {
      if (isFolder && !NOT_ENTERED.has(name)) visit(walk, join(folder, name), steps, spelled, depth + 1)
    } else if (step(name) && (!name.startsWith('.') || spelled[0]?.startsWith('.') === true || walk.hidden))
      enter(walk, join(folder, name), rest, spelled.slice(1), depth)
  })
}

function enter(walk: Naming, path: string, rest: readonly Step[], spelled: readonly string[], depth: number): void {
  if (rest.length > 0) return visit(walk, path, rest, spelled, depth)
  if (isKernels(path) || realPath(path)?.stats?.isFile() !== true) return
  if (walk.found.size >= MOST_FOUND) walk.cut = true
  else walk.found.add(path)
}
