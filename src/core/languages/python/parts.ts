// Reads Python's literals, slices and import statements, and tells which nodes are only punctuation.
import { PYTHON, unescaped } from '../_code/strings.ts'
import { childrenOf, opaque } from '../_code/syntax.ts'
import type { Code, SyntaxNode } from '../_code/syntax.ts'

/** What names an import statement binds. */
export function importedNames(node: SyntaxNode, source: string): Code {
  const where = { start: node.from, end: node.to }
  const body: Code[] = []
  const bind = (name: string, module: string, member: string | null): void => {
    body.push({
      is: 'assign',
      target: { is: 'name', name, ...where },
      value: { is: 'module', name: module, member, ...where },
      op: '=',
      declares: true,
      ...where,
    })
  }
  const words = childrenOf(node)
    .filter((child) => child.name !== '(' && child.name !== ')')
    .map((child) => source.slice(child.from, child.to))
  const importAt = words.indexOf('import')
  const origin = words[0] === 'from' ? words.slice(1, importAt).join('') : null
  let item: string[] = []
  const finish = (): void => {
    if (item.length === 0) return
    const asAt = item.indexOf('as')
    const name = (asAt < 0 ? item : item.slice(0, asAt)).join('')
    const alias = asAt < 0 ? null : (item[asAt + 1] ?? null)
    if (origin !== null && name === '*') bind('*', origin, null)
    else if (origin !== null) bind(alias ?? name, origin, name)
    else if (alias !== null) bind(alias, name, null)
    else {
      bind(name.split('.')[0]!, name.split('.')[0]!, null)
      if (name.includes('.')) body.push({ is: 'module', name, member: null, ...where })
    }
    item = []
  }
  for (const word of words.slice(importAt + 1)) {
    if (word === ',') finish()
    else item.push(word)
  }
  finish()
  return { is: 'block', body, ...where }
}

export function stringText(source: string): string {
  const opening = /^([a-zA-Z]*)('''|"""|'|")/.exec(source)
  if (opening === null) return source
  const inner = source.slice(opening[0].length, source.endsWith(opening[2]!) && source.length > opening[0].length ? -opening[2]!.length : undefined)
  return /r/i.test(opening[1]!) ? inner : unescaped(inner, PYTHON)
}

export function numberValue(source: string): number {
  const plain = source.replace(/_/g, '').toLowerCase()
  return Number(/^0\d/.test(plain) ? '0o' + plain.slice(1) : plain)
}

/** `f'a{b}c'`: its text and the expressions in it. */
export function formatString(node: SyntaxNode, source: string, convert: (node: SyntaxNode) => Code): Code {
  const parts: Code[] = []
  const opening = /^([a-zA-Z]*)('''|"""|'|")/.exec(source.slice(node.from, node.from + 6))
  let position = node.from + (opening?.[0].length ?? 0)
  const end = node.to - (opening?.[2]?.length ?? 0)
  const raw = /r/i.test(opening?.[1] ?? '')
  const plain = (from: number, to: number): void => {
    if (to <= from) return
    const piece = source.slice(from, to).replace(/\{\{/g, '{').replace(/\}\}/g, '}')
    parts.push({ is: 'constant', value: raw ? piece : unescaped(piece, PYTHON), start: from, end: to })
  }
  for (const child of childrenOf(node)) {
    if (child.name !== 'FormatReplacement') continue
    plain(position, child.from)
    const inner = childrenOf(child).find((part) => !isMark(part) && part.name !== 'FormatConversion' && part.name !== 'FormatSpec')
    const isPlain = /^\{[^:!=]*(?:!s)?(?::s?)?\}$/.test(source.slice(child.from, child.to)) || /^\{[^'"]*\[[^\]]*\]\}$/.test(source.slice(child.from, child.to))
    const isFormed =
      !isPlain &&
      (childrenOf(child).some((part) => part.name === 'FormatConversion' || part.name === 'FormatSpec') || /=\s*\}$/.test(source.slice(child.from, child.to)))
    if (inner !== undefined) parts.push(isFormed ? opaque({ start: child.from, end: child.to }, [convert(inner)]) : convert(inner))
    position = child.to
  }
  plain(position, end)
  return { is: 'template', parts, tag: null, start: node.from, end: node.to }
}

/** `[from:to:step]` with plain numbers; null when it is anything else. */
export function sliceBounds(source: string): { readonly reversed: boolean; readonly from: number | null; readonly to: number | null } | null {
  const range = /^\[(-?\d*):(-?\d*)(?::(-?\d*))?\]$/.exec(source.replace(/\s/g, ''))
  if (range === null) return null
  const bound = (digits: string | undefined): number | null => (digits === undefined || digits === '' ? null : Number(digits))
  const step = range[3] === undefined || range[3] === '' ? '1' : range[3]
  // Backwards from somewhere, or not every one: not computed.
  if (step !== '1' && (step !== '-1' || range[1] !== '' || range[2] !== '')) return null
  return { reversed: step === '-1', from: bound(range[1]), to: bound(range[2]) }
}

const MARKS = new Set(
  '( ) [ ] { } , . : ; = as if elif else in for from import with while try except finally return yield def class lambda async await print At * ** AssignOp Comment del not'.split(
    ' ',
  ),
)
export const isMark = (node: SyntaxNode): boolean => MARKS.has(node.name)
