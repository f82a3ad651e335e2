// How are places stored so that a path leads straight to the few patterns that could mean it?
import { componentTest, nameTest, open } from './place-index.ts'
import type { Children, Entry, Floating, GlobChild, GrowingIndex, Id, NameTest, Node, PlaceIndex } from './place-index.ts'

/** Finds an entry by its name; undefined when there is none. */
export type ReadEntry = (name: string) => unknown

interface StoredNode {
  readonly here?: readonly Id[]
  readonly inside?: readonly Id[]
  /** It has children by name; who they are is an entry of its own. */
  readonly named?: 1
  readonly globs?: readonly string[]
  readonly deep?: 1
}
interface StoredEntry {
  readonly names?: readonly Id[]
  readonly segments?: readonly Id[]
  readonly start?: 1
}
type StoredTests = readonly (readonly [pattern: string, id: Id])[]

// Characters that no pattern holds, so that names made with them cannot be mistaken for others.
const below = (name: string, part: string): string => `${name}\x01${part}`
const belowGlob = (name: string, pattern: string): string => `${name}\x02${pattern}`
const belowDeep = (name: string): string => `${name}\x03`
const listOf = (name: string): string => `${name}\x04`
const isOurs = (part: string): boolean => /[\x01-\x04]/.test(part)
const START = 'start '

/** The entries of an index, each under a name that begins with `prefix`. */
export function storeIndex({ anchored, floating }: GrowingIndex, prefix: string): Record<string, unknown> {
  const table: Record<string, unknown> = {}
  const storeNode = (node: Node, name: string): void => {
    const { here, inside, literal, globs, deep } = open(node)
    const stored: StoredNode = {
      ...(here !== null && { here }),
      ...(inside !== null && { inside }),
      ...(literal !== null && { named: 1 }),
      ...(globs !== null && { globs: globs.map(({ pattern }) => pattern) }),
      ...(deep !== null && { deep: 1 }),
    }
    table[name] = stored
    const children = [...(literal ?? [])]
    if (literal !== null) table[listOf(name)] = children.map(([part]) => part)
    for (const [part, child] of children) storeNode(child, below(name, part))
    for (const { pattern, node: child } of globs ?? []) storeNode(child, belowGlob(name, pattern))
    if (deep !== null) storeNode(deep, belowDeep(name))
  }
  const storeTests = (tests: ReadonlyMap<string, readonly NameTest[]>, kind: string): void => {
    for (const [key, some] of tests) table[`${prefix}${kind} ${key}`] = testsIn(some)
  }
  storeNode(anchored, `${prefix}path`)
  table[`${prefix}components`] = [...floating.components.keys()]
  for (const [component, { names, segments, start }] of floating.components) {
    const stored: StoredEntry = { ...(names !== null && { names }), ...(segments !== null && { segments }), ...(start !== null && { start: 1 }) }
    table[`${prefix}component ${component}`] = stored
    if (start !== null) storeNode(start, `${prefix}${START}${component}`)
  }
  storeTests(floating.byExtension, 'extension')
  storeTests(floating.byFirst, 'first')
  storeTests(floating.segmentGlobs, 'segment')
  table[`${prefix}any`] = testsIn(floating.anyName)
  table[`${prefix}starts`] = floating.startGlobs.map(({ pattern }) => pattern)
  for (const { pattern, node } of floating.startGlobs) storeNode(node, belowGlob(prefix + START, pattern))
  return table
}

const testsIn = (tests: readonly NameTest[]): StoredTests => tests.map(({ pattern, id }) => [pattern, id])

/** Reads each part when a path leads there. */
export function storedIndex(read: ReadEntry, prefix: string): PlaceIndex {
  const tests = (name: string): NameTest[] | undefined => (read(prefix + name) as StoredTests | undefined)?.map(([pattern, id]) => nameTest(pattern, id))
  const by = (kind: string): Floating['byExtension'] => ({ get: kept((key) => tests(`${kind} ${key}`)) })
  const entry = kept((component: string): Entry | undefined => {
    const stored = isOurs(component) ? undefined : (read(`${prefix}component ${component}`) as StoredEntry | undefined)
    if (stored === undefined) return undefined
    const start = stored.start === undefined ? null : nodeAt(read, `${prefix}${START}${component}`)
    return { names: stored.names ?? null, segments: stored.segments ?? null, start }
  })
  let starts: readonly GlobChild[] | undefined
  let any: readonly NameTest[] | undefined
  return {
    anchored: nodeAt(read, `${prefix}path`),
    floating: {
      components: { get: entry, [Symbol.iterator]: () => pairs(namesAt(read, `${prefix}components`), entry) },
      byExtension: by('extension'),
      byFirst: by('first'),
      segmentGlobs: by('segment'),
      get anyName() {
        return (any ??= tests('any') ?? [])
      },
      get startGlobs() {
        return (starts ??= namesAt(read, `${prefix}starts`).map((pattern) => globAt(read, pattern, belowGlob(prefix + START, pattern))))
      },
    },
  }
}

const namesAt = (read: ReadEntry, name: string): readonly string[] => (read(name) as readonly string[] | undefined) ?? []

function* pairs<T>(names: readonly string[], get: (name: string) => T | undefined): Generator<[string, T]> {
  for (const name of names) yield [name, get(name) as T]
}

function nodeAt(read: ReadEntry, name: string): Node {
  const stored = read(name) as StoredNode | undefined
  if (stored === undefined) throw new Error('the table of places cannot be read')
  let deep: Node | undefined
  return {
    waiting: null,
    here: stored.here === undefined ? null : [...stored.here],
    inside: stored.inside === undefined ? null : [...stored.inside],
    literal: stored.named === undefined ? null : childrenAt(read, name),
    globs: stored.globs?.map((pattern) => globAt(read, pattern, belowGlob(name, pattern))) ?? null,
    get deep() {
      return stored.deep === undefined ? null : (deep ??= nodeAt(read, belowDeep(name)))
    },
  }
}

function childrenAt(read: ReadEntry, name: string): Children {
  const get = kept((part: string) => (isOurs(part) || read(below(name, part)) === undefined ? undefined : nodeAt(read, below(name, part))))
  return { get, [Symbol.iterator]: () => pairs(namesAt(read, listOf(name)), get) }
}

function globAt(read: ReadEntry, pattern: string, name: string): GlobChild {
  let node: Node | undefined
  return {
    pattern,
    test: componentTest(pattern),
    get node() {
      return (node ??= nodeAt(read, name))
    },
  }
}

/** Paths repeat their components; a path that somebody made up must not fill the memory. */
const MOST_KEPT = 4096

function kept<T>(find: (key: string) => T): (key: string) => T {
  const found = new Map<string, T>()
  return (key) => {
    const known = found.get(key)
    if (known !== undefined || found.has(key)) return known as T
    if (found.size >= MOST_KEPT) found.clear()
    const made = find(key)
    found.set(key, made)
    return made
  }
}
