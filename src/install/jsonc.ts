// How is a JSON file with comments changed without touching a byte more than needed? The only file that knows its parser.
import { parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Node, ParseError } from 'jsonc-parser'
import type { Json } from '../core/model.ts'

export type JsonNode = Node

export interface TextProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}
export type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: TextProblem }
type Path = readonly string[]

/** What the text says, or what about it cannot be read. Comments and commas before a closing bracket are fine. */
export function readJsonc(text: string): { readonly root: Node | null; readonly problem: TextProblem | null } {
  if (text.trim() === '') return { root: null, problem: null }
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error !== undefined) return { root: null, problem: problemAt(text, error.offset, plain(printParseErrorCode(error.error))) }
  if (root === undefined || root.type !== 'object') return { root: null, problem: problemAt(text, root?.offset ?? 0, 'an object was expected') }
  return { root, problem: null }
}

export const problemAt = (text: string, offset: number, message: string): TextProblem => {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n'), message }
}
const plain = (code: string): string => code.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()

export function valueOf(node: Node | undefined): Json | undefined {
  if (node === undefined) return undefined
  if (node.type === 'array') return (node.children ?? []).map((child) => valueOf(child) ?? null)
  if (node.type === 'object')
    return Object.fromEntries((node.children ?? []).map(({ children: [key, value] = [] }) => [String(key?.value), valueOf(value) ?? null]))
  return node.value as Json
}

/** The value at a path; of a name written twice, the last, as every reader takes it. */
export function nodeAt(root: Node | null, path: Path): Node | undefined {
  let node: Node | undefined = root ?? undefined
  for (const step of path) node = propertyOf(node, step)?.children?.[1]
  return node
}
const propertyOf = (node: Node | undefined, name: string): Node | undefined =>
  node?.type === 'object' ? node.children?.findLast((property) => property.children?.[0]?.value === name) : undefined

/** Adds a value to the list at `path`, and what of the path is missing. */
export function addToList(text: string, path: Path, value: Json, first: boolean): Edited {
  return add(text, path, (list) => (list === null ? { value: [value] } : list.type === 'array' ? { item: value } : null), first)
}

/** Sets what is not there yet. */
export function addValue(text: string, path: Path, value: Json): Edited {
  return add(text, path, (found) => (found === null ? { value } : { there: true }), true)
}

type What = { readonly value: Json } | { readonly item: Json } | { readonly there: true } | null

function add(text: string, path: Path, what: (found: Node | null) => What, first: boolean): Edited {
  const { root, problem } = readJsonc(text)
  if (problem !== null) return { ok: false, problem }
  const style = styleOf(text)
  if (root === null) {
    const made = what(null)
    if (made === null || !('value' in made)) return { ok: true, text }
    return { ok: true, text: `${render(nested(path, made.value), '', style)}${style.eol}` }
  }
  let node = root
  for (const [depth, step] of path.entries()) {
    const child = propertyOf(node, step)?.children?.[1]
    if (child === undefined) {
      if (node.type !== 'object')
        return { ok: false, problem: problemAt(text, node.offset, `an object was expected for \`${path.slice(0, depth).join('.')}\``) }
      const made = what(null)
      if (made === null || !('value' in made)) return { ok: true, text }
      return {
        ok: true,
        text: insert(text, node, { key: step, value: nested(path.slice(depth + 1), made.value) }, first && depth === 0 && path.length === 1, style),
      }
    }
    node = child
  }
  const made = what(node)
  if (made === null) return { ok: false, problem: problemAt(text, node.offset, `a list was expected for \`${path.join('.')}\``) }
  return { ok: true, text: 'item' in made ? insert(text, node, { value: made.item }, first, style) : text }
}

const nested = (path: Path, value: Json): Json => path.reduceRight<Json>((inner, step) => ({ [step]: inner }), value)

interface Style {
  readonly eol: string
  readonly unit: string
}
function styleOf(text: string): Style {
  const indents = [...text.matchAll(/^[ \t]+(?=["\]}[{])/gm)].map(([indent]) => indent)
  const unit = indents.some((indent) => indent.startsWith('\t')) ? '\t' : (indents.reduce((a, b) => (b.length < a.length ? b : a), indents[0] ?? '  ') ?? '  ')
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', unit }
}
const render = (value: Json, indent: string, { eol, unit }: Style): string => JSON.stringify(value, null, unit).replaceAll('\n', `${eol}${indent}`)

const endOf = (node: Node): number => node.offset + node.length
const indentAt = (text: string, offset: number): string => /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1))?.[0] ?? ''
/** Whether nothing but blanks stands before it on its line. */
const startsLine = (text: string, offset: number): boolean => text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === ''

function insert(text: string, container: Node, child: { readonly key?: string; readonly value: Json }, first: boolean, style: Style): string {
  const children = container.children ?? []
  const close = endOf(container) - 1
  const [head] = children
  const last = children.at(-1)
  const base = indentAt(text, container.offset)
  const indent = head !== undefined && startsLine(text, head.offset) ? indentAt(text, head.offset) : base + style.unit
  const long = `${child.key === undefined ? '' : `${JSON.stringify(child.key)}: `}${render(child.value, indent, style)}`
  if (head === undefined || last === undefined) {
    const inside = text.slice(container.offset + 1, close)
    if (inside.trim() === '') return `${text.slice(0, container.offset + 1)}${style.eol}${indent}${long}${style.eol}${base}${text.slice(close)}`
    const end = container.offset + 1 + inside.trimEnd().length
    return `${text.slice(0, end)}${style.eol}${indent}${long}${style.eol}${base}${text.slice(close)}`
  }
  const between = text.slice(endOf(last), close)
  // A list on one line stays on one line.
  if (!startsLine(text, head.offset) && !between.includes('//') && !text.slice(container.offset, head.offset).includes('//')) {
    const short = `${child.key === undefined ? '' : `${JSON.stringify(child.key)}: `}${JSON.stringify(child.value)}`
    if (first) return `${text.slice(0, head.offset)}${short}, ${text.slice(head.offset)}`
    return `${text.slice(0, endOf(last))}, ${short}${text.slice(endOf(last))}`
  }
  if (first) return `${text.slice(0, head.offset)}${long},${style.eol}${indent}${text.slice(head.offset)}`
  // The comma goes to the last one, the new one below its comments.
  const comma = commaIn(between)
  const end = endOf(last) + between.trimEnd().length
  const kept = comma >= 0 ? text.slice(endOf(last), end) : `,${text.slice(endOf(last), end)}`
  return `${text.slice(0, endOf(last))}${kept}${style.eol}${indent}${long}${comma >= 0 ? ',' : ''}${text.slice(end)}`
}

/** Takes the children out for which it is so, at any depth below the list at `path`; then what they leave empty. */
export function removeFrom(text: string, path: Path, pick: (list: Node) => Node | null): Edited {
  let now = text
  for (;;) {
    const { root, problem } = readJsonc(now)
    if (problem !== null) return { ok: false, problem }
    const list = nodeAt(root, path)
    const found = list === undefined ? null : pick(list)
    if (found === null) return { ok: true, text: now }
    now = without(now, found)
  }
}

/** Without a node, and without the parents that hold nothing else. */
function without(text: string, node: Node): string {
  let gone = node
  while (gone.parent !== undefined && (gone.parent.type === 'property' || (gone.parent.children?.length === 1 && gone.parent.parent !== undefined)))
    gone = gone.parent
  const siblings = gone.parent?.children ?? []
  const at = siblings.indexOf(gone)
  const before = siblings[at - 1]
  const after = siblings[at + 1]
  if (before !== undefined) {
    const between = text.slice(endOf(before), gone.offset)
    const comma = commaIn(between)
    const kept = between.slice(0, comma) + between.slice(comma + 1)
    const trimmed = kept.trimEnd()
    // A comment of a line must not swallow what follows.
    const rest = text.slice(endOf(gone))
    const gap = trimmed.split('\n').at(-1)?.includes('//') === true && !/^,?[ \t]*\r?\n/.test(rest) ? kept.slice(trimmed.length) : ''
    // Where ours had others below it, the comma after it serves the one before.
    return `${text.slice(0, endOf(before))}${trimmed}${gap}${rest}`
  }
  const rest = text.slice(endOf(gone))
  const comma = after === undefined ? commaIn(text.slice(endOf(gone), endOf(gone.parent ?? gone) - 1)) : commaIn(text.slice(endOf(gone), after.offset))
  const tail = comma < 0 ? rest : rest.slice(0, comma) + rest.slice(comma + 1)
  if (after === undefined) {
    const head = text.slice(0, gone.offset).trimEnd()
    return head + (/[[{]$/.test(head) ? tail.trimStart() : tail)
  }
  return text.slice(0, gone.offset) + tail.replace(/^[ \t]*\r?\n[ \t]*/, '').replace(/^ /, '')
}

/** Where the comma stands between two values, past comments; -1 when there is none. */
function commaIn(between: string): number {
  for (let at = 0; at < between.length; at++) {
    const two = between.slice(at, at + 2)
    if (two === '//') {
      const end = between.indexOf('\n', at)
      if (end < 0) return -1
      at = end
    } else if (two === '/*') {
      const end = between.indexOf('*/', at + 2)
      if (end < 0) return -1
      at = end + 1
    } else if (between[at] === ',') return at
  }
  return -1
}
