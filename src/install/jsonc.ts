// How is a JSON file with comments changed without touching a byte more than needed? The only file that knows its parser.
import { parseTree, printParseErrorCode, visit } from 'jsonc-parser'
import type { Node, ParseError } from 'jsonc-parser'
import type { Json } from '../core/model.ts'
import type { JsonDialect } from '../hosts/_frame/install.ts'

export type JsonNode = Node

export interface TextProblem {
  readonly line: number
  readonly column: number
  readonly message: string
}
export type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: TextProblem }
type Path = readonly string[]

/** What the text says, or what about it cannot be read. Comments and commas before a closing bracket are fine, unless whoever reads the file takes none. */
export function readJsonc(text: string, reads?: JsonDialect): { readonly root: Node | null; readonly problem: TextProblem | null } {
  if (text.trim() === '') return { root: null, problem: null }
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const [error] = errors
  if (error === undefined && reads !== undefined) {
    const strict: ParseError[] = []
    parseTree(text, strict, { allowTrailingComma: false, disallowComments: reads === 'json' })
    const [first] = strict
    if (first !== undefined) {
      const isComment = text.startsWith('//', first.offset) || text.startsWith('/*', first.offset)
      return {
        root: null,
        problem: problemAt(
          text,
          first.offset,
          `${isComment ? 'a comment' : 'a comma behind the last item'}: this agent reads no settings file that has one, so remove it first`,
        ),
      }
    }
  }
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

/** Only ever puts text in, so that taking it out again leaves what was there. */
function insert(text: string, container: Node, child: { readonly key?: string; readonly value: Json }, first: boolean, style: Style): string {
  const children = container.children ?? []
  const [head] = children
  const last = children.at(-1)
  const base = indentAt(text, container.offset)
  const below = head !== undefined && startsLine(text, head.offset)
  const indent = below ? indentAt(text, head.offset) : base + style.unit
  const key = child.key === undefined ? '' : `${JSON.stringify(child.key)}: `
  const long = `${key}${render(child.value, indent, style)}`
  const short = `${key}${JSON.stringify(child.value)}`
  const put = (at: number, added: string): string => text.slice(0, at) + added + text.slice(at)
  if (head === undefined || last === undefined) {
    const close = endOf(container) - 1
    const inside = text.slice(container.offset + 1, close)
    const end = container.offset + 1 + inside.trimEnd().length
    if (text.slice(end, close).includes('\n')) return put(end, `${style.eol}${indent}${long}`)
    // Nothing but blanks on one line: the one case in which they make room.
    return inside.trim() === '' ? `${text.slice(0, end)}${style.eol}${indent}${long}${style.eol}${base}${text.slice(close)}` : put(end, ` ${short}`)
  }
  // A list on one line stays on one line.
  if (first) return below ? put(head.offset, `${long},${text.slice(lineBefore(text, head.offset), head.offset)}`) : put(head.offset, `${short}, `)
  const between = text.slice(endOf(last), endOf(container) - 1)
  const comma = commaIn(between)
  if (!below) return comma < 0 ? put(endOf(last), `, ${short}`) : put(endOf(last) + comma + 1, ` ${short},`)
  // The comma goes to the last one, the new one below its comments.
  const end = endOf(last) + between.trimEnd().length
  return comma < 0
    ? `${text.slice(0, endOf(last))},${text.slice(endOf(last), end)}${style.eol}${indent}${long}${text.slice(end)}`
    : put(end, `${style.eol}${indent}${long},`)
}

/** Where the line end before a line begins. */
function lineBefore(text: string, offset: number): number {
  const at = text.lastIndexOf('\n', offset - 1)
  return text[at - 1] === '\r' ? at - 1 : at
}

/**
 * Takes the children out for which it is so, at any depth below the list at `path`, and what was made for them.
 * `before` is what there was without us, where that is known: what stood there empty stays, and stays empty in the same way.
 */
export function removeFrom(text: string, path: Path, pick: (list: Node) => Node | null, before: string | null = null): Edited {
  const original = before === null ? null : { text: before, root: readJsonc(before).root }
  let now = text
  for (;;) {
    const { root, problem } = readJsonc(now)
    if (problem !== null) return { ok: false, problem }
    const list = nodeAt(root, path)
    const found = list === undefined ? null : pick(list)
    if (found === null) return { ok: true, text: now }
    now = without(now, found, original)
  }
}

interface Original {
  readonly text: string
  readonly root: Node | null
}
type Span = readonly [from: number, to: number]

/** Without a node, one comma beside it, the line it had to itself, and the parents that hold nothing else. Nothing is moved. */
function without(text: string, node: Node, original: Original | null): string {
  const gone = madeFor(text, node, original)
  const { parent } = gone
  if (parent === undefined) return text
  const siblings = parent.children ?? []
  const at = siblings.indexOf(gone)
  const before = siblings[at - 1]
  const after = siblings[at + 1]
  const start = gone.offset
  const close = endOf(parent) - 1
  const cuts: Span[] = []
  let end = endOf(gone)
  const next = commaIn(text.slice(end, after?.offset ?? close))
  if (next >= 0) {
    // A comment before the comma is not ours.
    if (text.slice(end, end + next).trim() === '') end += next + 1
    else cuts.push([end + next, end + next + 1])
  } else if (before !== undefined) {
    const comma = endOf(before) + commaIn(text.slice(endOf(before), start))
    cuts.push([comma, comma + 1])
  }
  const lead = text.slice(before === undefined ? parent.offset + 1 : endOf(before), start)
  cuts.push(room(text, [start, end], { lead, first: before === undefined && after !== undefined }))
  const made = cuts.toSorted(([a], [b]) => b - a).reduce((left, [from, to]) => left.slice(0, from) + left.slice(to), text)
  if (siblings.length > 1) return made
  const inside = text.slice(parent.offset + 1, close)
  const left = made.slice(parent.offset + 1, parent.offset + 1 + inside.length - (text.length - made.length))
  if (left.trim() !== '') return made
  return `${made.slice(0, parent.offset + 1)}${blankIn(original, pathOf(parent), left)}${made.slice(parent.offset + 1 + left.length)}`
}

/** What goes with it of the blanks around it: its lines where it had them to itself, else the blank that parted it from its neighbour. */
function room(text: string, [start, end]: Span, { lead, first }: { readonly lead: string; readonly first: boolean }): Span {
  const rest = text.slice(end)
  if (startsLine(text, start)) {
    const line = lineBefore(text, start)
    const ends = /^[ \t]*(?:\r?\n|$)/.test(rest)
    // What closes the list must not come to stand in a comment.
    if (ends || (/^[ \t]*[\]}]/.test(rest) && !endsInLineComment(lead))) return [line, end]
  } else if (!first && text[start - 1] === ' ') return [start - 1, end]
  return [start, rest.startsWith(' ') ? end + 1 : end]
}

/** Of what stands between two values. */
function endsInLineComment(trivia: string): boolean {
  let open = false
  walkTrivia(trivia, (at, kind) => {
    if (kind === 'line') open = true
    else open &&= /\s/.test(trivia[at] ?? '')
  })
  return open
}

/** The outermost that is there for this node alone: nobody had it before, nobody wrote anything else into it. */
function madeFor(text: string, node: Node, original: Original | null): Node {
  let gone = node.parent?.type === 'property' ? node.parent : node
  for (;;) {
    const list = gone.parent
    const holder = list?.parent?.type === 'property' ? list.parent : null
    if (list === undefined || holder === null || list.children?.length !== 1) return gone
    if (nodeAt(original?.root ?? null, pathOf(list)) !== undefined) return gone
    if (isCommented(text, holder.offset, gone.offset) || isCommented(text, endOf(gone), endOf(holder))) return gone
    gone = holder
  }
}

/** The names on the way to it, as far as names lead. */
function pathOf(node: Node): string[] {
  const names: string[] = []
  for (let one: Node | undefined = node; one !== undefined; one = one.parent) if (one.type === 'property') names.unshift(String(one.children?.[0]?.value))
  return names
}

/** The blanks of a list that holds nothing any more: as they were, else those that are left, else none. */
function blankIn(original: Original | null, path: Path, left: string): string {
  const was = nodeAt(original?.root ?? null, path)
  if (original === null || was === undefined || (was.type !== 'array' && was.type !== 'object')) return ''
  const inside = original.text.slice(was.offset + 1, endOf(was) - 1)
  return inside.trim() === '' ? inside : left
}

/** Whether a comment stands between two places of the text. */
function isCommented(text: string, from: number, to: number): boolean {
  let found = false
  visit(text, { onComment: (offset) => void (found ||= offset >= from && offset < to) }, { allowTrailingComma: true })
  return found
}

/** Where the comma stands between two values, past comments; -1 when there is none. */
function commaIn(between: string): number {
  let comma = -1
  walkTrivia(between, (at, kind) => {
    if (kind === 'other' && comma < 0 && between[at] === ',') comma = at
  })
  return comma
}

/** Comments of what stands between two values, each as one, and every other character. */
function walkTrivia(between: string, see: (at: number, kind: 'line' | 'block' | 'other') => void): void {
  for (let at = 0; at < between.length; at++) {
    const two = between.slice(at, at + 2)
    const kind = two === '//' ? 'line' : two === '/*' ? 'block' : 'other'
    see(at, kind)
    if (kind === 'other') continue
    const end = kind === 'line' ? between.indexOf('\n', at) : between.indexOf('*/', at + 2)
    if (end < 0) return
    at = kind === 'line' ? end : end + 1
  }
}
