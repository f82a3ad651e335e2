// How are thousands of place patterns looked up in about a microsecond? By literal component, extension and trie; only the odd ones are globs.
import { compileGlob, expandBraces, expandFirstBraces, hasGlob } from '../../text/glob.ts'
import { compileNameGlob } from '../../text/name-words.ts'
import type { TextTest } from '../../text/glob.ts'

/** The position of the pattern's place in its book. */
export type Id = number

/** Built one level at a time, when a path leads there: a process that judges one call needs few of them. */
export interface Node {
  /** Patterns that go on below here and were not looked at yet. */
  waiting: Waiting[] | null
  /** Patterns that end here. */
  here: Id[] | null
  /** Patterns that end here with `**`: this and everything inside. */
  inside: Id[] | null
  readonly literal: Children | null
  readonly globs: readonly GlobChild[] | null
  /** What may follow a `**` in the middle. */
  readonly deep: Node | null
}
/** By component. */
export interface Children {
  readonly get: (part: string) => Node | undefined
  readonly [Symbol.iterator]: () => Iterator<[string, Node]>
}
/** One that is still being filled. */
interface Growing extends Node {
  literal: Map<string, Growing> | null
  globs: GlobChild[] | null
  deep: Growing | null
}
interface Waiting {
  /** What is left of the pattern, its braces not spelled out yet. */
  readonly rest: string
  readonly id: Id
}
export interface GlobChild {
  readonly pattern: string
  readonly test: TextTest
  readonly node: Node
}

export interface Entry {
  readonly names: readonly Id[] | null
  readonly segments: readonly Id[] | null
  /** Patterns that begin with this component at any depth. */
  readonly start: Node | null
}
interface GrowingEntry extends Entry {
  names: Id[] | null
  segments: Id[] | null
  start: Growing | null
}
export interface NameTest {
  readonly pattern: string
  readonly test: TextTest
  readonly id: Id
}

/** Patterns that do not say where they begin. */
export interface Floating {
  readonly components: { readonly get: (component: string) => Entry | undefined; readonly [Symbol.iterator]: () => Iterator<[string, Entry]> }
  readonly byExtension: NameTests
  readonly byFirst: NameTests
  readonly anyName: readonly NameTest[]
  /** By first character; the empty key for those that begin with a wildcard. */
  readonly segmentGlobs: NameTests
  readonly startGlobs: readonly GlobChild[]
}
interface NameTests {
  readonly get: (key: string) => readonly NameTest[] | undefined
}
interface GrowingFloating extends Floating {
  readonly components: Map<string, GrowingEntry>
  readonly byExtension: Map<string, NameTest[]>
  readonly byFirst: Map<string, NameTest[]>
  readonly anyName: NameTest[]
  readonly segmentGlobs: Map<string, NameTest[]>
  readonly startGlobs: GlobChild[]
}

export interface PlaceIndex {
  /** First component: `/`, `c:` (any drive), `//`, `~` or `$project`. */
  readonly anchored: Node
  readonly floating: Floating
}
export interface GrowingIndex extends PlaceIndex {
  readonly anchored: Growing
  readonly floating: GrowingFloating
}

export function emptyIndex(): GrowingIndex {
  const floating = { components: new Map(), byExtension: new Map(), byFirst: new Map(), anyName: [], segmentGlobs: new Map(), startGlobs: [] }
  return { anchored: emptyNode(), floating }
}

function emptyNode(): Growing {
  return { waiting: null, here: null, inside: null, literal: null, globs: null, deep: null }
}

export function addPath(index: GrowingIndex, pattern: string, id: Id): void {
  const { floating } = index
  if (!pattern.startsWith('**/')) {
    const [root, rest] = splitRoot(pattern)
    insert(literalChild(index.anchored, root), rest, id)
    return
  }
  eachFirst(pattern.slice(3), (first, rest) => {
    if (rest === null) addName(floating, first, id)
    else if (rest === '**') addSegment(floating, first, id)
    else if (hasGlob(first)) insert(globChild(floating.startGlobs, first), rest, id)
    else insert((entryOf(floating, first).start ??= emptyNode()), rest, id)
  })
}

/** `/etc/x` → `/` and `etc/x`; `C:/x` → `c:` and `x`; `//./x` → `//` and `./x`. */
function splitRoot(pattern: string): [root: string, rest: string | null] {
  if (pattern.startsWith('//')) return ['//', pattern.slice(2)]
  if (pattern.startsWith('/')) return ['/', pattern.slice(1) || null]
  const slash = pattern.indexOf('/')
  const first = slash < 0 ? pattern : pattern.slice(0, slash)
  const rest = slash < 0 ? null : pattern.slice(slash + 1) || null
  if (first.length === 2 && first[1] === ':') return ['c:', rest]
  if (first !== '~' && first !== '$project') throw new Error(`\`${pattern}\` must begin with /, ~/, $project/, C:/ or **/`)
  return [first, rest]
}

/** The first component and what follows, once for each way to spell it. */
function eachFirst(pattern: string, tell: (first: string, rest: string | null) => void): void {
  const brace = pattern.indexOf('{')
  const slash = pattern.indexOf('/')
  if (brace >= 0 && (slash < 0 || brace < slash)) for (const one of expandFirstBraces(pattern)) eachFirst(one, tell)
  else if (slash < 0) tell(pattern, null)
  else tell(pattern.slice(0, slash), pattern.slice(slash + 1))
}

function insert(node: Growing, rest: string | null, id: Id): void {
  if (rest === null) (node.here ??= []).push(id)
  else if (rest === '**') (node.inside ??= []).push(id)
  else (node.waiting ??= []).push({ rest, id })
}

/** Sorts waiting patterns to the children they belong to. */
export function open(node: Node): Node {
  return node.waiting === null ? node : grown(node as Growing, node.waiting)
}

/** Only what is still being filled has anything waiting. */
function grown(node: Growing, waiting: readonly Waiting[]): Node {
  node.waiting = null
  for (const each of waiting) {
    eachFirst(each.rest, (first, rest) => {
      const child = first === '**' ? (node.deep ??= emptyNode()) : hasGlob(first) ? globChild((node.globs ??= []), first) : literalChild(node, first)
      insert(child, rest, each.id)
    })
  }
  return node
}

function literalChild(node: Growing, part: string): Growing {
  const children = (node.literal ??= new Map())
  let child = children.get(part)
  if (!child) children.set(part, (child = emptyNode()))
  return child
}

function globChild(children: GlobChild[], pattern: string): Growing {
  let child = children.find((each) => each.pattern === pattern)
  if (!child) children.push((child = { pattern, test: componentTest(pattern), node: emptyNode() }))
  return child.node as Growing
}

/** A component holds no slash; and most globs are never asked, so compiling waits for the first question. */
export function componentTest(pattern: string): TextTest {
  let test: TextTest | null = null
  return (text) => (test ??= compileNameGlob(pattern, { separators: false }))(text)
}

function entryOf(floating: GrowingFloating, component: string): GrowingEntry {
  let entry = floating.components.get(component)
  if (!entry) floating.components.set(component, (entry = { names: null, segments: null, start: null }))
  return entry
}

function addSegment(floating: GrowingFloating, pattern: string, id: Id): void {
  for (const one of expandBraces(pattern)) {
    if (hasGlob(one)) bucket(floating.segmentGlobs, hasGlob(one[0] as string) ? '' : (one[0] as string), nameTest(one, id))
    else (entryOf(floating, one).segments ??= []).push(id)
  }
}

export function addName(floating: GrowingFloating, pattern: string, id: Id): void {
  for (const one of expandBraces(pattern)) {
    if (!hasGlob(one)) {
      ;(entryOf(floating, one).names ??= []).push(id)
      continue
    }
    const test = nameTest(one, id)
    const extension = extensionOf(one)
    const first = one[0] as string
    if (extension !== '' && !hasGlob(extension)) bucket(floating.byExtension, extension, test)
    else if (!hasGlob(first)) bucket(floating.byFirst, first, test)
    else floating.anyName.push(test)
  }
}

export const nameTest = (pattern: string, id: Id): NameTest => ({ pattern, test: componentTest(pattern), id })

function bucket(map: Map<string, NameTest[]>, key: string, test: NameTest): void {
  const found = map.get(key)
  if (found) found.push(test)
  else map.set(key, [test])
}

function extensionOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** How literal components are looked up: exactly, or as a shell's pattern that stands for names that exist. */
export type Lookup = 'exact' | 'pattern'

export function walk(node: Node, parts: readonly string[], at: number, lookup: Lookup, out: Id[]): void {
  if (node.inside) take(node.inside, out)
  if (at >= parts.length) {
    if (node.here) take(node.here, out)
    return
  }
  if (node.waiting !== null) open(node)
  const part = parts[at] as string
  if (node.literal) {
    const child = node.literal.get(part)
    if (child) walk(child, parts, at + 1, lookup, out)
    else if (lookup === 'pattern' && hasGlob(part) && !isStars(part)) {
      const test = compileGlob(part)
      for (const [name, each] of beginningAs(node.literal, part)) if (test(name)) walk(each, parts, at + 1, lookup, out)
    }
  }
  if (node.globs) for (const glob of node.globs) if (glob.test(part)) walk(glob.node, parts, at + 1, lookup, out)
  if (node.deep) for (let i = at; i < parts.length; i++) walk(node.deep, parts, i, lookup, out)
}

function take(ids: readonly Id[], out: Id[]): void {
  for (const id of ids) if (!out.includes(id)) out.push(id)
}

function isStars(part: string): boolean {
  return /^[*.]*$/.test(part)
}

/**
 * Components from the first on; the last one is also a name. `accepts` says whether a pattern counts when it begins at that component.
 */
export function float(floating: Floating, parts: readonly string[], lookup: Lookup, accepts: Accepts, out: Id[]): void {
  const last = parts.length - 1
  if (last < 1) return
  const wild = floating.segmentGlobs.get('')
  for (let i = 1; i <= last; i++) {
    const part = parts[i] as string
    const entry = floating.components.get(part)
    if (entry) takeEntry(entry, parts, i, lookup, accepts, out)
    else if (lookup === 'pattern' && hasGlob(part)) {
      const longest = longestMeant(part)
      const test = longest === 0 ? null : compileGlob(part)
      if (test !== null)
        for (const [name, each] of beginningAs(floating.components, part)) {
          if (name.length <= longest && test(name)) takeEntry(each, parts, i, lookup, accepts, out)
        }
    }
    if (wild) takeTests(wild, part, i, accepts, out)
    const globs = floating.segmentGlobs.get(part[0] as string)
    if (globs) takeTests(globs, part, i, accepts, out)
    for (const glob of floating.startGlobs) if (glob.test(part)) takeStart(glob.node, parts, i, lookup, accepts, out)
  }
  const name = parts[last] as string
  const byExtension = floating.byExtension.get(extensionOf(name))
  if (byExtension) takeTests(byExtension, name, last, accepts, out)
  const byFirst = floating.byFirst.get(name[0] as string)
  if (byFirst) takeTests(byFirst, name, last, accepts, out)
  takeTests(floating.anyName, name, last, accepts, out)
}

export type Accepts = (id: Id, at: number) => boolean

function takeEntry(entry: Entry, parts: readonly string[], at: number, lookup: Lookup, accepts: Accepts, out: Id[]): void {
  if (entry.segments) takeAccepted(entry.segments, at, accepts, out)
  if (entry.names && at === parts.length - 1) takeAccepted(entry.names, at, accepts, out)
  if (entry.start) takeStart(entry.start, parts, at, lookup, accepts, out)
}

function takeStart(node: Node, parts: readonly string[], at: number, lookup: Lookup, accepts: Accepts, out: Id[]): void {
  const found: Id[] = []
  walk(node, parts, at + 1, lookup, found)
  takeAccepted(found, at, accepts, out)
}

function takeAccepted(ids: readonly Id[], at: number, accepts: Accepts, out: Id[]): void {
  for (const id of ids) if (!out.includes(id) && accepts(id, at)) out.push(id)
}

function takeTests(tests: readonly NameTest[], text: string, at: number, accepts: Accepts, out: Id[]): void {
  for (const each of tests) if (each.test(text) && !out.includes(each.id) && accepts(each.id, at)) out.push(each.id)
}

/** How long a name may be that the pattern is taken to mean: `.en?` and `.e*` mean `.env`; `*.json` means no file in particular. */
function longestMeant(pattern: string): number {
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
  return literal === 0 ? 0 : star ? (beginning >= 2 ? literal * 2 : 0) : Infinity
}

type Named<T> = readonly (readonly [name: string, T])[]
const byBeginning = new WeakMap<object, ReadonlyMap<string, Named<unknown>>>()

/** Those of the names that begin with the pattern's own first character, or all where that is a wildcard: a flood of patterns must not try every name each time. */
function beginningAs<T>(names: { readonly [Symbol.iterator]: () => Iterator<[string, T]> }, pattern: string): Named<T> {
  let known = byBeginning.get(names)
  if (known === undefined) {
    const groups = new Map<string, [string, T][]>([['', []]])
    for (const pair of names) {
      const first = pair[0].charAt(0)
      groups.get('')?.push(pair)
      const same = groups.get(first)
      if (first !== '' && same !== undefined) same.push(pair)
      else if (first !== '') groups.set(first, [pair])
    }
    byBeginning.set(names, (known = groups))
  }
  const first = pattern.charAt(0)
  return (known.get(hasGlob(first) ? '' : first) ?? []) as Named<T>
}

/** Every pattern that could match something inside this node. */
export function everythingBelow(node: Node, out: Set<Id>): void {
  const visit = (child: Node): void => {
    for (const id of child.here ?? []) out.add(id)
    for (const id of child.inside ?? []) out.add(id)
    everythingBelow(child, out)
  }
  for (const [, child] of open(node).literal ?? []) visit(child)
  node.globs?.forEach((glob) => visit(glob.node))
  if (node.deep) visit(node.deep)
}

/** The nodes that a path leads to, for looking below them. */
export function nodesAt(node: Node, parts: readonly string[], at: number, out: Node[]): void {
  if (at >= parts.length) {
    out.push(node)
    return
  }
  const part = parts[at] as string
  const child = open(node).literal?.get(part)
  if (child) nodesAt(child, parts, at + 1, out)
  for (const glob of node.globs ?? []) if (glob.test(part)) nodesAt(glob.node, parts, at + 1, out)
}

/** Where the patterns with this beginning are kept. */
export function anchoredAt(index: PlaceIndex, root: string): Node | undefined {
  return open(index.anchored).literal?.get(root)
}

/** The patterns that begin with this component at any depth. */
export function startingWith(floating: Floating, component: string): Node | undefined {
  return floating.components.get(component)?.start ?? undefined
}
