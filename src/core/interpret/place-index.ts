// How are thousands of place patterns looked up in about a microsecond? By literal component, extension and trie; only the odd ones are globs.
import { compileGlob, expandBraces, hasGlob } from '../text/glob.ts'
import type { TextTest } from '../text/glob.ts'

/** The position of the pattern's place in its book. */
export type Id = number

/** Most nodes have few of these, so all are made on demand. */
export interface Node {
  /** Patterns that end here. */
  here: Id[] | null
  /** Patterns that end here with `**`: this and everything inside. */
  inside: Id[] | null
  literal: Map<string, Node> | null
  globs: GlobChild[] | null
  /** What may follow a `**` in the middle. */
  deep: Node | null
}
interface GlobChild {
  readonly pattern: string
  readonly test: TextTest
  readonly node: Node
}

interface Entry {
  readonly names: Id[]
  readonly segments: Id[]
  /** Patterns that begin with this component at any depth. */
  start: Node | null
}
interface NameTest {
  readonly test: TextTest
  readonly id: Id
}

/** Patterns that do not say where they begin. */
export interface Floating {
  readonly components: Map<string, Entry>
  readonly byExtension: Map<string, NameTest[]>
  readonly byFirst: Map<string, NameTest[]>
  readonly anyName: NameTest[]
  readonly segmentGlobs: NameTest[]
  readonly startGlobs: GlobChild[]
}

export interface PlaceIndex {
  /** First component: `/`, `c:` (any drive), `//`, `~` or `$project`. */
  readonly anchored: Node
  readonly anywhere: Floating
  /** Counted only below the project, a home or a scratch folder. */
  readonly work: Floating
  /** Counted only below the project. */
  readonly project: Floating
}

export function emptyIndex(): PlaceIndex {
  return { anchored: emptyNode(), anywhere: emptyFloating(), work: emptyFloating(), project: emptyFloating() }
}

function emptyNode(): Node {
  return { here: null, inside: null, literal: null, globs: null, deep: null }
}

function emptyFloating(): Floating {
  return { components: new Map(), byExtension: new Map(), byFirst: new Map(), anyName: [], segmentGlobs: [], startGlobs: [] }
}

export function addPath(index: PlaceIndex, floating: Floating, pattern: string, id: Id): void {
  for (const one of expandBraces(pattern)) {
    const parts = splitPattern(one)
    if (parts[0] !== '**') insert(index.anchored, parts, 0, id)
    else if (parts.length === 2) addName(floating, parts[1] as string, id)
    else if (parts.length === 3 && parts[2] === '**') addSegment(floating, parts[1] as string, id)
    else {
      const first = parts[1] as string
      if (hasGlob(first)) {
        insert(globChild(floating.startGlobs, first), parts, 2, id)
      } else {
        const entry = entryOf(floating, first)
        entry.start ??= emptyNode()
        insert(entry.start, parts, 2, id)
      }
    }
  }
}

/** `/etc/x` → `/`, `etc`, `x`; `C:/x` → `c:`, `x`; `//./x` → `//`, `.`, `x`. */
function splitPattern(pattern: string): string[] {
  if (pattern.startsWith('//')) return ['//', ...pattern.slice(2).split('/')]
  if (pattern.startsWith('/')) return pattern === '/' ? ['/'] : ['/', ...pattern.slice(1).split('/')]
  const parts = pattern.split('/')
  const first = parts[0] as string
  if (/^[A-Za-z]:$/.test(first)) return parts[1] === '' ? ['c:'] : ['c:', ...parts.slice(1)]
  if (first !== '~' && first !== '$project' && first !== '**') throw new Error(`\`${pattern}\` must begin with /, ~/, $project/, C:/ or **/`)
  return parts
}

function insert(from: Node, parts: readonly string[], start: number, id: Id): void {
  let node = from
  for (let i = start; i < parts.length; i++) {
    const part = parts[i] as string
    if (part === '**' && i === parts.length - 1) {
      node.inside = [...(node.inside ?? []), id]
      return
    }
    if (part === '**') node = node.deep ??= emptyNode()
    else if (hasGlob(part)) node = globChild((node.globs ??= []), part)
    else node = literalChild(node, part)
  }
  node.here = [...(node.here ?? []), id]
}

function literalChild(node: Node, part: string): Node {
  const children = (node.literal ??= new Map())
  let child = children.get(part)
  if (!child) children.set(part, (child = emptyNode()))
  return child
}

function globChild(children: GlobChild[], pattern: string): Node {
  let child = children.find((each) => each.pattern === pattern)
  if (!child) children.push((child = { pattern, test: compileGlob(pattern), node: emptyNode() }))
  return child.node
}

function entryOf(floating: Floating, component: string): Entry {
  let entry = floating.components.get(component)
  if (!entry) floating.components.set(component, (entry = { names: [], segments: [], start: null }))
  return entry
}

export function addSegment(floating: Floating, pattern: string, id: Id): void {
  for (const one of expandBraces(pattern)) {
    if (hasGlob(one)) floating.segmentGlobs.push({ test: compileGlob(one), id })
    else entryOf(floating, one).segments.push(id)
  }
}

export function addName(floating: Floating, pattern: string, id: Id): void {
  for (const one of expandBraces(pattern)) {
    if (!hasGlob(one)) {
      entryOf(floating, one).names.push(id)
      continue
    }
    const test: NameTest = { test: compileGlob(one), id }
    const extension = extensionOf(one)
    const first = one[0] as string
    if (extension !== '' && !hasGlob(extension)) bucket(floating.byExtension, extension, test)
    else if (!hasGlob(first)) bucket(floating.byFirst, first, test)
    else floating.anyName.push(test)
  }
}

function bucket(map: Map<string, NameTest[]>, key: string, test: NameTest): void {
  const found = map.get(key)
  if (found) found.push(test)
  else map.set(key, [test])
}

export function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** How literal components are looked up: exactly, or as a shell's pattern that stands for names that exist. */
export type Lookup = 'exact' | 'pattern'

export function walk(node: Node, parts: readonly string[], at: number, lookup: Lookup, out: Id[]): void {
  if (node.inside) take(node.inside, out)
  if (at === parts.length) {
    if (node.here) take(node.here, out)
    return
  }
  const part = parts[at] as string
  if (node.literal) {
    const child = node.literal.get(part)
    if (child) walk(child, parts, at + 1, lookup, out)
    else if (lookup === 'pattern' && hasGlob(part) && !isStars(part)) {
      const test = compileGlob(part)
      for (const [name, each] of node.literal) if (test(name)) walk(each, parts, at + 1, lookup, out)
    }
  }
  if (node.globs) for (const glob of node.globs) if (glob.test(part)) walk(glob.node, parts, at + 1, lookup, out)
  if (node.deep) for (let i = at; i < parts.length; i++) walk(node.deep, parts, i, lookup, out)
}

function take(ids: readonly Id[], out: Id[]): void {
  for (const id of ids) if (!out.includes(id)) out.push(id)
}

function isStars(part: string): boolean {
  for (let i = 0; i < part.length; i++) if (part[i] !== '*' && part[i] !== '.') return false
  return true
}

/** Components from `from` on; the last one is also a name. */
export function float(floating: Floating, parts: readonly string[], from: number, lookup: Lookup, out: Id[]): void {
  const last = parts.length - 1
  if (last < from) return
  for (let i = from; i <= last; i++) {
    const part = parts[i] as string
    const entry = floating.components.get(part)
    if (entry) takeEntry(entry, parts, i, lookup, out)
    else if (lookup === 'pattern' && hasGlob(part)) {
      const test = compileGlob(part)
      for (const [name, each] of floating.components) if (test(name) && couldMean(part, name)) takeEntry(each, parts, i, lookup, out)
    }
    for (const glob of floating.segmentGlobs) if (glob.test(part)) out.push(glob.id)
    for (const glob of floating.startGlobs) if (glob.test(part)) walk(glob.node, parts, i + 1, lookup, out)
  }
  const name = parts[last] as string
  takeNames(floating.byExtension.get(extensionOf(name)), name, out)
  takeNames(floating.byFirst.get(name[0] as string), name, out)
  takeNames(floating.anyName, name, out)
}

function takeEntry(entry: Entry, parts: readonly string[], at: number, lookup: Lookup, out: Id[]): void {
  take(entry.segments, out)
  if (at === parts.length - 1) take(entry.names, out)
  if (entry.start) walk(entry.start, parts, at + 1, lookup, out)
}

function takeNames(tests: readonly NameTest[] | undefined, name: string, out: Id[]): void {
  if (tests) for (const each of tests) if (each.test(name)) out.push(each.id)
}

/** `.en?` and `.e*` mean `.env`; `*.json` means no file in particular. */
function couldMean(pattern: string, name: string): boolean {
  let literal = 0
  let beginning = -1
  let star = false
  for (let i = 0; i < pattern.length; i++) {
    const c = pattern[i] as string
    if (c === '[') while (i < pattern.length && pattern[i] !== ']') i++
    if (c === '*') star = true
    if (c === '*' || c === '?' || c === '[') beginning = beginning < 0 ? literal : beginning
    else literal++
  }
  return literal > 0 && (!star || (beginning >= 2 && literal * 2 >= name.length))
}

/** Every pattern that could match something inside this node. */
export function everythingBelow(node: Node, out: Set<Id>): void {
  const visit = (child: Node): void => {
    for (const id of child.here ?? []) out.add(id)
    for (const id of child.inside ?? []) out.add(id)
    everythingBelow(child, out)
  }
  node.literal?.forEach(visit)
  node.globs?.forEach((glob) => visit(glob.node))
  if (node.deep) visit(node.deep)
}

/** The nodes that a path leads to, for looking below them. */
export function nodesAt(node: Node, parts: readonly string[], at: number, out: Node[]): void {
  if (at === parts.length) {
    out.push(node)
    return
  }
  const part = parts[at] as string
  const child = node.literal?.get(part)
  if (child) nodesAt(child, parts, at + 1, out)
  for (const glob of node.globs ?? []) if (glob.test(part)) nodesAt(glob.node, parts, at + 1, out)
}

/** Where the patterns with this beginning are kept. */
export function anchoredAt(index: PlaceIndex, root: string): Node | undefined {
  return index.anchored.literal?.get(root)
}
