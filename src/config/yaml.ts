// What does a YAML file say, and where in it does each value stand?
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml'
import type { Node } from 'yaml'

export interface Position {
  readonly line: number
  readonly column: number
}
export interface YamlProblem extends Position {
  readonly message: string
}
export interface YamlFile {
  readonly value: unknown
  readonly problems: readonly YamlProblem[]
  /** Where a value stands; with `key`, where its name does. The nearest parent when there is no such value. */
  readonly at: (path: readonly (string | number)[], key?: boolean) => Position
  /** The last value stands without quotes at the very end, with no newline behind it: there may have been more of it. */
  readonly unended: boolean
}

/** Never throws: what cannot be read is a problem, and the value is then null. */
export const readYaml = (text: string): YamlFile => {
  const refused = refusal(text)
  if (refused !== null) return { value: null, problems: [{ line: 1, column: 1, message: refused }], at: () => ({ line: 1, column: 1 }), unended: false }
  const lines = new LineCounter()
  // Whether a name stands twice is looked for below: the parser compares each with each.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false, version: '1.2' })
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const problems: YamlProblem[] = document.errors.map((error) => {
    // A quote that is never closed is missed at the end of the file; where it was opened is more help.
    const open = error.message.startsWith('Missing closing') ? lastQuoted(document.contents) : null
    return open === null
      ? { ...position(error.pos[0]), message: plain(error.message) }
      : { ...position(open), message: 'the quote that is opened here is never closed: close it' }
  })
  if (problems.length === 0) for (const offset of repeatedNames(document.contents)) problems.push({ ...position(offset), message: 'map keys must be unique' })
  let value: unknown = null
  if (problems.length === 0) {
    try {
      value = document.toJS({ maxAliasCount: 100 })
    } catch (error) {
      problems.push({ line: 1, column: 1, message: plain(error instanceof Error ? error.message : 'this cannot be read') })
    }
  }
  const at = (path: readonly (string | number)[], key = false): Position => {
    let node: unknown = document.contents
    let offset = startOf(node) ?? 0
    path.forEach((step, i) => {
      if (isMap(node)) {
        const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step))
        node = pair?.value
        const here = key && i === path.length - 1 ? startOf(pair?.key) : (startOf(node) ?? startOf(pair?.key))
        offset = here ?? offset
      } else if (isSeq(node) && typeof step === 'number') {
        node = node.items[step]
        offset = startOf(node) ?? offset
      } else node = undefined
    })
    return position(offset)
  }
  return { value, problems, at, unended: problems.length === 0 && isUnended(text, document.contents) }
}

/** Brackets that are open at once, and how often a part is named again: the parser takes long over more, and nobody writes them. */
const DEEPEST = 200
const MOST_ALIASES = 100
const QUOTED = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*/g
const ANCHORS = /(?<![^\s[{,:])&([\w-]+)/g
const ALIASES = /(?<![^\s[{,:])\*([\w-]+)/g

/** Why a text is not given to the parser, or null. */
function refusal(text: string): string | null {
  const isOpened = text.split(/[[{]/).length > DEEPEST
  const isNamed = text.includes('&') && text.includes('*')
  if (!isOpened && !isNamed) return null
  const bare = text.replace(QUOTED, '')
  if (isOpened && depthOf(bare) > DEEPEST) return 'this is nested too deep to be read'
  const anchors = new Set(Array.from(bare.matchAll(ANCHORS), ([, name]) => name))
  let aliases = 0
  for (const [, name] of bare.matchAll(ALIASES)) if (anchors.has(name)) aliases++
  return aliases > MOST_ALIASES ? 'this names parts of itself too often to be read' : null
}

function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (const [bracket] of text.matchAll(/[[\]{}]/g))
    if (bracket === '[' || bracket === '{') deepest = Math.max(deepest, ++depth)
    else if (depth > 0) depth--
  return deepest
}

/** Where a name stands that its map has already. */
function repeatedNames(contents: unknown): readonly number[] {
  const found: number[] = []
  const open: unknown[] = [contents]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isSeq(node)) open.push(...node.items)
    if (!isMap(node)) continue
    const names = new Set<unknown>()
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? key.value : key
      if (names.has(name)) found.push(startOf(key) ?? 0)
      names.add(name)
      open.push(key, value)
    }
  }
  return found.toSorted((a, b) => a - b)
}

function isUnended(text: string, contents: unknown): boolean {
  if (text.endsWith('\n')) return false
  const last = lastOf(contents)
  if (!isScalar(last)) return false
  // Quotes and brackets would have to be closed.
  return last.type === 'BLOCK_LITERAL' || last.type === 'BLOCK_FOLDED' || (last.type === 'PLAIN' && (last.range?.[1] ?? 0) >= text.trimEnd().length)
}

function lastQuoted(contents: unknown): number | null {
  const last = lastOf(contents)
  return isScalar(last) && (last.type === 'QUOTE_DOUBLE' || last.type === 'QUOTE_SINGLE') ? startOf(last) : null
}

function lastOf(contents: unknown): unknown {
  let last = contents
  while (isMap(last) || isSeq(last)) last = isMap(last) ? last.items.at(-1)?.value : last.items.at(-1)
  return last
}

const startOf = (node: unknown): number | null => (node as Node | null | undefined)?.range?.[0] ?? null

/** Our grammar of messages: one line, lower case, no full stop. */
const plain = (message: string): string => {
  const line = (message.split('\n')[0] ?? '').trim().replace(/[.:]$/, '')
  return line.charAt(0).toLowerCase() + line.slice(1)
}
