// Which files does a pattern stand for, as a shell or `find` would say? Walked within limits; nothing is opened but folders.
import type { Names } from '../core/model.ts'
import { compileGlob } from '../core/text/glob.ts'
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
