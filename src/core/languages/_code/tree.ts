// How is a parser's tree walked, whatever the language? The frame around what each language says of its own nodes.
import { childrenOf, MAX_DEPTH, opaque } from './syntax.ts'
import type { Code, Parsed, SyntaxNode, SyntaxTree } from './syntax.ts'

export interface TreeReader {
  readonly textOf: (node: SyntaxNode) => string
  readonly at: (node: SyntaxNode) => { readonly start: number; readonly end: number }
  /** One node; too deep a one is opaque, and that is said. */
  readonly convert: (node: SyntaxNode) => Code
  /** Children that say something: no punctuation, no keywords. */
  readonly meaningful: (node: SyntaxNode) => SyntaxNode[]
  readonly all: (nodes: readonly SyntaxNode[]) => Code[]
  /** Items of a list, those behind one of `marks` spread. */
  readonly spreadable: (nodes: readonly SyntaxNode[], marks: readonly string[]) => Code[]
  /** The terms of a binary expression under one operator, null where it is not whole. `casts`: operators whose right side is a type. */
  readonly terms: (node: SyntaxNode, casts?: readonly string[]) => { readonly operator: string | null; readonly parts: Code[] }
  readonly parsed: (tree: SyntaxTree) => Parsed
}

export function readTree(source: string, isMark: (node: SyntaxNode) => boolean, converted: (node: SyntaxNode) => Code): TreeReader {
  let tooDeep = false
  let depth = 0
  const textOf: TreeReader['textOf'] = (node) => source.slice(node.from, node.to)
  const at: TreeReader['at'] = (node) => ({ start: node.from, end: node.to })
  const convert: TreeReader['convert'] = (node) => {
    if (depth > MAX_DEPTH) {
      tooDeep = true
      return opaque(at(node), [])
    }
    depth++
    const code = converted(node)
    depth--
    return code
  }
  const all: TreeReader['all'] = (nodes) => nodes.filter((node) => !isMark(node)).map(convert)
  return {
    textOf,
    at,
    convert,
    meaningful: (node) => childrenOf(node).filter((child) => !isMark(child)),
    all,
    spreadable: (nodes, marks) => {
      const items: Code[] = []
      let spread = false
      for (const child of nodes) {
        if (marks.includes(child.name)) spread = true
        else if (!isMark(child)) {
          const of = convert(child)
          items.push(spread ? { is: 'spread', of, start: of.start, end: of.end } : of)
          spread = false
        }
      }
      return items
    },
    terms: (node, casts = []) => {
      // A long sum leans to the left: walk down it rather than call oneself for each term.
      const parts: Code[] = []
      let operator = ''
      for (let current = node; ;) {
        const children = childrenOf(current)
        const [left, middle] = children
        const right = children.at(-1)
        if (left === undefined || right === undefined || middle === undefined) return { operator: null, parts: all(children) }
        const op = textOf(middle)
        if (casts.includes(op) || (operator !== '' && op !== operator)) {
          parts.push(convert(casts.includes(op) ? left : current))
          break
        }
        operator = op
        parts.push(convert(right))
        if (left.name !== 'BinaryExpression') {
          parts.push(convert(left))
          break
        }
        current = left
      }
      return { operator, parts: parts.reverse() }
    },
    parsed: (tree) => ({ code: convert(tree.topNode), tooDeep }),
  }
}
